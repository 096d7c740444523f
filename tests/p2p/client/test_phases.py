"""Who gets what a link brings, before the lobby, in it and at the table."""

from __future__ import annotations

import pytest

from p2p.client.phases import MAX_EARLY, MAX_EARLY_BYTES
from p2p.client.talk.side_channel import SideChannel
from p2p.client.talk.watchers import WATCHED
from p2p.lobby.frames import CHARTER, JOIN, PLACES, REFUSED, charter_frame
from p2p.lobby.places import Place, places_frame
from p2p.net.close_reason import Reason
from p2p.net.invite import sni
from p2p.net.tls import Role
from p2p.wire import codec
from tests.p2p.client.routed import ANA, CLEO, MADE, PEOPLE, STRANGER, Setting


def of_session(number: int) -> bytes:
    return codec.encode((16, number))


def test_frames_for_a_session_that_has_not_begun_wait_for_it() -> None:
    one = Setting()
    one.router.on_up(ANA, Role.MEMBER)
    frames = [of_session(number) for number in range(MAX_EARLY + 1)]
    for frame in frames:
        one.router.on_frame(ANA, frame)
    assert one.ears.told == []
    one.play()
    assert one.ears.told == ["up", *frames[:MAX_EARLY]]
    one.router.on_frame(ANA, of_session(99))
    assert one.ears.told[-1] == of_session(99)


def test_what_waits_is_forgotten_with_its_link() -> None:
    one = Setting()
    one.router.on_up(ANA, Role.MEMBER)
    one.router.on_frame(ANA, of_session(1))
    one.router.on_down(ANA, Reason.LOST)
    one.router.on_up(ANA, Role.MEMBER)
    one.play()
    assert one.ears.told == ["up"]
    one.router.on_down(ANA, Reason.LOST)
    assert one.ears.told == ["up", "down"]


def test_a_member_is_welcomed_with_where_all_are_and_a_watcher_with_the_charter() -> None:
    one = Setting()
    one.play()
    one.router.on_up(ANA, Role.MEMBER)
    one.router.on_up(STRANGER, Role.WATCHER)
    assert one.wires.sent == [(ANA, PLACES), (ANA, WATCHED), (STRANGER, CHARTER)]
    assert one.ears.told == ["up", "up"]


def test_who_has_no_seat_is_parted_with_when_the_game_begins() -> None:
    one = Setting()
    one.router.on_up(ANA, Role.MEMBER)
    one.router.on_up(STRANGER, Role.MEMBER)
    one.play()
    assert one.wires.closed == [(STRANGER, Reason.NOT_ACCEPTED)]
    assert (STRANGER, REFUSED) in one.wires.sent


def test_who_knocks_at_a_game_under_way_is_told_so_and_keeps_no_place() -> None:
    """It used to get a link, and to keep it for as long as it said nothing."""
    one = Setting()
    one.play()
    one.router.on_up(STRANGER, Role.MEMBER)
    assert one.wires.sent == [(STRANGER, REFUSED)]
    assert one.wires.closed == [(STRANGER, Reason.NOT_ACCEPTED)]
    assert one.ears.told == []


def test_who_asks_for_a_seat_at_a_game_under_way_gets_the_charter_or_a_refusal() -> None:
    one = Setting()
    one.play()
    for peer in (CLEO, STRANGER):
        one.router.on_frame(peer, codec.encode((JOIN, 1, ())))
    assert one.wires.sent == [(CLEO, CHARTER), (STRANGER, REFUSED)]


def test_a_watcher_begins_with_the_charter_that_it_is_sent() -> None:
    one = Setting("watch")
    one.router.on_frame(ANA, charter_frame(MADE))
    assert [charter.encode() for charter in one.begun] == [MADE.encode()]
    guest = Setting()
    guest.router.on_frame(ANA, charter_frame(MADE))
    assert guest.begun == []


def test_where_members_are_goes_to_the_address_book() -> None:
    one = Setting()
    cleo = PEOPLE[2]
    place = Place.signed(sni(bytes(10)), CLEO, 1, (("192.0.2.3", 5),), cleo.sign)
    one.router.on_up(CLEO, Role.MEMBER)
    one.router.on_frame(CLEO, places_frame([place]))  # it knew the charter a moment before us
    assert one.book.of(CLEO) == ()
    one.play()
    assert one.book.of(CLEO) == (("192.0.2.3", 5),)


def test_a_link_that_brings_more_although_it_is_held_is_cut_off() -> None:
    one = Setting()
    one.play()
    one.router.on_up(CLEO, Role.MEMBER)
    one.ears.full = True
    one.router.on_frame(CLEO, of_session(1))
    assert one.wires.closed == [(CLEO, Reason.FLOOD)]


def test_what_waits_for_the_session_is_bounded_in_bytes() -> None:
    one = Setting()
    one.router.on_up(ANA, Role.MEMBER)
    for _ in range(10):
        one.router.on_frame(ANA, codec.encode((17, bytes(MAX_EARLY_BYTES // 3))))
    assert sum(map(len, one.early.take(ANA))) <= MAX_EARLY_BYTES


@pytest.mark.parametrize(("role", "heard"), [("watch", ["good luck"]), ("guest", [])])
def test_a_spectator_hears_what_is_said_and_a_member_nothing_from_spectators(
    role: str, heard: list[str]
) -> None:
    """Over the link between them both ends have the role of a watcher."""
    one = Setting(role)
    one.play()
    one.router.on_up(ANA, Role.WATCHER)
    said: list[tuple[bytes, bytes | None]] = []
    tell = lambda frame, source: said.append((frame, source))  # noqa: E731
    quiet = lambda *_: None  # noqa: E731
    SideChannel(MADE, 0, PEOPLE[0].sign, tell, quiet, quiet).say("good luck")
    one.router.on_frame(ANA, said[0][0])
    assert [line.text for line in one.said.chat] == heard
