"""Tables of the local network in line mode; the network here is loopback alone."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from cli.console.errors import UsageError
from cli.lifecycle.joining import Joining, SeveralTables
from cli.plain import nearby
from cli.plain.nearby import ask_whose, chosen, listing
from p2p.errors import InviteError
from p2p.net.address import Address
from p2p.net.invite import Invite
from p2p.net.lan.mdns import Shown
from p2p.net.lan.nearby import Listed, Nearby
from p2p.net.pairing.exchange import WrongWords
from p2p.net.spoken_code import SpokenCode
from tests.cli.run import house

INVITE = Invite(bytes(range(10)), bytes(10), (("127.0.0.1", 4000),))
WORDS = SpokenCode(("amber", "zebra"))
ANA, BEN = (Shown(INVITE.sni, INVITE, "inheritance", name, 1, 3) for name in ("Ana", "Ben"))
CLOSED = Shown("0" * 16, None, "king", "Cy", 2, 4, (Address("127.0.0.1", 1),))
OPEN = [Listed(ANA, True), Listed(BEN, True)]
HERE = "192.168.7.5"


class Host(Joining):
    """Gives its invite to whoever types the right words."""

    def __init__(self) -> None:
        super().__init__(Path(), {})
        self.asked: list[str] = []

    async def closed(self, table: Shown, code: SpokenCode) -> Invite:
        self.asked.append(f"{table.host} {code}")
        if code != WORDS:
            raise WrongWords("these are not the words of that table; ask for them again")
        return INVITE


async def at_once() -> None:
    """A list that stands still already."""


NEARBY = cast(Nearby, SimpleNamespace(closed=(CLOSED,), settle=at_once))


async def choose(text: str, tables: Sequence[Listed] = OPEN, words: str = "") -> Invite | None:
    return await chosen(text, tables, Host(), NEARBY, lambda: words)


def test_tables_are_listed_and_those_that_answer_have_numbers() -> None:
    lines = listing([Listed(ANA, False), Listed(BEN, True), Listed(CLOSED, True)], HERE)
    assert lines[:4] == [
        "-  Inheritance, opened by Ana, does not answer at the moment",
        "1. Inheritance, opened by Ben, 1 of 3 seats taken",
        "2. Soon I Will Be King!, opened by Cy, 2 of 4 seats taken, closed: needs its",
        "   two words",
    ]
    assert "number" in lines[4]


@pytest.mark.parametrize("tables", [[], [Listed(ANA, False)]])
def test_an_empty_list_says_what_to_type_and_where_we_are(tables: list[Listed]) -> None:
    said = " ".join(listing(tables, HERE))
    for part in ("carry no announcements", "192.168.1.5 amber-zebra", HERE, "Enter looks again"):
        assert part in said


async def test_a_number_an_invite_or_enter_is_understood() -> None:
    assert await choose("2") == INVITE
    assert await choose(INVITE.encode(), []) == INVITE
    assert await choose("  ") is None
    for wrong in ("0", "3", "99"):
        with pytest.raises(UsageError, match="from the list"):
            await choose(wrong)
    with pytest.raises(InviteError):
        await choose("hello")


async def test_words_are_asked_for_where_a_closed_table_is_picked() -> None:
    closed = [Listed(CLOSED, True)]
    assert await choose("1", closed, "Amber zebr") == INVITE
    assert await choose("1", closed, "") is None
    assert await choose("amber zebra", closed) == INVITE
    with pytest.raises(WrongWords):
        await choose("1", closed, "zebra amber")
    with pytest.raises(InviteError, match="no word of a code"):
        await choose("1", closed, "amber zerba")


async def test_a_person_who_mistypes_is_asked_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["7\n", "crown1-nonsense\n", "zebra amber\n", "amber zebra\n"])
    monkeypatch.setattr(nearby, "read_line", lambda: next(typed))
    monkeypatch.setattr("os.isatty", lambda _: True)
    around = cast(Nearby, SimpleNamespace(tables=tuple(OPEN), closed=(CLOSED,), settle=at_once))
    host = Host()
    assert await nearby._ask(host, around) == INVITE
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "There is no table 7; type a number from the list."
    assert said[-1] == "These are not the words of that table; ask for them again."
    assert host.asked == ["Cy zebra-amber", "Cy amber-zebra"]


async def test_of_several_closed_tables_the_person_says_whose_the_words_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Two(Host):
        async def invite(self, text: str, nearby: Nearby | None = None, host: str = "") -> Invite:
            raise SeveralTables((CLOSED, replace(CLOSED, host="Dan")))

    typed = iter(["3\n", "2\n", "\n"])
    monkeypatch.setattr(nearby, "read_line", lambda: next(typed))
    monkeypatch.setattr("os.isatty", lambda _: False)
    with pytest.raises(SeveralTables, match=r"Cy's .* or Dan's .*--host Cy"):
        await ask_whose(Two(), "amber zebra", "")
    monkeypatch.setattr("os.isatty", lambda _: True)
    host = Two()
    assert await ask_whose(host, "amber zebra", "") == INVITE
    said = capsys.readouterr().out.splitlines()
    assert said[1:4] == [
        "1. Cy's Soon I Will Be King!",
        "2. Dan's Soon I Will Be King!",
        "Type its number; Enter leaves.",
    ]
    assert host.asked == ["Dan amber-zebra"]
    with pytest.raises(UsageError, match="no table was chosen"):
        await ask_whose(host, "amber zebra", "")


async def test_where_nobody_types_a_mistake_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    around = cast(Nearby, SimpleNamespace(tables=tuple(OPEN), closed=()))
    monkeypatch.setattr("os.isatty", lambda _: False)
    for line, says in (("7\n", "from the list"), ("", "no table was chosen")):
        monkeypatch.setattr(nearby, "read_line", lambda line=line: line)
        with pytest.raises(UsageError, match=says):
            await nearby._ask(Host(), around)


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


def test_a_closed_table_is_joined_by_its_words(tmp_path: Path) -> None:
    """Typed by hand without hyphens, after a wrong word, and as the address with the words."""
    ana = f"Ana{os.getpid()}"
    with house(tmp_path) as made:
        assert made.run("ana", "whoami", "--name", ana).end() == 0
        host = made.run("ana", "host", "inheritance", "--seats", "3", "--auto", "--private")
        words = host.until("words: ").split()[1].split("-")
        by_hand = host.until(lambda line: "join 1" in line).split("join ")[1]
        by_address = made.run("cy", "join", "--auto", *by_hand.split())
        guest = made.run("ben", "join", "--auto", by_hand=True)
        found = ""
        while ana not in found:
            found = guest.until(lambda line: ana in line or "No table" in line)
            guest.type(found.partition(".")[0] if ana in found else "")
        guest.until("Type the two words")
        wrong = "amber" if words[0] != "amber" else "zebra"
        guest.type(f"{wrong} {words[1]}")
        guest.until("These are not the words")
        guest.type(found.partition(".")[0])
        guest.until("Type the two words")
        guest.type(f"{words[0].upper()} {words[1][:4]}")
        assert guest.end() == 0, guest.output
        assert by_address.end() == 0, by_address.output
        assert host.end() == 0, host.output


@pytest.mark.slow
def test_words_alone_are_tried_at_neither_of_two_closed_tables(tmp_path: Path) -> None:
    ana, ben = (f"{name}{os.getpid()}" for name in ("Ana", "Ben"))
    with house(tmp_path) as made:
        words = {}
        for name in (ana, ben):
            assert made.run(name, "whoami", "--name", name).end() == 0
            host = made.run(name, "host", "inheritance", "--seats", "2", "--auto", "--private")
            words[name] = host.until("words: ").split()[1]
        for name in (ana, ben):
            lost = made.run("cy", "join", "--auto", words[name])
            assert lost.end() == 2, lost.output
            said = " ".join(lost.output.split())
            assert "could mean" in said
            assert f"{ana}'s Inheritance" in said
        guest = made.run("cy", "join", "--auto", words[ben], "--host", ben)
        assert guest.end() == 0, guest.output


@pytest.mark.slow
def test_a_hidden_table_is_not_shown(tmp_path: Path) -> None:
    ana = f"Ana{os.getpid()}"  # whoever else shows a table on this machine is not her
    with house(tmp_path) as made:
        assert made.run("ana", "whoami", "--name", ana).end() == 0
        host = made.run("ana", "host", "inheritance", "--seats", "2", "--auto", "--hidden")
        host.until("invite: ")
        guest = made.run("ben", "join", typed=True)
        guest.until(lambda line: line.startswith(("No table is found", "Type the number")))
        assert ana not in guest.output
        assert not host.said("words: ")
        guest.type("crown1-nonsense")
        assert guest.end() == 2, guest.output
