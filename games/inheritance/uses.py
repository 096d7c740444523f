"""What a hand card may be played for (IN-25 to IN-27), or in words why not.

One question of the rules offers all uses at once (`uses`); which of them fit the card that was
picked is `why_not`, asked by the player's own client before sending and by everybody after the card
is opened. Both read a `Position` and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.engine.choice import Option
from games.engine.values import Seat
from games.inheritance.cards import CHARACTERS, Card, Kind, Suit
from games.inheritance.favour import favoured_suits
from games.inheritance.position import (
    FAMILY,
    PARENTS,
    PROPOSAL,
    Position,
    admirer_of,
    seat_at,
    title_of,
)


class Verb(StrEnum):
    """The kinds of use: IN-25, IN-26, and the abilities of IN-27."""

    LAY = "lay"
    PROPOSE = "propose"
    RULE = "rule"
    REMOVE = "remove"
    REPLACE = "replace"
    COMMAND = "command"
    DISGUISE = "disguise"
    EXCHANGE = "exchange"
    NOTHING = "nothing"


_WORDS: Final = {
    Verb.LAY: ("lay it as your Admirer", "as the new Admirer"),
    Verb.PROPOSE: ("replace the Proposal", "as the new Proposal"),
    Verb.RULE: ("replace the influence rule", "as the new influence rule"),
    Verb.REMOVE: ("remove {}", "{} leaves the game"),
    Verb.REPLACE: ("take the place of {}", "in place of {}"),
    Verb.COMMAND: (
        "have {} exchanged for a secret one",
        "{} is exchanged for a secret one",
    ),
    Verb.DISGUISE: (
        "exchange your Admirer with a hand card",
        "to exchange the Admirer with a hand card",
    ),
    Verb.EXCHANGE: (
        "exchange your Admirer with {}",
        "the Admirer and {} change places",
    ),
    Verb.NOTHING: ("discard it for no effect", "for no effect"),
}


@dataclass(frozen=True, slots=True)
class Use:
    """A verb and, for abilities that need one, the place of its target."""

    verb: Verb
    place: str = ""

    @property
    def key(self) -> str:
        """The key of the option, such as "replace parent B"."""
        return f"{self.verb} {self.place}" if self.place else str(self.verb)

    def label_for(self, position: Position, seat: Seat) -> str:
        """The option in words for the seat that is asked, with the card that is the target."""
        return _WORDS[self.verb][0].format(
            f"{self._target_for(seat)}, {lying(position, self.place)}"
        )

    def brief_for(self, seat: Seat) -> str:
        """The same without that card."""
        return _WORDS[self.verb][0].format(self._target_for(seat))

    @property
    def deed(self) -> str:
        """The use as the log tells it."""
        return _WORDS[self.verb][1].format(self._target)

    def _target_for(self, seat: Seat) -> str:
        return "your Admirer" if self.seat == seat else self._target

    @property
    def _target(self) -> str:
        return title_of(self.place) if self.place else ""

    @property
    def seat(self) -> Seat | None:
        """The seat whose Admirer is the target, if one is."""
        return seat_at(self.place) if self.place.startswith("admirer ") else None


def use_of(key: str | None) -> Use:
    """The use with this key. ValueError if the verb does not exist."""
    verb, _, place = (key or "").partition(" ")
    return Use(Verb(verb), place)


LAY: Final = Use(Verb.LAY)
PROPOSE: Final = Use(Verb.PROPOSE)
RULE: Final = Use(Verb.RULE)
DISGUISE: Final = Use(Verb.DISGUISE)
NOTHING: Final = Use(Verb.NOTHING)

_OTHER_CARD: Final = {
    Verb.RULE: "only a Beggar, a Peasant or a Vizier sets the influence rule",
    Verb.REMOVE: "only an Assassin removes an Admirer",
    Verb.COMMAND: "only a Soldier makes an opponent exchange their Admirer",
    Verb.DISGUISE: "only a Spy exchanges your Admirer with a hand card",
    Verb.EXCHANGE: "only a General exchanges your Admirer with a Parent",
}


def _admirers(position: Position) -> list[str]:
    """Occupied Admirer places: one's own and those of seats that have left too (ING-18, ING-20)."""
    return [admirer_of(seat) for seat in position.seats if position.has_admirer(seat)]


def _assassin(position: Position, seat: Seat, card: Card) -> list[Use]:
    return [Use(Verb.REMOVE, place) for place in _admirers(position)]


def _influence(position: Position, seat: Seat, card: Card) -> list[Use]:
    return [RULE]


def _thespian(position: Position, seat: Seat, card: Card) -> list[Use]:
    return [Use(Verb.REPLACE, place) for place in _admirers(position)]


def _soldier(position: Position, seat: Seat, card: Card) -> list[Use]:
    """Opponents who can obey: an Admirer and a hand card, and still at the table (ING-22)."""
    return [
        Use(Verb.COMMAND, admirer_of(other))
        for other in position.seats
        if other != seat
        and other not in position.gone
        and position.has_admirer(other)
        and position.hands[other] > 0
    ]


def _spy(position: Position, seat: Seat, card: Card) -> list[Use]:
    """Needs an Admirer and a hand card besides the Spy itself (ING-25)."""
    return [DISGUISE] if position.has_admirer(seat) and position.hands[seat] > 1 else []


def _cleric(position: Position, seat: Seat, card: Card) -> list[Use]:
    """Any Family Member, a face-down Parent too (IND-10)."""
    return [Use(Verb.REPLACE, place) for place in FAMILY]


def _general(position: Position, seat: Seat, card: Card) -> list[Use]:
    if not position.has_admirer(seat):
        return []
    return [Use(Verb.EXCHANGE, place) for place in PARENTS]


def _royal(position: Position, seat: Seat, card: Card) -> list[Use]:
    """Only cards that show the Royal's own suit (ING-18, IND-10)."""
    places = [*_admirers(position), *FAMILY]
    shown = [(place, position.board[place]) for place in places]
    return [
        Use(Verb.REPLACE, place)
        for place, target in shown
        if target is not None and target.suit is card.suit
    ]


_TARGETS: Final[dict[str, Callable[[Position, Seat, Card], list[Use]]]] = {
    "Assassin": _assassin,
    "Beggar": _influence,
    "Peasant": _influence,
    "Thespian": _thespian,
    "Soldier": _soldier,
    "Spy": _spy,
    "Cleric": _cleric,
    "Vizier": _influence,
    "General": _general,
    "Royal": _royal,
}

# One card for each way in which abilities find targets: only a Royal's depend on its suit, and the
# three influence cards are alike.
_EVERY_ABILITY: Final = tuple(
    Card(suit, character)
    for character in CHARACTERS
    for suit in (Suit if character.name == "Royal" else (Suit.LOVE,))
    if character.name not in ("Peasant", "Vizier")
)
_ORDER: Final = {verb: number for number, verb in enumerate(Verb)}


def abilities(position: Position, seat: Seat, card: Card) -> list[Use]:
    """The ways to use this card's ability; [NOTHING] exactly if it has no target (ING-27)."""
    return _TARGETS[card.character.name](position, seat, card) or [NOTHING]


def legal_uses(position: Position, seat: Seat, card: Card) -> list[Use]:
    """All that `seat` may play this hand card for (IN-25, IN-26, IN-27)."""
    lay = [] if position.has_admirer(seat) else [LAY]  # IN-42
    return [*lay, PROPOSE, *abilities(position, seat, card)]


def uses(position: Position, seat: Seat) -> tuple[Use, ...]:
    """What `seat` may play at least one card of the deck for, in a fixed order."""
    first = [PROPOSE] if position.has_admirer(seat) else [LAY, PROPOSE]
    every = (use for card in _EVERY_ABILITY for use in abilities(position, seat, card))
    order = sorted(dict.fromkeys(every), key=lambda use: (_ORDER[use.verb], use.place))
    return (*first, *order)


def option_of(use: Use, position: Position, seat: Seat) -> Option:
    """The use as an option of a choice of this seat."""
    return Option(use.key, use.label_for(position, seat), brief=use.brief_for(seat))


def lying(position: Position, place: str) -> str:
    """What lies at a place, as everybody sees it."""
    card = position.board.get(place)
    return f"the {card.name}" if card is not None else "which lies face-down"


def told(position: Position, card: Card, use: Use) -> str:
    """What a card is played for, as the story tells it: with the open card that leaves its place,
    and with what is in force from now on (IN-26, IN-19)."""
    if use.verb is Verb.RULE and card.character.influence is not None:
        return f"from now on the {card.character.influence}"
    struck = position.board.get(PROPOSAL if use.verb is Verb.PROPOSE else use.place)
    if use.verb is Verb.PROPOSE and struck is not None:
        return f"{use.deed}, in place of the {struck.name}; {_favours(position, card)}"
    return use.deed if struck is None else f"{use.deed} ({struck.name})"


def _favours(position: Position, card: Card, *, verb: bool = True) -> str:
    """Which suits a card would favour as the Proposal (IN-14 to IN-18), without `verb` in short."""
    suits = favoured_suits(replace(position.court, proposal=card.suit))
    if not suits:
        return "no suit is favoured"
    be = "" if not verb else " is" if len(suits) == 1 else " are"
    return f"{' and '.join(suits)}{be} favoured"


def wording(position: Position, card: Card, use: Use) -> str | None:
    """What a use means with this card, where that depends on the card (IN-26, IN-19)."""
    if use.verb is Verb.PROPOSE:
        former = position.board[PROPOSAL]
        assert former is not None  # a proposal is a card that was played open
        return (
            f"make it the Proposal: {_favours(position, card, verb=False)}; {former.short} leaves"
        )
    if use.verb is Verb.RULE and card.character.influence is not None:
        as_now = ", as now" if card.character.influence is position.influence else ""
        return f"make it the influence rule: {card.character.influence}{as_now}"
    return None


def why_not(position: Position, seat: Seat, card: Card, use: Use) -> str | None:
    """Why `seat` may not play this card for this use; None if it may."""
    if use in legal_uses(position, seat, card):
        return None
    name = card.character.name
    match use.verb:
        case Verb.LAY:
            return "you have an Admirer already"
        case Verb.NOTHING:
            return f"the {name} has a target, so its ability cannot be played for no effect"
        case Verb.REPLACE if card.character.kind is not Kind.REPLACE:
            return f"the {name} takes no other card's place"
        case Verb.REPLACE if name == "Royal":
            return f"this Royal takes only the place of an open card of {card.suit}"
        case Verb.REPLACE:
            wanted = "an Admirer" if name == "Thespian" else "the Successor or a Parent"
            return f"the {name} takes only the place of {wanted}"
        case verb:
            return _OTHER_CARD[verb]


def why_no_ability(position: Position, seat: Seat, card: Card) -> str | None:
    """Why the card's ability would have no effect now; None if it would have one."""
    if abilities(position, seat, card) != [NOTHING]:
        return None
    match card.character.name:
        case "Assassin" | "Thespian":
            return "nobody has an Admirer"
        case "Soldier":
            return "no opponent has both an Admirer and a hand card"
        case "Spy" if position.has_admirer(seat):
            return "you have no other hand card"
        case "Royal":
            return f"no open Admirer or Family Member is of {card.suit}"
        case _:
            return "you have no Admirer"
