"""What cards and powers bring to a seat, in tenths of a favor, and at whom they are best aimed.

A *gambit* is a way to aim: a word for each aim, chosen one after the other as the rules ask for
them, and what all of it brings. It hangs on the table alone, so whoever asks again gets the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from games.court import deeds as do
from games.court.aims import Cause, asked_as, candidates
from games.court.bot.marks import (
    CARD,
    FAVOR,
    LASTS,
    hand_worth,
    melee_value,
    with_stake,
    worth_in_play,
    worth_of,
)
from games.court.bot.plots import outlook, weights
from games.court.cards import Action, Aim, Character, Somebody
from games.court.deck import Catalogue
from games.court.state import (
    ATTACK,
    CHARACTER_LIMIT,
    EVENTS,
    Affair,
    Person,
    Stake,
    court,
    defence_bonus,
    is_stout,
    keywords,
    number_with,
    rating,
    state_of,
)
from games.court.terms import Ability, Keyword
from games.court.tokens import attack, defence, strength, total, without
from games.engine.table import Table
from games.engine.values import CardId, Seat
from games.engine.words import begun

_CYCLES: Final = 4
"""HAG-44: so many turns for each seat."""
_USE: Final = 2
"""What each token is worth that somebody could bring to the next Event."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a card or a power does, and at whom it is aimed."""

    title: str
    deeds: tuple[do.Deed, ...]
    aims: tuple[Aim, ...] = ()
    bonus: do.Bonus | None = None
    row: Action | None = None
    user: str = ""

    def cause(self, seat: Seat) -> Cause:
        """It as a seat's doing, aimed at nobody yet."""
        return Cause(seat, self.title, self.row, self.user)


@dataclass(frozen=True, slots=True)
class Gambit:
    """What it brings, and one word for each aim."""

    value: int
    words: tuple[str, ...] = ()


def card_source(row: Action) -> Source:
    """What a card does."""
    return Source(row.title, row.deeds, row.aims, row.bonus, row)


def power_source(row: Character) -> Source:
    """What somebody's power does."""
    assert row.power is not None
    return Source(begun(row.short), row.power.deeds, row.power.aims, user=row.key)


@cache
def asked_for(catalogue: Catalogue) -> Mapping[str, tuple[Source, int]]:
    """By the words in which an aim is asked for, whose it is and which of its aims."""
    people = (*catalogue.princes, *catalogue.characters)
    sources = [card_source(row) for row in catalogue.actions]
    sources += [power_source(row) for row in people if row.power is not None]
    return {
        asked_as(one.title, aim, one.row): (one, place)
        for one in sources
        for place, aim in enumerate(one.aims)
    }


def best_gambit(t: Table, seat: Seat, source: Source) -> Gambit | None:
    """What a card or power brings if it is aimed well; None if something cannot be aimed."""
    view = _View(t, seat)
    cause = source.cause(seat)
    value = sum(view.plain(deed) for deed in source.deeds)
    for place, aim in enumerate(source.aims):
        marks = [
            (view.aimed(source, place, word, cause.chosen), word)
            for word in candidates(t, aim, cause)
        ]
        optional = isinstance(aim, Somebody) and aim.optional
        if not marks:
            if optional:
                break
            return None
        mark, word = max(marks, key=lambda one: one[0])
        value += mark
        cause.chosen.append(word)
    return Gambit(value, tuple(cause.chosen))


class _View:
    """The table as a seat weighs it."""

    def __init__(self, t: Table, seat: Seat) -> None:
        self.t, self.seat = t, seat
        self.state = state_of(t)
        self.weights = weights(t, seat)

    def lasting(self, value: int) -> int:
        """What is worth so much for a whole game, for what is left of it."""
        left = len(self.t.zone(EVENTS).cards) + (1 if self.state.affair is None else 0)
        return value * left // (_CYCLES * self.t.seats)

    def worth(self, person: Person) -> int:
        """What somebody in play is worth from now on."""
        return self.lasting(worth_in_play(self.state, person))

    def use(self, person: Person) -> int:
        """What it is worth that somebody is not turned."""
        values = [rating(self.state, person, ability) for ability in Ability]
        return _USE * max(values) + 1

    def against(self, value: int, seat: Seat) -> int:
        """What it is worth that a rival loses so much."""
        return value * self.weights.get(seat, 0) // FAVOR

    def taken(self, value: int, person: Person) -> int:
        """What it is worth that somebody loses so much: a loss if it is one's own."""
        return -value if person.seat == self.seat else self.against(value, person.seat)

    # What needs no aim

    def plain(self, deed: do.Deed) -> int:
        """What a deed brings whose aim, if it has one, does not matter."""
        rivals = self.weights.items()
        match deed:
            case do.Gain(amount):
                return FAVOR * amount
            case do.GainPer(keyword, most):
                return FAVOR * min(most, number_with(self.state, self.seat, keyword))
            case do.Largesse(amount):
                return -sum(share * amount for _, share in rivals)
            case do.Draw(amount):
                return CARD * amount
            case do.DemandOfAll(amount):
                holding = [s for seat, s in rivals if self.t.hand_zone(seat).cards]
                return CARD * amount * sum(holding) // FAVOR
            case do.Rob(amount):
                return FAVOR * amount
            case do.Hire(price):
                return -FAVOR * price
        return 0

    # What is aimed

    def aimed(self, source: Source, place: int, word: str, before: Sequence[str]) -> int:
        """What it brings to choose this, after what was chosen before."""
        person = self.state.people.get(word)
        if source.bonus is not None:
            return 0 if person is None else self.bears(person, source.bonus)
        deed = next(deed for deed in source.deeds if not isinstance(deed, do.Gain | do.Draw))
        if self.state.affair is not None and isinstance(deed, _TOKENS):
            return self.tokens(deed, place, word, before)
        match deed:
            case do.Rob(amount):
                return self.against(FAVOR * amount, Seat(int(word)))
            case do.Demand(amount):
                return self.against(CARD * amount, Seat(int(word)))
            case do.Recover():
                return hand_worth(self.state.catalogue.action(self.t.face(CardId(int(word)))))
            case do.Summon():
                return self.lasting(
                    worth_of(self.state.catalogue.character(self.t.face(CardId(int(word)))))
                )
            case do.Strengthen(amount):
                return self.strengthens(word, amount)
        return 0 if person is None else self.happens(deed, place, person, before)

    def happens(self, deed: do.Deed, place: int, person: Person, before: Sequence[str]) -> int:
        """What it brings that this happens to somebody in play."""
        match deed:
            case do.Turn():
                return self.taken(self.use(person), person)
            case do.Unturn():
                return -self.taken(self.use(person), person)
            case do.Slay():
                return self.taken(self.worth(person), person)
            case do.Hire():
                full = len(court(self.state, self.seat)) == CHARACTER_LIMIT
                gained = self.worth(person) - (self.weakest() if full else 0)
                return gained + self.taken(self.worth(person), person)
            case do.Swap():
                return -self.worth(person) if place == 0 else self.worth(person)
            case do.StartMelee(bonus, closed):
                if place == 0:
                    return rating(self.state, person, Ability.COMBAT)
                return self.attack(self.state.people[before[0]], person, bonus, closed=closed)
        return 0

    def weakest(self) -> int:
        """What the weakest of one's own Characters is worth."""
        return min(self.worth(one) for one in court(self.state, self.seat))

    def bears(self, person: Person, bonus: do.Bonus) -> int:
        """What it brings that a card lies under somebody."""
        change = 0
        for ability, more in ((Ability.POLITICS, bonus.politics), (Ability.COMBAT, bonus.combat)):
            now = rating(self.state, person, ability)
            change += 8 * (max(0, now + more) - now) + (2 * now if more > 0 else 0)
        new = [word for word in bonus.keywords if word not in keywords(person)]
        change += sum(_WORDS.get(word, 2) for word in new)
        change += LASTS * bonus.ward + 2 * bonus.defence - self.use(person) * bonus.heavy
        return self.lasting(-self.taken(change, person))

    def attack(self, one: Person, other: Person, bonus: int, *, closed: bool) -> int:
        """What it brings that one attacks the other, as far as it can be told before."""
        ahead = rating(self.state, one, Ability.COMBAT) + bonus
        behind = rating(self.state, other, Ability.COMBAT) + defence_bonus(other)
        behind += is_stout(self.state, other.seat)
        if not closed:
            behind += self.help(other) // 2
        spent = self.use(one)
        if ahead > behind:
            return self.taken(self.worth(other), other) - spent
        return -self.worth(one) - spent

    def help(self, person: Person) -> int:
        """The most that somebody of the same court could add."""
        helpers = [one for one in court(self.state, person.seat) if one is not person]
        values = [rating(self.state, one, Ability.COMBAT) for one in helpers if not one.turned]
        return max(values, default=0)

    def strengthens(self, side: str, amount: int) -> int:
        """What tokens on a side of the Melee change."""
        bout = self.state.bout
        if bout is None:
            return 0
        ahead, behind = attack(bout), defence(bout)
        now = melee_value(self.state, bout, self.seat, ahead, behind)
        if side == ATTACK:
            return melee_value(self.state, bout, self.seat, ahead + amount, behind) - now
        return melee_value(self.state, bout, self.seat, ahead, behind + amount) - now

    # The pools of an Event

    def tokens(self, deed: do.Deed, place: int, word: str, before: Sequence[str]) -> int:
        """What it changes to choose this pool, or whose tokens move."""
        affair = self.state.affair
        assert affair is not None
        if isinstance(deed, do.Conscript) and place == 0:
            return strength(self.state, affair, self.state.people[word])
        base = self.moved(affair, deed, before)
        then = self.moved(affair, deed, (*before, word))
        ahead = outlook(self.t, then, self.seat, self.weights)
        return ahead - outlook(self.t, base, self.seat, self.weights)

    def moved(self, affair: Affair, deed: do.Deed, words: Sequence[str]) -> Affair:
        """The Event with the tokens that such a deed adds and takes away, as far as it is aimed."""
        if not words:
            return affair
        pool = words[-1]
        match deed:
            case do.Add(amount):
                return with_stake(affair, Stake(pool, amount, self.seat, ""))
            case do.Remove(amount):
                gone = min(amount, total(affair.stakes, pool))
                return with_stake(affair, Stake(pool, -gone, self.seat, ""))
            case do.Shift(amount):
                amount = int(words[2]) if len(words) > 2 else amount
                gone = min(amount, total(affair.stakes, words[0]))
                less = with_stake(affair, Stake(words[0], -gone, self.seat, ""))
                if len(words) == 1:
                    return less
                return with_stake(less, Stake(words[1], gone, self.seat, ""))
            case do.Withdraw():
                return replace(affair, stakes=without(affair.stakes, pool))
            case do.Conscript() if len(words) > 1:
                more = strength(self.state, affair, self.state.people[words[0]])
                return with_stake(affair, Stake(pool, more, self.seat, ""))
        return affair


_TOKENS: Final = (do.Add, do.Remove, do.Shift, do.Withdraw, do.Conscript)
_WORDS: Final = {Keyword.WIZARD: 8, Keyword.FIGHTER: 5, Keyword.WEALTHY: 5}
