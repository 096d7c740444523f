"""Shows one table on the screen: each event of the stay becomes a change of what is shown.

Held by tests/cli/tui/test_terminal.py and tests/cli/tui/test_rematch.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from cli.console.awake_clock import BEAT_SECONDS, CLOCK
from cli.console.text import listed, sentence
from cli.lifecycle import sentences
from cli.lifecycle.events import (
    Alone,
    Announced,
    Audited,
    BadLinks,
    Begun,
    BotsGone,
    Chatted,
    Closed,
    Ended,
    Event,
    Failed,
    Flooded,
    LobbyChanged,
    Moved,
    PathsChanged,
    Reached,
    RematchWanted,
    ShuffleProgress,
    TraceEnded,
    Watched,
    WentOnline,
)
from cli.lifecycle.record_keeping import RecordKeeper
from cli.lifecycle.table_lifecycle import TableLifecycle
from cli.model import intents
from cli.model.guidance import Guidance
from cli.model.lobby_text import LobbyFeed, behind
from cli.model.table_text import Names
from cli.model.titles import title_of
from cli.model.watching import watching_news
from cli.tui.controller.jobs import Jobs
from cli.tui.controller.lobby_presenter import LobbyPresenter
from cli.tui.screens.invites import Invites
from cli.tui.table.ending import GameOver
from cli.tui.table.screen import TableScreen
from cli.tui.table.state import TableState
from cli.tui.toolkit.ui import Ui
from games.engine.errors import GamesError
from games.engine.values import Primitive
from p2p.client.play.snapshot import Snapshot
from p2p.errors import P2PError
from p2p.key_words import SHORT, key_phrase
from p2p.wire.charter import Charter, Member

BAR_SECONDS = 0.1
"""Time between two pictures of a bar, or of a line of chat."""
ALONE = "None of the others is reached."


class TablePresenter:
    """What the screen shows of one stay at a table."""

    def __init__(
        self,
        ui: Ui,
        jobs: Jobs,
        stay: TableLifecycle,
        contacts: Mapping[bytes, str],
        ring: Callable[[], None],
    ) -> None:
        """`ring` rings the terminal's bell."""
        plan = stay.table.config
        self.stay = stay
        self.state = TableState(title_of(plan.game))
        self.state.pacing.seconds = ui.settings.pace / 1000
        self.state.told_first = ui.settings.moves_first or plan.guided
        self.state.follower.memo = self._memo = stay.client.memo()
        CLOCK.take_sleep()  # what was slept before is of no interest here
        self._ui = ui
        self._jobs = jobs
        self._ring = ring
        self._guests = LobbyFeed(stay.client.key, contacts)
        self.lobby = LobbyPresenter(ui, jobs, stay, self._guests, CLOCK.now())
        self._closed = self._failed = self._shown = False
        self.records: RecordKeeper | None = None
        """What keeps the record of this table, where it is to be kept."""

    def open(self, *, qr: bool = False) -> None:
        """Show the lobby, with `qr` behind the invite as a code, or the table if it has begun."""
        plan = self.stay.table.config
        base = self._ui.screens[0]
        if plan.loopback or self.stay.client.state.charter is not None:
            self._ui.reset(base, TableScreen(self._ui, self.state))
            return
        self.lobby.open(qr=qr)

    def new_memo(self) -> Primitive:
        """The memo of the orders in the making, if it is not the one of last time; else ()."""
        before, self._memo = self._memo, self.state.memo
        return self._memo if self._memo != before else ()

    async def follow(self) -> None:
        """Show what happens until the table cannot go on, or this is cancelled."""
        news = self.stay.client.state
        while not self._failed:
            news.changed.clear()
            now = self._ui.now = CLOCK.now()
            self._notice_sleep(now)
            for event in self.stay.look(now):
                self._present(event)
            self._say_who_is_gone(now)
            self._ui.changed()
            self._jobs.changed()
            snapshot = news.snapshot
            due = self.stay.due(now)
            beat = BEAT_SECONDS if due is None else min(BEAT_SECONDS, due)
            with suppress(TimeoutError):
                # Not `wait_for`: in 3.11 that loses a cancellation which comes with the news.
                async with asyncio.timeout(beat):
                    await news.next()
            if news.snapshot is snapshot:  # a bar or a line of chat: not more often than this
                await asyncio.sleep(max(0.0, now + BAR_SECONDS - CLOCK.now()))

    def _notice_sleep(self, now: float) -> None:
        """Say of ourselves that we were away, so that nothing of it is said of others."""
        slept = CLOCK.take_sleep()
        if slept:
            self.state.follower.attendance.wake(now)
            self._ui.say(sentences.slept(slept))

    def _say_who_is_gone(self, now: float) -> None:
        follower = self.state.follower
        if follower.over:
            return
        names, attendance = follower.names, follower.attendance
        for seat in attendance.newly_lost(now):
            self._ui.say(f"{names[seat]}: {attendance.absence(seat, now)}.")
        for seat in attendance.newly_away(now):
            self._ui.say(f"{names[seat]} is {attendance.away_since(seat, now)}.")

    def show_invites(self) -> None:
        """What can be sent to others now that the table has begun."""
        if self.stay.table.config.loopback:
            self._ui.say(
                "This table is on this machine only: there is nobody to send an invite to."
            )
            return
        back, watch = self.stay.way_back(), self.stay.invites()[1]
        self._ui.push(Invites(self._ui, back, watch, back=True))

    def _present(self, event: Event) -> None:
        match event:
            case Failed(error):
                self._fail(error)
            case LobbyChanged():
                self.lobby.show(event)
            case PathsChanged(paths):
                self.state.paths = paths
                self.lobby.show_paths()
            case Announced(at_home):
                self.lobby.announced(at_home)
            case WentOnline(online):
                self.lobby.went_online(online)
            case BotsGone(names):
                self._ui.say(sentences.bots_gone(names))
            case Reached():
                self.lobby.reached(event)
            case Begun(charter):
                self._begin(charter)
            case ShuffleProgress(progress):
                self.state.progress(progress, self._ui.now)
            case Alone():
                self._ui.say(f"{ALONE} Type :invite to see an invite back for them.")
            case Chatted(lines):
                self.state.say(lines)
            case Watched(names):
                self._show_watchers(names)
            case Flooded(keys):
                for line in self.state.follower.cut_off(keys):
                    self._ui.say(line)
            case BadLinks(links):
                for line in self.state.follower.bad_links(links):
                    self._ui.say(line)
            case TraceEnded(reason):
                self._ui.say(f"{reason}.")
            case RematchWanted(seats):
                self._show_again(seats)
            case Moved(snapshot):
                self._show_moment(snapshot)
            case Audited(audit):
                self.state.audit = audit
            case Ended(ending) if ending.fault is None and self._has_audit():
                self._show_result()  # provisional; what the audit finds is added to it
            case Closed():
                self._closed = True
                self._jobs.begin(self.keep_record())
                self._show_result()
            case _:
                pass

    def know(self, contacts: Mapping[bytes, str]) -> None:
        """Our names for keys are these from now on."""
        self._guests.know(contacts)
        news = self.stay.client.state
        if news.charter is not None:
            self.state.names = self._names(news.charter.draft.members)
        elif news.roster is not None:
            self.lobby.know(news.roster)
        self._ui.changed()

    async def keep_record(self) -> None:
        """Keep the record of a game that is over in the profile, and say so or why not."""
        if self.records is None:
            return
        try:
            kept = await self.records.keep()
        except P2PError as error:
            self._ui.trouble(sentence(f"The record is not kept, and nothing is lost: {error}"))
            return
        if kept is not None:
            self.state.kept_record = f"The record is kept ({kept.words})."
            self._ui.changed()

    def _show_watchers(self, names: tuple[str, ...]) -> None:
        """Who watches now; a spectator finds it in the list of seats."""
        before, self.state.watchers = self.state.watchers, names
        for line in watching_news(before, names) if self.state.names.own is not None else ():
            self._ui.say(line)

    def _has_audit(self) -> bool:
        return self.state.snapshot is not None and self.state.snapshot.audited

    def _show_result(self) -> None:
        screen = self._ui.find(TableScreen)
        if isinstance(screen, TableScreen) and not self._shown:
            self._shown = True
            screen.show_result()

    def _fail(self, error: Exception) -> None:
        self._failed = True
        if self.stay.client.state.charter is None:
            self._ui.intent(intents.LeaveTable())
        if not isinstance(error, P2PError | GamesError):
            raise error  # a mistake of our own goes into the log
        self._ui.trouble(sentence(str(error)))

    # At the table

    def _names(self, members: Sequence[Member]) -> Names:
        """How the people at the table are called on this screen."""
        return replace(self._guests.names(members), lettered=self._ui.lettered)

    def _begin(self, charter: Charter) -> None:
        members, state = charter.draft.members, self.state
        own = self.stay.client.key
        state.names = self._names(members)
        state.game = title_of(charter.draft.game)
        state.lag = behind(charter.draft.policies) if state.names.own is None else ""
        state.muted = set(self.stay.client.muted)
        if self.stay.table.config.guided and state.guidance is None:
            state.guidance = Guidance(state.names.own)
        state.can_chat = state.names.own is not None and not all(
            member.is_bot or member.key == own for member in members
        )
        self._jobs.begin(self._add_short_words(members))
        if not isinstance(self._ui.find(TableScreen), TableScreen):
            self._ui.reset(self._ui.screens[0], TableScreen(self._ui, state))

    async def _add_short_words(self, members: Sequence[Member]) -> None:
        words = []
        for member in members:
            if member.is_bot:
                words.append("a bot's key, of this table only")
            else:
                words.append(await asyncio.to_thread(key_phrase, member.key, SHORT))
        self.state.words = tuple(words)

    def _show_moment(self, snapshot: Snapshot) -> None:
        if self.state.take(snapshot, self._ui.now):
            screen = self._ui.find(TableScreen)
            if isinstance(screen, TableScreen):
                screen.new_question()
            if self._ui.settings.bell:
                self._ring()
        if self.state.lost_draft:
            self._ui.say("That question is no longer open; what you had picked is dropped.")

    def _show_again(self, again: tuple[int, ...]) -> None:
        """Who wants a rematch; said once where the result is not on the screen."""
        state = self.state
        fresh = [seat for seat in again if seat not in state.again and seat != state.names.own]
        state.again = again
        if fresh and self._closed and not isinstance(self._ui.top, GameOver):
            names = listed([state.names[seat] for seat in fresh])
            self._ui.say(f"{names}: a rematch? o shows the result, n there says yes.", "good")
