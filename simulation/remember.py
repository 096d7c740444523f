"""Remembers, within one run, proofs that held or were made, signatures, and what was decoded.

The tests play the same seeded games again and again, and at each table every client checks the
same proofs. With this, p2p computes each of them once: making and checking depend on nothing but
their arguments. A check that failed is never remembered, so what refuses bad proofs is always the
real code; tests of `crypto` itself call that package directly and get nothing from here.

Keys of seats are among the arguments. They stay in this process, like the sessions that made them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Executor
from functools import wraps
from hashlib import sha256
from types import ModuleType
from typing import Any

from crypto.derive import Secret
from p2p.log import log, testimony
from p2p.record import entry_checks
from p2p.replica import (
    card_payloads,
    card_tasks,
    chance_task,
    dealer,
    exchange_tasks,
    shuffle_tasks,
    task,
    terrain_tasks,
)
from p2p.session import resync
from p2p.wire.message import Message
from simulation import tables

MAX_ENTRIES = 40_000
"""Older results are forgotten first; a run of all tests makes about as many."""

PURE: dict[ModuleType | type, tuple[str, ...]] = {
    task: ("check_key", "make_key", "prove_key"),
    chance_task: ("check_throw", "throw"),
    dealer: ("decrypt",),
    shuffle_tasks: ("check_shuffle", "read_ciphertexts", "shuffle"),
    terrain_tasks: ("check_shuffle", "read_ciphertexts", "shuffle"),
    exchange_tasks: ("answer", "check_answer"),
    card_tasks: ("check_remask", "remask"),
    card_payloads: (
        "check_shares",
        "check_transfer",
        "join_keys",
        "prove_shares",
        "read_points",
        "transfer",
    ),
    log: ("verify",),
    resync: ("verify",),
    testimony: ("verify",),
    entry_checks: ("is_signed",),
    tables: ("sign",),
    Message: ("decode",),
}
"""Functions by the modules or classes that call them: results follow from arguments alone."""

_known: dict[Hashable, Any] = {}


def _key_of(value: Any) -> Hashable:
    """Something that is equal for arguments that mean the same."""
    if isinstance(value, list | tuple):
        return tuple(map(_key_of, value))
    if isinstance(value, Secret):
        return (Secret, value._key)
    if isinstance(value, bytes) and len(value) > 64:  # a whole body is not to be kept for it
        return sha256(value).digest()
    return value  # type: ignore[no-any-return]


def remembering(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function; what it returned for these arguments before, it returns at once.

    Neither an error nor False is remembered. A known shuffle reports its progress in one go.
    """

    @wraps(function)
    def known(*args: Any, pool: Executor | None = None, progress: Any = None, **words: Any) -> Any:
        key = (function, _key_of(args), *sorted(words.items()))
        if key in _known:
            if progress is not None:
                size = len(next(arg for arg in args if isinstance(arg, list | tuple)))
                progress(size, size)
            return _known[key]
        for name, extra in (("pool", pool), ("progress", progress)):
            if extra is not None:
                words[name] = extra
        result = function(*args, **words)
        # D-40: failures are never remembered, so what refuses a bad proof is always the program
        # itself.
        if result is not False:
            while len(_known) >= MAX_ENTRIES:
                del _known[next(iter(_known))]
            _known[key] = result
        return result

    return known


def install() -> None:
    """Have p2p remember, from now on, in this process."""
    for module, functions in PURE.items():
        for function in functions:
            setattr(module, function, remembering(getattr(module, function)))
