"""A place at a table in line mode: the loop that joins a client, a person and the clock.

What to say and what a typed line means are decided in pure modules (player, stream, lobby); here
they meet the network, the terminal and signals. However this ends, the table is left as it is on
disk: nothing that anybody agreed on can be lost here. Held by tests/cli/test_play.py.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from cli.console.errors import complain
from cli.console.exit_codes import Exit
from cli.console.invocation import own_name
from cli.console.nearby import Notice
from cli.console.stdin import Typed
from cli.console.stdout import OutputClosed, say
from cli.console.text import sentence, wrapped
from cli.model.intents import (
    Agree,
    Concede,
    Decide,
    Mute,
    PassUntil,
    Quit,
    Refuse,
    Say,
    TableIntent,
)
from cli.model.lobby_text import LobbyFeed, seated_lines
from cli.model.table_text import Names, closing_lines, ending_lines
from cli.plain.controller import LineController
from games.engine.errors import BadMove
from p2p.client.open_table import OpenedTable
from p2p.client.snapshot import Snapshot
from p2p.client.updates import Progress
from p2p.errors import LobbyError, P2PError, TableMismatch
from p2p.key_words import LONG, SHORT, key_phrase
from p2p.lobby.frames import Roster
from p2p.net.close_reason import Reason
from p2p.net.invite import MAX_ADDRESSES
from p2p.record.record_file import may_write, why_not
from p2p.session.session import Ending
from p2p.storage import atomic_file
from p2p.wire.charter import Charter, Member

CLOSINGS = 20.0
"""Seconds to wait at the end for the signatures of seats that do not answer."""
SEND = "Send the invite to those who are to play. They type: crownless join, and paste it behind."
AGAIN = (
    "The same game again, with the same people and nobody else. It begins when all of them have "
    "said so, with n on the screen that shows the result, or with: crownless rematch"
)
EARLY = "The table lets nobody watch before the game begins."
QUIET = 2.0
"""Seconds that staying for the others may take before it is said why we stay."""
TRIES = "Crownless goes on trying; Ctrl-C stops it."


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """How we sit: whether a person answers here, and what else was asked for."""

    asks: bool
    go_on: str
    """The command that comes back to this table."""
    keep: str
    """The command that writes its record later."""
    again: str
    """The command for a rematch."""
    waits: bool = False
    """Whether a person says that the table may begin."""
    record: Path | None = None
    shows_invite: bool = False
    private: bool = False
    """Not to be shown on the local network."""
    address: str = ""
    """One more address for the invite, that of a router which passes our port on."""


class LineSession:
    """One run of one client at one table."""

    def __init__(
        self, table: OpenedTable, manner: SeatOptions, contacts: Mapping[bytes, str]
    ) -> None:
        self._table = table
        self._client = table.client
        self._manner = manner
        again = bool(table.config.agreed)
        hosts = table.config.role == "host" and not table.config.loopback and not again
        self._controller = LineController(plays=manner.asks, hosts=hosts)
        self._again = again
        self._notice = Notice(table, os.environ)
        self._lobby = LobbyFeed(table.client.key, contacts)
        self._names = Names(())
        self._begun = False
        self._bell = asyncio.Event()
        self._interrupted = False
        self._conceded = False
        self._deadline: float | None = None
        # What was looked at last, so that nothing is said twice.
        self._roster: Roster | None = None
        self._asked: Roster | None = None
        self._trouble = ""
        self._progress: Progress | None = None
        self._snapshot: Snapshot | None = None

    async def run(self) -> Exit:
        """Sit there until the game is over or the person leaves."""
        self._listen_to_signals()
        ringing = asyncio.create_task(self._pass_on_the_bell())
        try:
            await self._table.start()
            if self._manner.record is not None and not self._may_write(self._manner.record):
                complain(why_not(self._manner.record))
                return Exit.USAGE
            return await self._sit()
        except OutputClosed:
            return Exit.PAUSED
        except (LobbyError, TableMismatch) as error:
            complain(error)
            return Exit.USAGE
        except P2PError as error:
            complain(error)
            return Exit.BROKEN
        finally:
            ringing.cancel()
            await self._notice.end()
            await self._table.close()

    # The loop

    async def _sit(self) -> Exit:
        self._announce()
        typed = Typed(self._bell.set)
        while True:
            self._bell.clear()
            code = await self._look()
            if code is None:
                code = await self._hear(typed)
            if code is not None:
                return code
            with suppress(TimeoutError):
                await asyncio.wait_for(self._bell.wait(), self._patience())

    async def _pass_on_the_bell(self) -> None:
        while True:
            await self._client.state.next()
            self._bell.set()

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            # Where a loop cannot do this, Ctrl-C cancels `run`, which closes the table as well.
            with suppress(NotImplementedError, AttributeError):
                loop.add_signal_handler(getattr(signal, name), self._interrupt)

    def _interrupt(self) -> None:
        if self._interrupted:
            # Asked twice: at once. All that was said is on disk, as after any kill.
            os._exit(Exit.INTERRUPTED)
        self._interrupted = True
        self._bell.set()

    def _patience(self) -> float | None:
        now = time.monotonic()
        due = self._controller.due(now)
        ends = None if self._deadline is None else max(0.0, self._deadline - now)
        return min((one for one in (due, ends) if one is not None), default=None)

    # What the client has to tell

    def _announce(self) -> None:
        """The invites, as soon as others can join."""
        seat = self._client.invites()[0]
        if self._manner.address:
            further = (self._manner.address, self._client.port)
            seat = replace(seat, addresses=(further, *seat.addresses)[:MAX_ADDRESSES])
        invite, watching = seat.encode(), seat.for_watching().encode()
        began = self._client.state.charter is not None
        lines = [f"To watch this table: crownless watch {watching}"]
        if self._again and not began:
            say(wrapped(AGAIN))
        elif not began and self._table.config.role == "host":
            lines.insert(0, f"To sit down here: crownless join {invite}")
        self._controller.invites = lines
        if self._manner.shows_invite:
            say([f"invite: {invite}", f"to watch: {watching}", *wrapped(SEND)])

    async def _look(self) -> Exit | None:
        """Say what is new. Gives the exit code once everything is over."""
        news = self._client.state
        for client in (self._client, *self._table.bots):
            if client.state.failure is not None:
                raise client.state.failure
        if self._interrupted:
            return await self._leave(Exit.INTERRUPTED)
        if news.trouble and news.trouble != self._trouble and not self._again:
            early = self._table.config.role == "watch" and news.trouble == Reason.NOT_ACCEPTED
            said = EARLY if early else f"No way to the table yet: {news.trouble}."
            say(wrapped(f"{said} {TRIES}"))
        self._trouble = news.trouble or self._trouble
        roster = news.roster
        if roster is not None and roster is not self._roster and not self._table.config.loopback:
            self._roster = roster
            phrases = await asyncio.to_thread(_phrases, roster.members, LONG)
            say(self._lobby.news(roster, phrases))
            self._controller.meet(self._lobby.names(roster.members))
        self._ask_to_agree()
        if self._manner.shows_invite and not self._manner.private:
            await self._notice.follow(None if news.charter else news.roster)
        if news.charter is not None and not self._begun:
            await self._begin(news.charter)
        return await self._follow()

    def _ask_to_agree(self) -> None:
        """Before the game: ask a person whether the table as it was shown may begin."""
        roster = self._roster
        if not self._manner.waits or roster is None or self._client.state.charter is not None:
            return
        asked = _bare(roster) if self._client.state.to_sign and self._is_shown() else None
        anew = asked is not None and asked != self._asked
        say(self._lobby.agreement(roster, asked=anew, refuses=self._controller.hosts))
        if anew or asked is None:
            self._controller.ask_to_agree(time.monotonic() if anew else None)
        self._asked = asked

    def _is_shown(self) -> bool:
        """Whether the table is still the one that was shown here last."""
        now, shown = self._client.state.roster, self._roster
        return now is not None and shown is not None and _bare(now) == _bare(shown)

    async def _begin(self, charter: Charter) -> None:
        """The charter stands: the people are known."""
        members = charter.draft.members
        self._names = self._lobby.names(members)
        self._begun = True
        self._controller.begin(self._names)
        self._controller.invites = self._controller.invites[-1:]
        self._table.describe("open")
        say(seated_lines(self._names))
        phrases = await asyncio.to_thread(_phrases, members, SHORT)
        self._controller.words = tuple(phrases.get(member.key, "") for member in members)

    async def _follow(self) -> Exit | None:
        """Say how the table goes on."""
        news, controller, now = self._client.state, self._controller, time.monotonic()
        if not self._begun:
            return None
        if news.progress is not None and news.progress is not self._progress:
            self._progress = news.progress
            say(controller.progress(news.progress, now))
        if news.snapshot is not None and news.snapshot is not self._snapshot:
            self._snapshot = news.snapshot
            say(controller.follow(news.snapshot, now))
        say(controller.hear(news.chat))
        say(controller.tick(now))
        ending = self._snapshot.ending if self._snapshot else None
        return None if ending is None else await self._end(ending, now)

    # What the person has to tell

    async def _hear(self, typed: Typed) -> Exit | None:
        """Take one typed line, if there is one whose time has come."""
        line = typed.first
        if line is not None and (typed.by_hand or self._controller.ready_for(line)):
            typed.take()
            self._bell.set()  # there may be another
            reaction = self._controller.typed(line, time.monotonic())
            say(reaction.lines)
            return await self._do(reaction.intent)
        if typed.ended and self._manner.asks and not self._conceded:
            return await self._leave(Exit.PAUSED)
        return None

    async def _do(self, intent: TableIntent | None) -> Exit | None:
        try:
            match intent:
                case Quit():
                    return await self._leave(Exit.PAUSED)
                case Decide(step, decision):
                    await self._client.decide(step, decision)
                case Say(text):
                    self._talk(text)
                case PassUntil(event):
                    await self._client.pass_until(event)
                case Mute(seat, muted):
                    self._client.mute(seat, muted)
                case Refuse(key):
                    self._client.refuse(key)
                case Agree():
                    if self._is_shown():
                        self._client.make_ready()
                case Concede():
                    await self._client.concede()
                    self._conceded = True
                    say("You concede. The others see it as soon as the table comes to you.")
        except BadMove as error:
            say(wrapped(f"That was not sent: {error.reason}."))
            say(self._controller.refused(time.monotonic()))
        return None

    def _talk(self, text: str) -> None:
        try:
            self._client.say(text)
        except P2PError as error:
            say(wrapped(sentence(f"{error}")))

    # Ending

    async def _end(self, ending: Ending, now: float) -> Exit | None:
        if self._deadline is None:
            self._deadline = now + CLOSINGS
            say(["", *ending_lines(ending, self._names)])
        if ending.complete or now >= self._deadline:
            return await self._finish(ending)
        return None

    async def _finish(self, ending: Ending) -> Exit:
        """The game is over: say what was signed, keep the record, let the others hear the end."""
        snapshot = self._snapshot
        if ending.fault is None and snapshot is not None:
            say(closing_lines(ending, self._names, snapshot.record_digest))
        path = self._manner.record
        if path is not None and not self._may_write(path):  # it came there while we played
            complain(why_not(path))
            path = None
        if path is not None:
            atomic_file.write(path, await self._client.record())
            say(f"Record written. To check it: {own_name()} verify {shlex.quote(str(path))}")
        else:
            say(f"To keep the record: {self._manner.keep}")
        if self._manner.asks:
            say(f"To play again: {self._manner.again}")
        self._table.describe("over" if ending.fault is None else "broken")
        await self._farewell()
        return Exit.DONE if ending.fault is None else Exit.BROKEN

    def _may_write(self, path: Path) -> bool:
        charter = self._client.state.charter
        return may_write(path, charter.encode() if charter is not None else None)

    async def _leave(self, code: Exit) -> Exit:
        """The person goes: for good after a concession or at the end, else only for now."""
        snapshot = self._snapshot
        if snapshot is not None and snapshot.ending is not None:
            return await self._finish(snapshot.ending)
        own = self._names.own
        if snapshot is not None and own is not None and snapshot.online[own] is None:
            self._table.describe("left")
            say("You have left this game for good; the others play on.")
            await self._farewell()
            return Exit.DONE
        if self._conceded:
            say("Your concession is not out yet: it is sent when you come back.")
        say(f"Paused; nothing is lost. To go on: {self._manner.go_on}")
        return code

    async def _farewell(self) -> None:
        """Stay a moment so that the others see the end, unless the person is in a hurry."""
        farewell = asyncio.create_task(self._client.farewell())
        self._interrupted = False
        until = time.monotonic() + QUIET
        said = False
        while not farewell.done() and not self._interrupted:
            self._bell.clear()
            bell = asyncio.create_task(self._bell.wait())
            await asyncio.wait(
                {farewell, bell},
                timeout=None if said else max(0.0, until - time.monotonic()),
                return_when=asyncio.FIRST_COMPLETED,
            )
            bell.cancel()
            if not said and not farewell.done() and time.monotonic() >= until:
                said = True
                say("Staying a moment so that the others see the end; Ctrl-C leaves at once.")
        farewell.cancel()


def _bare(roster: Roster) -> Roster:
    """What is signed of it: all but who has signed."""
    return replace(roster, signed=())


def _phrases(members: Sequence[Member], count: int) -> dict[bytes, str]:
    """The key words of people; a bot's key is of one table only and needs none."""
    return {m.key: key_phrase(m.key, count) for m in members if not m.is_bot}
