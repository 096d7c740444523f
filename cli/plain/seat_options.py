"""What a command says of the place that it opens in line mode."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cli.lifecycle.far_words import Opener
from p2p.session.person import Attention


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """How we sit: whether a person answers here, and what else was asked for."""

    asks: bool
    command: str
    """How our command is called, for the lines that name one."""
    waits: bool = False
    """Whether a person says that the table may begin."""
    record: Path | None = None
    keeps_record: bool = False
    """Whether the record is kept in the profile when the game is over."""
    attention: Attention = Attention.CONCERNED
    """How much the person is asked."""
    shows_invite: bool = False
    qr: bool = False
    """Show the invite as a QR code as well."""
    private: bool = False
    """Shown on the local network as closed: its two words are asked for."""
    far: Opener | None = None
    """Where to put the invite under five words."""
    hidden: bool = False
    """Not shown on the local network at all."""
    address: str = ""
    """One more address for the invite, that of a router which passes our port on."""
