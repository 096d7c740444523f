"""What a turn of the dice game of King costs a seat, in multiplications of the same run.

A draw of five takes five sets of 15 cards, each shuffled by every seat and checked by all others,
and the shares of five cards. The work is spread: all but the shares is done ahead, while people
decide. With the deck a draw costs its shares alone.
"""

from __future__ import annotations

from bench.crypto_bench import Deck, medians
from bench.row import Row

SIDES = 15
CARDS = 5
SEATS = (2, 6)


def measure() -> list[Row]:
    """One turn at the smallest and the largest table, by a seat that does not draw itself."""
    one = Deck(SIDES, shown=CARDS)
    unit, turn, check, share, check_share = medians(
        [one.multiply, one.turn, one.check, one.share, one.check_share]
    )
    unit /= one.batch
    rows = [
        Row("turn at a set of 15 cards, in multiplications", turn / unit, "mult", None),
        Row("check of a set of 15, in multiplications", check / unit, "mult", None),
    ]
    for seats in SEATS:
        shares = share + (seats - 2) * check_share
        sets = CARDS * (turn + (seats - 1) * check)
        rows += [
            Row(
                f"a draw of 5 with dice, {seats} seats, one seat",
                (sets + shares) / unit,
                "mult",
                None,
            ),
            Row(f"a draw of 5 from the deck, {seats} seats", shares / unit, "mult", None),
        ]
    return rows
