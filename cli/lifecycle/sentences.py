"""What to say of a table's beginnings and endings, alike in every front end. Pure."""

from __future__ import annotations

from cli.console.text import ago
from cli.lifecycle.events import Departure
from p2p.net.close_reason import Reason

REMATCH = "The same game again, with the same people and nobody else."
NOTHING_LOST = "Paused; nothing is lost."
NOT_MET = "You were not seated yet, so nothing is kept; the same command tries again."
ALONE = (
    "None of the others is reached. If they do not find the table by themselves, because addresses"
    " have changed, send them an invite back; it lets in nobody but those who have a seat here."
)
COME_BACK = "They come back with: crownless join INVITE"
CONCEDED = "You have left this game for good; the others play on."


def slept(seconds: float) -> str:
    """That it was us who were away. `seconds`: for how long."""
    return (
        f"This machine slept for {ago(seconds)}, or Crownless was stopped here; that time does not"
        " count as waiting for others."
    )


def no_way(trouble: str, *, watching: bool) -> str:
    """Why we are not at the table yet."""
    if watching and trouble == Reason.NOT_ACCEPTED:
        return "The table lets nobody watch before the game begins."
    return f"No way to the table yet: {trouble}."


def farewell(departure: Departure, *, go_on: str) -> str:
    """What to say to a person who leaves; empty where it has been said. `go_on`: a command."""
    match departure:
        case Departure.PAUSED:
            return f"{NOTHING_LOST} To go on: {go_on}"
        case Departure.NOT_MET:
            return NOT_MET
        case Departure.CONCEDED:
            return CONCEDED
        case _:
            return ""
