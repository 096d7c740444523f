"""The distributed hash table by way of libtorrent. The only module that knows it.

Nothing of BitTorrent but the table is switched on: no torrents, no local discovery, no port
mapping. The library runs threads of its own and tells by alerts what came; here these wake the
event loop by a byte in a socket, and calls wait for theirs. No thread of the library ever calls
Python: it would hold the library's lock and wait for the interpreter's, while the end of a session
does it the other way round. Held by tests/p2p/net/dht/test_session.py.
"""

from __future__ import annotations

import asyncio
import hashlib
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.errors import LinkError
from p2p.net.dht.hash_table import Entrance, require_installed, written
from p2p.net.dht.places import VALUE_BYTES
from p2p.net.interfaces import own_addresses

READY_SECONDS = 17.0
"""For the first nodes to answer; the library itself gives up on them after 15."""
GIVEN_UP_SECONDS = 10.0
ALONE_SECONDS = 2.0
"""For a search where none has: it asks the first nodes once more, and goes on behind our back."""
ANSWER_SECONDS = 30.0
"""For one value to be put or found: a search asks some dozens of nodes, and many are gone."""
MAX_STATE = 1 << 16
NO_NODES = (
    "the public nodes do not answer; this network may be without internet or stop such traffic, "
    "so use the written invite"
)
# A table of one's own has many nodes on one address, which the public one distrusts.
_LENIENT = {
    "dht_restrict_routing_ips": False,
    "dht_restrict_search_ips": False,
    "dht_ignore_dark_internet": False,
    "dht_enforce_node_id": False,
    "dht_prefer_verified_node_ids": False,
    # And all of it counts as one sender: what is over a limit is dropped, and waited for.
    "dht_block_ratelimit": 10_000,
    "dht_upload_rate_limit": 10_000_000,
}
_OFF = {
    "enable_lsd": False,
    "enable_upnp": False,
    "enable_natpmp": False,
    "enable_incoming_tcp": False,
    "enable_outgoing_tcp": False,
    "enable_incoming_utp": False,
    "enable_outgoing_utp": False,
    "user_agent": "",
}


class LibtorrentDht:
    """One node of the table; see `p2p.net.dht.hash_table.Dht`."""

    def __init__(self, entrance: Entrance, state: Path | None = None) -> None:
        """`state`: the file in which nodes that were met are kept. Raises LinkError.

        Needs a running loop; sends its first packets at once.
        """
        require_installed()
        import libtorrent  # 25 MB, and only for those who chose it

        self._library: Any = libtorrent
        self._loop = asyncio.get_running_loop()
        self._state = None if entrance.is_private else state
        self._ready = asyncio.Event()
        self._begun = self._loop.time()
        self._ready_after = 0.0
        """How many seconds the search for the first nodes took."""
        self._waiting: dict[tuple[str, bytes], asyncio.Future[Any]] = {}
        self._lock = asyncio.Lock()
        params: Any = self._kept()
        params.settings = {**_OFF, **self._settings(entrance)}
        self._session: Any = libtorrent.session(params)
        self._alerts, self._waker = socket.socketpair()
        self._alerts.setblocking(False)
        self._session.set_alert_fd(self._waker.fileno())
        self._listening = self._loop.create_task(self._listen())

    def _settings(self, entrance: Entrance) -> dict[str, Any]:
        kinds = self._library.alert.category_t
        lenient = _LENIENT if entrance.is_private else {}
        return {
            "enable_dht": True,
            "alert_mask": kinds.dht_notification | kinds.error_notification,
            "dht_bootstrap_nodes": written(entrance.nodes),
            "listen_interfaces": ",".join(_listening(entrance)),
            **lenient,
        }

    @property
    def port(self) -> int:
        """The UDP port of this node."""
        return int(self._session.listen_port())

    async def put(self, seed: bytes, value: bytes) -> int:
        """See Dht."""
        public = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
        put: Any = await self._ask(
            "put",
            public,
            lambda: self._session.dht_put_mutable_item(_expanded(seed), public, value, b""),
        )
        return int(put)

    async def get(self, public: bytes) -> bytes:
        """See Dht."""
        found = await self._ask(
            "get", public, lambda: self._session.dht_get_mutable_item(public, b"")
        )
        return found if isinstance(found, bytes) and len(found) <= VALUE_BYTES else b""

    async def close(self) -> None:
        """See Dht."""
        session, self._session = self._session, None
        if session is None:
            return
        self._listening.cancel()
        if self._state is not None and self._ready.is_set():
            flags = self._library.save_state_flags_t.save_dht_state
            kept = self._library.write_session_params_buf(session.session_state(flags))
            with suppress(OSError):  # only a shorter way in the next time
                await asyncio.to_thread(_write, self._state, kept)
        for waiting in self._waiting.values():
            waiting.cancel()
        session.pause()
        holder = [session]
        del session
        await asyncio.to_thread(holder.clear)  # waits for the threads of the library
        self._alerts.close()
        self._waker.close()

    async def _ask(self, kind: str, public: bytes, begin: Callable[[], None]) -> Any:
        async with self._lock:  # one search at a time: a second for the same key could be mistaken
            try:
                async with asyncio.timeout(READY_SECONDS):
                    await self._ready.wait()
            except TimeoutError:
                raise LinkError(NO_NODES) from None
            answer: asyncio.Future[Any] = self._loop.create_future()
            self._waiting[kind, public] = answer
            alone = self._is_alone()
            begin()
            try:
                async with asyncio.timeout(ALONE_SECONDS if alone else ANSWER_SECONDS):
                    found = await answer
            except TimeoutError:
                raise LinkError(NO_NODES) from None
            finally:
                del self._waiting[kind, public]
            if alone and self._is_alone():  # nobody was asked, so "nothing there" says nothing
                raise LinkError(NO_NODES)
            return found

    def _is_alone(self) -> bool:
        """Whether the library has given up on the first nodes and knows no others.

        It says in the same words that it has found some and that it has given up. But that takes
        long, and some that answer are among the nodes it would keep.
        """
        if self._ready_after < GIVEN_UP_SECONDS:
            return False
        library = self._library
        state = self._session.session_state(library.save_state_flags_t.save_dht_state)
        kept = library.bdecode(library.write_session_params_buf(state)).get(b"dht state", {})
        return not (kept.get(b"nodes") or kept.get(b"nodes6"))

    # Alerts

    async def _listen(self) -> None:
        while True:
            self._take_alerts()
            await self._loop.sock_recv(self._alerts, 4096)

    def _take_alerts(self) -> None:
        for alert in self._session.pop_alerts():
            match type(alert).__name__:
                case "dht_bootstrap_alert":
                    self._ready_after = self._loop.time() - self._begun
                    self._ready.set()
                case "dht_put_alert":
                    self._answer("put", bytes(alert.public_key), alert.num_success)
                case "dht_mutable_item_alert" if alert.authoritative:
                    self._answer("get", bytes(alert.key), alert.item)

    def _answer(self, kind: str, public: bytes, said: object) -> None:
        waiting = self._waiting.get((kind, public))
        if waiting is not None and not waiting.done():
            waiting.set_result(said)

    def _kept(self) -> Any:
        """The nodes of last time, if there are any that can be read."""
        with suppress(OSError, RuntimeError, ValueError):
            if self._state is not None and self._state.stat().st_size <= MAX_STATE:
                return self._library.read_session_params(self._state.read_bytes())
        return self._library.session_params()


def _expanded(seed: bytes) -> bytes:
    """The private key as the library wants it: SHA-512 of the seed, clamped (RFC 8032, 5.1.5)."""
    made = bytearray(hashlib.sha512(seed).digest())
    made[0] &= 248
    made[31] &= 63
    made[31] |= 64
    return bytes(made)


def _listening(entrance: Entrance) -> Iterable[str]:
    """On which addresses: for a table of one's own on this machine, on loopback alone."""
    hosts = {node.host for node in entrance.nodes}
    if hosts and hosts <= {"127.0.0.1"}:
        return ("127.0.0.1:0",)
    six = any(":" in host for host in own_addresses() if not host.startswith(("::1", "fe80")))
    return ("0.0.0.0:0", "[::]:0") if six else ("0.0.0.0:0",)


def _write(path: Path, data: bytes) -> None:
    path.touch(0o600)
    path.write_bytes(data)
