"""What the line of a seat says while the table waits for it."""

from __future__ import annotations

import pytest

from cli.tui.table.status import seat_does
from p2p.client.play.snapshot import Wait

CHOOSES, SHUFFLES = Wait(1, "choosing", decides=True), Wait(1, "shuffling")


@pytest.mark.parametrize(
    ("wait", "mine", "kept", "said"),
    [
        (CHOOSES, True, False, "your choice"),
        (CHOOSES, True, True, "your answer is kept"),
        (CHOOSES, False, True, "is choosing"),
        (SHUFFLES, True, True, "is shuffling"),
        (SHUFFLES, True, False, "is shuffling"),
    ],
)
def test_what_a_seat_does(wait: Wait, mine: bool, kept: bool, said: str) -> None:
    assert seat_does(wait, mine=mine, kept=kept) == said
