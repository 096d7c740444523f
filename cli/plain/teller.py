"""What happens at a table, said in lines: one event after the other, and nothing twice.

What there is to say of a move the `LineController` knows; here is what surrounds a game. Held by
tests/cli/plain/test_loop.py.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace

from cli.console.awake_clock import AwakeClock
from cli.console.stdout import say
from cli.console.text import columns, wrapped
from cli.lifecycle import sentences
from cli.lifecycle.announcer import AtHome
from cli.lifecycle.events import (
    Alone,
    Announced,
    Audited,
    BadLinks,
    Begun,
    BotsGone,
    Chatted,
    Conceded,
    Ended,
    Event,
    Failed,
    Flooded,
    LobbyChanged,
    Moved,
    PathsChanged,
    Reached,
    ShuffleProgress,
    TraceEnded,
    Unsigned,
    Watched,
    WentOnline,
)
from cli.lifecycle.reach_text import reach_lines
from cli.lifecycle.table_lifecycle import TableLifecycle
from cli.model.end_text import (
    PROVISIONAL,
    audit_lines,
    closing_lines,
    ending_lines,
    proven_line,
    tale_lines,
    unsigned_words,
    unveiled_words,
)
from cli.model.lobby_text import BOT, LobbyFeed, behind, seated_lines
from cli.model.table_text import (
    Names,
)
from cli.plain.controller import LineController
from cli.plain.qr import qr_lines
from cli.plain.seat_options import SeatOptions
from p2p.client.play.snapshot import Snapshot
from p2p.key_words import LONG, SHORT, key_phrase
from p2p.lobby.frames import Roster
from p2p.record.audit import Finding
from p2p.session.validator import Ending
from p2p.wire.charter import Charter, Member

SEND = "Send the invite to the other players. They join with: crownless join INVITE"
BEGINS = (
    "It begins when all of them have asked for it, with n on the result screen or with: "
    "crownless rematch"
)
TRIES = "Crownless goes on trying; Ctrl-C stops it."


class Teller:
    """Says what happens during one stay at a table. `contacts`: our own names for keys."""

    def __init__(
        self,
        stay: TableLifecycle,
        controller: LineController,
        options: SeatOptions,
        contacts: Mapping[bytes, str],
        clock: AwakeClock,
    ) -> None:
        self.begun = False
        """Whether the charter stands."""
        self.snapshot: Snapshot | None = None
        """The newest."""
        self._stay = stay
        self._controller = controller
        self._options = options
        self._clock = clock
        self._is_watching = stay.table.config.role == "watch"
        self._is_local = stay.table.config.loopback
        self._lobby = LobbyFeed(stay.client.key, contacts)
        self._names = Names(())
        # What was said last.
        self._asked: Roster | None = None
        self._trouble = ""
        self._ways: tuple[str, ...] = ()
        self._at_home: AtHome | None = None
        self._found: dict[int, Finding] = {}

    def invite_lines(self) -> list[str]:
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

    def show_invites(self) -> None:
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

    async def say_of(self, event: Event) -> None:
        """Say it, where there is something to say. Raises what has failed."""
        now = self._clock.now()
        match event:
            case Failed(error):
                raise error
            case LobbyChanged():
                await self._show_lobby(event)
            case PathsChanged(paths):
                self._controller.pages.paths = paths
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
                self.snapshot = snapshot
                say(self._controller.follow(snapshot, now))
            case Alone(back):
                # The invite in a line of its own and never wrapped, so that it can be copied or
                # read by a script.
                say([*wrapped(sentences.ALONE), f"back: {back}", sentences.COME_BACK])
            case Chatted(lines):
                say(self._controller.hear(lines))
            case Watched(names):
                say(self._controller.watched(names))
            case Flooded(keys):
                say(self._controller.cut_off(keys))
            case BadLinks(links):
                say(self._controller.bad_links(links))
            case TraceEnded(reason):
                say(wrapped(f"{reason}."))
            case Conceded():
                say("You concede. The others see it as soon as the table comes to you.")
            case Ended(ending):
                view = None if self.snapshot is None else self.snapshot.view
                say(["", *ending_lines(ending, self._names), *tale_lines(view, self._names)])
                if self.snapshot is not None and self.snapshot.audited and not ending.fault:
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
        say(
            [
                line
                for text in reach_lines(reached.reach, reached.invites[0])
                for line in wrapped(text)
            ]
        )
        if reached.anew:
            self.show_invites()

    def say_result(self, ending: Ending) -> None:
        """What was signed and what is proven, once nothing more comes."""
        if ending.fault is None and self.snapshot is not None:
            say(closing_lines(ending, self._names, self.snapshot.record_digest))
        audit = self._stay.client.state.audit
        if audit is not None:
            waits = [found for found in audit.findings if found.seat not in self._found]
            say([*audit_lines(waits, self._names), proven_line(audit, self._names)])
            for said in unveiled_words(audit, self._names):
                say(wrapped(said))

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
        # Off the loop: the words of a key are dear to compute on purpose (p2p/key_words.py).
        phrases = await asyncio.to_thread(_phrases, lobby.roster.members, LONG)
        say(self._lobby.news(lobby.roster, phrases))
        self._controller.meet(self._lobby.names(lobby.roster.members))
        if self._options.waits:
            self._ask_to_agree(lobby.roster)

    def _ask_to_agree(self, roster: Roster) -> None:
        """Ask a person whether the table as it was shown may begin."""
        ask = self._stay.client.state.to_sign and self._stay.shows(roster)
        asked = replace(roster, signed=()) if ask else None
        anew = asked is not None and asked != self._asked
        say(self._lobby.agreement(roster, asked=anew, refuses=self._controller.lobby.hosts))
        if anew or asked is None:
            self._controller.lobby.ask_to_agree(self._clock.now() if anew else None)
        self._asked = asked

    async def _begin(self, charter: Charter) -> None:
        """The charter stands: the people are known."""
        members = charter.draft.members
        self._names = self._lobby.names(members)
        self.begun = True
        self._controller.begin(self._names, guided=self._stay.table.config.guided)
        say(seated_lines(self._names, behind(charter.draft.policies)))
        phrases = await asyncio.to_thread(_phrases, members, SHORT)
        self._controller.pages.words = tuple(phrases.get(member.key, "") for member in members)

    def know(self, contacts: Mapping[bytes, str]) -> None:
        """Our names for keys are these from now on."""
        self._lobby.know(contacts)
        news = self._stay.client.state
        if news.charter is not None:
            self._names = self._lobby.names(news.charter.draft.members)
            self._controller.meet(self._names)
        elif news.roster is not None:
            self._controller.meet(self._lobby.names(news.roster.members))


def _phrases(members: Sequence[Member], count: int) -> dict[bytes, str]:
    """The key words of people; a bot's key is of one table only and needs none."""
    return {m.key: key_phrase(m.key, count) for m in members if not m.is_bot}
