"""The panel of orders beside a map: what each subject is told, else what the last round was.

Held by the golden screens in tests/cli/tui/.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cli.tui.boards.scene import Scene
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, wrap
from games.engine.plan_draft import PlanDraft, Subject

ORDERS = "orders"
IDLE = "*"
ALARM = "!"
ABOUT = 4
"""Rows kept for what is to be known of the chosen subject; two where there is little room."""
ROOMY = 10


@dataclass(frozen=True, slots=True)
class Orders:
    """What the panel shows. Without a draft it tells the last round."""

    plan: PlanDraft | None
    chosen: str
    """The key of the subject that orders go to."""
    report: Sequence[str]


def paint_orders(canvas: Canvas, rect: Rect, orders: Orders, scene: Scene) -> None:
    """Draw it."""
    if orders.plan is None:
        _report(canvas, rect, orders.report, scene)
        return
    subjects = orders.plan.subjects
    place = next((n for n, one in enumerate(subjects) if one.key == orders.chosen), 0)
    about = _height(rect, subjects, place) if subjects else 0
    rows = rect.height - about
    top = max(0, min(place - rows // 2, len(subjects) - rows))
    for y, subject in enumerate(subjects[top : top + rows]):
        _line(canvas, rect.row(y), subject, chosen=top + y == place, number=top + y)
    if top + rows < len(subjects):
        canvas.right(rect, rows - 1, f"+{len(subjects) - top - rows}", "dim")
    used = min(rows, len(subjects))
    if subjects and used + about <= rect.height:
        _about(canvas, rect.below(max(used, rect.height - about)), orders.plan, subjects[place])
    elif not subjects:
        _report(canvas, rect, orders.report, scene)


def _height(rect: Rect, subjects: Sequence[Subject], place: int) -> int:
    """How many rows tell about the chosen subject: where room is scarce, what the list leaves."""
    if rect.height >= ROOMY:
        return ABOUT
    return max(2, min(1 + len(_told(rect, subjects[place])), rect.height - len(subjects)))


def _told(rect: Rect, subject: Subject) -> list[str]:
    """The note of a subject, and its order where the list cuts that."""
    note = wrap(subject.note, rect.width) if subject.note else []
    is_cut = len(subject.order) > rect.width - 7  # as `_line` puts it
    return [*note, *(wrap(subject.order, rect.width) if is_cut else [])]


def _line(canvas: Canvas, rect: Rect, subject: Subject, *, chosen: bool, number: int) -> None:
    style = "picked" if chosen else "dim" if subject.order.startswith("stays") else ""
    lead = ">" if chosen else " "
    text = f"{lead}{subject.key:<4}{subject.order}"
    canvas.put(rect.x, rect.y, clip(text, rect.width - 2), style)
    if subject.idle or subject.alarm:
        canvas.right(rect, 0, IDLE if subject.idle else ALARM, "danger")
    canvas.spot(rect, Target(ORDERS, number))


def _about(canvas: Canvas, rect: Rect, plan: PlanDraft, subject: Subject) -> None:
    verbs = ", ".join(f"{verb.key} {verb.word}" for verb in plan.verbs(subject.key))
    lines = [subject.title, *_told(rect, subject), *wrap(verbs, rect.width)]
    canvas.put(rect.x, rect.y, clip(lines[0], rect.width), "bold")
    canvas.lines(rect.below(1), lines[1:], "dim")


def _report(canvas: Canvas, rect: Rect, report: Sequence[str], scene: Scene) -> None:
    lines = [line for text in report for line in wrap(scene.put_names(text), rect.width, "  ")]
    canvas.lines(rect, lines or wrap("Nothing to tell.", rect.width), "dim")
