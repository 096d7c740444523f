"""What each play of the own turn would bring the strong bot: the board that would come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.choice import NOTHING, Answer, Choice
from games.engine.values import CardId
from games.king import cards as kinds
from games.king import plays
from games.king.bot import player
from games.king.bot.evaluation import worth
from games.king.bot.forecast import Forecast
from games.king.bot.picks import with_card
from games.king.effects import RESET, modes, targets
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
from games.king.loyalty import helpers_of

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

Weighed = tuple[int, Answer]
"""What an answer would bring, 0 or less if it is not worth its cards."""
_WORTHLESS: Final = (0, NOTHING)


def part(eyes: Forecast, hundredths: int) -> int:
    """So many hundredths of a place."""
    return eyes.step * hundredths // 100


def hard(eyes: Forecast, person: Person) -> int:
    """What the death of somebody is worth more for whom Assassins are too weak."""
    return part(eyes, _HARD) if person in (GENERAL, OLD_MAN, MAGICIAN) else 0


def _victim(eyes: Forecast, among: Sequence[Person]) -> tuple[int, Person | None]:
    """Whose death by Betrayal would bring most."""
    marks = [(eyes.gain_by_death(one) + hard(eyes, one) - loss(eyes, one), one) for one in among]
    gain, person = max(marks, default=(0, None), key=lambda mark: mark[0])
    return gain, person


def loss(eyes: Forecast, person: Person) -> int:
    """What a friend for good is worth, who would be lost."""
    if eyes.state.owners.get(person) != eyes.seat:
        return 0
    return part(eyes, _FRIENDS.get(person, 20))


def betray(eyes: Forecast, choice: Choice, keys: Sequence[str]) -> Weighed:
    """A Betrayal."""
    answer = with_card(eyes, choice, keys, plays.BETRAY, kinds.BETRAYAL)
    if answer == NOTHING:
        return _WORTHLESS
    gain, _ = _victim(eyes, targets(eyes.state, plays.BETRAY, eyes.seat))
    return gain - part(eyes, _KILL_COST), answer


def bribe(eyes: Forecast, choice: Choice, keys: Sequence[str]) -> Weighed:
    """A Bribe in the own turn."""
    answer = with_card(eyes, choice, keys, plays.BRIBE, kinds.BRIBE)
    if answer == NOTHING:
        return _WORTHLESS
    gain, person = bribed(eyes)
    return (gain, answer) if person is not None else _WORTHLESS


def bribed(eyes: Forecast) -> tuple[int, Person | None]:
    """Whom to bribe in the own turn, and what that brings: the Prince lifts, the Old Man arms, and
    anybody can be betrayed."""
    marks: list[tuple[int, Person]] = []
    cost, armed = part(eyes, _BRIBE_COST), eyes.has(kinds.BETRAYAL)
    for person in targets(eyes.state, plays.BRIBE, eyes.seat):
        if seat_of(person) is not None:
            continue
        gain = eyes.gain_by_loyalty(person) - cost
        if person == OLD_MAN and not eyes.state.turn.attacked and not eyes.has(kinds.ASSASSIN):
            gain = max(gain, eyes.step // 2 - cost) if len(eyes.hand()) > 1 else gain
        if armed and person != TRUE_HEIR:
            dead = eyes.gain_by_death(person) + hard(eyes, person)
            gain = max(gain, dead - cost - part(eyes, _KILL_COST))
        marks.append((gain, person))
    return max(marks, default=(0, None), key=lambda mark: mark[0])


def execute(eyes: Forecast, choice: Choice, keys: Sequence[str]) -> Weighed:
    """An Execution."""
    if plays.EXECUTE.key not in keys:
        return _WORTHLESS
    gains = [eyes.gain_by_death(one) for one in targets(eyes.state, plays.EXECUTE, eyes.seat)]
    cost = sum(part(eyes, 6 * worth(card)) for card in eyes.hand()) // 4
    return max(gains, default=0) - cost, Answer((), plays.EXECUTE.key)


def blackmail(eyes: Forecast, choice: Choice, keys: Sequence[str]) -> Weighed:
    """A Blackmail."""
    answer = player.blackmail(eyes, choice, keys)
    if answer == NOTHING:
        return _WORTHLESS
    gains = [by_blackmail(eyes, one)[0] for one in targets(eyes.state, plays.BLACKMAIL, eyes.seat)]
    return max(gains, default=0) - part(eyes, _BRIBE_COST), answer


def by_blackmail(eyes: Forecast, person: Person) -> tuple[int, str]:
    """What the better of its modes brings, and which that is."""
    found = []
    for mode in modes(eyes.state, eyes.seat, person):
        if mode == RESET:
            found.append((eyes.gain_by_reset(person), mode))
            continue
        gain = eyes.gain_by_loyalty(person) + part(eyes, _FRIENDS.get(person, 20))
        if eyes.has(kinds.BETRAYAL) and person != TRUE_HEIR:
            dead = eyes.gain_by_death(person) + hard(eyes, person) - part(eyes, _KILL_COST)
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


def assassinate(eyes: Forecast, choice: Choice, keys: Sequence[str]) -> Answer:
    """The target and the cards that promise most after what they are worth."""
    if plays.ASSASSINATE.key not in keys:
        return NOTHING
    best, chosen = 0, NOTHING
    people_ = targets(eyes.state, plays.ASSASSINATE, eyes.seat)
    gains = {one: eyes.gain_by_death(one) for one in people_}
    for cards in _attacks(eyes, choice):
        strength = _strength(eyes, cards)
        cost = part(eyes, 12 * strength + 10 * len(cards))
        for person in people_:
            if gains[person] <= 0:
                continue
            mark = eyes.gain_by_attack(person, strength) - cost
            if mark > best:
                best, chosen = mark, Answer(cards, plays.ASSASSINATE.key)
    return chosen
