"""One finished game as a record and as a replay, shared by tests. Not to be changed."""

from __future__ import annotations

from functools import lru_cache

from cli.model.replay import Replay, load
from p2p.record.record import Record
from tests.p2p import records


@lru_cache(maxsize=1)
def played() -> Record:
    return records.record(3, 21, "inheritance")


@lru_cache(maxsize=1)
def replayed() -> Replay:
    return load(played().encode(), {})
