"""The twenty Heirs, both halves of each: SK-36 to SK-55, each played on a table (SKD-12).

The names are those of the Heirs; (a) is what an Heir does by itself, (b) what for a friend.
"""

from __future__ import annotations

import pytest

from games.engine.steps import Give
from games.king import plays
from games.king.heirs import HEIRS
from games.king.plays import PLAYS
from games.king.ranks import Rank
from games.king.state import Play, state_of
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
    friend,
    is_dead,
    is_shipped,
    mode,
    ranked,
    target,
    tokens,
    turn,
    where,
)
from tests.games.scenario import ask, ask_all, chance, claims, passes, pick


def test_there_are_twenty() -> None:
    assert [heir.number for heir in HEIRS] == list(range(1, 21))
    assert len({heir.key for heir in HEIRS}) == 20


@pytest.mark.parametrize(("coin", "dies"), [(0, True), (1, False)])
@pytest.mark.parametrize("play", [plays.ASSASSINATE, plays.EXECUTE, plays.BETRAY])
def test_magician_a(play: Play, coin: int, dies: bool) -> None:
    s = court({"magician": MARQUIS}, friends={0: ["magician"]})
    s.go(announced(play, 0, "magician", 3), chance(coin, why="magician_survives"))
    assert is_dead(s, "magician") is dies


def test_magician_b() -> None:
    s = court({"player 1": MARQUIS, "magician": EARL}, friends={1: ["magician"]})
    s.run(attack(0, "player 1", 1))
    assert where(s, "player 1") is MARQUIS
    assert is_dead(s, "magician")


def test_magician_b_as_a_commoner() -> None:
    """SKD-22."""
    s = court({"player 1": MARQUIS, "magician": COMMONER}, friends={1: ["magician"]})
    s.run(attack(0, "player 1", 1))
    assert (where(s, "player 1"), is_dead(s, "magician")) == (MARQUIS, True)


def test_royal_sage_a_poison() -> None:
    """SKG-52: Poison may be played and adds nothing."""
    s = court({"sage": MARQUIS}, hands={0: ["poison"], 1: ["knight 1"]})
    s.go(attack(0, "sage", 1), ask(1, "knights", "knight 1"), ask(0, "poison", "poison"))
    assert where(s, "sage") is MARQUIS
    assert s.faces("discards") == ["knight 1", "poison"]


def test_royal_sage_a_antidote() -> None:
    s = court({"sage": MARQUIS}, hands={0: ["poison"], 1: ["knight 1", "antidote"]})
    s.go(
        attack(0, "sage", 1),
        ask(1, "knights", "knight 1"),
        ask(0, "poison", "poison"),
        ask(1, "antidote", "antidote"),
    )
    assert friend(s, "sage") is None


@pytest.mark.parametrize("brew", ["poison", "antidote"])
def test_royal_sage_b(brew: str) -> None:
    """SKG-22: the token is open and no hand card."""
    s = court(hands={0: ["ship", "bribe", "knight 1"]}, friends={0: ["sage"]})
    s.go(acting(0), act(0, f"brew {brew}", "ship", "bribe", "knight 1"))
    assert (tokens(s, 0), s.in_hand(0)) == ([brew], [])
    assert s.faces("discards") == ["ship", "bribe", "knight 1"]


def test_royal_sage_b_as_part_of_an_answer() -> None:
    """SKD-15."""
    s = court(
        {"queen": MARQUIS},
        hands={0: ["poison", "ship", "bribe", "knight 1"], 1: ["knight 2"]},
        friends={0: ["sage"]},
    )
    s.go(
        attack(0, "queen", 1),
        ask(1, "knights", "knight 2"),
        ask(0, "poison", "ship", "bribe", bad="by threes"),
        ask(0, "poison", "ship", "bribe", "knight 1", "poison"),
    )
    assert is_dead(s, "queen")


def test_royal_sage_b_antidote_in_answer() -> None:
    s = court(
        {"queen": MARQUIS},
        hands={0: ["poison"], 1: ["knight 1", "ship", "bribe", "proxy"]},
        friends={1: ["sage"]},
    )
    s.go(
        attack(0, "queen", 1),
        ask(1, "knights", "knight 1"),
        ask(0, "poison", "poison"),
        ask(1, "antidote", "ship", bad="three hand cards"),
        ask(1, "antidote", "ship", "bribe", "proxy"),
    )
    assert friend(s, "queen") == 1


def test_queen_a() -> None:
    s = court({"general": EARL, "spy": KING, "queen": BARON})
    s.run(attack(0, "spy", 0))
    assert is_dead(s, "spy")


def test_queen_a_only_for_the_king_and_above_commoner() -> None:
    """SKG-46, SKD-22."""
    s = court({"spy": KING, "queen": COMMONER, "sage": DUKE})
    s.run(attack(0, "spy", 0))
    s = court({"spy": DUKE, "queen": BARON})
    s.run(attack(0, "spy", 0))
    assert not is_dead(s, "spy")


def test_queen_a_helps_against_herself() -> None:
    """SK-57."""
    s = court({"queen": KING}, hands={1: ["knight 1"]})
    s.go(attack(0, "queen", 1), ask(1, "knights", "knight 1"))
    assert is_dead(s, "queen")


@pytest.mark.parametrize(("says", "dies"), [("yes", True), ("no", False)])
def test_queen_b(says: str, dies: bool) -> None:
    s = court({"spy": KING, "queen": BARON}, friends={1: ["queen"]})
    s.run(attack(0, "spy", 0), ask(1, "queen", option=says))
    assert is_dead(s, "spy") is dies


def test_queens_poison_is_cancelled_like_any_other() -> None:
    """SKG-46."""
    s = court({"merchant": KING, "queen": BARON}, hands={1: ["antidote"]})
    s.go(attack(0, "merchant", 0), ask(1, "antidote", "antidote"))
    assert friend(s, "merchant") == 1


def test_true_heir_a() -> None:
    s = court({"spy": KING, "true heir": DUKE})
    outcome = s.run(attack(0, "spy", 1))
    assert outcome is not None
    assert outcome.winners == ()
    assert outcome.all_lost


def test_true_heir_b() -> None:
    """SKG-36: the crowned player stays King and the game goes on."""
    s = court({"player 0": KING}, friends={0: ["true heir"]}, hands={0: ["ship"]})
    assert s.go(turn(0), ask(0, "coronation", option="declare")) is None
    assert where(s, "player 0") is KING


def test_hierophant_a() -> None:
    s = court({"hierophant": MARQUIS}, hands={0: ["blackmail"]})
    s.go(
        acting(0),
        act(0, "blackmail", "blackmail"),
        ask(0, "target", option="hierophant", bad="one of the options"),
        target(0, "spy"),
        mode(0, "gain"),
    )


def test_hierophant_b() -> None:
    s = court({"queen": MARQUIS}, friends={1: ["hierophant", "queen"]})
    s.run(announced(plays.BLACKMAIL, 0, "queen", mode="gain"))
    assert friend(s, "queen") == 1


def test_spy_a() -> None:
    s = court({"spy": MARQUIS}, hands={1: ["knight 3"]})
    s.run(attack(0, "spy", 1), claims(ANNOUNCED), passes(1, "poison"), passes(1, "ship"))
    assert is_dead(s, "spy")


def test_spy_b_blackmail_investigates() -> None:
    """SKD-21: with the timing of the effect."""
    s = court({"player 0": DUKE}, hands={1: ["blackmail"]}, friends={1: ["spy"]})
    s.go(
        announced(plays.BRIBE, 0, "queen"),
        claims(ANNOUNCED, 1),
        does(1, "investigate", "blackmail"),
        target(1, "player 0"),
    )
    assert state_of(s.table).turn.stopped == ["player 0"]


def test_spy_b_investigation_blackmails() -> None:
    s = court({"queen": MARQUIS}, hands={0: ["investigation"]}, friends={0: ["spy"]})
    s.go(acting(0), act(0, "blackmail", "investigation"), target(0, "queen"), mode(0, "gain"))
    assert friend(s, "queen") == 0


@pytest.mark.parametrize(("strength", "dies"), [(10, False), (11, True)])
def test_general_a(strength: int, dies: bool) -> None:
    s = court({"general": MARQUIS})
    s.run(attack(0, "general", strength))
    assert is_dead(s, "general") is dies


def test_general_a_with_knights_of_players() -> None:
    """SKG-53."""
    s = court({"general": MARQUIS}, hands={1: ["knight 3"]})
    s.go(attack(0, "general", 13), ask(1, "knights", "knight 3"))
    assert not is_dead(s, "general")


def test_general_b() -> None:
    """SKG-54: a Knight alone is enough."""
    s = court(
        {"queen": MARQUIS}, hands={0: ["knight 3"], 1: ["knight 2"]}, friends={0: ["general"]}
    )
    s.go(
        acting(0),
        act(0, "assassinate", "knight 3"),
        target(0, "queen"),
        ask(1, "knights", "knight 2"),
    )
    assert is_dead(s, "queen")


def test_crooked_bishop_a() -> None:
    s = court({"bishop": MARQUIS}, hands={0: ["ship", "poison"]})
    s.go(announced(plays.BLACKMAIL, 0, "bishop", mode="gain"))
    assert friend(s, "bishop") == 0
    assert s.in_hand(0) == []


def test_crooked_bishop_b_from_the_discards() -> None:
    """SKD-4: with no search."""
    s = court(
        {"player 0": EARL}, deck=["ship"] * 9, discards=["poison", "blackmail"],
        friends={0: ["bishop"]},
    )  # fmt: skip
    s.go(turn(0))
    assert s.in_hand(0) == ["ship"] * 5 + ["blackmail"]
    assert s.faces("discards") == ["poison"]


def test_crooked_bishop_b_from_the_deck_shown_to_all() -> None:
    s = court(
        {"player 0": EARL}, deck=["ship"] * 6 + ["blackmail", "bribe"], friends={0: ["bishop"]}
    )
    s.go(turn(0), ask(0, "search", "ship", bad="only a Blackmail"), ask(0, "search", "blackmail"))
    assert sorted(map(str, s.in_hand(0))) == ["blackmail"] + ["ship"] * 5
    assert any("finds a Blackmail" in line for line in s.log)


def test_crooked_bishop_b_when_none_is_said_to_be_there() -> None:
    s = court({"player 0": EARL}, deck=["ship"] * 6, friends={0: ["bishop"]})
    s.go(turn(0), passes(0, "search"))
    assert any("nobody can check it" in line for line in s.log)


AGAINST_SOMEBODY = [play for play in PLAYS if play.resolve is not None and play is not plays.SHIP]


@pytest.mark.parametrize("play", AGAINST_SOMEBODY)
def test_hermit_a_is_immune_to_all_effects(play: Play) -> None:
    s = court({"hermit": MARQUIS})
    s.run(announced(play, 0, "hermit", 5, "reset"))
    assert ranked(s, MARQUIS)[0] == "hermit"
    assert state_of(s.table).turn.stopped == []


def test_hermit_a_dies_as_king() -> None:
    """SKG-63, SKG-64: he is promoted like anybody, and no Ship helps."""
    s = court({"spy": KING, "hermit": DUKE}, hands={1: ["ship"]})
    s.run(attack(0, "spy", 1), claims(ANNOUNCED), passes(1, "poison"), passes(1, "ship"))
    assert is_dead(s, "hermit")
    assert where(s, "executioner") is KING


def test_hermit_b_nobody_gains_him() -> None:
    s = court({"hermit": MARQUIS}, hands={0: ["bribe", "blackmail"]})
    s.go(
        acting(0),
        act(0, "bribe", "bribe"),
        ask(0, "target", option="hermit", bad="one of the options"),
        target(0, "spy"),
    )
    assert friend(s, "hermit") is None


def test_gambler_a_is_immune_to_blackmail_but_a_bribe_blackmails_him() -> None:
    s = court({"gambler": MARQUIS}, hands={0: ["bribe", "blackmail"]})
    s.go(
        acting(0),
        act(0, "blackmail", "blackmail"),
        ask(0, "target", option="gambler", bad="one of the options"),
        target(0, "spy"),
        mode(0, "reset"),
        act(0, "bribe", "bribe"),
        target(0, "gambler"),
        mode(0, "gain"),
    )
    s.go(turn(1))
    assert friend(s, "gambler") == 0


def test_skd_21_the_hierophant_does_not_protect_the_gambler_from_a_bribe() -> None:
    s = court({"gambler": MARQUIS}, friends={1: ["hierophant", "gambler"]})
    s.run(announced(plays.BRIBE, 0, "gambler", mode="gain"))
    assert friend(s, "gambler") == 0


def test_gambler_b() -> None:
    s = court(hands={0: ["ship", "poison"]}, friends={0: ["gambler"]}, deck=["bribe"])
    s.go(acting(0), act(0, "gamble", "ship", "poison"))
    assert s.in_hand(0) == ["bribe"]


@pytest.mark.parametrize(("coin", "hit", "spared"), [(0, "fool", "spy"), (1, "spy", "fool")])
def test_fool_a(coin: int, hit: str, spared: str) -> None:
    s = court({"spy": KING, "fool": MARQUIS})
    s.run(attack(0, "fool", 1), chance(coin, why="fool"))
    assert is_dead(s, hit)
    assert not is_dead(s, spared)


@pytest.mark.parametrize("play", [plays.BRIBE, plays.BLACKMAIL])
def test_fool_a_leads_any_effect_to_the_king(play: Play) -> None:
    """SKD-21: the player of a Blackmail that is led to the King picks its mode then."""
    s = court({"spy": KING, "fool": MARQUIS})
    then = [mode(0, "gain")] if play is plays.BLACKMAIL else []
    s.run(announced(play, 0, "fool", mode="reset"), chance(1), *then)
    assert friend(s, "spy") == 0
    assert friend(s, "fool") is None


def test_fool_a_investigation_and_execution_reach_the_king() -> None:
    """SKD-14: a King hit by the coin is exempt from target rules."""
    s = court({"spy": KING, "fool": MARQUIS, "player 0": DUKE})
    s.run(announced(plays.INVESTIGATE, 0, "fool"), chance(1))
    assert state_of(s.table).turn.stopped == ["spy"]
    s.run(announced(plays.EXECUTE, 0, "fool"), chance(1))
    assert is_dead(s, "spy")


def test_fool_a_as_king_throws_no_coin() -> None:
    """SKG-61."""
    s = court({"fool": KING})
    s.run(attack(0, "fool", 1))
    assert is_dead(s, "fool")


def test_fool_b() -> None:
    """SKG-62, SKD-7: in the window, before the coin."""
    s = court(
        {"player 1": MARQUIS, "fool": EARL, "spy": KING}, hands={1: ["ship", "poison"]},
        friends={1: ["fool"]},
    )  # fmt: skip
    s.go(attack(0, "player 1", 2), claims(ANNOUNCED, 1), does(1, "fool"), chance(0))
    assert is_dead(s, "fool")
    assert s.in_hand(1) == []
    assert where(s, "player 1") is MARQUIS


def test_fool_b_a_commoner_fool_loses_the_effect() -> None:
    """SKD-21."""
    s = court({"player 1": MARQUIS, "fool": COMMONER}, hands={1: ["ship"]}, friends={1: ["fool"]})
    s.go(attack(0, "player 1", 2), claims(ANNOUNCED, 1), does(1, "fool"))
    assert not is_dead(s, "fool")
    assert where(s, "player 1") is MARQUIS


def test_fool_b_needs_a_hand() -> None:
    s = court({"player 1": MARQUIS, "fool": EARL}, friends={1: ["fool"]})
    s.run(attack(0, "player 1", 2))
    assert is_dead(s, "player 1")


def test_hanged_man_a_and_b() -> None:
    """SK-47, SK-60: each discards a card; his friend wins when he lives."""
    s = court(
        {"spy": KING, "hanged man": DUKE},
        dead=["judge"],
        hands={1: ["ship", "poison"], 2: ["bribe"]},
        friends={2: ["hanged man"]},
    )
    outcome = s.go(attack(0, "spy", 1), ask_all("discard", {1: pick("poison")}))
    assert outcome is not None
    assert outcome.winners == (2,)
    assert (s.in_hand(1), s.in_hand(2)) == (["ship"], [])


@pytest.mark.parametrize("who", ["executioner", "player 1"])
def test_executioner_a_and_b(who: str) -> None:
    s = court({who: MARQUIS, "player 0": DUKE}, friends={1: ["executioner"]})
    s.run(announced(plays.EXECUTE, 0, who))
    assert where(s, who) is MARQUIS


def test_executioner_a_does_not_help_against_assassins() -> None:
    s = court({"executioner": MARQUIS})
    s.run(attack(0, "executioner", 1))
    assert is_dead(s, "executioner")


@pytest.mark.parametrize("healed", [False, True])
def test_poison_taster_a(healed: bool) -> None:
    """SKG-51: cancelled Poison was used too."""
    s = court({"taster": MARQUIS}, hands={1: ["poison", "antidote"]}, friends={0: ["taster"]})
    then = [ask(1, "antidote", "antidote")] if healed else []
    s.go(attack(0, "taster", 5), ask(1, "poison", "poison"), *then)
    assert where(s, "taster") is MARQUIS
    s.go(announced(plays.EXECUTE, 2, "taster"))
    assert where(s, "taster") is MARQUIS


def test_poison_taster_a_dies_without_poison_and_on_another_day() -> None:
    s = court({"taster": MARQUIS}, hands={1: ["poison"]})
    s.go(attack(0, "taster", 1), ask(1, "poison", "poison"))
    s.go(turn(1))
    s.go(attack(0, "taster", 1))
    assert is_dead(s, "taster")


def test_poison_taster_b() -> None:
    s = court(
        {"player 1": MARQUIS}, hands={0: ["poison"], 1: ["knight 1"]}, friends={1: ["taster"]}
    )
    s.go(attack(0, "player 1", 1), ask(1, "knights", "knight 1"), ask(0, "poison", "poison"))
    assert where(s, "player 1") is MARQUIS


def test_devil_a() -> None:
    """SKD-23: the owner is set and the Bribes are void."""
    s = court({"devil": MARQUIS}, hands={0: ["ship"], 1: ["knight 2"]}, friends={2: ["devil"]})
    s.go(attack(0, "devil", 1), ask(1, "knights", "knight 2"))
    assert friend(s, "devil") == 0
    assert all(s.table.is_open(card) for card in s.table.zone("hand 0").cards)


def test_devil_b_open_hand_until_the_loyalty_ends() -> None:
    """SKD-9."""
    s = court({"devil": MARQUIS, "player 0": EARL}, hands={0: ["ship"]}, deck=["poison", "bribe"])
    s.go(announced(plays.BLACKMAIL, 0, "devil", mode="gain"))
    s.go(announced(plays.BRIBE, 1, "player 0"))
    assert [s.table.face(card) for card in s.table.zone("hand 0").cards] == ["ship", "poison"]
    s.go(announced(plays.BLACKMAIL, 1, "devil", mode="gain"))
    assert not any(s.table.is_open(card) for card in s.table.zone("hand 0").cards)


def test_devil_b_a_killer_loses_him() -> None:
    """SKG-50."""
    s = court({"queen": MARQUIS, "devil": EARL}, friends={0: ["devil"], 1: ["spy"]})
    s.run(attack(1, "queen", 1))
    assert friend(s, "devil") == 0
    s.run(attack(0, "merchant", 1))
    assert friend(s, "devil") is None


@pytest.mark.parametrize("play", [plays.ASSASSINATE, plays.EXECUTE, plays.BETRAY])
def test_devil_b_whichever_way_one_kills(play: Play) -> None:
    """SKG-50, SKD-23: any hold of the killer on him ends, owner and Bribe."""
    s = court({"queen": MARQUIS, "devil": EARL}, friends={0: ["devil", "queen"], 1: ["spy"]})
    s.run(announced(plays.BRIBE, 1, "devil"))
    s.run(announced(plays.BRIBE, 0, "devil"))
    s.run(announced(play, 0, "queen", 1))
    assert is_dead(s, "queen")
    assert friend(s, "devil") == 1
    s.run(turn(2))
    assert friend(s, "devil") is None


def test_devil_b_no_death_no_loss() -> None:
    s = court({"prince": MARQUIS, "devil": EARL}, friends={0: ["devil"]})
    s.run(attack(0, "prince", 1))
    assert friend(s, "devil") == 0


def test_devil_b_gifts_of_his_friend_are_open() -> None:
    """SKD-9: the card is open before it is given, so it just moves."""
    s = court({"player 0": KING, "devil": EARL}, hands={1: ["ship", "poison"]})
    s.go(announced(plays.BLACKMAIL, 1, "devil", mode="gain"))
    assert s.table.is_open(s.card("ship", "hand 1"))
    s.go(turn(0), ask(0, "coronation", option="declare"), ask_all("gift", {1: pick("ship")}))
    assert s.in_hand(0) == ["ship"]
    assert not any(isinstance(step, Give) for step in s.steps)


def test_devil_b_gifts_to_his_friend_are_open() -> None:
    """SKD-9."""
    s = court({"player 0": KING, "devil": EARL}, hands={1: ["ship", "poison"]})
    s.go(announced(plays.BLACKMAIL, 0, "devil", mode="gain"))
    s.go(turn(0), ask(0, "coronation", option="declare"), ask_all("gift", {1: pick("ship")}))
    assert any(isinstance(step, Give) for step in s.steps)
    assert [s.table.face(card) for card in s.table.zone("hand 0").cards] == ["ship"]


def test_royal_librarian_a() -> None:
    """SKG-67, SKD-13."""
    s = court({"spy": KING, "librarian": DUKE, "queen": MARQUIS, "sage": DUKE})
    s.run(attack(0, "spy", 1))
    assert where(s, "librarian") is MARQUIS
    assert where(s, "sage") is KING
    assert where(s, "queen") is DUKE


def test_royal_librarian_b() -> None:
    """SKD-4, SKD-24: one card of the deck instead of the whole draw."""
    s = court({"player 0": EARL}, deck=["ship", "bribe", "pardon"], friends={0: ["librarian"]})
    s.go(turn(0), ask(0, "library", option="search"), ask(0, "search", "pardon"))
    assert s.in_hand(0) == ["pardon"]
    assert s.faces("deck") == ["ship", "bribe"]
    assert s.known(1) == {}


def test_royal_librarian_b_may_draw_as_usual() -> None:
    s = court({"player 0": EARL}, deck=["ship", "bribe"], friends={0: ["librarian"]})
    s.go(turn(0), passes(0, "library"))
    assert s.in_hand(0) == ["ship", "bribe"]


def test_skd_34_no_search_once_the_hand_has_grown_so_that_no_draw_is_due() -> None:
    s = court(
        {"player 0": EARL},
        hands={0: ["ship", "bribe", "bribe", "bribe"]},
        friends={0: ["librarian"]},
        shipped=["merchant"],
        deck=["pardon"] * 9,
    )
    s.go(
        turn(0),
        ask(0, "library", "ship", option="ship"),  # the Merchant brings three cards
    )
    assert sorted(map(str, s.in_hand(0))) == ["bribe"] * 3 + ["pardon"] * 3
    assert len([line for line in s.trace if "'library'" in line]) == 1


def test_prince_of_a_distant_land_a() -> None:
    s = court({"prince": MARQUIS})
    s.run(attack(0, "prince", 1))
    assert is_shipped(s, "prince")


def test_prince_of_a_distant_land_b() -> None:
    """SKG-71."""
    s = court({"prince": EARL, "queen": BARON, "player 0": BARON})
    s.run(announced(plays.BLACKMAIL, 0, "prince", mode="gain"))
    assert ranked(s, BARON)[0] == "player 0"
    s.run(announced(plays.BLACKMAIL, 1, "player 0", mode="reset"))
    assert ranked(s, BARON)[0] == "player 0"


def test_old_man_of_the_mountain_a() -> None:
    s = court({"old man": MARQUIS})
    s.run(attack(0, "old man", 9))
    assert where(s, "old man") is MARQUIS


def test_old_man_of_the_mountain_b() -> None:
    hands = {0: ["ship", "pardon"], 1: ["knight 1"]}
    s = court({"queen": MARQUIS}, hands=hands, friends={0: ["old man"]})
    s.go(
        acting(0),
        act(0, "recruit", "ship"),
        act(0, "recruit", "assassin 1", bad="a token pays for nothing"),
        act(0, "assassinate", "assassin 1", "pardon"),
        target(0, "queen"),
        claims(ANNOUNCED),
        ask(1, "knights", "knight 1"),
    )
    assert is_dead(s, "queen")
    assert "Attack 2 against 1." in s.log
    assert (tokens(s, 0), s.faces("discards")) == ([], ["ship", "pardon", "knight 1"])


def test_merchant_a() -> None:
    s = court({"merchant": MARQUIS}, hands={0: ["bribe"]})
    s.go(
        acting(0),
        act(0, "bribe", "bribe"),
        ask(0, "target", option="merchant", bad="one of the options"),
        target(0, "spy"),
    )


def test_merchant_b() -> None:
    """SKG-33: draw three on gaining; discard two, or what there is, on losing."""
    s = court({"merchant": MARQUIS}, hands={1: ["ship", "proxy", "pardon"]},
              friends={1: ["merchant"]}, deck=["bribe", "bribe", "poison"])  # fmt: skip
    s.go(
        announced(plays.BLACKMAIL, 0, "merchant", mode="gain"),
        ask(1, "discard", "ship", "pardon"),
    )
    assert s.in_hand(1) == ["proxy"]
    assert s.in_hand(0) == ["bribe", "bribe", "poison"]


def test_merchant_b_on_his_death() -> None:
    s = court({"merchant": MARQUIS}, hands={1: ["ship"]}, friends={1: ["merchant"]})
    s.go(attack(0, "merchant", 1))
    assert s.in_hand(1) == []


@pytest.mark.parametrize("rank", [BARON, EARL, DUKE])
def test_judge_a(rank: Rank) -> None:
    """SK-55, SKG-76."""
    s = court({"spy": KING, "hanged man": DUKE, "judge": rank}, friends={2: ["hanged man"]})
    assert s.run(attack(0, "spy", 1)) is None
    assert is_dead(s, "hanged man")


def test_judge_b() -> None:
    """SKG-69: the next one above falls for the pardoned."""
    s = court(
        {"queen": EARL, "spy": MARQUIS, "general": MARQUIS, "player 1": MARQUIS},
        hands={2: ["pardon"]},
        friends={1: ["judge"]},
    )
    s.go(announced(plays.EXECUTE, 0, "queen"), ask(2, "pardon", "pardon"))
    assert where(s, "player 1") is MARQUIS
    assert where(s, "general") is EARL
    assert where(s, "queen") is MARQUIS


def test_judge_b_not_while_he_is_a_commoner() -> None:
    """SKD-22."""
    s = court(
        {"queen": EARL, "player 1": MARQUIS, "judge": COMMONER},
        hands={2: ["pardon"]},
        friends={1: ["judge"]},
    )
    state_of(s.table).ranks[MARQUIS].reverse()
    s.go(announced(plays.EXECUTE, 0, "queen"), ask(2, "pardon", "pardon"))
    assert where(s, "player 1") is EARL


def test_judge_b_does_not_help_against_a_reset() -> None:
    """SKG-72."""
    s = court({"player 1": MARQUIS}, friends={1: ["judge"]})
    s.run(announced(plays.BLACKMAIL, 0, "player 1", mode="reset"))
    assert ranked(s, MARQUIS)[-1] == "player 1"
