"""The Spells and Enchantments (HAG-7): they take a Wizard, and Wizards counter them."""

from __future__ import annotations

from typing import Final

from games.court.cards import Action, Aim, Discard, Pool, PoolUse, Side, Somebody
from games.court.deeds import (
    Add,
    Bonus,
    Conscript,
    Deed,
    EndMelee,
    Gain,
    Largesse,
    Slay,
    Strengthen,
    Summon,
    Swap,
    Unturn,
    Withdraw,
)
from games.court.terms import Ability, Keyword, Kind, Phase, Whose

ACTION, EVENT, MELEE = Phase.ACTION, Phase.EVENT, Phase.MELEE
OWN, RIVAL, ANY = Whose.OWN, Whose.RIVAL, Whose.ANY


def _spell(
    key: str,
    title: str,
    phases: tuple[Phase, ...],
    text: str,
    deeds: tuple[Deed, ...],
    *aims: Aim,
) -> Action:
    return Action(key, title, Kind.SPELL, phases, text, deeds, aims)


def _enchantment(
    key: str,
    title: str,
    phases: tuple[Phase, ...],
    text: str,
    bonus: Bonus,
    aim: Somebody,
    *,
    brief: str = "",
) -> Action:
    kind = Kind.ENCHANTMENT
    return Action(key, title, kind, phases, text, aims=(aim,), bonus=bonus, brief=brief)


SPELLS: Final = (
    _spell(
        "thunderbolt",
        "A Thunderbolt Indoors",
        (ACTION,),
        "Kill a Character of a rival whose combat is 1 or less.",
        (Slay(),),
        Somebody(RIVAL, "Who stands under the chandelier?", weak=(Ability.COMBAT, 1)),
    ),
    _spell(
        "strings",
        "Puppet Strings",
        (EVENT,),
        "A Character of a rival who could take part turns, and supports a pool that you may"
        " support.",
        (Conscript(),),
        Somebody(RIVAL, "Who dances?", could_take_part=True),
        Pool("And for whom?", PoolUse.ADD),
    ),
    _spell(
        "haste",
        "Twice Around the Clock",
        (ACTION, EVENT, MELEE),
        "Unturn one or two of your Characters.",
        (Unturn(both=True),),
        Somebody(OWN, "Who is wound up first?", turned=True),
        Somebody(OWN, "And who second?", turned=True, another=True, optional=True),
    ),
    _spell(
        "oblivion",
        "A Fog in the Head",
        (EVENT,),
        "All tokens that a Character or Prince of a rival has brought by turning leave the Event.",
        (Withdraw(),),
        Somebody(RIVAL, "Who forgets what they came for?", princes=True, takes_part=True),
    ),
    _spell(
        "glamour",
        "A Becoming Light",
        (EVENT,),
        "Add 3 tokens to a pool that you may support.",
        (Add(3),),
        Pool("Who glows?", PoolUse.ADD),
    ),
    _spell(
        "muscles",
        "Borrowed Muscles",
        (MELEE,),
        "Add 4 to either side of the Melee; they must be back by evening.",
        (Strengthen(4),),
        Side("Who borrows them?"),
    ),
    _spell(
        "vanish",
        "A Puff of Smoke",
        (MELEE,),
        "The Melee ends and nobody is killed.",
        (EndMelee(),),
    ),
    _spell(
        "seance",
        "A Voice from the Other Side",
        (ACTION,),
        "If you have an open slot, a Character from the discards joins your court, turned.",
        (Summon(),),
        Discard("Who has not quite left?", character=True),
    ),
    _spell(
        "rain",
        "A Golden Rain",
        (ACTION,),
        "You gain 3 favor and every rival gains 1.",
        (Gain(3), Largesse(1)),
    ),
    _spell(
        "faces",
        "An Exchange of Faces",
        (ACTION,),
        "One of your Characters and a turned Character of a rival change sides.",
        (Swap(),),
        Somebody(OWN, "Whom do you part with?"),
        Somebody(RIVAL, "And whom do you get?", turned=True),
    ),
)

ENCHANTMENTS: Final = (
    _enchantment(
        "toad",
        "Turned into a Toad",
        (ACTION, MELEE),
        "A Character of a rival has politics -2 and combat -2, and likes it.",
        Bonus(politics=-2, combat=-2),
        Somebody(RIVAL, "Who will be kissed less?"),
        brief="toad",
    ),
    _enchantment(
        "tongue",
        "A Silver Tongue",
        (ACTION, EVENT),
        "Your Character or Prince has politics +2.",
        Bonus(politics=2),
        Somebody(OWN, "Who learns to speak?", princes=True),
        brief="tongue",
    ),
    _enchantment(
        "giant",
        "The Blood of Giants",
        (ACTION, MELEE),
        "Your Character or Prince has combat +2 and needs new doors.",
        Bonus(combat=2),
        Somebody(OWN, "Who grows?", princes=True),
        brief="giant",
    ),
    _enchantment(
        "saint",
        "The Blessing of Saint Orsola",
        (ACTION,),
        "Your Character or Prince has politics +1 and combat +1.",
        Bonus(politics=1, combat=1),
        Somebody(OWN, "Who is blessed?", princes=True),
        brief="saint",
    ),
    _enchantment(
        "eye",
        "The Third Eye",
        (ACTION, EVENT),
        "Your Character is a Wizard, as you can see from the front.",
        Bonus(keywords=(Keyword.WIZARD,)),
        Somebody(OWN, "Who sees more than before?"),
        brief="eye",
    ),
    _enchantment(
        "midas",
        "The Itch of Midas",
        (ACTION, EVENT),
        "Your Character or Prince is Wealthy and has combat -1.",
        Bonus(combat=-1, keywords=(Keyword.WEALTHY,)),
        Somebody(OWN, "Whose fingers itch?", princes=True),
        brief="Midas",
    ),
    _enchantment(
        "charmed",
        "A Charmed Life",
        (ACTION, MELEE),
        "When your Character would be killed, this card is discarded instead.",
        Bonus(ward=True),
        Somebody(OWN, "Who shall not die yet?"),
        brief="charm",
    ),
    _enchantment(
        "sleep",
        "The Hundred-Year Nap",
        (ACTION,),
        "A Character of a rival has politics -1 and does not unturn in the Unturn Phase.",
        Bonus(politics=-1, heavy=True),
        Somebody(RIVAL, "Who looks tired?"),
        brief="nap",
    ),
)
