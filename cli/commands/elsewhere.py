"""Where the usual profile has nothing: that others have been used on this machine.

Held by tests/cli/commands/test_elsewhere.py.
"""

from __future__ import annotations

from cli.console.text import counted, listed, wrapped
from p2p.storage.profile import named_profiles


def elsewhere(profile: str | None, command: str) -> list[str]:
    """How to ask for the tables and games of profiles that have a name, if ours has none."""
    names = named_profiles() if profile is None else ()
    if not names:
        return []
    be, many = "is" if len(names) == 1 else "are", counted(len(names), "other profile")
    return [
        *wrapped(f"There {be} {many} here: {listed(names)}."),
        f"To see what is there: crownless {command} --as {names[0]}",
    ]
