"""The tale of a game of King that is over."""

from __future__ import annotations

from games.engine.private import NOTHING_KNOWN
from games.engine.table import Table
from games.engine.values import Outcome, Seat
from games.king.board import king_of
from games.king.course import settle_ranks
from games.king.death import die, send_away
from games.king.endings import CROWNED, ended
from games.king.heirs import GENERAL, JUDGE, QUEEN, Person, player
from games.king.past import Happening, Past
from games.king.plays import ASSASSINATE, CATALOGUE
from games.king.ranks import Rank
from games.king.rules import King
from games.king.state import Corner, Effect, State, state_of
from games.king.tale import tale
from simulation.dealer import play
from tests.games.king.build import court

A, B, C = Seat(0), Seat(1), Seat(2)
REIGN, CROWNING = Happening.REIGN, Happening.CROWNING
DEATH, SHIP = Happening.DEATH, Happening.SHIP
WON = ended(CROWNED, A)


def told(outcome: Outcome | None, *past: Past) -> tuple[str, ...]:
    t = Table(3, {})
    state = State(order=(A, B, C), past=list(past))
    state.ranks[Rank.KING].append(player(A))
    state.ranks[Rank.DUKE].append(player(B))
    state.dead.append(player(C))
    t.state = Corner(CATALOGUE, state)
    t.outcome = outcome
    return tale(t, state)


def reigns(*people: Person) -> list[Past]:
    return [Past(number, REIGN, person) for number, person in enumerate(people, 1)]


def test_before_the_end_there_is_none() -> None:
    assert told(None, *reigns(JUDGE)) == ()


def test_the_last_change_of_the_throne_says_why() -> None:
    said = told(
        WON,
        *reigns(JUDGE, QUEEN),
        Past(4, DEATH, QUEEN, "an attack by {2}"),
        Past(4, REIGN, player(A)),
    )
    assert said[0] == (
        "The Judge was the first King; the throne changed hands twice. At last, in round 4, it"
        " went from the Queen to {0}: the Queen was killed by an attack by {2}."
    )


def test_a_throne_that_never_changed_hands() -> None:
    assert told(WON, *reigns(GENERAL))[0] == ("The General was King from the beginning to the end.")


def test_coronations_in_vain_are_told_with_their_ends() -> None:
    said = told(
        WON,
        *reigns(player(B), player(C)),
        Past(2, CROWNING, player(B)),
        Past(2, SHIP, player(B), "an attack by {0} and {2}"),
        Past(5, CROWNING, player(A)),
    )
    assert said[1] == (
        "Crowned in vain: {1} in round 2, who took ship to a distant land from an attack by {0}"
        " and {2}."
    )


def test_a_winner_whose_first_coronation_failed_is_told_of() -> None:
    said = told(WON, *reigns(player(A)), Past(2, CROWNING, player(A)), Past(5, CROWNING, player(A)))
    assert said[1] == "Crowned in vain: {0} in round 2."


def test_the_dead_are_told_the_last_three_by_name() -> None:
    deaths = [Past(n, DEATH, player(C), "an attack by {0}") for n in range(1, 6)]
    said = told(WON, *reigns(JUDGE), *deaths)
    assert said[1].startswith("Players who died: {2} in round 3 by an attack by {0}; ")
    assert said[1].endswith("; and 2 more before them.")


def test_who_stood_where_comes_last() -> None:
    assert told(WON, *reigns(JUDGE))[-1] == "At the end: {0} King, {1} Duke, {2} dead."


def test_the_rules_remember_kings_deaths_and_ships_with_their_cause() -> None:
    s = court({JUDGE: Rank.KING, player(A): Rank.DUKE})
    state = state_of(s.table)
    state.past.clear()
    settle_ranks(s.table)
    state.pending.append(Effect(ASSASSINATE, B, JUDGE, others=(C,)))
    s.run(lambda t: die(t, JUDGE))
    send_away(s.table, player(A))
    settle_ranks(s.table)
    assert [(one.what, one.person, one.means) for one in state.past] == [
        (REIGN, JUDGE, ""),
        (DEATH, JUDGE, "an attack by {1} and {2}"),
        (SHIP, player(A), "an attack by {1} and {2}"),
        (REIGN, king_of(state), ""),
    ]


def test_a_whole_game_tells_who_stood_where_and_stands_as_won() -> None:
    playout = play(King(), 3, 2, options={"turns": 6})
    view = King().view(playout.engine.table, None, NOTHING_KNOWN)
    assert view.tale[-1].startswith("At the end: ")
    assert view.standing[0].text.endswith(("has won.", "has lost."))
