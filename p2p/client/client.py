"""One client at one table, as front ends know it: what a person does there, and the newest of it.

The parts behind it, and who of them talks to whom, are in `p2p.client.switchboard`: the event loop
owns the links and the lobby; the session and everything heavy in it live on one worker thread, in
the order in which things happened. What comes back are frames to send and snapshots to show.

Invariant: a table outlives its clients. Whatever a person does here is on disk before anybody else
hears of it, so `close`, or the end of the process at any moment, loses nothing that others hold.
What the person may do now depends on the phase alone: before the charter say that it is ready or
refuse a guest, afterwards decide, talk and leave.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path

from games.engine.bots import Bot
from games.engine.choice import Answer
from games.engine.values import Primitive, Seat
from p2p.client.phases import AtTable, InLobby
from p2p.client.reach.dht_meeting import DhtMeeting
from p2p.client.switchboard import Switchboard
from p2p.errors import LobbyError
from p2p.lobby.places import Addresses
from p2p.lobby.table_config import TableConfig
from p2p.net.dht.hash_table import Dht
from p2p.net.invite import Invite
from p2p.record.record import record_of
from p2p.replica.preview import Preview, preview
from p2p.session.person import Attention, Decision
from p2p.session.session import Session
from p2p.storage.identity import Identity
from p2p.store import TableStore
from p2p.trace import Trace, untraced

FAREWELL_SECONDS = 20.0
"""How long to stay after the end so that everybody still on line sees it."""


class Client:
    """A seat, a bot's seat or a spectator's chair at one table.

    `config` says what this client set out to do there, `state` is the newest of everything.
    """

    def __init__(
        self,
        config: TableConfig,
        identity: Identity,
        store: TableStore,
        folder: Path,
        *,
        bot: Bot | None = None,
        pool: Executor | None = None,
        waits: bool = False,
        watched: bool = True,
        internet: bool = False,
        trace: Trace = untraced,
    ) -> None:
        """`folder` is private to this table. With a `bot`, it decides for this seat. `trace` is
        told all that happens to this client.

        With `internet` the router is asked to let callers through; without, nothing is sent to it.

        With `waits` the charter gets our signature only after `make_ready`. Where nobody has
        `watched` the bot, `state` shows no more of the game than its end, and nothing is audited:
        whoever runs it does that.
        """
        self.trace = trace
        self.config = config
        self._key = identity.public
        self._store = store
        self._asks = bot is None
        self._board = Switchboard(
            config,
            identity,
            store,
            folder,
            bot=bot,
            pool=pool,
            waits=waits,
            watched=watched,
            internet=internet,
            trace=trace,
        )
        self.state = self._board.state

    # Life

    async def start(self) -> None:
        """Listen, find the others, and go on where the store left off. Raises P2PError."""
        await self._board.start()

    async def settle(self) -> None:
        """Wait until the router has said what it opens, or some seconds; at once if not asked."""
        await self._board.links.settle()

    @property
    def internet(self) -> bool:
        """Whether our person has chosen the internet, so that the router is asked."""
        return self._board.links.internet

    def invites(self) -> tuple[Invite, Invite]:
        """The invite to a seat and the invite to watch, with this client's addresses."""
        return self._board.links.invites()

    def way_back(self) -> Invite | None:
        """Once the charter stands, an invite that leads our members to us, where we are now."""
        return None if self.seat is None else self._board.links.way_back()

    def lead_to(self, host_key: bytes, addresses: Addresses) -> None:
        """Before `start`: our person says where the owner of this fingerprint is now.

        Raises LocalError if that is us, or nobody who sits at this table.
        """
        charter = self._board.notes.charter
        keys = charter.keys if charter is not None else ()
        self._board.links.where.lead_to(host_key, addresses, keys)

    @property
    def session(self) -> Session | None:
        """The session, once the game has begun; for this client's own thread only."""
        return self._board.runner.session

    @property
    def key(self) -> bytes:
        """Our public key at this table."""
        return self._key

    @property
    def port(self) -> int:
        """The port listened on, once started."""
        return self._board.links.mesh.port

    @property
    def seat(self) -> int | None:
        """Our seat, once there is a charter; None for a spectator."""
        charter = self.state.charter
        return self._board.seat_at(charter) if charter else None

    async def close(self) -> None:
        """Leave the table as it is: it goes on when we come back."""
        await self._board.close()

    def abandon(self) -> None:
        """Let go of a table that was not started."""
        self._store.close()

    async def farewell(self) -> None:
        """After the end: stay until everybody on line has seen it, or a few seconds."""
        session = self.session
        if session is None:
            return
        deadline = time.monotonic() + FAREWELL_SECONDS
        while time.monotonic() < deadline and not self._board.runner.closing:
            if await self._board.runner.call(lambda: session.all_told() or not session.peers):
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await self.state.next()

    # What a person does

    def make_ready(self) -> None:
        """Our person has compared words and agrees to the draft that all seats sign."""
        if isinstance(self._board.phase, InLobby):
            self._board.phase.make_ready()

    def refuse(self, key: bytes) -> bool:
        """Do not seat `key` at this table; only its opener can, and only before the charter.

        Says whether that was so.
        """
        phase = self._board.phase
        return isinstance(phase, InLobby) and phase.refuse(key)

    @property
    def bound(self) -> bool:
        """Whether others may hold a signature of ours that is in no charter yet."""
        return isinstance(self._board.phase, InLobby) and self._board.phase.lobby.bound

    async def decide(self, step: int, decision: Decision) -> None:
        """Answer the prompt of `step`. Raises BadMove."""
        await self._board.runner.act(lambda s: s.decide(step, decision, time.monotonic()))

    async def preview(self, answer: Answer) -> Preview | None:
        """What an answer would lead to, as far as we can know. Raises BadMove."""
        session, seat = self.session, self.seat
        if session is None or seat is None:
            return None
        return await self._board.runner.call(
            lambda: preview(session.replica, Seat(seat), session.knowledge(), answer)
        )

    async def begun(self) -> None:
        """Wait until the game has begun here, or something has failed."""
        await self._board.begun.wait()

    async def concede(self) -> None:
        """Leave the game for good."""
        await self._board.runner.act(lambda s: s.concede(time.monotonic()))

    async def show_seed(self) -> None:
        """Show our seed though closings are missing. Raises LocalError where that cannot be."""
        await self._board.runner.act(lambda s: s.show_seed(time.monotonic()))

    async def attend(self, attention: Attention) -> None:
        """Ask our person so much from now on; a bot sees everything."""
        if self._asks:
            await self._board.attend(attention)

    def memo(self) -> Primitive:
        """What was last kept of orders in the making; () for nothing, or what cannot be read."""
        return self._board.notes.memo

    @property
    def meets_online(self) -> bool:
        """Whether our person has chosen that members find each other by public nodes."""
        return self._board.notes.meets_online

    def choose_online(self) -> None:
        """It has chosen so, for this table. Before `start`."""
        self._board.notes.choose_online()

    async def meet(self, dht: Dht) -> None:
        """Find members again by these nodes until this is cancelled; once the charter stands."""
        await self._meeting(dht).run()

    async def meet_at_home(self, places: Dht) -> None:
        """The same on the local network, while somebody is missing."""
        await self._meeting(places).run_while_missing()

    def _meeting(self, dht: Dht) -> DhtMeeting:
        where = self._board.links.where
        return DhtMeeting(dht, self.config.secret, self._key, where, trace=self.trace)

    async def keep_memo(self, memo: Primitive) -> None:
        """Keep orders in the making beside the table: they go when it is deleted."""
        await self._board.runner.call(lambda: self._board.notes.keep_memo(memo))

    async def pass_until(self, events: tuple[str, ...]) -> None:
        """Pass everything until the first of these events."""
        await self._board.runner.act(lambda s: s.pass_until(events, time.monotonic()))

    def say(self, text: str) -> None:
        """Say a line to the table. Raises LocalError for what cannot be said."""
        if not isinstance(self._board.phase, AtTable):
            raise LobbyError("there is nobody to talk to before the game has begun")
        self._board.phase.channel.say(text)

    def ask_again(self) -> None:
        """Tell the others that we want a rematch. Raises LocalError for a spectator."""
        if isinstance(self._board.phase, AtTable):
            self._board.phase.channel.ask_again()

    @property
    def muted(self) -> frozenset[int]:
        """The seats whose chat is not shown, also from before a restart."""
        return self._board.muted

    def mute(self, seat: int, muted: bool) -> None:
        """Do not show what a seat says, or show it again; kept for this table."""
        self._board.mute(seat, muted)

    async def record(self) -> bytes:
        """The record of the table as far as it is known here."""
        session = self.session
        if session is None:
            raise LobbyError("there is no record before the game has begun")
        return await self._board.runner.call(
            lambda: record_of(session.charter, session.log, session.replica.engine).encode()
        )
