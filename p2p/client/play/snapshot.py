"""What a front end gets to see of a table: plain values, taken in one go between two messages.

The session lives on a worker thread; a snapshot is how its state crosses to the screen. It holds
nothing that this seat may not see.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.private import Knowledge
from games.engine.table import LogLine
from games.engine.values import Seat
from games.engine.view import View
from p2p.record.record import record_digest
from p2p.session.person import Prompt
from p2p.session.session import Ending, Session
from p2p.wire.message import Signed


@dataclass(frozen=True, slots=True)
class Wait:
    """The table waits for `seat`, which is `doing` something meanwhile: "shuffling".

    `decides`: it is for the person there to give, and not for the program.
    """

    seat: int
    doing: str
    decides: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One moment of a table as one seat (or a spectator) may see it.

    `online`: for each seat whether it is on line, or None for a seat that has left the game.
    `lines`: the whole story so far. `step`, `messages`: how many steps and signed messages it took.
    `good`: those messages, in the order in which they were judged good here. `standing`: for each
    seat the events until which it passes. `linked`: for each seat the seats that it says it has
    links to; nothing for those without a link to us. `audited`: the game has an audit once it is
    closed. `withheld`: seats with a link to us, each with those of which it says that it has
    messages which it does not send.
    `may_show_seed`: our person may show its seed without waiting for closings that are missing.
    """

    view: View | None
    prompt: Prompt | None
    knowledge: Knowledge
    sees: Knowledge
    waiting: tuple[Wait, ...]
    lines: tuple[LogLine, ...]
    online: tuple[bool | None, ...]
    ending: Ending | None
    conceding: bool
    step: int
    messages: int
    record_digest: bytes = b""
    good: tuple[Signed, ...] = ()
    standing: tuple[tuple[tuple[str, ...], ...], ...] = ()
    linked: tuple[tuple[int, ...], ...] = ()
    audited: bool = False
    may_show_seed: bool = False
    withheld: tuple[tuple[int, tuple[int, ...]], ...] = ()


def take(session: Session) -> Snapshot:
    """A snapshot of a session. Call it on the session's own thread."""
    table = session.replica.engine.table
    knowledge = session.knowledge()
    started = session.started
    seat = session.seat
    eyes = None if seat is None else Seat(seat)
    outcome = session.replica.engine.outcome
    waits = {due.seat: due for due in session.waiting_for()}
    return Snapshot(
        view=session.game.view(table, eyes, knowledge) if started else None,
        prompt=session.prompt(),
        knowledge=knowledge,
        sees=table.sees(knowledge),
        waiting=tuple(
            Wait(seat, due.owed.doing, due.part.decides) for seat, due in sorted(waits.items())
        ),
        lines=tuple(table.log),
        online=tuple(_online(session)),
        ending=session.ending(),
        conceding=session.conceding,
        step=session.replica.step,
        messages=len(session.log.order),
        record_digest=b""
        if outcome is None
        else record_digest(session.charter, outcome, session.replica.digest),
        good=tuple(session.log.order),
        standing=tuple(map(session.replica.passes_of, range(session.charter.seats))),
        linked=_linked(session),
        audited=session.game.info.audited,
        may_show_seed=session.may_show_seed,
        withheld=session.withheld,
    )


def _online(session: Session) -> list[bool | None]:
    seats = session.replica.seats_in()
    near = {peer.seat for peer in session.peers.values()}
    far = {seat for peer in session.peers.values() for seat in peer.linked}
    return [
        None if seat not in seats else seat == session.seat or seat in near or seat in far
        for seat in range(session.charter.seats)
    ]


def _linked(session: Session) -> tuple[tuple[int, ...], ...]:
    said = {peer.seat: peer.linked for peer in session.peers.values()}
    return tuple(said.get(seat, ()) for seat in range(session.charter.seats))
