"""What happens at a table, as values: a front end presents each of them in its own way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from cli.console.exit_codes import Exit
from cli.lifecycle.announcer import AtHome
from cli.lifecycle.far_words import Online
from p2p.client.play.auditor import AuditState
from p2p.client.play.snapshot import Snapshot
from p2p.client.reach.paths import MemberPath
from p2p.client.talk.chat import ChatLine
from p2p.client.updates import BadLink, Progress
from p2p.lobby.frames import Roster
from p2p.net.port_mapping.mapper import RouterReach
from p2p.session.session import Ending
from p2p.wire.charter import Charter


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Before the charter: who sits there (None until known), and whether it waits for our word.

    `trouble`: why we are not there yet; empty where nothing is wrong. `ways`: where nobody of the
    table was found at any address, what is known of both sides and the ways out.
    """

    roster: Roster | None
    to_sign: bool
    trouble: str
    ways: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PathsChanged:
    """How each member is reached now, by its key."""

    paths: Mapping[bytes, MemberPath]


@dataclass(frozen=True, slots=True)
class BotsGone:
    """Bots of ours, by these names, found all seats taken."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Announced:
    """The table is found on the local network so; it says it again when the words have changed."""

    at_home: AtHome


@dataclass(frozen=True, slots=True)
class Reached:
    """What the router has opened for us, or not; `invites` are the newest, to a seat and to watch.

    `anew`: it is another answer than an earlier one of this stay.
    """

    reach: RouterReach
    invites: tuple[str, str]
    anew: bool


@dataclass(frozen=True, slots=True)
class WentOnline:
    """The table is found over the internet so, or cannot be."""

    online: Online


@dataclass(frozen=True, slots=True)
class Begun:
    """The charter stands: these people play."""

    charter: Charter


@dataclass(frozen=True, slots=True)
class ShuffleProgress:
    """A shuffle has come further."""

    progress: Progress


@dataclass(frozen=True, slots=True)
class Moved:
    """The table looks like this now."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Alone:
    """For some seconds none of the others at a table that has begun was reached.

    `back`: the invite that brings them back, wherever they are.
    """

    back: str


@dataclass(frozen=True, slots=True)
class Chatted:
    """Everything that was said and is still kept, the new lines last."""

    lines: tuple[ChatLine, ...]


@dataclass(frozen=True, slots=True)
class Watched:
    """The names of all who watch now, as the seats say."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flooded:
    """The keys of all whose links were closed because far too much came over them."""

    keys: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class BadLinks:
    """All members whose links carried garbage, or that keep something back."""

    links: tuple[BadLink, ...]


@dataclass(frozen=True, slots=True)
class TraceEnded:
    """Nothing more is traced, for this reason: a sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class RematchWanted:
    """All seats that want to play again."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conceded:
    """Our concession is on its way."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The game has ended; signatures of the result may still be on their way."""

    ending: Ending


@dataclass(frozen=True, slots=True)
class Unsigned:
    """The game is over and these seats do not sign its result, so no seed is shown by itself."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Audited:
    """What the audit has found so far, in a game that has one."""

    audit: AuditState


@dataclass(frozen=True, slots=True)
class Closed:
    """All have signed the result, or those who have not are not waited for any longer."""

    ending: Ending


@dataclass(frozen=True, slots=True)
class Failed:
    """Our client, or that of a bot of ours, cannot go on. Nothing comes after it."""

    error: Exception


Event: TypeAlias = (
    LobbyChanged
    | PathsChanged
    | BotsGone
    | Announced
    | Reached
    | WentOnline
    | Begun
    | ShuffleProgress
    | Moved
    | Alone
    | Chatted
    | Watched
    | Flooded
    | BadLinks
    | TraceEnded
    | RematchWanted
    | Conceded
    | Ended
    | Unsigned
    | Audited
    | Closed
    | Failed
)


class Departure(Enum):
    """How a table is left."""

    OVER = auto()
    """The game ended by its rules."""
    BROKEN = auto()
    """A fault ended it."""
    CONCEDED = auto()
    """This seat has left for good, and the others play on."""
    PAUSED = auto()
    """Unfinished; it goes on when we come back."""
    NOT_MET = auto()
    """We never came to sit there, so nothing of it is kept."""
    REFUSED = auto()
    """The table would not have us, so nothing of it is kept."""
    ELSEWHERE = auto()
    """Another copy of this profile plays on there, so this one has stopped; nothing is lost."""
    FAILED = auto()
    """This machine could not go on; the table is kept as it is on disk."""

    @property
    def code(self) -> Exit:
        """The exit code of a command that ends so."""
        return CODES[self]


CODES = {
    Departure.OVER: Exit.DONE,
    Departure.BROKEN: Exit.BROKEN,
    Departure.CONCEDED: Exit.DONE,
    Departure.PAUSED: Exit.PAUSED,
    Departure.NOT_MET: Exit.PAUSED,
    Departure.REFUSED: Exit.USAGE,
    Departure.ELSEWHERE: Exit.PAUSED,
    Departure.FAILED: Exit.BROKEN,
}
