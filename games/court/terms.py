"""The words of the rulebook that cards are made of. Their values are identifiers or plain names."""

from __future__ import annotations

from enum import StrEnum


class Ability(StrEnum):
    """The two ratings of everybody, and what an Event asks for (HA-15, HA-24, HAG-2)."""

    POLITICS = "politics"
    COMBAT = "combat"


class Keyword(StrEnum):
    """What somebody is (HA-16, HAG-5). Fighter, Wealthy and Wizard do something by themselves."""

    NOBLE = "Noble"
    PALACE = "Palace"
    WIZARD = "Wizard"
    WEALTHY = "Wealthy"
    FIGHTER = "Fighter"
    CLERGY = "Clergy"
    GUILD = "Guild"
    SPY = "Spy"


class Kind(StrEnum):
    """The kinds of Action cards (HAG-1)."""

    EFFECT = "Effect"
    EQUIPMENT = "Equipment"
    SPELL = "Spell"
    ENCHANTMENT = "Enchantment"

    @property
    def plural(self) -> str:
        """Several of them, as a heading."""
        return self if self is Kind.EQUIPMENT else f"{self}s"

    @property
    def is_magic(self) -> bool:
        """Whether it takes a Wizard and can be countered (HAG-23)."""
        return self in (Kind.SPELL, Kind.ENCHANTMENT)

    @property
    def is_attached(self) -> bool:
        """Whether it stays under somebody (HA-30, HAG-1)."""
        return self in (Kind.EQUIPMENT, Kind.ENCHANTMENT)


class Phase(StrEnum):
    """When a card may be played (HA-29)."""

    ACTION = "Action"
    EVENT = "Event"
    MELEE = "Melee"
    REACTION = "Reaction"


class Trigger(StrEnum):
    """What Reactions answer (CTD-6)."""

    ATTACKED = "attacked"
    DOOMED = "doomed"
    EFFECT = "effect_played"
    SPELL = "spell_cast"
    CONTEST = "contest"
    CHALLENGE = "challenge"


class Whose(StrEnum):
    """Whose something is, seen from who acts."""

    OWN = "own"
    RIVAL = "rival"
    ANY = "any"


class Who(StrEnum):
    """For whom the end of an Event has a consequence."""

    WINNER = "the winner"
    LOSER = "the loser"
    CURRENT = "the current player"
    SUPPORTERS = "each supporter"
    FIRST_SUPPORTER = "the strongest supporter"
    FIRST_OPPONENT = "the strongest opponent"
    BYSTANDERS = "each Prince who did not take part"
    EVERYONE = "every Prince"
    OTHERS = "every Prince but the current player"
    RICHEST = "the Prince with the most favor"
    POOREST = "the Prince with the least favor"


class Trait(StrEnum):
    """What a Prince does that nobody else does (CTD-15)."""

    GENEROUS = "generous"
    STOUT = "stout"
    LEARNED = "learned"
    FRUGAL = "frugal"
    UNLOVED = "unloved"
