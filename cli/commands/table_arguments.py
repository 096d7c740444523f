"""What the arguments of play, host, join, bot and watch say, checked before a table is opened.

It loads nothing of a table: the full screen reads these before its first picture.
"""

from __future__ import annotations

import argparse
import os
from ipaddress import ip_address

from cli.console.arguments import BOTS
from cli.console.errors import UsageError
from cli.console.stdin import read_line
from cli.console.stdout import say
from cli.model.intents import Play, guided
from games import registry
from games.engine.game import settled_options
from p2p.errors import LocalError
from p2p.net import join_code
from p2p.net.invite import Invite


def options_of(args: argparse.Namespace) -> dict[str, str | int]:
    """The options of the game that were typed, numbers where the game has numbers.

    Raises UsageError and BadTable.
    """
    info = registry.make(args.game).info
    numbers = {o.key for o in info.options if all(isinstance(v, int) for v in o.values)}
    chosen: dict[str, str | int] = {}
    if args.preset is not None:
        if args.preset not in info.presets:
            there_are = f"; there are: {', '.join(info.presets)}" if info.presets else ""
            raise UsageError(f"{info.title} has no preset {args.preset!a}{there_are}")
        chosen |= info.presets[args.preset]
    for text in args.options:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise UsageError(f"--option takes NAME=VALUE, not {text!a}")
        if key in numbers and value.isascii() and value.isdecimal():
            chosen[key] = int(value)
        else:
            chosen[key] = value
    settled_options(info, info.max_seats, chosen)  # says in a sentence what the game does not have
    return chosen


def bots_of(args: argparse.Namespace) -> int:
    """How many bots play, as typed or by default. Raises UsageError."""
    info = registry.make(args.game).info
    if args.bots is None:
        return max(info.min_seats - 1, min(BOTS, info.max_seats - 1))
    if not info.min_seats - 1 <= args.bots <= info.max_seats - 1:
        raise UsageError(
            f"{info.title} is for {info.min_seats} to {info.max_seats} seats, so --bots is "
            f"{info.min_seats - 1} to {info.max_seats - 1}"
        )
    return int(args.bots)


def guided_of(args: argparse.Namespace) -> Play:
    """The guided first game of the title, which is the same for everybody. Raises UsageError."""
    if (args.bots, args.preset, args.beat, args.strength) != (None, None, None, "") or args.options:
        raise UsageError(
            "--guided has a table of its own: leave out the number of bots and options"
        )
    return guided(args.game, new=args.new)


def code_of(text: str, *, watches: bool = False) -> str:
    """The invite or another code in the argument, or on the next line of the standard input.

    Raises InviteError for what can be none, and LocalError for an invite to watch where somebody
    wants more than that, before anything is opened or sent.
    """
    if text == "-":
        if os.isatty(0):
            say("Type or paste the invite, or the words, and press Enter:")
        text = read_line()
    code = join_code.read(text)
    if not isinstance(code, Invite):
        return text
    if code.watch and not watches:
        raise LocalError(
            "this invite only lets you watch: use 'crownless watch' with it, or ask for"
            " an invite to a seat"
        )
    return code.encode()


def host_of(args: argparse.Namespace, code: str) -> str:
    """Whose two words `code` is, if that was said. Raises UsageError where it is no two words."""
    if args.host and not (code and join_code.is_two_words(join_code.read(code))):
        raise UsageError("--host says whose two words are typed; without two words, leave it out")
    return str(args.host)


def address_of(text: str) -> str:
    """An IP address as it is written usually; empty stays empty. Raises UsageError."""
    try:
        return str(ip_address(text)) if text else ""
    except ValueError:
        raise UsageError(
            f"{text!a} is no IP address; --address takes one such as 203.0.113.5"
        ) from None
