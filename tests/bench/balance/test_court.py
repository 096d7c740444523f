"""What the bench of Court reads from a story, and what it says of it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict

from bench.balance.court import (
    DEAL,
    DUELS,
    EVEN,
    FIRST,
    KEPT,
    LOST,
    PLAYED,
    SERIES,
    WON,
    Found,
    Tally,
    bars,
    deeds,
    error,
    key_of,
    one_game,
    page,
    share,
)
from bench.balance.series import Kind
from games.court.characters import CHARACTERS
from games.court.deck import ACTIONS, EVENTS
from games.court.princes import PRINCES


def test_every_title_is_told_from_every_other() -> None:
    for row in (*CHARACTERS, *ACTIONS, *EVENTS):
        assert key_of(f"{row.title} on somebody.") == row.key


def test_what_a_story_tells() -> None:
    story = [
        "{1} pays nothing and chooses first.",
        "{1} takes Chancellor Odo.",
        "{2} takes Duchess Isaura.",
        "{0} plays Rent-a-Crowd.",
        "{2} answers with A Late Box of Ballots.",
        "{0} wins The Masked Ball with 4 tokens to 2.",
        "{1} loses it with 2, the fewest.",
        "{2} wins The Great Tournament with 3 tokens, alone.",
        "A Levy on Windows fails, with 2 for it and 3 against.",
    ]
    assert list(deeds(story)) == [
        (FIRST, "odo"),
        (PLAYED, "crowd"),
        (PLAYED, "ballots"),
        (WON, "ball"),
        (LOST, "ball"),
        (WON, "lists"),
        (LOST, "levy"),
    ]


def test_a_deal_is_a_rival_supported_and_kept_if_that_rival_wins() -> None:
    story = [
        "The Event is The Masked Ball, a Contest.",
        "{0} adds 2 to {0}'s pool (Aurelio's free support): {0} 2.",
        "{1} adds 3 to {0}'s pool (Odo): {0} 5.",
        "{2} adds 2 to {1}'s pool (Egbert's free support): {0} 5, {1} 2.",
        "{0} wins The Masked Ball with 5 tokens to 2.",
    ]
    assert list(deeds(story)) == [(DEAL, ""), (DEAL, ""), (KEPT, ""), (WON, "ball")]


def test_a_game_has_five_first_choices_and_four_events_a_seat() -> None:
    found = one_game((EVEN[0], 0))
    deeds_ = Counter(deed for deed, _ in found.done)
    assert deeds_[FIRST] == 5
    assert deeds_[PLAYED] > 0
    assert len(found.princes) == 3
    assert len(found.winners) == 1
    assert SERIES.read(json.loads(json.dumps(asdict(found)))) == found


def test_games_are_counted_together() -> None:
    tally = Tally()
    tally.add(Found([1], ["odo", "brann", "edda"], [(WON, "ball"), (WON, "ball")]))
    tally.add(Found([0], ["odo", "edda", "brann"], [(LOST, "ball")]))
    assert (tally.games, tally.sat["odo"], tally.wins) == (2, 2, {"brann": 1, "odo": 1})
    assert tally.done == {(WON, "ball"): 2, (LOST, "ball"): 1}


def full(**wins: int) -> Tally:
    """A hundred games of three in which everything happens and each Prince sits sixty times."""
    done = Counter({(FIRST, row.key): 1 for row in CHARACTERS})
    done.update({(PLAYED, row.key): 1 for row in ACTIONS})
    done.update({(deed, row.key): 1 for deed in (WON, LOST) for row in EVENTS})
    even = {row.key: wins.get(row.key, 20) for row in PRINCES}
    return Tally(100, Counter({row.key: 60 for row in PRINCES}), Counter(even), done)


def test_a_bar_holds_or_names_whom_it_does_not_hold_for() -> None:
    assert bars(EVEN[0], full()) == (3, 100, *["holds"] * 4)
    assert list(bars(EVEN[0], full(dagmar=26)))[2] == "no: Dagmar"
    rare = full()
    del rare.done[LOST, "ball"], rare.done[FIRST, "odo"], rare.done[PLAYED, "crowd"]
    against = ("no: Chancellor Odo", "no: Rent-a-Crowd", "no: The Masked Ball")
    assert bars(EVEN[0], rare) == (3, 100, "holds", *against)


def test_a_share_counts_only_the_games_in_which_a_prince_was_dealt() -> None:
    assert share(EVEN[0], full(), "dagmar") == 100


def test_the_standard_error_is_that_of_an_even_share() -> None:
    assert round(error(EVEN[0], full()), 3) == 0.183  # sqrt(1/3 * 2/3 / 60) of 1/3


def test_the_page_says_when_its_games_are_too_few() -> None:
    princes = [row.key for row in PRINCES[:3]]
    games = {number: Found([0], princes, []) for number in range(3)}
    text = page({EVEN[0]: games, DUELS[0]: games})
    assert "3 at 3, 0 at 4, 0 at 5 seats.\nThey are fewer than the 2,000" in text
    assert "| strong against 2 fair | 3 | 1.00 |" in text


def test_all_games_of_every_kind_are_played_and_four_even_ones_to_a_duel() -> None:
    games: Counter[Kind] = Counter()
    for kind, number in SERIES.jobs:
        assert number == games[kind]
        games[kind] += 1
        assert games[EVEN[2]] <= 4 * games[DUELS[3]] + 1
    assert games == {kind: kind.games for kind in (*EVEN, *DUELS)}
