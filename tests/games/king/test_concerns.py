"""How much hangs on a question for its seat: what a person is spared, and what never (SKD-31)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.engine.choice import Choice, Weight
from games.engine.steps import Ask, Claims
from games.engine.values import Seat
from games.king import fights, plays
from games.king.concerns import (
    weight_for,
    weight_of_antidote,
    weight_of_poison,
    weight_of_rescue,
)
from games.king.course import open_window
from games.king.heirs import Person
from games.king.ranks import Rank
from games.king.state import Effect, Play, state_of
from tests.games.king.build import (
    ANNOUNCED,
    COMMONER,
    DUKE,
    EARL,
    KING,
    MARQUIS,
    Court,
    announced,
    attack,
    court,
    friend,
    turn,
)
from tests.games.scenario import ask, claims, passes

HAND = {1: ["bribe", "knight 1", "poison", "ship"], 2: ["bribe", "knight 1", "poison", "ship"]}
QUIET = {"sage": KING, "merchant": DUKE, "queen": MARQUIS, "fool": EARL}


def offered(s: Court, seat: int) -> Choice:
    """What a seat is asked now, or offered in a window."""
    step = s.engine.waiting
    if isinstance(step, Ask):
        assert step.seat == seat
        return step.choice
    assert isinstance(step, Claims)
    return dict(step.offers)[Seat(seat)]


def test_a_quiet_window_concerns_nobody() -> None:
    s = court(QUIET, hands=HAND)
    s.hold(turn(0))
    assert offered(s, 1).weight is Weight.LIGHT


def test_the_turn_of_a_king_concerns_all_before_it_begins() -> None:
    s = court({"player 0": KING}, hands=HAND)
    s.hold(turn(0))
    assert offered(s, 1).weight is Weight.FULL


def test_all_windows_of_a_coronation_and_of_the_last_round_concern_all() -> None:
    s = court(QUIET, hands=HAND)
    state = state_of(s.table)
    state.turn.crowning = Seat(0)
    assert weight_for(s.table, Seat(1)) is Weight.FULL
    state.turn.crowning = None
    assert weight_for(s.table, Seat(1)) is Weight.LIGHT
    state.round = int(s.table.options["turns"])
    assert weight_for(s.table, Seat(1)) is Weight.FULL


@pytest.mark.parametrize(
    ("places", "target", "play", "weight"),
    [
        (QUIET, "queen", plays.BETRAY, Weight.LIGHT),
        (QUIET, "player 1", plays.INVESTIGATE, Weight.FULL),
        (QUIET, "spy", plays.BRIBE, Weight.FULL),  # a friend
        (QUIET, "sage", plays.ASSASSINATE, Weight.LIGHT),  # a King whom an Heir follows
        (QUIET | {"true heir": DUKE}, "sage", plays.ASSASSINATE, Weight.FULL),
        (QUIET | {"hanged man": DUKE}, "sage", plays.BETRAY, Weight.FULL),
        (QUIET | {"true heir": DUKE}, "fool", plays.BETRAY, Weight.FULL),
        (QUIET | {"true heir": DUKE}, "sage", plays.BRIBE, Weight.LIGHT),
        ({"player 2": KING}, "player 2", plays.ASSASSINATE, Weight.FULL),
        ({"sage": KING, "player 2": DUKE}, "sage", plays.ASSASSINATE, Weight.FULL),
    ],
)
def test_what_is_announced_concerns_whom_it_may_hurt(
    places: Mapping[str, Rank], target: str, play: Play, weight: Weight
) -> None:
    s = court(places, hands=HAND, friends={1: ["spy"]})
    state_of(s.table).pending.append(Effect(play, Seat(0), Person(target)))
    assert weight_for(s.table, Seat(1)) is weight


def test_behind_a_hermit_or_the_librarian_the_next_rank_counts() -> None:
    s = court({"sage": KING, "hermit": DUKE, "librarian": DUKE, "true heir": MARQUIS})
    state_of(s.table).pending.append(Effect(plays.BETRAY, Seat(0), Person("sage")))
    assert weight_for(s.table, Seat(1)) is Weight.FULL


def test_answers_weigh_as_what_is_announced() -> None:
    s = court(QUIET, hands=HAND)
    s.hold(attack(0, "queen", 1), claims(ANNOUNCED))
    assert offered(s, 1).weight is Weight.LIGHT
    s = court(QUIET, hands=HAND)
    s.hold(attack(0, "player 1", 1), claims(ANNOUNCED))
    assert offered(s, 1).weight is Weight.FULL


def fight(s: Court, target: str, strength: int, defence: int, poison: int = 0) -> Effect:
    effect = Effect(plays.ASSASSINATE, Seat(0), Person(target), strength=strength)
    effect.defence, effect.poison = defence, poison
    return effect


@pytest.mark.parametrize(
    ("target", "strength", "defence", "weight"),
    [
        ("queen", 2, 3, None),
        ("queen", 3, 2, Weight.NONE),  # dead as it is
        ("taster", 3, 2, None),  # Poison saves him
        ("sage", 2, 3, Weight.NONE),  # Poison adds nothing
        ("player 1", 2, 3, Weight.NONE),  # nor against the Taster's friend
    ],
)
def test_poison_that_changes_nothing_is_not_asked_for(
    target: str, strength: int, defence: int, weight: Weight | None
) -> None:
    s = court(friends={1: ["taster"]})
    assert weight_of_poison(s.table, fight(s, target, strength, defence), Seat(2)) is weight


@pytest.mark.parametrize(
    ("target", "strength", "defence", "poison", "cards", "weight"),
    [
        ("queen", 2, 3, 0, 2, Weight.FULL),  # a Poison, and an Antidote against it, win her
        ("queen", 2, 3, 2, 2, Weight.FULL),  # who adds more than those two heals first
        ("queen", 2, 3, 2, 1, Weight.NONE),  # nobody has a Poison and an Antidote in one card
        ("queen", 4, 3, 2, 2, Weight.NONE),  # no Antidote saves her
        ("magician", 4, 3, 2, 2, Weight.FULL),  # the coin may
        ("taster", 4, 3, 1, 2, Weight.FULL),  # lives by any Poison, and can be won
        ("sage", 2, 3, 0, 2, Weight.NONE),  # Antidotes do not win him
        ("player 1", 2, 3, 2, 2, Weight.NONE),  # nor a player, who is dead as it stands
    ],
)
def test_skd_34_poison_that_decides_who_heals_first_is_asked_for(
    target: str, strength: int, defence: int, poison: int, cards: int, weight: Weight | None
) -> None:
    s = court(hands={2: ["poison", "antidote"][:cards]})
    effect = fight(s, target, strength, defence, poison)
    assert weight_of_poison(s.table, effect, Seat(2)) is weight


def test_skd_34_the_question_for_poison_says_what_the_most_of_it_brings() -> None:
    s = court()
    for target, is_said in (("queen", True), ("taster", True), ("player 1", False)):
        said = fights.about_poison(s.table, fight(s, target, 2, 3, 2), Seat(2))
        assert ("Whoever adds most may heal first" in said) is is_said


def test_skd_34_who_could_win_an_heir_is_asked_for_poison_and_antidote_by_default() -> None:
    """The Queen is dead as it stands: one Poison more heals first."""
    s = court(
        {"sage": KING, "queen": MARQUIS},
        hands={0: ["poison", "ship"], 1: ["knight 1", "poison", "antidote", "poison"]},
    )
    s.hold(
        attack(0, "queen", 1),
        claims(ANNOUNCED),
        ask(1, "knights", "knight 1"),
        claims("poison", 0, 1),
        ask(0, "poison", "poison"),
    )
    assert (offered(s, 1).kind, offered(s, 1).weight) == ("poison", Weight.FULL)
    s.hold_on(ask(1, "poison", "poison", "poison"), claims("antidote", 1))
    assert (offered(s, 1).kind, offered(s, 1).weight) == ("antidote", Weight.FULL)
    s.hold_on(ask(1, "antidote", "antidote"))
    assert friend(s, "queen") == 1


def test_a_second_poison_does_not_save_the_taster_again() -> None:
    s = court()
    effect = fight(s, "taster", 3, 2, poison=1)
    assert weight_of_poison(s.table, effect, Seat(1)) is Weight.NONE
    assert "the Poison Taster lives" in fights.about_antidote(s.table, effect, Seat(1))
    assert "becomes your friend" in fights.about_antidote(s.table, effect, Seat(1))
    said = fights.about_poison(s.table, effect, Seat(1))
    assert "It saves the Poison Taster for this turn." in said


@pytest.mark.parametrize(
    ("target", "strength", "defence", "poison", "weight"),
    [
        ("queen", 2, 2, 1, Weight.FULL),  # it saves her, and she becomes a friend
        ("queen", 2, 3, 1, Weight.FULL),  # she becomes a friend
        ("player 1", 2, 2, 1, None),  # it saves them
        ("queen", 4, 3, 1, Weight.NONE),  # dead without Poison as well
        ("magician", 4, 3, 1, Weight.FULL),  # the coin may save him for a friend
        ("taster", 4, 3, 1, Weight.FULL),  # saved by the Poison, and becomes a friend
        ("player 1", 2, 3, 1, Weight.NONE),  # lives, and is nobody's friend
        ("sage", 2, 3, 1, Weight.NONE),  # Antidotes do not win him
    ],
)
def test_an_antidote_that_changes_nothing_is_not_asked_for(
    target: str, strength: int, defence: int, poison: int, weight: Weight | None
) -> None:
    s = court()
    assert weight_of_antidote(s.table, fight(s, target, strength, defence, poison)) is weight


def test_a_conversion_or_a_ship_alone_bears_on_nothing_but_ones_own_danger() -> None:
    s = court(QUIET, hands=HAND)
    s.hold(announced(plays.BETRAY, 0, "queen"))
    assert offered(s, 1).slight == {"ship", "negotiate", "gamble", "investigate"}
    s = court(QUIET, hands=HAND)
    s.hold(announced(plays.EXECUTE, 0, "player 1"))
    assert offered(s, 1).slight == frozenset()
    s = court({"player 0": KING, "sage": COMMONER}, hands=HAND)
    s.hold(turn(0))
    assert "investigate" not in offered(s, 1).slight


def test_skd_25_an_investigation_before_a_coronation_is_offered_anew_in_the_last_round() -> None:
    """Its windows all weigh the same, so that alone does not tell them apart."""
    s = court({"player 0": KING}, hands={1: ["investigation", "ship"]})
    state_of(s.table).round = int(s.table.options["turns"])
    s.go(lambda t: open_window(t, "end", but=Seat(2)))  # of the turn before
    s.hold(turn(0))
    assert offered(s, 1).weight is Weight.FULL
    assert "investigate" not in offered(s, 1).slight


def test_skd_35_the_window_before_a_declaration_weighs_the_same_when_it_opens_again() -> None:
    s = court({"player 0": KING, "queen": MARQUIS}, hands={1: ["bribe", "ship"], 2: ["ship"]})
    s.hold(
        turn(0),
        claims("start", 1),
        ask(1, "react", "bribe", option="bribe"),
        ask(1, "target", option="queen"),
        claims(ANNOUNCED),
    )
    step = s.engine.waiting
    assert isinstance(step, Claims)
    assert step.window == "start"
    assert offered(s, 1).weight is Weight.FULL
    assert "investigate" not in offered(s, 1).slight


def test_a_quiet_window_that_is_offered_again_weighs_what_it_does_then() -> None:
    """The offers of quiet windows are kept while they are the same (games.king.offer_cache)."""
    s = court({"player 0": KING}, hands=HAND, deck=["ship"] * 9)
    s.hold(turn(0))
    assert offered(s, 1).weight is Weight.FULL
    s.hold_on(claims("start"), ask(0, "coronation"))
    assert offered(s, 1).weight is Weight.LIGHT


def test_the_queens_friend_is_not_asked_for_poison_that_changes_nothing() -> None:
    for strength, weight in ((1, Weight.NONE), (0, Weight.FULL)):
        s = court({"sage": DUKE, "spy": KING, "queen": EARL}, friends={1: ["queen"]})
        s.hold(attack(0, "spy", strength))
        step = s.engine.waiting
        assert isinstance(step, Ask)
        assert (step.seat, step.choice.kind, step.choice.weight) == (1, "queen", weight)


@pytest.mark.parametrize(
    ("by", "seat", "target", "play", "weight"),
    [
        (0, 0, "queen", plays.ASSASSINATE, Weight.LIGHT),  # its own victim
        (0, 0, "spy", plays.BETRAY, Weight.LIGHT),
        (0, 1, "queen", plays.ASSASSINATE, None),  # another's
        (0, 0, "hermit", plays.ASSASSINATE, None),  # somebody else than it aims at
        (2, 2, "queen", plays.EXECUTE, None),  # the Devil would leave
    ],
)
def test_nobody_has_to_be_asked_whether_they_save_their_own_victim(
    by: int, seat: int, target: str, play: Play, weight: Weight | None
) -> None:
    s = court(QUIET, seats=3, friends={0: ["spy"], 2: ["devil"]})
    aim = Person("queen" if target == "hermit" else target)
    state_of(s.table).pending.append(Effect(play, Seat(by), aim))
    assert weight_of_rescue(s.table, Seat(seat), Person(target)) is weight


def test_whom_the_fool_leads_to_somebody_else_is_asked_for_a_rescue() -> None:
    s = court(QUIET)
    effect = Effect(plays.ASSASSINATE, Seat(0), Person("sage"), redirected=True)
    state_of(s.table).pending.append(effect)
    assert weight_of_rescue(s.table, Seat(0), Person("sage")) is None


@pytest.mark.parametrize(
    ("by", "places", "weight"),
    [(0, QUIET, Weight.LIGHT), (1, QUIET, Weight.FULL)],  # of somebody else's attack on a friend
)
def test_a_ship_for_ones_own_victim_weighs_little(
    by: int, places: Mapping[str, Rank], weight: Weight
) -> None:
    s = court(places, hands={0: ["ship"]}, friends={0: ["queen"]} if by else {})
    window = [claims(ANNOUNCED)] if by else []
    answers = [*([passes(0, "knights")] if by else []), passes(0, "poison")]
    s.hold(attack(by, "queen", 1), *window, *answers)
    assert (offered(s, 0).kind, offered(s, 0).weight) == ("ship", weight)
