"""Picking a table of the local network in line mode, for whoever joins without an invite.

Held by tests/cli/plain/test_nearby.py.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence

from cli.console.errors import UsageError
from cli.console.stdin import line_typed, read_line
from cli.console.stdout import say
from cli.console.text import sentence, wrapped
from cli.lifecycle.joining import LOOK_SECONDS, Joining, SeveralTables, told_apart
from cli.lifecycle.sentences import nobody_found
from cli.model.titles import title_of
from p2p.errors import InviteError, LinkError
from p2p.net import spoken_code
from p2p.net.address import local_addresses
from p2p.net.invite import Invite
from p2p.net.lan.nearby import Listed, Nearby

SETTLE_SECONDS = 1.0
"""After the first table that answers: others may be found in the same moment."""
CHOOSE = (
    "Type the number of a table, an invite, or the address and the two words that you were told; "
    "Enter looks again."
)
NO_CHOICE = "no table was chosen; give an invite: crownless join INVITE"


def listing(tables: Sequence[Listed], own_address: str) -> list[str]:
    """The tables that were found; those that answer have numbers."""
    lines, number = [], 0
    for one in tables:
        shown = one.shown
        said = f"{title_of(shown.game)}, opened by {shown.host}"
        if one.answers:
            number += 1
            closed = ", closed: needs its two words" if shown.invite is None else ""
            seats = f"{shown.taken} of {shown.seats} seats taken"
            lines += wrapped(f"{number}. {said}, {seats}{closed}", rest="   ")
        else:
            lines += wrapped(f"-  {said}, does not answer at the moment", rest="   ")
    return [*lines, *wrapped(CHOOSE if number else nobody_found(own_address))]


async def pick(joining: Joining) -> Invite:
    """Let the person pick a table of this network. Raises UsageError or LinkError."""
    news = asyncio.Event()
    nearby = joining.nearby(news.set)
    try:
        await _start(nearby)
        while True:
            say("Looking for tables on this network...")
            await _look(nearby, news)
            say(listing(nearby.tables, local_addresses()[0]))
            invite = await _ask(joining, nearby)
            if invite is not None:
                return invite
    finally:
        await nearby.close()


async def ask_whose(joining: Joining, text: str, host: str) -> Invite:
    """The invite behind a typed text; of several closed tables the person says which it is.

    Raises UsageError, InviteError and LinkError.
    """
    try:
        return await joining.invite(text, host=host)
    except SeveralTables as several:
        if not os.isatty(0):
            raise
        tables = told_apart(several.tables)
    say("There are several closed tables here. Whose words are these?")
    for number, (_, said) in enumerate(tables, 1):
        say(wrapped(f"{number}. {said}", rest="   "))
    say("Type its number; Enter leaves.")
    while word := (await line_typed(read_line)).strip():
        if word.isascii() and word.isdigit() and 1 <= int(word) <= len(tables):
            return await joining.closed(tables[int(word) - 1][0], spoken_code.read(text))
        say(f"Type a number from 1 to {len(tables)}.")
    raise UsageError(NO_CHOICE)


async def _start(nearby: Nearby) -> None:
    try:
        await nearby.start()
    except LinkError as error:  # an address and words can still be typed
        say(wrapped(sentence(str(error))))


async def _look(nearby: Nearby, news: asyncio.Event) -> None:
    """Until a table answers and a moment more, at most LOOK_SECONDS."""
    try:
        async with asyncio.timeout(LOOK_SECONDS):
            while not any(one.answers for one in nearby.tables):
                news.clear()
                await news.wait()
    except TimeoutError:
        return
    await asyncio.sleep(SETTLE_SECONDS)


async def _ask(joining: Joining, nearby: Nearby) -> Invite | None:
    """What is typed next picks; None to look again. A person who mistypes is asked again.

    Raises UsageError, InviteError or LinkError where nobody is there to ask.
    """
    by_hand = os.isatty(0)
    listed = [one for one in nearby.tables if one.answers]
    while True:
        line = await line_typed(read_line)
        if not line and not by_hand:
            raise UsageError(NO_CHOICE)
        try:
            return await chosen(line, listed, joining, nearby, read_line)
        except (UsageError, InviteError, LinkError) as error:
            if not by_hand or not line:
                raise
            say(wrapped(sentence(str(error))))


async def chosen(
    text: str,
    tables: Sequence[Listed],
    joining: Joining,
    nearby: Nearby,
    read: Callable[[], str],
) -> Invite | None:
    """What a typed line picks; None to look again. `read`: the next line, for the words of a table.

    Raises UsageError, InviteError or LinkError.
    """
    word = text.strip()
    if not word:
        return None
    if not (word.isascii() and word.isdigit()):
        return await joining.invite(word, nearby)
    if not 1 <= int(word) <= len(tables):
        raise UsageError(f"there is no table {int(word)}; type a number from the list")
    shown = tables[int(word) - 1].shown
    if shown.invite is not None:
        return shown.invite
    say(f"Type the two words on the screen of {shown.host}:")
    typed = await line_typed(read)
    return await joining.closed(shown, spoken_code.read(typed)) if typed.strip() else None
