"""The fifteen kinds of card: SK-25 to SK-35, each played on a table (SKD-12)."""

from __future__ import annotations

import pytest

from games.king import plays
from games.king.cards import copies
from games.king.plays import CATALOGUE
from games.king.ranks import Rank
from tests.games.king.build import (
    ANNOUNCED,
    BARON,
    COMMONER,
    DUKE,
    EARL,
    KING,
    MARQUIS,
    act,
    acting,
    announced,
    attack,
    court,
    does,
    done,
    friend,
    is_dead,
    is_shipped,
    mode,
    ranked,
    target,
    turn,
    where,
)
from tests.games.scenario import ask, claims, passes


@pytest.mark.parametrize(("seats", "each"), [(2, 4), (3, 4), (4, 4), (5, 5), (6, 6)])
def test_skg_2_equal_numbers_of_fifteen_kinds(seats: int, each: int) -> None:
    cards = CATALOGUE.deck(seats)
    assert len(CATALOGUE.cards) == 15
    assert copies(seats) == each
    assert all(cards.count(card.face) == each for card in CATALOGUE.cards)
    assert len(cards) == 15 * each


def test_every_face_has_its_row() -> None:
    assert [CATALOGUE.card(card.face) for card in CATALOGUE.cards] == list(CATALOGUE.cards)
    with pytest.raises(KeyError):
        CATALOGUE.card("squire")


@pytest.mark.parametrize("value", [1, 2, 3])
def test_assassin(value: int) -> None:
    s = court({"queen": MARQUIS}, hands={0: [f"assassin {value}"]})
    s.go(acting(0), act(0, "assassinate", f"assassin {value}"), target(0, "queen"))
    assert is_dead(s, "queen")
    assert s.faces("discards") == [f"assassin {value}"]


def test_assassins_add_up_and_only_assassins_attack() -> None:
    s = court({"queen": EARL}, hands={0: ["assassin 1", "assassin 2", "bribe"], 1: ["knight 2"]})
    s.go(
        acting(0),
        act(0, "assassinate", bad="takes an Assassin"),
        act(0, "assassinate", "assassin 1", "bribe", bad="Bribe cannot attack"),
        act(0, "assassinate", "assassin 1", "assassin 2"),
        target(0, "queen"),
        claims(ANNOUNCED),
        ask(1, "knights", "knight 2"),
        passes(0, "poison"),
        done(0),
    )
    assert is_dead(s, "queen")


@pytest.mark.parametrize(("value", "dies"), [(1, True), (2, False), (3, False)])
def test_knight(value: int, dies: bool) -> None:
    """SK-16: equal does not kill."""
    s = court({"queen": MARQUIS}, hands={1: [f"knight {value}"]})
    s.go(attack(0, "queen", 2), claims(ANNOUNCED), ask(1, "knights", f"knight {value}"))
    assert is_dead(s, "queen") is dies


def test_knights_are_asked_once_each_from_the_owner_on_and_the_attacker_is_not() -> None:
    """SK-13, SKG-40, SKG-41."""
    s = court(
        {"queen": MARQUIS},
        seats=4,
        hands={seat: ["ship"] for seat in range(4)},
        friends={2: ["queen"]},
    )
    s.run(
        attack(0, "queen", 1),
        claims(ANNOUNCED),
        claims("knights", 1, 2, 3),
        passes(2, "knights"),
        passes(3, "knights"),
        passes(1, "knights"),
        claims("poison", *range(4)),
        *(passes(seat, "poison") for seat in range(4)),
        claims("ship", *range(4)),
        *(passes(seat, "ship") for seat in range(4)),
    )
    assert is_dead(s, "queen")


def test_ship_saves_an_heir_who_would_die() -> None:
    s = court({"queen": MARQUIS}, hands={1: ["ship"]}, friends={2: ["queen"]})
    s.go(
        attack(0, "queen", 1),
        claims(ANNOUNCED),
        passes(1, "knights"),
        passes(1, "poison"),
        ask(1, "ship", "ship"),
    )
    assert is_shipped(s, "queen")
    assert not is_dead(s, "queen")
    assert friend(s, "queen") is None  # SKG-35
    assert len(ranked(s, MARQUIS)) == 3  # Succession


def test_ship_brings_an_heir_back_as_the_last_commoner_and_a_friend() -> None:
    """SK-27, SKG-58."""
    s = court(hands={0: ["ship"]}, shipped=["queen"])
    s.go(acting(0), act(0, "ship", "ship"))
    assert friend(s, "queen") == 0
    assert ranked(s, COMMONER)[-1] == "queen"


def test_ship_brings_nobody_back_when_nobody_is_away() -> None:
    s = court(hands={0: ["ship"]})
    s.go(acting(0), act(0, "ship", "ship", bad="one of the options"), done(0))


def test_poison_adds_one_after_the_knights() -> None:
    s = court({"queen": MARQUIS}, hands={0: ["poison", "poison"], 1: ["knight 2"]})
    s.go(
        attack(0, "queen", 1),
        claims(ANNOUNCED),
        ask(1, "knights", "knight 2"),
        ask(0, "poison", "poison", "poison"),
    )
    assert is_dead(s, "queen")


def test_antidote_cancels_all_poison_and_wins_the_target() -> None:
    """SK-15, SK-29: the most Poison is asked first."""
    s = court(
        {"queen": MARQUIS},
        hands={0: ["poison"], 1: ["knight 1", "antidote"], 2: ["poison", "poison", "bribe"]},
    )
    s.go(
        attack(0, "queen", 1),
        claims(ANNOUNCED),
        ask(1, "knights", "knight 1"),
        passes(2, "knights"),
        ask(0, "poison", "poison"),
        passes(1, "poison"),
        ask(2, "poison", "poison", "poison"),
        passes(2, "antidote"),
        ask(1, "antidote", "antidote"),
    )
    assert not is_dead(s, "queen")
    assert friend(s, "queen") == 1


def test_skg_43_antidotes_are_asked_by_poison_played_then_from_the_attacker_on() -> None:
    s = court(
        {"queen": MARQUIS},
        seats=4,
        hands={
            0: ["ship"],
            1: ["poison", "ship"],
            2: ["poison", "poison", "ship"],
            3: ["poison", "ship"],
        },
    )
    s.go(
        attack(0, "queen", 1),
        ask(1, "poison", "poison"),
        ask(2, "poison", "poison", "poison"),
        ask(3, "poison", "poison"),
        claims("antidote", 0, 3, 1, 2),
    )
    asked = [line.split()[1] for line in s.trace if line.startswith("ask") and "'antidote'" in line]
    assert asked == ["2", "1", "3", "0"]


def test_skg_44_no_antidote_without_poison() -> None:
    s = court({"queen": MARQUIS}, hands={1: ["antidote"]})
    s.go(attack(0, "queen", 1), claims(ANNOUNCED), passes(1, "knights"), passes(1, "poison"),
          passes(1, "ship"))  # fmt: skip
    assert is_dead(s, "queen")


def test_skg_45_an_antidote_on_one_who_dies_wins_nobody() -> None:
    s = court({"queen": MARQUIS}, hands={1: ["poison", "antidote"]})
    s.go(
        attack(0, "queen", 1),
        claims(ANNOUNCED),
        passes(1, "knights"),
        ask(1, "poison", "poison"),
        ask(1, "antidote", "antidote"),
    )
    assert is_dead(s, "queen")
    assert friend(s, "queen") is None


def test_skg_45_an_antidote_on_a_player_wins_nobody() -> None:
    s = court({"player 2": MARQUIS}, hands={1: ["knight 1", "poison", "antidote"]})
    s.go(
        attack(0, "player 2", 1),
        claims(ANNOUNCED),
        ask(1, "knights", "knight 1"),
        ask(1, "poison", "poison"),
        ask(1, "antidote", "antidote"),
    )
    assert where(s, "player 2") is MARQUIS


def test_bribe_holds_until_the_turn_ends() -> None:
    """SK-30, SKD-18."""
    s = court({"queen": MARQUIS}, hands={0: ["bribe"]}, friends={1: ["queen"]})
    s.go(acting(0), act(0, "bribe", "bribe"), target(0, "queen"))
    assert friend(s, "queen") == 0
    s.go(turn(1))
    assert friend(s, "queen") == 1


def test_skg_29_bribes_stack_and_all_return() -> None:
    s = court({"queen": MARQUIS}, hands={}, friends={2: ["queen"]})
    s.go(announced(plays.BRIBE, 0, "queen"))
    s.go(announced(plays.BRIBE, 1, "queen"))
    assert friend(s, "queen") == 1
    s.go(turn(0))
    assert friend(s, "queen") == 2


def test_bribe_on_a_player_lets_them_draw() -> None:
    """SKG-31."""
    s = court({"player 1": EARL}, deck=["ship", "poison"])
    s.go(announced(plays.BRIBE, 0, "player 1"))
    assert s.in_hand(1) == ["ship"]
    assert friend(s, "player 1") is None


def test_blackmail_gains_for_good() -> None:
    s = court({"queen": MARQUIS}, hands={0: ["blackmail"]}, friends={1: ["queen"]})
    s.go(acting(0), act(0, "blackmail", "blackmail"), target(0, "queen"), mode(0, "gain"))
    s.go(turn(1))
    assert friend(s, "queen") == 0


def test_skg_30_blackmail_clears_the_bribes() -> None:
    s = court({"queen": MARQUIS}, friends={1: ["queen"]})
    s.go(announced(plays.BRIBE, 2, "queen"))
    s.go(announced(plays.BLACKMAIL, 0, "queen", mode="gain"))
    assert friend(s, "queen") == 0
    s.go(turn(1))
    assert friend(s, "queen") == 0


def test_blackmail_resets_seniority() -> None:
    """SKG-8."""
    s = court({"queen": MARQUIS, "general": MARQUIS}, hands={0: ["blackmail"]})
    s.go(acting(0), act(0, "blackmail", "blackmail"), target(0, "queen"), mode(0, "reset"))
    assert ranked(s, MARQUIS)[-1] == "queen"
    assert friend(s, "queen") is None


def test_sk_59_blackmail_on_a_player_can_only_reset() -> None:
    s = court({"player 1": MARQUIS}, hands={0: ["blackmail"]})
    s.go(acting(0), act(0, "blackmail", "blackmail"), target(0, "player 1"))
    assert ranked(s, MARQUIS)[-1] == "player 1"
    assert friend(s, "player 1") is None


def test_skg_32_blackmail_on_a_friend_of_ones_own_can_only_reset() -> None:
    s = court({"queen": MARQUIS}, hands={0: ["blackmail"]}, friends={0: ["queen"]})
    s.go(acting(0), act(0, "blackmail", "blackmail"), target(0, "queen"))
    assert ranked(s, MARQUIS)[-1] == "queen"
    assert friend(s, "queen") == 0


def test_skg_21_blackmail_only_in_ones_own_turn() -> None:
    s = court({"queen": MARQUIS}, hands={1: ["blackmail"]})
    s.go(
        announced(plays.BRIBE, 0, "queen"),
        claims(ANNOUNCED, 1),
        does(1, "blackmail", "blackmail", bad="one of the options"),
        does(1, "bribe", "blackmail", bad="it takes a Bribe"),
        passes(1, "react"),
    )


def test_royal_pardon() -> None:
    """SK-32, SKG-68: one Rank up; the last one there comes in first below."""
    s = court({"player 0": DUKE, "queen": EARL}, hands={1: ["pardon"]})
    last = ranked(s, MARQUIS)[-1]
    s.go(announced(plays.EXECUTE, 0, "queen"), claims(ANNOUNCED), ask(1, "pardon", "pardon"))
    assert ranked(s, MARQUIS)[-1] == "queen"
    assert ranked(s, EARL)[0] == last


def test_betrayal() -> None:
    s = court({"queen": MARQUIS, "spy": EARL}, hands={0: ["betrayal"]},
              friends={0: ["queen", "spy"]})  # fmt: skip
    s.go(acting(0), act(0, "betray", "betrayal"), target(0, "queen"))
    assert is_dead(s, "queen")


def test_betrayal_needs_a_friend() -> None:
    s = court({"queen": MARQUIS}, hands={0: ["betrayal"]}, friends={1: ["queen"]})
    s.go(acting(0), act(0, "betray", "betrayal", bad="one of the options"), done(0))


def test_skg_34_a_bribed_heir_can_be_betrayed() -> None:
    s = court({"queen": MARQUIS}, hands={0: ["bribe", "betrayal"]}, friends={1: ["queen"]})
    s.go(acting(0), act(0, "bribe", "bribe"), target(0, "queen"), act(0, "betray", "betrayal"))
    assert is_dead(s, "queen")


def test_investigation_stops_a_rank_for_this_turn() -> None:
    s = court({"player 1": BARON}, hands={1: ["ship"]})
    s.go(announced(plays.INVESTIGATE, 0, "player 1"), claims(ANNOUNCED))
    s.go(
        attack(0, "player 2", 1),
        claims(ANNOUNCED),
        ask(1, "knights", "ship", bad="cannot defend"),
        passes(1, "knights"),
        passes(1, "poison"),
        passes(1, "ship"),
    )
    s.go(turn(0))
    s.go(attack(0, "sage", 1), claims(ANNOUNCED), ask(1, "knights", "ship"))
    assert not is_dead(s, "sage")


def test_skg_27_investigation_exposes_a_commoner() -> None:
    s = court({"queen": COMMONER}, hands={0: ["investigation", "assassin 1"]})
    s.go(
        acting(0),
        act(0, "investigate", "investigation"),
        target(0, "queen"),
        act(0, "assassinate", "assassin 1"),
        target(0, "queen"),
    )
    assert is_dead(s, "queen")


def test_station_by_proxy() -> None:
    """SK-35: the use of a friend's Rank, here Execution, until the turn ends."""
    s = court({"sage": DUKE, "queen": MARQUIS}, hands={0: ["proxy", "ship"]}, friends={0: ["sage"]})
    s.go(acting(0), act(0, "proxy", "proxy"), act(0, "execute"), target(0, "queen"))
    assert is_dead(s, "queen")
    assert s.in_hand(0) == []


@pytest.mark.parametrize(
    ("rank", "open_to_proxy"), [(KING, False), (EARL, True), (COMMONER, False)]
)
def test_skg_25_neither_king_nor_commoner_has_anything_to_lend(
    rank: Rank, open_to_proxy: bool
) -> None:
    s = court({"queen": rank}, hands={0: ["proxy"]}, friends={0: ["queen"]})
    if open_to_proxy:
        s.go(acting(0), act(0, "proxy", "proxy"))
    else:
        s.go(acting(0), act(0, "proxy", "proxy", bad="one of the options"), done(0))
    assert s.in_hand(0) == ([] if open_to_proxy else ["proxy"])


def test_skd_20_a_proxy_ends_with_the_loyalty() -> None:
    s = court({"sage": DUKE}, hands={0: ["proxy", "ship"]}, friends={0: ["sage"]})
    s.go(acting(0), act(0, "proxy", "proxy"), done(0))
    s.go(announced(plays.BRIBE, 1, "sage"))
    s.go(acting(0), act(0, "execute", bad="one of the options"), done(0))
