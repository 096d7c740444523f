"""The strong bot: of all that it could do it takes what makes the board worth most.

It weighs each death, loyalty and loss of Seniority by the board that would come of it, spends no
more Assassins than a target needs, has the Prince and the Old Man for friends, keeps what saves
its crown or stops another's, and bribes the Hanged Man when he is about to be crowned.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.bots import Chooser
from games.engine.choice import NOTHING, Answer, Choice
from games.engine.values import CardId
from games.king import answers, plays
from games.king import cards as kinds
from games.king.board import people
from games.king.bot import player
from games.king.bot.evaluation import Outlook
from games.king.bot.forecast import Forecast
from games.king.bot.gains import (
    assassinate,
    betray,
    blackmail,
    bribe,
    bribed,
    by_blackmail,
    execute,
    hard,
    loss,
)
from games.king.bot.picks import by_worth, kind_of, with_card
from games.king.bot.player import Decision, Pretender
from games.king.cards import Kind
from games.king.effects import GAIN
from games.king.heirs import HANGED_MAN, TRUE_HEIR, Person
from games.king.loyalty import holds
from games.king.offers import ACT, REACT
from games.king.resolution import MODE, TARGET
from games.king.state import Effect, Play, Stage

_NEAR: Final = 3
"""Who has a place below this one is the King or a Duke."""
_OTHERS: Final = 3
"""So many cards are kept beside Assassins."""


class Usurper(Pretender):
    """The strong bot of this game."""

    outlook = Forecast

    def decision(self, kind: str) -> Decision | None:
        """See Pretender."""
        return DECISIONS.get(kind) or super().decision(kind)


def _seen(outlook: Outlook) -> Forecast:
    assert isinstance(outlook, Forecast)
    return outlook


# The own turn


def _act(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """The best that can be done now; before drawing, what is not worth keeping."""
    eyes = _seen(outlook)
    keys = [option.key for option in choice.options]
    borrowed = player.borrow(outlook, choice, keys)
    if borrowed != NOTHING:
        return borrowed
    if plays.DISCARD.key in keys:
        return _throw_away(eyes, choice)
    if eyes.state.turn.stage < Stage.EXECUTION:
        return NOTHING
    options = [
        betray(eyes, choice, keys),
        bribe(eyes, choice, keys),
        execute(eyes, choice, keys),
        blackmail(eyes, choice, keys),
    ]
    best = max(options, key=lambda one: one[0])
    if best[0] > 0:
        return best[1]
    for decide in (player.others, player.inquire, assassinate):
        answer = decide(eyes, choice, keys)
        if answer != NOTHING:
            return answer
    return NOTHING


# Cards to keep


def _kept(eyes: Forecast) -> Mapping[Kind, int]:
    """How many of each kind it keeps, those that it wants most first."""
    order = people(eyes.state)
    place = order.index(eyes.me) if eyes.me in order else len(order)
    rivals = [n for n, one in enumerate(order) if eyes.is_rival(one)]
    if place == 0:
        return {kinds.KNIGHT: 5, kinds.ANTIDOTE: 1, kinds.SHIP: 1, kinds.ASSASSIN: 1}
    arms = {kinds.ASSASSIN: 3, kinds.BETRAYAL: 1, kinds.BRIBE: 1, kinds.BLACKMAIL: 2}
    if 0 in rivals:
        return {kinds.ASSASSIN: 4, kinds.INVESTIGATION: 1, kinds.POISON: 2, kinds.BLACKMAIL: 1}
    if place < _NEAR:
        return {kinds.ASSASSIN: 2, kinds.KNIGHT: 3, **arms}
    return {**arms, kinds.KNIGHT: 1, kinds.POISON: 1}


def _throw_away(eyes: Forecast, choice: Choice) -> Answer:
    """All but a few: a hand that is full brings nothing new."""
    hand = eyes.table.hand_zone(eyes.seat).cards
    cards = [card for card in reversed(by_worth(eyes, choice)) if card in hand]
    kept: list[CardId] = []
    others = 0
    for kind, most in _kept(eyes).items():
        found = [card for card in cards if kind_of(eyes, card) is kind][:most]
        if kind not in (kinds.ASSASSIN, kinds.KNIGHT):
            found = found[: max(0, _OTHERS - others)]
            others += len(found)
        kept += found
    thrown = tuple(card for card in cards if card not in kept)
    return Answer(thrown, plays.DISCARD.key) if thrown else NOTHING


# Windows


def _react(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """The Hanged Man's friend wins: whoever bribes him last is that; else what the others do."""
    eyes = _seen(outlook)
    keys = [option.key for option in choice.options]
    if eyes.state.attempting and eyes.effect is None and not eyes.is_mine(HANGED_MAN):
        answer = with_card(eyes, choice, keys, plays.BRIBE, kinds.BRIBE)
        if answer != NOTHING and not holds(eyes.state, eyes.seat, TRUE_HEIR):
            return answer
    if eyes.state.attempting and eyes.effect is None and eyes.is_mine(HANGED_MAN):
        if holds(eyes.state, eyes.seat, TRUE_HEIR):
            return with_card(eyes, choice, keys, plays.BETRAY, kinds.BETRAYAL)
        return NOTHING
    return player.react(outlook, choice, randbelow)


# Naming


def _target(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """The most wanted; chance decides between equals."""
    eyes = _seen(outlook)
    named = [Person(option.key) for option in choice.options]
    marks = [_interest(eyes, one) for one in named]
    best = [one for one, mark in zip(named, marks, strict=True) if mark == max(marks)]
    return Answer(option=best[randbelow(len(best))])


def _interest(eyes: Forecast, person: Person) -> int:
    play: Play | None = eyes.state.naming
    if play is plays.ASSASSINATE:
        return eyes.gain_by_attack(person, eyes.state.strength)
    if play is plays.EXECUTE:
        return eyes.gain_by_death(person)
    if play is plays.BETRAY:
        return eyes.gain_by_death(person) + hard(eyes, person) - loss(eyes, person)
    if play is plays.BLACKMAIL:
        return by_blackmail(eyes, person)[0]
    if play is plays.BRIBE and eyes.effect is None:
        if eyes.state.attempting:
            return 9 if person == HANGED_MAN else 0
        if eyes.table.turn == eyes.seat:
            return 9 if person == bribed(eyes)[1] else 0
    return player.interest(eyes, person)


def _mode(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """The better one."""
    eyes = _seen(outlook)
    person = eyes.state.choosing
    return Answer(option=GAIN if person is None else by_blackmail(eyes, person)[1])


# Answers in an attack


def _cares_for(eyes: Forecast, effect: Effect) -> int:
    """What the death of whoever is attacked would cost this player."""
    if effect.target == eyes.me:
        return 10 * eyes.step + 1000
    return -eyes.gain_by_death(effect.target)


def _knights(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """As many as are needed, if that saves whoever is worth them."""
    eyes = _seen(outlook)
    effect = eyes.effect
    if effect is None:
        return NOTHING
    rows = [(row.value, card) for card in choice.cards if (row := eyes.card(card))]
    armed = sorted((value, card) for value, card in rows if kind_of(eyes, card) is kinds.KNIGHT)
    own = effect.target == eyes.me
    needed = effect.strength - effect.defence + (1 if own else 0)
    if needed <= 0 and not own:
        return NOTHING
    picked: list[CardId] = []
    for value, card in reversed(armed):
        if needed <= 0:
            break
        picked.append(card)
        needed -= value
    if needed > (1 if own else 0):
        return NOTHING
    return Answer(tuple(picked)) if _cares_for(eyes, effect) > eyes.step else NOTHING


def _poison(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """Enough to kill, if that is worth it; all against somebody who is being crowned."""
    eyes = _seen(outlook)
    effect = eyes.effect
    if effect is None or _cares_for(eyes, effect) >= 0:
        return NOTHING
    missing = effect.defence - effect.strength - effect.poison + 1
    cards = [card for card in choice.cards if kind_of(eyes, card) is kinds.POISON]
    if missing <= 0 or (len(cards) < missing and eyes.state.turn.crowning is None):
        return NOTHING
    if -_cares_for(eyes, effect) < eyes.step * missing // 3:
        return NOTHING
    return Answer(tuple(cards[:missing]))


def _join(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """As the fair one, but not against a Hanged Man whom it is going to bribe."""
    eyes = _seen(outlook)
    if eyes.state.turn.crowning is None and eyes.has(kinds.BRIBE):
        return NOTHING
    return player.join(outlook, choice, randbelow)


DECISIONS: Final[Mapping[str, Decision]] = {
    ACT: _act,
    REACT: _react,
    TARGET: _target,
    MODE: _mode,
    answers.KNIGHTS: _knights,
    answers.POISON: _poison,
    answers.JOIN: _join,
}
