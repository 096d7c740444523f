"""What a seat may do with those in play at a moment, and the question that offers it all.

Which hand cards may be played is in `moments.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from games.court.aims import Cause, is_feasible
from games.court.cards import Power
from games.court.moments import concerns, fitting, why_no_deed
from games.court.state import Pending, Person, Stage, state_of
from games.court.terms import Phase
from games.engine.choice import ELSEWHERE, NOTHING, Answer, Choice, Option
from games.engine.legal_answers import legal
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat

PLAY: Final = "play"
POWER: Final = "power"
_STAGES: Final = {Phase.ACTION: Stage.ACTIONS, Phase.EVENT: Stage.EVENT, Phase.MELEE: Stage.MELEE}
"""Powers are for their own phase alone."""


# Powers


def powers(
    t: Table, seat: Seat, pending: Pending | None = None
) -> tuple[tuple[Person, Power], ...]:
    """The unturned people of a seat whose power may be used now."""
    found = []
    for one in state_of(t).people.values():
        power = one.row.power
        if power is None or one.seat != seat or one.turned:
            continue
        if is_usable(t, one, power, pending):
            found.append((one, power))
    return tuple(found)


def is_usable(t: Table, person: Person, power: Power, pending: Pending | None) -> bool:
    """Whether it is the moment for a power, and all that it needs is there."""
    state = state_of(t)
    if pending is not None:
        if power.trigger is not pending.trigger:
            return False
        if not concerns(state, person.seat, power.whose, pending):
            return False
    elif power.trigger is not None or state.stage not in map(_STAGES.get, power.phases):
        return False
    if why_no_deed(t, person.seat, power.deeds) is not None:
        return False
    if not power.aims:
        return True
    cause = Cause(person.seat, person.name, user=person.key, pending=pending)
    return is_feasible(t, power.aims, cause)


def power_offers(found: Sequence[tuple[Person, Power]]) -> tuple[Offer, ...]:
    """What uses these powers."""
    return tuple(
        Offer(one.card, Option(f"{POWER} {one.key}", f"Turn {one.name}: {power.says}"))
        for one, power in found
    )


# The question


class Offer(NamedTuple):
    """Something that may be done with somebody in play: whose card is picked, and for what."""

    card: CardId
    option: Option


@dataclass(frozen=True, slots=True)
class CardFits:
    """The predicate of a question: a hand card is played, somebody in play does what is theirs."""

    # D-77: a card is picked first, of the hand or of somebody in play, then what it is for.

    reasons: Mapping[str, str | None]
    """For each face of a hand card why it cannot be played."""
    owners: Mapping[str, CardId]
    """With whose card an option goes."""

    def __call__(self, faces: tuple[Face, ...], answer: Answer) -> str | None:
        """Why this answer is refused."""
        if answer.option is None or answer.option == PLAY:
            in_play = answer.cards[0] in self.owners.values()
            return ELSEWHERE if in_play else self.reasons[str(faces[0])]
        is_theirs = answer.cards == (self.owners[answer.option],)
        return None if is_theirs else ELSEWHERE


def answers(choice: Choice, knowledge: Knowledge) -> list[Answer]:
    """The legal answers to such a question, without trying each card for each option.

    The same as `legal` gives, in another order; of any other question what `legal` gives.
    """
    fits = choice.predicate
    if not isinstance(fits, CardFits):
        return list(legal(choice, knowledge))
    found = [NOTHING] if choice.may_pass else []
    found += [Answer((card,), key) for key, card in fits.owners.items()]
    for card in choice.cards:
        face = knowledge.faces.get(card)
        if card in fits.owners.values() or face is None:
            continue
        if fits.reasons[str(face)] is None:
            found.append(Answer((card,), PLAY))
    return found


def what_now(is_last: bool) -> str:
    """The question for one thing, and whether a pass would be the last one (HA-77)."""
    return f"{'If you pass too, it ends. ' if is_last else ''}What do you do?"


def question(
    t: Table,
    seat: Seat,
    kind: str,
    prompt: str,
    hand: tuple[CardId, ...],
    offers: Sequence[Offer],
    pass_label: str,
    *,
    pending: Pending | None = None,
) -> Choice | None:
    """The question for one thing, with a hand card or with somebody in play; None without any."""
    reasons = fitting(t, seat, pending) if hand else {}
    options = [offer.option for offer in offers]
    # Whether "Play it" is offered hangs on all faces that exist, not on the hand: it tells nothing.
    if None in reasons.values():
        options.insert(0, Option(PLAY, "Play it"))
    else:
        hand = ()
    if not options:
        return None
    people = dict.fromkeys(offer.card for offer in offers)
    owners = {offer.option.key: offer.card for offer in offers}
    return Choice(
        kind,
        prompt,
        (*hand, *people),
        min_cards=1,
        max_cards=1,
        options=tuple(options),
        predicate=CardFits(MappingProxyType(reasons), MappingProxyType(owners)),
        pass_label=pass_label,
        # Nobody passes ahead in their own turn: what ends it is decided when it comes.
        standing=seat != t.turn,
    )
