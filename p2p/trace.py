"""Whom what happens is told, for a trace that a person reads; as a rule nobody.

The parts of a client call a `Trace` with what has happened and the facts of it, as the values that
they have at hand. What is written of these, and what never is, is decided in `p2p.tracing`.
"""

from __future__ import annotations

from typing import Protocol


class Trace(Protocol):
    """One client's part of the trace. Called from any thread; raises nothing."""

    def __call__(self, what: str, /, **facts: object) -> None:
        """`what` has happened. `facts`: keys, messages, frames, addresses, numbers, reasons."""


class Tracer(Protocol):
    """One trace, to which all clients of this process write."""

    @property
    def stopped(self) -> str:
        """Why nothing more is written, in a sentence; empty while all is well."""

    def __call__(self, who: str, /) -> Trace:
        """The part of the client that is called so."""


def untraced(what: str, /, **facts: object) -> None:
    """For clients that are not traced."""


class NoTracer:
    """Where nothing is traced."""

    stopped = ""

    def __call__(self, who: str, /) -> Trace:
        return untraced


NO_TRACER = NoTracer()
