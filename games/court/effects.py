"""The Effects (HAG-7), some of them Reactions: done, then discarded."""

from __future__ import annotations

from typing import Final

from games.court.cards import Action, Aim, Amount, Discard, Pool, PoolUse, Rival, Side, Somebody
from games.court.deeds import (
    Add,
    AddOwn,
    Avenge,
    Deed,
    Defend,
    DemandOfAll,
    Draw,
    Gain,
    GainPer,
    Hire,
    Recover,
    Remove,
    Rob,
    Shift,
    StartMelee,
    Stop,
    Strengthen,
    Turn,
    Unturn,
)
from games.court.terms import Ability, Keyword, Kind, Phase, Trigger, Whose

ACTION, EVENT, MELEE = Phase.ACTION, Phase.EVENT, Phase.MELEE
OWN, RIVAL, ANY = Whose.OWN, Whose.RIVAL, Whose.ANY


def _effect(
    key: str,
    title: str,
    phases: tuple[Phase, ...],
    text: str,
    deeds: tuple[Deed, ...],
    *aims: Aim,
) -> Action:
    return Action(key, title, Kind.EFFECT, phases, text, deeds, aims)


def _reaction(
    key: str,
    title: str,
    trigger: Trigger,
    whose: Whose,
    text: str,
    deeds: tuple[Deed, ...],
    *aims: Aim,
    takes_part: bool = False,
) -> Action:
    return Action(
        key,
        title,
        Kind.EFFECT,
        (Phase.REACTION,),
        text,
        deeds,
        aims,
        trigger=trigger,
        whose=whose,
        takes_part=takes_part,
    )


_ATTACKER: Final = Somebody(OWN, "Who of yours attacks?", able=Ability.COMBAT)
_VICTIM: Final = Somebody(RIVAL, "Who is attacked?")

STARTING_MELEES: Final = (
    _effect(
        "glove",
        "A Glove in the Face",
        (ACTION,),
        "One of your Characters attacks a Character of a rival, and wants the glove back.",
        (StartMelee(),),
        _ATTACKER,
        _VICTIM,
    ),
    _effect(
        "knives",
        "Knives in the Corridor",
        (ACTION,),
        "One of your Characters attacks a Character of a rival, with 2 added to the attack.",
        (StartMelee(bonus=2),),
        _ATTACKER,
        _VICTIM,
    ),
    _effect(
        "duel",
        "A Matter of Honour",
        (ACTION,),
        "One of your Characters attacks a Character of a rival, and nobody may turn to help"
        " either.",
        (StartMelee(closed=True),),
        _ATTACKER,
        _VICTIM,
    ),
    _effect(
        "ambush",
        "An Ambush at the Privy",
        (ACTION,),
        "One of your Characters attacks a turned Character of a rival, with 3 added to the attack.",
        (StartMelee(bonus=3),),
        _ATTACKER,
        Somebody(RIVAL, "Who is caught off guard?", turned=True),
    ),
)

REACTIONS: Final = (
    _reaction(
        "double",
        "A Body Double",
        Trigger.DOOMED,
        OWN,
        "When one of your Characters is about to be killed, they live; somebody else's funeral is"
        " lovely.",
        (Stop(),),
    ),
    _reaction(
        "vendetta",
        "A Very Large Family",
        Trigger.DOOMED,
        OWN,
        "When one of your Characters is about to be killed in a Melee, the killer is killed as"
        " well.",
        (Avenge(),),
    ),
    _reaction(
        "chapel",
        "They Were in Chapel",
        Trigger.ATTACKED,
        OWN,
        "When one of your Characters is attacked, the Melee does not take place and nobody is"
        " killed.",
        (Stop(),),
    ),
    _reaction(
        "guards",
        "Guards! Guards!",
        Trigger.ATTACKED,
        ANY,
        "When any Character is attacked, add 2 to the defence.",
        (Defend(2),),
    ),
    _reaction(
        "objection",
        "Objection!",
        Trigger.EFFECT,
        RIVAL,
        "When a rival plays an Effect, it does nothing.",
        (Stop(),),
    ),
    _reaction(
        "iron",
        "Cold Iron Filings",
        Trigger.SPELL,
        RIVAL,
        "When a rival casts a Spell or an Enchantment, it does nothing.",
        (Stop(),),
    ),
    _reaction(
        "encore",
        "A Second Round of Applause",
        Trigger.CONTEST,
        ANY,
        "When a Contest in which you take part is about to be decided, add 2 tokens to your pool.",
        (AddOwn(2),),
        takes_part=True,
    ),
    _reaction(
        "ballots",
        "A Late Box of Ballots",
        Trigger.CHALLENGE,
        ANY,
        "When a Challenge is about to be decided, add 2 tokens to either side.",
        (Add(2),),
        Pool("For which side do the ballots count?", PoolUse.ADD),
    ),
)

INTRIGUES: Final = (
    _effect(
        "crowd",
        "Rent-a-Crowd",
        (EVENT,),
        "Add 2 tokens to a pool that you may support.",
        (Add(2),),
        Pool("For whom does the crowd cheer?", PoolUse.ADD),
    ),
    _effect(
        "fruit",
        "Rotten Fruit",
        (EVENT,),
        "Take 3 tokens away from any pool.",
        (Remove(3),),
        Pool("At whom is it thrown?", PoolUse.TAKE),
    ),
    _effect(
        "livery",
        "A Change of Livery",
        (EVENT,),
        "Move 1 or 2 tokens from one pool to another that you may support.",
        (Shift(2),),
        Pool("From where do the tokens come?", PoolUse.TAKE),
        Pool("And where do they go?", PoolUse.ADD, another=True),
        Amount("How many change sides?", 2),
    ),
    _effect(
        "gout",
        "A Sudden Attack of Gout",
        (ACTION, EVENT),
        "Turn a Character of a rival.",
        (Turn(),),
        Somebody(RIVAL, "Whose toe is it?", turned=False),
    ),
    _effect(
        "salts",
        "Smelling Salts",
        (ACTION, EVENT, MELEE),
        "Unturn one of your Characters.",
        (Unturn(),),
        Somebody(OWN, "Who is woken?", turned=True),
    ),
    _effect(
        "mud",
        "Mud on the Stairs",
        (MELEE,),
        "Add 3 to either side of the Melee.",
        (Strengthen(3),),
        Side("Whose enemies slip?"),
    ),
    _effect(
        "purse",
        "A Purse Left Open",
        (ACTION,),
        "Take 1 favor from a rival and draw an Action card.",
        (Rob(1), Draw(1)),
        Rival("Whose purse is it?", with_favor=True),
    ),
    _effect(
        "audience",
        "A Private Audience",
        (ACTION,),
        "Turn one of your Palace Characters to gain 2 favor.",
        (Turn(), Gain(2)),
        Somebody(OWN, "Who gets you in?", turned=False, keyword=Keyword.PALACE),
    ),
    _effect(
        "accounts",
        "Creative Accounts",
        (ACTION,),
        "Gain 1 favor for each of your Wealthy Characters, but at most 3.",
        (GainPer(Keyword.WEALTHY, 3),),
    ),
    _effect(
        "memoirs",
        "Scandalous Memoirs",
        (ACTION,),
        "Each rival discards an Action card to be left out of the second volume.",
        (DemandOfAll(1),),
    ),
    _effect(
        "offer",
        "A Better Offer",
        (ACTION,),
        "Pay a rival 2 favor and take control of one of their turned Characters.",
        (Hire(2),),
        Somebody(RIVAL, "Who changes employers?", turned=True),
    ),
    _effect(
        "waste",
        "The Waste-Paper Basket",
        (ACTION,),
        "Take any other card from the Action discards into your hand.",
        (Recover(),),
        Discard("What was thrown away too soon?"),
    ),
)
EFFECTS: Final = STARTING_MELEES + REACTIONS + INTRIGUES
