"""How a game is played, by command."""

from __future__ import annotations

import pytest

from cli.console.exit_codes import Exit
from cli.dispatch import main
from games import registry


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("rules", "inheritance  Inheritance, 2 to 4 players:"),
        ("rules", "king  Soon I Will Be King!, 2 to 6 players:"),
        ("rules king", "Coronation"),
        ("rules King", "Station by Proxy"),
        ("rules inheritance ring of favour", "Ring of Favour"),
    ],
)
def test_rules_are_printed(line: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == Exit.DONE
    assert says in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("rules kin", "there is no game 'kin'; did you mean king?"),
        ("rules chess", f"there are: {', '.join(registry.GAMES)}"),
        ("rules king zeppelin", "do not speak of 'zeppelin'"),
    ],
)
def test_what_there_is_not(line: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == Exit.USAGE
    assert says in capsys.readouterr().err
