"""Reactions (HA-29, HAG-28, CTD-6, CTD-10).

Something is announced; every seat is asked once, in the order of play from the current player on,
and each sees what was played before it. Then the last played resolves first. Reactions trigger
nothing.
"""

from __future__ import annotations

from typing import Final

from games.court.aims import Cause, take_aim
from games.court.cards import Power
from games.court.doing import carry_out
from games.court.hands import hand, lay_off
from games.court.plays import PLAY, power_offers, powers, question
from games.court.state import PLAYED, Pending, around, state_of
from games.court.terms import Trigger
from games.court.words import described, fight_stands, mentioned, stands
from games.engine.choice import Answer, Choice
from games.engine.table import Table
from games.engine.values import CardId, Seat
from games.engine.view import who
from games.engine.words import begun

REACT: Final = "react"


async def announce(t: Table, pending: Pending) -> None:
    """Let everybody answer what is about to happen; `pending` says afterwards what came of it."""
    state = state_of(t)
    state.pending.append(pending)
    first = state.order[0] if t.turn is None else t.turn
    order = around(t, first)
    # Before the questions: `choice` cannot await, and mixing only the hands of those who can answer
    # would tell whose these are.
    hands = {seat: await hand(t, seat) for seat in order}
    prompt = f"{said(t, pending)} Do you react?"
    played: list[tuple[Seat, Answer]] = []

    def choice(seat: Seat) -> Choice | None:
        offers = power_offers(powers(t, seat, pending))
        return question(t, seat, REACT, prompt, hands[seat], offers, "pass", pending=pending)

    def took(seat: Seat, answer: Answer) -> bool:
        played.append((seat, answer))
        # Everybody is asked: one Reaction does not end the round as it ends a window.
        return False

    await t.ask_in_order(order, choice, took)
    stack = [cause for seat, answer in played for cause in _laid(t, seat, answer, pending)]
    # The last played resolves first (HAG-28), so a later Reaction can spoil an earlier one.
    for cause, power in reversed(stack):
        await _resolve(t, cause, power)
    state.pending.pop()


def _laid(
    t: Table, seat: Seat, answer: Answer, pending: Pending
) -> list[tuple[Cause, Power | None]]:
    """What somebody has announced, if still at the table: its card is out, or who turns has."""
    state = state_of(t)
    if t.is_gone(seat):
        return []
    if answer.option == PLAY:
        row = state.catalogue.action(t.face(answer.card))
        t.move(answer.cards, PLAYED)
        t.say(f"{{{seat}}} answers with {row.title}.")
        t.event("acted")
        return [(Cause(seat, row.title, row, pending=pending), None)]
    assert answer.option is not None
    user = state.people.get(answer.option.split()[1])
    if user is None or user.row.power is None:
        return []
    user.turned = True
    t.say(f"{{{seat}}} turns {user.name} to {user.row.power.says}.")
    t.event("acted")
    return [(Cause(seat, begun(user.name), user=user.key, pending=pending), user.row.power)]


async def _resolve(t: Table, cause: Cause, power: Power | None) -> None:
    row = cause.row
    aims = row.aims if row is not None else () if power is None else power.aims
    deeds = row.deeds if row is not None else () if power is None else power.deeds
    if not t.is_gone(cause.by) and await take_aim(t, aims, cause):
        for deed in deeds:
            await carry_out(t, deed, cause)
    lay_off(t, played_by(t, cause))


def played_by(t: Table, cause: Cause) -> list[CardId]:
    """The card of a cause, where it waits to be discarded."""
    if cause.row is None:
        return []
    return [card for card in t.zone(PLAYED).cards if t.face(card) == cause.row.key][:1]


def said(t: Table, pending: Pending) -> str:
    """What is about to happen, as a sentence."""
    state = state_of(t)
    person = state.people.get(pending.person)
    match pending.trigger:
        case Trigger.ATTACKED if person is not None and state.bout is not None:
            attacker = described(state, state.people[state.bout.attacker])
            stand = fight_stands(state.bout)
            return f"{attacker} attacks {mentioned(state, person)}: {stand}."
        case Trigger.DOOMED if person is not None:
            return f"{described(state, person)} is about to be killed."
        case Trigger.EFFECT | Trigger.SPELL if pending.by is not None:
            card = state.playing
            more = "." if card is None else f"{card.at}: {card.text}"
            return f"{who(pending.by)} plays {pending.title}{more}"
        case Trigger.CONTEST | Trigger.CHALLENGE if state.affair is not None:
            stand = stands(t, state, state.affair)
            return f"{state.affair.event.title} is about to be decided: {stand}."
    return "Something is about to happen."
