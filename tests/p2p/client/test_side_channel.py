"""Talk at a table: what is said reaches everybody once, and the news."""

from __future__ import annotations

import pytest

from games import registry
from p2p.client.side_channel import Talk
from p2p.client.updates import ClientState
from p2p.errors import CodecError, LocalError
from p2p.wire import codec
from tests.p2p.tables import Person, charter_of, person

PEOPLE = [person(n) for n in range(3)]


class Place:
    """One member's talk; `told` is what it handed on, and whom it left out."""

    def __init__(self, seat: int | None, one: Person) -> None:
        self.news = ClientState()
        self.told: list[tuple[bytes, bytes | None]] = []
        charter = charter_of(registry.make("inheritance"), PEOPLE)
        tell = lambda frame, source: self.told.append((frame, source))  # noqa: E731
        self.talk = Talk(charter, seat, one.sign, tell, self.news)

    def hear(self, source: Person, frame: bytes) -> None:
        self.talk.hear(source.key, codec.array(codec.decode(frame)), 1.0)


@pytest.fixture
def places() -> list[Place]:
    return [Place(seat, one) for seat, one in enumerate(PEOPLE)]


def test_a_line_is_passed_on_to_all_but_its_source(places: list[Place]) -> None:
    ana, ben, _ = places
    ana.talk.say("good luck")
    ((frame, source),) = ana.told
    assert source is None
    ben.hear(PEOPLE[0], frame)
    ben.hear(PEOPLE[2], frame)
    assert ben.told == [(frame, PEOPLE[0].key)]
    assert [line.text for line in ben.news.chat] == ["good luck"]
    assert ben.news.changed.is_set()


def test_a_muted_seat_is_passed_on_unshown(places: list[Place]) -> None:
    ana, ben, _ = places
    ben.talk.mute(0, True)
    ana.talk.say("hello")
    ben.hear(PEOPLE[0], ana.told[0][0])
    assert ben.news.chat == ()
    assert len(ben.told) == 1


def test_a_wish_for_a_rematch_reaches_who_comes_later(places: list[Place]) -> None:
    ana, ben, cleo = places
    ana.talk.ask_again()
    ben.hear(PEOPLE[0], ana.told[0][0])
    assert ben.news.again == (0,)
    (again,) = ben.talk.to_say_again()
    cleo.hear(PEOPLE[1], again)
    assert cleo.news.again == (0,)


def test_a_spectator_says_nothing() -> None:
    watcher = Place(None, person(4))
    with pytest.raises(LocalError):
        watcher.talk.ask_again()
    with pytest.raises(LocalError):
        watcher.talk.say("hello")
    assert watcher.told == []


def test_nonsense_is_refused(places: list[Place]) -> None:
    for frame in (codec.encode((9,)), codec.encode((8, 1)), codec.encode((9, 0, bytes(64)))):
        with pytest.raises(CodecError):
            places[1].hear(PEOPLE[0], frame)
