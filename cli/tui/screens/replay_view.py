"""What stepping through a game shows: the table's own picture, at any moment. Pure.

Held by tests/cli/tui/test_records.py and the golden screens.
"""

from __future__ import annotations

from dataclasses import replace

from cli.console.text import sentence
from cli.model.check_marks import full
from cli.model.end_text import result_line
from cli.model.replay import Replay
from cli.model.table_text import Names
from cli.tui.boards.scene import BOARD, Scene
from cli.tui.table.hand_panel import Hand
from cli.tui.table.orders_panel import Orders
from cli.tui.table.pacing import Moment
from cli.tui.table.painting import TableLayout, paint_table
from cli.tui.table.panels import HAND, LOG, SeatLine, StoryLine
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip
from cli.tui.toolkit.fields import Field
from cli.tui.toolkit.people import colour_people
from cli.tui.toolkit.ui import Screen, Ui
from games.engine.values import Seat
from games.engine.view import CardView, View


def _told(card: CardView) -> CardView:
    """A card of a hand; what the record does not tell is said to be so."""
    if card.known:
        return card
    return replace(card, title="hidden card", text="The record does not tell what it was.")


class ReplayView(Screen):
    """One record, at one moment; what keys do is said by its subclass."""

    title = "Replay"

    def __init__(
        self, ui: Ui, replay: Replay, name: str, *, eyes: Seat | None = None, step: int | None
    ) -> None:
        super().__init__(ui)
        self.replay = replay
        self.name = name
        self.eyes = eyes
        self.place = 0 if step is None else replay.at_step(step)
        self.at = {HAND: 0, BOARD: -1}
        self._beat: float | None = None
        self._due = 0.0
        self._field: Field | None = None
        self._field_for = ""
        self._found = ""
        self._cached: tuple[int, Seat | None, View] | None = None
        self._counts = replay.checks.of_lines(replay.lines)
        self._full = [full(count) for count in self._counts]
        if step is not None and replay.trouble:
            last = self.place == len(replay.moments) - 1
            lead = "The last moment that holds; then" if last else f"The table at step {step};"
            ui.say(sentence(f"{lead} {replay.trouble}"), "danger")

    # What is shown

    @property
    def names(self) -> Names:
        """How the seats are called."""
        own = None if self.replay.own is None else int(self.replay.own)
        return replace(self.replay.names, own=own, lettered=self.ui.lettered)

    @property
    def view(self) -> View:
        """The table at this moment."""
        if self._cached is None or self._cached[:2] != (self.place, self.eyes):
            view = self.replay.view(self.place, self.eyes)
            hand = tuple(_told(card) for card in view.hand)
            self._cached = (self.place, self.eyes, replace(view, hand=hand))
        return self._cached[2]

    def _scene(self) -> Scene:
        names = self.names
        view = self.view
        before = self.replay.view(self.place - 1, self.eyes) if self.place else None
        changed = Moment(0, view).changed(before) if before is not None else frozenset()
        at = self.at[BOARD]
        return Scene(view, names, self.ui.wide, at, changed=changed, looks_at=at, before=before)

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        replay, names = self.replay, self.names
        moment = replay.moments[self.place]
        view = self.view
        scene = self._scene()
        eyes = "everybody" if self.eyes is None else names[self.eyes]
        story = [
            StoryLine(number + 1, names.put_into(line.text))
            for number, line in enumerate(replay.lines[: moment.lines])
        ]
        shown = [
            SeatLine(int(s.seat), names.short[s.seat], s.hand, names.put_into(s.note),
                     None if s.gone else True, short=names.put_into(s.short))
            for s in view.seats
        ]  # fmt: skip
        hand = Hand(view.hand, self.at[HAND], self.at[BOARD] < 0, None)
        place = f"{self.place + 1} of {len(replay.moments)}"
        playing = f"plays, {self._beat:g} s each; " if self._beat is not None else ""
        paint_table(
            canvas,
            room,
            TableLayout(
                head=f"{self.name}   {names.put_into(view.turn)}",
                corner=f"moment {place}, step {moment.step}",
                scene=scene,
                seats=shown,
                hand=hand,
                hand_title=f"As {eyes} sees it",
                draft=None,
                cursor=0,
                story=story,
                chat=self._about(),
                back=0,
                focus=LOG,
                bars=(),
                note=self._note(),
                note_style=self.ui.toast[1] or "",
                waiting=f"{playing}{self._last()}",
                banner="REPLAY",
                chat_title="This moment",
                log_title="Story so far",
                orders=None if view.map is None else Orders(None, "", view.map.report),
            ),
            wide=self.ui.wide,
        )
        colour_people(canvas, room.below(1), names.told)
        if not view.hand:
            self._no_hand(canvas)
        if self._field is not None:
            row = Rect(0, room.bottom - 1, room.width, 1)
            canvas.fill(row, "")
            x = canvas.put(1, row.y, f"{self._field_for}: ", "draft")
            self._field.paint(canvas, Rect(x, row.y, row.width - x - 1, 1), focused=True)

    def _no_hand(self, canvas: Canvas) -> None:
        """Say so where it would be; in a game without hands on the last row of the board."""
        rect, row = canvas.find(Target("panel", word=HAND)), 1
        if rect is None and self.view.map is None:
            rect = canvas.find(Target("panel", word=BOARD))
            row = 0 if rect is None else rect.height - 2
        if rect is not None:
            canvas.fill(Rect(rect.x + 1, rect.y + row, rect.width - 2, 1), "")
            canvas.put(rect.x + 2, rect.y + row, clip(self._nothing(), rect.width - 4), "dim")

    def _nothing(self) -> str:
        """What is said in the place of a hand."""
        if self.eyes is None:
            hands = any(seat.hand is not None for seat in self.view.seats)
            shown = "Open cards only; s" if hands else "Key s"
            return f"{shown} looks through the eyes of a seat."
        if self.replay.withholds(self.eyes):
            return "What it knew stays hidden: its seed is not here."
        return "No cards."

    def _about(self) -> list[StoryLine]:
        """For the wide layout: what was checked for the last line, and how to go on."""
        moment = self.replay.moments[self.place]
        lines = []
        if moment.lines:
            lines.append(StoryLine(0, f"{moment.lines}. {self._last()}", "bold"))
            lines.append(StoryLine(0, self._full[moment.lines - 1], "good"))
        if self.view.tale:
            lines.append(StoryLine(0, "o tells how the game went."))
        if self.replay.trouble and self.place == len(self.replay.moments) - 1:
            lines.append(StoryLine(0, sentence(self.replay.trouble), "danger"))
        return lines

    def _last(self) -> str:
        moment, names = self.replay.moments[self.place], self.names
        outcome = self.replay.outcome
        if self.place == len(self.replay.moments) - 1 and outcome is not None:
            return result_line(outcome, names, ruled=self.replay.ruled)
        if not moment.lines:
            return "Before the first event."
        start = self.replay.moments[self.place - 1].lines if self.place else 0
        told = self.replay.lines[min(start, moment.lines - 1) : moment.lines]
        return names.put_into(" ".join(line.text for line in told))

    def _note(self) -> str:
        text = self.ui.toast[0]
        if text:
            return text
        if self.at[BOARD] >= 0:
            scene = self._scene()
            if scene.map is not None:
                place = scene.map.places[scene.centre]
                return scene.put_names(f"{place.name}: {place.words}")
            cards = scene.all_cards()
            if self.at[BOARD] < len(cards):
                card = cards[self.at[BOARD]]
                return scene.put_names(f"{scene.place_of(self.at[BOARD])}: {card.title}. "
                                       f"{card.text}")  # fmt: skip
        last = self.replay.moments[self.place].lines
        return self._full[last - 1] if last else ""
