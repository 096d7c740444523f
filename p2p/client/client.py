"""One client at one table: the shell that gives a session its links, its clock and its thread.

The event loop owns the links and the lobby; the session and everything heavy in it live on one
worker thread, in the order in which things happened. What comes back are frames to send and
snapshots to show. A table outlives its clients: whatever this object is told is on disk before
anybody else hears of it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path

from games.engine.bots import Bot
from games.engine.choice import Answer
from games.engine.values import Primitive, Seat
from p2p.client.frame_router import FrameRouter
from p2p.client.kept_notes import KeptNotes
from p2p.client.play.audit_runner import AuditRunner
from p2p.client.play.session_runner import Callbacks, Runner
from p2p.client.play.snapshot import Snapshot, take
from p2p.client.reach.connections import Connections
from p2p.client.reach.dht_meeting import DhtMeeting
from p2p.client.reach.seeker import Seeker
from p2p.client.talk.side_channel import SideChannel
from p2p.client.updates import ClientState, Progress
from p2p.errors import LobbyError
from p2p.lobby.controller import LobbyController
from p2p.lobby.places import Addresses
from p2p.lobby.table_config import TableConfig
from p2p.net.close_reason import Reason
from p2p.net.dht.hash_table import Dht
from p2p.net.invite import Invite
from p2p.record.record import record_of
from p2p.replica.preview import Preview, preview
from p2p.session.person import Attention, Decision
from p2p.session.session import Session
from p2p.storage.identity import Identity
from p2p.store import TableStore
from p2p.wire.charter import Charter

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
    ) -> None:
        """`folder` is private to this table. With a `bot`, it decides for this seat.

        With `internet` the router is asked to let callers through; without, nothing is sent to it.

        With `waits` the charter gets our signature only after `make_ready`. Where nobody has
        `watched` the bot, `state` shows no more of the game than its end, and nothing is audited:
        whoever runs it does that.
        """
        self._audits = watched
        self._waits = waits
        self._asks = bot is None
        self._attention = Attention.CONCERNED if self._asks else Attention.ABLE
        self.config = config
        self.state = ClientState()
        self._identity = identity
        self._store = store
        self._notes = KeptNotes(store)
        self._pool = pool
        links = Connections(config, identity, store, folder, self.state, internet=internet)
        links.policy.learned = self._keep_addresses
        self._keeping = False
        self._runner = Runner(
            bot,
            Callbacks(links.send, links.drop, links.cut_off, self._show_snapshot, self._fail),
            precedence=links.precedence,
            hold=links.hold,
            watched=watched,
        )
        self._router = FrameRouter(
            config,
            links.policy,
            self._runner,
            self.state,
            begin=self._begin,
            lobby_changed=self._show_lobby,
            failed=self._fail,
            flooded=links.cut_off,
        )
        self._links, links.router, self._router.mesh = links, self._router, links.mesh
        self._loop: asyncio.AbstractEventLoop | None = None
        self._audit = AuditRunner(self._runner, self.state, pool)
        self._muted = self._notes.muted
        self._has_begun = asyncio.Event()
        """The game has begun, or something has failed."""

    # Life

    async def start(self) -> None:
        """Listen, find the others, and go on where the store left off. Raises P2PError."""
        self._loop = asyncio.get_running_loop()
        await self._links.start()
        kept = self._notes.charter
        if kept is not None:
            await self._sit_down(kept)
            return
        self._router.lobby = LobbyController(
            self.config, self._identity, self._store, self._links.mesh.send, waits=self._waits
        )
        self._links.policy.call_opener()
        self._links.policy.call(self._router.lobby.to_call())
        self._router.greet_all()
        self._show_lobby()

    async def settle(self) -> None:
        """Wait until the router has said what it opens, or some seconds; at once if not asked."""
        await self._links.settle()

    @property
    def internet(self) -> bool:
        """Whether our person has chosen the internet, so that the router is asked."""
        return self._links.internet

    def invites(self) -> tuple[Invite, Invite]:
        """The invite to a seat and the invite to watch, with this client's addresses."""
        return self._links.invites()

    def way_back(self) -> Invite | None:
        """Once the charter stands, an invite that leads our members to us, where we are now."""
        return None if self.seat is None else self._links.way_back()

    def lead_to(self, host_key: bytes, addresses: Addresses) -> None:
        """Before `start`: our person says where the owner of this fingerprint is now.

        Raises LocalError if that is us, or nobody who sits at this table.
        """
        self._links.lead_to(host_key, addresses)

    @property
    def session(self) -> Session | None:
        """The session, once the game has begun; for this client's own thread only."""
        return self._runner.session

    @property
    def key(self) -> bytes:
        """Our public key at this table."""
        return self._identity.public

    @property
    def port(self) -> int:
        """The port listened on, once started."""
        return self._links.mesh.port

    @property
    def seat(self) -> int | None:
        """Our seat, once there is a charter; None for a spectator."""
        charter = self.state.charter
        return self._seat_at(charter) if charter else None

    def _seat_at(self, charter: Charter) -> int | None:
        return None if self.config.role == "watch" else charter.seat_of(self._identity.public)

    async def close(self) -> None:
        """Leave the table as it is: it goes on when we come back."""
        if not self._runner.closing:
            self._runner.closing = True
            await self._links.close()
            await self._runner.close(self._close_store)

    def abandon(self) -> None:
        """Let go of a table that was not started."""
        self._store.close()

    def _close_store(self) -> None:
        if self.session is not None:
            self.session.keep()
        if self._links.address_book.changed:
            self._links.address_book.save()
        self._store.close()

    def _keep_addresses(self) -> None:
        """Have the session's thread keep the address book: the event loop waits for no disk."""
        if not self._keeping and not self._runner.closing:
            self._keeping = True
            self._runner.run_background(self._save_addresses())

    async def _save_addresses(self) -> None:
        try:
            await self._runner.call(self._links.address_book.save)
        finally:
            self._keeping = False

    async def farewell(self) -> None:
        """After the end: stay until everybody on line has seen it, or a few seconds."""
        session = self.session
        if session is None:
            return
        deadline = time.monotonic() + FAREWELL_SECONDS
        while time.monotonic() < deadline and not self._runner.closing:
            if await self._runner.call(lambda: session.all_told() or not session.peers):
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await self.state.next()

    # What a person does

    def make_ready(self) -> None:
        """Our person has compared words and agrees to the draft that all seats sign."""
        if self._router.lobby is not None:
            self._router.lobby.make_ready(self._links.policy.members())
            self._show_lobby()

    def refuse(self, key: bytes) -> bool:
        """Do not seat `key` at this table; only its opener can, and only before the charter.

        Says whether that was so.
        """
        if self._router.lobby is None or not self._router.lobby.refuse(key):
            return False
        self._links.mesh.disconnect(key, Reason.NOT_ACCEPTED)
        self._show_lobby()
        return True

    @property
    def bound(self) -> bool:
        """Whether others may hold a signature of ours that is in no charter yet."""
        return self._router.lobby is not None and self._router.lobby.bound

    def _show_lobby(self) -> None:
        """What the lobby has come to; with a charter the game begins."""
        lobby = self._router.lobby
        if lobby is not None:
            self.state.roster = lobby.roster
            members = lobby.roster.members if lobby.roster else ()
            self._links.policy.seated = frozenset(member.key for member in members)
            self.state.to_sign = lobby.to_sign
            if lobby.charter is not None:
                self._begin(lobby.charter)
        self._notify()

    async def decide(self, step: int, decision: Decision) -> None:
        """Answer the prompt of `step`. Raises BadMove."""
        await self._runner.act(lambda s: s.decide(step, decision, time.monotonic()))

    async def preview(self, answer: Answer) -> Preview | None:
        """What an answer would lead to, as far as we can know. Raises BadMove."""
        session, seat = self.session, self.seat
        if session is None or seat is None:
            return None
        return await self._runner.call(
            lambda: preview(session.replica, Seat(seat), session.knowledge(), answer)
        )

    async def begun(self) -> None:
        """Wait until the game has begun here, or something has failed."""
        await self._has_begun.wait()

    async def concede(self) -> None:
        """Leave the game for good."""
        await self._runner.act(lambda s: s.concede(time.monotonic()))

    async def show_seed(self) -> None:
        """Show our seed though closings are missing. Raises LocalError where that cannot be."""
        await self._runner.act(lambda s: s.show_seed(time.monotonic()))

    async def attend(self, attention: Attention) -> None:
        """Ask our person so much from now on; a bot sees everything."""
        if not self._asks:
            return
        self._attention = attention
        if self.session is not None:
            await self._runner.act(lambda s: s.attend(attention))

    def memo(self) -> Primitive:
        """What was last kept of orders in the making; () for nothing, or what cannot be read."""
        return self._notes.memo

    @property
    def meets_online(self) -> bool:
        """Whether our person has chosen that members find each other by public nodes."""
        return self._notes.meets_online

    def choose_online(self) -> None:
        """It has chosen so, for this table. Before `start`."""
        self._notes.choose_online()

    async def meet(self, dht: Dht) -> None:
        """Find members again by these nodes until this is cancelled; once the charter stands."""
        await self._meeting(dht).run()

    async def meet_at_home(self, places: Dht) -> None:
        """The same on the local network, while somebody is missing."""
        await self._meeting(places).run_while_missing()

    def _meeting(self, dht: Dht) -> DhtMeeting:
        return DhtMeeting(dht, self.config.secret, self._identity.public, self._links.policy)

    async def keep_memo(self, memo: Primitive) -> None:
        """Keep orders in the making beside the table: they go when it is deleted."""
        await self._runner.call(lambda: self._notes.keep_memo(memo))

    async def pass_until(self, events: tuple[str, ...]) -> None:
        """Pass everything until the first of these events."""
        await self._runner.act(lambda s: s.pass_until(events, time.monotonic()))

    def say(self, text: str) -> None:
        """Say a line to the table. Raises LocalError for what cannot be said."""
        if self._router.side_channel is None:
            raise LobbyError("there is nobody to talk to before the game has begun")
        self._router.side_channel.say(text)

    def ask_again(self) -> None:
        """Tell the others that we want a rematch. Raises LocalError for a spectator."""
        if self._router.side_channel is not None:
            self._router.side_channel.ask_again()

    @property
    def muted(self) -> frozenset[int]:
        """The seats whose chat is not shown, also from before a restart."""
        return self._muted

    def mute(self, seat: int, muted: bool) -> None:
        """Do not show what a seat says, or show it again; kept for this table."""
        chosen = self._muted = self._muted | {seat} if muted else self._muted - {seat}
        self._runner.run_background(self._runner.call(lambda: self._notes.keep_muted(chosen)))
        if self._router.side_channel is not None:
            self._router.side_channel.mute(seat, muted)

    async def record(self) -> bytes:
        """The record of the table as far as it is known here."""
        session = self.session
        if session is None:
            raise LobbyError("there is no record before the game has begun")
        return await self._runner.call(
            lambda: record_of(session.charter, session.log, session.replica.engine).encode()
        )

    # What comes of it

    def _show_snapshot(self, snapshot: Snapshot) -> None:
        self.state.snapshot = snapshot
        self._links.show_paths()
        self._notify()
        if snapshot.ending is not None and self._audits:
            self._audit.begin()

    def _fail(self, error: Exception) -> None:
        """Nothing goes on here; of what follows from the first failure nobody need hear."""
        self.state.failure = self.state.failure or error
        self._has_begun.set()
        self._notify()

    def _notify(self) -> None:
        self.state.changed.set()

    def _progress(self, step: int, seat: int, done: int, total: int) -> None:
        """From the worker: a shuffle has come so far."""
        if self._loop is not None and not self._runner.closing:
            self._loop.call_soon_threadsafe(self._show, Progress(step, seat, done, total))

    def _show(self, progress: Progress) -> None:
        self.state.progress = progress
        self._notify()

    # From lobby to table

    async def _sit_down(self, charter: Charter) -> None:
        """The charter stands: open the session and call the others."""
        self._links.policy.begin(charter)
        seat = self._seat_at(charter)
        self._notes.begin(charter, seated=seat is not None)
        session = await self._runner.call(
            lambda: Session(
                charter,
                self._store,
                seat=seat,
                sign=self._identity.sign if seat is not None else None,
                entropy=secrets.token_bytes,
                pool=self._pool,
                progress=self._progress,
            )
        )
        self._router.lobby = None
        sign, tell = self._identity.sign, self._links.policy.tell
        later = asyncio.get_running_loop().call_later
        self._router.side_channel = SideChannel(charter, seat, sign, tell, self.state, later)
        if seat is not None:
            self._seek(charter, seat)
        for other in self._muted:
            self._router.side_channel.mute(other, True)
        self._runner.session = session
        self._has_begun.set()
        self.state.charter = charter
        self.state.roster = None
        self.state.to_sign = False
        self._router.welcome_all()
        self._links.policy.call_members()
        await self._runner.act(lambda s: s.attend(self._attention))
        await self._runner.act(lambda s: s.tick(time.monotonic()))
        self._show_snapshot(await self._runner.call(lambda: take(session)))

    def _seek(self, charter: Charter, seat: int) -> None:
        """Look for ways to the members without a link."""
        links, sign = self._links, self._identity.sign
        seeker = Seeker(charter, seat, sign, links.mesh, links.policy, self.state, links.show_paths)
        self._router.rendezvous = seeker.rendezvous
        if not self.config.loopback:
            self._runner.run_background(seeker.run())

    def _begin(self, charter: Charter) -> None:
        """All have signed: sit down, once."""
        self._runner.run_background(self._sit_down_once(charter))

    async def _sit_down_once(self, charter: Charter) -> None:
        if self.state.charter is None:
            self.state.charter = charter
            await self._sit_down(charter)
