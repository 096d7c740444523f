"""A table of the profile by its id or by how that begins."""

from __future__ import annotations

from cli.errors import UsageError
from p2p.profile import Profile


def table_called(profile: Profile, text: str) -> str:
    """The full id. Raises UsageError if none or several begin so."""
    found = [info.id for info in profile.tables() if info.id.startswith(text.lower())]
    if text.lower() in found:
        return text.lower()
    if len(found) == 1 and text:
        return found[0]
    if found:
        raise UsageError(f"several tables begin with {text!a}; give more letters of the id")
    raise UsageError(f"you have no table {text!a}; 'crownless tables' lists yours")
