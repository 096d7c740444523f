"""The cards of Inheritance as data: four suits, ten characters, forty cards, one Initial Influence.

The module knows what is printed on a card and nothing of a table. Numbers such as INF-3 name the
rules and public facts collected in docs/rules/inheritance.md. Suits, ranks and abilities were read
off the publisher's pictures; one card of each suit and rank is our inference (ING-1, INF-5).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.engine.values import Face


class Suit(StrEnum):
    """The four suits; each one, lying in the Proposal area, names a proposal (INF-2)."""

    LOVE = "love"
    DOWRY = "dowry"
    PEACE = "peace"
    WAR = "war"


class Influence(StrEnum):
    """How ranks are compared (IN-19)."""

    LOWEST = "lowest rank wins"
    NEAREST = "rank nearest to the Successor's wins"
    HIGHEST = "highest rank wins"

    @property
    def best(self) -> str:
        """The rank that wins."""
        return _BEST[self]


_BEST: Final = {
    Influence.LOWEST: "the lowest rank",
    Influence.NEAREST: "the rank nearest to the Successor's",
    Influence.HIGHEST: "the highest rank",
}


class Kind(StrEnum):
    """What happens to a card that is played for its ability (IN-27)."""

    INFLUENCE = "becomes the influence rule"
    EFFECT = "does its effect, then leaves the game"
    REPLACE = "takes the place of a card, which leaves the game"


PROPOSALS: Final = {
    Suit.LOVE: "true love: the Successor's suit is favoured",
    Suit.DOWRY: "a generous dowry: the Parents' suits are favoured",
    Suit.PEACE: "peace: suits the family lacks are favoured",
    Suit.WAR: "war: no suit is favoured",
}
PROPOSAL_GISTS: Final = {
    Suit.LOVE: "favours the Successor's suit",
    Suit.DOWRY: "favours the Parents' suits",
    Suit.PEACE: "suits the family lacks",
    Suit.WAR: "favours no suit",
}
"""The same in few words, beside a card that says its name."""


@dataclass(frozen=True, slots=True)
class Character:
    """One row of INF-3: a rank, its name, its ability in our words and the ability's kind.

    Where the text holds {suit} the card names its own suit.
    """

    rank: int
    name: str
    kind: Kind
    text: str
    influence: Influence | None = None


CHARACTERS: Final = (
    Character(1, "Assassin", Kind.EFFECT, "Remove any one Admirer from the game."),
    Character(2, "Beggar", Kind.INFLUENCE, "From now on the lowest rank wins.", Influence.LOWEST),
    Character(
        3,
        "Peasant",
        Kind.INFLUENCE,
        "From now on the rank nearest to the Successor's wins.",
        Influence.NEAREST,
    ),
    Character(4, "Thespian", Kind.REPLACE, "Takes the place of any one Admirer."),
    Character(
        5,
        "Soldier",
        Kind.EFFECT,
        "An opponent picks up their Admirer and lays another hand card face-down instead.",
    ),
    Character(
        6, "Spy", Kind.EFFECT, "Exchange your Admirer with a card of your hand, laid face-up."
    ),
    Character(
        7, "Cleric", Kind.REPLACE, "Takes the place of the Successor or of one of the Parents."
    ),
    Character(8, "Vizier", Kind.INFLUENCE, "From now on the highest rank wins.", Influence.HIGHEST),
    Character(9, "General", Kind.EFFECT, "Exchange your Admirer with one of the Parents."),
    Character(
        10, "Royal", Kind.REPLACE, "Takes the place of an Admirer or Family Member of {suit}."
    ),
)


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the deck: a suit and a character (IN-13)."""

    suit: Suit
    character: Character

    @property
    def rank(self) -> int:
        """The number that influence rules compare, 1 to 10."""
        return self.character.rank

    @property
    def name(self) -> str:
        """The name by which log and prompts call the card, such as "7 Cleric of war"."""
        return f"{self.title} of {self.suit}"

    @property
    def title(self) -> str:
        """Rank and character, such as "7 Cleric"."""
        return f"{self.rank} {self.character.name}"

    @property
    def short(self) -> str:
        """Rank and suit, for narrow places, such as "7 war"."""
        return f"{self.rank} {self.suit}"

    @property
    def text(self) -> str:
        """The ability in our words."""
        return self.character.text.format(suit=self.suit)

    @property
    def face(self) -> Face:
        """What stands on the card as a plain value: (suit, rank)."""
        return (str(self.suit), self.rank)


DECK: Final = tuple(Card(suit, character) for suit in Suit for character in CHARACTERS)
INITIAL_INFLUENCE: Final[Face] = ("initial influence", 0)

_BY_FACE: Final[dict[Face, Card]] = {card.face: card for card in DECK}


def card_of(face: Face) -> Card:
    """The card with this face; KeyError for a face that is not in the deck."""
    return _BY_FACE[face]


def influence_of(face: Face) -> Influence:
    """The rule that the card in the Influence area sets (IN-14); the initial card's is ING-4."""
    if face == INITIAL_INFLUENCE:
        return Influence.HIGHEST
    influence = card_of(face).character.influence
    if influence is None:
        raise ValueError(f"a {card_of(face).name} sets no influence rule")
    return influence
