"""Watches every frame that is sent for shares of cards that no reached step has called for.

It is no part of what it watches: it knows every seat's card key, multiplies it with the first half
of every ciphertext that a card ever had, and looks for these points among the bytes of everything
that a seat signs. A point that is found has to stand in a part that pays a step which its sender's
rules have reached, and which names that very card for another reader or for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from crypto.group import G
from crypto.slots import Slot
from games.engine import values
from p2p.errors import CodecError
from p2p.replica.dealer import Dealer
from p2p.replica.replica import Replica
from p2p.replica.task import SeatSecrets
from p2p.session.frames import HAVE, RESYNC_REQUEST, Messages, decode, frame_kind
from p2p.wire.codec import Value
from p2p.wire.message import Kind, Message

OPENS = ("open", "reveal")
SHOWS = ("deal", "peek")


class ShareLeak(AssertionError):
    """A share left before its step."""


class ShareWatch:
    """`replica_of(seat)` is the replica of a running seat, `secrets` those of all seats."""

    def __init__(
        self, replica_of: Callable[[int], Replica], secrets: Sequence[SeatSecrets]
    ) -> None:
        self.found = 0
        """Shares that were seen, all of them called for."""
        self._replica_of = replica_of
        self._secrets = secrets
        self._seen: set[bytes] = set()
        self._born: dict[int, tuple[Dealer, list[tuple[int, Slot]]]] = {}
        self._shares: list[dict[bytes, int]] = [{} for _ in secrets]
        self._known: list[set[bytes]] = [set() for _ in secrets]

    @contextmanager
    def watching(self) -> Iterator[None]:
        """In here every slot that any dealer gives a card is noted."""
        put = Dealer.put
        born = self._born

        def noting(dealer: Dealer, cards: Sequence[int], slots: Sequence[Slot]) -> None:
            born.setdefault(id(dealer), (dealer, []))[1].extend(zip(cards, slots, strict=True))
            put(dealer, cards, slots)

        Dealer.put = noting  # type: ignore[assignment,method-assign]
        try:
            yield
        finally:
            Dealer.put = put  # type: ignore[method-assign]

    def look(self, frame: bytes) -> None:
        """A frame is sent. Raises ShareLeak."""
        if frame_kind(frame) in (HAVE, RESYNC_REQUEST):
            return
        batch = decode(frame)
        for signed in batch.items if isinstance(batch, Messages) else batch.newest:  # type: ignore[union-attr]
            if signed.hash not in self._seen:
                self._seen.add(signed.hash)
                with suppress(CodecError):  # what stands beside the chains, such as a seed
                    self.judge(Message.decode(signed.body))

    def judge(self, message: Message) -> None:
        """A message that was not sent before. Raises ShareLeak."""
        seat = message.seat
        replica = self._replica_of(seat)
        self._learn(seat, replica)
        shares = self._shares[seat]
        for part in message.parts:
            for chunk in _chunks(part.payload):
                if chunk in shares and part.kind is not Kind.KEYS:
                    self.found += 1
                    self._must_be_called_for(message, part.step, part.kind, shares[chunk], replica)

    def _learn(self, seat: int, replica: Replica) -> None:
        """What this seat's shares of all its ciphertexts would look like."""
        secret, known = self._secrets[seat].card.secret, self._known[seat]
        _, slots = self._born.get(id(replica.dealer), (None, []))
        waiting = []
        for card, slot in slots:
            if slot.ciphertext is None:
                waiting.append((card, slot))
                continue
            first = slot.ciphertext.c1
            if first != G and first.encode() not in known:
                known.add(first.encode())
                self._shares[seat][(secret * first).encode()] = card
        slots[:] = waiting

    def _must_be_called_for(
        self, message: Message, step: int, kind: Kind, card: int, replica: Replica
    ) -> None:
        where = f"seat {message.seat}, message {message.seq}, step {step}, card {card}"
        if step > replica.step:
            raise ShareLeak(f"{where}: this step is not reached before {replica.step}")
        if kind is Kind.CONCEDE:
            dealer = replica.dealer
            if dealer is not None and dealer.table.reader(card) == message.seat:  # type: ignore[arg-type]
                raise ShareLeak(f"{where}: a card of its own hand, laid open by leaving")
            return
        entry = values.decode(replica.engine.transcript()[step - 1])
        assert isinstance(entry, tuple)
        named = entry[1]
        assert isinstance(named, tuple)
        word, *rest = named
        cards = rest[0]
        assert isinstance(cards, tuple)
        reads = word in SHOWS and rest[1] not in (None, message.seat)
        if kind is not Kind.SHARES or card not in cards or not (word in OPENS or reads):
            raise ShareLeak(f"{where}: {kind.name} at {word} of {cards}")


def _chunks(value: Value) -> Iterator[bytes]:
    """All pieces of 32 bytes of all that is bytes in a payload, counted from its beginnings."""
    if isinstance(value, bytes):
        for at in range(0, len(value) - 31, 32):
            yield value[at : at + 32]
    elif isinstance(value, tuple):
        for item in value:
            yield from _chunks(item)
