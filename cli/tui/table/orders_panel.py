"""The panel of orders beside a map: what each subject is told, else what the last round was.

The rows that this leaves tell what the seat has, and what the signs of the map mean where that has
no room below the map. Held by tests/cli/tui/table/test_orders_panel.py and the golden screens in
tests/cli/tui/.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cli.tui.boards.scene import Scene
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, sentences, width, wrap
from games.engine.plan_draft import PlanDraft, Subject

ORDERS = "orders"
IDLE = "*"
ALARM = "!"
ABOUT = 4
"""Rows kept for what is to be known of the chosen subject; two where there is little room."""
ROOMY = 10
LAST_ROUND = "The last round"
SHOWN = "artifacts"
"""The note that the panel of seats shows."""


Sign = tuple[str, str]
"""A sign of the map, and what it means."""


@dataclass(frozen=True, slots=True)
class Orders:
    """What the panel shows. Without a draft it tells the last round."""

    plan: PlanDraft | None
    chosen: str
    """The key of the subject that orders go to."""
    report: Sequence[str]
    legend: Sequence[Sign] = ()
    """What the signs of the map mean; empty where the map says it."""
    sealed: PlanDraft | None = None
    """Without a draft, the orders that have gone out and were not carried out yet."""

    @property
    def title(self) -> str:
        """Of the panel."""
        if self.plan is not None:
            return self.plan.title
        return LAST_ROUND if self.sealed is None else f"{self.sealed.title}, sealed"


def paint_orders(canvas: Canvas, rect: Rect, orders: Orders, scene: Scene) -> None:
    """Draw it."""
    if orders.plan is None or not orders.plan.subjects:
        used = _sealed(canvas, rect, orders.sealed) if orders.sealed is not None else 0
        report = _reported(rect, orders.report, scene)
        if not used:
            used = canvas.lines(rect, report, "dim")
        elif used + len(report) + 2 <= rect.height:
            canvas.put(rect.x, rect.y + used + 1, LAST_ROUND, "dim bold")
            used += 2 + canvas.lines(rect.below(used + 2), report, "dim")
        _foot(canvas, rect.below(used), orders, scene)
        return
    subjects = orders.plan.subjects
    place = next((n for n, one in enumerate(subjects) if one.key == orders.chosen), 0)
    rows = rect.height - _height(rect, subjects, place)
    top = max(0, min(place - rows // 2, len(subjects) - rows))
    for y, subject in enumerate(subjects[top : top + rows]):
        _line(canvas, rect.row(y), subject, chosen=top + y == place, number=top + y)
    if top + rows < len(subjects):
        canvas.right(rect, rows - 1, f"+{len(subjects) - top - rows}", "dim")
    below = rect.below(min(rows, len(subjects)))
    most = max(len(_basics(rect, orders.plan, one)) for one in subjects)  # so that nothing jumps
    used = _foot(canvas, below.below(most + 1), orders, scene)
    about = _basics(rect, orders.plan, subjects[place])
    room = replace(below, height=below.height - used)
    if room.height > len(about):
        room = room.below(1)
    _about(canvas, room, about, subjects[place])


def _height(rect: Rect, subjects: Sequence[Subject], place: int) -> int:
    """How many rows tell about the chosen subject at least: where room is scarce, what the list
    leaves."""
    if rect.height >= ROOMY:
        return ABOUT
    return max(2, min(1 + len(_told(rect, subjects[place])), rect.height - len(subjects)))


def _told(rect: Rect, subject: Subject) -> list[str]:
    """The note of a subject, and its order where the list cuts that."""
    note = wrap(subject.note, rect.width) if subject.note else []
    is_cut = len(subject.order) > rect.width - 7  # as `_line` puts it
    return [*note, *(wrap(subject.order, rect.width) if is_cut else [])]


def _basics(rect: Rect, plan: PlanDraft, subject: Subject) -> list[str]:
    """What is to be known of a subject before its rules."""
    verbs = ", ".join(f"{verb.key} {verb.word}" for verb in plan.verbs(subject.key))
    return [subject.title, *_told(rect, subject), *wrap(verbs, rect.width)]


def _line(canvas: Canvas, rect: Rect, subject: Subject, *, chosen: bool, number: int) -> None:
    style = "picked" if chosen else "dim" if subject.stays else ""
    lead = ">" if chosen else " "
    text = f"{lead}{subject.key:<4}{subject.order}"
    canvas.put(rect.x, rect.y, clip(text, rect.width - 2), style)
    if subject.idle or subject.alarm:
        canvas.right(rect, 0, IDLE if subject.idle else ALARM, "danger")
    canvas.spot(rect, Target(ORDERS, number))


def _about(canvas: Canvas, rect: Rect, basics: Sequence[str], subject: Subject) -> None:
    canvas.put(rect.x, rect.y, clip(basics[0], rect.width), "bold")
    used = 1 + canvas.lines(rect.below(1), list(basics[1:]), "dim")
    for text in subject.rules:
        lines = sentences(text, rect.width, rect.height - used)
        used += canvas.lines(rect.below(used), lines, "dim")


def _sealed(canvas: Canvas, rect: Rect, plan: PlanDraft) -> int:
    """What was ordered; gives the rows used."""
    subjects = plan.subjects
    for y, subject in enumerate(subjects[: rect.height]):
        canvas.put(rect.x, rect.y + y, clip(f" {subject.key:<4}{subject.order}", rect.width), "dim")
    if len(subjects) > rect.height:
        canvas.right(rect, rect.height - 1, f"+{len(subjects) - rect.height}", "dim")
    return min(len(subjects), rect.height)


def _reported(rect: Rect, report: Sequence[str], scene: Scene) -> list[str]:
    """The last round in rows."""
    lines = [line for text in report for line in wrap(scene.put_names(text), rect.width, "  ")]
    return lines or wrap("Nothing to tell.", rect.width)


def _foot(canvas: Canvas, rect: Rect, orders: Orders, scene: Scene) -> int:
    """At the end of a room what the seat has, and what the signs mean, as far as either fits below
    an empty row; gives the rows that are used."""
    # In rows of their own sentences need no full stop, which is dropped for the layout alone.
    notes = [wrap(n.text.rstrip("."), rect.width, "  ") for n in scene.view.notes if n.key != SHOWN]
    signs = [_explained(entry, orders.legend, rect.width) for entry in orders.legend]
    lines: list[str] = []
    for entries in (notes, signs):
        room, block = rect.height - len(lines) - 1, list[str]()
        for rows in entries:
            if len(block) + len(rows) <= room:
                block += rows
        lines += ["", *block] if len(block) > 1 else []
    canvas.lines(rect.below(rect.height - len(lines)), lines, "dim")
    return len(lines)


def _explained(entry: Sign, legend: Sequence[Sign], size: int) -> list[str]:
    """A sign of the map and what it means, the words of all of them one under the other."""
    lead = max(width(sign) for sign, _ in legend) + 1
    first, *more = wrap(entry[1], size - lead)
    return [f"{entry[0]:<{lead}}{first}", *(" " * lead + line for line in more)]
