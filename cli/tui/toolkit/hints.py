"""The bottom line of the screen, and what it says where there is no room for a screen.

Held by tests/cli/tui/test_screens.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.console.fits import LEAST_HEIGHT, LEAST_WIDTH
from cli.tui.toolkit.actions import Action, key_name
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import width


def paint_too_small(canvas: Canvas) -> None:
    """What stands in a window that has no room for anything else."""
    said = (
        f"Crownless needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} rows.",
        f"This window has {canvas.width} and {canvas.height}.",
        "Make it larger, or press",
        "l to go on in lines, or",
        "q to leave; nothing is lost.",
    )
    canvas.lines(canvas.all, list(said[: canvas.height]))


def paint_hints(canvas: Canvas, actions: Sequence[Action], *, types: bool) -> None:
    """The bottom line: what can be done, from the table of actions.

    Where somebody `types` into a field, letters are no keys.
    """
    y = canvas.height - 1
    canvas.fill(Rect(0, y, canvas.width, 1), "hint")
    x = 1
    for action in actions:
        if not action.hint or not action.keys or not action.when():
            continue
        key, able = key_name(action.keys[0]), not action.why_not()
        if (action.quiet and not able) or (len(action.keys[0]) == 1 and types):
            continue
        text = f"{'' if able else '-'}{key}"
        size = width(text) + 1 + width(action.hint)
        if x + size > canvas.width - 1:
            break
        after = canvas.put(x, y, text, "hint key" if able else "hint off")
        after = canvas.put(after + 1, y, action.hint, "hint" if able else "hint off")
        canvas.spot(Rect(x, y, size, 1), Target("action", word=action.name))
        x = after + 2
