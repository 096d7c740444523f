"""What follows from a typed line: something to say, and at most one intent."""

from __future__ import annotations

from dataclasses import dataclass, field

from cli.model.intents import TableIntent


@dataclass(frozen=True, slots=True)
class Reaction:
    """What to say to a typed line, and what to carry out."""

    lines: list[str] = field(default_factory=list)
    intent: TableIntent | None = None
