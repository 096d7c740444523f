"""Shows the lobby of one table on the screen: who is there, and how others find it.

Held by tests/cli/tui/test_terminal.py and tests/cli/tui/test_rematch.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from cli.console.text import sentence
from cli.lifecycle import sentences
from cli.lifecycle.announcer import AtHome
from cli.lifecycle.events import (
    LobbyChanged,
    Reached,
)
from cli.lifecycle.far_words import Online
from cli.lifecycle.reach_text import reach_lines
from cli.lifecycle.table_lifecycle import TableLifecycle
from cli.model.lobby_text import LobbyFeed
from cli.model.path_text import paths_in_words
from cli.model.titles import option_line, strengths_of, title_of
from cli.tui.controller.jobs import Jobs
from cli.tui.screens.lobby import Lobby, LobbyState, policy_lines
from cli.tui.screens.qr import QrScreen
from cli.tui.toolkit.ui import Ui
from games import registry
from p2p.key_words import LONG, key_phrase
from p2p.lobby.frames import Roster
from p2p.wire.charter import Member

TRIES = "Crownless goes on trying."
SHOWN = "The table is shown on the local network."
CLOSED = "On the local network these words let somebody in, and nothing else does."


class LobbyPresenter:
    """What the screen shows of a stay until its game begins. `guests`: how people are called."""

    def __init__(
        self, ui: Ui, jobs: Jobs, stay: TableLifecycle, guests: LobbyFeed, since: float
    ) -> None:
        self.state = LobbyState(
            hosting=stay.table.config.role == "host" and not stay.is_rematch,
            again=stay.is_rematch,
            since=since,
        )
        self._ui = ui
        self._jobs = jobs
        self._stay = stay
        self._guests = guests
        self._phrases: dict[bytes, str] = {}

    def open(self, *, qr: bool) -> None:
        """Show it, with `qr` behind the invite as a code."""
        self._ui.reset(self._ui.screens[0], Lobby(self._ui, self.state))
        if self._stay.table.config.role == "host":
            self.state.invites = self._stay.invites()
            if qr:
                self._ui.push(QrScreen(self._ui, self.state.invites[0]))

    def announced(self, at_home: AtHome) -> None:
        """How the table is found on the local network."""
        shown = CLOSED if at_home.closed else SHOWN
        self.state.shown = sentence(at_home.trouble) if at_home.trouble else shown
        if self.state.words not in ("", at_home.words):
            self._ui.say(sentences.NEW_WORDS)
        self.state.words, self.state.where = at_home.words, at_home.address
        self.state.closed = at_home.closed

    def went_online(self, online: Online) -> None:
        """How it is found over the internet, or that it cannot be."""
        shown = f"Over the internet, five words: {online.words}"
        self.state.online = sentence(online.trouble) if online.trouble else shown

    def reached(self, event: Reached) -> None:
        """What the router has opened."""
        self.state.reached = tuple(reach_lines(event.reach, event.invites[0]))
        self.state.is_open = bool(event.reach.addresses)
        if self.state.invites is not None:
            self.state.invites = event.invites
        if event.anew:
            self._ui.say(self.state.reached[0])

    def know(self, roster: Roster) -> None:
        """Our names for keys have changed."""
        self.state.names = self._guests.names(roster.members)

    def show(self, event: LobbyChanged) -> None:
        """Who sits there, and what all of them sign."""
        plan = self._stay.table.config
        roster, before = event.roster, plan.before
        if before is not None:
            own = self._stay.client.key
            self.state.here = (
                frozenset(m.key for m in roster.members) if roster else frozenset({own})
            )
            roster = Roster(
                before.game, len(before.members), before.options, before.members, before.policies
            )
        elif event.trouble:
            said = sentences.no_way(event.trouble, watching=plan.role == "watch")
            self.state.trouble = f"{said} {TRIES}"
            self.state.ways = event.ways
        else:
            self.state.trouble = ""
        if roster is not None:
            self._show_roster(roster, to_sign=event.to_sign)

    def _show_roster(self, roster: Roster, *, to_sign: bool) -> None:
        lobby, names = self.state, self._guests.names(roster.members)
        if to_sign and (not lobby.to_sign or names != lobby.names):
            lobby.asked_at = self._ui.now
        lobby.title = f"{title_of(roster.game)}, {roster.seats} seats"
        lobby.seats = roster.seats
        lobby.signed = roster.signed
        lobby.to_sign = to_sign
        lobby.options = [option_line(roster.game, key, value) for key, value in roster.options]
        lobby.strengths = strengths_of(roster.game)
        passes = roster.game in registry.GAMES and bool(registry.make(roster.game).info.passes)
        lobby.policies = policy_lines(roster.policies, passes=passes)
        lobby.names = names
        self.show_paths()
        lobby.phrases = dict(self._phrases)
        self._jobs.begin(self._add_long_words(roster.members))

    def show_paths(self) -> None:
        """How those in the lobby are reached."""
        names = self.state.names
        keys = [person.key for person in names.people]
        words = paths_in_words(self._stay.client.state.paths, names)
        self.state.paths = dict(zip(keys, words, strict=True))

    async def _add_long_words(self, members: Sequence[Member]) -> None:
        """The six words of each new key, off the event loop: they take a moment on purpose."""
        for member in members:
            if not member.is_bot and member.key not in self._phrases:
                self._phrases[member.key] = ""
                words = await asyncio.to_thread(key_phrase, member.key, LONG)
                self._phrases[member.key] = words
                self.state.phrases = dict(self._phrases)
                self._ui.changed()
                self._jobs.changed()
