"""Everything that a seat can owe has words, and every kind of part is described."""

from __future__ import annotations

from typing import Any

import pytest

from p2p.replica.obligations import Obligation
from p2p.replica.part_checks import PartKind
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
    owed = [part.owed for part in PARTS.values() if part.owed is not None]
    assert {kind for kind, part in PARTS.items() if part.owed is None} == FREE
    assert all(part.owed is not None for part in PARTS.values() if part.decides)
    assert len({words.what for words in owed}) == len(owed)
    for words in owed:
        assert words.doing.split()[0].endswith("ing"), words
        assert not {"share", "mask", "key", "seal", "owe"} & set(words.doing.split())


def test_no_kind_of_part_leaves_unsaid_what_a_seat_does_that_owes_it() -> None:
    kind: Any = PartKind
    with pytest.raises(TypeError, match="owed"):
        kind(Kind.THROW, PARTS[Kind.THROW].check)
    with pytest.raises(ValueError, match="STANDING: a step calls for a part that nobody owes"):
        lacking(Kind.STANDING, "Ben")


def test_a_file_lacks_it_of_somebody() -> None:
    assert lacking(Kind.SHUFFLE, "Ben") == "a shuffle of Ben"
    assert {lacking(kind, "Ana") for kind in ANSWERS} == {"an answer of Ana"}
    assert all(lacking(kind, "Cleo").endswith(" of Cleo") for kind in set(Kind) - FREE)
