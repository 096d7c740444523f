"""What it means to delete a table, and the word that does it, alike in every front end. Pure.

Held by tests/cli/model/test_deleting.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2p.display import safe
from p2p.table_summary import TableSummary

YES, DELETE = "yes", "delete"
FORGOTTEN = (
    "Its files and its record go for good, and the history forgets it. Records that you have"
    " written elsewhere stay."
)


@dataclass(frozen=True, slots=True)
class Deletion:
    """What is said before a table is deleted, and the word that has to be typed."""

    said: str
    word: str


def deletion_of(about: TableSummary) -> Deletion:
    """What goes with a table that is described so; a stronger word where others would wait for us.

    `about`: what the profile keeps of the table for lists.
    """
    if about.is_over:
        return Deletion(FORGOTTEN, YES)
    if about.role == "watch":
        return Deletion("This game is not over, and you only watch it: nobody misses you.", YES)
    if about.practice:
        return Deletion("This game is not over. You can never go on with it.", YES)
    if not about.people:
        return Deletion(
            "This game has not begun. Whoever has the invite finds nobody any more.", YES
        )
    people = safe(about.people, 120)
    who = "your bot" if about.role == "bot" else "you"
    return Deletion(
        f"This game is not over ({people}). Without its files you can never go on with it, and the"
        f" table waits for {who} for ever: nobody there can finish the game. To let them play on,"
        " go there and concede first.",
        DELETE,
    )
