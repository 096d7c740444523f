"""Arguments, and the sentence for each mistake in them."""

from __future__ import annotations

import argparse
import re

import pytest

from cli.console import arguments
from cli.console.arguments import parse
from cli.console.errors import UsageError
from cli.console.shared_arguments import GAMES, MOST_BEAT, OPTIONS
from games import registry
from p2p.wire.charter import MAX_RESPONSE_DELAY_MS
from tests.paths import ROOT


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("play inheritance", {"command": "play", "game": "inheritance", "bots": None}),
        ("play inheritance --bots 3 --auto", {"bots": 3, "auto": True, "new": False}),
        ("host inheritance --seats 4 --new", {"seats": 4, "new": True, "port": 0}),
        ("host king --seats 2 --beat 500", {"beat": 500}),
        ("host king --seats 2", {"beat": None}),
        ("play king --beat 0", {"beat": 0}),
        ("play king", {"strength": ""}),
        ("play fortress --strength fair", {"strength": "fair"}),
        ("bot invite --strength gentle", {"strength": "gentle"}),
        ("host inheritance --seats 2 --port 4870", {"port": 4870, "address": ""}),
        ("host inheritance --seats 2 --address 203.0.113.5", {"address": "203.0.113.5"}),
        ("join crown1-x --record f", {"invite": "crown1-x", "record": "f"}),
        ("join -", {"invite": "-"}),
        ("join", {"invite": ""}),
        ("join amber zebra --auto", {"invite": "amber zebra", "auto": True}),
        ("bot 192.168.1.5 amber-zebra", {"invite": "192.168.1.5 amber-zebra"}),
        ("host king --seats 2 --private", {"private": True, "hidden": False}),
        ("play king --option turns=6 --option a=b", {"options": ["turns=6", "a=b"]}),
        ("play fortress --preset quick", {"preset": "quick"}),
        ("bot crown1-x", {"command": "bot"}),
        ("watch crown1-x", {"command": "watch"}),
        ("tables", {"table": None}),
        ("tables abc --auto", {"table": "abc", "auto": True}),
        ("record abc file", {"table": "abc", "file": "file"}),
        ("verify file --json", {"file": "file", "json": True}),
        ("whoami --name Ada", {"name": "Ada"}),
        ("--as ben whoami", {"profile": "ben", "command": "whoami"}),
        ("whoami --as ben", {"profile": "ben", "command": "whoami"}),
        ("whoami", {"profile": None}),
        ("", {"command": None, "plain": False}),
        ("--as ben", {"command": None, "profile": "ben"}),
        ("--plain play inheritance", {"plain": True}),
        ("play inheritance --plain", {"plain": True}),
        ("replay file", {"command": "replay", "file": "file", "plain": False}),
        ("--as play whoami", {"profile": "play", "command": "whoami"}),
    ],
)
def test_what_is_understood(line: str, expected: dict[str, object]) -> None:
    found = vars(parse(line.split()))
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("frobnicate", "there is no command 'frobnicate'; there are: play, host, join"),
        ("reply file", "there is no command 'reply'; did you mean replay?"),
        ("help frobnicate", "there is no command 'frobnicate'"),
        ("completion tcsh", "tcsh"),
        (
            "play",
            "which game? There are inheritance, king, court and fortress; see: crownless play",
        ),
        (
            "host",
            "which game? There are inheritance, king, court and fortress; see: crownless host",
        ),
        ("play inheritance --bots many", "'many' is not a number from 1"),
        ("play inheritance --bots 0", "'0' is not a number"),
        ("play inheritance --bots ²", "is not a number"),
        ("play inheritance --seed 1", "--seed"),
        ("play inheritance --aut", "--aut"),
        ("host inheritance", "--seats"),
        ("host king --seats 4 --beat 10001", "'10001' is not a number from 0 to 10000"),
        ("play king --beat -1", "beat"),
        ("host inheritance --seats 4 --port 70000", "'70000' is not a number from 1 to 65535"),
        ("bot crown1-x --auto", "--auto"),
        ("verify", "RECORD"),
        ("verify a b", "b"),
    ],
)
def test_what_is_not_understood(line: str, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(line.split())
    text = str(caught.value)
    assert says in text
    assert "\n" not in text


@pytest.mark.parametrize("line", ["--help", "play --help", "verify -h", "help", "help play"])
def test_help_is_printed_and_ends(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parse(line.split())
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith("usage: crownless play" if "play" in line else "usage: crownless")
    assert "seed" not in out


def test_the_manual_page_names_every_command_and_option() -> None:
    page = (ROOT / "docs" / "crownless.1").read_text().replace("\\", "")
    parser = arguments.build_parser()
    for name in parser.names:
        assert f"COMMAND fI,'crownless {name}'" in page
        options = set(re.findall(r"--[a-z]+", subparser(parser, name).format_help()))
        assert [option for option in options - {"--help"} if option not in page] == []


def subparser(parser: argparse.ArgumentParser, name: str) -> argparse.ArgumentParser:
    [commands] = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    found = commands.choices[name]
    assert isinstance(found, argparse.ArgumentParser)
    return found


def test_the_longest_beat_is_what_a_charter_allows() -> None:
    assert MOST_BEAT == MOST_BEAT == MAX_RESPONSE_DELAY_MS


def test_the_options_in_the_help_are_those_of_the_games() -> None:
    """Help loads no game, so they are written down there."""
    for game in registry.GAMES:
        info = registry.make(game).info
        for option in info.options:
            usual, *others = map(str, option.values)
            said = f"{option.key}={usual} (or {', '.join(others)})"
            assert said in OPTIONS
            short = info.title.rpartition(": ")[2].removesuffix("!").rpartition(" ")[2]
            assert OPTIONS.index(f"{short}: ") < OPTIONS.index(said)


@pytest.mark.parametrize("word", ["king", "King", "KING"])
def test_a_game_may_be_written_in_capitals(word: str) -> None:
    assert parse(["play", word]).game == "king"
    assert parse(["rules", word]).game == "king"


def test_the_games_in_the_help_are_those_that_there_are() -> None:
    """Help loads no game, so they are written down there."""
    assert tuple(registry.GAMES) == GAMES
