"""One client's peers over a log, without a session: for tests of replication and of hails."""

from __future__ import annotations

from collections.abc import Sequence

from p2p.log.log import Log
from p2p.session.effects import Effects, Send
from p2p.session.frames import ResyncRequest, decode
from p2p.session.instance import StartRequest, start_label
from p2p.session.replication import Peers
from p2p.session.session import Session
from p2p.wire.message import Head, Signed
from simulation.tables import entropy_of, person


def empty_like(session: Session) -> Log:
    return Log(session.log.table, session.charter.keys)


def filled(session: Session, count: int) -> Log:
    """A log with the first messages of a finished table."""
    log = empty_like(session)
    for signed in session.log.order[:count]:
        assert log.take(signed) is None
        log.accept(next(iter(log.ready())))
    return log


def peers_of(log: Log, session: Session, seat: int | None) -> Peers:
    who = person(seat) if seat is not None else None
    keys = session.charter.keys
    return Peers(log, keys, seat, who.sign if who else None, entropy_of("peers", seat))


def serving(log: Log, session: Session, seat: int | None) -> Peers:
    """Peers of a client that has been let sign, and so keeps nothing to itself."""
    group = peers_of(log, session, seat)
    if group.resync.instance is not None:
        group.resync.instance.is_clear = True
    return group


def sent(out: Effects, kind: type) -> list:  # type: ignore[type-arg]
    frames = [decode(effect.frame) for effect in out if isinstance(effect, Send)]
    return [frame for frame in frames if isinstance(frame, kind)]


def up(group: Peers, key: bytes) -> StartRequest | None:
    out: Effects = []
    group.up(key, 0.0, out)
    resync = sent(out, ResyncRequest)
    return asked(resync[0]) if resync else None


def asked(frame: ResyncRequest) -> StartRequest:
    return StartRequest.decode(frame.asked.body)


def asking(
    table: bytes,
    seat: int,
    heads: Sequence[Head | None],
    *,
    mark: bytes = b"another instance",
    nonce: bytes = b"its first nonce.",
    by: int | None = None,
) -> ResyncRequest:
    """The request of a seat of the tests."""
    body = StartRequest(table, seat, mark, nonce, tuple(heads)).encode()
    return ResyncRequest(
        Signed(body, person(seat if by is None else by).sign(start_label(table), body))
    )
