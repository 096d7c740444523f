"""What each call of the rules does to the public table, and which calls it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.choice import NOTHING, Answer, Choice, Option
from games.engine.errors import HiddenFace, RulesError
from games.engine.private import Knowledge
from games.engine.steps import Claims, Deal, Give, Mix, Open, Peek, PutBack, Reveal, Shuffle
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from simulation.dealer import zone_of
from tests.games.rules import Small
from tests.games.scenario import (
    Scenario,
    ask,
    ask_all,
    carried,
    chance,
    claims,
    passes,
    pick,
)

A, B, C = Seat(0), Seat(1), Seat(2)
PILE: tuple[Face, ...] = tuple(("p", number) for number in range(4))


async def nothing(table: Table) -> None:
    pass


def forget(table: Table, seat: Seat) -> None:
    table.remove(table.hand_zone(seat).cards[:])


def scenario(seats: int = 3) -> Scenario:
    """Three hands of two cards, a pile of four."""
    s = Scenario(Small(nothing, forget), seats)
    s.setup(lambda table: table.add_zone("discards"))
    for seat in range(seats):
        s.hand(seat, [(f"h{seat}", 0), (f"h{seat}", 1)])
    s.pile("draw", PILE)
    return s


def refused(s: Scenario, job: Any, reason: str, *script: Any) -> None:
    with pytest.raises(RulesError, match=reason):
        s.run(job, *script)


def steps(s: Scenario, *kinds: type) -> list[Any]:
    """The steps of these kinds that the procedure took last."""
    return [step for step in s.steps if isinstance(step, kinds)]


# Cards


def test_created_cards_are_open_until_shuffled() -> None:
    s = scenario()
    ids = s.board("line", [("x", 1), ("x", 2)])
    assert s.table.faces(ids) == (("x", 1), ("x", 2))
    assert s.table.created[ids[0]] == ("x", 1)
    s.run(lambda t: t.shuffle("line"))
    fresh = s.table.zone("line").cards
    assert not set(ids) & set(fresh)
    for card in (*ids, *fresh):
        with pytest.raises(HiddenFace):
            s.table.face(card)
    assert s.table.created[ids[0]] == ("x", 1)
    assert s.faces("line") == [("x", 1), ("x", 2)]


def test_all_faces_lists_each_face_once() -> None:
    s = Scenario(Small(nothing), 2)
    s.board("line", ["b", "a", "b"])
    assert s.table.all_faces == ("b", "a")
    assert s.table.has_face("a")
    assert not s.table.has_face("c")
    assert not s.table.has_face(["a"])


def test_shuffle_gathers_zones_in_order() -> None:
    s = scenario()
    s.board("line", [("x", 1)])
    s.run(lambda t: t.shuffle(["line", "draw"], into="discards"))
    (step,) = steps(s, Shuffle)
    assert step.zone == "discards"
    assert len(step.cards) == len(step.fresh) == 5
    assert s.faces("discards") == [("x", 1), *PILE]
    assert s.faces("draw") == s.faces("line") == []


def test_shuffle_of_nothing_takes_no_step() -> None:
    s = scenario()
    assert s.run(lambda t: t.shuffle("discards")) == ()
    assert s.trace == []


def test_shuffle_has_held_cards_put_back_first() -> None:
    s = scenario()

    async def job(table: Table) -> None:
        table.move(await table.hand(A), "discards")
        table.move(await table.hand(B), "discards")
        await table.shuffle(["discards", "draw"])

    s.run(job)
    assert [(step.giver, len(step.cards)) for step in steps(s, PutBack)] == [(A, 2), (B, 2)]
    assert len(s.table.zone("discards").cards) == 8
    assert all(s.table.reader(card) is None for card in s.table.zone("discards").cards)


def test_a_dealt_card_is_shuffled_without_being_put_back() -> None:
    s = scenario()
    s.kept("secret", [("k", 1)], owner=0)
    s.run(lambda t: t.shuffle(["secret", "draw"]))
    assert steps(s, PutBack) == []
    assert len(s.table.zone("secret").cards) == 5


def test_deal_moves_the_top_and_tells_one_seat() -> None:
    s = scenario()
    dealt = s.run(lambda t: t.deal("draw", "hand 1", 2, B))
    assert s.faces("draw") == [("p", 2), ("p", 3)]
    assert [s.known(1)[card] for card in dealt] == [("p", 0), ("p", 1)]
    assert all(card not in s.known(0) for card in dealt)
    assert all(s.table.reader(card) == B and s.table.holder(card) is None for card in dealt)


def test_deal_takes_what_there_is() -> None:
    s = scenario()
    assert len(s.run(lambda t: t.deal("draw", "hand 1", 9, B))) == 4
    assert s.run(lambda t: t.deal("draw", "hand 1", 1, B)) == ()


def test_deal_to_nobody_and_of_open_cards() -> None:
    s = scenario()
    ids = s.board("line", [("x", 1)])
    dealt = s.run(lambda t: t.deal("draw", "discards", 1, None))
    assert s.table.reader(dealt[0]) is None
    s.run(lambda t: t.deal("line", "hand 0", ids, A))
    assert [step.to for step in steps(s, Deal)] == []
    assert s.table.is_open(ids[0])


@pytest.mark.parametrize(
    ("job", "reason"),
    [
        (lambda t: t.deal("hand 0", "hand 1", 1, B), "not dealt"),
        (lambda t: t.deal("draw", "hand 1", 1, A), "hand of another seat"),
        (lambda t: t.deal("draw", "hand 1", 1, None), "hand of another seat"),
        (lambda t: t.deal("discards", "hand 1", t.zone("draw").cards[:1], B), "only cards of"),
        (lambda t: t.peek(t.zone("hand 0").cards, B), "peeked"),
        (lambda t: t.give(t.zone("hand 0").cards, A, A, "hand 0"), "to itself"),
        (lambda t: t.give(t.zone("hand 0").cards, B, C, "hand 2"), "does not keep"),
        (lambda t: t.give(t.zone("hand 0").cards, A, B, "hand 2"), "not the hand"),
        (lambda t: t.give(t.zone("draw").cards[:1], A, B, "hand 1"), "does not keep"),
        (lambda t: t.reveal(t.zone("hand 0").cards, B), "does not keep"),
        (lambda t: t.open(t.zone("hand 0").cards), "reveal it"),
        (lambda t: t.open([CardId(999)]), "no card 999"),
        (lambda t: t.chance(0, "?"), "sides"),
        (lambda t: t.chance(2**32 + 1, "?"), "sides"),
        (lambda t: t.hand(Seat(7)), "no hand"),
        (lambda t: t.shuffle("nowhere"), "no zone"),
        (lambda t: t.ask(A, Choice("x", "?", (CardId(999),), 1, 1)), "no card 999"),
    ],
)
def test_what_makes_no_sense_is_refused(job: Any, reason: str) -> None:
    refused(scenario(), job, reason)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda t: t.add_zone("draw"), "already"),
        (lambda t: t.add_zone("second", owner=A, hand=True), "another hand"),
        (lambda t: t.add_zone("nobody's", hand=True), "owner"),
        (lambda t: t.move([CardId(999)], "draw"), "no card 999"),
        (lambda t: t.move(t.zone("draw").cards[:1], "hand 0"), "unread"),
        (lambda t: t.move(t.zone("hand 1").cards, "hand 0"), "unread"),
        (lambda t: t.move(t.zone("draw").cards[:1], "discards", 3), "no place 3"),
    ],
)
def test_plain_calls_that_make_no_sense_are_refused(call: Any, reason: str) -> None:
    s = scenario()
    with pytest.raises(RulesError, match=reason):
        call(s.table)


def test_move_puts_cards_where_they_are_wanted() -> None:
    s = scenario()
    cards = s.table.zone("draw").cards[:]
    s.table.move(cards[:1], "discards")
    s.table.move(cards[1:3], "discards", "top")
    s.table.move(cards[3:], "discards", 1)
    assert s.faces("discards") == [("p", 1), ("p", 3), ("p", 2), ("p", 0)]
    s.table.move(cards[:1], "discards", "top")
    assert s.faces("discards")[0] == ("p", 0)
    assert len(s.table.zone("discards").cards) == 4
    assert s.trace == []


def test_a_removed_card_stays_out_of_play() -> None:
    s = scenario()
    card = s.table.zone("draw").cards[0]
    s.table.remove([card])
    s.table.remove([card])
    s.table.move([card], "discards")
    assert zone_of(s.table, card) is None
    assert s.faces("discards") == []
    assert len(s.table.zone("draw").cards) == 3


def test_give_tells_the_two_and_nobody_else() -> None:
    s = scenario()
    (card, _) = s.table.zone("hand 0").cards
    s.run(lambda t: t.give([card], A, B, "hand 1"))
    (step,) = steps(s, Give)
    assert (step.cards, step.giver, step.to) == ((card,), A, B)
    assert s.table.holder(card) == B
    assert s.known(1)[card] == ("h0", 0)
    assert card not in s.known(2)
    assert s.in_hand(1)[-1] == ("h0", 0)


def test_an_open_card_is_given_without_a_step() -> None:
    s = scenario()
    (card,) = s.board("line", [("x", 1)])
    s.run(lambda t: t.give([card], A, B, "hand 1"))
    assert s.trace == []
    assert s.table.is_open(card)


def test_a_given_card_can_be_given_on() -> None:
    s = scenario()

    async def job(table: Table) -> None:
        card = table.zone("hand 0").cards[:1]
        await table.give(card, A, B, "discards")
        await table.give(card, B, C, "discards")

    s.run(job)
    assert s.table.holder(s.card(("h0", 0), "discards")) == C


def test_peek_moves_nothing_and_keeps_nothing() -> None:
    s = scenario()
    top = s.table.zone("draw").cards[:2]
    s.run(lambda t: t.peek(top, B))
    assert [s.known(1)[card] for card in top] == [("p", 0), ("p", 1)]
    assert s.table.reader(top[0]) is None
    s.run(lambda t: t.deal("draw", "hand 2", top[:1], C))
    assert s.known(2)[top[0]] == ("p", 0)
    s.run(lambda t: t.peek(top[:1], C))
    assert steps(s, Peek) == []


def test_put_back_keeps_ids_and_frees_the_card() -> None:
    s = scenario()
    (card, _) = s.table.zone("hand 0").cards
    s.run(lambda t: t.put_back([card], "draw", 1))
    assert s.table.zone("draw").cards[1] == card
    assert s.table.reader(card) is None
    s.run(lambda t: t.deal("draw", "hand 1", [card], B))
    assert s.known(1)[card] == ("h0", 0)


def test_an_open_card_put_back_is_turned_face_down() -> None:
    s = scenario()
    (card,) = s.board("line", [("x", 1)])
    s.run(lambda t: t.put_back([card], "draw"))
    assert steps(s, PutBack) == []
    assert s.table.zone("draw").cards[0] == card
    with pytest.raises(HiddenFace):
        s.table.face(card)
    assert s.run(lambda t: t.open([card])) == (("x", 1),)


def test_open_and_reveal() -> None:
    s = scenario()
    top = s.table.zone("draw").cards[:2]
    assert s.run(lambda t: t.open(top)) == PILE[:2]
    assert s.run(lambda t: t.open(top)) == PILE[:2]
    assert s.trace.count("open 2 cards") == 1
    hand = s.table.zone("hand 0").cards[:]
    assert s.run(lambda t: t.reveal(hand, A)) == (("h0", 0), ("h0", 1))
    assert [s.table.holder(card) for card in hand] == [None, None]
    assert s.run(lambda t: t.reveal(hand, A)) == (("h0", 0), ("h0", 1))
    assert s.trace.count("reveal 2 cards holder 0") == 1


# Hands


def play_any(hand: tuple[CardId, ...]) -> Choice:
    return Choice("play", "?", hand, 1, 1)


def test_a_hand_is_mixed_before_use_and_only_then() -> None:
    s = scenario()
    before = s.table.zone("hand 1").cards[:]
    assert s.run(lambda t: t.hand(B)) == tuple(before)
    s.run(lambda t: t.deal("draw", "hand 1", 1, B))
    hand = s.run(lambda t: t.hand(B))
    (step,) = steps(s, Mix)
    assert step.owner == B
    assert step.fresh == hand
    assert not set(hand) & set(before)
    assert all(s.table.holder(card) == B for card in hand)
    assert s.run(lambda t: t.hand(B)) == hand


@pytest.mark.parametrize(
    "use",
    [
        lambda t, c: t.ask(B, play_any((c,))),
        lambda t, c: t.ask_all({B: play_any((c,))}),
        lambda t, c: t.window("w", [B], {B: Choice("w", "?", (c,), 0, 1)}),
        lambda t, c: t.give([c], B, A, "hand 0"),
        lambda t, c: t.put_back([c], "draw"),
        lambda t, c: t.reveal([c], B),
    ],
)
def test_an_unmixed_hand_cannot_be_used(use: Any) -> None:
    s = scenario()
    s.run(lambda t: t.deal("draw", "hand 1", 1, B))
    card = s.table.zone("hand 1").cards[-1]
    refused(s, lambda t: use(t, card), "must be mixed")


def test_an_unmixed_hand_cannot_be_moved_from() -> None:
    s = scenario()
    s.run(lambda t: t.deal("draw", "hand 1", 1, B))
    with pytest.raises(RulesError, match="must be mixed"):
        s.table.move(s.table.zone("hand 1").cards[:1], "discards")


def test_a_whole_hand_can_be_shown_unmixed() -> None:
    s = scenario()
    s.run(lambda t: t.deal("draw", "hand 1", 1, B))
    cards = s.table.zone("hand 1").cards[:]
    assert s.run(lambda t: t.reveal(cards, B)) == (("h1", 0), ("h1", 1), ("p", 0))


def test_an_open_hand_needs_no_mix_and_mix_hides_it_again() -> None:
    s = scenario()

    async def job(table: Table) -> tuple[CardId, ...]:
        await table.reveal(table.zone("hand 1").cards[:], B)
        await table.deal("draw", "hand 1", 1, B)
        await table.reveal(table.zone("hand 1").cards[-1:], B)
        return await table.hand(B)

    hand = s.run(job)
    assert s.table.faces(hand) == (("h1", 0), ("h1", 1), ("p", 0))
    assert steps(s, Mix) == []
    hidden = s.run(lambda t: t.mix(B))
    assert not any(s.table.is_open(card) for card in hidden)
    assert s.in_hand(1) == [("h1", 0), ("h1", 1), ("p", 0)]


def test_an_open_card_that_goes_home_is_hidden_by_the_mix() -> None:
    s = scenario()
    (card,) = s.board("line", [("x", 1)])
    s.table.move([card], "hand 1")
    hand = s.run(lambda t: t.hand(B))
    assert len(hand) == 3
    assert not any(s.table.is_open(card) for card in hand)


# Decisions


def test_a_chosen_card_can_be_opened_right_after() -> None:
    s = scenario()

    async def job(table: Table) -> tuple[Face, ...]:
        answer = await table.ask(A, play_any(await table.hand(A)))
        await table.open(table.zone("draw").cards[:1])
        return await table.open(answer.cards)

    assert s.run(job, ask(0, "play", ("h0", 1))) == (("h0", 1),)


def test_a_commitment_does_not_outlive_the_next_question() -> None:
    s = scenario()

    async def job(table: Table) -> None:
        answer = await table.ask(A, play_any(await table.hand(A)))
        await table.chance(2, "coin")
        await table.open(answer.cards)

    refused(s, job, "reveal it", ask(0, "play", ("h0", 1)), chance(1))


def test_naming_a_card_of_another_hand_commits_nobody() -> None:
    s = scenario()

    async def job(table: Table) -> None:
        answer = await table.ask(A, play_any(await table.hand(B)))
        await table.open(answer.cards)

    refused(s, job, "reveal it", ask(0, "play", ("h1", 1)))


def test_ask_all_answers_in_the_order_of_the_choices() -> None:
    s = scenario()

    async def job(table: Table) -> tuple[Answer, ...]:
        return await table.ask_all({seat: play_any(await table.hand(seat)) for seat in (C, A)})

    answers = s.run(job, ask_all("play", {0: pick(("h0", 1)), 2: pick(("h2", 0))}))
    assert [s.known(2)[answers[0].card], s.known(0)[answers[1].card]] == [("h2", 0), ("h0", 1)]


def test_ask_in_order_opens_claims_and_allows_standing_passes() -> None:
    s = scenario()

    def second(faces: tuple[Face, ...], answer: Answer) -> str | None:
        return None if faces[0][1] == 1 else "not the second"  # type: ignore

    def make_choice(seat: Seat) -> Choice | None:
        hand = tuple(s.table.hand_zone(seat).cards)
        if seat == C:
            return None
        return Choice("knight", "?", hand, 1, 1, predicate=second, pass_label="No")

    async def job(table: Table) -> tuple[Answer, ...]:
        return await table.ask_in_order([B, C, A], make_choice)

    answers = s.run(
        job,
        claims("knight", 0, 1),
        ask(1, "knight", ("h1", 0), bad="not the second"),
        ask(1, "knight", ("h1", 1)),
        carried("open"),
        passes(0, "knight"),
    )
    assert s.table.faces(answers[0].cards) == (("h1", 1),)
    assert answers[1:] == (NOTHING, NOTHING)
    assert all(step.choice.standing for step in s.steps if hasattr(step, "choice"))
    (said,) = steps(s, Claims)
    assert said.in_order
    assert all(choice.standing for _, choice in said.offers)


def test_who_passes_at_once_is_not_asked_and_a_claim_may_be_a_bluff() -> None:
    s = scenario()
    asked = s.run(
        lambda t: t.ask_in_order([C, A, B], lambda seat: react(t, seat)),
        claims("react", 1, 2),
        passes(2, "react"),
        ask(1, "react", ("h1", 0)),
    )
    assert [len(answer.cards) for answer in asked] == [0, 0, 1]


def test_when_all_pass_at_once_nobody_is_asked() -> None:
    s = scenario()
    asked = s.run(lambda t: t.ask_in_order([C, A, B], lambda seat: react(t, seat)), claims("react"))
    assert asked == (NOTHING,) * 3
    assert len(s.trace) == 1


def test_one_seat_alone_is_asked_without_a_claim() -> None:
    s = scenario()
    asked = s.run(
        lambda t: t.ask_in_order([C, A], lambda seat: react(t, seat) if seat == A else None),
        passes(0, "react"),
    )
    assert asked == (NOTHING, NOTHING)


def test_a_choice_that_may_not_be_passed_is_asked_in_its_place() -> None:
    s = scenario()
    must = Choice("must", "?", options=(Option("a", "A"), Option("b", "B")))
    asked = s.run(
        lambda t: t.ask_in_order([A, B, C], lambda seat: must if seat == B else react(t, seat)),
        claims("react", 2),
        ask(1, "must", option="b"),
        passes(2, "react"),
    )
    assert [answer.option for answer in asked] == [None, "b", None]


def after_another(t: Table, made: dict[Seat, list[Choice | None]]) -> Any:
    """Each time a seat's choice is made, the next of these is it."""
    return lambda seat: made[seat].pop(0)


def test_choices_are_made_anew_when_the_turn_comes() -> None:
    """A choice that arises only from an earlier answer is asked, one that is gone is not; and one
    that may not be passed any more is asked although its seat has passed."""
    s = scenario()
    must = Choice("must", "?", options=(Option("a", "A"),))
    may = react(s.table, A)
    later = Choice("later", "?", options=(Option("a", "A"),), pass_label="No")
    asked = s.run(
        lambda t: t.ask_in_order([A, B, C], after_another(t, {A: [None, later], B: [may, None],
                                                              C: [may, must]})),
        claims("react", 1),
        ask(0, "later", option="a"),
        ask(2, "must", option="a"),
    )  # fmt: skip
    assert [answer.option for answer in asked] == ["a", None, "a"]


def test_asking_in_order_ends_where_the_rules_say() -> None:
    s = scenario()
    told: list[tuple[Seat, int]] = []

    def took(seat: Seat, answer: Answer) -> bool:
        told.append((seat, len(answer.cards)))
        return seat == B

    asked = s.run(
        lambda t: t.ask_in_order([C, A, B, A], lambda seat: react(t, seat), took),
        claims("react", 0, 1, 2),
        passes(2, "react"),
        ask(0, "react", ("h0", 1)),
        ask(1, "react", ("h1", 0), ("h1", 1)),
    )
    assert told == [(A, 1), (B, 2)]
    assert [len(answer.cards) for answer in asked] == [0, 1, 2, 0]


def test_a_claimant_who_leaves_is_not_asked() -> None:
    s = scenario()
    asked = s.run(
        lambda t: t.ask_in_order([C, A, B], lambda seat: react(t, seat)),
        claims("react", 0, 1, 2, leaves=[2]),
        passes(0, "react", leaves=[0]),
    )
    assert asked is None
    assert s.outcome is not None


def test_an_answer_in_order_that_cannot_be_declined_is_refused() -> None:
    options = (Option("a", "A"),)
    loaded = Choice("w", "?", options=options, pass_label="No", default=Answer(option="a"))
    refused(scenario(), lambda t: t.ask_in_order([A, B], lambda seat: loaded), "decline")


def react(table: Table, seat: Seat) -> Choice:
    hand = tuple(table.hand_zone(seat).cards)
    return Choice("react", "?", hand, 0, len(hand), pass_label="Let it be")


async def one_window(table: Table) -> tuple[Seat, Answer] | None:
    return await table.window("w", [B, C, A], {seat: react(table, seat) for seat in (A, B, C)})


def test_a_window_that_all_pass_is_over() -> None:
    assert scenario().run(one_window, claims("w")) is None


def test_claimants_are_asked_in_order_of_priority_until_one_plays() -> None:
    s = scenario()
    played = s.run(one_window, claims("w", 0, 1, 2), passes(1, "react"), ask(2, "react", ("h2", 0)))
    assert played is not None
    assert played[0] == C


def test_all_claimants_may_decline() -> None:
    assert scenario().run(one_window, claims("w", 0), passes(0, "react")) is None


def test_a_window_without_offers_is_no_step() -> None:
    s = scenario()
    assert s.run(lambda t: t.window("w", [A, B], {})) is None
    assert s.run(lambda t: t.window("w", [A], {B: react(t, B)})) is None
    assert s.trace == []


def test_an_offer_that_cannot_be_declined_is_refused() -> None:
    s = scenario()
    options = (Option("a", "A"),)
    must = Choice("w", "?", options=options)
    loaded = Choice("w", "?", options=options, pass_label="No", default=Answer(option="a"))
    for choice in (must, loaded):
        refused(scenario(), lambda t, c=choice: t.window("w", [A], {A: c}), "decline")
    assert s.trace == []


def test_a_throw_with_one_side_is_no_throw() -> None:
    s = scenario()
    assert s.run(lambda t: t.chance(1, "?")) == 0
    assert s.run(lambda t: t.chance(6, "die"), chance(5, why="die")) == 5


# Leaving


def leave(s: Scenario, *seats: int) -> None:
    """These seats leave the table in a throw."""
    s.run(lambda t: t.chance(2, "wind"), chance(0, leaves=seats))


def test_a_gone_seat_is_not_asked() -> None:
    s = scenario()
    leave(s, 1)
    options = (Option("a", "A"),)
    choice = Choice("x", "?", options=options, default=Answer(option="a"))
    assert s.run(lambda t: t.ask(B, choice)) == Answer(option="a")
    assert s.run(lambda t: t.ask_all({B: choice})) == (Answer(option="a"),)
    both = s.run(lambda t: t.ask_all({B: choice, C: choice}), ask_all("x", {2: pick(option="a")}))
    assert both == (Answer(option="a"),) * 2
    assert s.run(one_window, claims("w", 0), passes(0, "react")) is None
    asked = s.run(lambda t: t.ask_in_order([B, C], lambda seat: react(t, seat)), passes(2, "react"))
    assert asked == (NOTHING, NOTHING)


def test_nothing_reaches_a_gone_seat() -> None:
    s = scenario()
    leave(s, 1)
    (card, _) = s.table.zone("hand 0").cards
    assert s.run(lambda t: t.deal("draw", "hand 1", 1, B)) == ()
    s.run(lambda t: t.give([card], A, B, "hand 1"))
    s.run(lambda t: t.peek(t.zone("draw").cards, B))
    assert s.trace == ["chance 'wind' of 2"]
    assert card in s.table.zone("hand 0").cards


def test_what_only_a_gone_seat_could_read_drops_out() -> None:
    s = scenario()
    s.kept("b's secrets", [("k", number) for number in range(4)], owner=1)
    secrets = s.table.zone("b's secrets").cards[:]
    leave(s, 1)
    assert s.run(lambda t: t.reveal(secrets[:1], B)) == (None,)
    assert s.table.lost(secrets[0])
    s.run(lambda t: t.put_back(secrets[:1], "draw"))
    s.run(lambda t: t.give(secrets[1:2], B, C, "hand 2"))
    s.run(lambda t: t.shuffle(["b's secrets", "draw"], into="draw"))
    assert [zone_of(s.table, card) for card in secrets] == [None] * 4
    assert s.faces("draw") == list(PILE)
    assert steps(s, PutBack, Give, Reveal) == []


def test_the_hand_of_a_gone_seat_is_not_mixed() -> None:
    s = Scenario(Small(nothing), 3)
    s.hand(1, ["x"])
    s.pile("draw", ["y"])
    s.run(lambda t: t.deal("draw", "hand 1", 1, B))
    leave(s, 1)
    assert len(s.run(lambda t: t.hand(B))) == 2
    assert steps(s, Mix) == []


def test_a_leaver_who_committed_is_still_opened() -> None:
    s = scenario()

    async def job(table: Table) -> tuple[Face, ...]:
        answer = await table.ask(A, play_any(await table.hand(A)))
        faces = await table.open(answer.cards)
        table.move(answer.cards, "discards")
        return faces

    assert s.run(job, ask(0, "play", ("h0", 1)), carried("open", leaves=(0,))) == (("h0", 1),)
    assert s.table.gone == (A,)
    assert s.faces("discards") == []
    assert len(steps(s, Open)) == 1


def test_a_reveal_of_one_who_leaves_with_it_gives_nothing() -> None:
    s = scenario()
    shown = s.run(lambda t: t.reveal(t.zone("hand 0").cards[:], A), carried("reveal", leaves=(0,)))
    assert shown == (None, None)


# Reading


def test_seats_in_turn() -> None:
    s = scenario()
    assert list(s.table.active) == [A, B, C]
    assert list(s.table.clockwise(B)) == [B, C, A]
    assert s.table.after(C) == A
    leave(s, 1)
    assert list(s.table.active) == [A, C]
    assert list(s.table.clockwise(B)) == [C, A]
    assert s.table.after(A) == C
    assert s.table.is_gone(B)


def test_a_seat_sees_open_cards_and_its_own() -> None:
    s = scenario()
    (card,) = s.board("line", [("x", 1)])
    own = s.table.zone("hand 0").cards[0]
    assert s.table.sees(Knowledge({own: ("h0", 0)})).faces == {card: ("x", 1), own: ("h0", 0)}


def test_log_and_events() -> None:
    s = scenario()
    s.run(lambda t: t.chance(2, "coin"), chance(1))
    s.table.say("{0} sleeps", "nap", 3)
    (line,) = s.table.log
    assert (line.text, line.args, line.step) == ("{0} sleeps", ("nap", 3), s.table.number)
    s.table.event("night")
    s.table.event("night")
    assert s.table.events == {"night": 2}


def test_options_cannot_be_changed() -> None:
    table = Table(2, {"a": 1})
    with pytest.raises(TypeError):
        table.options["a"] = 2  # type: ignore[index]
    with pytest.raises(TypeError):
        table.zones["z"] = table.add_zone("z")  # type: ignore[index]
