"""The steps in a record: bound by signed digests, held to the rules, and enough without them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from games.engine.engine import Engine
from games.engine.errors import RulesError
from games.engine.recorded import RecordedGame, read_transcript
from games.engine.values import Primitive, decode, encode
from games.inheritance.rules import Inheritance
from games.king.rules import King
from p2p.record.checks import NEEDS_RULES
from p2p.record.record import Record
from p2p.record.report import Report, VerifyExit
from p2p.record.report_json import plain
from p2p.record.report_text import lines_of
from p2p.record.verify import verify
from p2p.wire.message import Kind
from simulation.dealer import play, replay
from tests.games.contract import makers
from tests.games.synthetic import Magpies
from tests.p2p.records import accusing, changed, first_with, in_order, record
from tests.p2p.verdicts import CHANGES, broken_record


def without_rules(made: Record) -> Report:
    return verify(made.encode(), find_rules=lambda draft: None)


def test_without_the_rules_all_else_is_checked() -> None:
    made = record(3, 1)
    ruled, bare = verify(made.encode()), without_rules(made)
    assert (ruled.exit, bare.exit) == (VerifyExit.SOUND, VerifyExit.UNRULED)
    counts = {key: n for key, n in ruled.checked.counts.items() if key not in NEEDS_RULES}
    assert counts == {k: n for k, n in bare.checked.counts.items() if k not in NEEDS_RULES}
    assert counts["recorded"] == ruled.checked.counts["steps"] > 0
    assert not any(bare.checked.counts[key] for key in NEEDS_RULES)
    assert bare.standing is not None
    assert ruled.standing is not None
    assert bare.standing.record_digest == ruled.standing.record_digest
    said = "\n".join(lines_of(bare, words=False))
    assert bare.verdict() == (
        f"rules not checked: played under rules {made.rules} of release {made.release}"
    )
    assert "The seats signed: " in said
    assert "Won by" not in said
    assert "predicates of choices" in said
    assert plain(bare)["rules_checked"] is False
    assert plain(ruled)["rules_checked"] is True


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        (name, seats)
        for name, make in sorted(makers().items())
        for seats in (2, 3, 4)
        if make().info.min_seats <= seats <= make().info.max_seats
    ],
)
def test_a_transcript_plays_as_its_game_did(name: str, seats: int) -> None:
    leave = {6: (makers()[name]().info.min_seats - 1,)}
    for left in ({}, leave):
        played = play(makers()[name](), seats, 5, leave=left)  # type: ignore[arg-type]
        table = played.engine.table
        kept = Engine(makers()[name](), seats, table.options, keeps_transcript=True)
        kept.start()
        for result, gone in played.fed:
            kept.feed(result, gone)
        info = kept.game.info
        steps = kept.transcript()
        game = RecordedGame(info.id, info.version, seats, table.options, steps)
        again = Engine(game, seats, table.options, keeps_transcript=True)
        again.start()
        for result, gone in played.fed:
            again.feed(result, gone)
        assert again.transcript() == steps
        assert again.digest == kept.digest
        assert again.outcome == kept.outcome
        zones = {name: list(zone.cards) for name, zone in kept.table.zones.items()}
        assert {name: list(zone.cards) for name, zone in again.table.zones.items()} == zones
        assert again.table.events == kept.table.events


def test_a_waiting_step_stands_at_the_end() -> None:
    played = play(Magpies(), 3, 5)
    engine = replay(Magpies(), played, 4)
    whole = record(3, 1)
    cut = accusing(whole, 40)
    entry = decode(cut.steps[-1])
    assert isinstance(entry, tuple)
    assert len(entry) == 2
    bare = without_rules(cut)
    assert bare.exit is VerifyExit.UNRULED
    assert verify(cut.encode()).exit is VerifyExit.UNFINISHED
    assert bare.lacks
    assert engine.waiting is not None


# Forgeries


def altered(value: Primitive) -> Primitive:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case tuple() if value:
            return (*value[:-1], altered(value[-1]))
        case _:
            return (1,) if value == () else 1


def flips(entry: bytes) -> list[bytes]:
    """An entry with each of its fields, and of the fields of notes and steps, altered."""
    value = decode(entry)
    assert isinstance(value, tuple)
    made = []
    for at, part in enumerate(value):
        if isinstance(part, tuple) and part:
            for place, item in enumerate(part):
                inner = (*part[:place], altered(item), *part[place + 1 :])
                made.append((*value[:at], inner, *value[at + 1 :]))
        made.append((*value[:at], altered(part), *value[at + 1 :]))
    return [encode(one) for one in made]


def test_no_field_of_a_step_a_note_or_the_end_can_be_changed() -> None:
    made = record(2)
    picked = [0, 1, 2, len(made.steps) // 2, len(made.steps) - 2, len(made.steps) - 1]
    for at in picked:
        for forged in flips(made.steps[at]):
            steps = (*made.steps[:at], forged, *made.steps[at + 1 :])
            other = replace(made, steps=steps)
            for report in (verify(other.encode()), without_rules(other)):
                assert report.exit is VerifyExit.FAILED, (at, forged)
                assert report.convictions == ()


FORGED: dict[str, Callable[[Record], Record]] = {
    "dropped": lambda r: replace(r, steps=(*r.steps[:7], *r.steps[8:])),
    "swapped": lambda r: replace(r, steps=(*r.steps[:7], r.steps[8], r.steps[7], *r.steps[9:])),
    "added": lambda r: replace(r, steps=(*r.steps[:7], r.steps[6], *r.steps[7:])),
    "cut": lambda r: replace(r, steps=r.steps[:-1]),
    "none": lambda r: replace(r, steps=()),
    "behind the end": lambda r: replace(r, steps=(*r.steps, r.steps[-1])),
    "junk": lambda r: replace(r, steps=(*r.steps[:7], b"(((", *r.steps[8:])),
    "another number": lambda r: replace(r, rules=r.rules + 1),
}


@pytest.mark.parametrize("name", FORGED)
def test_no_step_can_be_dropped_swapped_or_added(name: str) -> None:
    forged = FORGED[name](record(2))
    for report in (verify(forged.encode()), without_rules(forged)):
        assert report.exit is VerifyExit.FAILED
        assert report.convictions == ()
    assert "rules" in verify(forged.encode()).verdict()


def test_the_release_is_foreign_text() -> None:
    made = replace(record(2), release="9\x1b[31m\n\u202e")
    for report in (verify(made.encode()), without_rules(made)):
        said = "\n".join(lines_of(report, words=False))
        assert "\x1b" not in said
        assert "\u202e" not in said
        assert "\n\n9" not in said
    assert verify(made.encode()).exit is VerifyExit.SOUND
    long = replace(made, release="x" * 33).encode()
    assert verify(long).exit is VerifyExit.UNREADABLE


# Charges without the rules

BARE = ("chain",)


@pytest.mark.parametrize("name", CHANGES)
def test_only_what_needs_no_steps_convicts_without_the_rules(name: str) -> None:
    made = broken_record(name)
    assert len(verify(made.encode()).convictions) == 1
    bare = without_rules(made)
    assert bare.exit is VerifyExit.UNRULED
    assert bool(bare.convictions) is (name in BARE)
    assert any("piece" in text for text in bare.unchecked) is (name not in BARE)


def test_two_versions_convict_without_the_rules() -> None:
    whole = record(2)
    at = first_with(whole.messages, Kind.ANSWER)
    second = changed(whole.messages[at], lambda m: replace(m, digest=bytes(32)))
    made = replace(whole, evidence=in_order((second,)))
    (one,) = without_rules(made).convictions
    assert one.charge == "two versions of one message"


def test_seats_that_invent_steps_together_convict_nobody_by_an_honest_message() -> None:
    """The honest message of another course of the game is no evidence against its author."""
    whole = record(2)
    at = first_with(whole.messages, Kind.ANSWER)
    honest = whole.messages[at]
    other = accusing(whole, at, honest)
    # To whoever knows other steps, its digest is wrong; here even a good one accuses nobody.
    bare = without_rules(other)
    assert bare.exit is VerifyExit.UNRULED
    assert bare.convictions == ()
    assert verify(other.encode()).exit is VerifyExit.FAILED


def test_foreign_steps_are_refused_and_never_crash() -> None:
    """Steps to which the first messages bind nothing: whatever they say, the file fails."""
    whole = record(2)
    keys = tuple(whole.messages[: first_with(whole.messages, Kind.SHUFFLE)])
    made = accusing(whole, len(keys))
    assert without_rules(made).exit is VerifyExit.UNRULED
    for forged in flips(made.steps[-1]) + flips(made.steps[0]):
        report = without_rules(replace(made, steps=(forged,)))
        assert report.exit in (VerifyExit.FAILED, VerifyExit.UNRULED)
        assert report.convictions == ()


@pytest.mark.parametrize(
    "entry",
    [
        (),
        ((),),
        ((), ("ask", 0)),
        ((), ("nothing", 1)),
        ((), ("open", "x")),
        ((), ("chance", 0, 1)),
        ((), (0,), 5),
        ((), 1, 2, 3, 4, 5),
    ],
)
def test_entries_of_wrong_form_are_refused(entry: Primitive) -> None:
    with pytest.raises(RulesError):
        read_transcript([encode(entry)])


def test_every_game_is_checked_by_its_own_number() -> None:
    for game in (Inheritance(), King()):
        numbers = sorted(game.info.hashes)
        assert numbers[-1] == game.info.version
        assert all(before < after for before, after in pairwise(numbers))
