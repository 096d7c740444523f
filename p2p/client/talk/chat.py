"""Table talk: signed lines between seats, passed on by members, never part of the record.

A line is bound to the table and its seat. It proves nothing afterwards and is kept in memory only.
Each has a higher number than those before it: so each is heard once, and nobody who kept an old one
can have its seat say it again. A seat that talks too fast is not heard; a muted one is passed on,
but not shown.
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
MAX_NUMBER = 1 << 53
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
        self._newest = [-1] * len(keys)
        """The number of each seat's last line."""
        self._left = [float(BURST)] * len(keys)
        self._at = [0.0] * len(keys)

    def say(self, text: str, now_ms: int) -> bytes:
        """Our own line as a frame. `now_ms`: a wall clock's. Raises LocalError for what cannot be
        said."""
        if self._seat is None:
            raise LocalError("spectators cannot talk; take a seat at the next table")
        cleaned = clean_chat(text)
        # D-133: rises through restarts too, so that no member can send an old line once more.
        number = self._newest[self._seat] = max(now_ms, self._newest[self._seat] + 1)
        body = codec.encode((self._seat, number, cleaned))
        self.lines.append(ChatLine(self._seat, cleaned))
        return codec.encode((CHAT, body, self._sign(self._label, body)))

    def hear(self, items: Sequence[Value], now: float) -> bytes | None:
        """Somebody's line at `now` (seconds): the frame to pass on, or None. Raises CodecError."""
        _, body, signature = codec.array(tuple(items), 3)
        data = codec.blob(body, most=MAX_LINE + 64)
        seat, number, text = codec.array(codec.decode(data, limit=MAX_LINE + 64), 3)
        speaker = codec.integer(seat, 0, len(self._keys) - 1)
        place = codec.integer(number, 0, MAX_NUMBER)
        line = codec.text(text, MAX_LINE)
        signed = codec.blob(signature, 64)
        if speaker == self._seat or place <= self._newest[speaker]:
            return None
        if not verify(self._keys[speaker], self._label, data, signed):
            raise CodecError("a line that its seat did not sign")
        self._newest[speaker] = place
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
