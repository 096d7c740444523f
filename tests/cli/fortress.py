"""A table of Fortress for the front ends: its orders are given as a person would."""

from __future__ import annotations

from cli.tui.table.draft_editor import DraftEditor
from cli.tui.table.screen import TableScreen
from games.engine.plan_draft import PlanDraft
from tests.cli.tui.house import LocalTable, Stage


def sensible(editor: DraftEditor) -> None:
    """Lay every piece where it fits; send everybody digging who can, the others somewhere."""
    for key in [one.key for one in _plan(editor).subjects if one.idle]:
        if _plan(editor).form.name == "build":
            _first(editor, key, "lay")
        elif editor.tell(key, "dig", None):
            _first(editor, key, "go")


def _plan(editor: DraftEditor) -> PlanDraft:
    assert editor.draft.plan is not None
    return editor.draft.plan


def _first(editor: DraftEditor, key: str, verb: str) -> None:
    """The first place at which the whole plan holds."""
    for cell in _plan(editor).reach(key):
        if not editor.tell(key, verb, cell):
            if not editor.draft.misfit:
                return
            editor.undo()


def played(
    stage: Stage, rounds: int, *, seats: int = 3, seed: int = 4
) -> tuple[TableScreen, LocalTable]:
    """A table on a stage after so many decisions of ours, at the next."""
    table = LocalTable("fortress", seats, seed)
    screen = stage.sit(table)
    for _ in range(rounds):
        editor = screen.state.editor
        assert editor is not None
        sensible(editor)
        assert not editor.go_on()
        answer = editor.draft.answer
        screen.state.sent()
        table.decide(answer)
        stage.take(screen.state, table.snapshot())
    return screen, table
