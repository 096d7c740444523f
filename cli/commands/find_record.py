"""A record as a person names it: a file, a number of the history, or a table of the profile.

Held by tests/cli/commands/test_find_record.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cli.commands.find_table import table_called
from cli.console.errors import UsageError
from p2p.client.tables.history import past_games
from p2p.client.tables.kept_records import record_of_table
from p2p.client.tables.table_list import tables_of
from p2p.display import safe
from p2p.record.record_file import read_file
from p2p.storage.profile import Profile
from p2p.wire.codec import Data


@dataclass(frozen=True, slots=True)
class Named:
    """What was named: a file, or by its id a table of the profile."""

    file: str = ""
    table: str = ""

    def read(self, profile: str | None) -> Data:
        """The bytes of the record. Raises P2PError."""
        if self.table:
            return record_of_table(Profile.open(profile), self.table)
        return read_file(Path(self.file))


def record_called(profile: str | None, text: str) -> Named:
    """What this word means. Raises UsageError for nothing at all.

    A file comes first; a short number is one of the history, where 1 is the last game.
    """
    if Path(text).expanduser().exists():
        return Named(file=str(Path(text).expanduser()))
    if any(sign in text for sign in "/\\.") or not text:
        return Named(file=text)  # whoever reads it says that there is none
    home = Profile.open(profile)
    if text.isascii() and text.isdecimal() and len(text) < 4:
        games = past_games(tables_of(home))
        if 1 <= int(text) <= len(games):
            return Named(table=table_called(home, games[int(text) - 1].id))
    try:
        return Named(table=table_called(home, text))
    except UsageError as error:
        if "several" in str(error):
            raise
        raise UsageError(
            f"there is no file {safe(text, 60)!a}, no table and no number of the history called"
            " so; see: crownless history"
        ) from error
