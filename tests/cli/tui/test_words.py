"""What the screens say: nothing to be read is cut or untrue, and no key is named that is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.model.end_text import result_sentences
from cli.model.intents import Mute, ShowSeed
from cli.tui.screens.join_form import JoinForm
from cli.tui.table.command_line import candidates
from cli.tui.table.ending import GameOver
from cli.tui.table.screen import TableScreen
from cli.tui.table.story import LogScreen
from cli.tui.toolkit.cells import clip_path, width
from games.engine.choice import Choice, Option
from games.engine.values import CardId, Outcome, Seat
from games.engine.view import Area, Note, View
from p2p.client.talk.chat import ChatLine
from p2p.log.fault import Charge, Fault
from p2p.session.person import Prompt
from p2p.session.session import Ending
from tests.cli.tui.house import LocalTable, Stage, names_of

QUESTION = (
    "A Soldier takes your Admirer back to your hand: choose the card to lay face-down instead."
)


def seated(size: str = "small", **settings: object) -> tuple[Stage, TableScreen]:
    stage, table = Stage(size, **settings), LocalTable(seed=4)
    for _ in range(2):
        table.decide(table.advised())
    return stage, stage.sit(table)


def ask(stage: Stage, choice: Choice) -> TableScreen:
    table = LocalTable(seed=4)
    view = table.snapshot().view
    assert view is not None
    cards = tuple(card.id for card in view.hand[: len(choice.cards)] if card.id is not None)
    prompt = Prompt(99, replace(choice, cards=cards), False, False)
    return stage.sit(table, replace(table.snapshot(), prompt=prompt))


def long_admirers(view: View) -> View:
    """The same with the longest cards there are as Admirers, and the longest notes."""

    def longer(area: Area) -> Area:
        if not area.key.startswith("admirer"):
            return area
        cards = tuple(replace(card, short="10 dowry") for card in area.cards)
        return replace(area, cards=cards)

    suits = Note("none, so all Admirers are compared", "Favoured suits", "suits")
    notes = (suits, Note("{1}", "Favoured now", "ahead"))
    return replace(view, areas=tuple(longer(area) for area in view.areas), notes=notes)


def four(view: View, table: LocalTable) -> Stage:
    stage = Stage()
    stage.sit(table, replace(table.snapshot(), view=view))
    return stage


def test_the_admirers_of_four_all_have_room() -> None:
    table = LocalTable(seats=4, seed=4)
    table.decide(table.advised())
    view = table.snapshot().view
    assert view is not None
    stage = four(long_admirers(view), table)
    rows = [line[:54] for line in stage.lines()]
    first = next(row for row, line in enumerate(rows) if "Admirers" in line)
    shown = "".join(rows[first : first + 2])
    assert shown.count("dowry]") == 4
    assert all(f" {letter} [" in shown for letter in (">A<", "B", "C", "D"))
    assert "Favoured now: Ben; suits: none" in rows[first + 2]
    stage.press("f")
    assert all(line[53] in "│┐┘─" for line in stage.lines()[2:11])


@pytest.mark.parametrize("held", [1, 3])
def test_a_long_question_takes_two_rows(held: int) -> None:
    stage = Stage()
    ask(stage, Choice("lay", QUESTION, tuple(CardId(n) for n in range(held)), 1, 1))
    lines = stage.lines()
    assert f"{lines[-3].strip()} {lines[-2].strip()}" == f"{QUESTION} Pick a card."
    stage.press("9")
    assert "only" in stage.lines()[-3]


def test_the_end_of_a_path_stays() -> None:
    name = "inheritance-2026-11-22-0303-4.crownless"
    text = f"Record written to /home/somebody/.local/share/crownless/records/{name}"
    cut = clip_path(text, 78)
    assert cut.startswith("Record written to …")
    assert cut.endswith(f"/{name}")
    assert width(cut) == 78
    assert clip_path(text, 200) == text
    assert clip_path("nothing but words that are too long", 10) == "nothing b…"
    stage, _ = seated()
    stage.ui.say(text)
    assert f"/{name}" in stage.lines()[-3]


def test_all_of_the_chat_can_be_read_in_the_log() -> None:
    stage, screen = seated()
    said = " ".join(f"word{n}" for n in range(40))
    screen.state.say([ChatLine(1, said)])
    stage.press("L")
    assert isinstance(stage.ui.top, LogScreen)
    assert "Story and chat, 13 lines" in stage.text
    assert all(f"word{n}" in stage.text for n in range(40))
    stage.press("enter")
    assert "That is no line of the story." in stage.text
    stage.press("up", "enter")
    assert screen.cursor.moment == 12


def test_the_chat_can_be_read_before_anything_has_happened() -> None:
    stage, table = Stage(), LocalTable(seed=4)
    screen = stage.sit(table, replace(table.snapshot(), lines=()))
    screen.state.say([ChatLine(1, "hello")])
    stage.press("L")
    assert "Ben: hello" in stage.text
    assert "Story and chat, 1 line " in stage.text


def test_nothing_is_foretold_of_a_pass() -> None:
    stage = Stage()
    options = (Option("a", "Alpha"), Option("b", "Beta"))
    screen = ask(stage, Choice("pick", "Pick.", options=options, pass_label="leave it"))
    state = screen.state
    for keys, foretold in (("p", False), ("u1", True)):
        stage.press(*keys)
        assert state.draft is not None
        state.foreseen = (state.draft, ())
        assert bool(state.preview(78)) is foretold


def test_keys_are_hinted_only_where_they_do_something() -> None:
    stage = Stage()
    form = JoinForm(stage.ui)
    stage.show(form)
    assert "? help" not in stage.lines()[-1]
    stage.press("down")
    assert "? help" in stage.lines()[-1]


@pytest.mark.parametrize("mouse", [True, False])
def test_the_mouse_is_explained_where_it_is_used(mouse: bool) -> None:
    stage, _ = seated(size="wide", mouse=mouse)
    stage.press("?", "pgdn")
    assert ("Shift-drag" in stage.text) is mouse


def test_a_digit_that_nothing_has_says_how_many_there_are() -> None:
    stage, _ = seated()
    stage.press("7")
    assert "There are only 5 cards here." in stage.text
    stage.press("5", "5")
    assert "There are only 2 choices here." in stage.text


def test_muting_is_confirmed_and_shown() -> None:
    stage, screen = seated()
    screen.state.can_chat = True
    stage.press("m", "1")
    assert Mute(1, True) in stage.ui.intents
    assert "What Ben says is not shown to you any more" in stage.text
    stage.press("w")
    assert stage.text.count("muted") == 1
    stage.press("esc", "m", "1")
    assert "What Ben says is shown again." in stage.text
    stage.press("w")
    assert "muted" not in stage.text


def test_orders_of_the_lobby_are_not_offered_in_a_game() -> None:
    assert not any(candidates(None, word) for word in ("inv", "rea", "ref"))
    assert candidates(None, "wh")


def test_a_game_that_is_over_says_so_and_not_whose_turn_it_was() -> None:
    stage, table = Stage(), LocalTable(seed=4)
    while table.prompt is not None:
        table.decide(table.advised())
    screen = stage.sit(table)
    stage.ui.push(GameOver(stage.ui, screen.state))
    assert "The game is over." in stage.lines()[0]
    assert "turn" not in stage.lines()[0]
    assert "o shows" not in stage.text
    stage.press("o")
    assert "o shows the result" in stage.status


def test_reasons_against_options_are_said_once_and_whole() -> None:
    stage, _ = seated()
    stage.press("5")
    rows = [line for line in stage.lines() if line.startswith("│ - ")]
    assert len(rows) == len(set(rows)) == 6
    assert not any("…" in row for row in rows)


def test_a_seed_can_be_shown_where_a_signature_is_missing() -> None:
    stage, screen = seated()
    assert screen.state.snapshot is not None
    ending = Ending(Outcome((Seat(0),), "held the Ring"), None, (0,), (0, 1))
    unsigned = replace(screen.state.snapshot, ending=ending)
    for may in (True, False):
        stage.take(screen.state, replace(unsigned, may_show_seed=may))
        stage.ui.push(GameOver(stage.ui, screen.state))
        assert "as it was played; Ben has not signed" in stage.text
        assert ("Press w to show your seed" in stage.text) is may
        stage.press("w")
        assert stage.ui.intents == [ShowSeed()]
        stage.press("o")


def test_nobody_signs_a_result_of_a_broken_table() -> None:
    stage, screen = seated()
    assert screen.state.snapshot is not None
    fault = Fault(1, Charge.PROOF, 14, "two tags are equal", ())
    ending = Ending(None, fault, (), (0,))
    stage.take(screen.state, replace(screen.state.snapshot, ending=ending))
    stage.ui.push(GameOver(stage.ui, screen.state))
    assert "broke the table at step 14: bad proof (two tags are equal)" in stage.text.replace(
        "\n", " "
    )
    assert "signed by" not in stage.text


def test_with_two_seats_who_did_not_break_the_table_has_won() -> None:
    fault = Fault(1, Charge.PROOF, 14, "two tags are equal", ())
    said = result_sentences(Ending(None, fault, (), (0,)), names_of(2))
    assert said[1] == f"With two seats, {names_of(2)[0]} has won."
    assert len(result_sentences(Ending(None, fault, (), (0, 2)), names_of(3))) == 2


def test_the_result_keeps_a_name_as_its_owner_writes_it() -> None:
    people = names_of(2)
    first = replace(people.people[0], name="ana")
    names = replace(people, people=(first, people.people[1]))
    ending = Ending(Outcome((Seat(0),), "held the Ring"), None, (0, 1), (0, 1))
    assert result_sentences(ending, names) == ["ana wins: held the Ring."]
