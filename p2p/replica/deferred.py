"""Checks that may come after their part was taken, and then convict its author alone.

Most parts are checked whole before they count. A proof that one seat makes for another need not be:
the addressee checks it before it acts on it, everybody else when there is time. So such a part is
good once its form is; a task gives what is left to check as values of this kind (`Task.deferred`),
and whoever runs them decides when. One that fails convicts `convicts`, and never a seat that had
named the message.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class DeferredCheck:
    """What is left to check of a part that was taken.

    `convicts`: the seat that is at fault if it fails: who answered, or who is shown to have denied.
    `step`: of the part. `addressee`: the seat that must not act on the part before; for None nobody
    may. `run` raises ProofError or DecodeError if it fails, depends on nothing that changes, and
    may run on any thread.
    """

    convicts: int
    step: int
    addressee: int | None
    run: Callable[[], None] = field(repr=False, compare=False)
