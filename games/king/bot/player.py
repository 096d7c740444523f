"""A player that wants the crown: it kills its way up, is crowned at once, and defends itself.

It decides by the kind of the question. Where it has no opinion it passes, or takes the answer that
costs the least. It keeps nothing between two decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.engine.bots import Chooser, RandomBot
from games.engine.choice import NOTHING, Answer, Choice, why_not
from games.engine.game import Game
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from games.king import answers
from games.king.board import Deed, Effect, Rank
from games.king.bot import plans
from games.king.bot.evaluation import Mind, worth
from games.king.cards import Card, Kind
from games.king.death import SHIP
from games.king.deeds import MODE, TARGET
from games.king.effects import GAIN
from games.king.execution import PARDON
from games.king.hands import DISCARD, SEARCH, size
from games.king.heirs import (
    HANGED_MAN,
    MAGICIAN,
    SPY,
    TRUE_HEIR,
    Person,
    seat_of,
)
from games.king.helpers import helpers_of
from games.king.loyalty import holds
from games.king.offers import ACT, REACT
from games.king.turn import DECLARE, GIFT, LIBRARY
from games.king.uses import Verb


class Pretender:
    """The bot of this game that plays to win."""

    def choose(
        self,
        game: Game,
        table: Table,
        seat: Seat,
        known: Mapping[CardId, Face],
        choice: Choice,
        randbelow: Chooser,
    ) -> Answer:
        """A legal answer to `choice`; `randbelow` only decides between people of equal interest."""
        mind = Mind(table, seat, table.sees(known))
        decide = _DECISIONS.get(choice.kind)
        answer = NOTHING if decide is None else decide(mind, choice, randbelow)
        if why_not(choice, answer, mind.faces) is None:
            return answer
        if choice.may_pass:
            return NOTHING
        return RandomBot().choose(game, table, seat, known, choice, randbelow)


Decision = Callable[[Mind, Choice, Chooser], Answer]


# One's own turn and windows


def _act(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    """The first thing worth doing, in this order."""
    verbs = [option.key for option in choice.options]
    borrowed = _borrow(mind, choice, verbs)
    if borrowed != NOTHING:
        return borrowed
    if Verb.DISCARD in verbs:
        return _throw_away(mind, choice)
    for decide in (_betray, _prepare_betrayal, _execute, _blackmail, _inquire, _assassinate):
        answer = decide(mind, choice, verbs)
        if answer != NOTHING:
            return answer
    return NOTHING


def _throw_away(mind: Mind, choice: Choice) -> Answer:
    """What is not worth its place: only fresh cards bring Assassins."""
    kept: list[Kind] = []
    wanted = plans.kept(mind)
    thrown = []
    for card in reversed(_by_worth(mind, choice)):
        row = mind.card(card)
        if row is None or card not in mind.table.hand_zone(mind.seat).cards:
            continue
        if kept.count(row.kind) < wanted.get(row.kind, 0):
            kept.append(row.kind)
        else:
            thrown.append(card)
    return Answer(tuple(thrown), Verb.DISCARD) if thrown else NOTHING


def _find(mind: Mind, choice: Choice, kind: Kind) -> CardId | None:
    cards = (card for card in choice.cards if (row := mind.card(card)) and row.kind is kind)
    return next(cards, None)


def _with(mind: Mind, choice: Choice, verbs: Sequence[str], verb: Verb, kind: Kind) -> Answer:
    card = _find(mind, choice, kind)
    return Answer((card,), verb) if card is not None and verb in verbs else NOTHING


def _betray(mind: Mind, choice: Choice, verbs: Sequence[str]) -> Answer:
    if any(mind.is_mine(person) for person in plans.victims(mind, Deed.BETRAY)):
        return _with(mind, choice, verbs, Verb.BETRAY, Kind.BETRAYAL)
    return NOTHING


def _prepare_betrayal(mind: Mind, choice: Choice, verbs: Sequence[str]) -> Answer:
    if _find(mind, choice, Kind.BETRAYAL) is not None and plans.victims(mind, Deed.BRIBE):
        return _with(mind, choice, verbs, Verb.BRIBE, Kind.BRIBE)
    return NOTHING


def _execute(mind: Mind, choice: Choice, verbs: Sequence[str]) -> Answer:
    if Verb.EXECUTE in verbs and plans.would_execute(mind):
        return Answer((), Verb.EXECUTE)
    return NOTHING


def _blackmail(mind: Mind, choice: Choice, verbs: Sequence[str]) -> Answer:
    """With the Spy an Investigation will do."""
    answer = _with(mind, choice, verbs, Verb.BLACKMAIL, Kind.BLACKMAIL)
    if answer == NOTHING and holds(mind.state, mind.seat, SPY):
        return _with(mind, choice, verbs, Verb.BLACKMAIL, Kind.INVESTIGATION)
    return answer


def _inquire(mind: Mind, choice: Choice, verbs: Sequence[str]) -> Answer:
    """Only if there is something to attack with."""
    armed = Verb.ASSASSINATE in verbs and _attackers(mind, choice, knights=False)
    return _investigate(mind, choice, verbs) if armed else NOTHING


def _investigate(mind: Mind, choice: Choice, verbs: Sequence[str]) -> Answer:
    if plans.suspect(mind) is None:
        return NOTHING
    return _with(mind, choice, verbs, Verb.INVESTIGATE, Kind.INVESTIGATION)


def _borrow(mind: Mind, choice: Choice, verbs: Sequence[str]) -> Answer:
    if plans.lender(mind) is None:
        return NOTHING
    return _with(mind, choice, verbs, Verb.PROXY, Kind.PROXY)


def _assassinate(mind: Mind, choice: Choice, verbs: Sequence[str]) -> Answer:
    cards = _attackers(mind, choice, knights=False)
    if Verb.ASSASSINATE not in verbs or not cards:
        return NOTHING
    if not any(mind.wish(one) > 0 for rank in Rank for one in mind.state.ranks[rank]):
        return NOTHING
    return Answer(cards, Verb.ASSASSINATE)


def _attackers(mind: Mind, choice: Choice, *, knights: bool) -> tuple[CardId, ...]:
    """The cards to attack with: Assassins, and Knights if the General turns them."""
    value = helpers_of(mind.state, mind.seat).attack
    kinds = (Kind.ASSASSIN, Kind.KNIGHT) if knights else (Kind.ASSASSIN,)
    rows = ((card, mind.card(card)) for card in choice.cards)
    return tuple(card for card, row in rows if row and row.kind in kinds and value(row, False))


def _react(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    """An Investigation where it hurts; else only what helps against one's own death."""
    effect = mind.effect
    verbs = [option.key for option in choice.options]
    answer = _investigate(mind, choice, verbs)
    if answer != NOTHING or effect is None or effect.target != mind.me:
        return answer
    if effect.deed not in (Deed.ASSASSINATE, Deed.EXECUTE) or holds(
        mind.state, mind.seat, MAGICIAN
    ):
        return NOTHING
    if plans.saviours(mind, effect):
        answer = _with(mind, choice, verbs, Verb.BRIBE, Kind.BRIBE)
        if answer != NOTHING:
            return answer
    return Answer((), Verb.FOOL) if Verb.FOOL in verbs else NOTHING


# Naming


def _target(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    """The most wanted; chance decides between equals."""
    people = [Person(option.key) for option in choice.options]
    marks = [_interest(mind, person) for person in people]
    best = [one for one, mark in zip(people, marks, strict=True) if mark == max(marks)]
    return Answer(option=best[randbelow(len(best))])


def _interest(mind: Mind, person: Person) -> int:
    deed = mind.state.naming
    if deed is Deed.ASSASSINATE:
        return mind.wish(person) + mind.ease(person)
    if deed in (Deed.EXECUTE, Deed.BETRAY):
        return mind.wish(person)
    if deed is Deed.BLACKMAIL:
        if seat_of(person) is None:
            return -1 if mind.is_mine(person) else mind.usefulness(person)
        close = mind.rank(person) == mind.rank(mind.me) and mind.is_above(person)
        return 9 if close else -2
    if deed in (Deed.INVESTIGATE, Deed.PROXY):
        wanted = plans.suspect(mind) if deed is Deed.INVESTIGATE else plans.lender(mind)
        return 9 if person == wanted else 0
    if deed is Deed.BRIBE:
        effect = mind.effect
        if effect is not None and effect.target == mind.me:
            return 50 if person in plans.saviours(mind, effect) else 0
        return mind.wish(person) if seat_of(person) is None else -50
    return 0


def _mode(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    return Answer(option=GAIN)


# Answers in an attack


def _join(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    """All against whoever is being crowned, but for a Hanged Man who wins the game for one."""
    king = mind.state.turn.crowning
    if king is None and mind.is_mine(HANGED_MAN):
        return NOTHING
    return Answer(_attackers(mind, choice, knights=True))


def _cares_for(mind: Mind, effect: Effect) -> bool:
    """Whether this player wants the target to live."""
    return (
        effect.target == mind.me
        or mind.would_ruin(effect.target)
        or (effect.target == HANGED_MAN and mind.is_mine(HANGED_MAN))
    )


def _knights(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    effect = mind.effect
    if effect is None or not _cares_for(mind, effect):
        return NOTHING
    rows = [(card, mind.card(card)) for card in choice.cards]
    cards = [card for card, row in rows if row and row.kind is Kind.KNIGHT]
    return Answer(tuple(cards))


def _poison(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    """Enough to kill, or all one has against somebody who is being crowned."""
    effect = mind.effect
    if effect is None or _cares_for(mind, effect) or mind.wish(effect.target) <= 0:
        return NOTHING
    missing = effect.defence - effect.strength - effect.poison + 1
    rows = [(card, mind.card(card)) for card in choice.cards]
    cards = [card for card, row in rows if row and row.kind is Kind.POISON]
    crowned = mind.state.turn.crowning is not None
    if missing <= 0 or (len(cards) < missing and not crowned):
        return NOTHING
    return Answer(tuple(cards[:missing]))


def _antidote(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    effect = mind.effect
    if effect is None or effect.defence < effect.strength:
        return NOTHING
    if not _cares_for(mind, effect) and (
        seat_of(effect.target) is not None or effect.by == mind.seat
    ):
        return NOTHING
    card = _find(mind, choice, Kind.ANTIDOTE)
    return NOTHING if card is None else Answer((card,))


def _ship(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    card, effect = _find(mind, choice, Kind.SHIP), mind.effect
    own = effect is not None and effect.target == mind.me
    return Answer((card,)) if card is not None and own else NOTHING


def _pardon(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    card = _find(mind, choice, Kind.PARDON)
    return Answer((card,)) if card is not None and plans.would_pardon(mind) else NOTHING


def _queen(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    effect = mind.effect
    spare = effect is not None and _cares_for(mind, effect)
    return Answer(option="no" if spare else "yes")


# Cards


def _cheapest(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    """As few cards as allowed, the least wanted ones."""
    return Answer(tuple(_by_worth(mind, choice)[: choice.min_cards]))


def _best(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    if choice.may_pass:
        card = _find(mind, choice, Kind.BLACKMAIL)
        return NOTHING if card is None else Answer((card,))
    return Answer(tuple(_by_worth(mind, choice)[-1:]))


def _by_worth(mind: Mind, choice: Choice) -> list[CardId]:
    def value(card: CardId) -> int:
        row: Card | None = mind.card(card)
        return 0 if row is None else worth(row)

    return sorted(choice.cards, key=value)


def _declare(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    """At once, unless it cannot win (SK-39 b)."""
    if holds(mind.state, mind.seat, TRUE_HEIR):
        return NOTHING
    return Answer(option=choice.options[0].key)


def _library(mind: Mind, choice: Choice, randbelow: Chooser) -> Answer:
    return Answer(option="search") if size(mind.table, mind.seat) >= 4 else NOTHING


_DECISIONS: Final[Mapping[str, Decision]] = {
    ACT: _act,
    REACT: _react,
    TARGET: _target,
    MODE: _mode,
    answers.JOIN: _join,
    answers.KNIGHTS: _knights,
    answers.POISON: _poison,
    answers.ANTIDOTE: _antidote,
    SHIP: _ship,
    PARDON: _pardon,
    "queen": _queen,
    DISCARD: _cheapest,
    GIFT: _cheapest,
    SEARCH: _best,
    DECLARE: _declare,
    LIBRARY: _library,
}
