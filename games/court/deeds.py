"""What cards can do, as data: small deeds of which the rows of all cards are put together.

A deed is done by a *doer*: who has played the card, or whom an Event names. What a row aims at is
chosen before (`games.court.cards`), and a deed says which of the chosen it concerns: the first,
unless its sentence says otherwise. `resolution.py` carries deeds out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.court.terms import Keyword


@dataclass(frozen=True, slots=True)
class Bonus:
    """What lies under a Character gives to it, or a lasting Event to all with a keyword."""

    politics: int = 0
    combat: int = 0
    keywords: tuple[Keyword, ...] = ()
    defence: int = 0
    """Added when its bearer is attacked."""
    ward: bool = False
    """Discarded in place of its bearer's death."""
    heavy: bool = False
    """Its bearer does not unturn in the Unturn Phase."""


# Favor and cards


@dataclass(frozen=True, slots=True)
class Gain:
    """The doer gains favor."""

    amount: int


@dataclass(frozen=True, slots=True)
class GainPer:
    """The doer gains 1 favor for each Character with the keyword, up to a limit."""

    keyword: Keyword
    most: int


@dataclass(frozen=True, slots=True)
class Lose:
    """The doer loses favor, down to 0 at most."""

    amount: int


@dataclass(frozen=True, slots=True)
class LosePer:
    """The doer loses 1 favor for each Character with the keyword, up to a limit."""

    keyword: Keyword
    most: int


@dataclass(frozen=True, slots=True)
class Rob:
    """The doer takes favor from the chosen Prince."""

    amount: int


@dataclass(frozen=True, slots=True)
class Largesse:
    """All Princes but the doer gain favor."""

    amount: int


@dataclass(frozen=True, slots=True)
class Draw:
    """The doer draws Action cards."""

    amount: int


@dataclass(frozen=True, slots=True)
class Sack:
    """The doer discards Action cards of their own choice."""

    amount: int


@dataclass(frozen=True, slots=True)
class Demand:
    """The chosen Prince discards Action cards of their own choice."""

    amount: int


@dataclass(frozen=True, slots=True)
class DemandOfAll:
    """All Princes but the doer discard Action cards of their own choice."""

    amount: int


@dataclass(frozen=True, slots=True)
class Recover:
    """The doer takes the chosen card from the Action discards."""


@dataclass(frozen=True, slots=True)
class Foresee:
    """The doer looks at the next Event and may put it at the bottom."""


# Characters


@dataclass(frozen=True, slots=True)
class Turn:
    """The chosen one is turned."""


@dataclass(frozen=True, slots=True)
class Unturn:
    """The chosen one is unturned; `both`: so is the second chosen one."""

    both: bool = False


@dataclass(frozen=True, slots=True)
class Rally:
    """All Characters of the doer unturn."""


@dataclass(frozen=True, slots=True)
class TurnAll:
    """All Characters in play with the keyword turn."""

    keyword: Keyword


@dataclass(frozen=True, slots=True)
class Slay:
    """The chosen Character is killed."""


@dataclass(frozen=True, slots=True)
class Banish:
    """The chosen Character is discarded."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The doer discards one of their Characters, if they have one."""


@dataclass(frozen=True, slots=True)
class Hire:
    """The chosen Character comes under the doer's control, who pays its Prince."""

    price: int


@dataclass(frozen=True, slots=True)
class Swap:
    """The two chosen Characters change sides."""


@dataclass(frozen=True, slots=True)
class Summon:
    """The chosen Character comes from the discards into play, turned."""


@dataclass(frozen=True, slots=True)
class Honour:
    """One of the doer's Characters who took part gets the Event under it."""


@dataclass(frozen=True, slots=True)
class Proclaim:
    """The Event stays in the middle of the table."""


# Tokens


@dataclass(frozen=True, slots=True)
class Add:
    """Tokens come to the chosen pool of an Event."""

    amount: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Tokens leave the chosen pool of an Event."""

    amount: int


@dataclass(frozen=True, slots=True)
class Shift:
    """Tokens go from the first chosen pool to the second, as many as chosen, at most `amount`."""

    amount: int


@dataclass(frozen=True, slots=True)
class AddOwn:
    """Tokens come to the doer's own pool of a Contest."""

    amount: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """All tokens that the chosen Character has brought leave the Event."""


@dataclass(frozen=True, slots=True)
class Conscript:
    """The chosen Character turns, and its support goes to the pool chosen second."""


# Melee


@dataclass(frozen=True, slots=True)
class StartMelee:
    """The first chosen Character attacks the second; `bonus` is added to the attack.

    A `closed` Melee is between these two: nobody turns to help.
    """

    bonus: int = 0
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Strengthen:
    """Tokens come to the chosen side of a Melee."""

    amount: int


@dataclass(frozen=True, slots=True)
class Defend:
    """Tokens come to the defence in a Melee."""

    amount: int


@dataclass(frozen=True, slots=True)
class EndMelee:
    """The Melee ends without a kill."""


# In answer to something


@dataclass(frozen=True, slots=True)
class Stop:
    """What was announced does not happen: an Effect, a Spell, a Melee or a death."""


@dataclass(frozen=True, slots=True)
class Avenge:
    """Who is about to kill is killed as well."""


Deed: TypeAlias = (
    Gain
    | GainPer
    | Lose
    | LosePer
    | Rob
    | Largesse
    | Draw
    | Sack
    | Demand
    | DemandOfAll
    | Recover
    | Foresee
    | Turn
    | Unturn
    | Rally
    | TurnAll
    | Slay
    | Banish
    | GiveUp
    | Hire
    | Swap
    | Summon
    | Honour
    | Proclaim
    | Add
    | Remove
    | Shift
    | AddOwn
    | Withdraw
    | Conscript
    | StartMelee
    | Strengthen
    | Defend
    | EndMelee
    | Stop
    | Avenge
)
