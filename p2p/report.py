"""What the verifier found, as data, as text for a person and as JSON for a program.

The two forms say the same. What a file lacks is said of the file, never of a seat; a seat is
accused only with evidence that it signed itself. Foreign texts are shown safely. Key words beside
a name take a moment to compute, so only the text form has them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from enum import IntEnum

from games.view import name_seats
from p2p.tally import Tally
from p2p.text import safe, safe_name
from p2p.words import key_phrase


class Exit(IntEnum):
    """The exit code of `verify`."""

    SOUND = 0
    FAILED = 1
    UNREADABLE = 2
    UNFINISHED = 3


VERDICTS = {
    Exit.SOUND: "sound",
    Exit.FAILED: "failed",
    Exit.UNREADABLE: "unreadable",
    Exit.UNFINISHED: "sound as far as it goes",
}


@dataclass(frozen=True, slots=True)
class SeatReport:
    """One seat as the charter names it. `contact`: what our own profile calls this key."""

    name: str
    key: bytes
    keeper: bytes = b""
    contact: str = ""

    @property
    def shown(self) -> str:
        """The name it gave itself, as it may be shown."""
        return safe_name(self.name)


@dataclass(frozen=True, slots=True)
class Conviction:
    """A seat at fault, by messages that it signed: their number in its chain and their hash."""

    seat: int
    charge: str
    step: int
    reason: str
    evidence: tuple[tuple[int | None, bytes], ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """The check that failed, in words. It accuses a file, not a seat."""

    check: str
    reason: str
    seat: int | None = None
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the table stands after the last message of the file."""

    step: int
    digest: bytes
    over: bool = False
    winners: tuple[int, ...] = ()
    reason: str = ""
    left: tuple[int, ...] = ()
    closers: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()
    record_digest: bytes = b""


@dataclass(frozen=True, slots=True)
class Game:
    """What the charter agreed on."""

    id: str
    title: str
    version: int
    table: bytes
    options: tuple[tuple[str, str | int], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything the verifier has to say about one file."""

    exit: Exit
    game: Game | None = None
    seats: tuple[SeatReport, ...] = ()
    signatures: int = 0
    messages: int = 0
    steps: int = 0
    tally: Tally = field(default_factory=Tally)
    standing: Standing | None = None
    lacks: tuple[str, ...] = ()
    """What a finished record would hold and this file does not."""
    convictions: tuple[Conviction, ...] = ()
    failure: Failure | None = None

    def verdict(self) -> str:
        """The result in one sentence."""
        if self.failure is not None:
            return f"{VERDICTS[self.exit]}: {_located(self, self.failure)}"
        said = [_accused(self, one) for one in self.convictions] + list(self.lacks)
        ending = (
            "ended by its rules and closed by all" if self.exit is Exit.SOUND else "; ".join(said)
        )
        return f"{VERDICTS[self.exit]}: {ending}"

    def counts(self) -> dict[str, int]:
        """Everything that was checked, counted."""
        numbers = {
            key: number for key, number in asdict(self.tally).items() if not key.startswith("_")
        }
        return {
            "signatures": self.signatures,
            "messages": self.messages,
            "seals": len(self.seats),
            "steps": self.steps,
            **numbers,
        }

    def as_json(self) -> dict[str, object]:
        """The report as plain values; keys and digests in hexadecimal."""
        return {
            "exit": int(self.exit),
            "verdict": self.verdict(),
            "failure": None if self.failure is None else asdict(self.failure),
            "game": None if self.game is None else _game_json(self.game),
            "seats": [_seat_json(seat) for seat in self.seats],
            "names_proven": False,
            "checked": self.counts(),
            "standing": _standing_json(self, self.standing) if self.standing else None,
            "lacks": list(self.lacks),
            "broken_by": [_conviction_json(one) for one in self.convictions],
        }

    def lines(self, *, words: bool = True) -> list[str]:
        """The report for a person. With `words`, key words beside each name: some time a seat."""
        lines = _heading(self, words)
        if self.game is not None:
            lines += ["", "Checked" if self.failure is None else "Checked before a check failed"]
            counts = self.counts()
            for check in CHECKS:
                count = check.count(counts)
                if count:
                    lines += [f"  {count}", f"      shows: {check.shows}"]
                    lines += [f"      not: {check.omits}"]
        if self.standing is not None:
            lines += ["", *_result(self, self.standing)]
        return [*lines, "", f"Verdict: {self.verdict()}."]


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the checklist: how much was checked, what that shows, and what it does not."""

    count: Callable[[dict[str, int]], str]
    shows: str
    omits: str


def _counted(one: str, many: str, key: str, more: str = "") -> Callable[[dict[str, int]], str]:
    """Says how many of a key there were, in words; nothing where there were none."""

    def say(counts: dict[str, int]) -> str:
        number = counts[key]
        if not number:
            return ""
        return f"{number:,} {one if number == 1 else many}{more.format(**counts)}"

    return say


CHECKS = (
    Check(
        _counted("seal of the charter", "seals of the charter", "seals"),
        "every seat's key agreed to this game, these rules, options and seats",
        "that two keys are two people",
    ),
    Check(
        _counted("signature", "signatures", "signatures"),
        "each message was signed by the key of its seat",
        "who held that key, or when it signed",
    ),
    Check(
        _counted("message in its chain", "messages in their chains", "messages"),
        "nothing was changed, left out or put in before the last message of each seat",
        "that nothing was said after those",
    ),
    Check(
        _counted("proof of a key", "proofs of keys", "keys"),
        "no seat chose its key to cancel another's",
        "that a seat kept its key to itself",
    ),
    Check(
        _counted("shuffle", "shuffles", "shuffles", " of {shuffled:,} cards in all"),
        "no card was added, lost, copied or changed; one honest shuffler hides the order",
        "that those who shuffled told nobody their order",
    ),
    Check(
        _counted("mixed hand", "mixed hands", "mixes", " of {mixed:,} cards in all"),
        "a hand held the same cards after it was mixed",
        "in which order they lie: that is what mixing is for",
    ),
    Check(
        _counted("share of a card", "shares of cards", "shares", " in {share_proofs:,} proofs"),
        "every card came out as it had gone in",
        "that nobody told another what it saw",
    ),
    Check(
        _counted("re-masked card", "re-masked cards", "remasks"),
        "a second reader looked at the same card, and the first learned nothing more",
        "what either of them saw",
    ),
    Check(
        _counted("hidden card moved", "hidden cards moved", "transfers"),
        "the card that came was the card that went",
        "which card it was",
    ),
    Check(
        _counted("share of a throw", "shares of throws", "throws"),
        "no seat could choose a number or throw again",
        "that whoever sent last did not know it a moment earlier",
    ),
    Check(
        _counted("commitment opened", "commitments opened", "commitments"),
        "choices made at once were fixed before any was shown",
        "that they were not agreed on in private",
    ),
    Check(
        _counted("card opened", "cards opened", "opened"),
        "each is the card that its place in the deck or hand had held",
        "anything about cards that stayed hidden",
    ),
    Check(
        _counted("move", "moves", "moves"),
        "each was allowed by the rules, as far as everybody can see",
        "that a person made it, or made it alone",
    ),
    Check(
        _counted("answer at a window", "answers at windows", "window_answers"),
        "who passed and who wanted to act, each in its own words",
        "that whoever passed had nothing to play",
    ),
    Check(
        _counted("standing pass", "standing passes", "standing_passes"),
        "it was posted before what it answered",
        "why",
    ),
    Check(
        _counted("card held", "cards held", "claims", " against what its choice allowed"),
        "what was played was what had to be played",
        "what else the seat could have played",
    ),
    Check(
        _counted("concession", "concessions", "concessions"),
        "the seat itself left, and paid what it owed",
        "why",
    ),
    Check(
        _counted("step of the rules", "steps of the rules", "steps", " replayed"),
        "every signed digest, and the result, follow from the moves",
        "that these are the rules in the printed book",
    ),
    Check(
        _counted("closing", "closings", "closings"),
        "the seat signed this very result as its last word",
        "that a seat without one objects",
    ),
)


def _heading(report: Report, words: bool) -> list[str]:
    game = report.game
    if game is None:
        return ["Record of a table"]
    settings = ", ".join(f"{key} {value}" for key, value in game.options)
    lines = [
        f"Record of {game.title} (rules {game.version}{', ' + settings if settings else ''})",
        f"Table {game.table.hex()}",
        "",
        "Seats (names are not proven; compare the words)",
    ]
    for number, seat in enumerate(report.seats, 1):
        known = f"  your contact {safe_name(seat.contact)}" if seat.contact else ""
        phrase = f"  {key_phrase(seat.key)}" if words else ""
        lines.append(f"  {number}  {seat.shown}{phrase}{_kept(report, seat)}{known}")
    return lines


def _kept(report: Report, seat: SeatReport) -> str:
    if not seat.keeper:
        return ""
    for other in report.seats:
        if other.key == seat.keeper:
            return f"  bot of {other.shown}"
    return f"  bot of {seat.keeper.hex()[:16]}"


def _result(report: Report, standing: Standing) -> list[str]:
    names = [seat.shown for seat in report.seats]
    lines = []
    if standing.over or standing.winners:
        won = _listed([names[seat] for seat in standing.winners]) or "nobody"
        lines.append(f"Won by {won}: {name_seats(standing.reason, names)}")
    else:
        lines.append("No result")
    if standing.left:
        lines.append(f"Left the table: {_listed([names[seat] for seat in standing.left])}")
    if standing.over:
        lines.append(f"Closed by {len(standing.closed)} of {len(standing.closers)}")
        lines.append(f"Record digest {standing.record_digest.hex()}")
    lines += [f"In this file: {text}" for text in report.lacks]
    for one in report.convictions:
        lines.append(f"Broken: {_accused(report, one)}")
        for seq, name in one.evidence:
            what = "bytes that are no message" if seq is None else f"message {seq}"
            lines.append(f"  signed by {names[one.seat]}: {what}, {name.hex()}")
    return lines


def _listed(names: list[str]) -> str:
    return ", ".join(names)


def _accused(report: Report, one: Conviction) -> str:
    name = report.seats[one.seat].shown
    return f"broken by {name}: {one.charge} at step {one.step}: {safe(one.reason)}"


def _located(report: Report, failure: Failure) -> str:
    where = f" at step {failure.step}" if failure.step is not None else ""
    return f"{failure.check}{where}: {safe(failure.reason)}"


def _game_json(game: Game) -> dict[str, object]:
    return {
        "id": game.id,
        "title": game.title,
        "rules": game.version,
        "table": game.table.hex(),
        "options": dict(game.options),
    }


def _seat_json(seat: SeatReport) -> dict[str, object]:
    return {
        "name": seat.shown,
        "key": seat.key.hex(),
        "keeper": seat.keeper.hex() or None,
        "contact": safe_name(seat.contact) if seat.contact else None,
    }


def _standing_json(report: Report, standing: Standing) -> dict[str, object]:
    names = [seat.shown for seat in report.seats]
    return {
        "step": standing.step,
        "digest": standing.digest.hex(),
        "over": standing.over,
        "winners": list(standing.winners),
        "reason": name_seats(standing.reason, names),
        "left": list(standing.left),
        "closers": list(standing.closers),
        "closed": list(standing.closed),
        "record_digest": standing.record_digest.hex() or None,
    }


def _conviction_json(one: Conviction) -> dict[str, object]:
    return {
        "seat": one.seat,
        "charge": one.charge,
        "step": one.step,
        "reason": safe(one.reason),
        "evidence": [{"message": seq, "hash": name.hex()} for seq, name in one.evidence],
    }
