"""What is kept beside a table: read back as written, and never worse than its defaults."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.table_summary import TableSummary

FULL = TableSummary(
    role="guest",
    game="king",
    seats=3,
    options="deck=dice turns=30",
    practice=True,
    rematch=True,
    state="over",
    people="Ana, Ben",
    keys=("aa" * 32, "bb" * 32),
    table="cc" * 32,
    persons=("Ana", "Ben"),
    beat=250,
    strength="gentle",
    guided=True,
    watching="no",
    result="Ana and Ben won",
    winners=("Ana", "Ben"),
    breaker="Cy",
    won=False,
    seen="12 Ben",
    port=4873,
    places="192.168.1.2 4873",
)
RELEASED = {
    "role": "guest",
    "game": "king",
    "seats": 3,
    "options": "deck=dice turns=30",
    "practice": True,
    "rematch": True,
    "state": "over",
    "people": "Ana, Ben",
    "keys": f"{'aa' * 32} {'bb' * 32}",
    "table": "cc" * 32,
    "persons": "Ana\nBen",
    "beat": 250,
    "strength": "gentle",
    "guided": True,
    "watching": "no",
    "result": "Ana and Ben won",
    "winners": "Ana\nBen",
    "breaker": "Cy",
    "won": False,
    "seen": "12 Ben",
    "port": 4873,
    "places": "192.168.1.2 4873",
}


def test_the_names_on_disk_are_those_of_every_release() -> None:
    assert FULL.encode() == RELEASED
    assert TableSummary.decode(RELEASED) == FULL


def test_what_was_not_chosen_is_not_written() -> None:
    said = TableSummary(role="host", state="open").encode()
    assert set(said) == set(RELEASED) - {
        *("beat", "strength", "guided", "watching", "result", "winners", "breaker", "won", "seen"),
        *("port", "places"),
    }
    assert TableSummary.is_whole(said)
    assert not TableSummary.is_whole({**said, "seats": "3"})
    assert not TableSummary.is_whole({key: said[key] for key in said if key != "keys"})


@pytest.mark.parametrize(
    ("state", "is_open", "is_over"),
    [("", False, False), ("open", True, False), ("over", False, True), ("left", False, True)],
)
def test_how_a_table_stands(state: str, is_open: bool, is_over: bool) -> None:
    summary = TableSummary(state=state)
    assert (summary.is_open, summary.is_over) == (is_open, is_over)


settings = st.one_of(st.text(max_size=9), st.integers(), st.booleans())


@given(st.dictionaries(st.sampled_from([*RELEASED, "unknown"]), settings))
def test_whatever_stands_there_is_read_and_written_again(
    about: dict[str, str | int | bool],
) -> None:
    summary = TableSummary.decode(about)
    assert TableSummary.decode(summary.encode()) == summary
    assert TableSummary.decode({**about, "unknown": "later"}) == summary
