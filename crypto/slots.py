"""The slot state machine: whose layers lie on a card's ciphertext, and who may read it.

A *slot* is one version of one card's ciphertext. A shuffle, a mix, a transfer or a re-mask makes
a new slot; a share only takes a layer off an existing one. Layers commute, so shares count in any
order. The four laws (after Barnett and Smart, and the peek-then-deal attack):

1. a slot has a ciphertext only once the proof of its origin has been checked;
2. a joint slot released to one reader is never released to another: the new reader re-masks;
3. a share is called for only by a step that names the slot, its reader and its reason;
4. one share per slot and seat, ever.

This module keeps that state. It checks no proof and knows no card's meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from crypto.elgamal import Ciphertext, open_card, strip
from crypto.errors import MisuseError
from crypto.group import Point, sum_of


@dataclass(slots=True, eq=False)
class Slot:
    """One version of a card's ciphertext.

    `layers`: the seats whose keys mask it, all seats of the table for a joint slot, one for a
    held slot. `reader`: the one seat that the slot was released to, if any. `clock`: the messages
    counted of each author that its origin rests on, and `share_clocks` those of each share: clocks
    kept for the caller, apart from each other because shares of different seats may cross.
    `former`: the first halves that the card had before it was re-masked, oldest first.
    """

    layers: tuple[int, ...]
    clock: tuple[int, ...]
    ciphertext: Ciphertext | None = None
    reader: int | None = None
    shares: dict[int, Point] = field(default_factory=dict)
    share_clocks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    former: tuple[Point, ...] = ()
    _bare: dict[int | None, Ciphertext] = field(default_factory=dict, repr=False)
    """What is left for a reader, once known: shares and ciphertext come once and stay."""

    @property
    def joint(self) -> bool:
        """Whether the ciphertext is under more than one seat's key."""
        return len(self.layers) > 1

    def settle(self, ciphertext: Ciphertext, clock: tuple[int, ...]) -> None:
        """Law 1: the proof of this slot's origin has been checked; this is its ciphertext."""
        if self.ciphertext is not None:
            # D-2: a late share is judged against the slot that its step named, so that one never
            # changes.
            raise MisuseError("a slot gets its ciphertext once")
        self.ciphertext = ciphertext
        self.clock = clock

    def release(self, reader: int) -> None:
        """Law 2: from now on shares for `reader` may be given."""
        if self.needs_remask(reader):
            raise MisuseError("this slot was released to another seat: re-mask it first")
        self.reader = reader

    def needs_remask(self, reader: int) -> bool:
        """Whether `reader` is a second reader of a joint slot."""
        return self.joint and self.reader not in (None, reader)

    def missing(self, reader: int | None) -> tuple[int, ...]:
        """Seats whose share is still wanted before `reader` (None: everybody) can read it."""
        return tuple(s for s in self.layers if s != reader and s not in self.shares)

    def add_share(self, seat: int, share: Point, clock: tuple[int, ...]) -> None:
        """Law 4: take one seat's layer off."""
        if seat not in self.layers or seat in self.shares:
            raise MisuseError("one share per slot and seat, from a seat whose layer is on it")
        self.shares[seat] = share
        self.share_clocks[seat] = clock

    def read_clocks(self, seat: int | None) -> list[tuple[int, ...]]:
        """The clocks of all that `seat` (None: everybody) needs to read this slot."""
        given = [self.share_clocks[s] for s in self.layers if s != seat and s in self.shares]
        return [self.clock, *given]

    def alone(self, seat: int) -> Ciphertext | None:
        """The ciphertext under `seat`'s key alone, or None while other layers are on it."""
        if self.ciphertext is None or seat not in self.layers or self.missing(seat):
            return None
        return self._stripped(self.ciphertext, seat)

    def plain(self) -> Point | None:
        """The card's point once every layer is off, else None."""
        if self.ciphertext is None or self.missing(None):
            return None
        return self._stripped(self.ciphertext, None).c2

    def _stripped(self, ciphertext: Ciphertext, reader: int | None) -> Ciphertext:
        if reader not in self._bare:
            others = [self.shares[s] for s in self.layers if s != reader]
            self._bare[reader] = strip(ciphertext, others)
        return self._bare[reader]

    def without(self, seat: int) -> Slot:
        """The same card with the layer of a seat that left taken off for good.

        A new slot for steps still to come. This one stays as it is, for shares still owed on it.
        """
        if self.ciphertext is None or seat not in self.shares:
            raise MisuseError("a layer comes off only with its share")
        columns = zip(self.clock, self.share_clocks[seat], strict=True)
        return Slot(
            layers=tuple(s for s in self.layers if s != seat),
            clock=tuple(max(column) for column in columns),
            ciphertext=strip(self.ciphertext, [self.shares[seat]]),
            reader=self.reader,
            shares={s: share for s, share in self.shares.items() if s != seat},
            share_clocks={s: at for s, at in self.share_clocks.items() if s != seat},
            former=self.former,
        )


def open_slot(message: Point, keys: Mapping[int, Point], clock: tuple[int, ...]) -> Slot:
    """The slot of a card that everybody knows: (G, M + X), on which each share is the key itself.

    `keys`: the card keys of the seats that are in.
    """
    # The share that a seat would give on (G, M + X) is its public key, which everybody knows.
    seats = tuple(sorted(keys))
    total = _sum(tuple(keys[seat] for seat in seats))
    return Slot(
        layers=seats,
        clock=clock,
        ciphertext=open_card(message, total),
        shares={seat: keys[seat] for seat in seats},
        share_clocks=dict.fromkeys(seats, clock),
    )


@lru_cache(maxsize=16)
def _sum(keys: tuple[Point, ...]) -> Point:
    """The joint key of a table, which all its open cards lie under."""
    return sum_of(keys)
