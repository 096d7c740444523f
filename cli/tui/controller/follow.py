"""News of a table on their way to the screen, and its invite on its way to others.

Held by tests/cli/tui/test_terminal.py.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace

from cli.console.nearby import interfaces
from cli.console.text import listed, sentence
from cli.model import intents
from cli.tui.controller.jobs import option_line, title_of
from cli.tui.controller.lists import Lists
from cli.tui.screens.lobby import policy_lines
from cli.tui.table.ending import GameOver
from cli.tui.table.screen import TableScreen
from cli.tui.table.state import TableState
from games import registry
from p2p.client.open_table import OpenedTable
from p2p.errors import LinkError
from p2p.key_words import LONG, SHORT, key_phrase
from p2p.lobby.frames import Roster
from p2p.net.close_reason import Reason
from p2p.net.invite import MAX_ADDRESSES
from p2p.wire.charter import Member

PROGRESS = 0.1
"""Seconds between two pictures of a bar."""


class Follower(Lists):
    """Shows what the client of the table tells."""

    async def _follow(self, table: OpenedTable) -> None:
        """Show what the client tells, until the table is left."""
        news = table.client.state
        while True:
            news.changed.clear()
            self.ui.now = time.monotonic()
            await self._show(table)
            self.ui.changed()
            self.changed()
            if news.failure is not None:
                self._fail(news.failure)
                return
            shown, snapshot = time.monotonic(), news.snapshot
            await news.next()
            if news.snapshot is snapshot:  # a bar or a line of chat: not more often than this
                await asyncio.sleep(max(0.0, shown + PROGRESS - time.monotonic()))

    def _fail(self, error: Exception) -> None:
        self.ui.trouble(sentence(str(error)))
        if self.table is not None and self.table.client.state.charter is None:
            self.ui.intent(intents.LeaveTable())
        self.changed()

    async def _show(self, table: OpenedTable) -> None:
        news, state, now = table.client.state, self.state, self.ui.now
        if state is None:
            return
        if news.charter is None:
            self._show_lobby(table)
        if news.charter is not None and not state.names.people:
            self._begin_table(table, state)
        if news.progress is not None:
            state.progress(news.progress, now)
        if news.chat != state.chat:
            state.say(news.chat)
        self._show_again(news.again, state)
        snapshot = news.snapshot
        if snapshot is not None and snapshot is not state.snapshot:
            begins = state.snapshot is None
            if state.take(snapshot, now):
                self._asked()
            if state.lost_draft:
                self.ui.say("That question is no longer open; what you had picked is dropped.")
            if snapshot.ending is not None and not self._said_over:
                self._ended_here = self._ended_here or not begins
                self._over(table)

    def _asked(self) -> None:
        """A question has come up."""
        screen = self.ui.find(TableScreen)
        if isinstance(screen, TableScreen):
            screen.new_question()
        if self.ui.settings.bell:
            self.ring()

    def _over(self, table: OpenedTable) -> None:
        """The game has ended: show how, above whatever is shown of this table."""
        assert self.state is not None
        assert self.state.snapshot is not None
        ending = self.state.snapshot.ending
        assert ending is not None
        if not ending.complete and ending.fault is None:
            return  # closings are still coming in
        self._said_over = True
        table.describe("over" if ending.fault is None else "broken")
        screen = self.ui.find(TableScreen)
        if isinstance(screen, TableScreen):
            screen.show_result()

    def _show_again(self, again: tuple[int, ...], state: TableState) -> None:
        """Who wants a rematch; said once where the result is not on the screen."""
        fresh = [seat for seat in again if seat not in state.again and seat != state.names.own]
        state.again = again
        if fresh and self._said_over and not isinstance(self.ui.top, GameOver):
            names = listed([state.names[seat] for seat in fresh])
            self.ui.say(f"{names}: a rematch? o shows the result, n there says yes.", "good")

    def _show_lobby(self, table: OpenedTable) -> None:
        """Who sits there, and what all of them sign."""
        roster, before = table.client.state.roster, table.client.config.before
        lobby = self._lobby
        if before is not None:
            here = {member.key for member in roster.members} if roster else {table.client.key}
            lobby.here = frozenset(here)
            shown = Roster(
                before.game, len(before.members), before.options, before.members, before.policies
            )
            self._show_roster(shown, table)
        elif roster is not None:
            lobby.trouble = _no_way(table)
            self._show_roster(roster, table)
        else:
            lobby.trouble = _no_way(table)

    def _show_roster(self, roster: Roster, table: OpenedTable) -> None:
        assert self._guests is not None
        lobby, to_sign = self._lobby, table.client.state.to_sign
        names = self._guests.names(roster.members)
        if to_sign and (not lobby.to_sign or names != lobby.names):
            lobby.asked_at = self.ui.now
        lobby.title = f"{title_of(roster.game)}, {roster.seats} seats"
        lobby.seats = roster.seats
        lobby.signed = roster.signed
        lobby.to_sign = to_sign
        lobby.options = [option_line(roster.game, key, value) for key, value in roster.options]
        passes = roster.game in registry.GAMES and bool(registry.make(roster.game).info.passes)
        lobby.policies = policy_lines(roster.policies, passes=passes)
        lobby.names = names
        lobby.phrases = dict(self._phrases.items())
        self._begin(self._work_out(roster.members))
        if self._announcement is not None:
            self._begin(self._announce())

    async def _work_out(self, members: Sequence[Member]) -> None:
        """The six words of each new key, off the event loop: they take a moment on purpose."""
        for member in members:
            if not member.is_bot and member.key not in self._phrases:
                self._phrases[member.key] = ""
                words = await asyncio.to_thread(key_phrase, member.key, LONG)
                self._phrases[member.key] = words
                self._lobby.phrases = dict(self._phrases)
                self.ui.changed()
                self.changed()

    def _begin_table(self, table: OpenedTable, state: TableState) -> None:
        charter = table.client.state.charter
        assert charter is not None
        assert self._guests is not None
        members = charter.draft.members
        state.names = self._guests.names(members)
        state.game = title_of(charter.draft.game)
        state.can_chat = state.names.own is not None and not all(
            member.is_bot or member.key == table.client.key for member in members
        )
        table.describe("open")
        self._begin(self._hide())
        self._begin(self._short_words(state, members))
        if not isinstance(self.ui.find(TableScreen), TableScreen):
            self.ui.reset(self.ui.screens[0], TableScreen(self.ui, state))

    async def _short_words(self, state: TableState, members: Sequence[Member]) -> None:
        words = []
        for member in members:
            if member.is_bot:
                words.append("a bot's key, of this table only")
            else:
                words.append(await asyncio.to_thread(key_phrase, member.key, SHORT))
        state.words = tuple(words)

    # The invite

    def _invites(self, table: OpenedTable) -> tuple[str, str]:
        """To a seat and to watch, with the address of the router if there is one."""
        found = []
        for invite in table.client.invites():
            if self._lobby_address:
                further = (self._lobby_address, table.client.port)
                places = (further, *invite.addresses)[:MAX_ADDRESSES]
                invite = replace(invite, addresses=places)
            found.append(invite.encode())
        return found[0], found[1]

    async def _announce(self) -> None:
        """Show the table on the local network, with how many seats are taken."""
        from p2p.net.mdns import Announcement, Shown

        table = self.table
        if table is None:
            return
        roster = table.client.state.roster
        taken = (len(roster.members), roster.seats) if roster else (0, 0)
        if not roster or taken == self._announced:
            return
        self._announced = taken
        if self._announcement is None:
            places = interfaces(self._environment)
            self._announcement = Announcement(table.config.tag, table.client.port, places)
        invite, _ = table.client.invites()
        shown = Shown(table.config.tag, invite, roster.game, self.profile.name, *taken)
        try:
            await self._announcement.show(shown)
            self._lobby.shown = "The table is shown on the local network."
        except LinkError as error:
            self._announcement = None
            self._lobby.shown = sentence(str(error))

    async def _hide(self) -> None:
        announcement, self._announcement = self._announcement, None
        self._announced = (0, 0)
        if announcement is not None:
            await announcement.hide()


def _no_way(table: OpenedTable) -> str:
    """Why we are not at the table yet, in sentences."""
    trouble = table.client.state.trouble
    if not trouble:
        return ""
    if table.config.role == "watch" and trouble == Reason.NOT_ACCEPTED:
        return "The table lets nobody watch before the game begins. Crownless goes on trying."
    return f"No way to the table yet: {trouble}. Crownless goes on trying."
