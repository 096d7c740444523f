"""Equipment (HAG-7): they lie under somebody and stay there."""

from __future__ import annotations

from typing import Final

from games.court.cards import Action, Somebody
from games.court.deeds import Bonus
from games.court.terms import Keyword, Kind, Phase, Whose

ACTION, EVENT, MELEE = Phase.ACTION, Phase.EVENT, Phase.MELEE
_OWN: Final = Somebody(Whose.OWN, "Who of yours gets it?", princes=True)
_RIVAL: Final = Somebody(Whose.RIVAL, "Who is the lucky one?", princes=True)


def _equipment(
    key: str,
    title: str,
    phases: tuple[Phase, ...],
    text: str,
    bonus: Bonus,
    aim: Somebody = _OWN,
    *,
    brief: str = "",
) -> Action:
    kind = Kind.EQUIPMENT
    return Action(key, title, kind, phases, text, aims=(aim,), bonus=bonus, brief=brief)


EQUIPMENT: Final = (
    _equipment(
        "sword",
        "A Dress Sword",
        (ACTION, MELEE),
        "Your Character or Prince has combat +1, and looks it.",
        Bonus(combat=1),
        brief="sword",
    ),
    _equipment(
        "axe",
        "Great-Grandfather's Axe",
        (ACTION,),
        "Your Character or Prince has combat +2 and politics -1.",
        Bonus(combat=2, politics=-1),
        brief="axe",
    ),
    _equipment(
        "ring",
        "A Signet Ring",
        (ACTION,),
        "Your Character or Prince has politics +1 and is Noble.",
        Bonus(politics=1, keywords=(Keyword.NOBLE,)),
        brief="ring",
    ),
    _equipment(
        "chain",
        "A Chain of Office",
        (ACTION,),
        "Your Palace Character has politics +2.",
        Bonus(politics=2),
        Somebody(Whose.OWN, "Who of yours gets it?", keyword=Keyword.PALACE),
        brief="chain",
    ),
    _equipment(
        "strongbox",
        "A Strongbox",
        (ACTION, EVENT),
        "Your Character or Prince is Wealthy, and sleeps badly.",
        Bonus(keywords=(Keyword.WEALTHY,)),
        brief="box",
    ),
    _equipment(
        "tabard",
        "A Borrowed Tabard",
        (ACTION,),
        "Your Character has combat +1 and is a Fighter.",
        Bonus(combat=1, keywords=(Keyword.FIGHTER,)),
        Somebody(Whose.OWN, "Who of yours gets it?"),
        brief="tabard",
    ),
    _equipment(
        "hairshirt",
        "A Hair Shirt",
        (ACTION,),
        "Your Character or Prince has politics +1 and is Clergy, and scratches.",
        Bonus(politics=1, keywords=(Keyword.CLERGY,)),
        brief="shirt",
    ),
    _equipment(
        "petticoat",
        "A Chainmail Petticoat",
        (ACTION, MELEE),
        "Whenever your Character is attacked, add 2 to the defence.",
        Bonus(defence=2),
        Somebody(Whose.OWN, "Who of yours gets it?"),
        brief="mail",
    ),
    _equipment(
        "spyglass",
        "A Folding Spyglass",
        (ACTION, EVENT),
        "Your Character or Prince has politics +1 and is a Spy.",
        Bonus(politics=1, keywords=(Keyword.SPY,)),
        brief="spyglass",
    ),
    _equipment(
        "apron",
        "A Mason's Apron",
        (ACTION,),
        "Your Character or Prince has politics +1 and combat +1, and is of the Guild.",
        Bonus(politics=1, combat=1, keywords=(Keyword.GUILD,)),
        brief="apron",
    ),
    _equipment(
        "hat",
        "A Ridiculous Hat",
        (ACTION, EVENT),
        "A Character or Prince of a rival has politics -2 and has to wear it.",
        Bonus(politics=-2),
        _RIVAL,
        brief="hat",
    ),
    _equipment(
        "boots",
        "Squeaking Boots",
        (ACTION, EVENT, MELEE),
        "A Character or Prince of a rival has combat -2 and is heard from afar.",
        Bonus(combat=-2),
        _RIVAL,
        brief="boots",
    ),
    _equipment(
        "slippers",
        "Slippers of Lead",
        (ACTION,),
        "A Character of a rival does not unturn in the Unturn Phase.",
        Bonus(heavy=True),
        Somebody(Whose.RIVAL, "Whose feet do they fit?"),
        brief="slippers",
    ),
)
