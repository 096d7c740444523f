"""What a person can want done, whatever the front end: plain values.

Line mode and the full screen make them; whoever runs the table, or the screen's controller,
carries them out and tells what came of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from games import registry
from games.engine.choice import Answer
from games.engine.errors import BadTable

if TYPE_CHECKING:  # the start screen needs these words, and nothing of what carries them out
    from p2p.session.person import Attention, Decision


@dataclass(frozen=True, slots=True)
class Decide:
    """Answer the prompt of `step`."""

    step: int
    decision: Decision


@dataclass(frozen=True, slots=True)
class Concede:
    """Leave the game for good."""


@dataclass(frozen=True, slots=True)
class ShowSeed:
    """Show our seed at the end without waiting for seats that do not sign the result."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Pause."""


@dataclass(frozen=True, slots=True)
class Say:
    """Talk to the table."""

    text: str


@dataclass(frozen=True, slots=True)
class Mute:
    """Show nothing more of what a seat says, or show it again."""

    seat: int
    muted: bool


@dataclass(frozen=True, slots=True)
class PassUntil:
    """Pass everything that may be passed until the first of these events."""

    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refuse:
    """Do not seat the owner of this key at the table that we opened; a bot of ours goes away."""

    key: bytes


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Give free seats of the table that we opened to bots of ours, of this strength or the best."""

    strength: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class NameKey:
    """Call the owner of this key so from now on; without a name, forget the one it has."""

    key: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Sign the charter: the words are compared and what is shown is agreed to."""


@dataclass(frozen=True, slots=True)
class Attend:
    """Ask me so much from now on."""

    attention: Attention


@dataclass(frozen=True, slots=True)
class PreviewMove:
    """Say in words what an answer would lead to. `of`: the draft that asks."""

    answer: Answer
    of: object


TableIntent = (
    Decide
    | Concede
    | ShowSeed
    | Quit
    | Say
    | Mute
    | PassUntil
    | Attend
    | Refuse
    | SeatBot
    | NameKey
    | Ready
    | PreviewMove
)

Options = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class ListTables:
    """Say which tables and records this profile has."""


@dataclass(frozen=True, slots=True)
class Play:
    """A table against bots."""

    game: str
    bots: int
    options: Options = field(default_factory=dict)
    new: bool = False
    beat: int | None = None
    """The response delay in milliseconds; None for the usual one."""
    strength: str = ""
    """The kind of the bots; empty for the best that the game has."""
    guided: bool = False
    """Whether to tell its person how to play."""


def guided(game: str, *, new: bool = False) -> Play:
    """The guided first game of a title that has one. Raises ``BadTable``."""
    tutorial = registry.tutorial(game)
    if tutorial is None:
        raise BadTable(f"there is no guided game of '{game}'")
    strength = registry.gentlest(game)
    return Play(game, tutorial.bots, tutorial.options, new, strength=strength, guided=True)


@dataclass(frozen=True, slots=True)
class Host:
    """A table for others to join."""

    game: str
    seats: int
    options: Options = field(default_factory=dict)
    port: int = 0
    new: bool = False
    address: str = ""
    """One more address for the invite, that of a router which passes our port on."""
    show: bool = True
    """On the local network too."""
    closed: bool = False
    """There only to those who know its two words."""
    words: bool = False
    """Over the internet by five words that public nodes keep."""
    asked: bool = False
    """Whether the person was told what that means."""
    qr: bool = False
    """Begin by showing the invite as a QR code."""
    beat: int | None = None
    """The response delay in milliseconds; None for the usual one."""
    internet: bool = False
    """Whether the router is asked to let others in."""
    spectators: bool = True
    """Whether people may watch."""
    delay: int = 0
    """Minutes that they lag behind."""


@dataclass(frozen=True, slots=True)
class Join:
    """A seat, or with `watch` a spectator's chair, at somebody's table.

    `invite`: whatever leads there (see p2p.net.join_code). `table`: the tag of the closed table on
    the local network that was picked; then they are its words.
    """

    invite: str = field(repr=False)
    watch: bool = False
    table: str = ""
    internet: bool = False
    """Whether the router is asked to let others in."""
    asked: bool = False
    """Whether the person knows what looking at public nodes means."""
    host: str = ""
    """Who opened the closed table whose two words these are, if that was said."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with a table of this profile."""

    table: str
    address: str = ""
    """One more address for the invite back, that of a router which passes our port on."""
    internet: bool = False
    """Whether the router is asked to let others in; where it was asked before, it is again."""


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """Play again at the next table of a table of ours; without one, of the one that is open."""

    table: str = ""


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """Close the table as it is and go back to the start screen."""


@dataclass(frozen=True, slots=True)
class ShowInvites:
    """Show what brings the others back to a table that has begun, and what lets people watch."""


@dataclass(frozen=True, slots=True)
class FindTables:
    """Look for tables on the local network, or stop looking."""

    on: bool = True


@dataclass(frozen=True, slots=True)
class CheckNetwork:
    """Look what the network allows, with `internet` ask the router too; or stop looking."""

    on: bool = True
    internet: bool = False


@dataclass(frozen=True, slots=True)
class SaveRecord:
    """Write the record of the table into a file; without a path among the profile's records."""

    path: str = ""


@dataclass(frozen=True, slots=True)
class KeepText:
    """Write a text into a file of this name among the profile's records."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Verify:
    """Check a record: a file, that of a `table` of the profile, or of the table that is open."""

    path: str = ""
    table: str = ""


@dataclass(frozen=True, slots=True)
class OpenReplay:
    """Open a record for stepping through: of a file, of a `table` of the profile, or of the one
    that is open.

    `step`: where something went wrong. `line`: of the story, after which to stand.
    """

    path: str = ""
    step: int | None = None
    line: int = 0
    table: str = ""


@dataclass(frozen=True, slots=True)
class DeleteTable:
    """Delete a table of the profile, its record and the bots of ours there."""

    table: str


@dataclass(frozen=True, slots=True)
class KeepSettings:
    """Write the settings."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Be called this from now on."""

    name: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Put a text into the terminal's clipboard."""

    text: str


@dataclass(frozen=True, slots=True)
class Bell:
    """Ring the terminal's bell."""


Intent: TypeAlias = (
    Quit
    | ListTables
    | Play
    | Host
    | Join
    | Resume
    | PlayAgain
    | Refuse
    | SeatBot
    | NameKey
    | LeaveTable
    | Ready
    | Decide
    | Concede
    | ShowSeed
    | PassUntil
    | Attend
    | Say
    | Mute
    | ShowInvites
    | PreviewMove
    | FindTables
    | CheckNetwork
    | SaveRecord
    | KeepText
    | Verify
    | OpenReplay
    | DeleteTable
    | KeepSettings
    | Rename
    | Copy
    | Bell
)
