"""What the bench of Court reads from a story, and what it says of it."""

from __future__ import annotations

from collections import Counter

from bench.balance.court import (
    DEAL,
    DUELS,
    EVEN,
    FIRST,
    KEPT,
    LOST,
    PLAYED,
    WON,
    Kind,
    Tally,
    bars,
    deeds,
    error,
    key_of,
    line,
    one_game,
    order,
    page,
    read,
    share,
)
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


def test_a_game_is_a_line_of_the_file_and_a_line_cut_off_is_left_out() -> None:
    jobs = [(EVEN[0], 7), (DUELS[1], 3)]
    tally = Tally(1, Counter(["odo", "brann"]), Counter(["odo"]), 1, Counter({(WON, "ball"): 2}))
    text = [f"{line(job, tally)}\n" for job in jobs]
    assert read(text) == dict.fromkeys(jobs, tally)
    assert read([text[0], text[1][:-5]]) == {jobs[0]: tally}


def test_a_game_has_five_first_choices_and_four_events_a_seat() -> None:
    kind = EVEN[0]
    found = one_game((kind, 0))
    kinds: Counter[str] = Counter()
    for (deed, _), times in found.done.items():
        kinds[deed] += times
    assert kinds[FIRST] == 5
    assert kinds[PLAYED] > 0
    assert found.sat.total() == 3
    assert found.wins.total() == 1


def full(**wins: int) -> Tally:
    """A hundred games of three in which everything happens and each Prince sits sixty times."""
    done = Counter({(FIRST, row.key): 1 for row in CHARACTERS})
    done.update({(PLAYED, row.key): 1 for row in ACTIONS})
    done.update({(deed, row.key): 1 for deed in (WON, LOST) for row in EVENTS})
    even = {row.key: wins.get(row.key, 20) for row in PRINCES}
    return Tally(100, Counter({row.key: 60 for row in PRINCES}), Counter(even), 0, done)


def test_a_bar_holds_or_names_whom_it_does_not_hold_for() -> None:
    assert bars({EVEN[0]: full()}) == ["| 3 | 100 | holds | holds | holds | holds |"]
    assert bars({EVEN[0]: full(dagmar=26)})[0].startswith("| 3 | 100 | no: Dagmar |")
    rare = full()
    del rare.done[LOST, "ball"], rare.done[FIRST, "odo"], rare.done[PLAYED, "crowd"]
    assert bars({EVEN[0]: rare}) == [
        "| 3 | 100 | holds | no: Chancellor Odo | no: Rent-a-Crowd | no: The Masked Ball |"
    ]


def test_a_share_counts_only_the_games_in_which_a_prince_was_dealt() -> None:
    assert share(EVEN[0], full(), "dagmar") == 100


def test_the_standard_error_is_that_of_an_even_share() -> None:
    assert round(error(EVEN[0], full()), 3) == 0.183  # sqrt(1/3 * 2/3 / 60) of 1/3


def test_the_page_says_when_its_games_are_too_few() -> None:
    assert "fewer than the 2,000" in page({EVEN[0]: full()})


def test_all_games_of_every_kind_are_played() -> None:
    games: Counter[Kind] = Counter()
    for kind, number in order():
        assert number == games[kind]
        games[kind] += 1
    assert games == {kind: kind.games for kind in (*EVEN, *DUELS)}
