"""Reports of the verifier made by hand, one of each verdict."""

from __future__ import annotations

from dataclasses import replace

from p2p.record.progress import Checked, Phase, SeatReport
from p2p.record.report import Conviction, Failure, Game, Piece, Report, Standing, VerifyExit
from p2p.record.verify import verify

SEATS = (
    SeatReport("Ana", b"\1" * 32),
    SeatReport("Ben", b"\2" * 32, contact="Big Ben"),
    SeatReport("Marigold", b"\3" * 32, operator=b"\1" * 32),
)
HELD = {
    "seals": 3, "vouched": 1, "signatures": 40, "messages": 40, "keys": 6, "shuffles": 3,
    "shuffled": 120, "mixes": 5, "mixed": 25, "shares": 40, "share_proofs": 12, "throws": 3,
    "commitments": 3, "moves": 17, "results": 1, "closings": 3,
}  # fmt: skip
ALL = {**HELD, "opened": 14, "claims": 11, "steps": 53}
HALF = {
    **ALL, "messages": 20, "mixes": 2, "mixed": 10, "shares": 18, "share_proofs": 5,
    "commitments": 0, "opened": 6, "moves": 8, "claims": 4, "steps": 23, "throws": 0,
    "results": 0, "closings": 0,
}  # fmt: skip
NOTHING = {**dict.fromkeys(ALL, 0), "seals": 3, "vouched": 1}


def checked(phase: Phase, counts: dict[str, int]) -> Checked:
    return Checked(phase, SEATS, counts, HELD)


def report(**changes: object) -> Report:
    """A sound one, or one with changes."""
    base = Report(
        VerifyExit.SOUND,
        checked(Phase.DONE, ALL),
        Game("inheritance", "Inheritance", 1, bytes(32), ()),
        standing=Standing(53, bytes(32), True, (1,), "most favour", (), (0, 1, 2), (0, 1, 2)),
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def failed() -> Report:
    reason = "message 3 of Ben does not hold (bad proof: these cards are not a shuffle)"
    failure = Failure("messages", reason, "mixes", 1, 31, Piece(3, bytes(range(32))))
    found = checked(Phase.FAILED, HALF)
    return report(exit=VerifyExit.FAILED, checked=found, failure=failure, standing=None)


def broken() -> Report:
    evidence = (Piece(3, bytes(range(32))),)
    one = Conviction(1, "bad proof", 31, "these cards are not those", "mixes", evidence)
    counts = {**HALF, "evidence": 1}
    held = {key: HALF.get(key, 0) for key in HELD} | {"evidence": 1}
    return report(
        exit=VerifyExit.UNFINISHED,
        checked=Checked(Phase.DONE, SEATS, counts, held),
        convictions=(one,),
        standing=Standing(24, bytes(32)),
    )


def unreadable() -> Report:
    return verify(b"Dear Ada")
