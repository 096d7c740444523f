"""The Contests (HAG-6): each Prince has a pool, the fullest wins, the emptiest loses."""

from __future__ import annotations

from typing import Final

from games.court.cards import Event, For
from games.court.deeds import Bonus, Draw, Gain, GiveUp, Honour, Lose, Rally, Sack
from games.court.terms import Ability, Keyword, Who

POLITICS, COMBAT = Ability.POLITICS, Ability.COMBAT
WINNER, LOSER = Who.WINNER, Who.LOSER


def _contest(
    key: str,
    title: str,
    ability: Ability,
    text: str,
    *then: For,
    money: bool = False,
    mandatory: bool = False,
    only: Keyword | None = None,
    barred: Keyword | None = None,
    bonus: tuple[Keyword, int] | None = None,
    lasting: Bonus | None = None,
    brief: str = "",
) -> Event:
    return Event(
        key,
        title,
        text,
        True,
        ability,
        then,
        money=money,
        mandatory=mandatory,
        only=only,
        barred=barred,
        bonus=bonus,
        lasting=lasting,
        brief=brief,
    )


CONTESTS: Final = (
    _contest(
        "birthday",
        "The King's Birthday",
        POLITICS,
        "The best gift wins 3 favor, and the loser, who gave socks, loses 1.",
        For(WINNER, Gain(3)),
        For(LOSER, Lose(1)),
        mandatory=True,
    ),
    _contest(
        "question",
        "The Succession Question",
        POLITICS,
        "The winner gains 4 favor and the loser loses 2.",
        For(WINNER, Gain(4)),
        For(LOSER, Lose(2)),
        mandatory=True,
    ),
    _contest(
        "oaths",
        "The Swearing of Oaths",
        POLITICS,
        "The winner gains 2 favor and unturns all their Characters; the loser discards an Action"
        " card.",
        For(WINNER, Gain(2)),
        For(WINNER, Rally()),
        For(LOSER, Sack(1)),
        mandatory=True,
        bonus=(Keyword.CLERGY, 1),
    ),
    _contest(
        "ball",
        "The Masked Ball",
        POLITICS,
        "The winner gains 2 favor and draws an Action card; the loser discards two.",
        For(WINNER, Gain(2)),
        For(WINNER, Draw(1)),
        For(LOSER, Sack(2)),
        bonus=(Keyword.SPY, 2),
    ),
    _contest(
        "taxes",
        "The Right to Farm Taxes",
        POLITICS,
        "The winner gains 4 favor; the loser is found to be in arrears and loses 2.",
        For(WINNER, Gain(4)),
        For(LOSER, Lose(2)),
        money=True,
    ),
    _contest(
        "cathedral",
        "A Roof for the Cathedral",
        POLITICS,
        "The winner gains 3 favor, here and in the hereafter.",
        For(WINNER, Gain(3)),
        money=True,
        bonus=(Keyword.GUILD, 2),
    ),
    _contest(
        "poets",
        "The War of the Poets",
        POLITICS,
        "The winner gains 3 favor; the loser is rhymed about and loses 1.",
        For(WINNER, Gain(3)),
        For(LOSER, Lose(1)),
        barred=Keyword.FIGHTER,
    ),
    _contest(
        "seal",
        "The Keeper of the Seal",
        POLITICS,
        "The winner gains 1 favor, and one of their Characters who took part keeps the Seal:"
        " politics +2.",
        For(WINNER, Gain(1)),
        For(WINNER, Honour()),
        lasting=Bonus(politics=2),
        brief="Seal",
    ),
    _contest(
        "lists",
        "The Great Tournament",
        COMBAT,
        "The winner gains 3 favor; the loser is unhorsed and loses 1.",
        For(WINNER, Gain(3)),
        For(LOSER, Lose(1)),
        bonus=(Keyword.FIGHTER, 1),
    ),
    _contest(
        "manoeuvres",
        "The Autumn Manoeuvres",
        COMBAT,
        "The winner gains 3 favor; the loser falls into the moat and loses 1.",
        For(WINNER, Gain(3)),
        For(LOSER, Lose(1)),
        mandatory=True,
    ),
    _contest(
        "muster",
        "The Muster Roll",
        COMBAT,
        "The winner gains 2 favor and draws an Action card; the loser loses 1 favor.",
        For(WINNER, Gain(2)),
        For(WINNER, Draw(1)),
        For(LOSER, Lose(1)),
        money=True,
        mandatory=True,
    ),
    _contest(
        "dawn",
        "Swords at Dawn",
        COMBAT,
        "The winner gains 3 favor; the loser discards a Character, who leaves by the garden gate.",
        For(WINNER, Gain(3)),
        For(LOSER, GiveUp()),
        only=Keyword.NOBLE,
    ),
    _contest(
        "stag",
        "The Hunt for the White Stag",
        COMBAT,
        "The winner gains 1 favor, and one of their Characters who took part keeps the antlers:"
        " combat +2.",
        For(WINNER, Gain(1)),
        For(WINNER, Honour()),
        bonus=(Keyword.NOBLE, 1),
        lasting=Bonus(combat=2),
        brief="antlers",
    ),
    _contest(
        "brawl",
        "The Kitchen Brawl",
        COMBAT,
        "The winner gains 2 favor and the loser loses 1.",
        For(WINNER, Gain(2)),
        For(LOSER, Lose(1)),
        barred=Keyword.NOBLE,
    ),
    _contest(
        "cellar",
        "A Raid on the Wine Cellar",
        COMBAT,
        "The winner draws three Action cards; the loser discards one and has a headache.",
        For(WINNER, Draw(3)),
        For(LOSER, Sack(1)),
        bonus=(Keyword.SPY, 1),
    ),
)
