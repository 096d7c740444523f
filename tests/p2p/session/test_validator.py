"""The validator: the same verdicts everywhere, whatever comes first, also after a fault."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from p2p.log.fault import Charge
from p2p.record.record import record_of
from p2p.record.verify import verify as check_record
from p2p.replica.card_payloads import OnProgress
from p2p.session.validator import Good, Refused, Validator
from p2p.wire.message import Kind, Message, Part, Signed
from simulation.network import SimNet, assert_ended_well, table_of
from tests.p2p.cheater import Cheater, Lie, Trick, cheater_of, table_with
from tests.p2p.records import played, record_by, signed_by, signer


def validator_of(net: SimNet, progress: OnProgress | None = None) -> Validator:
    return Validator(net.charter, net.session(0).game, progress=progress)


def whole(net: SimNet) -> list[Signed]:
    return list(net.session(0).log.order)


def spoiled(signed: Signed) -> Signed:
    """The same message with a bad part behind its good ones, which have been taken by then."""
    message = signed.message
    parts = (*message.parts, Part(message.step + 900, Kind.KEYS, ()))
    return signed_by(signer(message.seat), message.table, replace(message, parts=parts).encode())


def apart(said: list[Signed]) -> tuple[Signed, Signed]:
    """Two messages of the second and third seat that know nothing of each other."""
    return next(
        (one, other)
        for one, other in itertools.product(said, said)
        if (one.message.seat, other.message.seat) == (1, 2)
        and min(one.message.seq, other.message.seq) > 1
        and one.message.clock[2] <= other.message.seq
        and other.message.clock[1] <= one.message.seq
    )


def without(said: list[Signed], *gone: Signed) -> list[Signed]:
    """Messages but for these and all that rests on them."""
    lost = [(signed.message.seat, signed.message.seq) for signed in gone]
    return [s for s in said if all(s.message.clock[seat] <= seq for seat, seq in lost)]


def test_what_was_good_stays_and_goes_on_after_a_bad_message() -> None:
    """A refused message leaves no trace in the table, so what others said is judged as ever."""
    net = played(3, 1)
    said = whole(net)
    one, _ = apart(said)
    at, rest = said.index(one), without(said, one)
    left, right = validator_of(net), validator_of(net)
    for signed in said[:at]:
        assert left.feed(signed) == right.feed(signed) == [Good(signed)]
    bad = spoiled(one)
    (verdict,) = left.feed(bad)
    assert isinstance(verdict, Refused)
    assert verdict.signed is bad
    assert verdict.refusal.part == bad.message.parts[-1]
    assert not left.replica.spoiled
    others = [signed for signed in rest if signed not in said[:at]]
    assert others
    for signed in others:
        assert left.feed(signed) == right.feed(signed) == [Good(signed)]
    assert left.replica.digest == right.replica.digest
    assert left.log.counts() == right.log.counts()
    assert list(left.replica.obligations(1)) != []
    assert [d.kind for d in left.replica.obligations(1)] == [
        d.kind for d in right.replica.obligations(1)
    ]
    assert not left.goes_on
    assert left.fault is not None
    assert left.fault.evidence == (bad,)


@pytest.mark.parametrize("seed", range(4))
def test_all_name_the_same_seat_whatever_came_first(seed: int) -> None:
    net = played(4, seed)
    said = whole(net)
    one, other = apart(said)
    rest = without(said, one, other)
    verdicts = set()
    for lies in itertools.permutations((spoiled(one), spoiled(other))):
        rng = random.Random(seed)
        validator = validator_of(net)
        arriving = [*rest]
        for lie in lies:
            arriving.insert(rng.randrange(len(arriving) + 1), lie)
        for signed in arriving * 2:  # what could not be kept comes again
            validator.feed(signed)
        assert [fault.seat for fault in validator.log.faults()] == [1, 2]
        assert validator.fault is validator.log.faults()[0]
        record = record_of(net.charter, validator.log, validator.replica.engine).encode()
        assert [c.seat for c in check_record(record).convictions] == [1, 2]
        verdicts.add(record)
    assert len(verdicts) == 1


def blurts_at(step: int) -> Trick:
    """A part that no step called for, shown to one of the honest only."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        if cheater.replica.step < step:
            return None
        lie = cheater.fresh(Part(cheater.replica.step + 90, Kind.STANDING, ("x",)))
        return [Lie(lie.encode(), (0 if cheater.seat == 1 else 3,))]

    return trick


@pytest.mark.parametrize("step", [1, 3, 8])
def test_two_cheats_at_once_are_named_alike_by_all(step: int) -> None:
    """Each of the honest is shown another lie first; in the end both know of both."""
    net = table_of(4, seed=step, delay=lambda a, b: 0.5 if {a, b} == {0, 3} else 0.01)
    for seat in (1, 2):
        table_with(net, seat, blurts_at(step))
    net.start_all()
    net.run()
    assert cheater_of(net, 1).done
    assert cheater_of(net, 2).done
    for session in (net.session(0), net.session(3)):
        assert [fault.seat for fault in session.log.faults()] == [1, 2]
        assert session.fault is session.log.faults()[0]
    assert record_by(net.session(0)).encode() == record_by(net.session(3)).encode()


def test_a_fault_that_comes_before_the_end_is_known_takes_nothing() -> None:
    """What the others had signed already ends the game; then they close, as everybody does."""
    net = played(3, 0)
    said = whole(net)
    closings = [s for s in said if s.message.parts[-1].kind is Kind.CLOSE]
    before = [s for s in said if s not in closings]
    last = next(s for s in reversed(before) if s.message.seat == 1)
    junk = replace(
        last.message, seq=last.message.seq + 1, prev=last.hash, parts=(Part(1, Kind.KEYS, ()),)
    )
    bad = signed_by(signer(1), net.charter.table, junk.encode())
    for place in (before.index(last) + 1, len(before)):
        validator = validator_of(net)
        for signed in (*before[:place], bad, *before[place:], *closings):
            validator.feed(signed)
        assert validator.over
        assert validator.goes_on
        assert [fault.charge for fault in validator.log.faults()] == [Charge.UNCALLED]
        ending = validator.ending()
        assert ending is not None
        assert ending.fault is None
        assert set(ending.closers) == set(ending.closed) == {0, 2}


def test_before_all_have_closed_it_does_not_look_as_if_it_took_nothing() -> None:
    net = played(3, 0)
    said = whole(net)
    one, _ = apart(said)
    validator = validator_of(net)
    for signed in said[: said.index(one)]:
        validator.feed(signed)
    assert validator.ending() is None
    validator.feed(spoiled(one))
    ending = validator.ending()
    assert ending is not None
    assert ending.fault is validator.fault is not None
    assert ending.outcome is None
    assert ending.complete


def test_no_progress_is_told_of_what_is_played_again() -> None:
    net = played(3, 1)
    told_of: list[tuple[int, ...]] = []
    validator = validator_of(net, lambda *args: told_of.append(args))
    said = whole(net)
    one, _ = apart(said)
    for signed in said[: said.index(one)]:
        validator.feed(signed)
    assert told_of
    told_of.clear()
    validator.feed(spoiled(one))
    assert told_of == []


def test_honest_tables_are_never_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    mended = 0

    def count(self: Validator) -> None:
        nonlocal mended
        mended += 1

    monkeypatch.setattr(Validator, "_mend", count)
    net = table_of(3, seed=5)
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    assert mended == 0
