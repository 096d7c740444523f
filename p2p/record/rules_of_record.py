"""Which rules a record is judged by: those of this release, or the steps that it carries itself.

Held by tests/p2p/record/test_kept.py and tests/p2p/record/test_steps.py.
"""

from __future__ import annotations

from collections.abc import Callable

from games.engine.game import Game
from games.engine.recorded import RecordedGame
from p2p.display import safe
from p2p.errors import TableMismatch
from p2p.record.record import Record
from p2p.wire.charter import PLAYED_ALIKE, Charter, Draft

FindRules = Callable[[Draft], Game | None]
"""Gives the rules of a charter, or None where they are not here."""


def rules_here(draft: Draft) -> Game | None:
    """The rules of a charter, if this release has them."""
    try:
        return draft.make_game(PLAYED_ALIKE)
    except TableMismatch:
        return None


def game_of(record: Record, charter: Charter) -> RecordedGame:
    """The steps of a record in the place of rules. Raises RulesError."""
    draft = charter.draft
    title, _ = draft.named()
    options = dict(draft.options)
    return RecordedGame(draft.game, record.rules, charter.seats, options, record.steps, safe(title))
