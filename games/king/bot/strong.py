"""The strong bot: of all that it could do it takes what makes the board worth most.

It weighs each death, loyalty and loss of Seniority by the board that would come of it, spends no
more Assassins than a target needs, has the Prince and the Old Man for friends, keeps what saves
its crown or stops another's, and bribes the Hanged Man when he is about to be crowned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.bots import Chooser
from games.engine.choice import NOTHING, Answer, Choice
from games.engine.values import CardId
from games.king import answers, plays
from games.king import cards as kinds
from games.king.board import people
from games.king.bot import player
from games.king.bot.evaluation import Outlook, worth
from games.king.bot.forecast import Forecast
from games.king.bot.player import Decision, Pretender
from games.king.cards import Kind
from games.king.effects import GAIN, RESET, modes, targets
from games.king.heirs import (
    BISHOP,
    DEVIL,
    GENERAL,
    HANGED_MAN,
    LIBRARIAN,
    MAGICIAN,
    MERCHANT,
    OLD_MAN,
    PRINCE,
    TRUE_HEIR,
    Person,
    seat_of,
)
from games.king.loyalty import helpers_of, holds
from games.king.offers import ACT, REACT
from games.king.resolution import MODE, TARGET
from games.king.state import Effect, Play, Stage

_FRIENDS: Final = {
    OLD_MAN: 250,
    PRINCE: 200,
    GENERAL: 120,
    MAGICIAN: 120,
    HANGED_MAN: 60,
    LIBRARIAN: 80,
    MERCHANT: 60,
    BISHOP: -20,
    DEVIL: -100,
    TRUE_HEIR: -2000,
}
"""What somebody is worth as a friend for good, in hundredths of a place; others 20."""
_KILL_COST: Final = 60
"""In hundredths of a place: what a Betrayal is worth, and a Bribe or Blackmail spent for it."""
_BRIBE_COST: Final = 40
_HARD: Final = 80
"""More for the death of somebody whom Assassins can hardly kill."""


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
        _betray(eyes, choice, keys),
        _bribe(eyes, choice, keys),
        _execute(eyes, choice, keys),
        _blackmail(eyes, choice, keys),
    ]
    best = max(options, key=lambda one: one[0])
    if best[0] > 0:
        return best[1]
    for decide in (player.others, player.inquire, _assassinate):
        answer = decide(eyes, choice, keys)
        if answer != NOTHING:
            return answer
    return NOTHING


Weighed = tuple[int, Answer]
"""What an answer would bring, 0 or less if it is not worth its cards."""
_WORTHLESS: Final = (0, NOTHING)


def _part(eyes: Forecast, hundredths: int) -> int:
    """So many hundredths of a place."""
    return eyes.step * hundredths // 100


def _hard(eyes: Forecast, person: Person) -> int:
    hard = person in (GENERAL, OLD_MAN, MAGICIAN)
    return _part(eyes, _HARD) if hard else 0


def _victim(eyes: Forecast, among: Sequence[Person]) -> tuple[int, Person | None]:
    """Whose death by Betrayal would bring most."""
    marks = [(eyes.gain_by_death(one) + _hard(eyes, one) - _loss(eyes, one), one) for one in among]
    gain, person = max(marks, default=(0, None), key=lambda mark: mark[0])
    return gain, person


def _loss(eyes: Forecast, person: Person) -> int:
    """What a friend for good is worth, who would be lost."""
    if eyes.state.owners.get(person) != eyes.seat:
        return 0
    return _part(eyes, _FRIENDS.get(person, 20))


def _betray(eyes: Forecast, choice: Choice, keys: Sequence[str]) -> Weighed:
    answer = player.with_card(eyes, choice, keys, plays.BETRAY, kinds.BETRAYAL)
    if answer == NOTHING:
        return _WORTHLESS
    gain, _ = _victim(eyes, targets(eyes.state, plays.BETRAY, eyes.seat))
    return gain - _part(eyes, _KILL_COST), answer


def _bribe(eyes: Forecast, choice: Choice, keys: Sequence[str]) -> Weighed:
    answer = player.with_card(eyes, choice, keys, plays.BRIBE, kinds.BRIBE)
    if answer == NOTHING:
        return _WORTHLESS
    gain, person = _bribed(eyes)
    return (gain, answer) if person is not None else _WORTHLESS


def _bribed(eyes: Forecast) -> tuple[int, Person | None]:
    """Whom to bribe in the own turn, and what that brings: the Prince lifts, the Old Man arms, and
    anybody can be betrayed."""
    marks: list[tuple[int, Person]] = []
    cost, armed = _part(eyes, _BRIBE_COST), eyes.has(kinds.BETRAYAL)
    for person in targets(eyes.state, plays.BRIBE, eyes.seat):
        if seat_of(person) is not None:
            continue
        gain = eyes.gain_by_loyalty(person) - cost
        if person == OLD_MAN and not eyes.state.turn.attacked and not eyes.has(kinds.ASSASSIN):
            gain = max(gain, eyes.step // 2 - cost) if len(eyes.hand()) > 1 else gain
        if armed and person != TRUE_HEIR:
            dead = eyes.gain_by_death(person) + _hard(eyes, person)
            gain = max(gain, dead - cost - _part(eyes, _KILL_COST))
        marks.append((gain, person))
    return max(marks, default=(0, None), key=lambda mark: mark[0])


def _execute(eyes: Forecast, choice: Choice, keys: Sequence[str]) -> Weighed:
    if plays.EXECUTE.key not in keys:
        return _WORTHLESS
    gains = [eyes.gain_by_death(one) for one in targets(eyes.state, plays.EXECUTE, eyes.seat)]
    cost = sum(_part(eyes, 6 * worth(card)) for card in eyes.hand()) // 4
    return max(gains, default=0) - cost, Answer((), plays.EXECUTE.key)


def _blackmail(eyes: Forecast, choice: Choice, keys: Sequence[str]) -> Weighed:
    answer = player.blackmail(eyes, choice, keys)
    if answer == NOTHING:
        return _WORTHLESS
    gains = [_by_blackmail(eyes, one)[0] for one in targets(eyes.state, plays.BLACKMAIL, eyes.seat)]
    return max(gains, default=0) - _part(eyes, _BRIBE_COST), answer


def _by_blackmail(eyes: Forecast, person: Person) -> tuple[int, str]:
    """What the better of its modes brings, and which that is."""
    found = []
    for mode in modes(eyes.state, eyes.seat, person):
        if mode == RESET:
            found.append((eyes.gain_by_reset(person), mode))
            continue
        gain = eyes.gain_by_loyalty(person) + _part(eyes, _FRIENDS.get(person, 20))
        if eyes.has(kinds.BETRAYAL) and person != TRUE_HEIR:
            dead = eyes.gain_by_death(person) + _hard(eyes, person) - _part(eyes, _KILL_COST)
            gain = max(gain, dead)
        found.append((gain, mode))
    return max(found)


def _attacks(eyes: Forecast, choice: Choice) -> list[tuple[CardId, ...]]:
    """The sets of cards it thinks of: the weakest one, the strongest one, two, all of them."""
    value = helpers_of(eyes.state, eyes.seat).attack
    rows = [(card, row) for card in choice.cards if (row := eyes.card(card)) is not None]
    made = eyes.table.zone(f"tokens {eyes.seat}").cards
    armed = [
        (value(row, card not in made), worth(row), card)
        for card, row in rows
        if value(row, card not in made) and (row.kind is kinds.ASSASSIN or worth(row) < 14)
    ]
    armed.sort()
    if not armed:
        return []
    cards = [card for _, _, card in armed]
    sets = [(cards[0],), (cards[-1],), tuple(cards[-2:]), tuple(cards)]
    return list(dict.fromkeys(sets))


def _strength(eyes: Forecast, cards: Sequence[CardId]) -> int:
    value = helpers_of(eyes.state, eyes.seat).attack
    return sum(value(row, True) for card in cards if (row := eyes.card(card)) is not None)


def _assassinate(eyes: Forecast, choice: Choice, keys: Sequence[str]) -> Answer:
    """The target and the cards that promise most after what they are worth."""
    if plays.ASSASSINATE.key not in keys:
        return NOTHING
    best, chosen = 0, NOTHING
    people_ = targets(eyes.state, plays.ASSASSINATE, eyes.seat)
    gains = {one: eyes.gain_by_death(one) for one in people_}
    for cards in _attacks(eyes, choice):
        strength = _strength(eyes, cards)
        cost = _part(eyes, 12 * strength + 10 * len(cards))
        for person in people_:
            if gains[person] <= 0:
                continue
            mark = eyes.gain_by_attack(person, strength) - cost
            if mark > best:
                best, chosen = mark, Answer(cards, plays.ASSASSINATE.key)
    return chosen


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
    cards = [card for card in reversed(player.by_worth(eyes, choice)) if card in hand]
    kept: list[CardId] = []
    others = 0
    for kind, most in _kept(eyes).items():
        found = [card for card in cards if eyes_kind(eyes, card) is kind][:most]
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
        answer = player.with_card(eyes, choice, keys, plays.BRIBE, kinds.BRIBE)
        if answer != NOTHING and not holds(eyes.state, eyes.seat, TRUE_HEIR):
            return answer
    if eyes.state.attempting and eyes.effect is None and eyes.is_mine(HANGED_MAN):
        if holds(eyes.state, eyes.seat, TRUE_HEIR):
            return player.with_card(eyes, choice, keys, plays.BETRAY, kinds.BETRAYAL)
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
        return eyes.gain_by_death(person) + _hard(eyes, person) - _loss(eyes, person)
    if play is plays.BLACKMAIL:
        return _by_blackmail(eyes, person)[0]
    if play is plays.BRIBE and eyes.effect is None:
        if eyes.state.attempting:
            return 9 if person == HANGED_MAN else 0
        if eyes.table.turn == eyes.seat:
            return 9 if person == _bribed(eyes)[1] else 0
    return player.interest(eyes, person)


def _mode(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """The better one."""
    eyes = _seen(outlook)
    person = eyes.state.choosing
    return Answer(option=GAIN if person is None else _by_blackmail(eyes, person)[1])


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
    armed = sorted((value, card) for value, card in rows if eyes_kind(eyes, card) is kinds.KNIGHT)
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


def eyes_kind(eyes: Forecast, card: CardId) -> Kind | None:
    """The kind of a card."""
    row = eyes.card(card)
    return None if row is None else row.kind


def _poison(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """Enough to kill, if that is worth it; all against somebody who is being crowned."""
    eyes = _seen(outlook)
    effect = eyes.effect
    if effect is None or _cares_for(eyes, effect) >= 0:
        return NOTHING
    missing = effect.defence - effect.strength - effect.poison + 1
    cards = [card for card in choice.cards if eyes_kind(eyes, card) is kinds.POISON]
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
