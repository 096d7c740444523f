"""What parts about cards carry, written and read: ciphertexts, shares and transfers, proven.

Used wherever a card changes its layers: by the tasks of steps and by seats that leave.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial

from crypto.context import Context
from crypto.elgamal import Ciphertext
from crypto.group import Point
from crypto.keys import join_keys
from crypto.shares import check_shares, prove_shares
from crypto.slots import Slot
from crypto.transfer import check_transfer, transfer
from p2p.replica.task import Clock, SeatSecrets, Task
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import merge

OnProgress = Callable[[int, int, int, int], None]
"""Called with (step, seat, cards done, cards in all) while a shuffle is made or checked."""


@dataclass(slots=True)
class Keys:
    """Public card keys by seat, and the work aids that never change a result."""

    card: dict[int, Point] = field(default_factory=dict)
    pool: Executor | None = None
    progress: OnProgress | None = None

    def joint(self, seats: Sequence[int]) -> Point:
        """X: the sum of the card keys of `seats`. Raises ProofError if it hides nothing."""
        return join_keys([self.card[seat] for seat in seats])

    def ticker(self, step: int, seat: int) -> Callable[[int, int], None] | None:
        """A progress callback for one pass of one shuffle."""
        report = self.progress
        if report is None:
            return None
        return lambda done, total: report(step, seat, done, total)


def read_ciphertexts(value: Value, count: int) -> tuple[Ciphertext, ...]:
    """`count` ciphertexts of 64 bytes each, one after the other."""
    data = codec.blob(value, 64 * count)
    return tuple(Ciphertext.decode(data[i : i + 64]) for i in range(0, len(data), 64))


def read_points(value: Value, count: int) -> tuple[Point, ...]:
    """`count` points of 32 bytes each."""
    data = codec.blob(value, 32 * count)
    return tuple(
        Point.decode(data[i : i + 32], allow_identity=True) for i in range(0, len(data), 32)
    )


def settled(slots: Sequence[Slot]) -> bool:
    """Whether every slot has its ciphertext."""
    return all(slot.ciphertext is not None for slot in slots)


def ciphertexts(slots: Sequence[Slot]) -> tuple[Ciphertext, ...]:
    """The ciphertexts of settled slots."""
    return tuple(slot.ciphertext for slot in slots if slot.ciphertext is not None)


def clocks(start: Clock, slots: Sequence[Slot]) -> Clock:
    """What a part that works on the ciphertexts of `slots` must cover."""
    return merge(start, *{slot.clock for slot in slots})  # of many cards mostly the same


def read_clocks(start: Clock, slots: Sequence[Slot], reader: int | None) -> Clock:
    """What a part that rests on `reader`'s (None: everybody's) reading of `slots` must cover."""
    return merge(start, *{clock for slot in slots for clock in slot.read_clocks(reader)})


def owed_slots(slots: Sequence[Slot], seat: int) -> list[Slot]:
    """Slots on which `seat`'s layer still lies. Its own earlier parts alone decide this."""
    return [slot for slot in slots if seat in slot.layers and seat not in slot.shares]


def make_shares(secrets: SeatSecrets, slots: Sequence[Slot], context: Context) -> Value:
    """A seat's shares on `slots` with their batched proof."""
    shares, proof = prove_shares(secrets.secret, secrets.card, ciphertexts(slots), context)
    return (b"".join(share.encode() for share in shares), proof)


def take_shares(
    payload: Value,
    key: Point,
    slots: Sequence[Slot],
    seat: int,
    clock: Clock,
    task: Task,
    put_off: Callable[[Callable[[], None]], None] | None = None,
) -> None:
    """Check a seat's shares on `slots` and take its layers off.

    `put_off`, if given, takes the check of the proof in place of making it.
    """
    encoded, argument = codec.array(payload, 2)
    shares = read_points(encoded, len(slots))
    bases, context = ciphertexts(slots), task.context(seat)
    proof = partial(check_shares, key, bases, shares, codec.blob(argument), context)
    (task.check if put_off is None else put_off)(proof)
    for slot, share in zip(slots, shares, strict=True):
        slot.add_share(seat, share, clock)
    task.depends_on = merge(task.depends_on, clock)


def make_transfers(
    secrets: SeatSecrets, inputs: Sequence[Ciphertext], to: Point, context: Context
) -> Value:
    """Each of a seat's own cards re-encrypted to another key, with its proof."""
    made = [transfer(secrets.secret, secrets.card, ct, to, context) for ct in inputs]
    return tuple((ct.encode(), proof) for ct, proof in made)


def read_transfers(
    payload: Value, giver: int, inputs: Sequence[Ciphertext], to: Point, keys: Keys, task: Task
) -> list[Ciphertext]:
    """The cards of the seat `giver` under their new key, each proof checked."""
    outputs: list[Ciphertext] = []
    key, context = keys.card[giver], task.context(giver)
    for before, item in zip(inputs, codec.array(payload, len(inputs)), strict=True):
        encoded, proof = codec.array(item, 2)
        after = Ciphertext.decode(codec.blob(encoded, 64))
        task.check(partial(check_transfer, key, before, after, to, codec.blob(proof), context))
        outputs.append(after)
    return outputs
