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
    uncalled,
)
from p2p.replica.dealer import Builder
from p2p.replica.part_checks import PartKind
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
            *uncalled.PARTS,
        ),
        key=lambda part: part.kind,
    )
}
"""All kinds of parts, in the order of their numbers."""
