"""Steps that lay a hidden map: decks shuffled at once, private views of it, positions named.

The cards of the map are never opened. Each seat copies them into a view of its own, in an order
that it alone knows, with blanks among them, and has positions of that view opened to itself: so
others see how many it opens, and nothing else. A position is opened once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from crypto.context import Context
from crypto.elgamal import Ciphertext
from crypto.shuffle import check_shuffle, shuffle
from crypto.slots import Slot
from games.engine.errors import BadResult
from games.engine.fog_steps import Copy, NamePositions, ShuffleDecks, unopened
from games.engine.private import Half
from games.engine.table import Table
from games.engine.values import CardId
from p2p.errors import LocalError
from p2p.log.fault import Charge, Refusal
from p2p.replica.card_payloads import (
    Keys,
    ciphertexts,
    clocks,
    read_ciphertexts,
    read_clocks,
    settled,
)
from p2p.replica.dealer import Builders, Dealer
from p2p.replica.fog_state import COPY_LABEL, Fog, View
from p2p.replica.part_checks import Check, Owed, PartKind, ProofName, once
from p2p.replica.shuffle_tasks import ShuffleTask
from p2p.replica.task import Clock, Reach, SeatSecrets, Task
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, merge


class ShuffleDecksTask(ShuffleTask):
    """One pass a seat over several decks, each of them shuffled and proven for itself.

    The stage holds the cards of all decks, one deck after the other.
    """

    kind = Kind.DECKS

    def __init__(
        self,
        reach: Reach,
        keys: Keys,
        *,
        seats: tuple[int, ...],
        cards: tuple[int, ...],
        stage: list[Slot],
        fresh: tuple[int, ...],
        sizes: Sequence[int],
    ) -> None:
        """`sizes`: how many cards each deck has."""
        super().__init__(reach, keys, seats=seats, cards=cards, stage=stage, fresh=fresh)
        self._ends = [sum(sizes[: deck + 1]) for deck in range(len(sizes))]
        self._starts = [0, *self._ends[:-1]]

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
        tick = self._keys.ticker(self.number, seat)
        made = []
        for deck, cards in enumerate(self._decks()):
            outputs, proof = shuffle(
                secrets.secret,
                cards,
                self._keys.joint(self.seats),
                self.context(seat),
                label=_deck_label(deck),
                progress=tick and partial(self._tell, tick, deck),
                pool=self._keys.pool,
            )
            made.append((b"".join([ct.encode() for ct in outputs]), proof))
        return tuple(made)

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        tick = self._keys.ticker(self.number, seat)
        after: list[Ciphertext] = []
        items = codec.array(payload, len(self._starts))
        for deck, (cards, item) in enumerate(zip(self._decks(), items, strict=True)):
            outputs, proof = codec.array(item, 2)
            read = read_ciphertexts(outputs, len(cards))
            self.check(
                partial(
                    check_shuffle,
                    cards,
                    read,
                    self._keys.joint(self.seats),
                    codec.blob(proof),
                    self.context(seat),
                    label=_deck_label(deck),
                    progress=tick and partial(self._tell, tick, deck),
                    pool=self._keys.pool,
                )
            )
            after += read
        self._pass(seat, after, clock)

    def _decks(self) -> list[tuple[Ciphertext, ...]]:
        cards = ciphertexts(self.stage)
        return [cards[start:end] for start, end in zip(self._starts, self._ends, strict=True)]

    def _tell(self, tick: Callable[[int, int], None], deck: int, done: int, total: int) -> None:
        """Progress of one deck, told as progress of all."""
        tick(self._starts[deck] + done, self._ends[-1])


class CopyTask(Task):
    """One seat copies the map into its own view: one proven shuffle by its owner alone."""

    may_follow = True

    def __init__(
        self, reach: Reach, keys: Keys, *, view: View, sources: Sequence[Slot], made: Sequence[Slot]
    ) -> None:
        super().__init__(reach)
        self._keys = keys
        self.view = view
        self._required = clocks(reach.clock, sources)
        self._made = tuple(made)

    def pending(self, seat: int) -> Kind | None:
        return Kind.COPY if seat == self.view.owner and not settled(self._made) else None

    def required_clock(self, seat: int) -> Clock | None:
        return self._required

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
        outputs, proof = shuffle(
            secrets.secret,
            self.view.inputs,
            self.view.key,
            self.view.context,
            label=COPY_LABEL,
            progress=self._keys.ticker(self.number, seat),
            pool=self._keys.pool,
        )
        return (b"".join([ct.encode() for ct in outputs]), proof)

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        outputs, proof = codec.array(payload, 2)
        after = read_ciphertexts(outputs, len(self._made))
        self.check(
            partial(
                check_shuffle,
                self.view.inputs,
                after,
                self.view.key,
                codec.blob(proof),
                self.view.context,
                label=COPY_LABEL,
                progress=self._keys.ticker(self.number, seat),
                pool=self._keys.pool,
            )
        )
        for slot, ct in zip(self._made, after, strict=True):
            slot.settle(ct, merge(slot.clock, clock, self._required))


class PositionsTask(Task):
    """Each seat names positions of its own view: what it wants to see, filled up to one number."""

    blocking = True
    holds = Kind.POSITIONS

    def __init__(self, reach: Reach, *, step: NamePositions, dealer: Dealer) -> None:
        super().__init__(reach)
        self._zones = {int(seat): zone for seat, zone in step.pools}
        self._step = step
        self._table: Table = dealer.table
        self._fog: Fog = dealer.fog
        self._slots = {
            seat: dealer.slots_of(unopened(dealer.table, zone))
            for seat, zone in self._zones.items()
        }
        self._required: dict[int, Clock] = {}
        self.named: dict[int, tuple[CardId, ...]] = {}

    def pending(self, seat: int) -> Kind | None:
        return Kind.POSITIONS if seat in self._zones and seat not in self.named else None

    def required_clock(self, seat: int) -> Clock | None:
        if seat not in self._required:  # once it is known it stays
            opened = self._fog.opened(seat)
            if not settled(self._slots[seat]) or any(slot.missing(seat) for slot in opened):
                return None
            start = clocks(self.clock, self._slots[seat])
            self._required[seat] = read_clocks(start, opened, seat)
        return self._required[seat]

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
        assert half is not None, "positions are named by a half"
        layout = self._fog.views[seat].layout(secrets)
        count = self._step.count
        left = unopened(self._table, self._zones[seat])
        places = {layout[card]: card for card in left if layout[card] is not None}
        openings = half.openings(count)
        wanted = [places[cell] for cell in openings.wanted if cell in places][:count]
        fillers = [card for card in left if layout[card] is None]
        fillers += [places[cell] for cell in openings.known if cell in places]
        fillers = sorted(set(fillers) - set(wanted))
        if len(wanted) + len(fillers) < count:
            raise LocalError("this seat's view of the map has too few blanks left")
        order = secrets.secret.permutation(
            "fog fillers", self.context(seat).encode(), size=len(fillers)
        )
        drawn = [fillers[place] for place in order[: count - len(wanted)]]
        return tuple(sorted([*wanted, *drawn]))

    def audit(
        self, seat: int, kind: Kind, payload: Value, secrets: SeatSecrets, half: Half | None
    ) -> str | None:
        assert half is not None, "positions are named by a half"
        layout = self._fog.views[seat].layout(secrets)
        opened = {
            layout.get(codec.integer(card, 0, codec.MOST_INT)) for card in codec.array(payload)
        }
        openings = half.openings(self._step.count)
        if opened - {None, *openings.wanted, *openings.known}:
            return "it opened land that is out of its sight"
        return super().audit(seat, kind, payload, secrets, half)

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        items = codec.array(payload, self._step.count)
        named = tuple([CardId(codec.integer(item, 0, codec.MOST_INT)) for item in items])
        try:
            self._step.check(self._table, self._zones[seat], named)
        except BadResult as error:
            raise Refusal(Charge.MOVE, self.number, str(error)) from error
        self.named[seat] = named
        self.depends_on = merge(self.depends_on, clock)

    def complete(self) -> bool:
        return len(self.named) == len(self._zones)

    def result(self) -> object:
        return tuple(self.named[seat] for seat in self._zones)


def _deck_label(deck: int) -> str:
    """Each deck of a step has its own: else two with the same cards would get one order."""
    return f"deck {deck}"


def _shuffle_decks(step: ShuffleDecks, reach: Reach, dealer: Dealer) -> Task:
    cards = tuple([card for deck in step.decks for card in deck.cards])
    return ShuffleDecksTask(
        reach,
        dealer.keys,
        seats=dealer.seats,
        cards=cards,
        stage=[dealer.present(slot) for slot in dealer.slots_of(cards)],
        fresh=tuple([card for deck in step.decks for card in deck.fresh]),
        sizes=[len(deck.cards) for deck in step.decks],
    )


def _copy(step: Copy, reach: Reach, dealer: Dealer) -> Task:
    sources = [dealer.present(slot) for slot in dealer.slots_of(step.sources)]
    made = dealer.fresh(step.fresh, dealer.seats, reach.clock)
    view = View(
        step.owner,
        step.zone,
        step.fresh,
        step.cells,
        ciphertexts(sources),
        dealer.keys.joint(dealer.seats),
        Context(reach.table, reach.number, step.owner),
    )
    dealer.forget(dealer.fog.add_view(view))
    return CopyTask(reach, dealer.keys, view=view, sources=sources, made=made)


def _name_positions(step: NamePositions, reach: Reach, dealer: Dealer) -> Task:
    return PositionsTask(reach, step=step, dealer=dealer)


BUILDERS: Builders = {
    ShuffleDecks: _shuffle_decks,
    Copy: _copy,
    NamePositions: _name_positions,
}
PARTS = (
    PartKind(
        Kind.DECKS,
        Check(
            62, "deck_shuffles", "shuffle of the map's decks", "shuffles of the map's decks",
            "no tile was added, lost, copied or changed; one honest shuffler hides where they lie",
            "that those who shuffled told nobody their order",
            ", {decks:,} decks in all",
        ),
        {"deck_shuffles": once, "decks": lambda payload: len(codec.array(payload))},
        owed=Owed("a shuffle of the map", "shuffling the map"),
        mark=ProofName("map shuffle", "proof of a shuffled map", "proofs of shuffled maps"),
        dropped=True,
    ),
    PartKind(
        Kind.COPY,
        Check(
            64, "copies", "private view of the map", "private views of the map",
            "a seat looks at the very map that all others look at",
            "which place of its view is which cell: that is what it is for",
        ),
        {"copies": once},
        owed=Owed("its own view of the map", "laying out a map"),
        mark=ProofName("private view", "proof of a private view", "proofs of private views"),
    ),
    PartKind(
        Kind.POSITIONS,
        Check(
            82, "positions", "place of a view opened", "places of views opened",
            "each seat opened exactly as many as all others",
            "that it looked only where it may: the audit shows that",
        ),
        {"positions": lambda payload: len(codec.array(payload))},
        owed=Owed("the places it opens", "looking around"),
        binds=True,
    ),
)  # fmt: skip
