"""A table of the profile by its id or a unique prefix of it.

Held by tests/cli/commands/test_find_table.py.
"""

from __future__ import annotations

from cli.console.errors import UsageError
from p2p.client.table_list import tables_of
from p2p.storage.profile import Profile


def table_called(profile: Profile, text: str) -> str:
    """The full id. Raises UsageError if none or several begin so.

    That of a bot of ours counts only where nothing else fits.
    """
    tables = [info for info in tables_of(profile) if info.id.startswith(text.lower())]
    if any(info.id == text.lower() for info in tables):
        return text.lower()
    # A bot of ours has a table called like that at which it sits, with more behind it.
    own = [info.id for info in tables if info.about.get("role") != "bot"]
    found = own or [info.id for info in tables]
    if len(found) == 1 and text:
        return found[0]
    if found:
        raise UsageError(f"{text!a} is the beginning of several table ids; give more letters")
    raise UsageError(f"you have no table {text!a}; 'crownless tables' lists yours")


def ended_table(profile: Profile, text: str) -> str:
    """The same; without a text, the table that we played at last and that is over."""
    if text:
        return table_called(profile, text)
    for info in tables_of(profile):
        ended = info.about.get("state", "open") != "open"
        if ended and info.about.get("role") in ("host", "guest"):
            return info.id
    raise UsageError("you have no finished game; 'crownless tables' lists your tables")
