"""Line mode at a table: the loop that joins one stay there, a person and the clock.

What happens comes as events, what to say of it and what a typed line means is decided in pure
modules; here they meet the terminal and signals. Held by tests/cli/plain/test_loop.py and
tests/cli/test_play.py.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from cli.console.awake_clock import BEAT_SECONDS, CLOCK, AwakeClock
from cli.console.errors import complain
from cli.console.exit_codes import Exit
from cli.console.invocation import own_name
from cli.console.stdin import Typed
from cli.console.stdout import OutputClosed, say
from cli.console.text import columns, sentence, wrapped
from cli.lifecycle import sentences
from cli.lifecycle.announcer import AtHome
from cli.lifecycle.events import (
    Alone,
    Announced,
    Audited,
    Begun,
    BotsGone,
    Chatted,
    Closed,
    Conceded,
    Departure,
    Ended,
    Event,
    Failed,
    Flooded,
    LobbyChanged,
    Moved,
    PathsChanged,
    Reached,
    ShuffleProgress,
    Unsigned,
    Watched,
    WentOnline,
)
from cli.lifecycle.intent_handlers import combined, table_handlers
from cli.lifecycle.naming import name_key
from cli.lifecycle.reach_text import reach_lines
from cli.lifecycle.record_keeping import RecordKeeper
from cli.lifecycle.showing import showing, shown_as
from cli.lifecycle.table_lifecycle import TableLifecycle
from cli.model.intents import NameKey, Quit, TableIntent
from cli.model.lobby_text import BOT, LobbyFeed, behind, seated_lines
from cli.model.table_text import (
    PROVISIONAL,
    Names,
    audit_lines,
    closing_lines,
    ending_lines,
    proven_line,
    tale_lines,
    unsigned_words,
)
from cli.model.titles import strengths_of
from cli.plain.controller import LineController
from cli.plain.qr import qr_lines
from cli.plain.seat_options import SeatOptions
from games.engine.errors import BadMove
from p2p.client.opened_table import OpenedTable
from p2p.client.snapshot import Snapshot
from p2p.errors import LobbyError, P2PError, SecondInstance, TableMismatch
from p2p.key_words import LONG, SHORT, key_phrase
from p2p.lobby.frames import Roster
from p2p.record.audit import Finding
from p2p.record.record_file import why_not
from p2p.session.validator import Ending
from p2p.wire.charter import Charter, Member

SEND = "Send the invite to the other players. They join with: crownless join INVITE"
BEGINS = (
    "It begins when all of them have asked for it, with n on the result screen or with: "
    "crownless rematch"
)
QUIET_SECONDS = 2.0
"""How long staying for the others may take before it is said why we stay."""
TRIES = "Crownless goes on trying; Ctrl-C stops it."


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
        )
        self._records = RecordKeeper(table, wanted=options.keeps_record)
        self._options = options
        self._clock = clock
        self._is_watching = table.config.role == "watch"
        self._is_local = table.config.loopback
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
            table_handlers(self._stay), {Quit: self._quit, NameKey: self._name_key}
        )
        self._lobby = LobbyFeed(table.client.key, contacts)
        self._names = Names(())
        self._begun = False
        self._changed = asyncio.Event()
        self._leaving: Exit | None = None
        """Set when the person wants to go: the exit code of a table that is then unfinished."""
        # What was looked at last, so that nothing is said twice.
        self._roster: Roster | None = None
        self._asked: Roster | None = None
        self._trouble = ""
        self._ways: tuple[str, ...] = ()
        self._at_home: AtHome | None = None
        self._snapshot: Snapshot | None = None
        self._found: dict[int, Finding] = {}

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
        self._show_invites()
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
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            # Where a loop cannot do this, Ctrl-C cancels `run`, which closes the table as well.
            with suppress(NotImplementedError, AttributeError):
                loop.add_signal_handler(getattr(signal, name), self._interrupt)

    def _interrupt(self) -> None:
        if self._leaving is Exit.INTERRUPTED:
            # Asked twice: at once. All that was said is on disk, as after any kill.
            os._exit(Exit.INTERRUPTED)
        self._leaving = Exit.INTERRUPTED
        self._changed.set()

    def _patience(self) -> float:
        """Seconds until something is due; at most a beat, so that the clock is looked at."""
        now = self._clock.now()
        times = (BEAT_SECONDS, self._controller.due(now), self._stay.due(now))
        return min(one for one in times if one is not None)

    # What happens at the table

    def _invite_lines(self) -> list[str]:
        """What the command `invite` shows, with the addresses of this moment."""
        invite, watching = self._stay.invites()
        back = self._stay.way_back()
        lines = [f"To watch this table: crownless watch {watching}"] if watching else []
        if back:
            lines.insert(0, f"For the others at this table to come back: crownless join {back}")
        elif (
            self._stay.client.state.charter is None
            and self._stay.table.config.role == "host"
            and not self._stay.is_rematch
        ):
            lines.insert(0, f"To take a seat: crownless join {invite}")
        return lines

    def _show_invites(self) -> None:
        """The invites, as soon as others can join."""
        invite, watching = self._stay.invites()
        to_watch = [f"to watch: {watching}"] if watching else []
        began = self._stay.client.state.charter is not None
        if self._stay.is_rematch and not began:
            say(wrapped(f"{sentences.REMATCH} {BEGINS}"))
        if self._options.shows_invite and began:  # all seats are taken
            say(to_watch)
        elif self._options.shows_invite:
            say([f"invite: {invite}", *to_watch, *wrapped(SEND)])
            if self._options.asks:
                say(wrapped(BOT))
            if self._options.qr:
                room = columns(sys.stdout)
                said = qr_lines(invite, os.environ, room, sys.stdout.encoding or "ascii")
                say(said, fit=False)

    async def _look(self) -> Exit | None:
        """Say what is new. Gives the exit code once everything is over."""
        slept = self._clock.take_sleep()
        if slept:
            self._controller.wake(self._clock.now())
            say(wrapped(sentences.slept(slept)))
        for event in self._stay.look(self._clock.now()):
            if isinstance(event, Closed) and self._leaving is None:
                return await self._finish(event.ending)
            await self._present(event)
        if self._leaving is not None:
            return await self._leave(self._leaving)
        if self._begun:
            say(self._controller.tick(self._clock.now()))
        return None

    async def _present(self, event: Event) -> None:
        now = self._clock.now()
        match event:
            case Failed(error):
                raise error
            case LobbyChanged():
                await self._show_lobby(event)
            case PathsChanged(paths):
                self._controller.paths = paths
            case Announced(at_home):
                say(sentences.at_home(at_home, self._at_home))
                self._at_home = at_home
            case WentOnline(online):
                say(sentences.online(online))
            case BotsGone(names):
                say(sentences.bots_gone(names))
            case Reached():
                self._show_reach(event)
            case Begun(charter):
                await self._begin(charter)
            case ShuffleProgress(progress):
                say(self._controller.progress(progress, now))
            case Moved(snapshot):
                self._snapshot = snapshot
                say(self._controller.follow(snapshot, now))
            case Alone(back):
                say([*wrapped(sentences.ALONE), f"back: {back}", sentences.COME_BACK])
            case Chatted(lines):
                say(self._controller.hear(lines))
            case Watched(names):
                say(self._controller.watched(names))
            case Flooded(keys):
                say(self._controller.cut_off(keys))
            case Conceded():
                say("You concede. The others see it as soon as the table comes to you.")
            case Ended(ending):
                view = None if self._snapshot is None else self._snapshot.view
                say(["", *ending_lines(ending, self._names), *tale_lines(view, self._names)])
                if self._snapshot is not None and self._snapshot.audited and not ending.fault:
                    say(wrapped(PROVISIONAL))
            case Unsigned(seats):
                say(wrapped(unsigned_words([self._names[seat] for seat in seats])))
            case Audited(audit):
                new = [found for found in audit.findings if self._is_news(found)]
                self._found.update({found.seat: found for found in new})
                say(audit_lines(new, self._names))
            case _:
                pass

    def _show_reach(self, reached: Reached) -> None:
        """What the router has opened; if that is news, invites have other addresses in them."""
        say([line for text in reach_lines(reached.reach) for line in wrapped(text)])
        if reached.anew:
            self._show_invites()

    def _is_news(self, found: Finding) -> bool:
        """Whether a seat was looked at, and that was not said yet."""
        return found.looked_at and self._found.get(found.seat) != found

    async def _show_lobby(self, lobby: LobbyChanged) -> None:
        if lobby.trouble and lobby.trouble != self._trouble and not self._stay.is_rematch:
            self._trouble = lobby.trouble
            said = sentences.no_way(lobby.trouble, watching=self._is_watching)
            say(wrapped(f"{said} {TRIES}"))
        if lobby.ways != self._ways:
            self._ways = lobby.ways
            say([line for text in lobby.ways for line in wrapped(text)])
        if lobby.roster is None or self._is_local:
            return
        phrases = await asyncio.to_thread(_phrases, lobby.roster.members, LONG)
        self._roster = lobby.roster
        say(self._lobby.news(lobby.roster, phrases))
        self._controller.meet(self._lobby.names(lobby.roster.members))
        if self._options.waits:
            self._ask_to_agree(lobby.roster)

    def _ask_to_agree(self, roster: Roster) -> None:
        """Ask a person whether the table as it was shown may begin."""
        ask = self._stay.client.state.to_sign and self._stay.shows(roster)
        asked = replace(roster, signed=()) if ask else None
        anew = asked is not None and asked != self._asked
        say(self._lobby.agreement(roster, asked=anew, refuses=self._controller.hosts))
        if anew or asked is None:
            self._controller.ask_to_agree(self._clock.now() if anew else None)
        self._asked = asked

    async def _begin(self, charter: Charter) -> None:
        """The charter stands: the people are known."""
        members = charter.draft.members
        self._names = self._lobby.names(members)
        self._begun = True
        self._controller.begin(self._names, guided=self._stay.table.config.guided)
        say(seated_lines(self._names, behind(charter.draft.policies)))
        phrases = await asyncio.to_thread(_phrases, members, SHORT)
        self._controller.words = tuple(phrases.get(member.key, "") for member in members)

    # What the person wants

    async def _hear(self, typed: Typed) -> Exit | None:
        """Take one typed line, if there is one whose time has come."""
        line = typed.first
        if line is not None and (typed.by_hand or self._controller.ready_for(line)):
            typed.take()
            self._changed.set()  # there may be another
            self._controller.invites = self._invite_lines()
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
        self._lobby.know(profile.contacts)
        news = self._stay.client.state
        if news.charter is not None:
            self._names = self._lobby.names(news.charter.draft.members)
            self._controller.meet(self._names)
        elif news.roster is not None:
            self._controller.meet(self._lobby.names(news.roster.members))

    async def _quit(self, intent: Quit) -> None:
        self._leaving = Exit.PAUSED

    # Leaving

    async def _finish(self, ending: Ending) -> Exit:
        """The game is over: say what was signed, keep the record, let the others hear the end."""
        snapshot, path = self._snapshot, self._options.record
        table = self._stay.table.shown
        if ending.fault is None and snapshot is not None:
            say(closing_lines(ending, self._names, snapshot.record_digest))
        audit = self._stay.client.state.audit
        if audit is not None:
            waits = [found for found in audit.findings if found.seat not in self._found]
            say([*audit_lines(waits, self._names), proven_line(audit, self._names)])
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
        if self._snapshot is not None and self._snapshot.ending is not None:
            return await self._finish(self._snapshot.ending)
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
        self._leaving = None
        until = time.monotonic() + QUIET_SECONDS
        said = False
        while not farewell.done() and self._leaving is None:
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


def _phrases(members: Sequence[Member], count: int) -> dict[bytes, str]:
    """The key words of people; a bot's key is of one table only and needs none."""
    return {m.key: key_phrase(m.key, count) for m in members if not m.is_bot}
