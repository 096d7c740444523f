"""The exit codes of the command, on which scripts rely. `verify` has codes of its own."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """How a command ended."""

    DONE = 0
    """Done; at a table: the game ended by its rules, or this seat has left it for good."""
    BROKEN = 1
    """The table ended by a fault, or this program made a mistake of its own."""
    USAGE = 2
    """What was asked for cannot be done: a sentence says what to do instead."""
    # D-93: a copy that stops has broken nothing; the game goes on in the other one.
    PAUSED = 3
    """The table was left unfinished, and the same command goes on with it; or another copy of this
    profile plays on there, so that this one has stopped."""
    INTERRUPTED = 130
    """Paused as well, by Ctrl-C: what a shell reports for a program that it interrupted."""
