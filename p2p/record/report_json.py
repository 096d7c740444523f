"""A report as plain values for a program; keys and digests in hexadecimal.

It says what `report_text` says. Foreign texts are as safe to show as there.
"""

from __future__ import annotations

from games.engine.view import name_seats
from p2p.display import safe, safe_name
from p2p.record.audit import Finding
from p2p.record.progress import SeatReport
from p2p.record.report import Conviction, Failure, Game, Piece, Report, Standing


def plain(report: Report) -> dict[str, object]:
    """The whole report."""
    return {
        "exit": int(report.exit),
        "verdict": report.verdict(),
        "failure": None if report.failure is None else _failure(report.failure),
        "game": None if report.game is None else _game(report.game),
        "seats": [_seat(seat) for seat in report.seats],
        "names_proven": False,
        "checked": dict(report.checked.counts),
        "held": dict(report.checked.held),
        "standing": _standing(report, report.standing) if report.standing else None,
        "lacks": list(report.lacks),
        "audit": [_finding(one) for one in report.audit],
        "proven_winners": list(report.proven_winners) if report.audit else None,
        "broken_by_account_of": [found.seat for found in report.upshot.broken_by],
        "open_until_proven": [found.seat for found in report.upshot.open_until],
        "broken_by": [_conviction(one) for one in report.convictions],
        "rules_checked": report.ruled,
        "not_checked": list(report.unchecked),
    }


def _failure(failure: Failure) -> dict[str, object]:
    return {
        "check": failure.check,
        "line": failure.line or None,
        "reason": safe(failure.reason),
        "seat": failure.seat,
        "step": failure.step,
        "evidence": None if failure.piece is None else _piece(failure.piece),
    }


def _game(game: Game) -> dict[str, object]:
    return {
        "id": game.id,
        "title": game.title,
        "rules": game.version or None,
        "release": game.release or None,
        "protocol": game.protocol,
        "table": game.table.hex(),
        "options": dict(game.options),
    }


def _seat(seat: SeatReport) -> dict[str, object]:
    return {
        "name": seat.shown,
        "key": seat.key.hex(),
        "operator": seat.operator.hex() or None,
        "contact": safe_name(seat.contact) if seat.contact else None,
    }


def _standing(report: Report, standing: Standing) -> dict[str, object]:
    names = [seat.shown for seat in report.seats]
    return {
        "step": standing.step,
        "digest": standing.digest.hex(),
        "over": standing.over,
        "winners": list(standing.winners),
        "all_lost": standing.all_lost,
        "reason": name_seats(standing.reason, names),
        "left": list(standing.left),
        "closers": list(standing.closers),
        "closed": list(standing.closed),
        "unsigned_steps": standing.unsigned,
        "record_digest": standing.record_digest.hex() or None,
    }


def _conviction(one: Conviction) -> dict[str, object]:
    return {
        "seat": one.seat,
        "charge": one.charge,
        "step": one.step,
        "reason": safe(one.reason),
        "line": one.line,
        "evidence": [_piece(piece) for piece in one.evidence],
    }


def _finding(found: Finding) -> dict[str, object]:
    return {
        "seat": found.seat,
        "verdict": found.verdict.value,
        "round": found.round,
        "step": found.step,
        "reason": safe(found.reason),
    }


def _piece(piece: Piece) -> dict[str, object]:
    return {"message": piece.seq, "hash": piece.hash.hex()}
