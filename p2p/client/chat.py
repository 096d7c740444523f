"""Table talk: signed lines between seats, passed on by members, never part of the record.

A line is bound to the table and its seat. It proves nothing afterwards and is kept in memory only.
A seat that talks too fast is not heard; a muted one is passed on, but not shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from crypto.sign import verify
from p2p.display import clean_chat, safe
from p2p.errors import CodecError, LocalError
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Sign

CHAT = 8
"""The kind of frame."""
CHAT_LABEL = b"crownless chat v1"
MAX_LINE = 1600
"""UTF-8 bytes of a line on the wire."""
KEPT = 200
"""Lines kept in memory."""
BURST = 8
"""Lines that a seat may say at once."""
SECONDS_A_LINE = 2.0
"""After a burst: one line of a seat in so many seconds."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line as it may be shown: `text` holds nothing that could harm a terminal."""

    seat: int
    text: str


class Chat:
    """What is said at one table. `keys` are the seats' public keys."""

    def __init__(self, table: bytes, keys: Sequence[bytes], seat: int | None, sign: Sign) -> None:
        self.lines: deque[ChatLine] = deque(maxlen=KEPT)
        self.muted: set[int] = set()
        self._label = CHAT_LABEL + table
        self._keys = tuple(keys)
        self._seat = seat
        self._sign = sign
        self._seen: deque[bytes] = deque(maxlen=4 * KEPT)
        self._left = [float(BURST)] * len(keys)
        self._at = [0.0] * len(keys)

    def say(self, text: str, nonce: bytes) -> bytes:
        """Our own line as a frame; nonce: 8 bytes. Raises LocalError for what cannot be said."""
        if self._seat is None:
            raise LocalError("spectators cannot talk; take a seat at the next table")
        cleaned = clean_chat(text)
        body = codec.encode((self._seat, nonce, cleaned))
        self._seen.append(body)
        self.lines.append(ChatLine(self._seat, cleaned))
        return codec.encode((CHAT, body, self._sign(self._label, body)))

    def hear(self, items: Sequence[Value], now: float) -> bytes | None:
        """Somebody's line at `now` (seconds): the frame to pass on, or None. Raises CodecError."""
        _, body, signature = codec.array(tuple(items), 3)
        data = codec.blob(body, most=MAX_LINE + 64)
        if data in self._seen:
            return None
        seat, nonce, text = codec.array(codec.decode(data, limit=MAX_LINE + 64), 3)
        speaker = codec.integer(seat, 0, len(self._keys) - 1)
        codec.blob(nonce, 8)
        line = codec.text(text, MAX_LINE)
        signed = codec.blob(signature, 64)
        if not verify(self._keys[speaker], self._label, data, signed):
            raise CodecError("a line that its seat did not sign")
        self._seen.append(data)
        if not self._may_speak(speaker, now):
            return None
        if speaker not in self.muted:
            self.lines.append(ChatLine(speaker, safe(line)))
        return codec.encode((CHAT, data, signed))

    def _may_speak(self, seat: int, now: float) -> bool:
        """A bucket for each seat: some lines at once, then one every two seconds."""
        gained = (now - self._at[seat]) / SECONDS_A_LINE
        self._left[seat] = min(float(BURST), self._left[seat] + gained)
        self._at[seat] = now
        if self._left[seat] < 1:
            return False
        self._left[seat] -= 1
        return True
