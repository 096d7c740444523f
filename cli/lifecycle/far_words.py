"""Five words over the internet, as chosen by a person: what it means, and the host's side of it.

Nothing of it is loaded, and no packet sent, unless somebody has chosen it. Held by
tests/cli/lifecycle/test_far_words.py.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cli.console import public_nodes
from p2p.client import far_words
from p2p.errors import LinkError
from p2p.net.address import Address
from p2p.net.dht import PUBLIC_NODES, Dht, Entrance, require_installed
from p2p.net.invite import Invite
from p2p.net.spoken_code import FAR_WORDS, SpokenCode, draw

STATE = "public-nodes"
"""The file of a profile with nodes met before."""
MEANS = (
    "Five words are kept by public nodes on the internet, those of the BitTorrent network: they "
    "belong to strangers, learn your address, and learn nothing of the table."
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
        from p2p.net.dht_session import LibtorrentDht  # loads the library

        return LibtorrentDht(entrance, folder / STATE)

    return enter


class FarWords:
    """Keeps the invite of one table under five words while its lobby is open."""

    def __init__(
        self, enter: Opener, invite: Callable[[], Invite], code: SpokenCode | None = None
    ) -> None:
        """`invite`: as it is at each moment."""
        self._enter = enter
        self._invite = invite
        self._code = code or draw(FAR_WORDS, secrets.randbelow)
        self._task: asyncio.Task[None] | None = None
        self._changed: Callable[[], None] = lambda: None
        self.online: Online | None = None
        """What can be said of it by now."""

    def follow(self, *, is_open: bool, changed: Callable[[], None]) -> None:
        """Whether the lobby is open. `changed` is called when there is something to say."""
        self._changed = changed
        if is_open and self._task is None:
            self._task = asyncio.create_task(self._publish())
        elif not is_open and self._task is not None:
            self._task.cancel()

    async def end(self) -> None:
        """Put it there no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _publish(self) -> None:
        try:
            dht = self._enter()
        except LinkError as error:
            self._say(str(error))
            return
        try:
            await far_words.publish(dht, self._code, self._invite, self._say)
        finally:
            await dht.close()

    def _say(self, trouble: str) -> None:
        self.online = Online("" if trouble else str(self._code), trouble)
        self._changed()
