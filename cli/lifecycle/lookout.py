"""What is new at a table, as events: looked at again and again, and each told once.

It compares what the client tells with what was told before, so that no front end has to. Held by
tests/cli/lifecycle/test_lookout.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cli.lifecycle.announcer import Announcer, AtHome
from cli.lifecycle.dead_end import DEAD_ENDS, dead_end
from cli.lifecycle.events import (
    Alone,
    Announced,
    Audited,
    BadLinks,
    Begun,
    BotsGone,
    Chatted,
    Closed,
    Conceded,
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
    Unsigned,
    Watched,
    WentOnline,
)
from cli.lifecycle.far_words import FarWords, Online
from cli.lifecycle.table_invites import TableInvites
from p2p.client.play.auditor import AuditState
from p2p.client.play.snapshot import Snapshot
from p2p.client.reach.paths import MemberPath
from p2p.client.tables.opened_table import OpenedTable
from p2p.client.talk.chat import ChatLine
from p2p.client.updates import BadLink, Progress
from p2p.net.interfaces import own_networks
from p2p.net.port_mapping.gateways import gateways4, gateways6
from p2p.session.session import Ending

# D-110: long enough for links to be mended in silence, short enough to be still at the table.
ALONE_SECONDS = 10.0
"""How long none of the others is reached until it is said how to bring them back."""
CLOSING_SECONDS = 20.0
"""How long to wait at the end for the signatures of seats that do not answer."""
UNSIGNED_SECONDS = 5.0
"""After how long it is told that a signature is missing, where a seed can be shown without it."""


class Lookout:
    """What one client has told of its table, and what was given out of that."""

    def __init__(
        self,
        table: OpenedTable,
        invites: TableInvites,
        announcer: Announcer | None,
        far_words: FarWords | None,
    ) -> None:
        self.conceded = False
        """Whether our person has conceded in this stay."""
        self.begun = False
        """Whether it was told that the charter stands."""
        self.closed = False
        """Whether it was told that nothing more comes."""
        self.lobby: LobbyChanged | None = None
        """What was told of the lobby last."""
        self._table = table
        self._client = table.client
        self._invites = invites
        self._announcer = announcer
        self._far_words = far_words
        self._online: Online | None = None
        self._at_home: AtHome | None = None
        self._reached: Reached | None = None
        self._dead_end: tuple[object, tuple[str, ...]] | None = None
        """For which trouble and answers of routers something was said of both sides, and what."""
        self._said_conceded = self._said_unsigned = False
        self._progress: Progress | None = None
        self._snapshot: Snapshot | None = None
        self._chat: tuple[ChatLine, ...] = ()
        self._paths: Mapping[bytes, MemberPath] = {}
        self._floods: tuple[bytes, ...] = ()
        self._bad_links: tuple[BadLink, ...] = ()
        self._watchers: tuple[str, ...] = ()
        self._again: tuple[int, ...] = ()
        self._audit: AuditState | None = None
        self._ended_at: float | None = None
        self._alone_since: float | None = None
        self._said_alone = self._said_untraced = False

    def look(self, now: float) -> list[Event]:
        """What is new since the last look. `now`: seconds of a clock that never goes back."""
        bots = self._table.lobby_bots
        gone = bots.drop_refused() if bots is not None else []
        for client in (self._client, *self._table.bots):
            if client.state.failure is not None:
                return [Failed(client.state.failure)]
        told = [BotsGone(tuple(gone))] if gone else []
        return [
            *told,
            *self._of_the_trace(),
            *self._outside(),
            *self._before_the_charter(),
            *self._at_the_table(),
            *self._left_alone(now),
            *self._at_the_end(now),
            *self._on_the_way(),
        ]

    def due(self, now: float) -> float | None:
        """In how many seconds `look` has something new even if nothing happens; None for never."""
        if self._ended_at is None or self.closed:
            return None
        seconds = UNSIGNED_SECONDS if self._is_unsigned else CLOSING_SECONDS
        return max(0.0, self._ended_at + seconds - now)

    @property
    def _is_unsigned(self) -> bool:
        """Whether our person may show its seed without waiting, and was not told so yet."""
        snapshot = self._snapshot
        return snapshot is not None and snapshot.may_show_seed and not self._said_unsigned

    def _of_the_trace(self) -> Iterator[Event]:
        profile = self._table.profile
        if profile is not None and profile.tracer.stopped and not self._said_untraced:
            self._said_untraced = True
            yield TraceEnded(profile.tracer.stopped)

    def _outside(self) -> Iterator[Event]:
        reach, before = self._client.state.reach, self._reached
        if reach is not None and (before is None or before.reach is not reach):
            self._reached = Reached(reach, self._invites.both(), anew=before is not None)
            yield self._reached

    def _before_the_charter(self) -> Iterator[Event]:
        news = self._client.state
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
            if lobby != self.lobby:
                self.lobby = lobby
                yield lobby
        elif not self.begun:
            self.begun = True
            self._table.describe("open")
            yield Begun(news.charter)

    def _ways(self) -> tuple[str, ...]:
        """What is known of both sides and the ways out, where nobody of the table was found."""
        news, config = self._client.state, self._table.config
        asked = (news.trouble, news.reach)
        if news.trouble not in DEAD_ENDS or not config.addresses or bool(config.agreed):
            return ()
        if self._dead_end is None or self._dead_end[0] != asked:
            routed = bool(gateways4() or gateways6())
            said = dead_end(config.addresses, own_networks(), news.reach, routed=routed)
            self._dead_end = (asked, said)
        return self._dead_end[1]

    def _at_the_table(self) -> Iterator[Event]:
        news = self._client.state
        if not self.begun:
            return
        if self.conceded and not self._said_conceded:
            self._said_conceded = True
            yield Conceded()
        if news.progress is not None and news.progress is not self._progress:
            self._progress = news.progress
            yield ShuffleProgress(news.progress)
        if news.snapshot is not None and news.snapshot is not self._snapshot:
            self._snapshot = news.snapshot
            self._table.notice()
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
        if news.bad_links != self._bad_links:
            self._bad_links = news.bad_links
            yield BadLinks(news.bad_links)
        if news.again != self._again:
            self._again = news.again
            yield RematchWanted(news.again)

    def _left_alone(self, now: float) -> Iterator[Event]:
        snapshot = self._snapshot
        if snapshot is None or snapshot.ending is not None:
            return
        others = [snapshot.online[seat] for seat in self._invites.others()]
        if self._client.seat is None or any(others) or False not in others:
            self._alone_since, self._said_alone = None, False
            return
        if self._alone_since is None:
            self._alone_since = now
        if not self._said_alone and now >= self._alone_since + ALONE_SECONDS:
            self._said_alone = True
            yield Alone(self._invites.way_back())

    def _on_the_way(self) -> Iterator[Event]:
        """How the others are reached; before there is somebody to say it of there is nothing."""
        paths = self._client.state.paths
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
        audit = self._client.state.audit
        if audit is not None and audit != self._audit:
            self._audit = audit
            yield Audited(audit)
        if self._is_unsigned and now >= self._ended_at + UNSIGNED_SECONDS:
            self._said_unsigned = True
            yield Unsigned(tuple(seat for seat in ending.closers if seat not in ending.closed))
        late = now >= self._ended_at + CLOSING_SECONDS
        if audit is not None and audit.working:
            return  # it ends by itself
        if not self.closed and ((ending.complete and not self._awaits_audit(ending)) or late):
            self.closed = True
            self.keep_result(ending)
            yield Closed(ending)

    def _awaits_audit(self, ending: Ending) -> bool:
        """Whether seats that have stayed are still to be proven by their seeds."""
        audit = self._audit
        has_one = self._snapshot is not None and self._snapshot.audited and ending.fault is None
        return has_one and (audit is None or not audit.settled)

    def keep_result(self, ending: Ending) -> None:
        """Keep in the list of tables how this one has ended."""
        self._table.describe("over" if ending.fault is None else "broken")
