"""What to say of a table's beginnings and endings, alike in every front end. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from cli.console.invocation import own_name
from cli.console.text import ago, listed, wrapped
from cli.lifecycle.announcer import AtHome
from cli.lifecycle.events import Departure
from cli.lifecycle.far_words import Online
from p2p.net.close_reason import Reason

REMATCH = "The same game again, with the same people and nobody else."
ASKS_ROUTER = "Asking the router to let the others in..."
LOST = (
    "A file of this table was damaged. What it alone held is taken from the other members again,"
    " and nothing is said for you before that: best wait until all of them are on line."
)
NEW_WORDS = "Five wrong guesses at the two words, so there are new ones now."
NOTHING_LOST = "Paused; nothing is lost."
NOT_MET = "You were not seated yet, so nothing is kept; the same command tries again."
ALONE = (
    "None of the others is reached. If they do not find the table by themselves, because addresses"
    " have changed, send them an invite back; it lets in nobody but those who have a seat here."
)
COME_BACK = "They come back with: crownless join INVITE"
BACK = (
    "If the others do not find a table by themselves, because addresses have changed, resume it and"
    f" send them its invite back (back:). {COME_BACK}"
)
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
        return "The table lets nobody watch, or not before the game begins."
    return f"No way to the table yet: {trouble}."


def at_home(found: AtHome, before: AtHome | None) -> list[str]:
    """How others on the local network come to the table we host; `before`: what was said last."""
    lines = []
    if found.trouble and (before is None or not before.trouble):
        lines += wrapped(f"Not shown on the local network: {found.trouble}.")
    by_hand = f"Where it is not found there: {own_name()} join {found.address} {found.words}"
    if not found.words:
        return lines
    if before is not None and before.words == found.words:
        return lines if before.address == found.address else [*lines, *wrapped(by_hand)]
    if before is not None and before.words:
        lines += wrapped(NEW_WORDS)
    lines.append(f"words: {found.words}")
    if found.closed:
        lines += wrapped(f"On this network the others join with: {own_name()} join {found.words}")
    else:
        lines += wrapped(f"On this network anybody can pick the table with: {own_name()} join")
    return [*lines, *wrapped(by_hand)]


def online(found: Online) -> list[str]:
    """How others on the internet come to the table we host."""
    if found.trouble:
        return wrapped(f"Not to be found by five words: {found.trouble}.")
    return [
        f"five words: {found.words}",
        *wrapped(f"Over the internet the others join with: {own_name()} join {found.words}"),
    ]


def nobody_found(own_address: str) -> str:
    """For a list of tables that stays empty: what to do in place of picking one."""
    return (
        "No table is found on this network. Some networks (guest Wi-Fi, a VPN) carry no "
        "announcements. Type the address and the two words on the host's screen, such as: "
        f"192.168.1.5 amber-zebra. This machine is {own_address}, and theirs begins alike. Or "
        "paste an invite; Enter looks again."
    )


def bots_gone(names: Sequence[str]) -> str:
    """Why bots of ours do not sit there."""
    verb = "does" if len(names) == 1 else "do"
    return f"{listed(names)} {verb} not sit down: all seats are taken."


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
