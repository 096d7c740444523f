"""The windows that open above a table: a card, the seats, passing, muting, leaving. Pure.

Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from collections.abc import Callable

from cli.console.text import counted, sentence
from cli.model.intents import Concede, LeaveTable, Mute, PassUntil, Replay
from cli.tui.boards.scene import BOARD
from cli.tui.table.hand_panel import Hand
from cli.tui.table.panels import HAND
from cli.tui.table.story import LogScreen
from cli.tui.table.view import TableView
from cli.tui.toolkit.windows import Menu, Row, Text
from games.engine.values import Seat
from games.engine.view import CardView


class TableWindows(TableView):
    """A table with what can be opened above it."""

    def read_card(self) -> None:
        names = self.state.names
        scene = self.scene()
        card: CardView | None = None
        where, number = "", -1
        if self.focus == BOARD and scene is not None and scene.all_cards():
            number = min(self.at[BOARD], len(scene.all_cards()) - 1)
            card, where = scene.all_cards()[number], scene.place_of(number)
        elif self.at[HAND] < len(self.cards()):
            card = self.cards()[self.at[HAND]]
            where = "Cards to pick from" if self.picks_elsewhere else "Your hand"
        if card is None:
            self.ui.say("No card has the cursor.")
            return
        rows = [Row(names.put_into(card.title), style="bold")]
        if card.text:
            rows += [Row(""), Row(names.put_into(card.text))]
        draft = self.state.draft
        if draft is not None and card.id is not None:
            reason = Hand((card,), 0, True, draft).reason(card)
            rows += [Row(""), Row(sentence(f"Not now: {reason}"), style="danger") if reason
                     else Row("It can be picked now.", style="good")]  # fmt: skip
        area = scene.area_of(number) if scene is not None and number >= 0 else None
        if area is not None and area.note:
            rows += [Row(""), Row(sentence(f"{where}: {names.put_into(area.note)}"), style="dim")]
        if card.mark:
            rows += [Row(""), Row(f"Mark: {names.put_into(card.mark)}", style="dim")]
        self.ui.push(Text(self.ui, where, rows, 60))

    def show_seats(self) -> None:
        state = self.state
        rows = []
        for line in state.seats(self.ui.now):
            person = state.names.people[line.seat]
            words = state.words[line.seat] if line.seat < len(state.words) else "…"
            rows += [Row(person.title, chr(65 + line.seat), f"seat{line.seat % 6}")]
            rows += [Row(f"key: {words}", "", "dim")]
            passes = f"passes {line.passes}" if line.passes else ""
            muted = "muted" if line.seat in state.muted else ""
            said = [counted(line.hand, "card"), line.note, line.waiting, passes, muted]
            rows += [Row(", ".join(text for text in said if text)), Row("")]
        self.ui.push(Text(self.ui, "Seats; compare the words of the keys", rows, 60))

    def stand(self) -> None:
        """Offer the standing passes that do not stand yet; those that do are said."""
        own, snapshot = self.state.names.own, self.state.snapshot
        if own is None or snapshot is None:
            return
        stands = snapshot.standing[own] if snapshot.standing else ()
        open_ones = [o for o in self.state.offers if o.event_for(Seat(own)) not in stands]
        said = [f"You pass {words} already." for words in self.state.passes_of(own)]
        text = "Pass whatever may be passed. It ends by itself, and cannot be taken back."
        if not open_ones:
            self.ui.say("You pass until all of those already; that cannot be taken back.")
            return
        entries = [
            (str(n), offer.label, self._stand(offer.event_for(Seat(own))))
            for n, offer in enumerate(open_ones, 1)
        ]
        entries.append(("n", "answer for myself", lambda: None))
        self.ui.push(Menu(self.ui, "Standing pass", " ".join([*said, text]), entries))

    def _stand(self, event: str) -> Callable[[], None]:
        def stand() -> None:
            draft = self.state.draft
            if draft is not None and (
                draft.model.prompt.claiming or draft.model.choice.standing
            ):  # it answers the open question too
                self.state.sent()
            self.ui.intent(PassUntil(event))

        return stand

    def mute(self) -> None:
        state = self.state
        entries: list[tuple[str, str, Callable[[], None]]] = []
        for seat, person in enumerate(state.names.people):
            if seat != state.names.own:
                verb = "show again what" if seat in state.muted else "mute"
                said = f"{verb} {person.name}{' says' if seat in state.muted else ''}"
                entries.append((str(len(entries) + 1), said, self._muting(seat)))
        self.ui.push(Menu(self.ui, "Chat", "Others still hear whom you mute.", entries))

    def _muting(self, seat: int) -> Callable[[], None]:
        return lambda: self.turn_mute(seat)

    def turn_mute(self, seat: int) -> None:
        """Mute a seat, or show it again."""
        muted = seat not in self.state.muted
        (self.state.muted.add if muted else self.state.muted.discard)(seat)
        self.ui.intent(Mute(seat, muted))
        name = self.state.names[seat]
        self.ui.say(
            f"What {name} says is not shown to you any more; m takes it back."
            if muted
            else f"What {name} says is shown again."
        )

    def leave(self) -> None:
        intent = self.ui.intent
        if self.state.over or self.state.names.own is None:
            intent(LeaveTable())
            return
        entries: list[tuple[str, str, Callable[[], None]]] = [
            ("p", "pause: the game is saved and goes on when you come back",
             lambda: intent(LeaveTable())),
        ]  # fmt: skip
        snapshot = self.state.snapshot
        if snapshot is not None and snapshot.view is not None and not snapshot.conceding:
            entries.append(("c", "concede: leave this game for good", self.concede))
        text = "Nothing is lost: everything that was signed is on disk."
        self.ui.push(Menu(self.ui, "Leave the table", text, entries))

    def concede(self) -> None:
        """Ask once more, then leave for good."""
        snapshot = self.state.snapshot
        if snapshot is None or self.state.over or self.state.names.own is None:
            self.ui.say("There is nothing to concede; q leaves.")
            return
        entries: list[tuple[str, str, Callable[[], None]]] = [
            ("n", "no, play on", lambda: None),
            ("y", "yes, concede", lambda: self.ui.intent(Concede())),
        ]
        text = "You leave at the next step that you owe. It is signed and cannot be taken back."
        self.ui.push(Menu(self.ui, "Concede?", text, entries))

    def show_log(self, *, searching: bool = False) -> None:
        self.ui.push(LogScreen(self.ui, self.state, self.look_at, searching=searching))

    def look_at(self, line: int) -> None:
        """The table as it lay after a line; what was not seen here, the record has to tell."""
        if self.state.view_at(line) is not None:
            self.moment = line
        else:
            self.ui.intent(Replay(line=line))
