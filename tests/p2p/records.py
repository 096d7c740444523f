"""Records for tests: of whole games, cut, damaged, and with messages that somebody forged."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from p2p.errors import CodecError, P2PError
from p2p.log.log import signing_label
from p2p.record.record import Record, lacking, record_of
from p2p.session.session import Session
from p2p.session.validator import Good, Validator
from p2p.wire.charter import Charter
from p2p.wire.message import MAX_SEATS, Kind, Message, Part, Signed
from simulation.network import SimNet, table_of
from simulation.tables import Person, person


@lru_cache(maxsize=16)
def played(seats: int = 2, seed: int = 0, game: str = "magpies") -> SimNet:
    """A table that was played to its end. Shared: not to be changed."""
    net = table_of(seats, seed=seed, game=game)
    net.start_all()
    net.run(net.finished)
    assert net.finished()
    return net


def record_by(session: Session) -> Record:
    """The record that a client writes now."""
    return record_of(session.charter, session.log, session.replica.engine)


def record(seats: int = 2, seed: int = 0, game: str = "magpies") -> Record:
    """The record of such a table."""
    return record_by(played(seats, seed, game).session(0))


def signer(seat: int) -> Person:
    """Who sits there at a table of `played`."""
    return person(seat)


def signed_by(who: Person, table: bytes, body: bytes) -> Signed:
    """These bytes with a signature that fits this table."""
    return Signed(body, who.sign(signing_label(table), body))


def changed(
    signed: Signed, change: Callable[[Message], Message], who: Person | None = None
) -> Signed:
    """A changed message, signed by its author (or somebody else)."""
    message = signed.message
    body = change(message).encode()
    return signed_by(who or signer(message.seat), message.table, body)


def with_part(kind: Kind, change: Callable[[Part], Part]) -> Callable[[Message], Message]:
    """A change of the first part of that kind."""

    def apply(message: Message) -> Message:
        at = next(i for i, part in enumerate(message.parts) if part.kind is kind)
        parts = (*message.parts[:at], change(message.parts[at]), *message.parts[at + 1 :])
        return replace(message, parts=parts)

    return apply


def first_with(messages: Sequence[Signed], kind: Kind) -> int:
    """Where the first message with such a part stands."""
    return next(
        i for i, s in enumerate(messages) if any(part.kind is kind for part in s.message.parts)
    )


def accusing(whole: Record, at: int, *evidence: Signed) -> Record:
    """The record up to entry `at`, with evidence."""
    return fitted(replace(whole, messages=whole.messages[:at], evidence=in_order(evidence)))


def in_order(evidence: Sequence[Signed]) -> tuple[Signed, ...]:
    """Evidence as a record has it."""
    return tuple(sorted(evidence, key=lambda signed: signed.hash))


def causal(messages: Sequence[Signed], rng: random.Random) -> list[Signed]:
    """The same messages in another order in which each can be judged at once."""
    left = {(s.message.seat, s.message.seq): s for s in messages}
    placed = [0] * MAX_SEATS
    order: list[Signed] = []
    while left:
        seats = [
            seat
            for seat in range(MAX_SEATS)
            if (seat, placed[seat]) in left
            and lacking(left[seat, placed[seat]].outline, placed) is None
        ]
        seat = rng.choice(seats)
        order.append(left.pop((seat, placed[seat])))
        placed[seat] += 1
    return order


def is_message(signed: Signed) -> bool:
    """Whether the bytes can be read at all."""
    try:
        return bool(signed.message)
    except CodecError:
        return False


def fitted(made: Record) -> Record:
    """A record with the steps that its messages lead to, as far as they hold."""
    try:
        charter = Charter.decode(made.charter)
        validator = Validator(charter, charter.draft.make_game(), convicts_at_once=False)
    except P2PError:
        return made  # nothing of it is judged
    for signed in made.messages:
        try:
            verdicts = validator.feed(signed)
        except CodecError:
            break
        if not all(isinstance(verdict, Good) for verdict in verdicts):
            break
    engine = validator.replica.engine
    return replace(made, steps=engine.transcript())
