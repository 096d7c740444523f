"""What follows from what: SKG-55, SKG-66, SKG-73, the King's fate, late immunities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from games.engine.values import Seat
from games.king import plays
from games.king.heirs import player
from games.king.ranks import Rank
from games.king.state import Play, state_of
from tests.games.king.build import (
    ANNOUNCED,
    COMMONER,
    DUKE,
    EARL,
    KING,
    MARQUIS,
    announced,
    attack,
    court,
    does,
    friend,
    is_dead,
    is_shipped,
    ranked,
    target,
    turn,
    where,
)
from tests.games.scenario import Line, ask, ask_all, chance, claims, passes, pick

NOBODY: tuple[int, ...] = ()


@dataclass(frozen=True)
class Chain:
    """The Spy is King and is killed by seat 0 with one Assassin; what must follow."""

    name: str
    at: dict[str, Rank]
    friends: dict[int, list[str]] = field(default_factory=dict)
    hands: dict[int, list[str]] = field(default_factory=dict)
    away: Sequence[str] = ()
    script: Sequence[Line] = ()
    king: str = ""
    dead: Sequence[str] = ()
    winners: tuple[int, ...] | None = None
    """None: the game goes on; (): everyone loses."""


CHAINS = [
    Chain("a plain King", {"sage": DUKE}, king="sage", dead=["spy"]),
    Chain("the True Heir", {"true heir": DUKE}, winners=NOBODY),
    Chain("the Hermit", {"hermit": DUKE, "sage": DUKE}, king="sage", dead=["spy", "hermit"]),
    Chain("the Hermit, then the True Heir", {"hermit": DUKE, "true heir": DUKE}, winners=NOBODY),
    Chain(
        "the Hermit, then the Hanged Man before the Judge",
        {"hermit": DUKE, "hanged man": DUKE, "sage": MARQUIS, "judge": EARL},
        king="sage",
        dead=["spy", "hermit", "hanged man"],
    ),
    Chain("the Hanged Man alone", {"hanged man": DUKE}, away=["judge"], winners=NOBODY),
    Chain(
        "the Hanged Man with a friend",
        {"hanged man": DUKE},
        away=["judge"],
        friends={1: ["hanged man"]},
        winners=(1,),
    ),
    Chain(
        "the Hanged Man's friend holds the True Heir",
        {"hanged man": DUKE},
        away=["judge"],
        friends={1: ["hanged man", "true heir"]},
        winners=NOBODY,
    ),
    Chain(
        "the Judge pardoned away",
        {"hanged man": DUKE, "judge": EARL},
        friends={1: ["hanged man"]},
        hands={1: ["pardon"]},
        script=[ask(1, "pardon", "pardon")],
        winners=(1,),
    ),
    Chain(
        "a Ship does not save from the Judge",
        {"hanged man": DUKE, "judge": EARL, "sage": DUKE},
        hands={1: ["ship"]},
        king="sage",
        dead=["spy", "hanged man"],
    ),
    Chain(
        "the Magician's friend is no help to the Hanged Man",
        {"hanged man": DUKE, "judge": EARL, "sage": DUKE},
        friends={1: ["magician", "hanged man"]},
        king="sage",
        dead=["spy", "hanged man"],
    ),
    Chain(
        "a joint attempt kills the Hanged Man",
        {"hanged man": DUKE, "sage": DUKE},
        away=["judge", "queen"],
        friends={1: ["hanged man"]},
        hands={2: ["assassin 1", "ship"]},
        script=[ask_all("discard", {2: pick("ship")}), ask(2, "join", "assassin 1")],
        king="sage",
        dead=["spy", "hanged man"],
    ),
    Chain(
        "his owner is asked first for Knights",
        {"hanged man": DUKE},
        away=["judge", "queen"],
        friends={1: ["hanged man"]},
        hands={2: ["assassin 1", "ship"], 1: ["knight 1", "ship"]},
        script=[
            ask_all("discard", {1: pick("ship"), 2: pick("ship")}),
            ask(2, "join", "assassin 1"),
            ask(1, "knights", "knight 1"),
        ],
        winners=(1,),
    ),
    Chain(
        "a Ship takes the Hanged Man from the throne",
        {"hanged man": DUKE, "sage": DUKE},
        away=["judge", "queen"],
        hands={2: ["assassin 1", "ship", "bribe"]},
        script=[
            passes(2, "ship"),
            ask_all("discard", {2: pick("bribe")}),
            ask(2, "join", "assassin 1"),
            ask(2, "ship", "ship"),
        ],
        king="sage",
        dead=["spy"],
    ),
    Chain(
        "the Librarian falls and the Hermit is King",
        {"librarian": DUKE, "hermit": DUKE, "sage": MARQUIS},
        king="sage",
        dead=["spy", "hermit"],
    ),
]


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: chain.name)
def test_who_comes_after_the_king(chain: Chain) -> None:
    s = court({"spy": KING, **chain.at}, friends=chain.friends, hands=chain.hands, dead=chain.away)
    outcome = s.go(attack(0, "spy", 1), *chain.script)
    if chain.winners is not None:
        assert outcome is not None
        assert outcome.winners == chain.winners
        return
    assert outcome is None
    assert where(s, chain.king) is KING
    assert [one for one in state_of(s.table).dead if one not in chain.away] == list(chain.dead)
    assert [len(ranked(s, rank)) for rank in (DUKE, MARQUIS, EARL)] == [2, 3, 4]
    assert not state_of(s.table).attempting


def test_skd_19_the_hanged_man_under_investigation_attempts_with_the_next_turn() -> None:
    s = court({"spy": KING, "hanged man": DUKE}, dead=["judge"], friends={2: ["hanged man"]})
    s.run(announced(plays.INVESTIGATE, 0, "hanged man"))
    assert s.run(attack(0, "spy", 1)) is None
    assert where(s, "hanged man") is KING
    outcome = s.run(turn(1))
    assert outcome is not None
    assert outcome.winners == (2,)


def test_sk_62_after_the_hanged_mans_death_the_judge_still_keeps_his_friend() -> None:
    """SKG-78: only (a) is over."""
    s = court(
        {"queen": EARL, "sage": MARQUIS, "player 1": MARQUIS},
        friends={1: ["judge"]},
        hands={2: ["pardon"]},
        dead=["hanged man"],
    )
    s.go(announced(plays.EXECUTE, 0, "queen"), ask(2, "pardon", "pardon"))
    assert where(s, "player 1") is MARQUIS


# The Fool and the King


def test_the_fool_redirects_to_a_king_who_is_an_immune_player() -> None:
    """SKG-61: the King's own immunities apply; nothing happens to either."""
    s = court({"player 1": KING, "fool": MARQUIS}, friends={1: ["executioner"]})
    s.run(announced(plays.EXECUTE, 0, "fool"), chance(1))
    assert where(s, "player 1") is KING
    assert where(s, "fool") is MARQUIS


def test_the_fool_redirects_to_a_king_with_owner_and_knights() -> None:
    """SKD-7: from then on the King is the target; SKG-40: his owner is asked first."""
    s = court(
        {"sage": KING, "fool": MARQUIS}, friends={2: ["sage"]}, hands={1: ["ship"], 2: ["knight 1"]}
    )
    s.run(
        attack(0, "fool", 1),
        claims(ANNOUNCED),
        chance(1),
        claims("knights", 1, 2),
        ask(2, "knights", "knight 1"),
        passes(1, "knights"),
        passes(1, "poison"),
    )
    assert where(s, "sage") is KING


def test_the_fool_redirects_an_attack_to_its_own_attacker() -> None:
    s = court({"player 0": KING, "fool": MARQUIS}, dead=["queen"], hands={0: ["knight 1"]})
    s.go(attack(0, "fool", 1), chance(1), ask(0, "knights", "knight 1"))
    assert where(s, "player 0") is KING


def test_a_redirected_blackmail_on_a_player_is_a_reset() -> None:
    """SKD-21."""
    s = court({"player 1": KING, "fool": MARQUIS})
    s.run(announced(plays.BLACKMAIL, 0, "fool", mode="gain"), chance(1))
    assert (friend(s, "fool"), friend(s, "player 1")) == (None, None)


def test_from_the_fools_friend_to_the_fool_to_the_king_and_back_to_the_friend() -> None:
    """SKD-7: the friend sends the Fool, whose coin finds the King: the friend. No second coin."""
    s = court(
        {"player 1": KING, "fool": MARQUIS}, friends={1: ["fool"]}, hands={1: ["ship"]},
        dead=["queen"],
    )  # fmt: skip
    s.go(attack(0, "player 1", 1), claims(ANNOUNCED, 1), does(1, "fool"), chance(1))
    assert is_dead(s, "player 1")


# Immunities that come and go (SK-58, SKG-38, SKD-14, SKD-15)


LENT = [
    (plays.EXECUTE, "executioner", 0),
    (plays.ASSASSINATE, "magician", 1),
]


@pytest.mark.parametrize(("play", "lender", "strength"), LENT)
def test_sk_58_a_bribe_lends_an_immunity(play: Play, lender: str, strength: int) -> None:
    s = court({"player 1": MARQUIS, lender: EARL}, hands={1: ["bribe"]})
    s.go(
        announced(play, 0, "player 1", strength),
        claims(ANNOUNCED, 1),
        does(1, "bribe", "bribe"),
        target(1, lender),
    )
    assert where(s, "player 1") is MARQUIS


def test_sk_58_a_bribe_lends_immunity_to_poison_in_an_attack() -> None:
    s = court(
        {"player 1": MARQUIS, "taster": EARL}, hands={0: ["poison"], 1: ["bribe", "knight 1"]}
    )
    s.go(
        attack(0, "player 1", 1),
        claims(ANNOUNCED, 1),
        does(1, "bribe", "bribe"),
        target(1, "taster"),
        ask(1, "knights", "knight 1"),
        ask(0, "poison", "poison"),
    )
    assert where(s, "player 1") is MARQUIS


def test_sk_58_unless_the_protector_is_bribed_away() -> None:
    """The last play resolves first: the second Bribe answers the first."""
    s = court({"player 1": MARQUIS, "executioner": EARL}, hands={1: ["bribe"], 2: ["bribe"]})
    s.go(
        announced(plays.EXECUTE, 0, "player 1"),
        claims(ANNOUNCED, 1),
        does(1, "bribe", "bribe"),
        target(1, "executioner"),
        claims(ANNOUNCED),
        claims(ANNOUNCED, 2),
        does(2, "bribe", "bribe"),
        target(2, "executioner"),
    )
    assert is_dead(s, "player 1")


def test_sk_58_unless_the_protector_is_killed() -> None:
    s = court(
        {"player 1": MARQUIS, "executioner": EARL},
        friends={1: ["executioner"]},
        hands={2: ["bribe", "betrayal"]},
    )
    s.go(
        announced(plays.EXECUTE, 0, "player 2"),
        claims(ANNOUNCED, 2),
        does(2, "bribe", "bribe"),
        target(2, "executioner"),
        claims(ANNOUNCED, 2),
        does(2, "betray", "betrayal"),
    )
    assert is_dead(s, "executioner")


def test_skd_14_a_target_out_of_reach_by_then_is_spared() -> None:
    """A Marquis who becomes Duke in the window cannot be executed."""
    s = court(
        {"sage": MARQUIS, "queen": DUKE, "general": DUKE},
        friends={1: ["queen"]},
        hands={1: ["betrayal"]},
    )
    s.go(announced(plays.EXECUTE, 0, "sage"), claims(ANNOUNCED, 1), does(1, "betray", "betrayal"))
    assert is_dead(s, "queen")
    assert where(s, "sage") is DUKE


def test_an_announced_deed_of_one_who_dies_meanwhile_comes_to_nothing() -> None:
    s = court({"player 0": COMMONER, "queen": MARQUIS})
    state_of(s.table).ranks[COMMONER].remove(player(Seat(0)))
    state_of(s.table).shipped.append(player(Seat(0)))
    s.run(attack(0, "queen", 1))
    assert where(s, "queen") is MARQUIS
    assert "comes to nothing" in s.log[-1]


# The order at a death (SKG-55, SKD-15)


def test_the_magician_for_a_player_comes_before_ships() -> None:
    s = court(
        {"player 1": MARQUIS, "magician": EARL}, friends={1: ["magician"]}, hands={2: ["ship"]}
    )
    s.run(
        attack(0, "player 1", 1),
        claims(ANNOUNCED),
        passes(2, "knights"),
        passes(2, "poison"),
        ask(2, "ship", "ship"),
    )
    assert is_shipped(s, "magician")
    assert where(s, "player 1") is MARQUIS


def test_the_magicians_chance_comes_before_ships() -> None:
    s = court({"magician": EARL}, hands={2: ["ship"]})
    s.run(
        attack(0, "magician", 1),
        claims(ANNOUNCED),
        passes(2, "knights"),
        passes(2, "poison"),
        chance(1),
    )
    assert s.in_hand(2) == ["ship"]


def test_the_princes_own_ship_comes_before_played_ones() -> None:
    s = court({"prince": EARL}, hands={2: ["ship"]})
    s.run(attack(0, "prince", 1), claims(ANNOUNCED), passes(2, "knights"), passes(2, "poison"))
    assert is_shipped(s, "prince")
    assert s.in_hand(2) == ["ship"]


def test_a_pardon_comes_before_all_that_happens_at_a_death() -> None:
    s = court({"prince": EARL}, hands={2: ["pardon"]})
    s.run(announced(plays.EXECUTE, 0, "prince"), claims(ANNOUNCED), ask(2, "pardon", "pardon"))
    assert where(s, "prince") is MARQUIS


def test_losses_come_before_gains() -> None:
    """The Merchant and the Bishop change hands at once when a briber dies."""
    s = court(
        {"player 1": MARQUIS, "merchant": EARL, "bishop": EARL},
        friends={1: ["merchant"], 2: ["bishop"]},
        hands={2: ["ship"]},
    )
    s.go(announced(plays.BRIBE, 1, "bishop"))
    s.go(attack(0, "player 1", 1))
    assert (friend(s, "merchant"), friend(s, "bishop")) == (None, 2)
    assert s.in_hand(2) == []
