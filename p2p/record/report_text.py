"""A report as lines for a person. Foreign texts are shown safely; `report_json` says the same.

Key words beside a name take a moment to compute, so only this form has them, and only on wish.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.view import name_seats
from p2p.display import safe, safe_name
from p2p.key_words import key_phrase
from p2p.record.progress import CheckLine, Mark, SeatReport
from p2p.record.report import Report, Standing


def lines_of(report: Report, *, words: bool = True) -> list[str]:
    """The whole report. With `words`, key words beside each name: some time a seat."""
    lines = _heading(report, words)
    found = report.checklist()
    if found:
        lines += ["", "Checked" if report.failure is None else "Checked before a check failed"]
        lines += [text for line in found for text in _checked(line)]
    waits = [line.text for line in found if line.mark is Mark.WAITS]
    if waits:
        lines += ["", "Not reached", *(f"  {text}" for text in waits)]
    if report.unchecked:
        lines += ["", "Not checked", *(f"  {text}" for text in report.unchecked)]
    if report.standing is not None:
        lines += ["", *_result(report, report.standing)]
    if report.audit:
        lines += ["", *_audit(report)]
    return [*lines, "", f"Verdict: {report.verdict()}."]


def _checked(line: CheckLine) -> Iterator[str]:
    """What was checked of one kind, and what went wrong there."""
    if line.mark is Mark.WAITS:
        return
    yield f"  {line.text}"
    if line.trouble is not None:
        lead = "FAILED: " if line.mark is Mark.FAILED else ""
        yield f"      {lead}{line.trouble.note}"
        yield from (f"      {text}" for text in line.trouble.evidence)
    if line.found:
        yield f"      shows: {line.check.shows}"
        yield f"      not: {line.check.omits}"


def _heading(report: Report, words: bool) -> list[str]:
    game = report.game
    if game is None:
        return ["Record of a table"]
    settings = ", ".join(f"{key} {value}" for key, value in game.options)
    rules = f"rules {game.version}" if game.version else "rules of an earlier release"
    written = [f"Written by release {game.release}, says the file"] if game.release else []
    lines = [
        f"Record of {game.title} ({rules}{', ' + settings if settings else ''})",
        *written,
        f"Table {game.table.hex()}",
        "",
        "Seats (names are not proven; compare the words)",
    ]
    for number, seat in enumerate(report.seats, 1):
        known = f"  your contact {safe_name(seat.contact)}" if seat.contact else ""
        phrase = f"  {key_phrase(seat.key)}" if words else ""
        kept = kept_by(report.seats, seat)
        lines.append(f"  {number}  {seat.shown}{phrase}{'  ' + kept if kept else ''}{known}")
    return lines


def kept_by(seats: tuple[SeatReport, ...], seat: SeatReport) -> str:
    """Whose bot a seat is; nothing for a person."""
    if not seat.operator:
        return ""
    operator = next((one.shown for one in seats if one.key == seat.operator), "")
    return f"bot of {operator or seat.operator.hex()[:16]}"


def _result(report: Report, standing: Standing) -> list[str]:
    names = [seat.shown for seat in report.seats]
    lines = []
    if standing.over or standing.winners:
        won = ", ".join(names[seat] for seat in standing.winners) or "nobody"
        lines.append(_won(report, standing, won, name_seats(standing.reason, names)))
    else:
        lines.append("No result")
    if standing.left:
        lines.append(f"Left the table: {', '.join(names[seat] for seat in standing.left)}")
    if standing.over:
        lines.append(_capital(standing.closings()))
    if standing.unsigned:
        lines.append(f"The last {standing.unsigned} steps are in no digest that a seat signed")
    if standing.over:
        lines.append(f"Record digest {standing.record_digest.hex()}")
    lines += [_capital(text) for text in report.lacks]
    for one in report.convictions:
        lines.append(_capital(report.accused(one)))
        lines += [f"  {text}" for text in report.evidence(one)]
    return lines


def _audit(report: Report) -> Iterator[str]:
    """What each seat's seed has shown, and who has won by that."""
    yield "Audit: each seat played again from its seed"
    for found in report.audit:
        yield f"  {report.told(found)}"
    yield _capital(report.come_to())
    if report.cheats:
        yield "What a cheat did to others stays as it was played; it only cannot win by it."


def _won(report: Report, standing: Standing, won: str, reason: str) -> str:
    """Who won: without the rules only what the seats signed, if they did."""
    if report.ruled and not report.upshot.is_none:
        return f"{'Lost by everyone' if standing.all_lost else f'Won by {won}'}: {reason}"
    who = "The seats signed" if standing.closed else "Nobody signed, but the file says"
    return f"{who}: {won} won ({safe(reason)})"


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"
