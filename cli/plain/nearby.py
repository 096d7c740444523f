"""Picking a table of the local network in line mode, for whoever joins without an invite.

Held by tests/cli/plain/test_nearby.py.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence

from cli.console.errors import UsageError
from cli.console.local_network import interfaces
from cli.console.stdin import read_line
from cli.console.stdout import say
from cli.console.text import wrapped
from p2p.errors import InviteError
from p2p.net.invite import Invite, parse
from p2p.net.mdns import Finder, Shown

LOOKING_SECONDS = 3.0
"""How long to look before the list is shown."""
NOBODY = "No table is shown on this network. Press Enter to look again, or paste an invite."
CHOOSE = "Type the number of a table, press Enter to look again, or paste an invite."


def listing(tables: Sequence[Shown]) -> list[str]:
    """The tables that were found, numbered."""
    lines = []
    for number, shown in enumerate(tables, start=1):
        seats = f"{shown.taken} of {shown.seats} seats taken"
        lines += wrapped(f"{number}. {shown.game}, opened by {shown.host}, {seats}", rest="   ")
    return [*lines, *wrapped(CHOOSE if tables else NOBODY)]


def chosen(text: str, tables: Sequence[Shown]) -> Invite | None:
    """What a typed line picks; None to look again. Raises UsageError or InviteError."""
    word = text.strip()
    if not word:
        return None
    if word.isascii() and word.isdigit():
        if 1 <= int(word) <= len(tables):
            return tables[int(word) - 1].invite
        raise UsageError(f"there is no table {int(word)}; type a number from the list")
    return parse(word)


async def pick() -> Invite:
    """Let the person pick a table of this network. Raises UsageError or LinkError."""
    finder = Finder(interfaces=interfaces(os.environ))
    await finder.start()
    try:
        while True:
            say("Looking for tables on this network...")
            await asyncio.sleep(LOOKING_SECONDS)
            found = sorted(finder.tables.values(), key=lambda shown: (shown.host, shown.tag))
            say(listing(found))
            invite = await asyncio.to_thread(ask, found, read_line, by_hand=os.isatty(0))
            if invite is not None:
                return invite
    finally:
        await finder.close()


def ask(tables: Sequence[Shown], read: Callable[[], str], *, by_hand: bool) -> Invite | None:
    """What is typed next picks; None to look again. A person who mistypes is asked again.

    Raises UsageError or InviteError where nobody is there to ask.
    """
    while True:
        line = read()
        if not line and not by_hand:
            raise UsageError("no table was chosen; give an invite: crownless join INVITE")
        try:
            return chosen(line, tables)
        except (UsageError, InviteError) as error:
            if not by_hand or not line:
                raise
            text = str(error)
            say(wrapped(f"{text[0].upper()}{text[1:]}."))
