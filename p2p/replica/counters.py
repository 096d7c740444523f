"""What a replica has checked so far, counted: the numbers that `verify` prints.

A part is counted after it was taken, so nothing is counted that was not checked. The tally knows
numbers only and never changes a verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from games.engine.choice import NOTHING, Answer, Choice
from games.engine.step import Step
from games.engine.steps import Ask, AskAll, Open, Reveal
from games.engine.table import Table
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, Part


@dataclass(slots=True)
class CheckCounters:
    """How much was checked, by kind."""

    keys: int = 0
    shuffles: int = 0
    shuffled: int = 0
    mixes: int = 0
    mixed: int = 0
    shares: int = 0
    share_proofs: int = 0
    remasks: int = 0
    transfers: int = 0
    throws: int = 0
    commitments: int = 0
    opened: int = 0
    moves: int = 0
    window_answers: int = 0
    standing_passes: int = 0
    concessions: int = 0
    claims: int = 0
    lost: int = 0
    closings: int = 0
    _promised: int = 0

    def numbers(self) -> dict[str, int]:
        """All counts as they are now, by name."""
        return {name: getattr(self, name) for name in _NAMES}

    def take(self, part: Part) -> None:
        """Count a part that was checked and taken."""
        match part.kind:
            case Kind.KEYS:
                self.keys += 2
            case Kind.SHUFFLE:
                self.shuffles += 1
                self.shuffled += _proven(part.payload) // 64
            case Kind.MIX:
                self.mixes += 1
                self.mixed += _proven(part.payload) // 64
            case Kind.SHARES:
                self._take_shares(part.payload)
            case Kind.REMASK:
                self.remasks += len(codec.array(part.payload))
            case Kind.TRANSFER:
                self.transfers += len(codec.array(part.payload))
            case Kind.THROW:
                self.throws += 1
            case Kind.OPENING:
                self.commitments += 1
                self.moves += 1
            case Kind.ANSWER:
                self.moves += 1
            case Kind.CLAIM:
                self.window_answers += 1
            case Kind.STANDING:
                self.standing_passes += 1
            case Kind.CONCEDE:
                shares, transfers = codec.array(part.payload, 2)
                self.concessions += 1
                self.transfers += len(codec.array(transfers))
                if shares:
                    self._take_shares(shares)
            case Kind.CLOSE:
                self.closings += 1
            case Kind.COMMIT:
                pass  # counted once it is opened: until then nothing was checked of it

    def _take_shares(self, payload: Value) -> None:
        self.share_proofs += 1
        self.shares += _proven(payload) // 32

    def feed(self, step: Step[Any], result: Any, promised: tuple[int, int], lost: int = 0) -> None:
        """The rules took a result, so every claim that hung on it has been held against it.

        `lost`: cards that nobody can read any more because several seats left at this step.
        """
        now, later = promised
        self.lost += lost
        self.claims += self._promised + now
        self._promised = later
        if isinstance(step, Open | Reveal):
            self.opened += sum(face is not None for face in result)


_NAMES = tuple(entry.name for entry in fields(CheckCounters) if not entry.name.startswith("_"))


def promised(step: Step[Any] | None, result: Any, table: Table) -> tuple[int, int]:
    """How many chosen cards a result holds against what their choices allow.

    Open ones are held at once, hidden ones at the next step, which opens them.
    """
    answers: Sequence[tuple[Choice, Answer | None]] = ()
    if isinstance(step, Ask):
        answers = [(step.choice, result)]
    elif isinstance(step, AskAll):
        answers = [(c, answer) for (_, c), answer in zip(step.asks, result, strict=True)]
    now = later = 0
    for choice, answer in answers:
        if choice.predicate is None or answer is None or (answer == NOTHING and choice.may_pass):
            continue
        if all(map(table.is_open, answer.cards)):
            now += len(answer.cards)
        else:
            later += len(answer.cards)
    return now, later


def _proven(payload: Value) -> int:
    """Bytes of what stands in front of its proof."""
    encoded, _ = codec.array(payload, 2)
    return len(codec.blob(encoded))
