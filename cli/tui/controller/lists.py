"""Tables and records of the profile, and tables on the local network.

Held by tests/cli/tui/test_terminal.py.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cli.console.text import ago
from cli.lifecycle.intent_handlers import Handlers
from cli.lifecycle.ways_back import invites_back
from cli.model.deleting import deletion_of
from cli.model.history import score_line
from cli.model.intents import DeleteTable, FindTables, Join, ListTables, Rename
from cli.model.titles import title_of
from cli.tui.controller.jobs import Jobs
from cli.tui.screens.contacts import Contacts
from cli.tui.screens.join_form import FoundTable, JoinForm, whose_words_menu
from cli.tui.screens.shelf import Contact, TableEntry, TableList
from cli.tui.screens.start import Start
from cli.tui.toolkit.ui import Ui
from p2p.client.tables.history import PastGame, called, past_games, scores
from p2p.client.tables.kept_records import FOLDER, SUFFIX, delete_table
from p2p.client.tables.table_list import tables_of
from p2p.client.tables.unfinished import release_needed
from p2p.display import safe, safe_name
from p2p.errors import LinkError
from p2p.net import spoken_code
from p2p.net.address import local_addresses
from p2p.storage.profile import Profile, TableInfo

if TYPE_CHECKING:
    from cli.lifecycle.joining import Joining
    from p2p.net.invite import Invite
    from p2p.net.lan.mdns import Shown
    from p2p.net.lan.nearby import Listed, Nearby


STATES = {"over": "over", "broken": "broken", "left": "you left"}
"""How a table stands that has no result and is not open."""


class Asked(Exception):
    """What was wanted waits for an answer of the person, who has the question on the screen."""


class StartLists:
    """Fills the lists that the start screen and its forms show."""

    def __init__(
        self, ui: Ui, profile: Profile, jobs: Jobs, environment: Mapping[str, str]
    ) -> None:
        self._ui = ui
        self._profile = profile
        self._jobs = jobs
        self._environment = environment
        self._nearby: Nearby | None = None
        self._several: tuple[Shown, ...] = ()
        """The closed tables of which the person is to pick one, where no list is shown."""

    def handlers(self) -> Handlers:
        """What it carries out, by the class of the intent."""
        return {
            ListTables: self._on_list,
            FindTables: self._on_find,
            Rename: self._on_rename,
            DeleteTable: self._on_delete,
        }

    async def _on_list(self, intent: ListTables) -> None:
        self.fill()

    def fill(self) -> None:
        """Show the tables and records as they are on disk now."""
        start = self._ui.find(Start)
        if not isinstance(start, Start):
            return
        tables = tables_of(self._profile)
        shelf, games = start.shelf, past_games(tables)
        backs = invites_back(self._profile, tables)
        shelf.tables = [_entry(info, backs.get(info.id, "")) for info in tables]
        infos = {info.id: info for info in tables}
        own = self._profile.identity.public.hex()
        contacts, problem = self._profile.known_names()
        if problem:
            self._ui.say(problem)
        shelf.past = [_past(called(game, contacts), infos[game.table]) for game in games]
        shelf.scores = [score_line(score) for score in scores(games, own, contacts)]
        met = Counter(key for info in tables for key in info.summary.keys)
        names = sorted(contacts.items(), key=lambda entry: entry[1].casefold())
        shelf.contacts = [Contact(key, name, met[key.hex()]) for key, name in names]
        folder = self._profile.home / FOLDER  # which there may not be, nor be made
        files = sorted(folder.glob(f"*{SUFFIX}"), key=_age)
        shelf.records = [str(path) for path in files]
        for screen in self._ui.screens:
            if isinstance(screen, TableList | Contacts):
                screen.show(shelf)
        if not tables and not self._ui.settings.offered and self._ui.top is start:
            start.offer()
        self._ui.changed()

    async def _on_delete(self, intent: DeleteTable) -> None:
        info = next((one for one in tables_of(self._profile) if one.id == intent.table), None)
        if info is not None:
            await asyncio.to_thread(delete_table, self._profile, info)
            self._ui.say("The table is deleted.")
        self.fill()

    async def _on_rename(self, intent: Rename) -> None:
        self._profile.name = intent.name
        start = self._ui.find(Start)
        if isinstance(start, Start):
            start.renamed(self._profile.name)

    # The local network

    async def _on_find(self, intent: FindTables) -> None:
        if not intent.on:
            await self.stop_finding()
        elif self._nearby is None:
            await self._find()

    async def _find(self) -> None:
        form = self._ui.find(JoinForm)
        if isinstance(form, JoinForm):
            form.own_address = local_addresses()[0]
        self._nearby = self._joining().nearby(self._show_found)
        try:
            await self._nearby.start()
        except LinkError:
            await self.stop_finding()
            raise

    def _show_found(self) -> None:
        form = self._ui.find(JoinForm)
        if self._nearby is not None and isinstance(form, JoinForm):
            form.find([_found(one) for one in self._nearby.tables])
            self._ui.changed()
            self._jobs.changed()

    async def stop_finding(self) -> None:
        """Look for tables no more."""
        nearby, self._nearby = self._nearby, None
        if nearby is not None:
            await nearby.close()

    async def invite(self, intent: Join) -> Invite:
        """The invite behind what was typed or picked. Raises UsageError and P2PError."""
        if not intent.table:
            return await self._by_words(intent)
        found = self._several if self._nearby is None else self._nearby.closed
        table = next((one for one in found if one.tag == intent.table), None)
        if table is None:
            raise LinkError("that table does not answer any more; look at the list again")
        return await self._joining().closed(table, spoken_code.read(intent.invite))

    async def _by_words(self, intent: Join) -> Invite:
        from cli.lifecycle.joining import SeveralTables, told_apart  # loads zeroconf

        try:
            return await self._joining().invite(intent.invite, self._nearby, intent.host)
        except SeveralTables as several:
            self._several = several.tables
            names = [(said, table.tag) for table, said in told_apart(several.tables)]
            self._ui.push(whose_words_menu(self._ui, intent, names))
            raise Asked from None

    def _joining(self) -> Joining:
        from cli.lifecycle.joining import Joining  # loads zeroconf

        return Joining(
            self._profile.folder("nearby"), self._environment, self._profile.tracer("me")
        )


def _found(listed: Listed) -> FoundTable:
    """A table of the local network in one line."""
    shown = listed.shown
    closed = "" if shown.invite is not None else ", closed"
    return FoundTable(
        f"{title_of(shown.game)}, opened by {safe_name(shown.host)}",
        f"{shown.taken} of {shown.seats} seats taken{closed}"
        if listed.answers
        else "does not answer at the moment",
        shown.invite.encode() if shown.invite is not None else "",
        shown.tag,
        listed.answers,
    )


def _entry(info: TableInfo, back: str) -> TableEntry:
    """A table of the profile in one line, and the invite back to it if there is one."""
    about = info.summary
    age = ago(max(0.0, time.time() - info.changed / 1e9))
    begun = bool(about.table)
    unfinished = "" if begun else "not begun yet"
    result = safe(about.result, 120) or STATES.get(about.state, unfinished)
    people = safe(about.people, 120)
    kind = "bots" if about.practice else about.role
    release = release_needed(info)
    only = f"goes on with {release} alone" if release else ""
    note = ", ".join(word for word in (people, f"{age} ago", result, only) if word)
    title = f"{title_of(about.game)} ({kind})"
    deletion = deletion_of(about)
    return TableEntry(info.id, title, note, not about.is_over, begun, deletion, back)


def _past(game: PastGame, info: TableInfo) -> TableEntry:
    date = time.strftime("%Y-%m-%d", time.localtime(game.ended / 1e9))
    note = f"{date}, {game.people}, {game.result}"
    title = title_of(game.game)
    return TableEntry(info.id, title, note, open=False, deletion=deletion_of(info.summary))


def _age(path: Path) -> float:
    return -path.stat().st_mtime
