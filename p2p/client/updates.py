"""What a client tells its front end: the newest of everything, and an event that says so."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from p2p.client.play.auditor import AuditState
from p2p.client.play.snapshot import Snapshot
from p2p.client.reach.paths import MemberPath
from p2p.client.talk.chat import ChatLine
from p2p.lobby.frames import Roster
from p2p.net.port_mapping.mapper import RouterReach
from p2p.wire.charter import Charter


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a shuffle has come: `done` of `total` cards in the pass of `seat`."""

    step: int
    seat: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class BadLink:
    """A member whose link does not bring what it should.

    It carried garbage and was closed; or it `withholds` messages that it says it has. `behind`: the
    seats that were reached through it alone, or whose messages it keeps back.
    """

    key: bytes
    behind: tuple[int, ...] = ()
    withholds: bool = False


@dataclass(slots=True)
class ClientState:
    """What a front end waits on: the newest of everything, and an event that says so."""

    changed: asyncio.Event = field(default_factory=asyncio.Event)
    snapshot: Snapshot | None = None
    roster: Roster | None = None
    charter: Charter | None = None
    progress: Progress | None = None
    paths: Mapping[bytes, MemberPath] = field(default_factory=dict)
    """How each member is reached, by its key."""
    trouble: str = ""
    failure: Exception | None = None
    to_sign: bool = False
    """Whether a draft waits for our person's word that it is ready."""
    chat: tuple[ChatLine, ...] = ()
    floods: tuple[bytes, ...] = ()
    """The keys of those whose links were closed because they went on sending far too much."""
    bad_links: tuple[BadLink, ...] = ()
    """The members whose links carried garbage since they were closed the last time, or keep
    something back."""
    audit: AuditState | None = None
    """What the audit of a closed table has found so far, in a game that has one."""
    reach: RouterReach | None = None
    """What the routers have opened for us; None where none was asked, or not yet."""
    watchers: tuple[str, ...] = ()
    """The names of all who watch the table, as its seats say, safe to show."""
    again: tuple[int, ...] = ()
    """The seats that have asked for a rematch."""

    async def next(self) -> None:
        """Wait until something is new."""
        await self.changed.wait()
        self.changed.clear()
