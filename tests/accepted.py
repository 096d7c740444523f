"""How a test says that a cheat went through, so that `make mutate` can tell it from a crash."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crypto.errors import DecodeError, ProofError


class Accepted(AssertionError):
    """A forged proof, or a message that should convict its author, was found good."""


def assert_refused(check: Callable[..., None], *arguments: Any, **named: Any) -> None:
    """Assert that a check blames the sender. Raises Accepted when it does not."""
    try:
        check(*arguments, **named)
    except (DecodeError, ProofError):
        return
    raise Accepted(f"{check.__name__} accepts a forged proof")
