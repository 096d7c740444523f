"""A client that plays by the rules until its trick fits, lies once, and says no more.

It is the real session with another mouth: what it composes honestly passes through the trick,
which may say something else instead. A trick gets the cheater and the honest message it was about
to sign (None when there is nothing to say) and gives None, or the lies.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from p2p.log.fault import Charge
from p2p.record.record import record_of
from p2p.record.report import Report, VerifyExit
from p2p.record.verify import verify
from p2p.session.effects import Effects, Send
from p2p.session.frames import Messages
from p2p.session.session import Session
from p2p.wire.message import MESSAGE_LABEL, NO_HASH, Kind, Message, Part, Signed
from simulation.network import SimNet, copied


@dataclass(frozen=True)
class Lie:
    """One signed body; `to`: the seats it is sent to, None for everybody on line."""

    body: bytes
    to: tuple[int, ...] | None = None


Trick = Callable[["Cheater", "Message | None"], "list[Lie] | None"]


class Cheater(Session):
    """A session with a trick."""

    def __init__(self, *args: Any, trick: Trick, **kwargs: Any) -> None:
        self.trick = trick
        self.done = False
        self.lies: list[Signed] = []
        super().__init__(*args, **kwargs)

    def _pump(self, out: Effects, now: float) -> None:
        self._peers.refresh(now, out)
        author = self._author
        if author is None or self.done or self.fault is not None or not self._peers.may_sign(now):
            return
        draft = author.compose(now)
        lies = self.trick(self, draft.message if draft else None)
        if lies is None:
            if draft is not None:
                self._say(draft, out)
            return
        self.done = True
        assert self._sign is not None
        for lie in lies:
            signed = Signed(lie.body, self._sign(MESSAGE_LABEL + self.charter.table, lie.body))
            self.lies.append(signed)
            for key, peer in self.peers.items():
                if lie.to is None or peer.seat in lie.to:
                    out.append(Send(key, Messages((signed,)).encode()))

    def following(self, message: Message, *parts: Part) -> Message:
        """The next message of our chain after one that our log does not hold."""
        name = Signed(message.encode(), bytes(64)).hash
        return replace(message, seq=message.seq + 1, prev=name, parts=parts)

    def fresh(self, *parts: Part) -> Message:
        """A message written now, with true heads, step and digest."""
        seat, log = self.seat, self.log
        assert seat is not None
        return Message(
            log.table,
            seat,
            log.counts()[seat],
            log.prev(seat) or NO_HASH,
            log.heads(seat),
            self.replica.step,
            self.replica.digest,
            parts,
        )


def table_with(net: SimNet, seat: int, trick: Trick) -> None:
    """Have one seat of a table cheat."""
    net.nodes[seat].make = partial(Cheater, trick=trick)


def cheater_of(net: SimNet, seat: int) -> Cheater:
    session = net.session(seat)
    assert isinstance(session, Cheater)
    return session


# Making tricks


def told(message: Message, *more: Message) -> list[Lie]:
    """These messages, to everybody."""
    return [Lie(m.encode()) for m in (message, *more)]


def tampers(kind: Kind, change: Callable[[Any], Any]) -> Trick:
    """Changes the payload of the first part of a kind; None from `change` lets it pass."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        if message is None:
            return None
        for place, part in enumerate(message.parts):
            if part.kind is kind:
                payload = change(part.payload)
                if payload is None:
                    return None
                parts = list(message.parts)
                parts[place] = replace(part, payload=payload)
                return told(replace(message, parts=tuple(parts)))
        return None

    return trick


def rewrites(change: Callable[[Cheater, Message], Message | None]) -> Trick:
    """Changes an honest message as a whole."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        changed = change(cheater, message) if message else None
        return told(changed) if changed else None

    return trick


def blurts(parts: Callable[[Cheater], list[Part] | None]) -> Trick:
    """Says something when there is nothing to say."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        said = parts(cheater) if message is None and cheater.started else None
        return told(cheater.fresh(*said)) if said else None

    return trick


def stranger(net: SimNet, seat: int) -> Session:
    """Somebody who reads what one seat has stored, and nothing else."""
    return Session(
        net.charter,
        copied(net.nodes[seat].store),
        seat=None,
        sign=None,
        entropy=bytes,
    )


def assert_caught(net: SimNet, seat: int, charge: Charge) -> None:
    """Every honest client, and any stranger, convicts the cheater of this and nobody else."""
    lies = {lie.hash for lie in cheater_of(net, seat).lies}
    for number in range(len(net.nodes)):
        if number == seat:
            continue
        for session in (net.session(number), stranger(net, number)):
            fault = session.fault
            assert fault is not None, (number, session.replica.step, session.waiting_for())
            assert (fault.seat, fault.charge) == (seat, charge), fault
            assert {signed.hash for signed in fault.evidence} & lies
            assert [f.seat for f in session.log.faults()] == [seat]
            ending = session.ending()
            assert ending is not None
            assert ending.fault is fault
            assert ending.complete
            assert session.prompt() is None
    assert net.dropped == []


def assert_found_later(net: SimNet, seat: int, kind: Kind, reason: str = "") -> None:
    """All come to convict the cheat and nobody else, on what it said; a record shows it."""
    for number in range(len(net.nodes)):
        if number == seat:
            continue
        for session in (net.session(number), stranger(net, number)):
            fault = session.fault
            assert fault is not None
            assert (fault.seat, fault.charge) == (seat, Charge.DEFERRED)
            assert reason in fault.reason
            said = [part.kind for one in fault.evidence for part in one.message.parts]
            assert kind in said
            assert [one.seat for one in session.log.faults()] == [seat]
        assert_convicted(net, seat, number)


def assert_convicted(net: SimNet, seat: int, by: int) -> Report:
    """The record of one client convicts the cheat and nobody else."""
    session = net.session(by)
    report = verify(record_of(session.charter, session.log, session.replica.engine).encode())
    assert report.exit is VerifyExit.UNFINISHED
    assert [one.seat for one in report.convictions] == [seat]
    return report
