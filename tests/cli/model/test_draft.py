"""A draft as a value: what each change leads to, what it refuses, and the way back."""

from __future__ import annotations

from dataclasses import replace

from cli.model.draft import Draft, DraftHistory, Problem
from cli.model.prompt_model import NOT_OFFERED, Part
from games.engine.choice import NOTHING, Answer, Choice, Option
from games.engine.private import Knowledge
from games.engine.values import CardId, Face
from tests.cli.cast import drafted

CARDS = tuple(CardId(n) for n in (11, 12, 13))
TITLES = ("7 Cleric", "5 Soldier", "9 General")
BOTH = (Option("a", "Alpha"), Option("b", "Beta"))


def begun(choice: Choice, *, claiming: bool = False) -> Draft:
    sees: dict[int, object] = {11: "x", 12: "y", 13: "y"}
    return drafted(choice, claiming=claiming, titles=TITLES, sees=sees).draft


def after(changed: Draft | Problem) -> Draft:
    assert isinstance(changed, Draft), changed
    return changed


def test_one_card_is_picked_and_dropped_and_another_takes_its_place() -> None:
    draft = begun(Choice("one", "One.", CARDS, 1, 1))
    picked = after(draft.toggled(CARDS[0]))
    assert picked.complete
    assert picked.decision == Answer((CARDS[0],))
    assert after(picked.toggled(CARDS[0])) == draft
    assert after(picked.toggled(CARDS[1])).cards == (CARDS[1],)


def test_several_cards_keep_the_order_in_which_they_were_picked() -> None:
    draft = begun(Choice("some", "Some.", CARDS, 1, 2))
    two = after(after(draft.toggled(CARDS[2])).toggled(CARDS[0]))
    assert two.cards == (CARDS[2], CARDS[0])
    assert two.part is Part.CARDS
    assert two.toggled(CARDS[1]) == Problem("2 cards are picked already; drop one first.")
    assert after(two.with_cards(two.cards)).complete


def test_another_card_drops_what_was_chosen_for_the_first() -> None:
    draft = begun(Choice("play", "Play.", CARDS, 1, 1, options=BOTH))
    full = after(after(draft.toggled(CARDS[0])).with_option("b"))
    assert full.complete
    other = after(full.toggled(CARDS[1]))
    assert other.part is Part.OPTION
    assert other.option is None
    assert draft.with_option("a") == Problem("Pick the card first.")


def test_an_option_that_alone_fits_is_taken_only_where_that_is_wanted() -> None:
    def fits(faces: tuple[Face, ...], answer: Answer) -> str | None:
        return None if (answer.option == "a") == (faces[0] == "x") else "not with this card"

    draft = begun(Choice("play", "Play.", CARDS, 1, 1, options=BOTH, predicate=fits))
    picked = after(draft.toggled(CARDS[0]))
    assert picked.fitting == ["a"]
    assert [(i.number, i.label, i.reason) for i in picked.options] == [
        (1, "Alpha", ""),
        (0, "Beta", "not with this card"),
    ]
    assert picked.with_option("b") == Problem("Not with this card.")
    assert picked.filled().decision == Answer((CARDS[0],), "a")
    assert draft.filled() == draft


def test_an_option_that_leads_nowhere_with_the_hand_is_not_chosen() -> None:
    def idle(held: tuple[Face, ...], option: str) -> str | None:
        return "you hold none" if option == "b" and "w" not in held else None

    choice = Choice("draw", "Draw.", options=BOTH, futile=idle)
    draft = begun(choice)
    assert [(i.number, i.label, i.reason) for i in draft.options] == [
        (1, "Alpha", ""),
        (0, "Beta", "you hold none"),
    ]
    assert draft.with_option("b") == Problem("You hold none.")
    hand = begun(Choice("one", "One.", CARDS, 1, 1)).model.view.hand
    holding = replace(draft.model, view=replace(draft.model.view, hand=hand))
    assert holding.option_reasons(()) == {"a": "", "b": "you hold none"}
    for sees in ({11: "x", 12: "w", 13: "y"}, {11: "x"}):  # one fits; not all are known
        faces: dict[CardId, Face] = {CardId(card): face for card, face in sees.items()}
        model = replace(holding, sees=Knowledge(faces))
        assert model.option_reasons(()) == {"a": "", "b": ""}


def test_what_is_not_offered_says_so() -> None:
    draft = begun(Choice("pick", "Pick.", options=BOTH))
    assert draft.reason(CARDS[0]) == NOT_OFFERED
    for problem in (draft.toggled(CARDS[0]), draft.counted(1), draft.with_number(1),
                    draft.placed(0), draft.claimed(), draft.passed()):  # fmt: skip
        assert isinstance(problem, Problem)


def test_a_number_begins_with_the_first_that_fits_and_is_counted_past_those_that_do_not() -> None:
    def odd(faces: tuple[Face, ...], answer: Answer) -> str | None:
        return None if (answer.number or 0) % 2 else "it has to be odd"

    draft = begun(Choice("bid", "Bid.", low=2, high=6, predicate=odd))
    assert draft.number == 3
    assert after(draft.counted(1)).number == 5
    assert after(after(draft.counted(1)).counted(-1)).number == 3
    assert draft.counted(-1) == Problem("There is no other number that fits.")
    assert draft.with_number(4) == Problem("It has to be odd.")
    assert draft.with_number(7) == Problem("It has to be from 2 to 6.")
    assert after(draft.with_number(5)).decision == Answer(number=5)


def test_items_are_placed_and_taken_out_with_what_came_after() -> None:
    draft = begun(Choice("order", "Order.", items=("x", "y", "z")))
    two = after(after(draft.placed(2)).placed(0))
    assert two.order_said == "z, then x"
    assert after(two.placed(2)).order == ()
    assert after(two.placed(1)).decision == Answer(order=(2, 0, 1))


def test_a_claim_and_a_pass_are_complete_at_once() -> None:
    choice = Choice("react", "React?", CARDS, 0, 1, pass_label="no", standing=True)
    window = begun(choice, claiming=True)
    assert after(window.claimed()).decision is True
    assert after(window.passed()).decision is False
    assert after(window.passed()).passes
    passed = after(begun(choice).passed())
    assert passed.complete
    assert passed.decision == NOTHING
    assert isinstance(window.toggled(CARDS[0]), Problem)


def test_a_complete_draft_that_is_no_legal_answer_says_why() -> None:
    draft = begun(Choice("one", "One.", CARDS, 1, 1))
    assert not after(draft.toggled(CARDS[0])).misfit
    assert replace(draft, at=1).misfit


def test_undo_and_redo_walk_along_one_line() -> None:
    draft = begun(Choice("some", "Some.", CARDS, 1, 3))
    one = after(draft.toggled(CARDS[0]))
    two = after(one.toggled(CARDS[1]))
    history = DraftHistory.begin(draft.model).changed(one).changed(two)
    assert history.undone().now == one
    assert history.undone().undone().untouched
    assert history.undone().redone() == history
    assert history.changed(two) == history
    assert not history.undone().changed(draft).can_redo
    first = DraftHistory.begin(draft.model)
    assert first.undone() == first.redone() == first
