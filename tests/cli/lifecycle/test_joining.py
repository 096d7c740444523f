"""From what was typed to an invite, with the network played by the test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from cli.console.errors import UsageError
from cli.lifecycle import joining as module
from cli.lifecycle.joining import Joining, SeveralTables
from p2p.errors import InviteError, LinkError
from p2p.net.address import Address
from p2p.net.invite import Invite
from p2p.net.join_code import PAIRING_PORT
from p2p.net.lan.mdns import Shown
from p2p.net.lan.nearby import Nearby
from p2p.net.pairing.exchange import WrongWords
from p2p.net.spoken_code import SpokenCode

INVITE = Invite(bytes(range(10)), bytes(10), (("127.0.0.1", 4000),))
ANA = Shown("a" * 16, None, "king", "Ana", 2, 4, (Address("192.0.2.1", 1),))
BEN = Shown("b" * 16, None, "court", "Ben", 2, 4, (Address("192.0.2.2", 1),))

Call = tuple[tuple[Address, ...], str, str | None]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    """What was asked of hosts: where, the words, the tag of the table."""
    made: list[Call] = []

    async def pair(
        addresses: Sequence[Address], code: SpokenCode, tag: str | None = None
    ) -> Invite:
        made.append((tuple(addresses), str(code), tag))
        return INVITE

    monkeypatch.setattr(module, "pair", pair)
    return made


async def at_once() -> None:
    """A list that stands still already."""


def around(*closed: Shown) -> Nearby:
    return cast(Nearby, SimpleNamespace(closed=closed, settle=at_once))


async def test_an_invite_needs_nobody(calls: list[Call]) -> None:
    assert await Joining(Path(), {}).invite(INVITE.encode()) == INVITE
    assert calls == []


async def test_words_alone_mean_the_one_closed_table(calls: list[Call]) -> None:
    joining = Joining(Path(), {})
    assert await joining.invite("Amber zebra", around(ANA)) == INVITE
    assert calls == [(ANA.pairing, "amber-zebra", ANA.tag)]
    with pytest.raises(LinkError, match="no closed table is found"):
        await joining.invite("amber zebra", around())
    with pytest.raises(
        SeveralTables, match=r"Ana's Soon I Will Be King! or Ben's Heir Apparent: Court.*--host Ana"
    ) as several:
        await joining.invite("amber zebra", around(ANA, BEN))
    assert several.value.tables == (ANA, BEN)
    assert len(calls) == 1


async def test_who_opened_the_table_says_whose_words_they_are(calls: list[Call]) -> None:
    joining = Joining(Path(), {})
    assert await joining.invite("amber zebra", around(ANA, BEN), "ben") == INVITE
    assert calls == [(BEN.pairing, "amber-zebra", BEN.tag)]
    with pytest.raises(LinkError, match="no closed table of Cy is found here; there is Ana's Soon"):
        await joining.invite("amber zebra", around(ANA), "Cy")
    double = replace(BEN, host="Ana", game="king")
    with pytest.raises(SeveralTables, match=r"King! at 192\.0\.2\.1 or .* at 192\.0\.2\.2"):
        await joining.invite("amber zebra", around(ANA, double), "Ana")
    for other in (INVITE.encode(), "192.0.2.7 amber zebra"):
        with pytest.raises(UsageError, match="two words"):
            await joining.invite(other, around(ANA), "Ana")
    assert len(calls) == 1


async def test_an_address_needs_words(calls: list[Call]) -> None:
    joining = Joining(Path(), {})
    assert await joining.invite("192.0.2.7 amber zebra") == INVITE
    assert calls == [((Address("192.0.2.7", 4873),), "amber-zebra", None)]
    with pytest.raises(InviteError, match=r"192\.0\.2\.7 one-two"):
        await joining.invite("192.0.2.7")


class Street:
    """A street that is looked at: it finds a table, or nothing, and then perhaps one more."""

    def __init__(self, found: tuple[Shown, ...], changed: Callable[[], None]) -> None:
        self.closed: tuple[Shown, ...] = ()
        self.is_over = False
        self._found = found
        self._changed = changed

    async def start(self) -> None:
        self.closed = self._found[:1]
        self._changed()

    async def settle(self) -> None:
        self.closed = self._found

    async def close(self) -> None:
        self.is_over = True


@pytest.mark.parametrize("found", [(ANA,), (ANA, BEN), ()])
async def test_without_a_list_one_is_looked_for(
    found: tuple[Shown, ...], calls: list[Call], monkeypatch: pytest.MonkeyPatch
) -> None:
    streets: list[Street] = []

    def nearby(_: Joining, changed: Callable[[], None]) -> Street:
        streets.append(Street(found, changed))
        return streets[0]

    monkeypatch.setattr(Joining, "nearby", nearby)
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.01)
    joining = Joining(Path(), {})
    if found == (ANA,):
        assert await joining.invite("amber zebra") == INVITE
    elif found:
        with pytest.raises(SeveralTables):  # the second is heard a moment after the first
            await joining.invite("amber zebra")
        assert not calls
    else:
        with pytest.raises(LinkError, match=r"192\.168\.1\.5 amber-zebra"):
            await joining.invite("amber zebra")
    assert streets[0].is_over


def test_where_the_local_network_is_off_nothing_looks_for_tables() -> None:
    with pytest.raises(UsageError, match="off"):
        Joining(Path(), {"CROWNLESS_LAN": "off"}).nearby(lambda: None)


async def test_a_trace_hears_where_was_paired_and_not_with_which_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, dict[str, object]]] = []

    async def pair(*_: object) -> None:
        raise WrongWords("amber-zebra are not the words")

    monkeypatch.setattr(module, "pair", pair)

    def trace(what: str, /, **facts: object) -> None:
        told.append((what, facts))

    with pytest.raises(WrongWords):
        await Joining(tmp_path, {}, trace).invite("192.168.1.5 amber-zebra")
    at = [Address("192.168.1.5", PAIRING_PORT)]
    assert told == [("pairs", {"at": at, "failed": "WrongWords"})]
