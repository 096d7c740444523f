"""How long shuffles take, in milliseconds and in multiplications of the same run.

Ratios do not depend much on the machine; times do. Every figure is the median of nine, and the
unit, one variable-base multiplication called through the same module, is measured between the
other runs, so that a machine that changes its speed changes both.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter

from bench.row import Row
from crypto.context import Context
from crypto.derive import Secret
from crypto.elgamal import Ciphertext, face_point, open_card
from crypto.group import Point, Scalar
from crypto.keys import make_key
from crypto.shares import check_shares, prove_shares
from crypto.shuffle import check_shuffle, shuffle

ROUNDS = 9
_BATCH = 200


def measure() -> list[Row]:
    """Everything that section "cards" of the targets names; the first row is the unit."""
    with ThreadPoolExecutor(1) as pool:
        small, large = Deck(52, pool), Deck(520, pool)
        tasks: list[Callable[[], None]] = [
            small.multiply,
            small.turn,
            small.check,
            partial(small.check, pool),
            partial(small.turn, pool),
            large.turn,
            large.check,
            small.share,
            small.check_share,
        ]
        unit, turn, check, check_two, turn_two, turn_large, check_large, share, check_share = (
            medians(tasks)
        )
    unit /= _BATCH
    return [
        Row("one variable-base multiplication", unit * 1e6, "us", None),
        Row("turn at 52 cards: shuffle and prove", turn * 1e3, "ms", None),
        Row("turn at 52 cards, in multiplications", turn / unit, "mult", 600),
        Row("check of 52 cards, decoding included", check * 1e3, "ms", None),
        Row("check of 52 cards, in multiplications", check / unit, "mult", 660),
        Row("check of 52 cards: two threads to one", check_two / check, "ratio", 0.66),
        Row("turn at 52 cards: two threads to one", turn_two / turn, "ratio", None),
        Row("turn at 520 cards", turn_large * 1e3, "ms", None),
        Row("check of 520 cards", check_large * 1e3, "ms", None),
        Row("growth of a turn from 52 to 520 cards", turn_large / turn, "ratio", 10.5),
        Row("growth of a check from 52 to 520 cards", check_large / check, "ratio", 10.5),
        Row("shares of 10 cards with proof", share * 1e3, "ms", None),
        Row("check of the shares of 10 cards", check_share * 1e3, "ms", None),
    ]


class Deck:
    """A deck, its shuffle as it would come over the wire, and the tasks to be timed."""

    batch = _BATCH
    """So many multiplications are one task."""

    def __init__(
        self, size: int, pool: ThreadPoolExecutor | None = None, *, shown: int = 10
    ) -> None:
        self.secret = Secret(bytes(32))
        self.context = Context(b"bench", 1, 0)
        self.pair = make_key(self.secret, "card", self.context.table)
        self.key: Point = self.pair.public
        self.number: Scalar = self.secret.scalar("bench")
        faces = [face_point("bench", number.to_bytes(4, "big")) for number in range(size)]
        self.cards = [open_card(face, self.key) for face in faces]
        outputs, self.proof = shuffle(self.secret, self.cards, self.key, self.context, pool=pool)
        self.sent = [card.encode() for card in outputs]
        self.some = outputs[:shown]
        self.shares = prove_shares(self.secret, self.pair, self.some, self.context)

    def multiply(self) -> None:
        number, point = self.number, self.key
        for _ in range(_BATCH):
            number * point

    def turn(self, pool: ThreadPoolExecutor | None = None) -> None:
        shuffle(self.secret, self.cards, self.key, self.context, pool=pool)

    def check(self, pool: ThreadPoolExecutor | None = None) -> None:
        outputs = [Ciphertext.decode(data) for data in self.sent]
        check_shuffle(self.cards, outputs, self.key, self.proof, self.context, pool=pool)

    def share(self) -> None:
        prove_shares(self.secret, self.pair, self.some, self.context)

    def check_share(self) -> None:
        check_shares(self.key, self.some, *self.shares, self.context)


def medians(tasks: Sequence[Callable[[], None]]) -> list[float]:
    """Run the tasks in turn, nine times, and return the median time of each in seconds."""
    times: list[list[float]] = [[] for _ in tasks]
    for _ in range(ROUNDS):
        for task, taken in zip(tasks, times, strict=True):
            begin = perf_counter()
            task()
            taken.append(perf_counter() - begin)
    return [statistics.median(taken) for taken in times]
