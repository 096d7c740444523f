"""What may be typed at a table besides answers: one list for reading, doing and help. Pure.

Held by tests/cli/model/test_text_commands.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from cli.console.text import wrapped
from p2p.session.person import Attention


@dataclass(frozen=True, slots=True)
class TextCommand:
    """One command. `number`: one may follow it, or with `seat` the letter of a seat.

    `free`: the rest of the line is its text.
    """

    name: str
    text: str
    number: str = ""
    free: bool = False
    seat: bool = False


COMMANDS = (
    TextCommand("look", "what the game is about, and how near everybody is to winning"),
    TextCommand(
        "table",
        "everything that lies on the table, or one part of it card by card: table discards",
        free=True,
    ),
    TextCommand("hand", "your cards and what they do"),
    TextCommand(
        "rules", "how this game is played, or what a word means, such as: rules turn", free=True
    ),
    TextCommand(
        "map", "the map, or all around a hex or a Unit of yours: map 3,-2, or map i3", free=True
    ),
    TextCommand("seats", "who sits where, and the words of their keys"),
    TextCommand("log", "the last lines of the story", "N"),
    TextCommand("why", "what cannot be chosen now and why, or all about one line", "N"),
    TextCommand("invite", "what to send to who wants to play, to watch or to come back"),
    TextCommand("passes", "the passes that can be posted ahead, or post number N of them", "N"),
    TextCommand("say", "talk to the others, such as: say good luck", free=True),
    TextCommand("windows", "be asked more of what others do, or again only what concerns you"),
    TextCommand(
        "mute", "show no more of what seat N (2, or b) says, or show it again", "N", seat=True
    ),
    TextCommand(
        "contact",
        "your own name for the key on seat N, such as: contact 2 Ben; without a name, forget it",
        free=True,
    ),
    TextCommand("ready", "before the game, once you have compared the words: let it begin"),
    TextCommand(
        "refuse",
        "before the game, at your table: give no seat to who sits on seat N",
        "N",
        seat=True,
    ),
    TextCommand(
        "bot",
        "before the game, at your table: give a free seat to a bot, such as: bot fair, or bot 2",
        free=True,
    ),
    TextCommand(
        "seed", "after the end: show your seed without waiting for who does not sign the result"
    ),
    TextCommand("help", "this list"),
    TextCommand("quit", "pause: leave the table as it is; Ctrl-C does the same"),
    TextCommand("concede", "leave the game for good; asks once more"),
)
"""In the order in which help lists them."""

ALSO = {"board": "table", "story": "log", "players": "seats", "chat": "say"}
"""What the full screen calls some of them: both words mean the same in both front ends."""

SEATS = "abcdefghijklmnop"
"""What the full screen calls the seats."""

ANSWERS = (
    ("a number", "choose that line; a word that only one line has will do as well"),
    ("back", "one step back, until it is sent"),
    ("Enter", "with nothing typed, on a question that says so: send"),
    ("pass", "where a question may be passed"),
    ("i3 go 3,-2", "where orders are given: who, what and where; done once all have theirs"),
)


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command that was typed, with its number or its text if it had one."""

    name: str
    number: int | None = None
    text: str = ""


def read(line: str) -> TypedCommand | str | None:
    """The command in a line, None if it is none, or a sentence if nonsense is behind it."""
    words = line.split()
    if not words:
        return None
    word = words[0].casefold()
    for command in COMMANDS:
        if ALSO.get(word, word) == command.name:
            rest = line.strip()[len(words[0]) :].strip()
            return (
                TypedCommand(command.name, text=rest) if command.free else _read(command, words[1:])
            )
    return None


def _read(command: TextCommand, rest: list[str]) -> TypedCommand | str:
    if not rest:
        return TypedCommand(command.name)
    number = rest[0]
    if command.seat and len(rest) == 1 and len(number) == 1 and number.casefold() in SEATS:
        return TypedCommand(command.name, SEATS.index(number.casefold()) + 1)
    if command.number and len(rest) == 1 and number.isascii() and number.isdecimal():
        return TypedCommand(command.name, int(number[:6]))
    if command.number:
        return f"After {command.name} comes a number or nothing, such as: {command.name} 3"
    return f"Type only {command.name}, with nothing behind it."


def seat_number(word: str) -> int | None:
    """The number of a seat, from 1, that a word names by number or letter; None for another."""
    if len(word) == 1 and word.casefold() in SEATS:
        return SEATS.index(word.casefold()) + 1
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 3 else None


def next_attention(attention: Attention) -> Attention:
    """What the command `windows` changes it to."""
    return Attention((attention + 1) % len(Attention))


def asked(attention: Attention) -> str:
    """What the command `windows` has changed."""
    return _ASKED[attention]


_ASKED = {
    Attention.CONCERNED: "You are asked about what concerns you or the end of the game, and when"
    " something new is possible; elsewhere you pass by yourself.",
    Attention.ABLE: "You are asked wherever you can play something; elsewhere you pass by"
    " yourself.",
    Attention.ALWAYS: "You are asked in every window now, as long as anything at all can be done.",
}


def help_lines() -> list[str]:
    """All commands and how questions are answered."""
    pairs = [(f"{c.name} {c.number}".strip(), c.text) for c in COMMANDS]
    lead = max(len(name) for name, _ in (*pairs, *ANSWERS)) + 4
    lines = ["At any time you can type:"]
    for name, text in pairs:
        lines += wrapped(text, f"  {name}".ljust(lead), " " * lead)
    lines.append("Questions are answered with:")
    for name, text in ANSWERS:
        lines += wrapped(text, f"  {name}".ljust(lead), " " * lead)
    return lines
