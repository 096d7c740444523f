"""Prompts: nobody is asked too often, and nobody what cannot be answered."""

from __future__ import annotations

import pytest

from games.court.plays import CardFits, answers
from games.court.rules import Court
from games.engine.engine import Engine
from games.engine.legal_answers import legal
from games.engine.steps import Ask
from simulation.dealer import Dealer, play
from tests.games.court.questions import asked, counted

MOST = 60
"""Questions outside the own turn in an average game of three."""


def test_a_person_at_a_table_of_three_is_asked_at_most_60_times_in_others_turns() -> None:
    found = [counted(3, seed) for seed in range(4)]
    assert sum(one.elsewhere.total() for one in found) / (3 * len(found)) <= MOST


@pytest.mark.slow
def test_the_same_over_more_games() -> None:
    found = [counted(3, seed) for seed in range(30)]
    assert sum(one.elsewhere.total() for one in found) / (3 * len(found)) <= MOST


def test_whoever_is_asked_could_do_something_as_far_as_everybody_can_tell() -> None:
    """There is an option without a card, or a card that could be played if it were in the hand."""

    def watch(engine: Engine, dealer: Dealer) -> None:
        for _, choice in asked(engine):
            fits = choice.predicate
            if isinstance(fits, CardFits):
                could = any(reason is None for reason in fits.reasons.values())
                assert could or fits.owners
            else:
                assert choice.options or choice.cards or choice.low <= choice.high

    play(Court(), 4, 8, watch=watch)


def test_a_question_with_a_single_answer_is_not_asked() -> None:
    def watch(engine: Engine, dealer: Dealer) -> None:
        step = engine.waiting
        if isinstance(step, Ask) and not step.choice.may_pass:
            sees = engine.table.sees(dealer.knowledge(step.seat))
            assert len(list(legal(step.choice, sees))) > 1, step.choice

    for seed in range(3):
        play(Court(), 3, seed, watch=watch)


def test_passes_can_be_posted_ahead_until_somebody_does_something() -> None:
    labels = [offer.label for offer in Court.info.passes]
    assert labels[0] == "until somebody does something"
    events = {event for offer in Court.info.passes for event in offer.events}
    assert events == {"acted", "event", "turn {me}", "named {me}"}


def test_only_questions_in_others_turns_are_answered_by_a_pass_posted_ahead() -> None:
    seen = set()

    def watch(engine: Engine, dealer: Dealer) -> None:
        for seat, choice in asked(engine):
            if choice.standing:
                seen.add(choice.kind)
                assert seat != engine.table.turn or choice.kind in ("react", "counter")

    play(Court(), 3, 5, watch=watch)
    assert {"event", "melee", "react"} <= seen


def test_the_answers_for_bots_are_the_legal_ones() -> None:
    def watch(engine: Engine, dealer: Dealer) -> None:
        for seat, choice in asked(engine):
            sees = engine.table.sees(dealer.knowledge(seat))
            found = answers(choice, sees)
            assert len(found) == len(set(found))
            assert set(found) == set(legal(choice, sees))

    play(Court(), 3, 12, watch=watch)
