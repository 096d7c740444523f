"""One stay at a table: what is new there as events, and how it is left.

It compares what the client tells with what was told before, so that no front end has to. However a
stay ends, the table is left as it is on disk: nothing that anybody agreed on can be lost here.
Held by tests/cli/lifecycle/test_table_lifecycle.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from cli.lifecycle.announcer import Announcer, AtHome
from cli.lifecycle.dead_end import DEAD_ENDS, dead_end
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
    RematchWanted,
    ShuffleProgress,
    Unsigned,
    Watched,
    WentOnline,
)
from cli.lifecycle.far_words import FarWords, Online, Opener
from p2p.client.auditor import AuditState
from p2p.client.chat import ChatLine
from p2p.client.opened_table import OpenedTable
from p2p.client.paths import MemberPath
from p2p.client.snapshot import Snapshot
from p2p.client.updates import Progress
from p2p.errors import LobbyError, SecondInstance, TableMismatch
from p2p.lobby.frames import Roster
from p2p.net.interfaces import own_networks
from p2p.net.invite import MAX_ADDRESSES, Invite
from p2p.net.port_mapping.gateways import gateways4, gateways6
from p2p.record.record_file import may_write
from p2p.session.session import Ending
from p2p.storage import atomic_file

ALONE_SECONDS = 10.0
"""How long none of the others is reached until it is said how to bring them back."""
CLOSING_SECONDS = 20.0
"""How long to wait at the end for the signatures of seats that do not answer."""
UNSIGNED_SECONDS = 5.0
"""After how long it is told that a signature is missing, where a seed can be shown without it."""


class TableLifecycle:
    """The stay of one client at one table, from `start` to `close`."""

    def __init__(
        self,
        table: OpenedTable,
        *,
        address: str = "",
        announcer: Announcer | None = None,
        far: Opener | None = None,
    ) -> None:
        """`address`: one more for the invite, that of a router which passes our port on.

        `far`: what enters the public nodes, if a person has chosen that.
        """
        self.table = table
        self.client = table.client
        self.is_rematch = bool(table.config.agreed)
        self.is_host = (
            table.config.role == "host" and not table.config.loopback and not self.is_rematch
        )
        """Whether we opened a table to which others come, and may refuse them."""
        self.conceded = False
        """Whether our person has conceded in this stay."""
        self._started = self._was_over = self._said_unsigned = False
        self._address = address
        self._announcer = announcer
        invite = self._seat_invite if self.is_host else None
        self._far_words = FarWords(far, self.client, invite) if far is not None else None
        self._online: Online | None = None
        self._lobby: LobbyChanged | None = None
        self._at_home: AtHome | None = None
        self._reached: Reached | None = None
        self._dead_end: tuple[object, tuple[str, ...]] | None = None
        """For which trouble and answers of routers something was said of both sides, and what."""
        self._begun = self._said_conceded = self._closed = False
        self._progress: Progress | None = None
        self._snapshot: Snapshot | None = None
        self._chat: tuple[ChatLine, ...] = ()
        self._paths: Mapping[bytes, MemberPath] = {}
        self._floods: tuple[bytes, ...] = ()
        self._watchers: tuple[str, ...] = ()
        self._again: tuple[int, ...] = ()
        self._audit: AuditState | None = None
        self._ended_at: float | None = None
        self._alone_since: float | None = None
        self._said_alone = False

    async def start(self) -> None:
        """Open the links; on the internet, after the router has answered. Raises P2PError."""
        await self.table.start()
        self._started = True
        await self.client.settle()
        snapshot = self.client.state.snapshot
        ending = snapshot.ending if snapshot is not None else None
        self._was_over = ending is not None and ending.complete

    def invites(self) -> tuple[str, str]:
        """The invites to a seat and to watch, once started; empty where nobody may watch."""
        seat = self._seat_invite()
        watch = seat.for_watching().encode() if self._may_be_watched else ""
        return seat.encode(), watch

    @property
    def _may_be_watched(self) -> bool:
        charter = self.client.state.charter
        if charter is not None:
            return charter.draft.policies.spectators
        before = self.table.config.before
        return before.policies.spectators if before else self.table.config.spectators

    def _seat_invite(self) -> Invite:
        return self._with_address(self.client.invites()[0])

    def way_back(self) -> str:
        """The invite that brings the others back to a table that has begun; empty where there is
        none to bring."""
        back = self.client.way_back() if self._others() else None
        return self._with_address(back).encode() if back is not None else ""

    def _with_address(self, invite: Invite) -> Invite:
        if not self._address:
            return invite
        further = (self._address, self.client.port)
        return replace(invite, addresses=(further, *invite.addresses)[:MAX_ADDRESSES])

    def _others(self) -> list[int]:
        """The seats of others, and of bots that are not ours, once the charter stands."""
        charter, own = self.client.state.charter, self.client.key
        members = charter.draft.members if charter is not None else ()
        return [n for n, one in enumerate(members) if own not in (one.key, one.operator)]

    # What happens

    def look(self, now: float) -> list[Event]:
        """What is new since the last look. `now`: seconds of a clock that never goes back."""
        bots = self.table.lobby_bots
        gone = bots.drop_refused() if bots is not None else []
        for client in (self.client, *self.table.bots):
            if client.state.failure is not None:
                return [Failed(client.state.failure)]
        told = [BotsGone(tuple(gone))] if gone else []
        return [
            *told,
            *self._outside(),
            *self._before_the_charter(),
            *self._at_the_table(),
            *self._left_alone(now),
            *self._at_the_end(now),
            *self._on_the_way(),
        ]

    def due(self, now: float) -> float | None:
        """In how many seconds `look` has something new even if nothing happens; None for never."""
        if self._ended_at is None or self._closed:
            return None
        seconds = UNSIGNED_SECONDS if self._is_unsigned else CLOSING_SECONDS
        return max(0.0, self._ended_at + seconds - now)

    @property
    def _is_unsigned(self) -> bool:
        """Whether our person may show its seed without waiting, and was not told so yet."""
        snapshot = self._snapshot
        return snapshot is not None and snapshot.may_show_seed and not self._said_unsigned

    def _outside(self) -> Iterator[Event]:
        reach, before = self.client.state.reach, self._reached
        if reach is not None and (before is None or before.reach is not reach):
            self._reached = Reached(reach, self.invites(), anew=before is not None)
            yield self._reached

    def _before_the_charter(self) -> Iterator[Event]:
        news = self.client.state
        if self._announcer is not None:
            self._announcer.follow(None if news.charter else news.roster, news.changed.set)
            at_home = self._announcer.at_home
            if at_home is not None and at_home != self._at_home:
                self._at_home = at_home
                yield Announced(at_home)
        if self._far_words is not None:
            is_open = news.charter is None and news.roster is not None
            begun = news.charter is not None
            self._far_words.follow(is_open=is_open, begun=begun, changed=news.changed.set)
            online = self._far_words.online
            if online is not None and online != self._online:
                self._online = online
                yield WentOnline(online)
        if news.charter is None:
            lobby = LobbyChanged(news.roster, news.to_sign, news.trouble, self._ways())
            if lobby != self._lobby:
                self._lobby = lobby
                yield lobby
        elif not self._begun:
            self._begun = True
            self.table.describe("open")
            yield Begun(news.charter)

    def _ways(self) -> tuple[str, ...]:
        """What is known of both sides and the ways out, where nobody of the table was found."""
        news, config = self.client.state, self.table.config
        asked = (news.trouble, news.reach)
        if news.trouble not in DEAD_ENDS or not config.addresses or self.is_rematch:
            return ()
        if self._dead_end is None or self._dead_end[0] != asked:
            routed = bool(gateways4() or gateways6())
            said = dead_end(config.addresses, own_networks(), news.reach, routed=routed)
            self._dead_end = (asked, said)
        return self._dead_end[1]

    def _at_the_table(self) -> Iterator[Event]:
        news = self.client.state
        if not self._begun:
            return
        if self.conceded and not self._said_conceded:
            self._said_conceded = True
            yield Conceded()
        if news.progress is not None and news.progress is not self._progress:
            self._progress = news.progress
            yield ShuffleProgress(news.progress)
        if news.snapshot is not None and news.snapshot is not self._snapshot:
            self._snapshot = news.snapshot
            self.table.notice()
            yield Moved(news.snapshot)
        if news.chat != self._chat:
            self._chat = news.chat
            yield Chatted(news.chat)
        if news.watchers != self._watchers:
            self._watchers = news.watchers
            yield Watched(news.watchers)
        if news.floods != self._floods:
            self._floods = news.floods
            yield Flooded(news.floods)
        if news.again != self._again:
            self._again = news.again
            yield RematchWanted(news.again)

    def _left_alone(self, now: float) -> Iterator[Event]:
        snapshot = self._snapshot
        if snapshot is None or snapshot.ending is not None:
            return
        others = [snapshot.online[seat] for seat in self._others()]
        if self.client.seat is None or any(others) or False not in others:
            self._alone_since, self._said_alone = None, False
            return
        if self._alone_since is None:
            self._alone_since = now
        if not self._said_alone and now >= self._alone_since + ALONE_SECONDS:
            self._said_alone = True
            yield Alone(self.way_back())

    def _on_the_way(self) -> Iterator[Event]:
        """How the others are reached; before there is somebody to say it of there is nothing."""
        paths = self.client.state.paths
        if paths != self._paths:
            self._paths = paths
            yield PathsChanged(paths)

    def _at_the_end(self, now: float) -> Iterator[Event]:
        ending = self._snapshot.ending if self._snapshot is not None else None
        if ending is None:
            return
        if self._ended_at is None:
            self._ended_at = now
            yield Ended(ending)
        audit = self.client.state.audit
        if audit is not None and audit != self._audit:
            self._audit = audit
            yield Audited(audit)
        if self._is_unsigned and now >= self._ended_at + UNSIGNED_SECONDS:
            self._said_unsigned = True
            yield Unsigned(tuple(seat for seat in ending.closers if seat not in ending.closed))
        late = now >= self._ended_at + CLOSING_SECONDS
        if audit is not None and audit.working:
            return  # it ends by itself
        if not self._closed and ((ending.complete and not self._awaits_audit(ending)) or late):
            self._closed = True
            self._keep_result(ending)
            yield Closed(ending)

    def _awaits_audit(self, ending: Ending) -> bool:
        """Whether seats that have stayed are still to be proven by their seeds."""
        audit = self._audit
        has_one = self._snapshot is not None and self._snapshot.audited and ending.fault is None
        return has_one and (audit is None or not audit.settled)

    def _keep_result(self, ending: Ending) -> None:
        self.table.describe("over" if ending.fault is None else "broken")

    # What our person does

    def shows(self, roster: Roster | None) -> bool:
        """Whether what all sign is still as in this roster, who has signed aside."""
        now = self.client.state.roster
        return now is not None and roster is not None and _bare(now) == _bare(roster)

    def sign(self) -> None:
        """Sign the charter, if it is still as it was told last."""
        if self.shows(self._lobby.roster if self._lobby is not None else None):
            self.client.make_ready()

    async def seat_bot(self, strength: str) -> None:
        """Give a free seat to a bot of ours. Raises BadTable and P2PError."""
        if self.table.lobby_bots is None:
            raise LobbyError("only who opened a table for others gives its seats to bots")
        await self.table.lobby_bots.seat(strength)

    async def refuse(self, key: bytes) -> None:
        """Give no seat to `key`; a bot of ours goes away. Raises P2PError."""
        bots = self.table.lobby_bots
        if bots is not None and key in bots.keys:
            await bots.take_away(key)
        else:
            self.client.refuse(key)

    async def concede(self) -> None:
        """Leave the game for good, with the bots that we have seated among other people."""
        await self.client.concede()
        for bot in self.table.bots if self._others_play() else ():
            await bot.concede()
        self.conceded = True
        self.client.state.changed.set()

    def _others_play(self) -> bool:
        """Whether somebody plays here who is neither us nor a bot of ours."""
        charter, own = self.client.state.charter, self.client.key
        members = charter.draft.members if charter is not None else ()
        return any(own not in (member.key, member.operator) for member in members)

    def may_write(self, path: Path) -> bool:
        """Whether the record may go into this file: a new one, or one with this table's record."""
        charter = self.client.state.charter
        return may_write(path, charter.encode() if charter is not None else None)

    async def write_record(self, path: Path) -> None:
        """Write the record as far as it is known here. Raises P2PError."""
        atomic_file.write(path, await self.client.record())

    # Leaving

    @property
    def departure(self) -> Departure:
        """How the table would be left at this moment.

        What could not even be started may hold promises of ours, so it counts as a table of ours.
        """
        news, seat = self.client.state, self.client.seat
        snapshot = news.snapshot
        if snapshot is not None and snapshot.ending is not None:
            return Departure.OVER if snapshot.ending.fault is None else Departure.BROKEN
        if snapshot is not None and seat is not None and snapshot.online[seat] is None:
            return Departure.CONCEDED
        refused = isinstance(news.failure, LobbyError | TableMismatch)
        own = self.table.config.role == "host" and not self.is_rematch
        if self._started and news.charter is None and not own:
            if refused and self.table.config.role != "host":
                return Departure.REFUSED
            if (self.is_rematch or news.roster is None) and not self.client.bound:
                return Departure.NOT_MET
        if isinstance(news.failure, SecondInstance):
            return Departure.ELSEWHERE
        return Departure.PAUSED if news.failure is None else Departure.FAILED

    @property
    def needs_farewell(self) -> bool:
        """Whether the others may still have to hear how it ended for us.

        What was over before this stay they have heard before.
        """
        ends = (Departure.OVER, Departure.BROKEN, Departure.CONCEDED)
        return self.departure in ends and not self._was_over

    async def farewell(self) -> None:
        """Stay until everybody on line has seen the end, or some seconds."""
        if self.needs_farewell:
            await self.client.farewell()

    async def close(self) -> Departure:
        """Leave the table as it is; one that we never came to sit at is forgotten."""
        departure, snapshot = self.departure, self.client.state.snapshot
        try:
            if self._announcer is not None:
                await self._announcer.end()
            if self._far_words is not None:
                await self._far_words.end()
            if departure is Departure.CONCEDED:
                self.table.describe("left")
            elif departure is Departure.PAUSED and self._begun:
                self.table.notice(leaving=True)
            elif not self._closed and snapshot is not None and snapshot.ending is not None:
                self._keep_result(snapshot.ending)
        finally:
            await self.table.close()
        if departure in (Departure.NOT_MET, Departure.REFUSED) and self.table.profile is not None:
            self.table.profile.remove_table(self.table.id)
        return departure


def _bare(roster: Roster) -> Roster:
    """What is signed of it: all but who has signed."""
    return replace(roster, signed=())
