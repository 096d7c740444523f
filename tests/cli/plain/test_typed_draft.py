"""From typed lines to answers: every part of a choice, the way back, and every refusal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.model.draft import Problem
from cli.model.prompt_model import PromptModel
from cli.plain.typed_draft import Decided, TypedDraft
from games.engine.choice import NOTHING, Answer, Choice, Option
from games.engine.legal_answers import why_not
from games.engine.private import NOTHING_KNOWN
from games.engine.values import CardId, Face, Seat
from games.engine.view import CardView
from p2p.session.person import Prompt
from tests.cli.cast import ADA_BEN, drafted, enter, lead_on, play_prompt, said
from tests.games.court.build import lay as court_table
from tests.games.inheritance.build import lay

CARDS = tuple(CardId(n) for n in (11, 12, 13, 14))
TITLES = ("7 Cleric", "5 Soldier", "9 General", "9 Thespian")
ONE_CARD = Choice("one", "Choose a card.", CARDS, min_cards=1, max_cards=1)


def a_turn() -> TypedDraft:
    """Seat 0 in turn with an Assassin, a Cleric and a Royal that fits nothing."""
    s = lay(["9 war", "8 peace"], [["1 love", "7 dowry", "10 love"], ["2 war"]], pile=["3 love"])
    view = s.view(0)
    return TypedDraft.begin(
        PromptModel(play_prompt(s), s.table.sees(s.knowledge(0)), view, ADA_BEN)
    )


def card_number(draft: TypedDraft, title: str) -> str:
    (number,) = (item.number for item in draft.question().items if title in item.label)
    return str(number)


# One card


def test_a_card_is_picked_by_its_number_and_sent_by_enter() -> None:
    draft = lead_on(drafted(ONE_CARD, titles=TITLES), "2")
    assert draft.question().lines() == [
        "You will send: 5 Soldier.",
        "Enter sends it, back changes it.",
    ]
    assert draft.enter("") == Decided(Answer((CARDS[1],)))


def test_a_card_is_picked_by_words_that_only_it_has() -> None:
    assert enter(drafted(ONE_CARD, titles=TITLES), "SOLD", "") == Decided(Answer((CARDS[1],)))
    assert said(enter(drafted(ONE_CARD, titles=TITLES), "9")) == (
        "There is no card 9 here. Type the number of a card."
    )
    assert said(enter(drafted(ONE_CARD, titles=TITLES), "9 e")) == (
        "That fits 3 and 4; type the number."
    )
    assert "help" in said(enter(drafted(ONE_CARD, titles=TITLES), "xyzzy"))


@pytest.mark.parametrize("line", ["0", "5", "99999999", "1 2", "-1", "²", "1.5", ""])
def test_no_other_line_picks_a_card(line: str) -> None:
    assert isinstance(drafted(ONE_CARD, titles=TITLES).enter(line), Problem)


def test_nothing_is_sent_before_the_last_enter_and_back_undoes() -> None:
    first = drafted(ONE_CARD, titles=TITLES)
    assert "first question" in said(first.enter("back"))
    sending = lead_on(first, "1")
    for line in ("1", "yes", "send", "pass"):
        assert isinstance(sending.enter(line), Problem)
    again = lead_on(sending, " BACK ")
    assert again == first
    assert enter(again, "3", "") == Decided(Answer((CARDS[2],)))


def test_a_question_that_cannot_be_passed_says_so() -> None:
    assert "cannot be passed" in said(drafted(ONE_CARD, titles=TITLES).enter("pass"))


# Several cards


def test_several_cards_with_blanks_or_commas() -> None:
    choice = Choice("some", "Choose.", CARDS, min_cards=1, max_cards=3)
    draft = drafted(choice, titles=TITLES)
    assert draft.question().hint == "Type the numbers of 1 to 3 cards with blanks between them."
    assert enter(draft, "4, 1", "") == Decided(Answer((CARDS[3], CARDS[0])))
    assert said(draft.enter("1 1")) == "Name each card only once."
    assert said(draft.enter("1 2 3 4")).startswith("That is 4 cards.")
    assert said(draft.enter("none")).startswith("That is 0 cards.")


def test_up_to_some_cards_may_be_none() -> None:
    choice = Choice(
        "upto", "Choose.", CARDS, min_cards=0, max_cards=2, options=(Option("a", "Act"),)
    )
    draft = drafted(choice, titles=TITLES)
    assert draft.question().hint.endswith("up to 2 cards with blanks between them, or none.")
    assert enter(draft, "none", "") == enter(draft, "act", "") == Decided(Answer(option="a"))
    assert lead_on(draft, "none").preview() == "no card: Act"


def test_an_option_that_takes_no_card_can_be_typed_at_once() -> None:
    options = (Option("declare", "declare it"), Option("skip", "leave it"))
    choice = Choice("king", "What now?", CARDS, max_cards=2, options=options)
    draft = drafted(choice, titles=TITLES)
    assert enter(draft, "declare", "") == Decided(Answer(option="declare"))
    assert "help" in said(draft.enter("it"))  # both are called so
    assert enter(draft, "soldier", "declare", "") == Decided(Answer((CARDS[1],), "declare"))
    one = drafted(replace(choice, min_cards=1), titles=TITLES)
    assert "help" in said(one.enter("declare"))


def test_none_is_a_pass_where_cards_are_all_there_is() -> None:
    choice = Choice("reveal", "Reveal?", CARDS[:1], max_cards=1, pass_label="keep it secret")
    draft = drafted(choice, titles=TITLES)
    assert draft.question().hint == "Type the number of a card, or pass to keep it secret."
    assert enter(draft, "none", "") == Decided(NOTHING)
    assert lead_on(draft, "pass").preview() == "keep it secret"
    assert enter(draft, "pass", "back", "1", "") == Decided(Answer(CARDS[:1]))


def test_to_pass_is_only_called_to_pass() -> None:
    choice = Choice("react", "React?", CARDS[:1], max_cards=1, pass_label="pass")
    draft = drafted(choice, titles=TITLES)
    assert draft.question().hint == "Type the number of a card, or pass."
    draft = drafted(replace(choice, pass_label="none"), titles=TITLES)
    assert draft.question().hint == "Type the number of a card, or none."
    assert lead_on(draft, "none").preview() == lead_on(draft, "pass").preview() == "no card"
    assert enter(draft, "none", "") == enter(draft, "pass", "") == Decided(NOTHING)


def test_a_pass_in_answer_to_others_leaves_at_once() -> None:
    choice = Choice("poison", "Poison?", CARDS[:1], max_cards=1, pass_label="none", standing=True)
    draft = drafted(choice, titles=TITLES)
    assert draft.enter("none") == draft.enter("pass") == Decided(NOTHING)
    assert enter(draft, "1", "") == Decided(Answer(CARDS[:1]))


def test_cards_that_do_not_fit_together_are_refused_with_the_reason() -> None:
    def predicate(faces: tuple[Face, ...], answer: Answer) -> str | None:
        return None if len(set(faces)) == 1 else "they must be of one kind"

    choice = Choice("pair", "A pair.", CARDS, min_cards=2, max_cards=2, predicate=predicate)
    draft = drafted(choice, titles=TITLES, sees={11: "a", 12: "b", 13: "a", 14: "b"})
    assert said(draft.enter("1 2")) == "They must be of one kind."
    lonely = drafted(choice, titles=TITLES, sees={11: "a", 12: "b", 13: "a", 14: "c"})
    assert said(lonely.enter("1 2")) == "Not card 2: they must be of one kind."
    assert enter(draft, "1 3", "") == Decided(Answer((CARDS[0], CARDS[2])))


def test_cards_outside_the_hand_are_numbered_by_themselves() -> None:
    s = lay(["9 war", "?8 peace"], [["1 love"], ["2 war"]])
    there = tuple(s.table.zone("admirer 0").cards + s.table.zone("admirer 1").cards)
    prompt = Prompt(1, Choice("look", "Which?", there, 1, 1))
    draft = TypedDraft.begin(PromptModel(prompt, s.table.sees(s.knowledge(0)), s.view(0), ADA_BEN))
    assert [(i.number, i.label) for i in draft.question().items] == [
        (1, "your Admirer: 9 General of war"),
        (2, "Ben's Admirer: Secret Admirer"),
    ]
    unseen = Prompt(1, Choice("look", "Which?", (CardId(9999),), 1, 1))
    draft = TypedDraft.begin(PromptModel(unseen, NOTHING_KNOWN, s.view(0), ADA_BEN))
    assert draft.question().items[0].label == "a face-down card"
    looked_at = CardView(CardId(9999), "knight 2", "Knight (2)", "Defends.", False, True)
    draft = TypedDraft.begin(
        PromptModel(unseen, NOTHING_KNOWN, replace(s.view(0), seen=(looked_at,)), ADA_BEN)
    )
    assert draft.question().items[0].label == "Knight (2)"
    assert draft.question().why(1)[0].startswith("Knight (2). Defends.")


def test_where_several_cards_lie_is_said_once_above_them() -> None:
    s = court_table({0: "odo brann"}, {0: "ring"})
    there = (*s.table.zone("court 0").cards[1:], *s.table.hand_zone(Seat(0)).cards)
    prompt = Prompt(1, Choice("look", "Which?", (there[2], *there[:2]), 1, 1))
    draft = TypedDraft.begin(PromptModel(prompt, s.table.sees(s.knowledge(0)), s.view(0), ADA_BEN))
    assert draft.question().lines()[:-1] == [
        "Which?",
        "  1. A Signet Ring",
        "  Your court:",
        "  2. Chancellor Odo (4/1)",
        "  3. Captain Brann of the Guard (1/4)",
    ]
    assert draft.question().why(2)[0].startswith("Your court: Chancellor Odo (4/1). Politics 4")
    assert enter(draft, "odo", "") == Decided(Answer((there[0],)))


def test_other_cards_of_the_hand_keep_their_numbers_and_say_that_they_are_not_meant() -> None:
    choice = Choice("one", "Choose a card.", CARDS[1:3], min_cards=1, max_cards=1)
    view = drafted(ONE_CARD, titles=TITLES).model.view
    draft = TypedDraft.begin(PromptModel(Prompt(1, choice), NOTHING_KNOWN, view, ADA_BEN))
    assert said(draft.enter("1")) == "Not card 1: it is not asked for here."
    assert enter(draft, "3", "") == Decided(Answer((CARDS[2],)))


# Options


def test_the_card_decides_which_options_are_offered() -> None:
    draft = a_turn()
    assassin = lead_on(draft, card_number(draft, "Assassin"))
    offered = [item.label for item in assassin.question().items if item.number]
    assert offered == [
        "make it the Proposal: war favoured; 1 war leaves",
        "remove your Admirer, the 9 General of war",
        "remove Ben's Admirer, the 8 Vizier of peace",
    ]
    lines = assassin.question().lines()
    assert lines[0] == "1 Assassin of love: what for?"
    assert any("do not fit; why tells the reasons" in line for line in lines)
    explained = " ".join(" ".join(assassin.question().why(None)).split())
    assert "only a General exchanges your Admirer with a Parent" in explained


def test_an_option_by_number_or_by_words() -> None:
    draft = a_turn()
    assassin = lead_on(draft, card_number(draft, "Assassin"))
    by_number = enter(assassin, "3", "")
    assert by_number == enter(assassin, "remove ben", "")
    assert isinstance(by_number, Decided)
    assert isinstance(by_number.decision, Answer)
    assert by_number.decision.option == "remove admirer 1"
    assert why_not(draft.model.choice, by_number.decision, draft.model.sees) is None
    assert said(assassin.enter("4")) == "Type one number from 1 to 3."
    assert said(assassin.enter("remove")) == "That fits 2 and 3; type the number."
    assert "cannot be passed" in said(assassin.enter("pass"))


def test_the_preview_names_card_and_option() -> None:
    draft = a_turn()
    sending = lead_on(draft, card_number(draft, "Cleric"), "successor")
    assert (
        sending.preview()
        == "7 Cleric of dowry: take the place of the Successor, the 5 Soldier of war"
    )
    assert lead_on(sending, "back").question().hint == "Type a number, or back."


def test_every_line_of_a_turn_leads_to_a_legal_answer_or_a_sentence() -> None:
    draft = a_turn()
    sent = 0
    for first in range(1, 4):
        options = lead_on(draft, str(first))
        for second in range(1, 20):
            further = options.enter(str(second))
            if isinstance(further, Problem):
                continue
            assert isinstance(further, TypedDraft)
            decided = further.enter("")
            assert isinstance(decided, Decided)
            assert isinstance(decided.decision, Answer)
            assert why_not(draft.model.choice, decided.decision, draft.model.sees) is None
            sent += 1
    assert sent == 3 + 4 + 2


# Numbers, orders, claims


def test_a_number_in_its_range() -> None:
    draft = drafted(Choice("bid", "How much?", low=-2, high=10, pass_label="Nothing"))
    assert draft.question().hint == "Type a number from -2 to 10, or pass."
    assert enter(draft, "10", "") == Decided(Answer(number=10))
    assert enter(draft, "-2", "") == Decided(Answer(number=-2))
    for line in ("11", "-3", "x", "1 2", "9" * 40):
        assert said(draft.enter(line)) == "Type a number from -2 to 10, or pass."
    assert enter(draft, "pass", "") == Decided(NOTHING)


def test_a_number_that_does_not_fit_says_why() -> None:
    def even(faces: tuple[Face, ...], answer: Answer) -> str | None:
        return "only even numbers" if (answer.number or 0) % 2 else None

    choice = Choice("even", "How many?", CARDS[:1], 1, 1, low=0, high=5, predicate=even)
    draft = drafted(choice, titles=TITLES, sees={11: "a"})
    assert said(enter(draft, "1", "3")) == "Only even numbers."
    assert enter(draft, "1", "4", "") == Decided(Answer(CARDS[:1], number=4))


def test_an_order_names_every_place_once() -> None:
    draft = drafted(Choice("order", "Sort them.", items=("{1}'s card", "b", "c")))
    assert [item.label for item in draft.question().items] == ["Ben's card", "b", "c"]
    assert enter(draft, "3 1 2", "") == Decided(Answer(order=(2, 0, 1)))
    assert lead_on(draft, "3,1,2").preview() == "c, then Ben's card, then b"
    for line in ("1 2", "1 2 2", "1 2 3 4", "a b c", "0 1 2"):
        assert said(draft.enter(line)).startswith("Type each number from 1 to 3 once")


def test_at_a_window_only_whether_to_act_is_asked() -> None:
    draft = drafted(Choice("react", "React?", CARDS, 1, 1, pass_label="let it be"), claiming=True)
    assert [item.label for item in draft.question().items] == ["I want to act", "let it be"]
    assert enter(draft, "1", "") == Decided(True)
    assert enter(draft, "2") == enter(draft, "pass") == Decided(False)
    assert said(draft.enter("3")) == "Type 1 to act or 2 to pass."
    assert lead_on(draft, "1").preview() == "that you want to act"


def test_a_secret_choice_says_that_it_is_one() -> None:
    draft = drafted(ONE_CARD, secret=True, titles=TITLES)
    assert draft.question().text == "Choose a card. All choose at the same time."


# Why


def test_why_tells_all_about_one_line_or_the_reason_of_each() -> None:
    question = drafted(ONE_CARD, titles=TITLES).question()
    assert question.why(1) == ["7 Cleric. It is the 7 Cleric. It can be chosen."]
    assert question.why(9) == ["There is no number 9 here."]
    assert question.why(None) == ["Everything that is listed can be chosen."]


def test_a_card_that_cannot_be_chosen_is_listed_with_a_dash_and_its_reason() -> None:
    def war(faces: tuple[Face, ...], answer: Answer) -> str | None:
        return None if faces[0] == "war" else "only war helps now"

    choice = Choice("one", "Choose.", CARDS[:2], min_cards=1, max_cards=1, predicate=war)
    draft = drafted(choice, titles=TITLES, sees={11: "war", 12: "love"})
    assert draft.question().lines() == [
        "Choose.",
        "  1. 7 Cleric",
        "  - 2. 5 Soldier: only war helps now",
        "Type the number of a card.",
    ]
    assert said(draft.enter("2")) == "Not card 2: only war helps now."
    assert draft.question().why(2) == [
        "5 Soldier. It is the 5 Soldier. It cannot be chosen now: only war helps now."
    ]
