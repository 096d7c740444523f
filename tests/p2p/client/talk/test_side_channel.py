"""What is said at a table reaches everybody once, and whoever shows it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games import registry
from p2p.client.talk.side_channel import STATEMENTS, STATEMENTS_A_SECOND, Said, SideChannel
from p2p.errors import CodecError, LocalError
from p2p.wire import codec
from simulation.tables import Person, charter_of, person

PEOPLE = [person(n) for n in range(3)]


class Place:
    """One member's talk; `told` is what it handed on, and whom it left out."""

    def __init__(self, seat: int | None, one: Person) -> None:
        self.said = Said()
        self.shown = 0
        self.told: list[tuple[bytes, bytes | None]] = []
        charter = charter_of(registry.make("inheritance"), PEOPLE)
        tell = lambda frame, source: self.told.append((frame, source))  # noqa: E731
        self.later: list[tuple[float, Callable[[], None]]] = []
        later = lambda seconds, work: self.later.append((seconds, work))  # noqa: E731
        self.now = 100.0
        clock = lambda: self.now  # noqa: E731
        self.channel = SideChannel(charter, seat, one.sign, tell, self._show, later, clock)

    def _show(self, said: Said) -> None:
        self.said = said
        self.shown += 1

    def hear(self, source: Person, frame: bytes) -> None:
        self.channel.hear(source.key, codec.array(codec.decode(frame)), 1.0)


@pytest.fixture
def places() -> list[Place]:
    return [Place(seat, one) for seat, one in enumerate(PEOPLE)]


def test_a_line_is_passed_on_to_all_but_its_source(places: list[Place]) -> None:
    ana, ben, _ = places
    ana.channel.say("good luck")
    ((frame, source),) = ana.told
    assert source is None
    ben.hear(PEOPLE[0], frame)
    ben.hear(PEOPLE[2], frame)
    assert ben.told == [(frame, PEOPLE[0].key)]
    assert [line.text for line in ben.said.chat] == ["good luck"]
    assert ben.shown


def test_a_muted_seat_is_passed_on_unshown(places: list[Place]) -> None:
    ana, ben, _ = places
    ben.channel.mute(0, True)
    ana.channel.say("hello")
    ben.hear(PEOPLE[0], ana.told[0][0])
    assert ben.said.chat == ()
    assert len(ben.told) == 1


def test_a_wish_for_a_rematch_reaches_who_comes_later(places: list[Place]) -> None:
    ana, ben, cleo = places
    ana.channel.ask_again()
    ben.hear(PEOPLE[0], ana.told[0][0])
    assert ben.said.again == (0,)
    again, _ = ben.channel.to_say_again()
    cleo.hear(PEOPLE[1], again)
    assert cleo.said.again == (0,)


def test_a_spectator_says_nothing() -> None:
    watcher = Place(None, person(4))
    with pytest.raises(LocalError):
        watcher.channel.ask_again()
    with pytest.raises(LocalError):
        watcher.channel.say("hello")
    assert watcher.told == []


def test_nonsense_is_refused(places: list[Place]) -> None:
    for frame in (codec.encode((9,)), codec.encode((8, 1)), codec.encode((9, 0, bytes(64)))):
        with pytest.raises(CodecError):
            places[1].hear(PEOPLE[0], frame)


def test_a_spectator_hears_the_others_and_passes_nothing_on(places: list[Place]) -> None:
    watcher = Place(None, person(4))
    places[0].channel.say("good luck")
    watcher.hear(PEOPLE[1], places[0].told[0][0])
    assert [line.text for line in watcher.said.chat] == ["good luck"]
    assert watcher.told == []


def test_spectators_who_come_and_go_all_the_time_flood_nobody(places: list[Place]) -> None:
    """Each statement goes from member to member, and who passes on too much loses its links."""
    ana, ben, _ = places
    for number in range(500):
        ana.channel.watched_by(bytes([number % 8]) * 32, f"Eve {number}")
        ana.channel.left_by(bytes([number % 8]) * 32)
    ana.channel.watched_by(b"e" * 32, "Eve")
    assert len(ana.told) == STATEMENTS
    ((pause, catch_up),) = ana.later
    assert pause == pytest.approx(1 / STATEMENTS_A_SECOND)
    ana.now += pause
    catch_up()
    assert len(ana.told) == STATEMENTS + 1
    for frame, _ in ana.told:
        ben.hear(PEOPLE[0], frame)
    assert ben.said.watchers == ana.said.watchers == ("Eve",)
    assert len(ana.later) == 1


def test_a_spectator_is_known_by_name_at_once(places: list[Place]) -> None:
    ana = places[0]
    ana.channel.watched_by(b"e" * 32, "")
    ana.channel.watched_by(b"e" * 32, "Eve")
    ana.channel.watched_by(b"e" * 32, "Eve")
    assert (len(ana.told), ana.said.watchers) == (2, ("Eve",))
    ana.channel.left_by(b"e" * 32)
    assert (len(ana.told), ana.said.watchers) == (3, ())
