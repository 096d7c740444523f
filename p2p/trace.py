"""Whom what happens is told, for a trace that a person reads; as a rule nobody.

The parts of a client call a `Trace` with what has happened and the facts of it, as the values that
they have at hand. What is written of these, and what never is, is decided in `p2p.tracing`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Trace(Protocol):
    """One client's part of the trace. Called from any thread; raises nothing."""

    def __call__(self, what: str, /, **facts: object) -> None:
        """`what` has happened. `facts`: keys, messages, frames, addresses, numbers, reasons."""


Tracer = Callable[[str], Trace]
"""Gives the part of the client that is called so, in one word: several may write one trace."""


def untraced(what: str, /, **facts: object) -> None:
    """For clients that are not traced."""


def no_tracer(who: str) -> Trace:
    """Where nothing is traced."""
    return untraced
