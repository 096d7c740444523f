"""Which hand cards may be played at a moment.

What a card needs hangs on public facts alone, so for every card there is, it is known whether a
seat that held it could play it: that is the predicate of the question, fixed when it is asked.
It is asked at nearly every step, so cards that need the same are looked at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, TypeAlias

from games.court import deeds as do
from games.court.aims import Cause, are_entangled, can_aim, fits, is_feasible
from games.court.cards import Action, Aim, Amount, Discard, Pool, Rival, Side, Somebody
from games.court.deck import Catalogue
from games.court.hands import can_draw
from games.court.state import Pending, Person, Stage, State, keywords, slots, state_of
from games.court.terms import Keyword, Phase, Trigger, Whose
from games.court.tokens import takes_part
from games.engine.table import Table
from games.engine.values import Seat
from games.engine.words import listed

_PHASES: Final = {
    Stage.ACTIONS: (Phase.ACTION,),
    Stage.MELEE: (Phase.ACTION, Phase.MELEE),  # CTD-11
    Stage.EVENT: (Phase.EVENT,),
}
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


def why_not(t: Table, seat: Seat, row: Action, pending: Pending | None = None) -> str | None:
    """Why a seat could not play this card now, or in answer to something; None if it could."""
    trigger = None if pending is None else pending.trigger
    wrong = _wrong_moment(row, state_of(t).stage, trigger)
    return wrong or _why_not_here(Moment(t, seat, pending), row, borne=True)


# D-78: worked out when the question is made. A seat that leaves before the card is open could
# otherwise make an honest card look like a broken promise.
def fitting(t: Table, seat: Seat, pending: Pending | None = None) -> Mapping[str, str | None]:
    """Which cards could be played now: for each face why not."""
    moment = Moment(t, seat, pending)
    # One check for all cards with the same needs: some fifteen in an Event in place of sixty.
    groups, reasons = moment.known.sorted_out(
        moment.state.stage, None if pending is None else pending.trigger
    )
    found = dict(reasons)
    for rows in groups:
        reason = _why_not_here(moment, rows[0])
        for row in rows:
            found[row.key] = reason
    for row in moment.borne():
        if reasons[row.key] is None and found[row.key] is None:
            found[row.key] = _why_not_here(moment, row, borne=True)
    return found


# What does not change


def _wrong_moment(row: Action, stage: Stage, trigger: Trigger | None) -> str | None:
    """Why this is no moment for a card, whoever holds it and however the table stands."""
    if row.trigger is not None:
        return None if row.trigger is trigger else _ANSWERS[row.trigger]
    if trigger is None and any(phase in _PHASES.get(stage, ()) for phase in row.phases):
        return None
    return f"it is for {listed([_NAMES[phase] for phase in row.phases])}"


_ASKING: Final = (do.StartMelee, do.Summon, do.Hire, do.Draw, do.Foresee)
"""Deeds that are not always possible."""


def _numbers(what: Sequence[object]) -> list[int]:
    """A number for each of these; equal ones share it."""
    kinds: list[object] = []
    for one in what:
        if one not in kinds:
            kinds.append(one)
    return [kinds.index(one) for one in what]


def _bare(row: Action) -> tuple[Aim, ...]:
    return tuple(replace(aim, question="") for aim in row.aims)


class _Known:
    """What never changes of the cards that a game is played with."""

    def __init__(self, rows: Sequence[Action]) -> None:
        self._rows = rows
        self.asked = {
            row.key: tuple(deed for deed in row.deeds if isinstance(deed, _ASKING)) for row in rows
        }
        """Of each card the deeds that are not always possible."""
        self.aims: dict[str, tuple[tuple[int, Aim], ...]] = {row.key: () for row in rows}
        """Of each card its aims, numbered; equal ones share a number, whatever card they are of."""
        aims = [(row.key, aim) for row in rows for aim in _bare(row)]
        for (key, aim), number in zip(aims, _numbers([aim for _, aim in aims]), strict=True):
            self.aims[key] += ((number, aim),)
        self.entangled = frozenset(row.key for row in rows if are_entangled(row.aims))
        self.magic = {row.key: row.kind.is_magic for row in rows}
        alike = _numbers([self._needs(row) for row in rows])
        self._alike = {row.key: number for row, number in zip(rows, alike, strict=True)}
        self._sorted: dict[tuple[Stage, Trigger | None], _Sorted] = {}

    def _needs(self, row: Action) -> object:
        """All that decides whether a card can be played, as long as nobody bears it."""
        avenges = any(isinstance(deed, do.Avenge) for deed in row.deeds)
        asked = self.asked[row.key]
        return _bare(row), asked, row.kind.is_magic, row.whose, row.takes_part, avenges

    def sorted_out(self, stage: Stage, trigger: Trigger | None) -> _Sorted:
        """The cards whose moment it is, those that are alike together, and for each why not."""
        found = self._sorted.get((stage, trigger))
        if found is None:
            reasons = {row.key: _wrong_moment(row, stage, trigger) for row in self._rows}
            groups: dict[int, list[Action]] = {}
            for row in self._rows:
                if reasons[row.key] is None:
                    groups.setdefault(self._alike[row.key], []).append(row)
            found = self._sorted[stage, trigger] = tuple(map(tuple, groups.values())), reasons
        return found


_Sorted: TypeAlias = "tuple[tuple[tuple[Action, ...], ...], Mapping[str, str | None]]"


@cache
def _known(catalogue: Catalogue) -> _Known:
    return _Known(catalogue.actions)


# As things stand


class Moment:
    """A seat before a question, and what it may aim at, looked up once."""

    __slots__ = ("_aimed", "_cause", "_of", "casts", "known", "pending", "seat", "state", "t")

    def __init__(self, t: Table, seat: Seat, pending: Pending | None) -> None:
        self.t, self.seat, self.pending = t, seat, pending
        self.state = state_of(t)
        self.known = _known(self.state.catalogue)
        self._aimed: dict[int, bool] = {}
        self._cause = Cause(seat, "", pending=pending)
        own: list[Person] = []
        others: list[Person] = []
        for one in self.state.people.values():
            (own if one.seat == seat else others).append(one)
        self._of = {Whose.OWN: (own,), Whose.RIVAL: (others,), Whose.ANY: (own, others)}
        self.casts = any(not p.turned and Keyword.WIZARD in keywords(p) for p in own)
        """Whether it has a Wizard for magic (HAG-23)."""

    def borne(self) -> list[Action]:
        """The Action cards that lie under somebody."""
        attached = [one.row for person in self.state.people.values() for one in person.attached]
        return [row for row in attached if isinstance(row, Action)]

    def can_aim(self, row: Action, *, borne: bool = False) -> bool:
        """Whether there is something for each aim of a card."""
        if row.key in self.known.entangled:
            return is_feasible(self.t, row.aims, self._cause)
        if borne:  # HA-31: whom it could be for may have it already
            return all(self._can_aim(aim, row) for aim in row.aims)
        for number, aim in self.known.aims[row.key]:
            known = self._aimed.get(number)
            if known is None:
                known = self._aimed[number] = self._can_aim(aim, None)
            if not known:
                return False
        return True

    def _can_aim(self, aim: Aim, borne: Action | None) -> bool:
        if not isinstance(aim, Somebody) or aim.optional:
            return can_aim(self.t, aim, self._cause)
        for people in self._of[aim.whose]:
            for one in people:
                if fits(self.t, self.state, aim, self._cause, one) and not (
                    borne is not None and any(lies.row is borne for lies in one.attached)
                ):
                    return True
        return False


def _why_not_here(moment: Moment, row: Action, *, borne: bool = False) -> str | None:
    """Why a card whose moment it is cannot be played as things stand."""
    if moment.pending is not None:
        reason = _why_no_answer(moment.state, moment.seat, row, moment.pending)
    elif moment.known.magic[row.key] and not moment.casts:
        reason = "you have no unturned Wizard"
    else:
        asked = moment.known.asked[row.key]
        reason = why_no_deed(moment.t, moment.seat, asked) if asked else None
    if reason is None and row.aims and not moment.can_aim(row, borne=borne):
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


def why_no_deed(t: Table, seat: Seat, deeds: Sequence[do.Deed]) -> str | None:
    """Why one of these deeds is not possible for a seat; None if all are."""
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
        case Amount():
            return "there is no token for it"
        case Discard():
            return "nothing fitting lies in the discards"
