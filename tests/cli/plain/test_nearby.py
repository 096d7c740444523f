"""Tables of the local network in line mode; the network here is loopback alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli.console.errors import UsageError
from cli.plain import nearby
from cli.plain.nearby import chosen, listing
from p2p.errors import InviteError
from p2p.net.invite import Invite
from p2p.net.mdns import Shown
from tests.cli.run import house

INVITE = Invite(bytes(range(10)), bytes(10), (("127.0.0.1", 4000),))
TABLES = [Shown(INVITE.sni, INVITE, "inheritance", name, 1, 3) for name in ("Ana", "Ben")]


def test_tables_are_listed_with_numbers() -> None:
    lines = listing(TABLES)
    assert lines[0] == "1. inheritance, opened by Ana, 1 of 3 seats taken"
    assert lines[1].startswith("2. inheritance, opened by Ben")
    assert "number" in lines[2]
    assert "look again" in " ".join(listing([]))


def test_a_number_an_invite_or_enter_is_understood() -> None:
    assert chosen("2", TABLES) == TABLES[1].invite
    assert chosen(INVITE.encode(), []) == INVITE
    assert chosen("  ", TABLES) is None
    for wrong in ("0", "3", "99"):
        with pytest.raises(UsageError, match="from the list"):
            chosen(wrong, TABLES)
    with pytest.raises(InviteError):
        chosen("hello", TABLES)


def test_a_person_who_mistypes_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    typed = iter(["7\n", "crown1-nonsense\n", "1\n"])
    assert nearby.ask(TABLES, lambda: next(typed), by_hand=True) == TABLES[0].invite
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "There is no table 7; type a number from the list."
    assert len(said) > 1
    with pytest.raises(UsageError, match="from the list"):
        nearby.ask(TABLES, lambda: "7\n", by_hand=False)
    with pytest.raises(UsageError, match="no table was chosen"):
        nearby.ask(TABLES, lambda: "", by_hand=False)


def test_a_table_is_found_and_joined_without_an_invite(tmp_path: Path) -> None:
    ana = f"Ana{os.getpid()}"  # whoever else shows a table on this machine is not her
    with house(tmp_path) as made:
        assert made.run("ana", "whoami", "--name", ana).end() == 0
        host = made.run("ana", "host", "inheritance", "--seats", "2", "--auto")
        host.until("invite: ")
        guest = made.run("ben", "join", "--auto", typed=True)
        found = ""
        while ana not in found:
            found = guest.until(lambda line: ana in line or "No table" in line)
            guest.type(found.partition(".")[0] if ana in found else "")
        assert guest.end() == 0, guest.output
        assert host.end() == 0, host.output


@pytest.mark.slow
def test_a_private_table_is_not_shown(tmp_path: Path) -> None:
    ana = f"Ana{os.getpid()}"  # whoever else shows a table on this machine is not her
    with house(tmp_path) as made:
        assert made.run("ana", "whoami", "--name", ana).end() == 0
        host = made.run("ana", "host", "inheritance", "--seats", "2", "--auto", "--private")
        host.until("invite: ")
        guest = made.run("ben", "join", typed=True)
        guest.until(lambda line: line.startswith(("No table is shown", "Type the number")))
        assert ana not in guest.output
        guest.type("crown1-nonsense")
        assert guest.end() == 2, guest.output
