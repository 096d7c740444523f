"""A draft of what takes no card: Enter alone leads to it, and does not pass."""

from __future__ import annotations

from cli.model.draft import Draft
from cli.model.prompt_model import Part, PromptModel
from cli.tui.table.draft_editor import DraftEditor
from cli.tui.table.draft_words import how
from games.engine.steps import Ask
from p2p.session.person import Prompt
from tests.cli.tui.house import names_of
from tests.games.king.build import DUKE, EARL, KING, Court, acting, court, turn


def editor_of(s: Court) -> DraftEditor:
    step = s.engine.waiting
    assert isinstance(step, Ask)
    model = PromptModel(
        Prompt(1, step.choice), s.table.sees(s.knowledge(0)), s.view(0), names_of(3, own=0)
    )
    return DraftEditor(model)


def test_a_king_with_a_bribe_in_hand_declares_the_coronation_by_enter() -> None:
    s = court({"player 0": KING}, hands={0: ["bribe"]})
    s.hold(turn(0))
    editor = editor_of(s)
    assert how(editor.draft) == "Pick a card. Enter alone: declare your Coronation. p: not now."
    assert editor.go_on() == ""
    assert editor.draft.part is Part.OPTION
    assert not editor.draft.passing
    chosen = editor.draft.with_option("declare")
    assert isinstance(chosen, Draft)
    assert chosen.complete
    assert chosen.misfit == ""
    editor.undo()
    editor.skip()
    assert editor.draft.passing


def test_a_duke_executes_without_picking_a_card() -> None:
    s = court({"player 0": DUKE}, hands={0: ["bribe", "ship"]})
    s.hold(acting(0))
    editor = editor_of(s)
    assert "Enter alone: execute somebody, for your hand." in how(editor.draft)
    assert editor.go_on() == ""
    assert isinstance(editor.draft.with_option("execute"), Draft)


def test_where_all_takes_cards_enter_drafts_a_pass() -> None:
    s = court({"player 0": EARL}, hands={0: ["bribe", "ship"]})
    s.hold(acting(0))
    editor = editor_of(s)
    assert "Enter alone" not in how(editor.draft)
    assert editor.go_on() == ""
    assert editor.draft.passing
