"""Notes are put together by hand, and are the canonical forms of what they say all the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.engine.ledger import Notes
from games.engine.values import CardId, Primitive, Seat, form

CARDS = (CardId(3), CardId(12))


@pytest.mark.parametrize(
    ("say", "said"),
    [
        (lambda n: n.zone("pile", None, hand=False), ("zone", "pile", None, False)),
        (lambda n: n.zone("hand é", Seat(2), hand=True), ("zone", "hand é", 2, True)),
        (lambda n: n.create(("a", ("b", 1)), "pile"), ("create", ("a", ("b", 1)), "pile")),
        (lambda n: n.place(CARDS, "pile", 7), ("place", (3, 12), "pile", 7)),
        (lambda n: n.hide(CARDS), ("hide", (3, 12))),
        (lambda n: n.remove(CARDS[:1]), ("remove", (3,))),
        (lambda n: n.event("turn 2"), ("event", "turn 2")),
    ],
)
def test_each_note_has_its_canonical_form(say: Callable[[Notes], None], said: Primitive) -> None:
    notes = Notes()
    say(notes)
    assert notes
    assert notes.form() == form((said,))


def test_notes_stand_in_their_order_and_are_forgotten_when_they_are_hashed() -> None:
    notes = Notes()
    assert not notes
    assert notes.form() == form(())
    notes.event("one")
    notes.event("two")
    assert notes.form() == form((("event", "one"), ("event", "two")))
    notes.clear()
    assert not notes
    assert notes.form() == form(())
