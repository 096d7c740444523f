"""One link: frames to and from one member over one WebSocket.

Sending never waits. What cannot be written yet lies in a queue with a bound; a link that overflows
it, or that takes no bytes for ten seconds, is dropped as a whole and never loses a frame in its
middle: the layer above brings its other side up to date on the next one. Frames are opaque here.
Held by tests/p2p/net/links/test_link.py.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from websockets.exceptions import ConnectionClosed

from p2p.net.address import Address
from p2p.net.close_reason import Reason, close_code, of_close_code
from p2p.net.links.connection import FAIR_SHARE
from p2p.net.links.framing import (
    MAX_FRAME,
    MAX_FRAME_OF_A_WATCHER,
    PART_BYTES,
    BadPart,
    Hello,
    Reassembler,
    split,
)
from p2p.net.links.handshake import Channel
from p2p.net.tls import Role

QUEUE_FRAMES = 256
QUEUE_BYTES = 4 << 20
"""Unsent frames of one link at most, and their bytes."""
WRITE_SECONDS = 10.0
"""For one part of a frame, 64 KiB: a slower line than that cannot carry a game."""
ROUND_TRIPS = 5
"""So many measurements of a link count: of the last half minute, as there is one in five seconds.
What computing adds to one of them is not the line's."""
_WRITES_A_TURN = 4
"""Messages written before the event loop gets a turn: only then is a lost line noticed, and asyncio
complains from the fifth write on that it has to throw away."""


class Link:
    """A running link. `run` does the work and returns why it ended; `on_frame` gets each frame."""

    def __init__(
        self,
        channel: Channel,
        on_frame: Callable[[Link, bytes], None],
        on_round_trip: Callable[[Link], None] = lambda _: None,
    ) -> None:
        self.peer: bytes = channel.peer
        self.role: Role = channel.role
        self.address: Address = channel.address
        self.outbound: bool = channel.outbound
        self.hello: Hello = channel.hello
        self.round_trips: deque[float] = deque(maxlen=ROUND_TRIPS)
        """Seconds that pings and their answers have taken, the newest last."""
        self._connection = channel.connection
        self._on_frame = on_frame
        self._on_round_trip = on_round_trip
        self._queue: deque[bytes] = deque()
        self._queued = 0
        self._written = 0
        self._writing = False  # the first frame of the queue has been begun
        self._greeted = not channel.outbound
        """Whether our first message is out, if it is ours to send."""
        called_by_watcher = self.role is Role.WATCHER and not self.outbound
        self._reassembler = Reassembler(MAX_FRAME_OF_A_WATCHER if called_by_watcher else MAX_FRAME)
        self._failure: Exception | None = None
        """What a callback failed of."""
        self._flushes = False
        """Whether what is queued in this turn of the event loop is about to be written."""
        self._wake = asyncio.Event()
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._finishing = False
        self._dropped = False
        self._reason: Reason | None = None

    @property
    def local_host(self) -> str:
        """The address of this machine that it goes out from."""
        name = self._connection.transport.get_extra_info("sockname")
        return str(name[0]).partition("%")[0] if name else ""

    @property
    def local_port(self) -> int:
        """The port of this machine that it goes out from."""
        name = self._connection.transport.get_extra_info("sockname")
        return int(name[1]) if name else 0

    @property
    def round_trip(self) -> float | None:
        """Seconds to the other side and back, as the line allows them: the least of the last few.

        None until a ping was answered.
        """
        # D-114: whatever comes on top of the least is computing, ours or theirs.
        return min(self.round_trips, default=None)

    def admit(self) -> None:
        """The other side has been accepted: lift the limit for strangers."""
        self._connection.allowance = None

    def hold(self, held: bool) -> None:
        """Read nothing more from the other side, which then has to wait, or go on reading."""
        if held and not self._dropped:
            self._may_read.clear()
        else:
            self._may_read.set()

    def send(self, frame: bytes) -> bool:
        """Queue a frame of at most `MAX_FRAME` bytes. False if the link has ended or now does.

        Raises ValueError for an empty frame and for one that is too long.
        """
        parts = split(frame)
        first = next(parts)  # refuses what no link could carry
        del first, parts
        if self._reason is not None:
            return False
        full = len(self._queue) >= QUEUE_FRAMES or self._queued + len(frame) > QUEUE_BYTES
        if full:
            self.drop(Reason.SLOW)
            return False
        self._queue.append(frame)
        self._queued += len(frame)
        if not self._flushes:
            self._flushes = True
            # D-99: one write a turn of the loop, instead of a task switch and a timer for each
            # message.
            asyncio.get_running_loop().call_soon(self._flush)
        return True

    def _flush(self) -> None:
        """Write the frames of this turn of the event loop in one go; the writer has the rest."""
        self._flushes = False
        if self._greeted and not self._writing and self._connection.may_put():
            parts: list[bytes] = []
            size = 0
            while self._queue and len(self._queue[0]) <= PART_BYTES and size < PART_BYTES:
                frame = self._queue.popleft()
                size += len(frame)
                parts += split(frame)
            self._queued -= size
            if parts:
                self._connection.put(parts)
        if self._queue:
            self._wake.set()

    def finish(self, reason: Reason) -> None:
        """Close in good order: what is queued is sent first, and what arrives is still read."""
        if self._reason is None:
            self._reason = reason
            self._finishing = True
            self._wake.set()

    def drop(self, reason: Reason) -> None:
        """Close at once."""
        if self._reason is None or self._finishing:
            self._reason = reason
        self._dropped = True
        self._finishing = False
        self._may_read.set()
        self._connection.transport.abort()

    def take_unsent(self) -> list[bytes]:
        """Remove and return the frames of which nothing has been written, oldest first.

        After `run` has returned a frame that was cut off is among them.
        """
        # Its beginning is out: on another link its other parts would make no sense.
        kept = [self._queue.popleft()] if self._writing else []
        unsent = list(self._queue)
        self._queue = deque(kept)
        self._queued = sum(map(len, kept))
        return unsent

    async def run(self) -> Reason:
        """Carry frames until the link ends, by either side; returns why. Cancelling cuts it off."""
        writer = asyncio.create_task(self._write())
        self._connection.deliver = self._deliver
        self._connection.ponged = self._ponged
        try:
            return await self._read()
        finally:
            self._connection.deliver = self._connection.ponged = None
            writer.cancel()
            self._connection.transport.abort()
            await asyncio.gather(writer, return_exceptions=True)
            self._writing = False
            if self._reason is None:
                self._reason = Reason.LOST  # nothing can be sent any more
            await self._connection.wait_closed()

    def _ponged(self, seconds: float) -> None:
        self.round_trips.append(seconds)
        self._on_round_trip(self)

    def _deliver(self, message: bytes) -> bool:
        """Hand on a frame that came in one part. What is anything else, `_read` deals with."""
        if not self._may_read.is_set() or self._dropped or not self._reassembler.whole(message):
            return False
        try:
            self._on_frame(self, message[1:])
        except Exception as error:
            self._failure = error
            self._connection.transport.abort()
        return True

    async def _read(self) -> Reason:
        count = 0
        try:
            while True:
                await self._may_read.wait()
                message = await self._connection.recv()
                if self._dropped:
                    assert self._reason is not None
                    return self._reason
                if isinstance(message, str):
                    return await self._refuse(Reason.BAD_DATA)
                frame = self._reassembler.feed(message)
                if frame is not None:
                    self._on_frame(self, frame)
                count += 1
                if count % FAIR_SHARE == 0:
                    await asyncio.sleep(0)
        except BadPart:
            return await self._refuse(Reason.BAD_DATA)
        except ConnectionClosed as closed:
            if self._failure is not None:
                raise self._failure from None
            return self._why(closed)

    async def _refuse(self, reason: Reason) -> Reason:
        if self._reason is None or self._finishing:
            self._reason = reason
        await self._connection.close(close_code(reason))
        return self._reason

    def _why(self, closed: ConnectionClosed) -> Reason:
        if self._reason is not None and not self._finishing:
            return self._reason
        if self._connection.cut is not None:
            return self._connection.cut
        if self._reason is not None:
            # Closing in good order has worked if the other side confirmed it.
            return self._reason if closed.rcvd is not None else Reason.LOST
        if closed.rcvd is not None:
            return of_close_code(closed.rcvd.code)
        if closed.sent is not None:
            return of_close_code(closed.sent.code)
        return Reason.LOST

    async def _write(self) -> None:
        try:
            if self.outbound:
                await self._put(self.hello.encode())
                self._greeted = True
            while True:
                while self._queue:
                    await self._write_first()
                if self._finishing:
                    assert self._reason is not None
                    await self._connection.close(close_code(self._reason))
                    return
                self._wake.clear()
                await self._wake.wait()
        except ConnectionClosed:
            return  # the reader says why
        except TimeoutError:
            self.drop(Reason.SLOW)

    async def _write_first(self) -> None:
        self._writing = True
        for part in split(self._queue[0]):
            await self._put(part)
        self._queued -= len(self._queue.popleft())
        self._writing = False

    async def _put(self, message: bytes) -> None:
        async with asyncio.timeout(WRITE_SECONDS):
            await self._connection.send(message)
        self._written += 1
        if self._written % _WRITES_A_TURN == 0:
            await asyncio.sleep(0)
