"""Keys and clicks on the table: from a question to a decision, and everything on the way back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.model.draft import Draft
from cli.model.intents import (
    Concede,
    Decide,
    LeaveTable,
    OpenReplay,
    PassUntil,
    PreviewMove,
    Quit,
    Say,
)
from cli.tui.table.draft_editor import DraftEditor
from cli.tui.table.screen import TableScreen
from cli.tui.table.status import rest, seats_shown
from cli.tui.table.story import LogScreen
from cli.tui.toolkit.actions import conflicts
from cli.tui.toolkit.canvas import Target
from cli.tui.toolkit.settings import Settings
from cli.tui.toolkit.windows import LETTERS, Text
from games import registry
from games.engine.choice import NOTHING, Answer, Choice, Option
from games.engine.values import CardId, Seat
from games.registry import GAMES
from p2p.client.play.snapshot import Wait
from p2p.client.talk.chat import ChatLine
from p2p.client.updates import Progress
from tests.cli.tui.house import SIZES, LocalTable, Stage, names_of

CAREFUL = registry.make("king").info.passes[0].events_for(Seat(0))


def seated(moves: int = 2, *, seed: int = 4, size: str = "small") -> tuple[Stage, LocalTable]:
    stage, table = Stage(size), LocalTable(seed=seed)
    for _ in range(moves):
        table.decide(table.advised())
    stage.sit(table)
    return stage, table


def editor_of(stage: Stage) -> DraftEditor:
    screen = stage.ui.find(TableScreen)
    assert isinstance(screen, TableScreen)
    assert screen.state.editor is not None
    return screen.state.editor


def draft_of(stage: Stage) -> Draft:
    return editor_of(stage).draft


def decisions(stage: Stage) -> list[Decide]:
    return [intent for intent in stage.ui.intents if isinstance(intent, Decide)]


def test_a_move_is_three_keys_and_nothing_leaves_before_the_last() -> None:
    stage, table = seated()
    stage.press("5", "2")
    assert not decisions(stage)
    assert "DRAFT 2 Beggar of dowry: make it the influence rule" in stage.status
    stage.press("enter")
    (sent,) = decisions(stage)
    assert table.prompt is not None
    assert sent.step == table.prompt.step
    assert sent.decision == Answer((table.prompt.choice.cards[0],), "rule")


def test_enter_alone_plays_as_well() -> None:
    stage, _ = seated()
    stage.press("enter", "enter", "enter")
    assert len(decisions(stage)) == 1


def test_undo_and_redo_walk_through_the_draft() -> None:
    stage, _ = seated()
    stage.press("1", "1")
    assert draft_of(stage).complete
    stage.press("u")
    assert draft_of(stage).option is None
    stage.press("u")
    assert editor_of(stage).untouched
    stage.press("u")
    assert "There is nothing to undo" in stage.text
    stage.press("U", "U")
    assert draft_of(stage).complete
    stage.press("esc")
    assert not draft_of(stage).cards
    stage.press("u")
    assert draft_of(stage).complete


def test_a_card_that_cannot_be_picked_says_why() -> None:
    stage, table = seated()
    assert table.prompt is not None
    card = table.prompt.choice.cards[0]
    draft = draft_of(stage)
    assert draft.reason(CardId(9999)) == "it is not asked for here"
    assert "cannot be picked" in editor_of(stage).card(CardId(9999))
    stage.press("p")
    assert "This question cannot be passed" in stage.text
    assert card not in draft_of(stage).cards


def test_a_key_in_the_first_moment_of_a_question_does_not_answer_it() -> None:
    stage, _ = seated()
    stage.ui.settings = Settings(guard=300)
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    screen.state.follower.asked_at = stage.now
    stage.ui.key("1", stage.now + 0.29)
    assert editor_of(stage).untouched
    assert "press again" in stage.text
    stage.ui.key("1", stage.now + 0.31)
    assert not editor_of(stage).untouched


def test_keys_that_only_look_work_at_once() -> None:
    stage, _ = seated()
    stage.ui.settings = Settings(guard=300)
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    screen.state.follower.asked_at = stage.now
    stage.ui.key("i", stage.now + 0.1)
    assert isinstance(stage.ui.top, Text)


def test_the_mouse_picks_and_only_the_button_sends() -> None:
    stage, _ = seated()
    stage.click_text("(6♥love)")
    assert draft_of(stage).cards
    stage.click_text("make it the Proposal")
    assert draft_of(stage).complete
    assert not decisions(stage)
    stage.click_text("[ Send ]")
    assert len(decisions(stage)) == 1


def test_a_double_click_reads_and_picks_nothing() -> None:
    stage, _ = seated()
    spot = next(s for s in stage.picture().spots if s.target.panel == "hand")
    for later in (0.0, 0.2):
        stage.ui.click(spot.rect.x + 1, spot.rect.y, stage.now + later)
        stage.picture()
    assert isinstance(stage.ui.top, Text)
    stage.press("esc")
    assert editor_of(stage).untouched


def test_a_full_draft_asks_what_it_leads_to_and_shows_it() -> None:
    stage, _ = seated()
    stage.press("1", "1")
    (intent,) = [w for w in stage.ui.intents if isinstance(w, PreviewMove)]
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    assert intent.of == draft_of(stage)
    screen.state.foreseen = (draft_of(stage), ("Ana plays it.", "Ben is favoured."))
    assert "Then: Ana plays it. Ben is favoured." in stage.text
    long = ("Ana plays " + "the Assassin, " * 6 + "at last.", "Ben is favoured.")
    screen.state.foreseen = (draft_of(stage), long)
    assert "Then: Ben is favoured." in stage.text  # what is done stands in the draft as well
    stage.press("u", "2")
    assert "Then:" not in stage.text


def test_the_question_stays_closed_until_the_table_moves() -> None:
    stage, table = seated()
    stage.press("1", "1", "enter")
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    stage.take(screen.state, table.snapshot())
    assert screen.state.draft is None
    screen.state.refused(stage.now)
    assert screen.state.draft is not None


def test_jump_letters_go_anywhere() -> None:
    stage, _ = seated()
    canvas = stage.picture()
    spots = [s for s in canvas.spots if s.target.panel not in ("action", "log")]
    place = next(n for n, s in enumerate(spots) if s.target.panel == "hand" and s.target.index == 2)
    stage.press("f", LETTERS[place])
    assert draft_of(stage).cards == (draft_of(stage).model.view.hand[2].id,)


def seen_after(stage: Stage, line: int) -> None:
    """The table was on this screen when that line had just been told."""
    screen = stage.ui.find(TableScreen)
    assert isinstance(screen, TableScreen)
    assert screen.state.view is not None
    screen.state.log.views.insert(0, (line, screen.state.view))


def test_of_a_line_that_was_told_unseen_the_record_shows_the_table() -> None:
    stage, _ = seated()
    stage.press("/", *"assassin", "enter", "enter")
    assert "As it lay after" not in stage.text
    assert stage.ui.intents[-1] == OpenReplay(line=5)


def test_the_log_is_searched_and_a_line_shows_its_moment() -> None:
    stage, _ = seated()
    seen_after(stage, 5)
    stage.press("L", "/", *"assassin", "enter")
    log = stage.ui.top
    assert isinstance(log, LogScreen)
    assert log.at == 4
    stage.press("enter")
    assert "As it lay after line 5" in stage.text
    stage.press("1")
    assert editor_of(stage).untouched
    stage.press("esc", "1")
    assert not editor_of(stage).untouched


def test_what_is_picked_now_is_not_picked_in_the_table_as_it_lay() -> None:
    stage, _ = seated()
    seen_after(stage, 5)
    stage.press("1")
    assert not editor_of(stage).untouched
    stage.press("L", "/", *"assassin", "enter", "enter")
    assert "As it lay after line 5" in stage.text
    assert not any("1 <" in line or "1x<" in line or "1 (" in line for line in stage.lines())


def test_the_words_of_a_line_are_read_in_the_whole_story() -> None:
    stage, _ = seated()
    stage.press("L", "/", *"assassin", "enter", "i")
    assert "Words of this line" in stage.text
    stage.press("esc")
    assert isinstance(stage.ui.top, LogScreen)


def test_the_whole_board_names_the_cards_of_ones_own_hand() -> None:
    stage, _ = seated()
    stage.press("b")
    assert "Your hand: " in stage.text


def test_the_story_is_searched_from_the_table_at_once() -> None:
    stage, _ = seated()
    seen_after(stage, 5)
    stage.press("/", *"assassin", "enter", "enter")
    assert "As it lay after line 5" in stage.text


def test_chat_takes_letters_for_itself() -> None:
    stage, _ = seated()
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    screen.state.can_chat = True
    stage.press("c", *"1 quit?", "left", "backspace", "enter")
    assert Say("1 qui?") in stage.ui.intents
    assert editor_of(stage).untouched
    stage.press("c", "x", "esc")
    assert len([w for w in stage.ui.intents if isinstance(w, Say)]) == 1


def test_leaving_asks_what_is_meant() -> None:
    stage, _ = seated()
    stage.press("q", "esc")
    assert not stage.ui.intents
    stage.press("q", "c", "n")
    assert not stage.ui.intents
    stage.press("q", "c", "y")
    assert stage.ui.intents == [Concede()]
    stage.press("q", "p")
    assert stage.ui.intents[-1] == LeaveTable()


def test_ctrl_c_twice_leaves() -> None:
    stage, _ = seated()
    stage.press("c-c")
    assert "Ctrl-C once more" in stage.text
    assert not stage.ui.intents
    stage.press("c-c")
    assert stage.ui.intents == [Quit()]


def test_panels_scroll_and_the_board_has_a_cursor() -> None:
    stage, _ = seated()
    stage.press("tab")
    first = stage.lines()[-3]
    assert "Parents: 5 Soldier of peace" in first
    stage.press("down")
    assert "Successor" in stage.lines()[-3]
    stage.press("tab", "up", "up", "up")
    assert "2 lines back" in stage.text


def test_no_two_actions_share_a_key() -> None:
    stage, _ = seated()
    for keys in ((), ("1",), ("1",), ("L",), ("esc",), ("q",), ("esc",), ("?",)):
        stage.press(*keys)
        assert not conflicts(stage.ui.top.actions())


def test_every_key_of_the_help_is_in_the_table_and_every_hint_too() -> None:
    stage, _ = seated(size="wide")
    stage.press("?")
    shown = stage.text
    stage.press("esc")
    for action in stage.ui.top.actions():
        if action.when() and action.keys and action.name in ("go on", "undo", "board", "leave"):
            assert action.title[:30] in shown


# Other shapes of question, on a table that only lends its look


def asked(stage: Stage, choice: Choice, **prompt: bool) -> None:
    from p2p.session.person import Prompt

    table = LocalTable(seed=4)
    hand = table.snapshot().view.hand  # type: ignore[union-attr]
    if choice.cards:
        cards = tuple(card.id for card in hand[: len(choice.cards)] if card.id is not None)
        choice = replace(choice, cards=cards)
    stage.sit(table, replace(table.snapshot(), prompt=Prompt(99, choice, **prompt)))


def test_several_cards_are_toggled_and_sent_in_their_order() -> None:
    stage = Stage()
    asked(stage, Choice("discard", "Discard.", (CardId(1), CardId(2), CardId(3)), 2, 3))
    stage.press("2", "enter")
    assert not draft_of(stage).complete
    stage.press("1", "3", "2", "enter")
    assert draft_of(stage).complete
    cards = draft_of(stage).model.choice.cards
    stage.press("enter")
    assert decisions(stage)[0].decision == Answer((cards[0], cards[2]))


def test_a_number_is_counted() -> None:
    stage = Stage()
    asked(stage, Choice("bid", "Bid.", low=2, high=5))
    stage.press("right", "right", "right", "right", "left", "enter", "enter")
    assert decisions(stage)[0].decision == Answer(number=4)


@pytest.mark.parametrize(
    ("keys", "number"),
    [
        (("3",), 3),
        (("1", "2"), 12),
        (("1", "4"), 4),  # fourteen would be too much
        (("1", "right", "2"), 2),  # an arrow ends what was typed
        (("3", "0"), 3),  # neither 30 nor 0 can be
    ],
)
def test_a_number_is_typed(keys: tuple[str, ...], number: int) -> None:
    stage = Stage()
    asked(stage, Choice("bid", "Bid.", low=1, high=13))
    stage.press(*keys, "enter", "enter")
    assert decisions(stage)[0].decision == Answer(number=number)


def test_items_are_put_in_order() -> None:
    stage = Stage()
    asked(stage, Choice("order", "Order.", items=("one", "two", "three")))
    stage.press("3", "1", "1", "2", "1", "enter")
    assert decisions(stage)[0].decision == Answer(order=(2, 1, 0))


def test_options_alone_are_chosen_by_arrows() -> None:
    stage = Stage()
    options = (Option("a", "Alpha"), Option("b", "Beta"))
    asked(stage, Choice("pick", "Pick.", options=options, pass_label="leave it"))
    stage.press("down", "space", "enter")
    assert decisions(stage)[0].decision == Answer(option="b")


def test_passing_is_a_draft_too() -> None:
    stage = Stage()
    options = (Option("a", "Alpha"), Option("b", "Beta"))
    asked(stage, Choice("pick", "Pick.", options=options, pass_label="leave it"))
    stage.press("p")
    assert "DRAFT pass: leave it" in stage.status
    stage.press("u", "p", "enter")
    assert decisions(stage)[0].decision == Answer()


def test_a_window_asks_first_whether_to_act() -> None:
    stage = Stage()
    choice = Choice("react", "React?", (CardId(1),), 0, 1, pass_label="no", standing=True)
    asked(stage, choice, claiming=True)
    stage.press("enter")
    assert "First say y to act or p to pass" in stage.text
    stage.press("y", "u", "p")
    assert decisions(stage)[0].decision is False


def king_window(stage: Stage) -> tuple[LocalTable, TableScreen]:
    table = LocalTable("king", 3, seed=5)
    while table.prompt is not None and not table.prompt.claiming:
        table.decide(table.advised())
    return table, stage.sit(table)


def test_a_standing_pass_is_one_of_those_that_the_game_offers() -> None:
    stage = Stage()
    _, screen = king_window(stage)
    stage.press("P")
    assert "1  until your turn, or something touches you or the crown" in stage.text
    stage.press("1")
    assert stage.ui.intents == [PassUntil(CAREFUL)]
    assert screen.state.draft is None


def test_a_standing_pass_is_shown_while_it_stands_and_not_offered_again() -> None:
    for size in SIZES:
        stage = Stage(size)
        table, screen = king_window(stage)
        assert "until your own turn" not in stage.text
        standing = ((("turn 0",), ("a", "b")), (("turn 1",),), ())
        table.prompt = None
        stage.take(screen.state, replace(table.snapshot(), standing=standing))
        own, ben, _ = seats_shown(screen.state, stage.now)
        passes = [line.passes.label for line in (own, ben) if line.passes is not None]
        assert passes == ["until your own turn", "ahead"]
        assert "until your own turn" in stage.text
        stage.press("P")
        assert "You pass until your own turn" in stage.text
        assert "2  until something is aimed" in stage.text
        stage.press("2")
        assert stage.ui.intents == [PassUntil(("coronation", "joint attack", "named 0"))]
        every = (tuple(offer.events_for(Seat(0)) for offer in screen.state.offers), (), ())
        stage.take(screen.state, replace(table.snapshot(), standing=every))
        stage.press("P")
        assert "that cannot be taken back." in stage.text


def test_six_seats_show_names_and_passes_in_one_row_each() -> None:
    stage = Stage("wide")
    stage.size = (100, 32)
    table = LocalTable("king", 6, seed=5)
    stage.sit(
        table, replace(table.snapshot(), standing=((("turn 0",),), (("x",),), (), (), (), ()))
    )
    assert "A Ana (you) 5 cards, until your own" in stage.lines()[3]
    assert "B Ben 5 cards, passes ahead" in stage.lines()[4]


def test_a_game_without_standing_passes_offers_none() -> None:
    stage, _ = seated()
    stage.press("P")
    assert len(stage.ui.screens) == 1
    assert "standing" not in {action.name for action in stage.ui.actions() if action.when()}


def test_a_standing_pass_outside_of_windows_leaves_the_question_open() -> None:
    stage = Stage()
    table = LocalTable("king", 3, seed=5)
    while table.prompt is None or table.prompt.claiming or table.prompt.choice.standing:
        table.decide(table.advised())
    screen = stage.sit(table)
    stage.press("P", "1")
    assert stage.ui.intents == [PassUntil(CAREFUL)]
    assert screen.state.draft is not None


def test_one_key_passes_what_may_be_passed_and_enter_on_a_card_picks_it() -> None:
    stage = Stage()
    choice = Choice("extra", "Poison?", (CardId(1), CardId(2)), 0, 2, pass_label="none")
    asked(stage, choice)
    assert "or Enter" not in stage.status
    stage.press("enter")
    assert "DRAFT pass: none" in stage.status
    asked(stage, replace(choice, standing=True))
    assert "or p to pass" in stage.status
    stage.press("1")
    assert "So far: 9 General" in stage.status
    stage.press("1", "enter")
    assert "So far: 9 General" in stage.status
    assert not decisions(stage)
    stage.press("u", "u", "u", "p")
    assert decisions(stage)[0].decision == NOTHING


def test_enter_passes_where_no_card_fits() -> None:
    stage, table = Stage("wide"), LocalTable("king", 6, seed=1)
    for _ in range(41):
        table.decide(table.advised())
    stage.sit(table)
    draft = draft_of(stage)
    assert draft.nothing_fits
    assert draft.model.choice.may_pass
    assert "No card fits; Enter passes." in stage.status
    stage.press("enter")
    assert decisions(stage)[0].decision == NOTHING


def test_any_game_plays_through_by_enter_alone() -> None:
    for game in GAMES:
        stage, table = Stage("wide"), LocalTable(game, seats=3, seed=2)
        screen = stage.sit(table)
        for _ in range(40):
            if table.prompt is None:
                break
            stage.ui.intents.clear()
            if draft_of(stage).model.choice.min_cards > 1:  # Enter picks one card, Space several
                table.decide(table.advised())
                stage.take(screen.state, table.snapshot())
                continue
            for _ in range(6):
                if decisions(stage):
                    break
                may_pass = draft_of(stage).may_pass and not draft_of(stage).complete
                stage.press("p" if may_pass else "enter")
            (sent,) = decisions(stage)
            table.decide(sent.decision)
            stage.take(screen.state, table.snapshot())


# The story's panel, areas and windows


def test_enter_in_the_story_shows_the_table_as_it_lay_then() -> None:
    for size in SIZES:
        stage, table = seated(size=size)
        stage.press("s-tab")
        count = len(table.snapshot().lines)
        assert f"Line {count}, nothing new to check" in stage.text
        cursor = stage.picture().cursor
        assert cursor is not None
        assert f"{count} " in stage.lines()[cursor[1]]
        stage.press(*["up"] * 5)
        assert f"Line {count - 5}," in stage.text
        cursor = stage.picture().cursor
        assert cursor is not None
        assert f"{count - 5} " in stage.lines()[cursor[1]]
        seen_after(stage, count - 5)
        stage.press("enter")
        assert f"As it lay after line {count - 5}" in stage.text
        stage.press("esc")
        assert "As it lay" not in stage.text
        stage.press("pgdn")
        assert f"Line {count}," in stage.text
        stage.press("tab")
        stage.press("1")
        assert not editor_of(stage).untouched


def test_a_line_of_chat_shows_no_moment() -> None:
    stage, _ = seated()
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    screen.state.say([ChatLine(1, "hello")])
    assert "└─ Ben: hello ─" in stage.text  # it pushes no line of the story away
    stage.press("L", "end", "enter")
    assert "That is no line of the story." in stage.text
    assert screen.cursor.moment is None


def test_jump_letters_reach_every_rank_and_card_of_a_full_board() -> None:
    for size in SIZES:
        stage, table = Stage(size), LocalTable("king", 6, seed=5)
        stage.sit(table)
        spots = [s.target for s in stage.picture().spots if s.target.panel not in ("action", "log")]
        assert len(spots) <= len(LETTERS)
        ranks = [target for target in spots if target.panel == "area"]
        assert len(ranks) >= 7
        stage.press("f", LETTERS[spots.index(ranks[1])])
        assert "Duke" in stage.text
        screen = stage.ui.top
        assert isinstance(screen, TableScreen)
        scene = screen.shown.scene()
        assert scene is not None
        assert scene.place_of(screen.cursor.at["board"]).startswith("Duke")
        stage.press("i")
        assert "Execution" in stage.text


def test_help_is_searched() -> None:
    stage, _ = seated()
    stage.press("?", "/", *"jump", "enter")
    assert "Nothing here has “jump”." in stage.text
    stage.press("/", *"leave", "enter")
    first = stage.picture().cursor
    assert first is not None
    assert "leave the table" in stage.lines()[first[1]]
    stage.press("n")
    assert "leaves; a game is saved" in stage.lines()[stage.picture().cursor[1]]  # type: ignore[index]
    stage.press("n")
    assert stage.picture().cursor == first
    stage.press("/", "q", "esc")
    assert isinstance(stage.ui.top, Text)
    stage.press("esc")
    assert isinstance(stage.ui.top, TableScreen)


def talking(size: str) -> tuple[Stage, TableScreen]:
    stage, _ = seated(size=size)
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    screen.state.can_chat = True
    return stage, screen


def test_what_was_typed_for_the_chat_is_kept_when_it_is_left() -> None:
    stage, _ = talking("small")
    stage.press("c", *"hello", "esc")
    assert "What you typed is kept" in stage.text
    stage.press("c", "!", "enter")
    assert stage.ui.intents == [Say("hello!")]
    stage.press("c", "esc")
    assert "is kept" not in stage.text


def test_a_click_into_the_chat_talks_and_the_wheel_scrolls_it() -> None:
    stage, screen = talking("wide")
    screen.state.say([ChatLine(1, f"word {n}") for n in range(30)])
    assert "word 29" in stage.text
    room = stage.picture().find(Target("panel", word="chat"))
    assert room is not None
    for _ in range(5):
        stage.ui.wheel(room.x + 3, room.y + 2, -1, stage.now)
    assert "word 29" not in stage.text
    assert "word 24" in stage.text
    assert "scrolled back" in stage.text
    stage.click(room.x + 3, room.y + 2)
    stage.press(*"1 q", "enter")
    assert stage.ui.intents == [Say("1 q")]
    assert "word 29" in stage.text


def test_a_draft_whose_question_closes_is_said_to_be_lost() -> None:
    stage, table = seated()
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    stage.take(screen.state, table.snapshot())
    assert not screen.state.lost_draft
    stage.press("1")
    stage.take(screen.state, replace(table.snapshot(), prompt=None))
    assert screen.state.lost_draft
    stage.take(screen.state, table.snapshot())
    assert not screen.state.lost_draft


def test_the_cursor_is_on_what_has_the_focus_and_a_line_says_what_that_is() -> None:
    stage, table = seated()
    stage.press("right")
    cursor = stage.picture().cursor
    assert cursor is not None
    assert stage.lines()[cursor[1]][cursor[0] :].startswith("2 (7♥love)")
    assert "Card 2 of 5: 7 Cleric of love" in stage.lines()[-3]
    stage.press("2")
    stage.press("u")
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    screen.state.names = names_of(3, own=None)
    stage.take(
        screen.state, table.snapshot(seat=None, waiting=(Wait(1, "choosing", decides=True),))
    )
    assert stage.picture().cursor == (1, 22)
    assert "Ben is choosing" in stage.lines()[22]


def test_how_long_a_shuffle_takes_is_reckoned_from_how_far_it_is() -> None:
    stage, _ = seated()
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    state, begun = screen.state, stage.now
    state.progress(Progress(99, 0, 0, 40), begun)
    assert rest(state, begun + 10) == ""
    state.progress(Progress(99, 0, 30, 40), begun + 5)
    assert rest(state, begun + 10) == "about 30 s left"


def test_the_whole_screen_is_drawn_anew_from_anywhere() -> None:
    stage, _ = seated()
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    screen.state.can_chat = True
    for keys in ((), ("c", "x"), ("esc", "?"), ("esc", ":"), ("esc", "L", "/")):
        before = stage.ui.redraws
        stage.press(*keys, "c-l")
        assert stage.ui.redraws == before + 1
    stage.press("esc", "esc", "?", "pgdn", "pgdn")
    assert "Ctrl-L  draw the whole screen anew" in stage.text


def test_what_has_happened_since_the_last_turn_can_be_read_as_a_list() -> None:
    stage, table = seated()
    screen = stage.ui.top
    assert isinstance(screen, TableScreen)
    stage.press("e")
    assert "Since your last turn" not in stage.text
    assert "Since the game began" in stage.text
    stage.press("esc")
    before = len(table.snapshot().lines)
    screen.state.sent()
    table.decide(table.advised())
    stage.take(screen.state, table.snapshot())
    stage.press("e")
    assert "Since your last turn" in stage.text
    told = [line for line in stage.lines() if "plays the" in line]
    assert len(table.snapshot().lines) > before
    assert len(told) >= 3  # our own card, and those of both others
    assert "As it lies now:" in stage.text


def test_the_words_of_a_line_of_the_story_lead_to_the_rules() -> None:
    stage, _ = seated()
    stage.press("s-tab", "i")
    assert "Words of this line" in stage.text
    assert "Ring of Favour" in stage.text
