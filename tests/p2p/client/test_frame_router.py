"""Who gets what a link brings, with a mesh and a runner that only note what they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import cast

import pytest

from games import registry
from p2p.client.frame_router import (
    MAX_EARLY,
    MAX_EARLY_BYTES,
    ROUNDS_BEFORE_TROUBLE,
    SECONDS_BEFORE_TROUBLE,
    FrameRouter,
)
from p2p.client.play.session_runner import Runner
from p2p.client.reach.link_policy import LinkPolicy
from p2p.client.talk.chat import CHAT
from p2p.client.talk.side_channel import SideChannel
from p2p.client.updates import ClientState
from p2p.errors import CodecError
from p2p.lobby.address_book import AddressBook
from p2p.lobby.frames import CHARTER, JOIN, PLACES, REFUSED, charter_frame
from p2p.lobby.places import Place, places_frame
from p2p.lobby.table_config import TableConfig
from p2p.net.close_reason import Reason
from p2p.net.invite import fingerprint, sni
from p2p.net.links.mesh import Mesh
from p2p.net.tls import Role
from p2p.session.session import Session
from p2p.wire import codec
from p2p.wire.charter import Charter
from simulation.memory_store import MemoryStore
from simulation.tables import charter_of, person

PEOPLE = [person(n) for n in range(3)]
ANA, BEN, CLEO = (one.key for one in PEOPLE)
STRANGER = person(4).key
MADE = charter_of(registry.make("inheritance"), PEOPLE)


class Wires:
    """Stands for a mesh."""

    def __init__(self) -> None:
        self.links: dict[bytes, object] = {}
        self.sent: list[tuple[bytes, int]] = []
        self.closed: list[tuple[bytes, Reason]] = []

    def send(self, peer: bytes, frame: bytes) -> None:
        self.sent.append((peer, cast(int, codec.array(codec.decode(frame))[0])))

    def disconnect(self, peer: bytes, reason: Reason) -> None:
        self.closed.append((peer, reason))

    def cut_off(self, peer: bytes, reason: Reason) -> None:
        self.closed.append((peer, reason))

    def admit(self, peer: bytes) -> None:
        """Nothing to be seen from outside."""

    def dial(self, peer: bytes, addresses: object, *, trusted: object) -> None:
        """Nobody is called."""


class Ears:
    """Stands for a session and its runner: notes what it is told, as words."""

    def __init__(self) -> None:
        self.session: Ears | None = None
        self.told: list[object] = []
        self.full = False

    def from_link(self, peer: bytes, act: Callable[[Session], object], size: int = 0) -> bool:
        if self.full and size:
            return False
        act(cast(Session, self))
        return True

    def peer_up(self, peer: bytes, now: float) -> None:
        self.told.append("up")

    def peer_down(self, peer: bytes, now: float, *, replaced: bool) -> None:
        self.told.append("down")

    def receive(self, peer: bytes, frame: bytes, now: float) -> None:
        self.told.append(frame)


class Setting:
    """A router and all around it."""

    def __init__(self, role: str = "guest") -> None:
        self.wires, self.ears, self.state = Wires(), Ears(), ClientState()
        self.begun: list[Charter] = []
        self.failed: list[Exception] = []
        self.floods: list[bytes] = []
        config = TableConfig(role, bytes(10), "Ben", fingerprint(ANA), (("192.0.2.9", 4000),))
        self.policy = LinkPolicy(
            config, BEN, AddressBook(MemoryStore(), BEN, config.tag, PEOPLE[1].sign)
        )
        self.now = 0.0
        self.router = FrameRouter(
            config,
            self.policy,
            cast(Runner, self.ears),
            self.state,
            begin=self.begun.append,
            lobby_changed=lambda: None,
            failed=self.failed.append,
            flooded=self.floods.append,
            clock=lambda: self.now,
        )
        self.policy.mesh = self.router.mesh = cast(Mesh, self.wires)

    def play(self) -> None:
        """The session runs."""
        self.ears.session = self.ears
        self.state.charter = MADE
        self.policy.begin(MADE)
        self.router.welcome_all()


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


@pytest.mark.parametrize(
    "frame", [b"", b"\xff", codec.encode(()), codec.encode(("word",)), codec.encode((PLACES, 7))]
)
def test_nonsense_costs_the_link(frame: bytes) -> None:
    one = Setting()
    one.router.on_frame(ANA, frame)
    assert one.wires.closed == [(ANA, Reason.BAD_DATA)]
    assert one.failed == []


def test_trouble_is_told_after_some_rounds_or_at_once_where_trying_is_no_use() -> None:
    one = Setting()
    one.router.on_trouble(ANA, Reason.UNREACHABLE, ROUNDS_BEFORE_TROUBLE - 1)
    assert one.state.trouble == ""
    one.router.on_trouble(ANA, Reason.UNREACHABLE, ROUNDS_BEFORE_TROUBLE)
    assert one.state.trouble == Reason.UNREACHABLE.value
    one.router.on_up(ANA, Role.MEMBER)
    assert one.state.trouble == ""
    one.router.on_trouble(ANA, Reason.WRONG_TABLE, 1)
    assert one.state.trouble == Reason.WRONG_TABLE.value


def test_a_round_that_took_long_is_told_at_its_end() -> None:
    one = Setting()
    one.now = SECONDS_BEFORE_TROUBLE
    one.router.on_trouble(ANA, Reason.UNREACHABLE, 1)
    assert one.state.trouble == Reason.UNREACHABLE.value


def test_a_member_is_welcomed_with_where_all_are_and_a_watcher_with_the_charter() -> None:
    one = Setting()
    one.play()
    one.router.on_up(ANA, Role.MEMBER)
    one.router.on_up(STRANGER, Role.WATCHER)
    assert one.wires.sent == [(ANA, PLACES), (STRANGER, CHARTER)]
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
    assert one.policy.address_book.of(CLEO) == ()
    one.play()
    assert one.policy.address_book.of(CLEO) == (("192.0.2.3", 5),)


@pytest.mark.parametrize(("key", "role"), [(CLEO, Role.MEMBER), (STRANGER, Role.WATCHER)])
@pytest.mark.parametrize("kind", [PLACES, CHAT, 15])
def test_small_frames_that_do_not_end_are_a_flood(key: bytes, role: Role, kind: int) -> None:
    """Each of them used to be decoded and carried out, one database commit after the other."""
    one = Setting()
    one.play()
    one.router.on_up(key, role)
    frame = codec.encode((kind, ()))
    for _ in range(2000):
        with suppress(CodecError):
            one.router.on_frame(key, frame)
    assert key in one.floods


def test_a_link_that_brings_more_although_it_is_held_is_cut_off() -> None:
    one = Setting()
    one.play()
    one.router.on_up(CLEO, Role.MEMBER)
    one.ears.full = True
    one.router.on_frame(CLEO, of_session(1))
    assert one.wires.closed == [(CLEO, Reason.FLOOD)]


def test_whoever_has_flooded_gets_no_link_for_a_while() -> None:
    one = Setting()
    one.play()
    one.policy.shun(CLEO)
    assert one.policy.accepts(CLEO, Role.MEMBER) is False
    one.router.on_up(CLEO, Role.MEMBER)  # we had called it
    assert one.wires.closed == [(CLEO, Reason.FLOOD)]
    assert one.ears.told == []


def test_what_waits_for_the_session_is_bounded_in_bytes() -> None:
    one = Setting()
    one.router.on_up(ANA, Role.MEMBER)
    for _ in range(10):
        one.router.on_frame(ANA, codec.encode((17, bytes(MAX_EARLY_BYTES // 3))))
    assert sum(map(len, one.router._early[ANA])) <= MAX_EARLY_BYTES


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
    SideChannel(MADE, 0, PEOPLE[0].sign, tell, ClientState(), lambda *_: None).say("good luck")
    seat = None if role == "watch" else 1
    one.router.side_channel = SideChannel(
        MADE, seat, PEOPLE[1].sign, tell, one.state, lambda *_: None
    )
    one.router.on_frame(ANA, said[0][0])
    assert [line.text for line in one.state.chat] == heard
