"""The table: keys and clicks become a draft, and the draft, at Enter, a decision. Pure.

Held by tests/cli/full/test_table_keys.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cli.ask import Stage
from cli.full.actions import Action
from cli.full.canvas import Canvas, Rect, Target
from cli.full.ending import GameOver
from cli.full.fields import Field, is_named, typing
from cli.full.logscreen import BoardScreen, LogScreen
from cli.full.panels import HAND, LIST, LOG, SEATS, Hand
from cli.full.scene import BOARD, Scene
from cli.full.tableau import Tableau, listing, paint_tableau
from cli.full.tablestate import TableState
from cli.full.ui import Screen, Ui
from cli.full.windows import Jump, Menu, Row, Text, help_window
from cli.full.wishes import (
    Concede,
    Decide,
    Foresee,
    LeaveTable,
    Mute,
    PassUntil,
    Replay,
    SaveRecord,
    Say,
    Verify,
)
from cli.text import counted, sentence
from games.choice import NOTHING, Answer
from games.values import CardId
from games.view import CardView, View

DIGITS = "1234567890"
EVENTS = {"turn": "the next turn begins", "play": "somebody plays", "coronation": "a coronation"}
"""Public events that games name, in words; `turn N` is the turn of seat N."""


class TableScreen(Screen):
    """A table in play, for a seat or a spectator."""

    title = "Table"

    def __init__(self, ui: Ui, state: TableState) -> None:
        super().__init__(ui)
        self.state = state
        self.focus = HAND
        self.at = {HAND: 0, LIST: 0, BOARD: 0}
        self.back = 0
        self.moment: int | None = None
        """Set while the table is shown as it lay after so many lines."""
        self.chat: Field | None = None

    # News

    def new_question(self) -> None:
        """A question has just come up: begin at its first thing to pick."""
        self.moment = None
        self.focus = LIST if listing(self.state.draft) else HAND
        self.at[LIST] = 0
        cards = self.cards()
        self.at[HAND] = min(self.at[HAND], max(0, len(cards) - 1))
        draft = self.state.draft
        if draft is not None and draft.stage in (Stage.CARDS, Stage.CLAIM):
            fits = [n for n, c in enumerate(cards) if c.id is not None and not draft.reason(c.id)]
            if fits and self.at[HAND] not in fits:
                self.at[HAND] = fits[0]

    def asked_at(self) -> float | None:
        """See Screen."""
        return self.state.asked_at if self.state.draft is not None else None

    def tick(self, now: float) -> bool:
        """See Screen: seconds of waiting, and bars that have become worth showing."""
        return self.state.counts_seconds(now)

    # What is shown

    @property
    def view(self) -> View | None:
        """The table now, or as it lay at the moment that is looked at."""
        if self.moment is not None:
            return self.state.view_at(self.moment)
        return self.state.view

    def cards(self) -> Sequence[CardView]:
        """The hand; or the cards that are asked for, where they lie elsewhere."""
        view = self.view
        if view is None:
            return ()
        draft = self.state.draft
        if draft is None or not draft.asked.choice.cards:
            return view.hand
        hand = {card.id for card in view.hand}
        if set(draft.asked.choice.cards) <= hand:
            return view.hand
        return [self._card(card) for card in draft.asked.choice.cards]

    def _card(self, card: CardId) -> CardView:
        """A card as the view shows it, wherever it lies."""
        view = self.view
        if view is not None:
            for shown in (*view.hand, *(c for area in view.areas for c in area.cards)):
                if shown.id == card:
                    return shown
        return CardView(card, "?", "face-down card", "", open=False, mine=False)

    def scene(self) -> Scene | None:
        """What the board's painters need."""
        view, draft = self.view, self.state.draft
        if view is None:
            return None
        return Scene(
            view,
            self.state.names,
            self.ui.wide,
            self.at[BOARD] if self.focus == BOARD else -1,
            draft.picks.cards if draft else (),
            [card for card in draft.asked.choice.cards if not draft.reason(card)] if draft else (),
            self.state.changed_areas if self.moment is None else (),
        )

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        state, now = self.state, self.ui.now
        names, wide = state.names, self.ui.wide
        view, draft = self.view, state.draft if self.moment is None else None
        cards = self.cards()
        hand = Hand(cards, self.at[HAND], self.focus == HAND, draft)
        own = view is not None and cards == view.hand
        note, style = self._note()
        head = f"{view.title}   {names.put_into(view.turn)}" if view else state.game
        paint_tableau(
            canvas,
            room,
            Tableau(
                head=head,
                corner=self._corner(),
                scene=self.scene(),
                seats=state.seats(now),
                hand=hand,
                hand_title=f"Hand, {counted(len(cards), 'card')}" if own else "Cards to pick from",
                draft=draft,
                cursor=self.at[LIST],
                story=state.story(with_chat=not wide),
                chat=state.chat_lines() if state.can_chat or state.chat else None,
                back=self.back,
                focus=self.focus,
                bars=state.bars(now),
                note=note,
                note_style=style,
                waiting=self._waiting(),
                banner=f"As it lay after line {self.moment}" if self.moment is not None else "",
                chat_title="Chat: c to type" if state.can_chat else "Chat",
            ),
            wide=wide,
        )
        if self.chat is not None:
            row = Rect(0, room.bottom - 1, room.width, 1)
            canvas.fill(row, "")
            x = canvas.put(1, row.y, "Say: ", "draft")
            self.chat.paint(canvas, Rect(x, row.y, row.width - x - 1, 1), focused=True)

    def _corner(self) -> str:
        snapshot = self.state.snapshot
        if snapshot is None:
            return ""
        if self.ui.wide:
            return f"step {snapshot.step}   {counted(snapshot.messages, 'message')} checked"
        return f"step {snapshot.step}"

    def _waiting(self) -> str:
        if self.moment is not None:
            return "Esc goes back to now."
        if self.state.over:
            return "The game is over: o shows the result."
        snapshot = self.state.snapshot
        if snapshot is not None and snapshot.conceding:
            return f"You leave for good as soon as you can. {self.state.waiting(self.ui.now)}"
        return self.state.waiting(self.ui.now)

    def _note(self) -> tuple[str, str]:
        """What has the cursor, in one row at a fixed place; remarks go before."""
        text, style = self.ui.toast
        if text:
            return text, style or "bold"
        if self.ui.busy:
            return f"{self.ui.busy}…", "dim"
        scene = self.scene()
        if self.focus == BOARD and scene is not None:
            cards = scene.all_cards()
            if cards:
                number = min(self.at[BOARD], len(cards) - 1)
                card = cards[number]
                return f"{scene.place_of(number)}: {scene.put_names(card.title)}. " + (
                    scene.put_names(card.text)
                ), ""
        preview = self.state.preview()
        if preview and self.moment is None:
            return preview, ""
        if self.focus == LIST and self.state.draft is not None:
            return self._list_note(), ""
        return "", ""

    def _list_note(self) -> str:
        draft = self.state.draft
        if draft is None or draft.list_stage is not Stage.OPTION or not draft.picks.cards:
            return ""
        return self.state.names.put_into(
            " ".join(self._card(card).text for card in draft.picks.cards)
        )

    # What can be done

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        if self.chat is not None:
            return typing("say it", self.edit)
        d = self._has_draft
        chosen = self._may_choose
        return (
            Action("go on", ("enter",), "go on; on a full draft: sign and send", self._enter,
                   self._enter_word(), d, self._why_not_enter, answers=True, quiet=True),
            Action("back to now", ("esc", "enter"), "back to the table as it is now", self._now,
                   "now", lambda: self.moment is not None),
            Action("result", ("o", "enter"), "how the game ended", self._result, "result",
                   lambda: self.state.over and self.moment is None),
            Action("pick", tuple(DIGITS), "pick the first, second and so on of what is listed",
                   never_called, "", d),
            Action("toggle", ("space",), "pick or drop what has the cursor", self._toggle,
                   "pick", d, chosen, answers=True, quiet=True),
            Action("act", ("y",), "say that you want to act", self._act, "act",
                   self._is_claim, answers=True),
            Action("pass", ("p",), "pass; Enter sends it", self._pass, "pass", d,
                   self._why_not_pass, answers=True, quiet=True),
            Action("standing pass", ("P",), "pass everything until something happens",
                   self._standing, "pass until", self._may_stand),
            Action("undo", ("u", "backspace"), "undo within the draft", self._undo, "undo", d,
                   self._why_not_undo, quiet=True),
            Action("redo", ("U",), "redo what was undone", self._redo, "", d, self._why_not_redo),
            Action("clear", ("esc",), "clear the draft; u brings it back", self._clear, "", d,
                   self._why_not_undo),
            Action("read", ("i",), "read the card that has the cursor", self._read, "card",
                   lambda: self.view is not None),
            Action("next panel", ("tab",), "to the next panel", lambda: self._tab(1)),
            Action("previous panel", ("s-tab",), "to the panel before", lambda: self._tab(-1)),
            Action("left", ("left", "h"), "one to the left; a number less",
                   lambda: self._move(-1, 0)),
            Action("right", ("right", "l"), "one to the right; a number more",
                   lambda: self._move(1, 0)),
            Action("up", ("up", "k"), "one up", lambda: self._move(0, -1)),
            Action("down", ("down", "j"), "one down", lambda: self._move(0, 1)),
            Action("page up", ("pgup",), "ten up", lambda: self._move(0, -10)),
            Action("page down", ("pgdn",), "ten down", lambda: self._move(0, 10)),
            Action("board", ("b",), "the whole board, with what is in force", self._board, "board",
                   lambda: self.view is not None),
            Action("log", ("L",), "the whole story, with what was checked", self._log, "Log",
                   lambda: self.state.snapshot is not None),
            Action("chat", ("c",), "say something to the table", self._chat, "chat",
                   lambda: self.state.can_chat),
            Action("mute", ("m",), "do not show what a seat says, or show it again", self._mute,
                   "", lambda: self.state.can_chat),
            Action("jump", ("f",), "a letter on everything: one key to anywhere", self._jump),
            Action("seats", ("w",), "who sits here, with the words of their keys", self._seats),
            Action("verify", ("v",), "check everything so far again from the record",
                   lambda: self.ui.wish(Verify()), "verify" if self.state.over else "",
                   lambda: self.view is not None),
            Action("save", ("s",), "write the record into a file",
                   lambda: self.ui.wish(SaveRecord()), "",
                   lambda: self.view is not None),
            Action("replay", ("r",), "step through all of it so far",
                   lambda: self.ui.wish(Replay()), "replay" if self.state.over else "",
                   lambda: self.view is not None),
            Action("help", ("?",), "this list", lambda: self.ui.push(help_window(self.ui, self)),
                   "help"),
            Action("leave", ("q",), "leave the table, or the game", self._leave, "leave"),
        )  # fmt: skip

    def edit(self, key: str) -> bool:
        """See Screen."""
        if self.chat is None:
            return False
        if key == "enter":
            text, self.chat = self.chat.text.strip(), None
            if text:
                self.ui.wish(Say(text))
        elif key == "esc":
            self.chat = None
        else:
            return self.chat.edit(key) or is_named(key)
        return True

    def typed(self, text: str) -> bool:
        """See Screen. Digits pick; they are one action with ten keys."""
        if self.chat is not None:
            self.chat.insert(text)
            return True
        if text in DIGITS and len(text) == 1 and self._has_draft():
            place = DIGITS.index(text)
            pick = Action("pick", (), "", lambda: self._pick_digit(place), answers=True)
            self.ui.act(pick)
            return True
        return False

    # When, and why not

    def _has_draft(self) -> bool:
        return self.state.draft is not None and self.moment is None

    def _is_claim(self) -> bool:
        draft = self.state.draft
        return self._has_draft() and draft is not None and draft.asked.prompt.claiming

    def _may_stand(self) -> bool:
        snapshot = self.state.snapshot
        prompt = snapshot.prompt if snapshot else None
        standing = prompt is not None and (prompt.choice.standing or prompt.claiming)
        return standing and self._has_draft() and bool(self._events())

    def _enter_word(self) -> str:
        draft = self.state.draft
        return "sign+send" if draft is not None and draft.complete else "go on"

    def _why_not_enter(self) -> str:
        draft = self.state.draft
        if draft is not None and draft.stage is Stage.CLAIM:
            return "first say y to act or p to pass"
        return ""

    def _may_choose(self) -> str:
        draft = self.state.draft
        if draft is not None and draft.asked.prompt.claiming:
            return "first say y to act or p to pass"
        return "" if self.focus in (HAND, LIST, BOARD) else "nothing to pick has the cursor"

    def _why_not_pass(self) -> str:
        draft = self.state.draft
        return "" if draft and draft.may_pass else "this question cannot be passed"

    def _why_not_undo(self) -> str:
        draft = self.state.draft
        return "there is nothing to undo" if draft is None or draft.untouched else ""

    def _why_not_redo(self) -> str:
        draft = self.state.draft
        return "" if draft is not None and draft.can_redo else "nothing was undone"

    # The draft

    def _after(self, problem: str) -> None:
        """After a change of the draft: say what was wrong, or go where it goes on."""
        if problem:
            self.ui.say(problem)
            return
        draft = self.state.draft
        if draft is None:
            return
        if draft.complete and draft.picks.claim is None:
            answer = NOTHING if draft.picks.passing else draft.picks.answer
            self.ui.wish(Foresee(answer, draft.picks))
        if listing(draft):
            if self.focus != LIST:
                self.at[LIST] = 0
            self.focus = LIST
        elif self.focus == LIST:
            self.focus = HAND

    def _pick_digit(self, place: int) -> None:
        draft = self.state.draft
        if draft is None:
            return
        if listing(draft) and draft.list_stage is not Stage.NUMBER:
            self._pick_item(place)
        elif place < len(self.cards()):
            self.focus = HAND
            self.at[HAND] = place
            self._pick_card(self.cards()[place])

    def _pick_card(self, card: CardView) -> None:
        draft = self.state.draft
        if draft is None:
            return
        if card.id is None:
            self.ui.say(f"{card.title} is not a card that can be picked.")
        else:
            self._after(draft.card(card.id))

    def _pick_item(self, place: int) -> None:
        draft = self.state.draft
        if draft is None:
            return
        if draft.list_stage is Stage.ORDER:
            items = draft.items()
            if place < len(items):
                self.at[LIST] = place
                self._after(draft.place(place))
            return
        fitting = draft.fitting()
        if place < len(fitting):
            self.at[LIST] = place
            self._after(draft.option(fitting[place]))

    def _toggle(self) -> None:
        draft = self.state.draft
        if self.focus == HAND and self.at[HAND] < len(self.cards()):
            self._pick_card(self.cards()[self.at[HAND]])
        elif self.focus == LIST and draft is not None and draft.list_stage is not Stage.NUMBER:
            self._pick_item(self.at[LIST])
        elif self.focus == BOARD:
            scene = self.scene()
            if scene is not None and self.at[BOARD] < len(scene.all_cards()):
                self._pick_card(scene.all_cards()[self.at[BOARD]])

    def _enter(self) -> None:
        """Go on; with one thing to pick and nothing picked, pick what has the cursor first."""
        draft = self.state.draft
        if draft is None:
            return
        picks = draft.picks
        single = draft.stage is Stage.CARDS and draft.asked.choice.most == 1 and not picks.cards
        in_list = draft.stage in (Stage.OPTION, Stage.ORDER) and self.focus == LIST
        if (single and self.focus in (HAND, BOARD)) or in_list:
            self._toggle()
            return
        decision = draft.go_on()
        if isinstance(decision, str):
            self._after(decision)
            return
        assert isinstance(decision, Answer | bool)
        step = draft.asked.prompt.step
        self.state.sent()
        self.focus = HAND
        self.ui.wish(Decide(step, decision))

    def _act(self) -> None:
        draft = self.state.draft
        self._after(draft.act() if draft else "")

    def _pass(self) -> None:
        draft = self.state.draft
        self._after(draft.skip() if draft else "")

    def _undo(self) -> None:
        draft = self.state.draft
        self._after(draft.undo() if draft else "")

    def _redo(self) -> None:
        draft = self.state.draft
        self._after(draft.redo() if draft else "")

    def _clear(self) -> None:
        if self.state.draft is not None:
            self.state.draft.clear()
            self._after("")
            self.ui.say("The draft is cleared; u brings it back.")

    def _events(self) -> list[tuple[str, str]]:
        """Public events that a standing pass may last to, as far as this game has shown them."""
        own = self.state.names.own
        found = []
        for event in self.state.events:
            if event == f"turn {own}":
                found.append((event, "your own turn begins"))
            elif event in EVENTS:
                found.append((event, EVENTS[event]))
        return found

    def _standing(self) -> None:
        entries = [
            (str(n), f"until {words}", self._stand(event))
            for n, (event, words) in enumerate(self._events(), 1)
        ]
        text = "Pass everything that may be passed. It is signed and cannot be taken back."
        self.ui.push(Menu(self.ui, "Standing pass", text, entries))

    def _stand(self, event: str) -> Callable[[], None]:
        def stand() -> None:
            self.state.sent()
            self.ui.wish(PassUntil(event))

        return stand

    # Moving about

    def _tab(self, by: int) -> None:
        panels = [LIST if listing(self.state.draft) else HAND, BOARD, LOG]
        if listing(self.state.draft) and self.ui.wide:
            panels.insert(0, HAND)
        if listing(self.state.draft) and not self.ui.wide:
            panels.remove(LOG)
        place = panels.index(self.focus) if self.focus in panels else 0
        self.focus = panels[(place + by) % len(panels)]

    def _move(self, across: int, down: int) -> None:
        draft = self.state.draft
        if self.focus == LOG:
            self._scroll(-down)
        elif self.focus == BOARD:
            self._move_on_board(across, down)
        elif self.focus == LIST and draft is not None:
            if draft.list_stage is Stage.NUMBER:
                self._after(draft.number(across - down))
                return
            items = draft.items() if draft.list_stage is Stage.ORDER else draft.fitting()
            self.at[LIST] = max(0, min(len(items) - 1, self.at[LIST] + across + down))
        else:
            cards = self.cards()
            self.at[HAND] = max(0, min(len(cards) - 1, self.at[HAND] + across + down))

    def _move_on_board(self, across: int, down: int) -> None:
        """To the nearest card in that direction."""
        spots = [s for s in self.ui.canvas.spots if s.target.panel == BOARD]
        here = self.ui.canvas.find(Target(BOARD, self.at[BOARD]))
        if not spots:
            return
        if here is None:
            self.at[BOARD] = spots[0].target.index
            return
        best: tuple[int, int] | None = None
        for spot in spots:
            x, y = spot.rect.x - here.x, spot.rect.y - here.y
            along, aside = (x * across, abs(y)) if across else (y * down, abs(x))
            if along <= 0 or (across and aside):
                continue
            far = along * (1 if across else 8) + aside
            if best is None or far < best[0]:
                best = (far, spot.target.index)
        if best is not None:
            self.at[BOARD] = best[1]
        elif across:
            places = [s.target.index for s in spots]
            place = places.index(self.at[BOARD]) + across
            if 0 <= place < len(places):
                self.at[BOARD] = places[place]

    def _scroll(self, by: int) -> None:
        most = max(0, len(self.state.story(with_chat=not self.ui.wide)) - 3)
        self.back = max(0, min(most, self.back + by))

    def click(self, target: Target) -> None:
        """See Screen."""
        draft = self.state.draft
        if target.panel == HAND:
            self.focus = HAND
            self.at[HAND] = target.index
            if self._has_draft() and target.index < len(self.cards()):
                self._pick_by_mouse(self.cards()[target.index])
        elif target.panel == BOARD:
            self.focus = BOARD
            self.at[BOARD] = target.index
            scene = self.scene()
            if draft is not None and scene is not None and target.index < len(scene.all_cards()):
                card = scene.all_cards()[target.index]
                if card.id in draft.asked.choice.cards:
                    self._pick_by_mouse(card)
        elif target.panel == LIST and draft is not None:
            self.focus = LIST
            if target.word:
                self._move(-1 if target.word == "less" else 1, 0)
            else:
                place = target.index
                self.ui.act(Action("", (), "", lambda: self._pick_item(place), answers=True))
        elif target.panel == LOG:
            self.focus = LOG
        elif target.panel == SEATS:
            self._seats()
        elif target.panel == "panel" and target.word in (BOARD, LOG):
            self.focus = target.word

    def _pick_by_mouse(self, card: CardView) -> None:
        """Picks, but only looks where the card cannot be picked: its panel says why."""
        draft = self.state.draft
        if draft is None or Stage.CARDS not in draft.asked.stages:
            return
        self.ui.act(Action("", (), "", lambda: self._pick_card(card), answers=True))

    def read(self, target: Target) -> None:
        """See Screen: a second click undoes the first one's pick and reads the card."""
        if target.panel in (HAND, BOARD):
            draft = self.state.draft
            if draft is not None and not draft.untouched and self._has_draft():
                draft.undo()
            self.focus = target.panel
            self.at[target.panel] = target.index
            self._read()
        elif target.panel == LOG:
            self._log()
        else:
            self.click(target)

    def wheel(self, target: Target | None, by: int) -> None:
        """See Screen."""
        panel = target.panel if target else ""
        if panel == "panel" and target is not None:
            panel = target.word
        if panel in (HAND, LIST):
            self.focus = panel
            self._move(0, by)
        elif panel == LOG:
            self._scroll(-by)

    # Windows

    def _read(self) -> None:
        names = self.state.names
        scene = self.scene()
        card: CardView | None = None
        where = ""
        if self.focus == BOARD and scene is not None and scene.all_cards():
            number = min(self.at[BOARD], len(scene.all_cards()) - 1)
            card, where = scene.all_cards()[number], scene.place_of(number)
        elif self.at[HAND] < len(self.cards()):
            card, where = self.cards()[self.at[HAND]], "Your hand"
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
        if card.mark:
            rows += [Row(""), Row(f"Mark: {names.put_into(card.mark)}", style="dim")]
        self.ui.push(Text(self.ui, where, rows, 60))

    def _board(self) -> None:
        self.ui.push(BoardScreen(self.ui, self.scene))

    def _log(self) -> None:
        self.ui.push(LogScreen(self.ui, self.state, self._look_at))

    def _look_at(self, line: int) -> None:
        self.moment = line

    def _now(self) -> None:
        self.moment = None

    def _chat(self) -> None:
        self.chat = Field()

    def _jump(self) -> None:
        self.ui.push(Jump(self.ui, self))

    def _seats(self) -> None:
        state = self.state
        rows = []
        for line in state.seats(self.ui.now):
            person = state.names.people[line.seat]
            words = state.words[line.seat] if line.seat < len(state.words) else "…"
            rows += [Row(person.title, chr(65 + line.seat), f"seat{line.seat % 6}")]
            rows += [Row(f"key: {words}", "", "dim")]
            said = [counted(line.hand, "card"), line.note, line.waiting]
            rows += [Row(", ".join(text for text in said if text)), Row("")]
        self.ui.push(Text(self.ui, "Seats; compare the words of the keys", rows, 60))

    def _mute(self) -> None:
        state = self.state
        entries: list[tuple[str, str, Callable[[], None]]] = []
        for seat, person in enumerate(state.names.people):
            if seat != state.names.own:
                verb = "show again what" if seat in state.muted else "mute"
                said = f"{verb} {person.name}{' says' if seat in state.muted else ''}"
                entries.append((str(len(entries) + 1), said, self._muting(seat)))
        self.ui.push(Menu(self.ui, "Chat", "Others still hear whom you mute.", entries))

    def _muting(self, seat: int) -> Callable[[], None]:
        def turn() -> None:
            muted = seat not in self.state.muted
            (self.state.muted.add if muted else self.state.muted.discard)(seat)
            self.ui.wish(Mute(seat, muted))

        return turn

    def _result(self) -> None:
        self.show_result()

    def show_result(self) -> None:
        """The game is over: say how, once."""
        if not isinstance(self.ui.top, GameOver):
            self.ui.push(GameOver(self.ui, self.state))

    def _leave(self) -> None:
        wish = self.ui.wish
        if self.state.over or self.state.names.own is None:
            wish(LeaveTable())
            return
        entries: list[tuple[str, str, Callable[[], None]]] = [
            ("p", "pause: the game is saved and goes on when you come back",
             lambda: wish(LeaveTable())),
        ]  # fmt: skip
        snapshot = self.state.snapshot
        if snapshot is not None and snapshot.view is not None and not snapshot.conceding:
            entries.append(("c", "concede: leave this game for good", self._concede))
        text = "Nothing is lost: everything that was signed is on disk."
        self.ui.push(Menu(self.ui, "Leave the table", text, entries))

    def _concede(self) -> None:
        entries: list[tuple[str, str, Callable[[], None]]] = [
            ("n", "no, play on", lambda: None),
            ("y", "yes, concede", lambda: self.ui.wish(Concede())),
        ]
        text = "You leave at the next step that you owe. It is signed and cannot be taken back."
        self.ui.push(Menu(self.ui, "Concede?", text, entries))


def never_called() -> None:
    """Digits are taken as typed text; their row in the table is for the help."""
