"""Stepping through a game: the table's own picture, at any moment, through any seat's eyes. Pure.

Held by tests/cli/full/test_records.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from cli.full.actions import Action
from cli.full.canvas import Canvas, Rect, Target
from cli.full.checks import full, short
from cli.full.fields import Field, is_named, typing
from cli.full.handpanel import Hand
from cli.full.logscreen import BoardScreen
from cli.full.panels import HAND, LOG, SeatLine, StoryLine
from cli.full.replay import Replay
from cli.full.scene import AREA, BOARD, Scene
from cli.full.tableau import Tableau, paint_tableau
from cli.full.ui import Screen, Ui
from cli.full.windows import Jump, Row, Text, help_window
from cli.text import listed, sentence
from games.values import Seat
from games.view import CardView, View

BEATS = (2.0, 1.0, 0.5)
"""Seconds a moment stays while it plays by itself."""


def _told(card: CardView) -> CardView:
    """A card of a hand; what the record does not tell is said to be so."""
    if card.open or card.short != "?":
        return card
    return replace(card, title="hidden card", text="The record does not tell what it was.")


class ReplayScreen(Screen):
    """One record, at one moment."""

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
            ui.say(sentence(f"The last moment that holds; then {replay.trouble}"), "danger")

    # What is shown

    @property
    def view(self) -> View:
        """The table at this moment."""
        if self._cached is None or self._cached[:2] != (self.place, self.eyes):
            view = self.replay.view(self.place, self.eyes)
            hand = tuple(_told(card) for card in view.hand)
            self._cached = (self.place, self.eyes, replace(view, hand=hand))
        return self._cached[2]

    def _scene(self) -> Scene:
        names = self.replay.names
        view = self.view
        changed: frozenset[str] = frozenset()
        if self.place:
            before = {a.key: a for a in self.replay.view(self.place - 1, self.eyes).areas}
            changed = frozenset(a.key for a in view.areas if before.get(a.key) != a)
        return Scene(view, names, self.ui.wide, self.at[BOARD], changed=changed)

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        replay, names = self.replay, self.replay.names
        moment = replay.moments[self.place]
        view = self.view
        scene = self._scene()
        eyes = "everybody" if self.eyes is None else names[self.eyes]
        story = [
            StoryLine(number + 1, names.put_into(line.text), short(count), "", count.total())
            for number, (line, count) in enumerate(
                zip(replay.lines[: moment.lines], self._counts, strict=False)
            )
        ]
        shown = [
            SeatLine(int(s.seat), names[s.seat], s.hand, names.put_into(s.note),
                     None if s.gone else True)
            for s in view.seats
        ]  # fmt: skip
        hand = Hand(view.hand, self.at[HAND], self.at[BOARD] < 0, None)
        place = f"{self.place + 1} of {len(replay.moments)}"
        playing = f"plays, {self._beat:g} s each; " if self._beat is not None else ""
        paint_tableau(
            canvas,
            room,
            Tableau(
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
            ),
            wide=self.ui.wide,
        )
        if not view.hand:
            self._no_hand(canvas)
        if self._field is not None:
            row = Rect(0, room.bottom - 1, room.width, 1)
            canvas.fill(row, "")
            x = canvas.put(1, row.y, f"{self._field_for}: ", "draft")
            self._field.paint(canvas, Rect(x, row.y, row.width - x - 1, 1), focused=True)

    def _no_hand(self, canvas: Canvas) -> None:
        rect = canvas.find(Target("panel", word=HAND))
        if rect is not None:
            canvas.fill(Rect(rect.x + 1, rect.y + 1, rect.width - 2, 1), "")
            said = "No cards." if self.eyes is not None else (
                "Open cards only; s looks through the eyes of a seat."
            )  # fmt: skip
            canvas.put(rect.x + 2, rect.y + 1, said, "dim")

    def _about(self) -> list[StoryLine]:
        """For the wide layout: what was checked for the last line, and how to go on."""
        moment = self.replay.moments[self.place]
        lines = []
        if moment.lines:
            lines.append(StoryLine(0, f"{moment.lines}. {self._last()}", "", "bold"))
            lines.append(StoryLine(0, self._full[moment.lines - 1], "", "good"))
        if self.replay.trouble and self.place == len(self.replay.moments) - 1:
            lines.append(StoryLine(0, sentence(self.replay.trouble), "", "danger"))
        return lines

    def _last(self) -> str:
        moment, names = self.replay.moments[self.place], self.replay.names
        outcome = self.replay.outcome
        if self.place == len(self.replay.moments) - 1 and outcome is not None:
            won = listed([names[s] for s in outcome.winners]) or "nobody"
            return sentence(f"Won by {won}: {names.put_into(outcome.reason)}")
        if not moment.lines:
            return "Before the first event."
        return names.put_into(self.replay.lines[moment.lines - 1].text)

    def _note(self) -> str:
        text = self.ui.toast[0]
        if text:
            return text
        if self.at[BOARD] >= 0:
            scene = self._scene()
            cards = scene.all_cards()
            if self.at[BOARD] < len(cards):
                card = cards[self.at[BOARD]]
                return scene.put_names(f"{scene.place_of(self.at[BOARD])}: {card.title}. "
                                       f"{card.text}")  # fmt: skip
        last = self.replay.moments[self.place].lines
        return self._full[last - 1] if last else ""

    # What can be done

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        if self._field is not None:
            return typing("go", self.edit)
        end = len(self.replay.moments) - 1
        first = lambda: "this is the beginning" if not self.place else ""  # noqa: E731
        last = lambda: "this is the end" if self.place == end else ""  # noqa: E731
        return (
            Action("back", ("left", "h"), "one event back", lambda: self._go(self.place - 1),
                   why_not=first),
            Action("on", ("right", "l"), "one event on", lambda: self._go(self.place + 1),
                   "event", why_not=last),
            Action("turn back", ("up", "k"), "one turn back",
                   lambda: self._go(self.replay.turn_before(self.place)), why_not=first),
            Action("turn on", ("down", "j"), "one turn on",
                   lambda: self._go(self.replay.turn_after(self.place)), "turn", why_not=last),
            Action("first", ("home",), "to the beginning", lambda: self._go(0)),
            Action("last", ("end",), "to the end", lambda: self._go(end)),
            Action("play", ("space",), "play by itself; again: faster, then stop", self._play,
                   "play"),
            Action("eyes", ("s",), "through the eyes of the next seat, as far as the record tells",
                   self._eyes, "seat"),
            Action("search", ("/",), "search forwards for a word", self._open("Search"), "search"),
            Action("again", ("n",), "the same search again", self._search, "",
                   lambda: bool(self._found)),
            Action("step", ("g",), "go to a step of the rules by its number",
                   self._open("Step"), "step"),
            Action("board", ("b",), "the whole board",
                   lambda: self.ui.push(BoardScreen(self.ui, self._scene))),
            Action("hand left", ("H",), "the card to the left", lambda: self._hand(-1)),
            Action("hand right", ("L",), "the card to the right", lambda: self._hand(1)),
            Action("next card", ("tab",), "the next card on the board", lambda: self._board(1)),
            Action("card before", ("s-tab",), "the card before", lambda: self._board(-1)),
            Action("read", ("i",), "read the card that has the cursor", self._read),
            Action("jump", ("f",), "a letter on every card",
                   lambda: self.ui.push(Jump(self.ui, self))),
            Action("help", ("?",), "this list", lambda: self.ui.push(help_window(self.ui, self)),
                   "help"),
            Action("leave", ("q", "esc"), "back", self.ui.pop, "back"),
        )  # fmt: skip

    def _go(self, place: int) -> None:
        self.place = max(0, min(len(self.replay.moments) - 1, place))
        self.at[HAND] = max(0, min(self.at[HAND], len(self.view.hand) - 1))

    def _play(self) -> None:
        beats = (None, *BEATS)
        self._beat = beats[(beats.index(self._beat) + 1) % len(beats)]
        self._due = self.ui.now + (self._beat or 0)

    def tick(self, now: float) -> bool:
        """See Screen: while it plays by itself, the next event."""
        if self._beat is None or now < self._due or self.ui.top is not self:
            return False
        self._due = now + self._beat
        if self.place == len(self.replay.moments) - 1:
            self._beat = None
        else:
            self._go(self.place + 1)
        return True

    def _eyes(self) -> None:
        seats = [None, *(Seat(n) for n in range(len(self.replay.names.people)))]
        self.eyes = seats[(seats.index(self.eyes) + 1) % len(seats)]
        self.at[HAND] = 0

    def _hand(self, by: int) -> None:
        self.at[BOARD] = -1
        self.at[HAND] = max(0, min(len(self.view.hand) - 1, self.at[HAND] + by))

    def _board(self, by: int) -> None:
        cards = self._scene().all_cards()
        if cards:
            self.at[BOARD] = (self.at[BOARD] + by) % len(cards)

    def _read(self) -> None:
        scene, cards = self._scene(), self._scene().all_cards()
        card: CardView | None = None
        where = scene.place_of(self.at[BOARD])
        if 0 <= self.at[BOARD] < len(cards):
            card = cards[self.at[BOARD]]
        elif self.at[HAND] < len(self.view.hand):
            card, where = self.view.hand[self.at[HAND]], "Hand"
        if card is None:
            self.ui.say("No card has the cursor.")
            return
        rows = [Row(scene.put_names(card.title), style="bold"), Row("")]
        rows.append(Row(scene.put_names(card.text)))
        self.ui.push(Text(self.ui, where, rows, 60))

    # Fields

    def _open(self, what: str) -> Callable[[], None]:
        def open_field() -> None:
            self._field, self._field_for = Field(most=60), what

        return open_field

    def edit(self, key: str) -> bool:
        """See Screen."""
        if self._field is None:
            return False
        if key == "enter":
            text, self._field = self._field.text.strip(), None
            if self._field_for == "Search":
                self._found = text.casefold()
                self._search()
            elif text.isascii() and text.isdecimal() and len(text) < 9:
                self._go(self.replay.at_step(int(text)))
            elif text:
                self.ui.say("A step is a number.")
        elif key == "esc":
            self._field = None
        else:
            return self._field.edit(key) or is_named(key)
        return True

    def typed(self, text: str) -> bool:
        """See Screen."""
        if self._field is None:
            return False
        self._field.insert(text)
        return True

    def _search(self) -> None:
        """The next moment whose line has the word, from the beginning again after the last."""
        if not self._found:
            return
        names = self.replay.names
        count = len(self.replay.moments)
        for further in range(1, count + 1):
            place = (self.place + further) % count
            start = self.replay.moments[place - 1].lines if place else 0
            told = self.replay.lines[start : self.replay.moments[place].lines]
            if any(self._found in names.put_into(line.text).casefold() for line in told):
                self._go(place)
                return
        self.ui.say(f"Nothing in the story has “{self._found}”.")

    def click(self, target: Target) -> None:
        """See Screen."""
        if target.panel == HAND:
            self.at[BOARD], self.at[HAND] = -1, target.index
        elif target.panel == BOARD:
            self.at[BOARD] = target.index
        elif target.panel == AREA:
            scene = self._scene()
            self.at[BOARD] = scene.first_of(target.index)
            self.ui.say(scene.about(target.index))
        elif target.panel == LOG:
            wanted = target.index + 1
            self._go(next(n for n, m in enumerate(self.replay.moments) if m.lines >= wanted))

    def read(self, target: Target) -> None:
        """See Screen."""
        self.click(target)
        if target.panel in (HAND, BOARD):
            self._read()

    def wheel(self, target: Target | None, by: int) -> None:
        """See Screen."""
        self._go(self.place + by)
