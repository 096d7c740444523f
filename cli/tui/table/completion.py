"""What a typed line can go on to be: commands and answers, for Tab. Pure.

Held by tests/cli/tui/table/test_typed_answers.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.model import text_commands
from cli.model.prompt_model import Part
from cli.model.typed_answer import BACK, PASS
from cli.tui.table.draft_editor import DraftEditor

BEFORE = frozenset({"invite", "ready", "refuse"})
"""Commands that do something before a game only."""


def candidates(editor: DraftEditor | None, line: str) -> list[str]:
    """What the line can go on to be: commands, then what can be chosen, that fit what is typed."""
    before, _, typed = line.rpartition(";")
    words = typed.strip().casefold()
    names = [c.name for c in text_commands.COMMANDS if c.name not in BEFORE]
    known = [] if before else names
    known += _labels(editor) if editor is not None else []
    starting = [text for text in known if text.casefold().startswith(words)]
    inside = [text for text in known if f" {words}" in text.casefold()]
    return starting + (inside if words else [])


def completed(line: str, found: Sequence[str]) -> str:
    """The line with its last part as far as all candidates agree on how it goes on."""
    if not found:
        return line
    before, sign, typed = line.rpartition(";")
    common = found[0]
    for other in found[1:]:
        while not other.casefold().startswith(common.casefold()):
            common = common[:-1]
    if len(common) < len(typed.strip()):
        return line
    return f"{before}{sign}{' ' if sign else ''}{common}"


def _labels(editor: DraftEditor) -> list[str]:
    draft = editor.draft
    also = [PASS] if draft.may_pass else []
    also += [] if editor.untouched else [BACK]
    match draft.part:
        case Part.CLAIM:
            return ["act", *also]
        case Part.CARDS:
            return [*(i.label for i in draft.model.card_items if not i.reason), *also]
        case Part.OPTION:
            return [*(item.label for item in draft.options if item.number), *also]
        case _:
            return also
