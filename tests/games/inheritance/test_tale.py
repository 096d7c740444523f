"""The tale of a game of Inheritance that is over."""

from __future__ import annotations

from games.engine.private import NOTHING_KNOWN
from games.engine.table import Table
from games.engine.values import Outcome, Seat
from games.inheritance.endings import HELD_RING, OUT_OF_CARDS, ended
from games.inheritance.position import Past, State
from games.inheritance.rules import Inheritance, take_turns
from games.inheritance.tale import tale
from simulation.dealer import play
from tests.games.inheritance.build import lay, plays

A, B, C = Seat(0), Seat(1), Seat(2)
WON = ended(HELD_RING, A)


def told(outcome: Outcome, *past: Past) -> tuple[str, ...]:
    t = Table(3, {})
    t.state = State(past=list(past))
    t.outcome = outcome
    return tale(t)


def test_before_the_end_there_is_none() -> None:
    t = Table(3, {})
    t.state = State(past=[Past(None, "", A), Past(B, "played", B)])
    assert tale(t) == ()


def test_who_held_the_ring_from_the_beginning() -> None:
    said = told(WON, Past(None, "", A), Past(B, "played it", A), Past(C, "played that", A))
    assert said == (
        "It took 2 turns, and the Ring of Favour never moved.",
        "{0} had the Ring from the beginning, and nobody moved it.",
    )


def test_the_turn_that_decided_and_the_one_that_took_it_from_another() -> None:
    said = told(
        WON,
        Past(None, "", None),
        Past(B, "played one", B),
        Past(C, "played the Assassin: {1}'s Admirer leaves the game", None),
        Past(A, "played the Royal", A),
        Past(B, "played nothing that helped", A),
    )
    assert said == (
        "It took 4 turns. The Ring of Favour went from the centre to {1}, then to the centre, {0}.",
        "Turn 2: {2} played the Assassin: {1}'s Admirer leaves the game. It took the Ring from"
        " {1}.",
        "Turn 3 decided: {0} played the Royal. The Ring went to {0}, and nobody moved it again.",
    )


def test_from_whom_the_deciding_turn_took_the_ring() -> None:
    said = told(WON, Past(None, "", B), Past(A, "played the Royal", A), Past(B, "passed", A))
    assert said[-1].startswith("Turn 1 decided: {0} played the Royal. The Ring went from {1} to")


def test_many_moves_of_the_ring_are_counted() -> None:
    past = [Past(Seat(n % 3), "played", Seat(n % 3)) for n in range(10)]
    said = told(ended(OUT_OF_CARDS), Past(None, "", None), *past)
    assert said[0] == "It took 10 turns. The Ring of Favour moved 10 times, at last to {0}."
    assert len(said) == 2
    assert said[1].startswith("Turn 10: {0} played. It took the Ring from {2}")


def test_where_nobody_ever_had_the_ring() -> None:
    said = told(ended(OUT_OF_CARDS), Past(None, "", None), Past(B, "played", None))
    assert said == ("It took 1 turn, and nobody ever had the Ring of Favour.",)


def test_what_was_played_is_remembered_in_the_words_of_the_story() -> None:
    s = lay(["3 love", "8 war"], [["9 war"], ["2 love", "1 love"]], ring=1)
    s.run(lambda t: take_turns(t, A), plays(0, "9 war", "propose"))
    (turn,) = s.table.state.past  # type: ignore[attr-defined]
    assert turn.seat == A
    assert turn.deed.startswith("played the 9 General of war: as the new Proposal, in place of")


def test_a_whole_game_tells_its_last_turn_and_stands_as_won() -> None:
    playout = play(Inheritance(), 3, 1)
    view = Inheritance().view(playout.engine.table, None, NOTHING_KNOWN)
    assert playout.engine.outcome is not None
    assert " decided: " in view.tale[-1] or "from the beginning" in view.tale[-1]
    assert view.standing[0].text.endswith("has won.")
