"""What the strong bot does that the fair one does not."""

from __future__ import annotations

from games.court.bot.marks import worth_of
from games.court.bot.strong import Schemer
from games.court.course import COUNTER
from games.court.deck import CATALOGUE
from games.court.state import AUCTION, PLAYED, Pending, Played, Stage, Stake, state_of
from games.court.terms import Trigger
from games.engine.choice import NOTHING, Answer, Choice, Option
from games.engine.values import Seat
from tests.games.court.build import at_event, bout, lay
from tests.games.scenario import Scenario


def countering(s: Scenario, spell: str, by: int, counters: int = 0) -> int:
    """What seat 0 gives for turning its Wizard against a Spell that so many have countered."""
    s.board(PLAYED, [spell])
    state_of(s.table).playing = Played(Seat(by), CATALOGUE.action(spell).title, "", "", counters)
    choice = Choice(COUNTER, "Do you counter it?", options=(Option("counter quill", "Turn"),))
    return Schemer(s.table, Seat(0), {}, choice).mark(Answer(option="counter quill"))


def test_a_spell_that_kills_is_countered() -> None:
    s = lay({0: "quill"}, turn=1, events="dragon")
    assert countering(s, "thunderbolt", 1) > 0


def test_a_spell_that_hurts_nobody_is_let_be() -> None:
    s = lay({0: "quill"}, turn=1, events="dragon")
    assert countering(s, "haste", 1) < 0


def test_a_counter_of_its_own_spell_is_countered_and_that_of_anothers_is_not() -> None:
    s = lay({0: "quill"}, turn=0)
    assert countering(s, "rain", 0, 1) > 0
    s = lay({0: "quill"}, turn=1, events="dragon")
    assert countering(s, "thunderbolt", 1, 1) < 0  # as it stands it kills nobody
    assert countering(s, "thunderbolt", 1, 2) > 0
    assert countering(s, "thunderbolt", 0, 2) < 0


def test_it_bids_no_more_than_the_best_stands_out() -> None:
    s = lay(stage=Stage.AUCTION)
    keys = ["odo", "lisbet", "isaura"]
    s.board(AUCTION, keys)
    worth = sorted(worth_of(CATALOGUE.character(key)) for key in keys)
    limit = (worth[-1] - worth[-2]) // 10
    for low in range(4):
        eyes = Schemer(s.table, Seat(0), {}, Choice("bid", "", low=low, high=10))
        assert (eyes.mark(Answer(number=low)) > 0) is (low <= limit)
        assert eyes.mark(Answer(number=low + 1)) < eyes.mark(Answer())


def test_it_takes_two_steps_to_a_win_that_one_does_not_reach() -> None:
    s = lay({0: "odo"}, turn=1, events="dragon levy")
    at_event(s, "poets", "1:5")
    options = tuple(Option(key, key) for key in ("gift 0", "support odo 0", "gift 1"))
    eyes = Schemer(s.table, Seat(0), {}, Choice("event", "", options=options))
    assert eyes.mark(Answer(option="gift 0")) > eyes.mark(NOTHING)
    assert eyes.mark(Answer(option="gift 1")) < eyes.mark(NOTHING)


def test_a_card_is_played_in_an_event_where_it_changes_who_wins() -> None:
    for pools, plays in (("0:4 1:5", True), ("0:9 1:5", False)):
        s = lay({}, {0: "crowd"}, turn=1, events="dragon levy")
        at_event(s, "poets", pools)
        card = s.table.hand_zone(Seat(0)).cards[0]
        eyes = Schemer(s.table, Seat(0), {card: "crowd"}, Choice("event", "", (card,)))
        assert (eyes.mark(Answer((card,), "play")) > 0) is plays


def test_it_aims_at_what_it_had_in_mind() -> None:
    s = lay({1: "odo lisbet"}, turn=0, events="dragon levy")
    prompt = "A Sudden Attack of Gout. Whose toe is it?"
    options = tuple(Option(f"at {key}", key) for key in ("odo", "lisbet"))
    eyes = Schemer(s.table, Seat(0), {}, Choice("aim", prompt, options=options))
    assert eyes.mark(Answer(option="at odo")) > eyes.mark(Answer(option="at lisbet"))


def test_creative_accounts_are_not_opened_without_anybody_wealthy() -> None:
    for court, plays in (("odo", False), ("isaura", True)):
        s = lay({0: court}, {0: "accounts"}, turn=0, events="dragon levy")
        card = s.table.hand_zone(Seat(0)).cards[0]
        eyes = Schemer(s.table, Seat(0), {card: "accounts"}, Choice("act", "", (card,)))
        assert (eyes.mark(Answer((card,), "play")) > 0) is plays


def test_it_saves_its_own_people_and_nobody_elses() -> None:
    for seat, saves in ((0, True), (1, False)):
        s = lay({0: "odo", 1: "hob"}, {0: "double"}, turn=2)
        victim = "odo" if seat == 0 else "hob"
        state_of(s.table).pending.append(Pending(Trigger.DOOMED, person=victim))
        card = s.table.hand_zone(Seat(0)).cards[0]
        eyes = Schemer(s.table, Seat(0), {card: "double"}, Choice("react", "", (card,)))
        assert (eyes.mark(Answer((card,), "play")) > 0) is saves


def test_guards_are_not_called_where_they_would_not_help() -> None:
    for strength, calls in ((4, False), (2, True)):
        s = lay({0: "odo", 1: "brann"}, {0: "guards"}, turn=1)
        fight = bout(s, "brann", "odo")
        fight.stakes += [Stake("attack", strength, Seat(1), ""), Stake("defence", 1, Seat(0), "")]
        state_of(s.table).pending.append(Pending(Trigger.ATTACKED, person="odo"))
        card = s.table.hand_zone(Seat(0)).cards[0]
        eyes = Schemer(s.table, Seat(0), {card: "guards"}, Choice("react", "", (card,)))
        assert (eyes.mark(Answer((card,), "play")) > 0) is calls
