"""The installed command `crownless`: it runs only what is ours.

The packages have everyday names, so another distribution in the same environment, or a folder on
PYTHONPATH, can stand in the place of one of them. That is found out here before anything of them
is loaded. Held by tests/cli/test_main.py.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # that of typing takes a while to load, in which Ctrl-C cannot be caught
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

OURS = ("crypto", "games", "p2p")
USAGE = 2
INTERRUPTED = 130
"""Exit codes, as in cli.console.exit_codes, which is not loaded yet."""


def entry() -> NoReturn:
    """Run the command, unless another package is in the place of one of ours.

    Ctrl-C is no error: before anything is loaded, and once all is done, it says nothing.
    """
    signal.signal(signal.SIGINT, _leave)
    sys.unraisablehook = _say_unless_interrupted
    # D-43: crypto, games and p2p are names that another distribution may have too.
    said = foreign_package()
    if said:
        print(f"crownless: {said}", file=sys.stderr)
        sys.exit(USAGE)
    # Ctrl-C while they load is caught by `_leave`: a traceback from a half-loaded package helps
    # nobody.
    from cli.dispatch import main  # loads the packages that were just looked for

    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code = main(sys.argv[1:])
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def _say_unless_interrupted(unraisable: sys.UnraisableHookArgs) -> None:
    """Where Ctrl-C comes at a moment at which nothing can be raised, it ends the program as well.

    All that was said at a table is on disk, as before any kill.
    """
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(unraisable)


def foreign_package() -> str:
    """A sentence on the first package that is not the one beside this; empty if all are ours."""
    import importlib.util

    root = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    for name in OURS:
        spec = importlib.util.find_spec(name)
        if spec is None:
            return f"its package {name!r} is missing; install crownless anew."
        found = [*(spec.submodule_search_locations or ()), spec.origin or ""][0]
        if os.path.realpath(found) != os.path.join(root, name):
            return (
                f"another package called {name!r}, {found}, is in the place of its own; install "
                "crownless into an environment of its own, and leave PYTHONPATH unset."
            )
    return ""


if __name__ == "__main__":
    entry()
