"""From what happens to lines: the only place that decides what of it is written.

    12.000345 me frame from=0 messages=1:4 size=734
    12.000571 me message 1:4 hash=90c1d2aa step=12 at=77ab0c1f parts=12:answer,13:shares bytes=...
    12.000700 me good message=1:4

A message is `author:sequence`, a member its seat, or before the charter the beginning of its key.
Each signed message stands there once with all its bytes, in base 64: `p2p.tracing.reading` takes
them out again. Nothing is written of chat but that there was some, and of a frame of the lobby but
its kind; of a seed that is shown after the end, that it was. Texts are reasons that this program
gives. A value of another kind is written as the name of its type, so nothing slips in unforeseen.
Held by tests/p2p/tracing/test_lines.py.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

from p2p.display import safe
from p2p.errors import CodecError
from p2p.log import beside
from p2p.log.beside import Entry
from p2p.session.effects import Drop, Send
from p2p.session.frames import Have, Messages, ResyncReply, ResyncRequest, decode, frame_kind
from p2p.wire import codec
from p2p.wire.charter import Charter
from p2p.wire.message import Signed

FRAMES = {
    1: "join",
    2: "roster",
    3: "draft",
    4: "signature",
    5: "charter",
    6: "places",
    7: "refused",
    8: "chat",
    9: "again",
    10: "observed",
    11: "here",
    12: "watched",
    13: "note",
    16: "have",
    17: "messages",
    18: "resync-request",
    19: "resync-reply",
}
"""What each kind of frame is called; a test holds it true."""
FIRST_OF_A_TABLE = 16
"""Frames from this kind on may carry signed messages and are read; of others only the kind is."""
DIGITS = 8
"""Hexadecimal digits of a key, a hash or a digest."""
MOST_TEXT = 300
MOST_LISTED = 16
"""Messages of one frame that are named."""


class Lines:
    """Writes the lines of several clients, each signed message once with its bytes."""

    def __init__(self) -> None:
        self._names: dict[bytes, str] = {}
        """What messages that were seen are called, by the first half of their hashes."""
        self._used: set[str] = set()
        self._seats: dict[str, dict[bytes, int]] = {}
        """By client: at which seat a key sits."""

    def of(self, who: str, what: str, facts: Mapping[str, object]) -> list[str]:
        """The lines of one event, without their time."""
        charter = facts.get("charter")
        if isinstance(charter, Charter):
            self._seats[who] = {key: seat for seat, key in enumerate(charter.keys)}
        seats = self._seats.get(who, {})
        more: list[str] = []
        said = [self._fact(seats, name, value, more) for name, value in facts.items()]
        return [*(f"{who} {line}" for line in more), " ".join([who, what, *said])]

    def _fact(self, seats: Mapping[bytes, int], name: str, value: object, more: list[str]) -> str:
        match value:
            case Charter():
                return _charter(value)
            case Signed():
                return f"{name}={self._signed(value, more)}"
            case bytes() if name == "frame":
                return self._frame(value, more)
            case bytes() if name in ("peer", "to", "by", "key"):
                return f"{name}={_member(seats, value)}"
            case tuple() | list() if name == "effects":
                return " ".join(self._effects(seats, value, more))
        return f"{name}={_plain(value)}"

    # Messages

    def _signed(self, signed: Signed, more: list[str]) -> str:
        """What a message is called; where it is met for the first time, `more` gets it whole."""
        name = signed.hash[:16]
        if name not in self._names:
            called = _called(signed)
            if called in self._used:  # another version of it, or of another table
                called += f"#{signed.hash.hex()[:DIGITS]}"
            self._used.add(called)
            self._names[name] = called
            more.append(_whole(called, signed))
        return self._names[name]

    def _frame(self, data: bytes, more: list[str]) -> str:
        """What a frame is, by its kind, and the messages in it."""
        try:
            kind = frame_kind(data)
            frame = decode(data) if kind >= FIRST_OF_A_TABLE else None
        except CodecError as error:
            return f"frame=nonsense size={len(data)} reason={_plain(str(error))}"
        said = f"frame={FRAMES.get(kind, str(kind))} size={len(data)}"
        match frame:
            case Have(counts, linked):
                said += f" counts={_listed(counts)} linked={_listed(linked)}"
            case Messages(items, rest):
                said += f" messages={self._all(items, more)}" + " more" * rest
            case ResyncRequest(asked):
                said += f" asked=#{asked.hash.hex()[:DIGITS]}"
            case ResyncReply(stated, newest):
                said += f" stated=#{stated.hash.hex()[:DIGITS]} newest={self._all(newest, more)}"
        return said

    def _all(self, items: Iterable[Signed], more: list[str]) -> str:
        names = [self._signed(signed, more) for signed in items]
        rest = f",and-{len(names) - MOST_LISTED}" if len(names) > MOST_LISTED else ""
        return ",".join(names[:MOST_LISTED]) + rest or "none"

    def _effects(
        self, seats: Mapping[bytes, int], effects: Iterable[object], more: list[str]
    ) -> Iterator[str]:
        """What a session wants done, in order; that a person may see something new is `changed`."""
        for effect in effects:
            match effect:
                case Send(peer, frame):
                    kind = FRAMES.get(frame_kind(frame), "frame")
                    yield f"send={kind}:{_member(seats, peer)}"
                case Drop(peer, reason, flood):
                    why = "flood" if flood else "nonsense"
                    yield f"drop={why}:{_member(seats, peer)} reason={_plain(reason)}"
                case _:
                    yield type(effect).__name__.lower()


def _member(seats: Mapping[bytes, int], key: bytes) -> str:
    """A seat, or the beginning of a key (or of a fingerprint, which tells it)."""
    if key in seats:
        return f"seat-{seats[key]}"
    return f"{'key' if len(key) == 32 else 'fingerprint'}-{key.hex()[:DIGITS]}"


def _called(signed: Signed) -> str:
    try:
        return f"{signed.outline.seat}:{signed.outline.seq}"
    except CodecError:
        entry = beside.read(signed)
        if entry is not None:
            return f"{entry.kind.name.lower()}-of-seat-{entry.seat}"
        return f"#{signed.hash.hex()[:DIGITS]}"


def _whole(called: str, signed: Signed) -> str:
    """A message with its bytes; an entry beside the chains without, as it may hold a seed."""
    entry = beside.read(signed)
    if entry is not None:
        secret = " not written" if entry.kind is Entry.SEED else ""
        return f"entry {called}{secret}"
    said = f"message {called} hash={signed.hash.hex()[:DIGITS]}"
    try:
        message = signed.message
    except CodecError as error:
        said += f" malformed={_plain(str(error))}"
    else:
        parts = ",".join(f"{part.step}:{part.kind.name.lower()}" for part in message.parts)
        said += f" step={message.step} digest={message.digest.hex()[:DIGITS]} parts={parts}"
    return f"{said} bytes={encoded(codec.encode(signed.wire(), limit=2 * codec.MAX_MESSAGE))}"


def _charter(charter: Charter) -> str:
    """What is played and who sits where; names are in the bytes alone."""
    draft = charter.draft
    seats = ",".join(f"{seat}:key-{key.hex()[:DIGITS]}" for seat, key in enumerate(charter.keys))
    options = ",".join(f"{key}={value}" for key, value in draft.options) or "none"
    return (
        f"table={charter.table.hex()[:DIGITS]} game={safe(draft.game, 40)} options={options}"
        f" seats={seats} bytes={encoded(charter.encode())}"
    )


def encoded(data: bytes) -> str:
    """Bytes as they stand in a trace."""
    return b64encode(data).decode("ascii")


def _plain(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Enum() if not isinstance(value, str):
            return value.name.lower().replace("_", "-")
        case float():
            return f"{value:.3f}"
        case int():
            return str(value)
        case str():
            text = safe(value, MOST_TEXT)
            return '"' + text.replace('"', "'") + '"' if not text or " " in text else text
        case bytes():
            return value.hex()[:DIGITS]
        case tuple() if hasattr(value, "host"):  # an address
            return str(value)
        case tuple() | list():
            return _listed(value)
    return f"<{type(value).__name__}>"


def _listed(values: Iterable[object]) -> str:
    return ",".join(map(_plain, values)) or "none"
