"""What seats have signed that stands in no chain: statements of what they hold, and entries.

A statement is held against the messages of its seat, those to come included. It convicts its seat
and makes no message bad: whoever holds them goes on alike. Held by
tests/p2p/log/test_signed_ack.py and tests/p2p/log/test_beside.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from crypto.sign import verify
from p2p.log import beside
from p2p.log.beside import Beside, Entry
from p2p.log.chain import Chain
from p2p.log.fault import Charge, Fault
from p2p.log.signed_ack import FalseAck, SignedAck, Statements, read, state_label
from p2p.wire.message import Signed


class Testimony:
    """Of one table. `keys` are the seats' Ed25519 public keys, in seat order."""

    def __init__(self, table: bytes, keys: Sequence[bytes]) -> None:
        self._table = table
        self._keys = tuple(keys)
        self._statements = Statements()
        self._entries: dict[tuple[Entry, int], Signed] = {}
        self._understated: dict[int, Fault] = {}

    @property
    def accuses(self) -> bool:
        """Whether a statement was ever found false."""
        return bool(self._understated or self._statements.lies)

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
