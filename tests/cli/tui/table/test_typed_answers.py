"""What can be typed at a table: commands and answers in the words of line mode, and Tab."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.model import text_commands
from cli.model.draft import Draft
from cli.model.intents import Concede, Decide, LeaveTable, Mute, PassUntil, Say, ShowSeed
from cli.tui.table.command_line import CommandLine, candidates, completed
from cli.tui.table.draft_editor import DraftEditor
from cli.tui.table.screen import TableScreen
from cli.tui.table.story import BoardScreen, LogScreen
from cli.tui.toolkit.settings import Settings
from cli.tui.toolkit.ui import Screen
from cli.tui.toolkit.windows import Menu, Text
from games.engine.choice import Answer, Choice, Option
from games.engine.values import CardId
from p2p.session.person import Prompt
from tests.cli.tui.house import SIZES, LocalTable, Stage, golden


def seated(choice: Choice | None = None, *, size: str = "small", **prompt: bool) -> Stage:
    stage, table = Stage(size), LocalTable(seed=4)
    for _ in range(2):
        table.decide(table.advised())
    snapshot = table.snapshot()
    if choice is not None:
        assert snapshot.view is not None
        cards = tuple(
            card.id for card in snapshot.view.hand[: len(choice.cards)] if card.id is not None
        )
        choice = replace(choice, cards=cards)
        snapshot = replace(snapshot, prompt=Prompt(99, choice, **prompt))
    stage.sit(table, snapshot)
    return stage


def top(stage: Stage) -> Screen:
    return stage.ui.top


def screen_of(stage: Stage) -> TableScreen:
    screen = stage.ui.find(TableScreen)
    assert isinstance(screen, TableScreen)
    return screen


def editor_of(stage: Stage) -> DraftEditor:
    editor = screen_of(stage).state.editor
    assert editor is not None
    return editor


def draft_of(stage: Stage) -> Draft:
    return editor_of(stage).draft


def typed(stage: Stage, line: str) -> None:
    stage.press(":", *line, "enter")


def test_a_move_in_words_and_nothing_is_sent_before_the_last_enter() -> None:
    stage = seated()
    typed(stage, "beggar; influence")
    assert stage.ui.top is screen_of(stage)
    assert "DRAFT 2 Beggar of dowry: make it the influence rule" in stage.status
    assert not any(isinstance(intent, Decide) for intent in stage.ui.intents)
    stage.press("enter")
    assert any(isinstance(intent, Decide) for intent in stage.ui.intents)


def test_what_cannot_be_keeps_the_line_and_says_why() -> None:
    stage = seated()
    typed(stage, "nonsense")
    assert isinstance(top(stage), CommandLine)
    assert "Nothing here is called so" in stage.text
    assert ": nonsense" in stage.text
    stage.press("backspace")
    assert "Nothing here is called so" not in stage.text
    stage.press("esc")
    assert top(stage) is screen_of(stage)
    assert editor_of(stage).untouched


def test_digits_and_letters_go_into_the_line_alone() -> None:
    stage = seated()
    stage.press(":", *"1qpu", "left", "backspace")
    assert ": 1qu" in stage.text
    assert editor_of(stage).untouched
    stage.press("home", "delete", "delete", "delete", "enter")
    assert stage.ui.top is screen_of(stage)


def test_a_new_question_is_not_answered_by_what_was_typed_for_another() -> None:
    stage = seated()
    stage.ui.settings = Settings(guard=300)
    screen = screen_of(stage)
    screen.state.follower.asked_at = screen.ui.now - 0.1
    assert "new question" in screen.commands.obey("1")
    assert editor_of(stage).untouched
    assert screen.commands.obey("hand") == ""


CARDS = Choice("discard", "Discard.", (CardId(1), CardId(2), CardId(3)), 1, 3)
OPTIONS = Choice("pick", "Pick.", options=(Option("a", "Alpha"), Option("b", "Beta")))


@pytest.mark.parametrize(
    ("choice", "line", "made"),
    [
        (OPTIONS, "beta", Answer(option="b")),
        (OPTIONS, "2", Answer(option="b")),
        (Choice("bid", "Bid.", low=2, high=5), "4", Answer(number=4)),
        (Choice("order", "Order.", items=("x", "y", "z")), "3 1 2", Answer(order=(2, 0, 1))),
        (replace(OPTIONS, pass_label="no"), "pass", Answer()),
    ],
)
def test_every_kind_of_question(choice: Choice, line: str, made: Answer) -> None:
    stage = seated(choice)
    typed(stage, line)
    stage.press("enter")
    (sent,) = (intent for intent in stage.ui.intents if isinstance(intent, Decide))
    assert sent.decision == made


def test_several_cards_are_named_at_once_and_once_more() -> None:
    stage = seated(CARDS)
    cards = draft_of(stage).model.choice.cards
    typed(stage, "1 3")
    assert draft_of(stage).cards == (cards[0], cards[2])
    assert draft_of(stage).complete
    stage.press("u")
    typed(stage, "2 3")
    assert set(draft_of(stage).cards) == {cards[1], cards[2]}


@pytest.mark.parametrize(
    ("choice", "line", "says"),
    [
        (CARDS, "9", "There is no card 9 here."),
        (OPTIONS, "3", "Type one number from 1 to 2."),
        (OPTIONS, "gamma", "Nothing here is called so"),
        (Choice("bid", "Bid.", low=2, high=5), "six", "Type a number from 2 to 5."),
        (Choice("bid", "Bid.", low=2, high=5), "6", "It has to be from 2 to 5."),
        (Choice("order", "Order.", items=("x", "y")), "1", "Type each number from 1 to 2 once"),
        (OPTIONS, "1; 1", "The draft is full"),
        (OPTIONS, "back", "There is nothing to undo"),
    ],
)
def test_nonsense_is_told_apart(choice: Choice, line: str, says: str) -> None:
    assert says in editor_of(seated(choice)).type_in(line)


def test_a_window_is_answered_with_act_or_pass() -> None:
    choice = Choice("react", "React?", (CardId(1),), 0, 1, pass_label="no", standing=True)
    for line, claim in (("act", True), ("1", True), ("pass", False), ("2", False)):
        stage = seated(choice, claiming=True)
        typed(stage, line)
        assert draft_of(stage).claim is claim
    assert "act or pass" in editor_of(seated(choice, claiming=True)).type_in("what")


def test_commands_do_what_they_say() -> None:
    stage = seated()
    screen = screen_of(stage)
    screen.state.can_chat = True
    windows = {"table": BoardScreen, "log": LogScreen, "seats": Text, "help": Text, "why": Text,
               "mute": Menu, "concede": Menu}  # fmt: skip
    for name, kind in windows.items():
        typed(stage, name)
        assert isinstance(stage.ui.top, kind), name
        stage.press("esc")
        assert stage.ui.top is screen
    typed(stage, "say good luck; have fun")
    typed(stage, "mute 2")
    typed(stage, "concede")
    stage.press("y")
    typed(stage, "seed")
    typed(stage, "quit")
    assert stage.ui.intents == [
        Say("good luck; have fun"), Mute(1, True), Concede(), ShowSeed(), LeaveTable()
    ]  # fmt: skip
    typed(stage, "why 5")
    assert "Beggar of dowry: it can be chosen." in stage.text


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("say", "Nobody here can hear you."),
        ("mute 1", "Say whom"),
        ("mute 9", "Say whom"),
        ("passes", "in line mode only"),
        ("passes 1", "There is no such pass"),
        ("why 99", "There is no number 99"),
        ("hand 3", "Type only hand"),
    ],
)
def test_commands_that_cannot_be_say_why(line: str, says: str) -> None:
    assert says in screen_of(seated()).commands.obey(line)


def test_every_command_of_line_mode_is_understood() -> None:
    for command in text_commands.COMMANDS:
        stage = seated()
        said = screen_of(stage).commands.obey(command.name)
        assert "called so" not in said
    assert "called so" in screen_of(seated()).commands.obey("sing")


NAMED = ("coronation", "joint attack", "named 0")


def test_a_pass_is_posted_by_its_number() -> None:
    stage, table = Stage(), LocalTable("king", 3, seed=5)
    screen = stage.sit(table)
    typed(stage, "passes 2")
    assert stage.ui.intents == [PassUntil(NAMED)]
    standing = ((NAMED,), (), ())
    stage.take(screen.state, replace(table.snapshot(), standing=standing))
    assert "already" in screen.commands.obey("passes 2")


def test_tab_completes_as_far_as_it_is_clear() -> None:
    assert completed("", []) == ""
    assert completed("se", ["seats"]) == "seats"
    assert completed("1; r", ["replace it", "report it"]) == "1; rep"
    assert completed("love", ["6 of love", "7 of love"]) == "love"
    editor = editor_of(seated())
    assert candidates(editor, "qu") == ["quit"]
    assert "2 Beggar of dowry" in candidates(editor, "beg")
    assert candidates(editor, "zzz") == []
    assert "quit" not in candidates(editor, "1; qu")
    assert candidates(None, "ta") == ["table"]
    stage = seated()
    stage.press(":", *"begg", "tab")
    assert ": 2 Beggar of dowry" in stage.text
    stage.press("enter")
    assert draft_of(stage).cards


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
def test_the_line_on_the_screen(size: str) -> None:
    stage = seated(size=size)
    stage.press(":", "b")
    golden("inheritance", "command", stage)
