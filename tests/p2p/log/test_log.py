"""The log: what may be judged when, what convicts by itself, and what is never kept."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.errors import CodecError
from p2p.log.chain import MAX_WAITING
from p2p.log.fault import Charge, Refusal
from p2p.log.log import Log
from p2p.wire.message import MESSAGE_LABEL, NO_HASH, Head, Kind, Message, Part, Signed
from tests.p2p.log.writer import KEYS, PEOPLE, TABLE, Writer, judge_all, sign


def conversation(seed: int, length: int = 30) -> list[Signed]:
    """Messages of three authors whose heads are closed and never go back."""
    rng = random.Random(seed)
    writer = Writer()
    seen = [[0, 0, 0] for _ in range(3)]
    said = []
    for _ in range(length):
        seat = rng.randrange(3)
        other = rng.randrange(3)
        if other != seat and writer.chains[other]:
            last = writer.chains[other][-1].message.clock
            seen[seat] = [max(pair) for pair in zip(seen[seat], last, strict=True)]
        seen[seat][seat] = len(writer.chains[seat])
        said.append(writer.say(seat, tuple(seen[seat])))
        seen[seat][seat] += 1
    return said


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 5), st.randoms(use_true_random=False))
def test_any_order_of_arrival_gives_the_same_chains(seed: int, rng: random.Random) -> None:
    said = conversation(seed)
    arriving = said * 2
    rng.shuffle(arriving)
    log = Log(TABLE, KEYS)
    judged: list[Signed] = []
    while len(judged) < len(said):
        for signed in arriving:
            assert log.take(signed) is None
            for ready in judge_all(log):
                clock = ready.message.clock
                assert all(
                    sum(s.message.seat == seat for s in judged)
                    >= count - (seat == ready.message.seat)
                    for seat, count in enumerate(clock)
                ), "judged before what it rests on"
                judged.append(ready)
    assert [log.chains[seat].good for seat in range(3)] == [
        [s for s in said if s.message.seat == seat] for seat in range(3)
    ]
    assert log.order == judged
    assert not log.waits()
    assert log.faults() == ()


def test_what_others_lack_comes_in_an_order_in_which_it_may_be_judged() -> None:
    said = conversation(1)
    log, other = Log(TABLE, KEYS), Log(TABLE, KEYS)
    for signed in said:
        log.take(signed)
        judge_all(log)
    for signed in said[:12]:
        other.take(signed)
        judge_all(other)
    for signed in log.after(other.counts()):
        other.take(signed)
        assert judge_all(other) == [signed]
    assert other.counts() == log.counts()


def test_heads_name_the_last_good_message_of_each_other() -> None:
    writer, log = Writer(), Log(TABLE, KEYS)
    assert log.heads(0) == (None, None, None)
    assert log.prev(0) == NO_HASH
    first = writer.say(1, (0, 0, 0))
    log.take(first)
    assert log.heads(0) == (None, None, None)
    judge_all(log)
    assert log.heads(0) == (None, Head(0, first.hash), None)
    assert log.heads(1) == (None, None, None)
    assert log.prev(1) == first.hash


# Convictions


def test_two_signed_versions_convict_and_both_are_the_evidence() -> None:
    for judged in (False, True):
        writer, log = Writer(), Log(TABLE, KEYS)
        one, other = (sign(writer.next(1, (0, 0, 0), word)) for word in ("a", "b"))
        assert log.take(one) is None
        if judged:
            judge_all(log)
        fault = log.take(other)
        assert fault is not None
        assert (fault.seat, fault.charge) == (1, Charge.EQUIVOCATION)
        assert set(fault.evidence) == {one, other}
        again = Log(TABLE, KEYS)
        again.take(other)
        assert again.take(one) == fault  # in whatever order they come
        assert log.faults() == (fault,)


def test_two_versions_of_a_message_far_ahead_convict() -> None:
    writer, log = Writer(), Log(TABLE, KEYS)
    message = replace(writer.next(1, (0, 0, 0)), seq=7)
    assert log.take(sign(message)) is None
    assert log.take(sign(replace(message, step=1))) is not None


def test_nothing_of_a_seat_counts_after_its_fault() -> None:
    writer, log = Writer(), Log(TABLE, KEYS)
    log.take(writer.say(1, (0, 0, 0)))
    judge_all(log)
    log.take(sign(writer.next(1, (0, 1, 0), "a")))
    fault = log.take(sign(writer.next(1, (0, 1, 0), "b")))
    assert log.take(writer.say(1, (0, 1, 0))) is None
    assert judge_all(log) == []
    assert len(log.chains[1].good) == 1
    assert not log.waits()
    assert log.take(Signed(b"rubbish", PEOPLE[1].sign(MESSAGE_LABEL + TABLE, b"rubbish"))) is fault
    log.take(writer.say(0, (0, 1, 0)))
    assert len(judge_all(log)) == 1, "others go on"


@pytest.mark.parametrize("body", [b"", b"rubbish", b"\x80", b"\x93\x01\x02\x03"])
def test_signed_bytes_that_are_no_message_convict_their_signer(body: bytes) -> None:
    log = Log(TABLE, KEYS)
    signed = Signed(body, PEOPLE[2].sign(MESSAGE_LABEL + TABLE, body))
    fault = log.take(signed)
    assert fault is not None
    assert (fault.seat, fault.charge, fault.evidence) == (2, Charge.MALFORMED, (signed,))


def test_a_wrong_number_of_heads_convicts() -> None:
    log = Log(TABLE, KEYS)
    message = Message(TABLE, 0, 0, NO_HASH, (None, None), 0, NO_HASH, (Part(0, Kind.STANDING, ""),))
    fault = log.take(sign(message))
    assert fault is not None
    assert fault.charge is Charge.MALFORMED


@pytest.mark.parametrize(
    "signed",
    [
        sign(Writer().next(1, (0, 0, 0)), by=2),
        sign(Writer().next(1, (0, 0, 0)), table=bytes(32)),
        Signed(Writer().next(1, (0, 0, 0)).encode(), bytes(64)),
        sign(replace(Writer().next(1, (0, 0, 0)), table=bytes(32))),
        Signed(b"rubbish", bytes(64)),
        Signed(b"rubbish", PEOPLE[1].sign(b"another label", b"rubbish")),
    ],
)
def test_what_its_author_did_not_sign_accuses_nobody(signed: Signed) -> None:
    log = Log(TABLE, KEYS)
    with pytest.raises(CodecError):
        log.take(signed)
    assert log.faults() == ()
    assert not log.waits()


def refused(log: Log, signed: Signed) -> Charge:
    """The charge against a message that is ready."""
    assert log.take(signed) is None
    assert next(log.ready()) is signed
    with pytest.raises(Refusal) as caught:
        log.check_chain(signed.message)
    before = log.chains[signed.message.seat].good[-1]
    fault = log.refuse(signed, caught.value)
    chain = fault.charge is Charge.CHAIN
    assert fault.evidence == ((before, signed) if chain else (signed,))
    assert fault.seat == signed.message.seat
    return fault.charge


def spoken() -> tuple[Writer, Log]:
    """0 speaks twice, 2 has heard both, 1 has heard the first."""
    writer, log = Writer(), Log(TABLE, KEYS)
    for seat, sees in ((0, (0, 0, 0)), (1, (1, 0, 0)), (0, (1, 1, 0)), (2, (2, 1, 0))):
        log.take(writer.say(seat, sees))
        judge_all(log)
    assert log.counts() == (2, 1, 1)
    return writer, log


def test_heads_that_go_back_are_refused() -> None:
    writer, log = spoken()
    assert refused(log, sign(writer.next(2, (1, 1, 1)))) is Charge.HEADS


def test_a_head_taken_away_is_refused() -> None:
    writer, log = spoken()
    assert refused(log, sign(writer.next(2, (2, 0, 1)))) is Charge.HEADS


def test_heads_that_are_not_closed_are_refused() -> None:
    writer, log = spoken()
    assert refused(log, sign(writer.next(1, (1, 1, 1)))) is Charge.HEADS


def test_a_broken_chain_is_refused() -> None:
    writer, log = spoken()
    message = replace(writer.next(1, (2, 1, 1)), prev=NO_HASH)
    assert refused(log, sign(message)) is Charge.CHAIN


def test_a_message_that_names_what_is_unknown_waits_and_accuses_nobody() -> None:
    writer, log = spoken()
    good = writer.next(1, (2, 1, 1))
    for head in (Head(2, bytes(32)), Head(1, bytes(32)), Head(999, writer.head(0, 1).hash)):
        log = spoken()[1]
        assert log.take(sign(replace(good, heads=(head, None, good.heads[2])))) is None
        assert list(log.ready()) == []
        assert log.waits()
        assert log.count_waiting() == 1
        assert log.faults() == ()


def test_the_version_that_a_waiting_message_denies_is_named() -> None:
    writer, log = spoken()
    good = writer.next(1, (2, 1, 1))
    assert list(log.disputed()) == []
    log.take(sign(replace(good, heads=(Head(1, bytes(32)), None, good.heads[2]))))
    assert list(log.disputed()) == [log.chains[0].good[1]]


def test_a_broken_promise_is_evidenced_by_the_message_that_made_it() -> None:
    writer, log = Writer(), Log(TABLE, KEYS)
    for step in (4, 5, 6):
        message = replace(
            writer.next(1, (0, len(writer.chains[1]), 0)), parts=(Part(step, Kind.ANSWER, ()),)
        )
        writer.chains[1].append(sign(message))
        log.take(writer.chains[1][-1])
        judge_all(log)
    fault = log.convict(1, Charge.CLAIM, 5, "no gem")
    assert fault.evidence == (writer.chains[1][1],)


# Limits


def test_no_more_than_sixteen_unjudged_messages_of_an_author_are_kept() -> None:
    writer, log = Writer(), Log(TABLE, KEYS)
    said = [writer.say(1, (0, number, 0)) for number in range(60)]
    for signed in said[1:]:
        assert log.take(signed) is None
    assert log.count_waiting() == MAX_WAITING
    log.take(said[0])
    assert len(judge_all(log)) == MAX_WAITING + 1
    for signed in said:
        log.take(signed)
        judge_all(log)
    assert len(log.chains[1].good) == 60


def test_the_next_message_of_a_chain_always_finds_a_place() -> None:
    writer, log = Writer(), Log(TABLE, KEYS)
    first = writer.next(1, (0, 0, 0))
    for number in range(1, 40):
        log.take(sign(replace(first, seq=number)))
    assert log.count_waiting() == MAX_WAITING
    log.take(sign(first))
    assert next(log.ready()).message == first


def test_a_third_version_is_not_kept() -> None:
    writer, log = Writer(), Log(TABLE, KEYS)
    for word in "abcdef":
        log.take(sign(writer.next(1, (0, 0, 0), word)))
    assert len(log.chains[1].fault.evidence) == 2  # type: ignore[union-attr]
    assert log.count_waiting() == 0
