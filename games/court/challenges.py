"""The Challenges (HAG-6): one pool for, one against, and the card says what follows."""

from __future__ import annotations

from typing import Final

from games.court.cards import Event, For, Somebody
from games.court.deeds import (
    Banish,
    Bonus,
    Draw,
    Gain,
    GainPer,
    GiveUp,
    Lose,
    LosePer,
    Proclaim,
    Rally,
    Slay,
    TurnAll,
)
from games.court.terms import Ability, Keyword, Who, Whose

POLITICS, COMBAT = Ability.POLITICS, Ability.COMBAT
CURRENT, EVERYONE, SUPPORTERS = Who.CURRENT, Who.EVERYONE, Who.SUPPORTERS
FIRST_SUPPORTER, FIRST_OPPONENT = Who.FIRST_SUPPORTER, Who.FIRST_OPPONENT


def _challenge(
    key: str,
    title: str,
    ability: Ability,
    text: str,
    then: tuple[For, ...],
    otherwise: tuple[For, ...],
    *,
    against: int = 0,
    money: bool = False,
    only: Keyword | None = None,
    barred: Keyword | None = None,
    bonus: tuple[Keyword, int] | None = None,
    subject: Somebody | None = None,
    lasting: Bonus | None = None,
    lasting_for: Keyword | None = None,
) -> Event:
    return Event(
        key,
        title,
        text,
        False,
        ability,
        then,
        otherwise,
        against=against,
        money=money,
        only=only,
        barred=barred,
        bonus=bonus,
        subject=subject,
        lasting=lasting,
        lasting_for=lasting_for,
    )


CHALLENGES: Final = (
    _challenge(
        "inquisition",
        "The Inquisition Calls",
        POLITICS,
        "The current player accuses a Character of a rival: if it succeeds, the accused is killed,"
        " and if it fails, the accuser loses 1 favor.",
        (For(CURRENT, Slay()),),
        (For(CURRENT, Lose(1)),),
        subject=Somebody(Whose.RIVAL, "Whom do you accuse?"),
        bonus=(Keyword.CLERGY, 1),
    ),
    _challenge(
        "levy",
        "A Levy on Windows",
        POLITICS,
        "If it succeeds, the strongest supporter gains 2 favor and every Prince loses 1 for each"
        " of their Wealthy Characters, at most 2; if not, the strongest opponent gains 2.",
        (For(FIRST_SUPPORTER, Gain(2)), For(EVERYONE, LosePer(Keyword.WEALTHY, 2))),
        (For(FIRST_OPPONENT, Gain(2)),),
        money=True,
    ),
    _challenge(
        "marriage",
        "The Foreign Marriage",
        POLITICS,
        "If it succeeds, the strongest supporter gains 1 favor for each of their Noble"
        " Characters, but at most 3; if it fails, the strongest opponent, who has a cousin, gains"
        " 2.",
        (For(FIRST_SUPPORTER, GainPer(Keyword.NOBLE, 3)),),
        (For(FIRST_OPPONENT, Gain(2)),),
        bonus=(Keyword.NOBLE, 1),
    ),
    _challenge(
        "confidence",
        "A Vote of No Confidence",
        POLITICS,
        "If it succeeds, the Prince with the most favor loses 2; if it fails, the current player"
        " loses 1.",
        (For(Who.RICHEST, Lose(2)),),
        (For(CURRENT, Lose(1)),),
    ),
    _challenge(
        "university",
        "A University is Founded",
        POLITICS,
        "If it succeeds, the strongest supporter gains 2 favor and all Wizards have politics +1"
        " from now on; if it fails, the strongest opponent draws three Action cards.",
        (For(FIRST_SUPPORTER, Gain(2)), For(CURRENT, Proclaim())),
        (For(FIRST_OPPONENT, Draw(3)),),
        lasting=Bonus(politics=1),
        lasting_for=Keyword.WIZARD,
    ),
    _challenge(
        "whispers",
        "The Edict against Whispering",
        POLITICS,
        "If it succeeds, the strongest supporter gains 2 favor and all Spies have politics -1 from"
        " now on; if it fails, the strongest opponent gains 2 favor.",
        (For(FIRST_SUPPORTER, Gain(2)), For(CURRENT, Proclaim())),
        (For(FIRST_OPPONENT, Gain(2)),),
        lasting=Bonus(politics=-1),
        lasting_for=Keyword.SPY,
    ),
    _challenge(
        "treasurer",
        "The Trial of the Treasurer",
        POLITICS,
        "If it succeeds, the strongest supporter gains 2 favor; if not, each supporter loses 1, and"
        " the strongest opponent gains 1 for each of their Wealthy Characters, at most 3.",
        (For(FIRST_SUPPORTER, Gain(2)),),
        (For(SUPPORTERS, Lose(1)), For(FIRST_OPPONENT, GainPer(Keyword.WEALTHY, 3))),
        money=True,
        barred=Keyword.CLERGY,
    ),
    _challenge(
        "jailbreak",
        "A Jailbreak at the Marshalsea",
        COMBAT,
        "If it succeeds, each supporter gains 1 favor and unturns all their Characters; if it"
        " fails, the strongest opponent gains 1.",
        (For(SUPPORTERS, Gain(1)), For(SUPPORTERS, Rally())),
        (For(FIRST_OPPONENT, Gain(1)),),
    ),
    _challenge(
        "dragon",
        "A Dragon in the Marches",
        COMBAT,
        "The dragon opposes with 3 tokens for each Prince. If it succeeds, the strongest supporter"
        " gains 4 favor; if it fails, every Prince loses 2.",
        (For(FIRST_SUPPORTER, Gain(4)),),
        (For(EVERYONE, Lose(2)),),
        against=3,
        bonus=(Keyword.FIGHTER, 1),
    ),
    _challenge(
        "revolt",
        "The Bread Revolt",
        COMBAT,
        "If it succeeds, the Prince with the most favor loses 2 and the one with the"
        " least gains 2; if it fails, the strongest opponent gains 2.",
        (For(Who.RICHEST, Lose(2)), For(Who.POOREST, Gain(2))),
        (For(FIRST_OPPONENT, Gain(2)),),
        barred=Keyword.NOBLE,
    ),
    _challenge(
        "border",
        "A Quarrel over the Border",
        COMBAT,
        "The neighbours oppose with 3 tokens for each Prince. If it succeeds, the strongest"
        " supporter gains 3 favor and bystanders lose 1; if it fails, each supporter loses 1.",
        (For(FIRST_SUPPORTER, Gain(3)), For(Who.BYSTANDERS, Lose(1))),
        (For(SUPPORTERS, Lose(1)),),
        against=3,
    ),
    _challenge(
        "highwaymen",
        "Highwaymen on the Coin Road",
        COMBAT,
        "If it succeeds, the strongest supporter gains 2 favor; if it fails, the Prince with the"
        " most favor loses 2 on the road, and the strongest opponent gains 1.",
        (For(FIRST_SUPPORTER, Gain(2)),),
        (For(Who.RICHEST, Lose(2)), For(FIRST_OPPONENT, Gain(1))),
        money=True,
    ),
    _challenge(
        "exile",
        "Drums for an Exile",
        COMBAT,
        "The current player names a Character: if it succeeds, that Character is discarded and the"
        " strongest supporter gains 2 favor; if it fails, the strongest opponent gains 2.",
        (For(FIRST_SUPPORTER, Gain(2)), For(CURRENT, Banish())),
        (For(FIRST_OPPONENT, Gain(2)),),
        subject=Somebody(Whose.ANY, "Who shall leave the city by nightfall?"),
    ),
    _challenge(
        "curfew",
        "The Palace Curfew",
        COMBAT,
        "If it succeeds, the strongest supporter gains 2 favor and every Palace Character is"
        " turned; if it fails, the strongest opponent gains 1 favor and draws an Action card.",
        (For(FIRST_SUPPORTER, Gain(2)), For(CURRENT, TurnAll(Keyword.PALACE))),
        (For(FIRST_OPPONENT, Gain(1)), For(FIRST_OPPONENT, Draw(1))),
        only=Keyword.FIGHTER,
    ),
    _challenge(
        "hostage",
        "The Envoy's Hostage",
        COMBAT,
        "The kidnappers oppose with 2 tokens for each Prince. If it succeeds, each supporter gains"
        " 2 favor; if it fails, the strongest supporter discards a Character.",
        (For(SUPPORTERS, Gain(2)),),
        (For(FIRST_SUPPORTER, GiveUp()),),
        against=2,
    ),
)
