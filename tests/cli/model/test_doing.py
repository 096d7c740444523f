"""Plain words for whoever the table waits for."""

from __future__ import annotations

from cli.model.doing import CHOICES, doing, is_doing, seat_does
from p2p.replica.registry import PARTS


def test_everything_that_a_seat_can_owe_has_words_without_jargon() -> None:
    owed = {kind.owed for kind in PARTS.values() if kind.owed}
    assert owed
    assert set(CHOICES) <= owed
    for what in owed:
        assert doing(what).split()[0].endswith("ing"), what
        assert not {"share", "mask", "key", "seal", "owe"} & set(doing(what).split())


def test_who_chooses_is_said_as_one_would() -> None:
    assert is_doing("a decision") == "is choosing"
    assert is_doing("a shuffle", several=True) == "are shuffling"
    assert seat_does("a decision", mine=True) == "your choice"
    assert seat_does("a decision", mine=True, kept=True) == "your answer is kept"
    assert seat_does("a shuffle", mine=True, kept=True) == "is shuffling"
    assert seat_does("a shuffle", mine=True) == "is shuffling"
    assert seat_does("a decision", mine=False) == "is choosing"
