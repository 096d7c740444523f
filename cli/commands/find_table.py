"""A table of the profile by its id or a unique prefix of it.

Held by tests/cli/commands/test_find_table.py.
"""

from __future__ import annotations

from cli.console.errors import UsageError
from p2p.client.tables.table_list import tables_of
from p2p.storage.profile import Profile, TableInfo


def table_called(profile: Profile, text: str) -> str:
    """The name of its folder. Raises UsageError if none or several begin so.

    That of a bot of ours counts only where nothing else fits.
    """
    text = text.lower()
    tables = [info for info in tables_of(profile) if any(n.startswith(text) for n in _names(info))]
    exact = [info for info in tables if text in _names(info)]
    fits = exact or tables
    # A bot of ours has a table called like that at which it sits, with more behind it.
    found = [info for info in fits if info.summary.role != "bot"] or fits
    if len({info.shown for info in found}) == 1:  # who sat there may have watched it as well
        found = [info for info in found if info.summary.role != "watch"] or found
    if len(found) == 1 and text:
        return found[0].id
    if found:
        raise UsageError(f"{text!a} is the beginning of several table ids; give more letters")
    raise UsageError(f"you have no table {text!a}; 'crownless tables' lists yours")


def _names(info: TableInfo) -> tuple[str, ...]:
    """The id that is shown, all digits of it, and the name of the folder, which was shown before
    there was a charter."""
    return (info.shown, info.summary.table, info.id)


def ended_table(profile: Profile, text: str) -> str:
    """The same; without a text, the table that we played at last and that is over."""
    if text:
        return table_called(profile, text)
    for info in tables_of(profile):
        if info.summary.is_over and info.summary.role in ("host", "guest"):
            return info.id
    raise UsageError("you have no finished game; 'crownless tables' lists your tables")
