"""tables: what tables this profile has, the one changed last first."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence

from cli.commands.elsewhere import elsewhere
from cli.commands.find_table import table_called
from cli.console.errors import UsageError
from cli.console.exit_codes import Exit
from cli.console.invocation import own_name
from cli.console.stdin import read_line
from cli.console.stdout import say
from cli.console.text import ago, wrapped
from cli.lifecycle import sentences
from cli.lifecycle.ways_back import invites_back
from cli.model.deleting import deletion_of
from games import registry
from games.engine.errors import BadTable
from p2p.client.tables.kept_records import delete_table
from p2p.client.tables.last_seen import read
from p2p.client.tables.table_list import tables_of
from p2p.client.tables.taken_anew import damage_of, take_anew
from p2p.client.tables.unfinished import release_needed
from p2p.display import safe, safe_name
from p2p.storage.profile import Profile, TableInfo

STATES = {"open": "unfinished", "over": "over", "broken": "broken", "left": "you left"}
ROLES = {"watch": "you watch", "bot": "your bot plays"}


def run(args: argparse.Namespace) -> int:
    """List them."""
    profile = Profile.open(args.profile)
    if args.delete:
        return _delete(profile, args.table)
    if args.anew:
        return _take_anew(profile, args.table)
    found = tables_of(profile)
    listed = lines(found, time.time_ns(), invites_back(profile, found))
    say(listed + ([] if found else elsewhere(args.profile, "tables")))
    return Exit.DONE


def _delete(profile: Profile, text: str | None) -> int:
    """Delete a table with its record and the bots of ours that sit there, after a question."""
    if not text:
        raise UsageError("name the table to delete, such as: crownless tables ID --delete")
    table = table_called(profile, text)
    info = next(one for one in tables_of(profile) if one.id == table)
    deletion = deletion_of(info.summary)
    say(wrapped(f"{_title(info.summary.game)}, table {info.shown}."))
    say(wrapped(deletion.said))
    say(f"Type {deletion.word} to delete it:")
    if read_line().strip().lower() != deletion.word:
        raise UsageError("nothing was deleted")
    delete_table(profile, info)
    say(f"Deleted table {info.shown}.")
    return Exit.DONE


def _take_anew(profile: Profile, text: str | None) -> int:
    """Begin the file of a damaged table anew."""
    if not text:
        raise UsageError("name the table to take anew, such as: crownless tables ID --anew")
    table = table_called(profile, text)
    info = next(one for one in tables_of(profile) if one.id == table)
    say(wrapped(take_anew(profile, info)))
    say(f"To go on: {own_name()} tables {info.shown}")
    return Exit.DONE


def lines(found: Sequence[TableInfo], now: int, backs: Mapping[str, str]) -> list[str]:
    """One table a line or two. `now` is in nanoseconds, like the changes of tables.

    `backs`: invites back, by the names of the tables' folders.
    """
    if not found:
        return ["You have no tables yet. To begin: crownless play inheritance"]
    said: list[str] = []
    for info in found:
        said += wrapped(_line(info, now), f"{info.shown}  ", " " * 4)
        said += [f"    back: {backs[info.id]}"] if info.id in backs else []
    said.append("To resume one: crownless tables ID (a unique prefix is enough)")
    return [*said, *(wrapped(sentences.BACK) if backs else [])]


def _line(info: TableInfo, now: int) -> str:
    about = info.summary
    parts = [_title(about.game)]
    if about.practice:
        parts[0] += " (practice)"
    role = ROLES.get(about.role)
    parts += [role] if role else []
    parts.append(safe(about.people) if about.people else "nobody seated yet")
    state = STATES.get(about.state, "unfinished")
    parts.append(safe(about.result or state, 120))
    parts.append(f"{ago((now - info.changed) / 1e9)} ago")
    if about.is_open:
        parts += last_seen(about.seen, now)
    if about.is_open and damage_of(info.path) is not None:
        parts.append(f"its file is damaged or lost; see: {own_name()} tables {info.shown}")
    if release := release_needed(info):
        parts.append(f"goes on with {release} alone")
    return "; ".join(parts)


def last_seen(kept: str, now: int) -> list[str]:
    """When each of the others was last on line here, where that is known. `now`: nanoseconds."""
    people = [(seconds, name) for seconds, name in read(kept) if seconds]
    said = [f"{safe_name(name)} {ago(now / 1e9 - seconds)} ago" for seconds, name in people]
    return [f"last seen: {', '.join(said)}"] if said else []


def _title(game: str) -> str:
    if not game:
        return "a game not known yet"
    try:
        return registry.make(game).info.title
    except BadTable:
        return safe_name(game)
