"""Everything that a seat can owe has words, and every kind of part is described."""

from __future__ import annotations

from p2p.replica.obligations import Obligation
from p2p.replica.registry import PARTS
from p2p.replica.task import KeysTask
from p2p.wire.message import Kind

FREE = {Kind.STANDING, Kind.CONCEDE, Kind.CLOSE, Kind.DENIAL}
"""What nobody owes a step."""
ANSWERS = {Kind.ANSWER, Kind.COMMIT, Kind.OPENING, Kind.CLAIM}
"""Whatever a person says when asked."""


def lacking(kind: Kind, name: str) -> str:
    return Obligation(0, KeysTask(bytes(32), 2), kind, ready=True).lacking(name)


def test_every_kind_of_part_is_described() -> None:
    assert set(PARTS) == set(Kind)
    assert all(part.kind is kind for kind, part in PARTS.items())
    shorts = [part.mark.short for part in PARTS.values() if part.mark is not None]
    assert len(set(shorts)) == len(shorts)


def test_everything_owed_has_words() -> None:
    words = [part.owed for part in PARTS.values() if part.owed]
    assert {kind for kind, part in PARTS.items() if not part.owed} == FREE
    assert len(set(words)) == len(words)


def test_a_file_lacks_it_of_somebody() -> None:
    assert lacking(Kind.SHUFFLE, "Ben") == "a shuffle of Ben"
    assert {lacking(kind, "Ana") for kind in ANSWERS} == {"an answer of Ana"}
    assert all(lacking(kind, "Cleo").endswith(" of Cleo") for kind in set(Kind) - FREE)
