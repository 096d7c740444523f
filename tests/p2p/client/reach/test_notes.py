"""Notes from one seat to another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crypto.sign import verify
from p2p.client.reach.notes import ACCEPT, GO, NOTE_LABEL, OFFER, PING, Note, read_note
from p2p.errors import CodecError
from p2p.net.address import Address
from p2p.wire import codec
from simulation.tables import person

ANA = person(0)
LABEL = NOTE_LABEL + bytes(32)
NOTE = Note(0, 2, OFFER, b"n" * 16, Address("198.51.100.7", 40000))


def sent(note: Note) -> tuple[codec.Value, ...]:
    return codec.array(codec.decode(note.signed(ANA.sign, LABEL).frame()))


@pytest.mark.parametrize(
    "note",
    [
        NOTE,
        Note(2, 0, ACCEPT, b"n" * 32, Address("2001:db8::1", 1024)),
        Note(1, 0, PING, b"n" * 16, Address("", 0)),
        Note(1, 0, GO, b"n" * 16, Address("", 0)),
    ],
)
def test_what_is_said_is_what_is_read_and_passed_on(note: Note) -> None:
    read, frame = read_note(sent(note), 3)
    assert replace(read, signature=b"") == note
    assert verify(ANA.key, LABEL, read.body(), read.signature)
    assert frame == note.signed(ANA.sign, LABEL).frame()


@pytest.mark.parametrize(
    "note",
    [
        replace(NOTE, author=3),
        replace(NOTE, to=3),
        replace(NOTE, kind=5),
        replace(NOTE, nonce=b"n" * 15),
        replace(NOTE, nonce=b"n" * 32),
        replace(NOTE, kind=ACCEPT),
        replace(NOTE, address=Address("x" * 65, 1)),
        replace(NOTE, address=Address("198.51.100.7", 65536)),
    ],
)
def test_what_no_client_says_is_no_note(note: Note) -> None:
    with pytest.raises(CodecError):
        read_note(sent(note), 3)


@pytest.mark.parametrize("items", [(13,), (13, b"", b""), (13, 1, b"s" * 64), (13, b"\x90", b"s")])
def test_other_forms_are_no_note(items: tuple[codec.Value, ...]) -> None:
    with pytest.raises(CodecError):
        read_note(items, 3)
