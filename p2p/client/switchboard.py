"""Who talks to whom in one client: all its parts are made and joined here, and nowhere else.

    Mesh --MeshEvents--> FrameRouter --> the current phase --> LobbyController | Runner, SideChannel
    Runner --Callbacks--> Connections (frames out, links closed), and pictures of the table here
    everything that is new for a person --> this object --> ClientState --> the front end

Each part gets what it needs when it is made, so the order below is the order of who needs whom:
links, then the session's runner, then the router; the mesh is told of the router when it starts. A
phase is made when its time has come: the lobby by `start`, the table by `_sit_down`, once.

Invariants: this object alone writes the `ClientState`. A charter is on disk before anybody is
called by it, and the session is there before any member is welcomed. The event loop owns links and
lobby; the session lives on the runner's thread, and is touched by no other way.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from concurrent.futures import Executor
from pathlib import Path

from games.engine.bots import Bot
from p2p.client.frame_router import FrameRouter
from p2p.client.kept_notes import KeptNotes
from p2p.client.phases import AtTable, EarlyFrames, InLobby, Waiting
from p2p.client.play.auditor import AuditRunner, AuditState
from p2p.client.play.session_runner import Callbacks, Runner
from p2p.client.play.snapshot import Snapshot, take
from p2p.client.reach.connections import Connections
from p2p.client.reach.paths import paths_of
from p2p.client.reach.seeker import Seeker
from p2p.client.talk.side_channel import Said, SideChannel
from p2p.client.updates import BadLink, ClientState, Progress
from p2p.lobby.controller import LobbyController
from p2p.lobby.table_config import TableConfig
from p2p.net.close_reason import Reason
from p2p.net.port_mapping.mapper import RouterReach
from p2p.session.person import Attention
from p2p.session.session import Session
from p2p.storage.identity import Identity
from p2p.store import TableStore
from p2p.trace import Trace
from p2p.wire.charter import Charter

MAX_FLOODS = 32
"""Holders of links that were closed for a flood of whom a person is told."""


class Switchboard:
    """The parts of one client at one table. `state` is the newest of everything."""

    def __init__(
        self,
        config: TableConfig,
        identity: Identity,
        store: TableStore,
        folder: Path,
        *,
        bot: Bot | None,
        pool: Executor | None,
        waits: bool,
        watched: bool,
        internet: bool,
        trace: Trace,
    ) -> None:
        """See `Client`."""
        self.trace = trace
        self.state = ClientState()
        self.notes = KeptNotes(store)
        self.links = Connections(
            config,
            identity,
            store,
            folder,
            internet=internet,
            port=config.port or self.notes.port,
            learned=self._keep_addresses,
            reached=self._show_reach,
            trace=trace,
        )
        self.runner = Runner(
            bot,
            Callbacks(
                self.links.mesh.send,
                self.garbled,
                self.flooded,
                self._show_snapshot,
                self.failed,
            ),
            precedence=self.links.precedence,
            hold=self.links.mesh.hold,
            watched=watched,
        )
        self._early = EarlyFrames()
        self._router = FrameRouter(self.links, self._early, self)
        self._audit = AuditRunner(self.runner, self._show_audit, pool) if watched else None
        self.phase: InLobby | AtTable | None = None
        """What a person can take part in now."""
        self.begun = asyncio.Event()
        """The game has begun, or something has failed."""
        self.muted = self.notes.muted
        self._config = config
        self._identity = identity
        self._store = store
        self._pool = pool
        self._waits = waits
        self._attention = Attention.CONCERNED if bot is None else Attention.ABLE
        self._loop: asyncio.AbstractEventLoop | None = None
        self._keeping = False

    # Life

    async def start(self) -> None:
        """Listen, find the others, and go on where the store left off. Raises P2PError."""
        self._loop = asyncio.get_running_loop()
        await self.links.start(self._router)
        self.notes.keep_port(self.links.mesh.port)
        key, port = self._identity.public, self.links.mesh.port
        self.trace("starts", role=self._config.role, port=port, key=key)
        kept = self.notes.charter
        if kept is not None:
            await self._sit_down(kept)
            return
        lobby = LobbyController(
            self._config, self._identity, self._store, self.links.mesh.send, waits=self._waits
        )
        self.phase = InLobby(
            self.links,
            self._early,
            self._config,
            lobby,
            changed=self._show_lobby,
            stands=self._begin,
        )
        self.links.where.call_opener()
        self.links.where.call(lobby.to_call())
        self._router.enter(self.phase)
        self._show_lobby()

    async def close(self) -> None:
        """Leave the table as it is: it goes on when we come back."""
        if not self.runner.closing:
            self.trace("closes")
            self.runner.stop()
            await self.links.close()
            await self.runner.close(self._close_store)

    def _close_store(self) -> None:
        if self.runner.session is not None:
            self.runner.session.keep()
        if self.links.address_book.changed:
            self.links.address_book.save()
        self._store.close()

    # From lobby to table

    def _begin(self, charter: Charter) -> None:
        """All have signed: sit down, once."""
        self.runner.run_background(self._sit_down_once(charter))

    async def _sit_down_once(self, charter: Charter) -> None:
        if self.state.charter is None:
            self.state.charter = charter
            await self._sit_down(charter)

    async def _sit_down(self, charter: Charter) -> None:
        """The charter stands: open the session and call the others."""
        self.trace("charter", charter=charter)
        self.links.begin(charter)
        self._router.enter(Waiting(self.links, self._early))
        seat = self.seat_at(charter)
        self.notes.begin(charter, seated=seat is not None)
        session = await self.runner.call(
            lambda: Session(
                charter,
                self._store,
                seat=seat,
                sign=self._identity.sign if seat is not None else None,
                entropy=secrets.token_bytes,
                pool=self._pool,
                progress=self._progress,
                trace=self.trace,
            )
        )
        self.phase = table = self._table(charter, seat)
        self.runner.run(session)
        self.begun.set()
        self.state.charter = charter
        self.state.roster = None
        self.state.to_sign = False
        self._router.enter(table)
        self.links.where.call_members()
        await self.runner.act(lambda s: s.attend(self._attention))
        await self.runner.act(lambda s: s.tick(time.monotonic()))
        self._show_snapshot(await self.runner.call(lambda: take(session)))

    def _table(self, charter: Charter, seat: int | None) -> AtTable:
        """The last phase; a seat also looks for ways to the members without a link."""
        links, sign = self.links, self._identity.sign
        later = asyncio.get_running_loop().call_later
        channel = SideChannel(charter, seat, sign, links.where.tell, self._show_said, later)
        for other in self.muted:
            channel.mute(other, True)
        seeker = None
        if seat is not None:
            mesh, where, done = links.mesh, links.where, self.paths_changed
            seeker = Seeker(charter, seat, sign, mesh, where, self._linked, done, self.trace)
            if not self._config.loopback:
                self.runner.run_background(seeker.run())
        return AtTable(
            links,
            self._early,
            self._config,
            charter,
            self.runner,
            channel,
            seeker.rendezvous if seeker is not None else None,
            again=self._router.on_frame,
        )

    def seat_at(self, charter: Charter) -> int | None:
        """Our seat; None for a spectator."""
        return None if self._config.role == "watch" else charter.seat_of(self._identity.public)

    # What a person chooses

    async def attend(self, attention: Attention) -> None:
        """Ask our person so much from now on."""
        self._attention = attention
        if self.runner.session is not None:
            await self.runner.act(lambda s: s.attend(attention))

    def mute(self, seat: int, muted: bool) -> None:
        """Do not show what a seat says, or show it again; kept for this table."""
        chosen = self.muted = self.muted | {seat} if muted else self.muted - {seat}
        self.runner.run_background(self.runner.call(lambda: self.notes.keep_muted(chosen)))
        if isinstance(self.phase, AtTable):
            self.phase.channel.mute(seat, muted)

    def _keep_addresses(self) -> None:
        """Have the session's thread keep the address book: the event loop waits for no disk."""
        if not self._keeping and not self.runner.closing:
            self._keeping = True
            self.runner.run_background(self._save_addresses())

    async def _save_addresses(self) -> None:
        try:
            await self.runner.call(self.links.address_book.save)
        finally:
            self._keeping = False

    # What a router reports

    def trouble(self, reason: Reason | None) -> None:
        """Nobody can be reached, for this reason; or somebody is again."""
        if reason is None:
            self.state.trouble = ""
        elif self.runner.session is None:
            self.state.trouble = reason.value
            self.state.changed.set()

    def paths_changed(self) -> None:
        """How each member is reached, if that is news."""
        charter, links = self.state.charter, self.links.mesh.paths
        keys = charter.keys if charter is not None else tuple(links)
        rendezvous = self.phase.rendezvous if isinstance(self.phase, AtTable) else None
        measured = rendezvous.measured if rendezvous is not None else {}
        paths = paths_of(keys, links, self._linked() or (), measured)
        if paths != self.state.paths:
            self.state.paths = paths
            self.state.changed.set()

    def flooded(self, peer: bytes) -> None:
        """Close the link to whoever goes on sending far too much, and say whose it was."""
        self.links.cut_off(peer)
        if peer not in self.state.floods:
            self.state.floods = (*self.state.floods, peer)[-MAX_FLOODS:]
            self.state.changed.set()

    def garbled(self, peer: bytes) -> None:
        """Close the link to whoever sends nonsense; say whose it was and who is behind it."""
        charter, paths = self.state.charter, self.state.paths
        seat = charter.seat_of(peer) if charter is not None else None
        self.links.drop(peer)
        if charter is None or seat is None:
            return
        behind = tuple(
            other
            for other, key in enumerate(charter.keys)
            if key in paths and paths[key].through == seat
        )
        self._show_bad_link(BadLink(peer, behind))

    def _show_bad_link(self, bad: BadLink) -> None:
        others = tuple(
            one
            for one in self.state.bad_links
            if (one.key, one.withholds) != (bad.key, bad.withholds)
        )
        before = next((one for one in self.state.bad_links if one not in others), None)
        if before is not None:  # the others may have been lost with the first link already
            behind = tuple(sorted({*before.behind, *bad.behind}))
            bad = BadLink(bad.key, behind, bad.withholds)
        if bad != before:
            self.state.bad_links = (*others, bad)
            self.state.changed.set()

    def failed(self, error: Exception) -> None:
        """Nothing goes on here; of what follows from the first failure nobody need hear."""
        self.trace("failed", error=type(error).__name__, reason=str(error))
        self.state.failure = self.state.failure or error
        self.begun.set()
        self.state.changed.set()

    # What the other parts show

    def _show_lobby(self) -> None:
        """What the lobby has come to; with a charter the game begins."""
        if isinstance(self.phase, InLobby):
            lobby = self.phase.lobby
            self.state.roster = lobby.roster
            members = lobby.roster.members if lobby.roster else ()
            self.links.policy.seat(frozenset(member.key for member in members))
            self.state.to_sign = lobby.to_sign
            signed = lobby.roster.signed if lobby.roster else ()
            self.trace("lobby", here=len(members), signed=len(signed), to_sign=lobby.to_sign)
            if lobby.charter is not None:
                self._begin(lobby.charter)
        self.state.changed.set()

    def _show_snapshot(self, snapshot: Snapshot) -> None:
        self.state.snapshot = snapshot
        for way, seats in snapshot.withheld:
            if self.state.charter is not None:
                key = self.state.charter.keys[way]
                self._show_bad_link(BadLink(key, seats, withholds=True))
        self.paths_changed()
        self.state.changed.set()
        if snapshot.ending is not None and self._audit is not None:
            self._audit.begin()

    def _linked(self) -> tuple[tuple[int, ...], ...] | None:
        """For each seat the seats that it says it has links to; None before that is known."""
        return self.state.snapshot.linked if self.state.snapshot is not None else None

    def _show_said(self, said: Said) -> None:
        self.state.chat, self.state.again = said.chat, said.again
        self.state.watchers = said.watchers
        self.state.changed.set()

    def _show_audit(self, audit: AuditState) -> None:
        self.state.audit = audit
        self.state.changed.set()

    def _show_reach(self, reach: RouterReach | None) -> None:
        self.state.reach = reach
        self.state.changed.set()

    def _progress(self, step: int, seat: int, done: int, total: int) -> None:
        """From the worker: a shuffle has come so far."""
        if self._loop is not None and not self.runner.closing:
            self._loop.call_soon_threadsafe(self._show, Progress(step, seat, done, total))

    def _show(self, progress: Progress) -> None:
        self.state.progress = progress
        self.state.changed.set()
