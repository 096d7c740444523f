"""What a record comes to when all in it was checked: who won, who is convicted, what it lacks.

It reads the replica and the log that the verifier has fed, and decides nothing that they have not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from games.engine.values import Outcome, Seat
from p2p.log.fault import Charge, Fault
from p2p.record.audit import UNAUDITED, WITHHELD, Finding, Verdict, upshot_of
from p2p.record.checks import line_of
from p2p.record.entry_checks import piece_of
from p2p.record.progress import Checked
from p2p.record.record import record_digest
from p2p.record.report import Conviction, Game, Report, Standing, VerifyExit
from p2p.replica.replica import Replica
from p2p.wire.charter import Charter
from p2p.wire.message import Kind


def judged(
    charter: Charter,
    replica: Replica,
    faults: Sequence[Fault],
    lines: Mapping[bytes, str],
    game: Game,
    signed: int,
    checked: Checked,
    unchecked: tuple[str, ...] = (),
    findings: tuple[Finding, ...] = (),
) -> Report:
    """The report of a record in which no check failed.

    `lines`: for refused messages, by their hash, the line of the checklist they were refused on.
    `signed`: the last step that a signed digest covers. `unchecked`: what was not checked as the
    rules are not here. `findings`: those of the audit, of every seat, where there was one.
    """
    standing = _standing(charter, replica, faults, signed)
    names = [seat.shown for seat in checked.seats]
    lacks = (
        *_lacks(standing, replica, faults, names),
        *_unproven(standing, findings, names),
    )
    cheated = any(found.cheated for found in findings)
    outcome = replica.engine.outcome
    upshot = upshot_of(outcome, findings) if outcome and findings else UNAUDITED
    done = standing.over and not (lacks or faults or cheated or upshot.is_none)
    # Two closings count as none, so fewer may count than were read.
    counts = {**checked.counts, "closings": len(standing.closed)}
    exit_code = VerifyExit.SOUND if done else VerifyExit.UNFINISHED
    return Report(
        VerifyExit.UNRULED if unchecked else exit_code,
        replace(checked, counts=counts),
        game,
        standing=standing,
        lacks=lacks,
        convictions=tuple(convicted(fault, lines) for fault in faults),
        unchecked=unchecked,
        audit=findings,
        upshot=upshot,
    )


def _standing(charter: Charter, replica: Replica, faults: Sequence[Fault], signed: int) -> Standing:
    outcome = replica.engine.outcome or _forfeit(replica, faults)
    over = replica.over
    void = {fault.seat for fault in faults if _two_closings(fault)}
    return Standing(
        step=replica.step,
        digest=replica.digest,
        over=over,
        winners=tuple(map(int, outcome.winners)) if outcome else (),
        all_lost=outcome is not None and outcome.all_lost,
        reason=outcome.said if outcome else "",
        left=tuple(replica.left),
        # D-12, D-20: a table that everybody has left is closed by nobody.
        closers=replica.seats_in(),
        closed=tuple(seat for seat in sorted(replica.closed) if seat not in void),
        record_digest=record_digest(charter, outcome, replica.digest) if over and outcome else b"",
        unsigned=0 if over and replica.closed else max(0, replica.step - 1 - signed),
    )


def _forfeit(replica: Replica, faults: Sequence[Fault]) -> Outcome | None:
    """With two seats, the one that is not at fault has won."""
    seats = replica.seats_in()
    guilty = {fault.seat for fault in faults}
    others = tuple(seat for seat in seats if seat not in guilty)
    if len(seats) != 2 or len(others) != 1:
        return None
    (winner,) = others
    return Outcome((Seat(winner),), "broken", "the other seat broke the table")


def _lacks(
    standing: Standing, replica: Replica, faults: Sequence[Fault], names: Sequence[str]
) -> Iterator[str]:
    """What a finished record would hold and this one does not."""
    if standing.over:
        for seat in standing.closers:
            if seat not in standing.closed:
                yield f"no closing of {names[seat]} in this file"
    elif not faults:
        obligations = sorted(
            replica.blocking(), key=lambda obligation: (obligation.seat, obligation.task.number)
        )
        said = dict.fromkeys(
            obligation.lacking(names[obligation.seat]) for obligation in obligations
        )
        before = f", before {', '.join(said)}" if said else ""
        yield f"it ends at step {standing.step}{before}"


def _unproven(
    standing: Standing, findings: Sequence[Finding], names: Sequence[str]
) -> Iterator[str]:
    """Of seats that have stayed what is missing to prove how they played."""
    for found in findings:
        if found.verdict is Verdict.NOT_PROVEN and found.seat in standing.closers:
            withheld = found.reason == WITHHELD
            name = names[found.seat]
            yield f"no seed of {name} in this file" if withheld else f"{name} is {found.said()}"


def _two_closings(fault: Fault) -> bool:
    return fault.charge is Charge.EQUIVOCATION and any(
        part.kind is Kind.CLOSE for signed in fault.evidence for part in signed.message.parts
    )


def convicted(fault: Fault, lines: Mapping[bytes, str]) -> Conviction:
    """A fault as a report names it."""
    refused = [lines[signed.hash] for signed in fault.evidence if signed.hash in lines]
    if _two_closings(fault):
        line = "closings"
    else:
        line = refused[0] if refused else line_of(fault.charge, None)
    return Conviction(
        fault.seat,
        str(fault.charge),
        fault.step,
        fault.reason,
        line,
        tuple(map(piece_of, fault.evidence)),
    )
