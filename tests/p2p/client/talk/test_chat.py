"""Table talk: signed, limited, passed on once, harmless on a terminal."""

from __future__ import annotations

import pytest

from p2p.client.talk.chat import BURST, CHAT, SECONDS_A_LINE, Chat
from p2p.errors import CodecError, LocalError
from p2p.wire import codec
from p2p.wire.codec import Value
from simulation.tables import bytes_of, person

TABLE = bytes(32)
PEOPLE = [person(n) for n in range(3)]
KEYS = [one.key for one in PEOPLE]


def chat_of(seat: int, table: bytes = TABLE) -> Chat:
    return Chat(table, KEYS, seat, PEOPLE[seat].sign)


def items(frame: bytes) -> tuple[Value, ...]:
    return codec.array(codec.decode(frame))


def test_a_line_is_heard_once_and_passed_on_once() -> None:
    frame = chat_of(0).say("good luck", 0)
    ben = chat_of(1)
    assert ben.hear(items(frame), 0.0) == frame
    assert ben.hear(items(frame), 0.0) is None
    assert [(line.seat, line.text) for line in ben.lines] == [(0, "good luck")]


def test_nobody_repeats_what_a_seat_has_said_before() -> None:
    """Also to somebody who was not there then."""
    ana, cleo = chat_of(0), chat_of(2)
    old, new = ana.say("yes", 5), ana.say("no", 5)
    assert cleo.hear(items(new), 0.0) == new
    assert cleo.hear(items(old), 0.0) is None
    assert [line.text for line in cleo.lines] == ["no"]
    assert chat_of(0).hear(items(old), 0.0) is None, "of ourselves nobody else speaks"


def test_the_same_words_can_be_said_twice() -> None:
    ana, ben = chat_of(0), chat_of(1)
    for n in range(2):
        ben.hear(items(ana.say("again", n)), 0.0)
    assert len(ben.lines) == 2


def test_nobody_speaks_for_another_seat_or_table() -> None:
    body = codec.encode((0, 0, "I concede"))
    forged = (CHAT, body, PEOPLE[2].sign(b"crownless chat v1" + TABLE, body))
    with pytest.raises(CodecError, match="did not sign"):
        chat_of(1).hear(forged, 0.0)
    elsewhere = chat_of(0, bytes_of("other")).say("hello", 0)
    with pytest.raises(CodecError, match="did not sign"):
        chat_of(1).hear(items(elsewhere), 0.0)


def test_a_foreign_line_cannot_touch_the_terminal() -> None:
    text = "hi\x1b[2J\u202e there\nx"
    body = codec.encode((0, 0, text))
    frame = (CHAT, body, PEOPLE[0].sign(b"crownless chat v1" + TABLE, body))
    ben = chat_of(1)
    ben.hear(frame, 0.0)
    assert all(c.isprintable() for c in ben.lines[0].text)


def test_who_talks_too_fast_is_not_heard() -> None:
    ana, ben = chat_of(0), chat_of(1)
    frames = [ana.say(f"line {n}", n) for n in range(BURST + 3)]
    heard = [ben.hear(items(frame), 100.0) for frame in frames]
    assert sum(frame is not None for frame in heard) == BURST
    later = ana.say("calm", 99)
    assert ben.hear(items(later), 100.0 + SECONDS_A_LINE) is not None


def test_a_muted_seat_is_passed_on_but_not_shown() -> None:
    ben = chat_of(1)
    ben.muted.add(0)
    assert ben.hear(items(chat_of(0).say("psst", 0)), 0.0) is not None
    assert not ben.lines


def test_spectators_and_empty_lines_say_nothing() -> None:
    with pytest.raises(LocalError, match="spectators"):
        Chat(TABLE, KEYS, None, PEOPLE[0].sign).say("hello", 0)
    with pytest.raises(LocalError):
        chat_of(0).say("  ", 0)


@pytest.mark.parametrize(
    "bad",
    [
        (CHAT,),
        (CHAT, b"", bytes(64)),
        (CHAT, codec.encode((7, 0, "x")), bytes(64)),
        (CHAT, codec.encode((0, 0, "x" * 5000)), bytes(64)),
        (CHAT, codec.encode((0, -1, "x")), bytes(64)),
        (CHAT, codec.encode((0, 0, "x")), bytes(63)),
    ],
)
def test_nonsense_is_refused(bad: tuple[Value, ...]) -> None:
    with pytest.raises(CodecError):
        chat_of(1).hear(bad, 0.0)
