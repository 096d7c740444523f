"""Five words over the internet, as chosen by a person: what it means, and the host's side of it.

Nothing of it is loaded, and no packet sent, unless somebody has chosen it. Held by
tests/cli/lifecycle/test_far_words.py.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli.console import public_nodes
from cli.console.errors import UsageError
from cli.lifecycle.ended_task import over
from p2p.client.client import Client
from p2p.client.reach import far_words
from p2p.client.tables.opened_table import OpenedTable
from p2p.errors import LinkError
from p2p.net.address import Address
from p2p.net.dht.hash_table import PUBLIC_NODES, Dht, Entrance, require_installed
from p2p.net.invite import Invite
from p2p.net.spoken_code import FAR_WORDS, SpokenCode, draw

DOING = "what we do at public nodes"
STATE = "public-nodes"
"""The file of a profile with nodes met before."""
MEANS = (
    "Five words are kept by public nodes on the internet, those of the BitTorrent network: they "
    "belong to strangers, learn your address, and learn nothing of the table."
)

AGAIN = (
    "Members of this table find each other by public nodes on the internet, as was chosen when it "
    "was opened or joined. The nodes learn your address."
)

Opener = Callable[[], Dht]


@dataclass(frozen=True, slots=True)
class Online:
    """How people on the internet come to the table that we host."""

    words: str
    """The five words; empty until they can be found."""
    trouble: str = ""
    """Why they cannot; empty where nothing is wrong."""


def leads_out(environment: Mapping[str, str]) -> bool:
    """Whether five words go over the internet, for which the router is to let the others in.

    Not where all nodes that are named are those of a private network.
    """
    # D-117: words that lead to a machine nobody can reach are no use, so the router is asked as
    # well.
    return not _entrance(environment).is_private


def _entrance(environment: Mapping[str, str]) -> Entrance:
    nodes = tuple(Address(*node) for node in public_nodes.nodes(environment))
    return Entrance(nodes or PUBLIC_NODES)


def opener(folder: Path, environment: Mapping[str, str]) -> Opener:
    """What enters the table of public nodes. `folder`: of the profile.

    Raises UsageError where that is switched off, and LinkError where the library is missing.
    """
    require_installed()
    entrance = _entrance(environment)

    def enter() -> Dht:
        from p2p.net.dht.session import LibtorrentDht  # loads the library

        return LibtorrentDht(entrance, folder / STATE)

    return enter


class FarWords:
    """What one table does at public nodes: its invite under five words while its lobby is open,
    and afterwards its members' places, by which they find each other again."""

    def __init__(
        self,
        enter: Opener,
        client: Client,
        invite: Callable[[], Invite] | None = None,
        code: SpokenCode | None = None,
    ) -> None:
        """`invite`: as it is at each moment; None where nobody is invited by words."""
        self._enter = enter
        self._client = client
        self._invite = invite
        self._code = code or draw(FAR_WORDS, secrets.randbelow)
        self._dht: Dht | None = None
        self._task: asyncio.Task[None] | None = None
        self._begun = False
        self._changed: Callable[[], None] = lambda: None
        self.online: Online | None = None
        """What can be said of the words by now."""

    def follow(self, *, is_open: bool, begun: bool, changed: Callable[[], None]) -> None:
        """Whether the lobby is open, or the charter stands. `changed` is called at news."""
        self._changed = changed
        if begun and not self._begun:
            self._begun = True
            self._turn_to(self._client.meet)
        elif is_open and self._task is None and self._invite is not None:
            self._turn_to(self._publish)

    async def end(self) -> None:
        """Leave the public nodes."""
        await over(self._task, DOING)
        dht, self._dht = self._dht, None
        if dht is not None:
            await dht.close()

    def _turn_to(self, work: Callable[[Dht], Coroutine[Any, Any, None]]) -> None:
        self._task = asyncio.create_task(self._do(work, self._task))

    async def _do(
        self, work: Callable[[Dht], Coroutine[Any, Any, None]], before: asyncio.Task[None] | None
    ) -> None:
        await over(before, DOING)
        try:
            if self._dht is None:
                self._dht = self._enter()
        except LinkError as error:
            self._say(str(error))
            return
        await work(self._dht)

    async def _publish(self, dht: Dht) -> None:
        assert self._invite is not None
        await far_words.publish(dht, self._code, self._invite, self._say)

    def _say(self, trouble: str) -> None:
        self._client.trace("public-nodes", reason=trouble or "the invite is there")
        self.online = Online("" if trouble else str(self._code), trouble)
        self._changed()


def far_again(table: OpenedTable, environment: Mapping[str, str]) -> Opener | None:
    """What a table goes on with that was opened or joined by five words; else None.

    None too where the library is gone, or public nodes are switched off by now.
    """
    if not table.client.meets_online or table.profile is None:
        return None
    try:
        return opener(table.profile.home, environment)
    except (UsageError, LinkError):
        return None
