"""Stepping through a game: back and forth, by itself, through any seat's eyes. Pure.

Held by tests/cli/tui/test_records.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePath

from cli.model.end_text import result_line
from cli.model.intents import KeepText
from cli.model.map_text import around
from cli.model.transcript import transcript
from cli.tui.boards.scene import AREA, BOARD
from cli.tui.screens.replay_view import ReplayView
from cli.tui.table.panels import HAND, LOG
from cli.tui.table.story import BoardScreen
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Target
from cli.tui.toolkit.fields import Field, is_named, typing
from cli.tui.toolkit.windows import Jump, Row, Text, help_window
from games.engine.values import Seat
from games.engine.view import CardView

AUTOPLAY_SECONDS = (2.0, 1.0, 0.5)
"""Seconds a moment stays while it plays by itself."""


class ReplayScreen(ReplayView):
    """One record, at one moment."""

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
            Action("transcript", ("x",), "write the story into a file as plain text", self._export,
                   "text"),
            Action("over", ("o",), "how the game went, told at its end", self._tale, "",
                   lambda: bool(self.view.tale)),
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

    def _export(self) -> None:
        game = self.replay.game.info.id if self.replay.ruled else "record"
        stem = PurePath(self.name).stem if "." in self.name else f"{game}-{len(self.replay.lines)}"
        self.ui.intent(KeepText(f"{stem}.txt", "\n".join(transcript(self.replay)) + "\n"))

    def _tale(self) -> None:
        names, outcome = self.names, self.replay.outcome
        rows = [Row(names.put_into(said)) for said in self.view.tale]
        if outcome is not None:
            said = result_line(outcome, names, ruled=self.replay.ruled)
            rows = [Row(said, style="bold"), Row(""), *rows]
        self.ui.push(Text(self.ui, "How the game went", rows, 76))

    def _go(self, place: int) -> None:
        self.place = max(0, min(len(self.replay.moments) - 1, place))
        self.at[HAND] = max(0, min(self.at[HAND], len(self.view.hand) - 1))

    def _play(self) -> None:
        beats = (None, *AUTOPLAY_SECONDS)
        self._beat = beats[(beats.index(self._beat) + 1) % len(beats)]
        self._due = self.ui.now + (self._beat or 0)

    def tick(self, now: float) -> bool:
        """See Screen: while it plays by itself, the next event."""
        if self._beat is None or now < self._due or self.ui.top is not self:
            return False
        self._due = now + self._beat
        self._go(self.place + 1)
        if self.place == len(self.replay.moments) - 1:
            self._beat = None
        return True

    def _eyes(self) -> None:
        seats = [None, *(Seat(n) for n in range(len(self.replay.names.people)))]
        self.eyes = seats[(seats.index(self.eyes) + 1) % len(seats)]
        self.at[HAND] = 0

    def _hand(self, by: int) -> None:
        self.at[BOARD] = -1
        self.at[HAND] = max(0, min(len(self.view.hand) - 1, self.at[HAND] + by))

    def _board(self, by: int) -> None:
        seen = self._scene().map
        if seen is not None:
            owned = [n for n, place in enumerate(seen.places) if place.owner is not None]
            after = [n for n in owned if (n - self.at[BOARD]) * by > 0][::by]
            self.at[BOARD] = next(iter(after), next(iter(owned[::by]), seen.home))
            return
        cards = self._scene().all_cards()
        if cards:
            self.at[BOARD] = (self.at[BOARD] + by) % len(cards)

    def _read(self) -> None:
        scene, cards = self._scene(), self._scene().all_cards()
        if scene.map is not None:
            lines = around(scene.map, scene.centre, scene.names)
            self.ui.push(Text(self.ui, "Around", [*map(Row, lines)], 70))
            return
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
        names = self.names
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
