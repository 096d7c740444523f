"""What an exchange says, written and read: exactly the counts of its limits, nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crypto.errors import DecodeError, ProofError
from crypto.group import G, Scalar, base
from games.engine.private import LabelLimits
from p2p.errors import CodecError
from p2p.replica.fog_payloads import (
    Denial,
    read_answered,
    read_plan,
    read_posted,
    write_answered,
    write_plan,
    write_posted,
)
from tests.crypto.fog_cast import COUNT, LENGTH, SIZE, exchange

LIMIT = LabelLimits(SIZE, COUNT, LENGTH)
DONE = exchange()
POSTED: Any = write_posted(DONE.made, DONE.asked)
ANSWERED: Any = write_answered(DONE.answers, DONE.proof)
DENIAL = Denial(1, 0, 7, 3, G, bytes(96))


def test_what_is_written_is_read() -> None:
    posted = read_posted(POSTED, LIMIT)
    posted.check()
    assert (posted.made, posted.queries) == (DONE.made, DONE.asked.points)
    answered = read_answered(ANSWERED, COUNT)
    answered.check()
    assert (answered.points, answered.proof) == (DONE.answers, DONE.proof)


def test_numbers_and_lengths_are_exact() -> None:
    for place in range(4):
        for data in (POSTED[place][:-1], POSTED[place] + b"\0", b"", 7, None):
            with pytest.raises(CodecError):
                read_posted((*POSTED[:place], data, *POSTED[place + 1 :]), LIMIT)
    for wrong in (POSTED[:3], (*POSTED, b""), b"", ()):
        with pytest.raises(CodecError):
            read_posted(wrong, LIMIT)
    for data in (ANSWERED[0][:-32], ANSWERED[0] + bytes(32), None):
        with pytest.raises(CodecError):
            read_answered((data, ANSWERED[1]), COUNT)


@pytest.mark.parametrize("bad", [bytes(32), b"\xff" * 32])
def test_points_are_points(bad: bytes) -> None:
    for place in (0, 3):
        data = bad + POSTED[place][32:]
        with pytest.raises((DecodeError, ProofError)):
            read_posted((*POSTED[:place], data, *POSTED[place + 1 :]), LIMIT).check()
    with pytest.raises(DecodeError):
        read_answered((bad + ANSWERED[0][32:], ANSWERED[1]), COUNT).check()


@given(st.lists(st.integers(0, 65_535), max_size=30))
def test_plans_have_two_bytes_a_number(plan: list[int]) -> None:
    assert read_plan(write_plan(plan)) == tuple(plan)
    assert len(write_plan(plan)) == 2 * len(plan)


def _read(payload: Any) -> Denial:
    return Denial.read(payload, seats=3, labels=2, cells=10)


def test_a_denial_names_what_there_is() -> None:
    written: Any = DENIAL.write()
    assert _read(written) == DENIAL
    for place, value in ((0, 3), (0, -1), (1, 2), (2, 10), (2, -1), (3, -1), (4, b""), (5, 1)):
        with pytest.raises(CodecError):
            _read((*written[:place], value, *written[place + 1 :]))
    with pytest.raises(DecodeError):
        _read((*written[:4], bytes(32), written[5]))
    assert _read((*written[:4], base(Scalar.of(2)).encode(), b"")).element == G + G
