"""Which task carries out which kind of step, and all kinds of parts that there are.

A new kind of step is a class in `games.engine.steps` and a task with its builder here, or in a
module of its own that is named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.step import Step
from p2p.replica import (
    account_task,
    card_tasks,
    chance_task,
    choice_tasks,
    exchange_tasks,
    plan_tasks,
    shuffle_tasks,
    task,
    terrain_tasks,
)
from p2p.replica.dealer import Builder, Dealer
from p2p.replica.part_kinds import Check, PartKind, ProofName, once, proven
from p2p.replica.task import Reach, Task
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind

BUILDERS: dict[type[Step[Any]], Builder] = {
    **shuffle_tasks.BUILDERS,
    **card_tasks.BUILDERS,
    **chance_task.BUILDERS,
    **choice_tasks.BUILDERS,
    **terrain_tasks.BUILDERS,
    **exchange_tasks.BUILDERS,
    **plan_tasks.BUILDERS,
    **account_task.BUILDERS,
}
"""What makes the task of a step, by the class of the step."""


def task_of(step: Step[Any], reach: Reach, dealer: Dealer) -> Task | None:
    """What a reached step calls for; None if it calls for nothing."""
    return BUILDERS[type(step)](step, reach, dealer)


def _concession(payload: Value) -> int:
    codec.array(payload, 2)
    return 1


def _transfers(payload: Value) -> int:
    _, transfers = codec.array(payload, 2)
    return len(codec.array(transfers))


def _share_proofs(payload: Value) -> int:
    shares, _ = codec.array(payload, 2)
    return 1 if shares else 0


def _shares(payload: Value) -> int:
    shares, _ = codec.array(payload, 2)
    return proven(32)(shares) if shares else 0


_UNCALLED = (
    PartKind(
        Kind.STANDING,
        Check(
            160, "standing_passes", "standing pass", "standing passes",
            "it was posted before what it answered",
            "why",
        ),
        {"standing_passes": once},
    ),
    PartKind(
        Kind.CONCEDE,
        Check(
            180, "concessions", "concession", "concessions",
            "the seat itself left, and paid what it owed",
            "why",
        ),
        {
            "concessions": _concession,
            "transfers": _transfers,
            "share_proofs": _share_proofs,
            "shares": _shares,
        },
        mark=ProofName("concession", "concession", "concessions"),
    ),
    PartKind(
        Kind.CLOSE,
        Check(
            220, "closings", "closing", "closings",
            "the seat signed this very result as its last word",
            "that a seat without one objects",
        ),
        {"closings": once},
        mark=ProofName("closing", "closing", "closings"),
    ),
)  # fmt: skip
"""Parts that no step calls for: a seat posts them of its own."""

PARTS: Mapping[Kind, PartKind] = {
    part.kind: part
    for part in sorted(
        (
            *task.PARTS,
            *shuffle_tasks.PARTS,
            *card_tasks.PARTS,
            *chance_task.PARTS,
            *choice_tasks.PARTS,
            *terrain_tasks.PARTS,
            *exchange_tasks.PARTS,
            *plan_tasks.PARTS,
            *account_task.PARTS,
            *_UNCALLED,
        ),
        key=lambda part: part.kind,
    )
}
"""All kinds of parts, in the order of their numbers."""
