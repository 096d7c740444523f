"""One client's peers over a log, without a session: for tests of replication and of hails."""

from __future__ import annotations

from p2p.log.log import Log
from p2p.session.effects import Effects, Send
from p2p.session.frames import ResyncRequest, decode
from p2p.session.replication import Peers
from p2p.session.session import Session
from tests.p2p.tables import entropy_of, person


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


def sent(out: Effects, kind: type) -> list:  # type: ignore[type-arg]
    frames = [decode(effect.frame) for effect in out if isinstance(effect, Send)]
    return [frame for frame in frames if isinstance(frame, kind)]


def up(group: Peers, key: bytes) -> ResyncRequest | None:
    out: Effects = []
    group.up(key, 0.0, out)
    resync = sent(out, ResyncRequest)
    return resync[0] if resync else None
