"""Which hand cards and powers may be used at a moment, and the question that offers them.

What a card needs hangs on public facts alone, so for every card there is, it is known whether a
seat that held it could play it: that is the predicate of the question, fixed when it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Final

from games.court import deeds as do
from games.court.aims import Cause, is_feasible
from games.court.cards import Action, Discard, Pool, Power, Rival, Side, Somebody
from games.court.deck import ACTIONS
from games.court.hands import can_draw
from games.court.state import Pending, Person, Stage, State, is_caster, slots, state_of
from games.court.terms import Kind, Phase, Trigger, Whose
from games.court.tokens import takes_part
from games.court.words import listed
from games.engine.choice import ELSEWHERE, NOTHING, Answer, Choice, Option, legal
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat

PLAY: Final = "play"
POWER: Final = "power"
_PHASES: Final = {
    Stage.ACTIONS: (Phase.ACTION,),
    Stage.MELEE: (Phase.ACTION, Phase.MELEE),  # CTD-11
    Stage.EVENT: (Phase.EVENT,),
}
_STAGES: Final = {Phase.ACTION: Stage.ACTIONS, Phase.EVENT: Stage.EVENT, Phase.MELEE: Stage.MELEE}
"""Powers are for their own phase alone."""
_NAMES: Final = {
    Phase.ACTION: "your own Actions Phase",
    Phase.EVENT: "the Event Phase",
    Phase.MELEE: "a Melee",
}
_ANSWERS: Final = {
    Trigger.ATTACKED: "it answers an attack",
    Trigger.DOOMED: "it answers a death",
    Trigger.EFFECT: "it answers an Effect",
    Trigger.SPELL: "it answers a Spell",
    Trigger.CONTEST: "it is for the end of a Contest",
    Trigger.CHALLENGE: "it is for the end of a Challenge",
}


# Cards


def why_not(t: Table, seat: Seat, row: Action, pending: Pending | None = None) -> str | None:
    """Why a seat could not play this card now, or in answer to something; None if it could."""
    trigger = None if pending is None else pending.trigger
    wrong = _wrong_moment(row, state_of(t).stage, trigger)
    return wrong or _why_not_here(moment_of(t, seat, pending), row)


def _wrong_moment(row: Action, stage: Stage, trigger: Trigger | None) -> str | None:
    """Why this is no moment for a card, whoever holds it and however the table stands."""
    if row.trigger is not None:
        return None if row.trigger is trigger else _ANSWERS[row.trigger]
    if trigger is None and any(phase in _PHASES.get(stage, ()) for phase in row.phases):
        return None
    return f"it is for {listed([_NAMES[phase] for phase in row.phases])}"


@cache
def _sorted_out(
    stage: Stage, trigger: Trigger | None
) -> tuple[tuple[Action, ...], Mapping[str, str | None]]:
    """The cards whose moment it is, and why it is not that of the others."""
    reasons = {row.key: _wrong_moment(row, stage, trigger) for row in ACTIONS}
    return tuple(row for row in ACTIONS if reasons[row.key] is None), reasons


@dataclass(frozen=True, slots=True)
class Moment:
    """A seat before a question, and whether it has a Wizard for magic (HAG-23)."""

    t: Table
    state: State
    seat: Seat
    pending: Pending | None
    casts: bool


def moment_of(t: Table, seat: Seat, pending: Pending | None) -> Moment:
    """The moment of a seat."""
    state = state_of(t)
    return Moment(t, state, seat, pending, is_caster(state, seat, Kind.SPELL))


_ASKING: Final = (do.StartMelee, do.Summon, do.Hire, do.Draw, do.Foresee)
_ASKED: Final = {
    row.key: tuple(deed for deed in row.deeds if isinstance(deed, _ASKING)) for row in ACTIONS
}
"""Of each card the deeds that are not always possible."""


def _numbered() -> dict[str, int]:
    """Cards that can be played in the same cases, as long as nobody bears them, share a number."""
    kinds: list[object] = []
    found = {}
    for row in ACTIONS:
        aims = tuple(replace(aim, question="") for aim in row.aims)
        avenges = any(isinstance(deed, do.Avenge) for deed in row.deeds)
        asks = (row.kind.is_magic, row.whose, row.takes_part, avenges)
        kind = (aims, _ASKED[row.key], *asks)
        if kind not in kinds:
            kinds.append(kind)
        found[row.key] = kinds.index(kind)
    return found


_ALIKE: Final = _numbered()


def _why_not_here(moment: Moment, row: Action) -> str | None:
    """Why a card whose moment it is cannot be played as things stand."""
    if moment.pending is not None:
        reason = _why_no_answer(moment.state, moment.seat, row, moment.pending)
    elif row.kind.is_magic and not moment.casts:
        reason = "you have no unturned Wizard"
    else:
        asked = _ASKED[row.key]
        reason = _why_no_deed(moment.t, moment.seat, asked) if asked else None
    if reason is None and row.aims:
        cause = Cause(moment.seat, row.title, row, "", moment.pending)
        if not is_feasible(moment.t, row.aims, cause):
            return _why_no_aim(row)
    return reason


def _why_no_answer(state: State, seat: Seat, row: Action, pending: Pending) -> str | None:
    if not concerns(state, seat, row.whose, pending):
        return "this does not concern you" if row.whose is Whose.OWN else "this is your own doing"
    if any(isinstance(deed, do.Avenge) for deed in row.deeds) and not pending.killer:
        return "there is no killer to be named"
    if row.takes_part and (state.affair is None or not takes_part(state.affair, seat)):
        return "you take no part in this Contest"
    return None


def concerns(state: State, seat: Seat, whose: Whose, pending: Pending) -> bool:
    """Whether what is about to happen is of the kind that an answer is for."""
    if whose is Whose.ANY:
        return True
    person = state.people.get(pending.person)
    subject = pending.by if person is None else person.seat
    return (subject == seat) is (whose is Whose.OWN)


def _why_no_deed(t: Table, seat: Seat, deeds: Sequence[do.Deed]) -> str | None:
    state = state_of(t)
    for deed in deeds:
        if isinstance(deed, do.StartMelee) and state.bout is not None:
            return "a Melee is going on already"
        if isinstance(deed, do.Summon) and not slots(state, seat):
            return "you have no open Character slot"
        if isinstance(deed, do.Hire) and state.favor[seat] < deed.price:
            return "you cannot pay for it"
        if isinstance(deed, do.Draw) and not can_draw(t):
            return "there is no Action card to draw"
        if isinstance(deed, do.Foresee) and not t.zone("events").cards:
            return "there is no further Event"
    return None


def _why_no_aim(row: Action) -> str:
    match row.aims[0]:
        case Somebody():
            return "there is nobody whom it could be for"
        case Rival():
            return "no rival has anything to take"
        case Pool():
            return "there is no pool for it"
        case Side():
            return "there is no Melee"
        case Discard():
            return "nothing fitting lies in the discards"


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
    if _why_no_deed(t, person.seat, power.deeds) is not None:
        return False
    cause = Cause(person.seat, person.name, user=person.key, pending=pending)
    return is_feasible(t, power.aims, cause)


def power_offers(found: Sequence[tuple[Person, Power]]) -> tuple[Offer, ...]:
    """What uses these powers."""
    return tuple(
        Offer(one.card, Option(f"{POWER} {one.key}", f"Turn {one.name}: {power.says}"))
        for one, power in found
    )


# The question


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be done with somebody in play: whose card is picked, and for what."""

    card: CardId
    option: Option


@dataclass(frozen=True, slots=True)
class CardFits:
    """The predicate of a question: a hand card is played, somebody in play does what is theirs."""

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


def fitting(t: Table, seat: Seat, pending: Pending | None = None) -> Mapping[str, str | None]:
    """Which cards could be played now: for each face why not."""
    state = state_of(t)
    rows, reasons = _sorted_out(state.stage, None if pending is None else pending.trigger)
    moment = moment_of(t, seat, pending)
    borne = [one.row for person in state.people.values() for one in person.attached]
    found: dict[int, str | None] = {}
    here = {}
    for row in rows:
        number = _ALIKE[row.key]
        if row in borne:  # HA-31: one could have it already
            here[row.key] = _why_not_here(moment, row)
        elif number in found:
            here[row.key] = found[number]
        else:
            here[row.key] = found[number] = _why_not_here(moment, row)
    return {**reasons, **here}


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
    if any(reason is None for reason in reasons.values()):
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
        standing=seat != t.turn,
    )
