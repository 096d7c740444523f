"""The windows that open above a table: a card, the seats, passing, muting, leaving. Pure.

Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from cli.console.text import counted, sentence
from cli.model.intents import Concede, LeaveTable, Mute, OpenReplay, PassUntil
from cli.model.lobby_text import conceding_words
from cli.model.map_text import around
from cli.model.rules_page import entries, mentioned
from cli.model.watching import watching_line
from cli.tui.boards.scene import BOARD, Scene
from cli.tui.table.ending import GameOver
from cli.tui.table.hand_panel import Hand
from cli.tui.table.panels import HAND
from cli.tui.table.rules import rules_window
from cli.tui.table.shown import ShownTable, TableCursor
from cli.tui.table.state import TableState
from cli.tui.table.status import seats_shown
from cli.tui.table.story import BoardScreen, LogScreen
from cli.tui.toolkit.ui import Ui
from cli.tui.toolkit.windows import Menu, Row, Text
from games import registry
from games.engine.guide import Topic
from games.engine.values import Seat
from games.engine.view import CardView

Entries = list[tuple[str, str, Callable[[], None]]]
"""Of a menu: the key, the text, and what it does."""

NOBODY = "None of the others is reached. :invite shows an invite back, which brings them here."
"""What a person can do whom nobody reaches."""


class TableWindows:
    """Opens them; what is chosen there becomes an intent."""

    def __init__(self, ui: Ui, state: TableState, cursor: TableCursor, shown: ShownTable) -> None:
        self._ui = ui
        self._state = state
        self._cursor = cursor
        self._shown = shown

    # Looking

    def card(self) -> None:
        """The card that has the cursor."""
        cursor, scene = self._cursor, self._shown.scene()
        cards, place = self._shown.cards(), cursor.at[HAND]
        if cursor.focus == BOARD and scene is not None and scene.all_cards():
            number = min(cursor.at[BOARD], len(scene.all_cards()) - 1)
            where, note = scene.place_of(number), self._area_note(scene, number)
            self._card(scene.all_cards()[number], where, note)
        elif place < len(cards):
            self._card(cards[place], self._shown.hand_title, "")
        else:
            self._ui.say(
                "Tab goes to the cards on the table; arrows pick one, i tells what it does."
            )

    def _area_note(self, scene: Scene, number: int) -> str:
        """What the card itself does not say of where it lies."""
        area = scene.area_of(number)
        told = area is None or area.note_on_cards
        return "" if area is None or told else self._state.names.put_into(area.note)

    def _card(self, card: CardView, where: str, note: str) -> None:
        """All there is to know of it. `note`: about where it lies."""
        names, draft = self._state.names, self._state.draft
        rows = [Row(names.put_into(card.title), style="bold")]
        if card.text:
            rows += [Row(""), Row(names.put_into(card.text))]
        topics = self._topics(card)
        for topic in topics:
            rows += [Row(""), Row(topic.title, style="bold"), Row(topic.text)]
        asked = draft is not None and (card.mine or card.id in draft.model.choice.cards)
        if asked and draft is not None and card.id is not None:
            reason = Hand((card,), 0, True, draft).reason(card)
            rows += [Row(""), Row(sentence(f"Not now: {reason}"), style="danger") if reason
                     else Row("It can be picked now.", style="good")]  # fmt: skip
        if note:
            rows += [Row(""), Row(sentence(f"{where}: {note}"), style="dim")]
        if card.mark:
            rows += [Row(""), Row(f"Mark: {names.put_into(card.mark)}", style="dim")]
        rows += self._entries(card.title, {card.topic, *(topic.key for topic in topics)})
        self._ui.push(Text(self._ui, where, rows, 60))

    def _topics(self, card: CardView) -> list[Topic]:
        """What the guide says besides of what lies there: its entry, and those it leads to."""
        view = self._shown.view
        if view is None or not card.topic:
            return []
        guide = registry.guide(view.game)
        own = guide.topic(card.topic)
        own_text = [] if card.tells_topic else [own]
        return [*own_text, *(guide.topic(key) for key in own.see)]

    def _entries(self, text: str, told: Collection[str] = ()) -> list[Row]:
        """What the rules say of everything that a text names, but for what is `told` already."""
        view = self._shown.view
        rows: list[Row] = []
        for topic in mentioned(registry.guide(view.game), text) if view is not None else ():
            if topic.key in told:
                continue
            rows += [Row(""), Row(topic.title, style="bold"), Row(topic.text, indent=2)]
        return rows

    def line(self) -> None:
        """What the rules say of the words in the line of the story that has the cursor."""
        line = self._shown.told_at(self._cursor.place)
        self._words("" if line is None else line.text)

    def _words(self, line: str) -> None:
        """What the rules say of the words of a line."""
        rows = self._entries(line)
        if rows:
            self._ui.push(Text(self._ui, "Words of this line", [Row(line), *rows], 70))
        else:
            self._ui.say("The rules have no entry for a word of this line.")

    def all_rules(self) -> None:
        """How this game is played."""
        self.rules("")

    def rules(self, word: str) -> str:
        """What the rules say of a word, or all of them; a sentence if they do not speak of it."""
        view = self._shown.view
        if view is None:
            return "The game has not begun."
        lines = entries(registry.guide(view.game), word)
        if word and not lines:
            return f"The rules do not speak of {word!a}."
        self._ui.push(rules_window(self._ui, view.game, lines))
        return ""

    def seats(self) -> None:
        """Who sits here, with the words of their keys."""
        state = self._state
        rows = []
        for line in seats_shown(state, self._ui.now):
            person = state.names.people[line.seat]
            words = state.words[line.seat] if line.seat < len(state.words) else "…"
            rows += [Row(person.title, chr(65 + line.seat), f"seat{line.seat % 6}")]
            rows += [Row(f"key: {words}", "", "dim")]
            passes = f"passes {line.passes.label}" if line.passes is not None else ""
            muted = "muted" if line.seat in state.muted else ""
            cards = "" if line.hand is None else counted(line.hand, "card")
            path = line.path if line.online else ""
            said = [cards, line.note, line.waiting, line.absence, passes, path, muted]
            rows += [Row(", ".join(text for text in said if text)), Row("")]
        own = state.names.own
        if own is not None and state.follower.attendance.is_alone(own, self._ui.now):
            rows += [Row(NOBODY), Row("")]
        rows += [Row(watching_line(state.watchers))] if state.watchers else []
        self._ui.push(Text(self._ui, "Seats; compare the words of the keys", rows, 60))

    def board(self) -> None:
        """The whole board."""
        self._ui.push(BoardScreen(self._ui, self._shown.scene))

    def log(self, *, searching: bool = False) -> None:
        """The whole story."""
        self._ui.push(
            LogScreen(self._ui, self._state, self.look_at, words=self._words, searching=searching)
        )

    def look_at(self, line: int) -> None:
        """The table as it lay after a line; what was not seen here, the record has to tell."""
        if self._state.log.view_at(line) is not None:
            self._cursor.moment = line
        else:
            self._ui.intent(OpenReplay(line=line))

    def look(self) -> None:
        """The table as it lay at the line of the story that has the cursor."""
        line = self._shown.told_at(self._cursor.place)
        if line is not None and line.number:
            self.look_at(line.number)
        else:
            self._ui.say("That is no line of the story.")

    def result(self) -> None:
        """How the game ended, if that is not shown already."""
        if not isinstance(self._ui.top, GameOver):
            self._ui.push(GameOver(self._ui, self._state))

    # The map

    def around(self) -> None:
        """All around the cursor, in words."""
        seen = self._shown.map
        if seen is None:
            return
        place = min(self._cursor.at[BOARD], len(seen.places) - 1)
        lines = around(seen, place, self._state.names)
        rows = [*map(Row, lines), *self._entries(seen.places[place].words)]
        self._ui.push(Text(self._ui, f"Around {seen.places[place].name}", rows, 70))

    def report(self) -> None:
        """What happened in the last round."""
        seen = self._shown.map
        said = [] if seen is None else [self._state.names.put_into(text) for text in seen.report]
        rows = [Row(text) for text in said] or [Row("Nothing to tell.")]
        self._ui.push(Text(self._ui, "The last round, as you know it", rows, 70))

    def news(self) -> None:
        """What has happened since our last turn, or from the start on where we have had none: the
        story, and all that lies otherwise now."""
        state, scene, since = self._state, self._shown.scene(), self._state.last_turn
        if scene is None:
            return
        told = [line for line in state.story(with_chat=False) if line.number > (since or 0)]
        rows = [Row(line.text, str(line.number)) for line in told] or [Row("Nothing was told.")]
        changed = [n for n, area in enumerate(scene.view.areas) if area.key in scene.changed]
        if changed:
            rows += [Row(""), Row("As it lies now:", style="bold")]
            rows += [Row(scene.about(place)) for place in changed]
        title = "Since the game began" if since is None else "Since your last turn"
        self._ui.push(Text(self._ui, title, rows, 76))

    # Standing passes

    def standing_pass(self) -> None:
        """Offer the standing passes that do not stand yet; those that do are said."""
        state, snapshot = self._state, self._state.snapshot
        own = state.names.own
        if own is None or snapshot is None:
            return
        stands = snapshot.standing[own] if snapshot.standing else ()
        open_ones = [o for o in state.offers if o.events_for(Seat(own)) not in stands]
        if not open_ones:
            self._ui.say("You pass until all of those already; that cannot be taken back.")
            return
        said = [f"You pass {offer.label} already." for offer in state.passes_of(own)]
        text = (
            "Pass whatever may be passed. All see it; it ends by itself and cannot be taken back."
        )
        entries: Entries = [
            (str(n), offer.label, self._passing(offer.events_for(Seat(own))))
            for n, offer in enumerate(open_ones, 1)
        ]
        entries.append(("n", "answer for myself", lambda: None))
        self._ui.push(Menu(self._ui, "Standing pass", " ".join([*said, text]), entries))

    def _passing(self, events: tuple[str, ...]) -> Callable[[], None]:
        def passing() -> None:
            draft = self._state.draft
            if draft is not None and (
                draft.model.prompt.claiming or draft.model.choice.standing
            ):  # it answers the open question too
                self._state.sent()
            self._ui.intent(PassUntil(events))

        return passing

    # Muting

    def mute(self) -> None:
        """Choose whose lines are not shown."""
        state = self._state
        entries: Entries = []
        for seat, person in enumerate(state.names.people):
            if seat != state.names.own:
                verb = "show again what" if seat in state.muted else "mute"
                said = f"{verb} {person.name}{' says' if seat in state.muted else ''}"
                entries.append((str(len(entries) + 1), said, self._muting(seat)))
        self._ui.push(Menu(self._ui, "Chat", "Others still hear whom you mute.", entries))

    def _muting(self, seat: int) -> Callable[[], None]:
        return lambda: self.turn_mute(seat)

    def turn_mute(self, seat: int) -> None:
        """Mute a seat, or show it again."""
        muted = seat not in self._state.muted
        self._state.muted ^= {seat}
        self._ui.intent(Mute(seat, muted))
        name = self._state.names[seat]
        self._ui.say(
            f"What {name} says is not shown to you any more; m takes it back."
            if muted
            else f"What {name} says is shown again."
        )

    # Leaving

    def leave(self) -> None:
        """Pause or concede; where there is nothing to lose, leave at once."""
        intent, snapshot = self._ui.intent, self._state.snapshot
        if self._state.over or self._state.names.own is None:
            intent(LeaveTable())
            return
        pause = "pause: the game is saved and goes on when you come back"
        entries: Entries = [("p", pause, lambda: intent(LeaveTable()))]
        if snapshot is not None and snapshot.view is not None and not snapshot.conceding:
            entries.append(("c", "concede: leave this game for good", self.concede))
        text = "Nothing is lost: everything that was signed is on disk."
        self._ui.push(Menu(self._ui, "Leave the table", text, entries))

    def concede(self) -> None:
        """Ask once more, then leave for good."""
        if self._state.snapshot is None or self._state.over or self._state.names.own is None:
            self._ui.say("There is nothing to concede; q leaves.")
            return
        entries: Entries = [
            ("n", "no, play on", lambda: None),
            ("y", "yes, concede", lambda: self._ui.intent(Concede())),
        ]
        text = "You leave at the next step that you owe. It is signed and cannot be taken back."
        text = f"{text} {conceding_words(self._state.names)}".strip()
        self._ui.push(Menu(self._ui, "Concede?", text, entries))
