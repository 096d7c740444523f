"""Games against a cheater, and makers of tricks that several test modules use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from p2p.replica.choice_tasks import AskTask
from p2p.replica.task import Task
from p2p.wire.message import Kind, Message, Part
from simulation.network import SimNet, table_of
from tests.p2p.cheater import (
    Cheater,
    Lie,
    Trick,
    blurts,
    cheater_of,
    table_with,
    told,
)

IDENTITY = bytes(32)


def play_against(
    trick: Trick,
    seats: int,
    seat: int,
    pairs: Iterable[tuple[int, int]] | None = None,
    *,
    seed: int = 0,
) -> SimNet:
    """The game of this seed, in which the trick fits, played until nothing more happens."""
    net = table_of(seats, seed=seed)
    table_with(net, seat, trick)
    net.start_all(pairs)
    net.run()
    assert cheater_of(net, seat).done, "the trick does not fit into this game: take another seed"
    return net


def leaving(then: Any, where: type[Task] = AskTask) -> Trick:
    """Concedes at a step of this kind, and when it is due, does something with the concession."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        waits = cheater.replica.waiting_task()
        if not cheater.conceding and message is None and isinstance(waits, where):
            assert cheater._author is not None
            cheater._author.person.concede()
            return None
        for part in message.parts if message else ():
            if part.kind is Kind.CONCEDE:
                return then(cheater, message, part)  # type: ignore[no-any-return]
        return None

    return trick


def changed(message: Message, part: Part, payload: Any) -> list[Lie]:
    parts = tuple(replace(p, payload=payload) if p is part else p for p in message.parts)
    return told(replace(message, parts=parts))


def uncalled(kind: Kind, payload: Any, ahead: int = 0) -> Trick:
    """A part of a kind that the current step (or one to come) does not ask of it."""

    def parts(cheater: Cheater) -> list[Part] | None:
        assert cheater.seat is not None
        if cheater.replica.step < 4 or list(cheater.replica.obligations(cheater.seat)):
            return None
        return [Part(cheater.replica.step + ahead, kind, payload)]

    return blurts(parts)
