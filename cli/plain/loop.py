"""Line mode at a table: the loop that joins one stay there, a person and the clock.

What happens comes as events, of which the `Teller` says what there is to say; what a typed line
means the `LineController` decides. Here they meet the terminal and signals. Held by
tests/cli/plain/test_loop.py and tests/cli/test_play.py.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress

from cli.console.awake_clock import BEAT_SECONDS, CLOCK, AwakeClock
from cli.console.errors import complain
from cli.console.exit_codes import Exit
from cli.console.invocation import own_name
from cli.console.stdin import Typed
from cli.console.stdout import OutputClosed, say
from cli.console.text import sentence, wrapped
from cli.lifecycle import sentences
from cli.lifecycle.events import (
    Closed,
    Departure,
)
from cli.lifecycle.home_meeting import home_meeting
from cli.lifecycle.intent_handlers import combined, table_handlers
from cli.lifecycle.naming import name_key
from cli.lifecycle.record_keeping import RecordKeeper
from cli.lifecycle.showing import showing, shown_as
from cli.lifecycle.table_lifecycle import TableLifecycle
from cli.model.intents import NameKey, PreviewMove, Quit, TableIntent
from cli.model.titles import strengths_of
from cli.plain.controller import LineController
from cli.plain.seat_options import SeatOptions
from cli.plain.teller import Teller
from games.engine.errors import BadMove, GamesError
from p2p.client.tables.opened_table import OpenedTable
from p2p.errors import LobbyError, P2PError, SecondInstance, TableMismatch
from p2p.record.record_file import why_not
from p2p.session.validator import Ending

QUIET_SECONDS = 2.0
"""How long staying for the others may take before it is said why we stay."""


class LineSession:
    """One run of one client at one table."""

    def __init__(
        self,
        table: OpenedTable,
        options: SeatOptions,
        contacts: Mapping[bytes, str],
        clock: AwakeClock = CLOCK,
    ) -> None:
        wanted = showing(show=not options.hidden, closed=options.private)
        self._stay = TableLifecycle(
            table,
            address=options.address,
            announcer=shown_as(table, os.environ, wanted if options.shows_invite else None),
            far=options.far,
            at_home=home_meeting(table, os.environ),
        )
        self._records = RecordKeeper(table, wanted=options.keeps_record)
        self._options = options
        self._clock = clock
        self._controller = LineController(
            plays=options.asks,
            hosts=self._stay.is_host,
            strengths=strengths_of(table.config.game),
            attention=options.attention,
        )
        self._controller.muted = set(table.client.muted)
        self._memo = table.client.memo()
        self._controller.remember(self._memo)
        self._handlers = combined(
            table_handlers(self._stay),
            {Quit: self._quit, NameKey: self._name_key, PreviewMove: self._preview},
        )
        self._teller = Teller(self._stay, self._controller, options, contacts, clock)
        self._changed = asyncio.Event()
        self._leaving: Exit | None = None
        """Set when the person wants to go: the exit code of a table that is then unfinished."""
        self._interrupted = False
        """Whether Ctrl-C was pressed and nothing has come of it yet."""

    @property
    def handlers(self) -> Mapping[type, object]:
        """What carries out each class of intent that a typed line can become."""
        return self._handlers

    async def run(self) -> Exit:
        """Sit there until the game is over or the person leaves."""
        self._listen_to_signals()
        self._clock.take_sleep()  # before this, nobody looked at it
        watching = asyncio.create_task(self._watch_client())
        try:
            if self._options.asks:
                await self._stay.client.attend(self._options.attention)
            if self._stay.client.internet:
                say(sentences.ASKS_ROUTER)
            await self._stay.start()
            record = self._options.record
            if record is not None and not self._stay.may_write(record):
                complain(why_not(record))
                return Exit.USAGE
            return await self._sit()
        except OutputClosed:
            return Exit.PAUSED
        except (LobbyError, TableMismatch) as error:
            complain(error)
            return Exit.USAGE
        except SecondInstance as error:
            complain(error)
            return Departure.ELSEWHERE.code
        except P2PError as error:
            complain(error)
            return Exit.BROKEN
        finally:
            watching.cancel()
            await self._stay.close()

    # The loop

    async def _sit(self) -> Exit:
        self._teller.show_invites()
        typed = Typed(self._changed.set)
        while True:
            self._changed.clear()
            code = await self._look()
            if code is None:
                code = await self._hear(typed)
            if code is not None:
                return code
            with suppress(TimeoutError):
                async with asyncio.timeout(self._patience()):
                    await self._changed.wait()

    async def _watch_client(self) -> None:
        while True:
            await self._stay.client.state.next()
            self._changed.set()

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        handlers = {"SIGINT": self._interrupt, "SIGTERM": self._stop, "SIGHUP": self._stop}
        for name, handler in handlers.items():
            # Where a loop cannot do this, Ctrl-C cancels `run`, which closes the table as well.
            with suppress(NotImplementedError, AttributeError):
                loop.add_signal_handler(getattr(signal, name), handler)

    def _interrupt(self) -> None:
        """Ctrl-C: a person who plays is asked first where others sit in the lobby."""
        if self._leaving is Exit.INTERRUPTED or self._interrupted:
            # Asked twice: at once. All that was said is on disk, as after any kill.
            os._exit(Exit.INTERRUPTED)
        self._interrupted = True
        self._changed.set()

    def _stop(self) -> None:
        """The system or a closed terminal wants it to end: nobody can be asked."""
        self._leaving = Exit.INTERRUPTED
        self._changed.set()

    def _heed_interrupt(self) -> None:
        self._interrupted = False
        reaction = self._controller.interrupted()
        if isinstance(reaction.intent, Quit):
            self._leaving = Exit.INTERRUPTED
        else:
            say(["", *reaction.lines, "Ctrl-C once more leaves as well."])

    def _patience(self) -> float:
        """Seconds until something is due; at most a beat, so that the clock is looked at."""
        now = self._clock.now()
        times = (BEAT_SECONDS, self._controller.due(now), self._stay.due(now))
        return min(one for one in times if one is not None)

    # What happens at the table

    async def _look(self) -> Exit | None:
        """Say what is new. Gives the exit code once everything is over."""
        slept = self._clock.take_sleep()
        if slept:
            self._controller.wake(self._clock.now())
            say(wrapped(sentences.slept(slept)))
        for event in self._stay.look(self._clock.now()):
            if isinstance(event, Closed) and self._leaving is None:
                return await self._finish(event.ending)
            await self._teller.say_of(event)
        if self._interrupted:
            self._heed_interrupt()
        if self._leaving is not None:
            return await self._leave(self._leaving)
        if self._teller.begun:
            say(self._controller.tick(self._clock.now()))
        return None

    # What the person wants

    async def _hear(self, typed: Typed) -> Exit | None:
        """Take one typed line, if there is one whose time has come."""
        line = typed.first
        if line is not None and (typed.by_hand or self._controller.ready_for(line)):
            typed.take()
            self._changed.set()  # there may be another
            self._controller.pages.invites = self._teller.invite_lines()
            reaction = self._controller.typed(line, self._clock.now())
            say(reaction.lines)
            if reaction.intent is not None:
                await self._carry_out(reaction.intent)
            await self._keep_orders()
        elif typed.ended and self._options.asks and not self._stay.conceded:
            return await self._leave(Exit.PAUSED)
        return None

    async def _keep_orders(self) -> None:
        """Keep what the person has ordered so far beside the table."""
        before, self._memo = self._memo, self._controller.memo
        if self._memo and self._memo != before:
            await self._stay.client.keep_memo(self._memo)

    async def _carry_out(self, intent: TableIntent) -> None:
        try:
            await self._handlers[type(intent)](intent)
        except BadMove as error:
            say(wrapped(f"That was not sent: {error.reason}."))
            say(self._controller.refused(self._clock.now()))
        except P2PError as error:
            say(wrapped(sentence(f"{error}")))

    async def _name_key(self, intent: NameKey) -> None:
        """Give a key a name of ours, which stands from now on."""
        profile = self._stay.table.profile
        if profile is None:
            return
        say(wrapped(await asyncio.to_thread(name_key, profile, intent.key, intent.name)))
        self._teller.know(profile.contacts)

    async def _preview(self, intent: PreviewMove) -> None:
        """Say what a complete answer would lead to, as far as that is known."""
        try:
            found = await self._stay.client.preview(intent.answer)
        except (GamesError, P2PError):  # said when it is sent
            found = None
        say(self._controller.foreseen(intent.of, () if found is None else found.told))

    async def _quit(self, intent: Quit) -> None:
        self._leaving = Exit.PAUSED

    # Leaving

    async def _finish(self, ending: Ending) -> Exit:
        """The game is over: say what was signed, keep the record, let the others hear the end."""
        self._teller.say_result(ending)
        path, table = self._options.record, self._stay.table.shown
        if path is not None and not self._stay.may_write(path):  # it came there while we played
            complain(why_not(path))
            path = None
        if path is not None:
            await self._stay.write_record(path)
            say(f"Record written. To check it: {own_name()} verify {shlex.quote(str(path))}")
        elif not await self._keep_record():
            say(f"To keep the record: {self._options.command} record {table} FILE")
        if self._options.asks:
            say(f"To play again: {self._options.command} rematch {table}")
        await self._farewell()
        return self._stay.departure.code

    async def _keep_record(self) -> bool:
        """Keep the record in the profile, if it is to be kept; says whether it is there."""
        try:
            kept = await self._records.keep()
        except P2PError as error:
            say(wrapped(f"The record is not kept, and nothing is lost: {error}."))
            return False
        if kept is not None:
            check = f"{self._options.command} verify {self._stay.table.shown}"
            say(wrapped(f"The record is kept ({kept.words}). To check it: {check}"))
        return kept is not None

    async def _leave(self, paused: Exit) -> Exit:
        """The person goes: for good after a concession or at the end, else only for now."""
        snapshot = self._teller.snapshot
        if snapshot is not None and snapshot.ending is not None:
            return await self._finish(snapshot.ending)
        departure = self._stay.departure
        if departure is Departure.PAUSED and self._stay.conceded:
            say("Your concession is not out yet: it is sent when you come back.")
        if paused is Exit.INTERRUPTED and sys.stdout.isatty():
            say("")  # behind the ^C that a terminal shows
        go_on = f"{self._options.command} tables {self._stay.table.shown}"
        say(sentences.farewell(departure, go_on=go_on))
        if departure is Departure.CONCEDED:
            await self._farewell()
            return departure.code
        return paused

    async def _farewell(self) -> None:
        """Stay a moment so that the others see the end, unless the person is in a hurry."""
        farewell = asyncio.create_task(self._stay.farewell())
        self._leaving, self._interrupted = None, False
        until = time.monotonic() + QUIET_SECONDS
        said = False
        while not farewell.done() and self._leaving is None and not self._interrupted:
            self._changed.clear()
            changed = asyncio.create_task(self._changed.wait())
            await asyncio.wait(
                {farewell, changed},
                timeout=None if said else max(0.0, until - time.monotonic()),
                return_when=asyncio.FIRST_COMPLETED,
            )
            changed.cancel()
            if not said and not farewell.done() and time.monotonic() >= until:
                said = True
                say("Staying a moment so that the others see the end; Ctrl-C leaves at once.")
        farewell.cancel()
