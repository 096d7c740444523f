"""Sits down at tables and leaves them, one at a time, and passes on what is wanted at the table.

Held by tests/cli/tui/test_terminal.py and tests/cli/tui/test_rematch.py.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping

from cli.console.errors import UsageError
from cli.lifecycle import sentences
from cli.lifecycle.events import Departure
from cli.lifecycle.far_words import AGAIN, Opener, far_again, leads_out, opener
from cli.lifecycle.home_meeting import home_meeting
from cli.lifecycle.intent_handlers import Handler, Handlers, table_handlers
from cli.lifecycle.joining import is_far
from cli.lifecycle.record_keeping import RecordKeeper
from cli.lifecycle.showing import Showing, showing, shown_as
from cli.lifecycle.table_lifecycle import TableLifecycle
from cli.model import intents
from cli.model.guidance import Guidance
from cli.tui.controller.jobs import Jobs
from cli.tui.controller.lists import Asked, StartLists
from cli.tui.controller.presenter import TablePresenter
from cli.tui.screens.join_form import keeping_menu, public_nodes_menu
from cli.tui.toolkit.ui import Ui
from games.engine.errors import GamesError
from p2p.client.tables import open_rematch, open_table
from p2p.client.tables.opened_table import OpenedTable
from p2p.errors import P2PError
from p2p.session.person import Attention
from p2p.storage.profile import Profile

MOVES = frozenset({
    intents.Play,
    intents.Host,
    intents.Join,
    intents.Resume,
    intents.PlayAgain,
    intents.LeaveTable,
})  # fmt: skip
"""What goes to a table or from it: one at a time."""


class Seating:
    """The table that is open, if one is."""

    def __init__(
        self,
        ui: Ui,
        profile: Profile,
        jobs: Jobs,
        lists: StartLists,
        environment: Mapping[str, str],
        *,
        ring: Callable[[], None],
        quit_program: Callable[[], None],
    ) -> None:
        """`ring` rings the terminal's bell."""
        self.presenter: TablePresenter | None = None
        """What shows the table that is open."""
        self.paused = ""
        """The id of the table that was left unfinished, if that was the last one."""
        self._ui = ui
        self._profile = profile
        self._jobs = jobs
        self._lists = lists
        self._environment = environment
        self._ring = ring
        self._quit_program = quit_program
        self._at_table: dict[type, Handler] = {}
        self._follower: asyncio.Task[None] | None = None

    @property
    def table(self) -> OpenedTable | None:
        """The table that is open."""
        return None if self.presenter is None else self.presenter.stay.table

    def handlers(self) -> Handlers:
        """What it carries out, by the class of the intent."""
        return {
            intents.Play: self._play,
            intents.Host: self._host,
            intents.Join: self._join,
            intents.Resume: self._resume,
            intents.PlayAgain: self._rematch,
            intents.LeaveTable: self._leave,
            intents.Decide: self._answer,
            intents.PassUntil: self._answer,
            intents.PreviewMove: self._preview,
            intents.Attend: self._act,
            intents.Concede: self._act,
            intents.ShowSeed: self._act,
            intents.Say: self._act,
            intents.Mute: self._act,
            intents.ShowInvites: self._show_invites,
            intents.Refuse: self._act,
            intents.SeatBot: self._act,
            intents.Ready: self._act,
        }

    # At the table

    def keep_orders(self) -> None:
        """Have what the person has ordered so far kept beside the table."""
        memo = () if self.presenter is None else self.presenter.new_memo()
        if memo and self.presenter is not None:
            self._jobs.begin(self.presenter.stay.client.keep_memo(memo))

    async def _act(self, intent: intents.Intent) -> None:
        if self.presenter is not None:
            await self._at_table[type(intent)](intent)

    async def _show_invites(self, intent: intents.ShowInvites) -> None:
        if self.presenter is not None:
            self.presenter.show_invites()

    async def _answer(self, intent: intents.Intent) -> None:
        """Send an answer; if the table does not take it, the question is open again."""
        try:
            await self._act(intent)
        except (P2PError, GamesError):
            if self.presenter is not None:
                self.presenter.state.refused(self._ui.now)
            raise

    async def _preview(self, intent: intents.PreviewMove) -> None:
        if self.presenter is None:
            return
        state = self.presenter.state
        found = await self.presenter.stay.client.preview(intent.answer)
        draft = state.draft
        if found is not None and draft is not None and draft == intent.of:
            told = tuple(map(state.names.put_into, found.told))
            state.foreseen = (draft, told)
            self._ui.changed()

    # To a table

    async def _play(self, intent: intents.Play) -> None:
        await self._sit(
            lambda: open_table.open_play(
                self._profile,
                intent.game,
                intent.bots,
                intent.options,
                new=intent.new,
                beat=intent.beat,
                strength=intent.strength,
                guided=intent.guided,
            )
        )

    async def _host(self, intent: intents.Host) -> None:
        far = opener(self._profile.home, self._environment) if intent.words else None
        if intent.words and not intent.asked:
            self._ui.push(keeping_menu(self._ui, intent))
            return
        await self._sit(
            lambda: open_table.open_host(
                self._profile,
                intent.game,
                intent.seats,
                intent.options,
                new=intent.new,
                port=intent.port,
                waits=True,
                beat=intent.beat,
                internet=intent.internet or (intent.words and leads_out(self._environment)),
                spectators=intent.spectators,
                delay=intent.delay,
            ),
            shown=showing(show=intent.show, closed=intent.closed),
            address=intent.address,
            qr=intent.qr,
            far=far,
        )

    async def _join(self, intent: intents.Join) -> None:
        if not intent.table and not intent.asked and is_far(intent.invite):
            opener(self._profile.home, self._environment)  # it says what is in the way
            self._ui.push(public_nodes_menu(self._ui, intent))
            return
        self._ui.busy = "Looking for the table"
        self._ui.changed()
        try:
            invite = await self._lists.invite(intent)
        except Asked:
            return
        finally:
            self._ui.busy = ""
            self._ui.changed()
        if invite.watch and not intent.watch:
            raise UsageError(
                "this invite only lets you watch: choose 'a spectator', or ask whoever hosts the "
                "table for the other one"
            )
        await self._lists.stop_finding()
        if intent.watch:
            await self._sit(lambda: open_table.open_watch(self._profile, invite))
        else:
            internet = intent.internet
            online = not intent.table and is_far(intent.invite)
            await self._sit(
                lambda: open_table.open_guest(self._profile, invite, waits=True, internet=internet),
                far=opener(self._profile.home, self._environment) if online else None,
            )

    async def _resume(self, intent: intents.Resume) -> None:
        await self._sit(
            lambda: open_table.open_saved(
                self._profile, intent.table, waits=True, internet=intent.internet
            ),
            address=intent.address,
        )

    async def _rematch(self, intent: intents.PlayAgain) -> None:
        """To the next table of the one that is open, or of one in the list."""
        before, taught = intent.table, None
        if not before and self.presenter is not None:
            taught = self.presenter.state.guidance
            before = self.presenter.stay.table.id
            self.presenter.stay.client.ask_again()
        await self._sit(lambda: open_rematch.open_rematch(self._profile, before), taught=taught)

    async def _sit(
        self,
        make: Callable[[], OpenedTable],
        *,
        shown: Showing | None = None,
        address: str = "",
        qr: bool = False,
        far: Opener | None = None,
        taught: Guidance | None = None,
    ) -> None:
        """Leave the table that is open for another one. `shown`: to others on the local
        network; None for as it was before. `taught`: the guide of the game before."""
        await self.close()
        self._ui.busy = "Opening the table"
        self._ui.changed()
        try:
            table = make()
            if far is not None:
                table.client.choose_online()
            elif (far := far_again(table, self._environment)) is not None:
                self._ui.say(AGAIN)
            if table.lost:
                self._ui.say(sentences.LOST)
            announcer = shown_as(table, self._environment, shown)
            at_home = home_meeting(table, self._environment)
            stay = TableLifecycle(table, address=address, announcer=announcer, far=far,
                                  at_home=at_home)  # fmt: skip
            presenter = TablePresenter(self._ui, self._jobs, stay, self._profile.known_names()[0],
                                       self._ring)  # fmt: skip
            try:
                if stay.client.internet:
                    self._ui.busy = sentences.ASKS_ROUTER.rstrip(".")
                    self._ui.changed()
                await stay.client.attend(Attention.of(self._ui.settings.asks))
                await stay.start()
            except BaseException:
                await table.close()
                raise
        finally:
            self._ui.busy = ""
        self.presenter = presenter
        presenter.state.guidance = None if taught is None else taught.again()
        presenter.records = RecordKeeper(table, wanted=self._ui.settings.keep_records)
        self._at_table = table_handlers(stay)
        presenter.open(qr=qr)
        following = self._jobs.guarded(presenter.follow())
        self._follower = asyncio.get_running_loop().create_task(following)

    # From a table

    async def _leave(self, intent: intents.LeaveTable) -> None:
        await self.close()
        if self._ui.alone:
            self._quit_program()
            return
        self._ui.reset(self._ui.screens[0])
        self._lists.fill()

    async def close(self) -> None:
        """Leave the table as it is, after a word to the others if it has ended."""
        presenter, self.presenter = self.presenter, None
        follower, self._follower = self._follower, None
        if follower is not None:
            follower.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await follower
        if presenter is None:
            return
        stay = presenter.stay
        try:
            if stay.needs_farewell:
                self._ui.busy = "Telling the others how it ended"
                self._jobs.changed()
                await stay.farewell()
        finally:  # a program that ends does not wait for the others
            self._ui.busy = ""
            try:
                await presenter.keep_record()
            finally:
                departure = await stay.close()
        self._jobs.code = int(departure.code)
        self.paused = stay.table.shown if departure is Departure.PAUSED else ""
