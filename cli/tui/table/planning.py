"""What keys do to a plan of orders: choose whom they go to, and tell it something. Pure.

Orders go to one subject at a time; a cell is aimed at with the cursor on the map. Held by
tests/cli/tui/table/test_planning.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.tui.boards.scene import BOARD
from cli.tui.table.picking import Picker
from cli.tui.table.shown import ShownTable, TableCursor
from cli.tui.table.state import TableState
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.ui import Ui
from games.engine.plan_draft import PlanDraft, Subject, Verb


class Planning:
    """Gives orders with the keys of the map."""

    def __init__(
        self, ui: Ui, state: TableState, cursor: TableCursor, shown: ShownTable, picker: Picker
    ) -> None:
        self._ui = ui
        self._state = state
        self._cursor = cursor
        self._shown = shown
        self._picker = picker

    @property
    def plan(self) -> PlanDraft | None:
        """The orders so far, while orders are given."""
        draft = self._state.draft
        return draft.plan if draft is not None and self._shown.is_now else None

    @property
    def chosen(self) -> Subject | None:
        """Whom orders go to."""
        return self._shown.chosen

    @property
    def on_map(self) -> bool:
        """Whether orders are given and the map has the keys."""
        return self.plan is not None and self._cursor.focus == BOARD

    # What can be done

    def actions(self) -> Sequence[Action]:
        """The verbs of whoever is chosen, and how to choose."""
        plan, chosen = self.plan, self.chosen
        gives = lambda: self.plan is not None  # noqa: E731
        verbs = plan.verbs(chosen.key) if plan is not None and chosen is not None else ()
        mapped = lambda: self._shown.map is not None  # noqa: E731
        return (
            *(self._verb(verb) for verb in verbs),
            Action("next unit", ("tab", "n"),
                   "to the next who would do nothing or is near a rival, else the next",
                   lambda: self.next(1), "next", lambda: self.on_map, answers=True),
            Action("unit before", ("N",), "to the one before", lambda: self.next(-1), "", gives,
                   answers=True),
            Action("centre", ("z",), "back to whom orders go to, or home", self.centre, "centre",
                   mapped),
        )  # fmt: skip

    def _verb(self, verb: Verb) -> Action:
        return Action(verb.word, (verb.key,), verb.says, lambda: self.tell(verb), verb.word,
                      lambda: self.plan is not None, answers=True)  # fmt: skip

    def tell(self, verb: Verb) -> None:
        """Give an order; what aims, aims at the cursor."""
        editor, chosen = self._state.editor, self.chosen
        if editor is None or chosen is None:
            self._ui.say("There is nobody to give orders to.")
            return
        cell = self._cursor.at[BOARD] if verb.aims else None
        problem = editor.tell(chosen.key, verb.word, cell)
        self._picker.after(problem)
        if not problem:
            self._follow(chosen)

    def _follow(self, before: Subject) -> None:
        """After an order: on to the next who would do nothing, unless there is more to say here."""
        self._cursor.subject = before.key
        plan, after = self.plan, self.chosen
        if plan is None or after is None or after.more or not before.idle:
            return
        if any(one.idle for one in plan.subjects):
            self.next(1)

    # Choosing

    def next(self, by: int) -> None:
        """To the next subject that is idle, or just the next if none is; the cursor goes there."""
        plan, chosen = self.plan, self.chosen
        if plan is None or not plan.subjects:
            return
        subjects = plan.subjects
        keys = [one.key for one in subjects]
        at = keys.index(chosen.key) if chosen is not None and chosen.key in keys else -by
        order = [subjects[(at + by * step) % len(subjects)] for step in range(1, len(subjects) + 1)]
        wanted = [one for one in order if (one.idle or one.alarm) and by > 0]
        self.choose(next(iter(wanted), order[0]))

    def choose(self, subject: Subject) -> None:
        """Orders go to this one from now on."""
        self._cursor.subject = subject.key
        if subject.cell is not None:
            self._cursor.put(BOARD, subject.cell)
        else:
            self._cursor.focus = BOARD

    def choose_number(self, number: int) -> None:
        """The subject of a line of the panel."""
        plan = self.plan
        if plan is not None and number < len(plan.subjects):
            self.choose(plan.subjects[number])

    def on_cell(self) -> None:
        """Space: choose whoever is under the cursor, else do the first thing that aims there."""
        plan, cell, chosen = self.plan, self._cursor.at[BOARD], self.chosen
        if plan is None:
            return
        here = next((one for one in plan.subjects if one.cell == cell), None)
        if here is not None and (chosen is None or here.key != chosen.key):
            self.choose(here)
        elif chosen is not None:
            verb = next((one for one in plan.verbs(chosen.key) if one.aims), None)
            if verb is not None:
                self.tell(verb)

    @property
    def word(self) -> str:
        """What Space does on the map, in a word or two; empty without orders."""
        plan, cell, chosen = self.plan, self._cursor.at[BOARD], self.chosen
        if plan is None or chosen is None:
            return ""
        if any(one.cell == cell and one.key != chosen.key for one in plan.subjects):
            return "choose"
        verb = next((one for one in plan.verbs(chosen.key) if one.aims), None)
        return f"{verb.word} here" if verb is not None else "choose"

    def clicked(self, *, again: bool) -> None:
        """A place was clicked, perhaps once more: only an own one is chosen at the first click."""
        plan, cell = self.plan, self._cursor.at[BOARD]
        if plan is not None and (again or any(one.cell == cell for one in plan.subjects)):
            self._ui.act(Action("", (), "", self.on_cell, answers=True))

    def centre(self) -> None:
        """Back to whom orders go to, else home."""
        seen, chosen = self._shown.map, self.chosen
        if seen is not None:
            cell = chosen.cell if chosen is not None else None
            self._cursor.put(BOARD, seen.home if cell is None else cell)

    def move(self, across: int, down: int) -> None:
        """The cursor, hex by hex; going down it keeps straight on by turns."""
        seen = self._shown.map
        if seen is None:
            return
        cell = min(self._cursor.at[BOARD], len(seen.places) - 1)
        for _ in range(max(abs(across), abs(down))):
            place = seen.places[cell]
            r = (down > 0) - (down < 0)
            q = (across > 0) - (across < 0)
            if r:  # of the two hexes above or below, by turns the one and the other
                q = -r if (place.r + (r < 0)) % 2 else 0
            after = seen.cell(place.q + q, place.r + r)
            if after is None and r:
                after = seen.cell(place.q + (0 if q else -r), place.r + r)
            if after is None:
                break
            cell = after
        self._cursor.put(BOARD, cell)
