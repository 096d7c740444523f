"""What seats have signed that stands in no chain: statements of what they hold, and entries.

Whoever starts again asks every seat on line for the highest message of its own that it holds. The
answer (`SignedAck`) says how many messages the answering seat had signed by then. So its own
messages date it: one that was signed before and names more contradicts it, by two signatures of the
same seat. It also says whom the answering seat has links to, so that the asker knows whom else to
wait for.

The invariant: a statement is held against all messages of its seat, those to come included, so in
whatever order they arrive the same statements are found false. A lie convicts its seat and makes no
message bad: whoever holds them goes on alike. Held by tests/p2p/log/test_testimony.py and
tests/p2p/log/test_beside.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from crypto.sign import verify
from p2p.errors import CodecError
from p2p.log import beside
from p2p.log.beside import Beside, Entry
from p2p.log.chain import Chain
from p2p.log.fault import Charge, Fault
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import MAX_SEATS, MAX_SEQUENCE, Message, Signed

STATE_LABEL = b"crownless state v1"
NONCE = 16
MAX_STATEMENT = 1024
"""Bytes of one statement."""
KEPT = 16
"""Statements of one seat to one other that are kept until all they rest on is here."""


def state_label(table: bytes) -> bytes:
    """The label that binds the signature under a statement to one table."""
    return STATE_LABEL + table


@dataclass(frozen=True, slots=True)
class SignedAck:
    """`seat`, having signed `own` messages, holds `count` messages of `asker`'s chain.

    `hash` names the last of these. `nonce` is the asker's, so that no old answer counts again.
    `linked` are the seats that `seat` has links to, in order; `asker` is among them if it sees
    another instance of that seat than the one that asked.
    """

    table: bytes
    seat: int
    asker: int
    nonce: bytes
    own: int
    count: int
    hash: bytes
    linked: tuple[int, ...] = ()

    def encode(self) -> bytes:
        """The canonical body that is signed."""
        return codec.encode(
            (
                self.table,
                self.seat,
                self.asker,
                self.nonce,
                self.own,
                self.count,
                self.hash,
                self.linked,
            )
        )

    @classmethod
    def decode(cls, body: bytes) -> SignedAck:
        """Read a body. Raises CodecError."""
        items = codec.array(codec.decode(body, limit=MAX_STATEMENT), 8)
        table, seat, asker, nonce, own, count, name, linked = items
        return cls(
            codec.blob(table, 32),
            codec.integer(seat, 0, MAX_SEATS - 1),
            codec.integer(asker, 0, MAX_SEATS - 1),
            codec.blob(nonce, NONCE),
            codec.integer(own, 0, MAX_SEQUENCE + 1),
            codec.integer(count, 0, MAX_SEQUENCE + 1),
            codec.blob(name, 32),
            _seats(linked),
        )

    def contradicted_by(self, message: Message) -> bool:
        """Whether a message that its seat had signed before it names more than it states."""
        # D-26: only what its seat had signed before it stated this can contradict it.
        if (message.table, message.seat) != (self.table, self.seat) or message.seq >= self.own:
            return False
        head = message.heads[self.asker] if self.asker < len(message.heads) else None
        return head is not None and head.seq >= self.count

    def dominates(self, other: SignedAck) -> bool:
        """Whether every message that contradicts `other` contradicts this one too."""
        same = (self.seat, self.asker) == (other.seat, other.asker)
        return same and self.own >= other.own and self.count <= other.count


def _seats(value: Value) -> tuple[int, ...]:
    seats = tuple(codec.integer(seat, 0, MAX_SEATS - 1) for seat in codec.array(value))
    if any(one >= other for one, other in pairwise(seats)):
        raise CodecError("seats out of order")
    return seats


@dataclass(frozen=True, slots=True)
class FalseAck:
    """A statement of a seat and the message of that seat that contradicts it."""

    statement: SignedAck
    said: Signed
    signed: Signed

    @property
    def evidence(self) -> tuple[Signed, Signed]:
        """Both, the message first: it is judged before the statement is held against it."""
        return (self.signed, self.said)


class Statements:
    """The statements that one client knows of, by all seats."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], dict[Signed, SignedAck]] = {}
        self._lies: dict[tuple[int, int], FalseAck] = {}

    @property
    def lies(self) -> tuple[FalseAck, ...]:
        """What was contradicted: of each seat to each other the lie that denies most."""
        return tuple([self._lies[pair] for pair in sorted(self._lies)]) if self._lies else ()

    def to(self, asker: int) -> tuple[tuple[SignedAck, Signed], ...]:
        """The statements kept that seats have made to `asker`."""
        return tuple(
            (statement, said)
            for pair in sorted(self._kept)
            if pair[1] == asker
            for said, statement in self._kept[pair].items()
        )

    def keep(self, statement: SignedAck, said: Signed, held: int) -> None:
        """Keep a statement that nothing contradicts yet.

        Not one that nothing can contradict, or instead of which an older one will do. `held`: good
        messages of its seat held here.
        """
        kept = self._kept.setdefault((statement.seat, statement.asker), {})
        if not statement.own or any(other.dominates(statement) for other in kept.values()):
            return
        for old in [old for old, other in kept.items() if statement.dominates(other)]:
            del kept[old]
        if len(kept) >= KEPT:
            # Where all that its seat had signed is here, only a second version could contradict it.
            settled = [old for old, other in kept.items() if other.own <= held]
            del kept[settled[0] if settled else max(kept, key=lambda old: kept[old].count)]
        kept[said] = statement

    def hold_to(
        self, statement: SignedAck, said: Signed, messages: Iterable[Signed]
    ) -> FalseAck | None:
        """Hold a statement against messages of its seat. A lie is remembered."""
        for signed in messages:
            if statement.contradicted_by(signed.message):
                pair = (statement.seat, statement.asker)
                before = self._lies.get(pair)
                if before is None or statement.count < before.statement.count:
                    self._lies[pair] = FalseAck(statement, said, signed)
                return self._lies[pair]
        return None

    def take(self, signed: Signed) -> FalseAck | None:
        """Hold a message of a seat against all that this seat has stated."""
        found = None
        for (seat, _), kept in self._kept.items():
            if seat == signed.message.seat:
                for said, statement in kept.items():
                    found = self.hold_to(statement, said, (signed,)) or found
        return found

    def excuses(self, seat: int, seq: int) -> bool:
        """Whether `seat` was told that its message `seq` is not held, by one that had named it.

        What it signed relying on that is not two versions of one message.
        """
        return any(
            lie.statement.asker == seat and lie.statement.count <= seq
            for lie in self._lies.values()
        )


def read(signed: Signed) -> SignedAck | None:
    """The statement that these bytes are, if they are one. Its signature is not checked."""
    try:
        return SignedAck.decode(signed.body)
    except CodecError:
        return None


class Testimony:
    """Of one table. `keys` are the seats' Ed25519 public keys, in seat order."""

    def __init__(self, table: bytes, keys: Sequence[bytes]) -> None:
        self._table = table
        self._keys = tuple(keys)
        self._statements = Statements()
        self._entries: dict[tuple[Entry, int], Signed] = {}
        self._understated: dict[int, Fault] = {}

    @property
    def entries(self) -> dict[tuple[Entry, int], Signed]:
        """What seats have signed beside their chains, by kind and seat; the first that came."""
        return self._entries

    def signer(self, signed: Signed) -> int | None:
        """Whose statement or entry these bytes are; None if they are neither."""
        stated = self._statement(signed) or self._entry(signed)
        return None if stated is None else stated.seat

    def take(self, signed: Signed, chains: Sequence[Chain]) -> tuple[bool, Fault | None]:
        """Keep bytes that are no message, and say whether they are a statement or an entry.

        A statement is held against all of its seat that is in `chains`: a fault if one denies it.
        """
        stated = self._statement(signed)
        if stated is not None:
            return True, self._hold(stated, signed, chains[stated.seat])
        entry = self._entry(signed)
        if entry is not None:
            self._entries.setdefault((entry.kind, entry.seat), signed)
        return entry is not None, None

    def hold_to(self, message: Signed) -> Fault | None:
        """Hold a message of a seat, whose signature is good, against what it has stated."""
        return self._contradicted(self._statements.take(message))

    def fault_of(self, seat: int) -> Fault | None:
        """The conviction of a seat for a false statement."""
        return self._understated.get(seat)

    def excuses(self, seat: int, versions: Sequence[Signed]) -> bool:
        """Whether a seat had been told, before it signed these, that nobody holds the first."""
        return all(self._statements.excuses(seat, signed.message.seq) for signed in versions)

    def evidence(self) -> tuple[Signed, ...]:
        """What shows which statements are false."""
        return tuple(signed for lie in self._statements.lies for signed in lie.evidence)

    def told(self, asker: int) -> tuple[Signed, ...]:
        """What was stated to a seat: it may excuse two versions of one message of it."""
        return tuple(said for _, said in self._statements.to(asker))

    def keeps(self, said: Signed) -> bool:
        """Whether this statement may be needed: not contradicted yet, and no other says more."""
        stated = read(said)
        return stated is not None and said in self.told(stated.asker)

    def _statement(self, signed: Signed) -> SignedAck | None:
        """The statement that these bytes are, if a seat of this table signed them as one."""
        found = read(signed)
        if found is None or found.table != self._table or found.seat == found.asker:
            return None
        if max(found.seat, found.asker) >= len(self._keys):
            return None
        label = state_label(self._table)
        signs = verify(self._keys[found.seat], label, signed.body, signed.signature)
        return found if signs else None

    def _entry(self, signed: Signed) -> Beside | None:
        """What a seat of this table has signed beside its chain, if these bytes are that."""
        found = beside.read(signed)
        if found is None or found.table != self._table or found.seat >= len(self._keys):
            return None
        signs = verify(self._keys[found.seat], found.label(), signed.body, signed.signature)
        return found if signs else None

    def _hold(self, statement: SignedAck, said: Signed, chain: Chain) -> Fault | None:
        """Hold a statement against all that is here of its seat, and keep it for the rest."""
        messages = [
            *chain.good[: statement.own][-1:],  # heads never go back
            *chain.unjudged(),
            *(chain.fault.messages() if chain.fault else ()),
        ]
        lie = self._statements.hold_to(statement, said, messages)
        if lie is None:
            self._statements.keep(statement, said, len(chain.good))
        return self._contradicted(lie)

    def _contradicted(self, lie: FalseAck | None) -> Fault | None:
        """Convict of a lie. The messages themselves stay good: whoever holds them goes on alike."""
        if lie is None:
            return None
        seat, message = lie.statement.seat, lie.signed.message
        reason = (
            f"it stated that it holds {lie.statement.count} messages of another seat, and its"
            f" message {message.seq} had named more"
        )
        fault = Fault(seat, Charge.UNDERSTATED, message.step, reason, lie.evidence)
        return self._understated.setdefault(seat, fault)
