"""Everything that a seat can owe has words."""

from __future__ import annotations

from p2p.replica.owed import ANSWERS, WORDS, owed_by
from p2p.wire.message import Kind

FREE = {Kind.STANDING, Kind.CONCEDE, Kind.CLOSE}
"""What nobody owes a step."""


def test_every_debt_has_words() -> None:
    assert set(Kind) - set(WORDS) == FREE
    assert len(set(WORDS.values())) == len(WORDS)


def test_a_file_lacks_it_of_somebody() -> None:
    assert owed_by(Kind.SHUFFLE, "Ben") == "a shuffle of Ben"
    assert {owed_by(kind, "Ana") for kind in ANSWERS} == {"an answer of Ana"}
    assert all(owed_by(kind, "Cleo").endswith(" of Cleo") for kind in WORDS)
