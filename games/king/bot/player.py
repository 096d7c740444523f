"""A player that wants the crown: it kills its way up, is crowned at once, and defends itself.

It decides by the kind of the question. Where it has no opinion it passes, or takes the answer that
costs the least. It keeps nothing between two decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.engine.bots import Chooser, RandomBot, Situation
from games.engine.choice import NOTHING, Answer, Choice
from games.engine.legal_answers import why_not
from games.king import answers, plays
from games.king import cards as kinds
from games.king.bot import plans
from games.king.bot.evaluation import Outlook
from games.king.bot.picks import attackers, by_worth, find_card, throw_away, with_card
from games.king.death import SHIP
from games.king.effects import GAIN, targets
from games.king.execution import PARDON
from games.king.hands import DISCARD, SEARCH, hand_limit, size
from games.king.heirs import (
    HANGED_MAN,
    MAGICIAN,
    SPY,
    TRUE_HEIR,
    Person,
    seat_of,
)
from games.king.loyalty import holds
from games.king.offers import ACT, DECLARE, LIBRARY, PLANNING, REACT
from games.king.ranks import Rank
from games.king.resolution import MODE, TARGET
from games.king.state import Effect, catalogue_of
from games.king.turn import GIFT


class Pretender:
    """The fair bot of this game. Others look at the table or decide some questions otherwise."""

    outlook: type[Outlook] = Outlook

    def decision(self, kind: str) -> Decision | None:
        """What decides a question of this kind."""
        return DECISIONS.get(kind)

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        """A legal answer; `randbelow` only decides between people of equal interest."""
        choice, sees = situation.choice, situation.sees
        outlook = self.outlook(situation.table, situation.seat, sees.faces)
        decide = self.decision(choice.kind)
        answer = NOTHING if decide is None else decide(outlook, choice, randbelow)
        if why_not(choice, answer, sees) is None:
            return answer
        if choice.may_pass:
            return NOTHING
        return RandomBot().choose(situation, randbelow)


Decision = Callable[[Outlook, Choice, Chooser], Answer]


# One's own turn and windows


def _act(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """The first thing worth doing, in this order."""
    keys = [option.key for option in choice.options]
    borrowed = borrow(outlook, choice, keys)
    if borrowed != NOTHING:
        return borrowed
    if plays.DISCARD.key in keys:
        return throw_away(outlook, choice, plans.kept(outlook))
    for decide in (
        betray,
        prepare_betrayal,
        _execute,
        blackmail,
        others,
        inquire,
        _assassinate,
    ):
        answer = decide(outlook, choice, keys)
        if answer != NOTHING:
            return answer
    return NOTHING


def betray(outlook: Outlook, choice: Choice, keys: Sequence[str]) -> Answer:
    if any(outlook.is_mine(person) for person in plans.victims(outlook, plays.BETRAY)):
        return with_card(outlook, choice, keys, plays.BETRAY, kinds.BETRAYAL)
    return NOTHING


def prepare_betrayal(outlook: Outlook, choice: Choice, keys: Sequence[str]) -> Answer:
    armed = find_card(outlook, choice, kinds.BETRAYAL) is not None
    if armed and plans.victims(outlook, plays.BRIBE):
        return with_card(outlook, choice, keys, plays.BRIBE, kinds.BRIBE)
    return NOTHING


def _execute(outlook: Outlook, choice: Choice, keys: Sequence[str]) -> Answer:
    if plays.EXECUTE.key in keys and plans.would_execute(outlook):
        return Answer((), plays.EXECUTE.key)
    return NOTHING


def blackmail(outlook: Outlook, choice: Choice, keys: Sequence[str]) -> Answer:
    """With the Spy an Investigation will do."""
    answer = with_card(outlook, choice, keys, plays.BLACKMAIL, kinds.BLACKMAIL)
    if answer == NOTHING and holds(outlook.state, outlook.seat, SPY):
        return with_card(outlook, choice, keys, plays.BLACKMAIL, kinds.INVESTIGATION)
    return answer


def inquire(outlook: Outlook, choice: Choice, keys: Sequence[str]) -> Answer:
    """Only if there is something to attack with."""
    armed = plays.ASSASSINATE.key in keys and attackers(outlook, choice, knights=False)
    return _investigate(outlook, choice, keys) if armed else NOTHING


def _investigate(outlook: Outlook, choice: Choice, keys: Sequence[str]) -> Answer:
    if plans.suspect(outlook) is None:
        return NOTHING
    return with_card(outlook, choice, keys, plays.INVESTIGATE, kinds.INVESTIGATION)


def others(outlook: Outlook, choice: Choice, keys: Sequence[str]) -> Answer:
    """A card that no other decision is about, against a rival or for oneself."""
    for play in filter(plans.is_plain, map(catalogue_of(outlook.table).play, keys)):
        named = targets(outlook.state, play, outlook.seat)
        if any(plans.gain_by(outlook, play, person) > 0 for person in named):
            assert play.payment.kind is not None
            answer = with_card(outlook, choice, keys, play, play.payment.kind)
            if answer != NOTHING:
                return answer
    return NOTHING


def borrow(outlook: Outlook, choice: Choice, keys: Sequence[str]) -> Answer:
    if plans.lender(outlook) is None:
        return NOTHING
    return with_card(outlook, choice, keys, plays.PROXY, kinds.PROXY)


def _assassinate(outlook: Outlook, choice: Choice, keys: Sequence[str]) -> Answer:
    cards = attackers(outlook, choice, knights=False)
    if plays.ASSASSINATE.key not in keys or not cards:
        return NOTHING
    if not any(outlook.wish(one) > 0 for rank in Rank for one in outlook.state.ranks[rank]):
        return NOTHING
    return Answer(cards, plays.ASSASSINATE.key)


def react(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """An Investigation where it hurts; else only what helps against one's own death."""
    effect = outlook.effect
    keys = [option.key for option in choice.options]
    answer = _investigate(outlook, choice, keys)
    if answer != NOTHING or effect is None or effect.target != outlook.me:
        return answer
    if effect.play not in (plays.ASSASSINATE, plays.EXECUTE) or holds(
        outlook.state, outlook.seat, MAGICIAN
    ):
        return NOTHING
    if plans.saviours(outlook, effect):
        answer = with_card(outlook, choice, keys, plays.BRIBE, kinds.BRIBE)
        if answer != NOTHING:
            return answer
    return Answer((), plays.SEND_FOOL.key) if plays.SEND_FOOL.key in keys else NOTHING


# Naming


def _target(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """The most wanted; chance decides between equals."""
    people = [Person(option.key) for option in choice.options]
    marks = [interest(outlook, person) for person in people]
    best = [one for one, mark in zip(people, marks, strict=True) if mark == max(marks)]
    return Answer(option=best[randbelow(len(best))])


def interest(outlook: Outlook, person: Person) -> int:
    play = outlook.state.naming
    if play is plays.ASSASSINATE:
        return outlook.wish(person) + outlook.ease(person)
    if play in (plays.EXECUTE, plays.BETRAY):
        return outlook.wish(person)
    if play is plays.BLACKMAIL:
        if seat_of(person) is None:
            return -1 if outlook.is_mine(person) else outlook.usefulness(person)
        close = outlook.rank(person) == outlook.rank(outlook.me) and outlook.is_above(person)
        return 9 if close else -2
    if play in (plays.INVESTIGATE, plays.PROXY):
        wanted = plans.suspect(outlook) if play is plays.INVESTIGATE else plans.lender(outlook)
        return 9 if person == wanted else 0
    if play is plays.BRIBE:
        effect = outlook.effect
        if effect is not None and effect.target == outlook.me:
            return 50 if person in plans.saviours(outlook, effect) else 0
        return outlook.wish(person) if seat_of(person) is None else -50
    return plans.gain_by(outlook, play, person) if play is not None and plans.is_plain(play) else 0


def _mode(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    return Answer(option=GAIN)


# Answers in an attack


def join(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """All against whoever is being crowned, but for a Hanged Man who wins the game for one."""
    king = outlook.state.turn.crowning
    if king is None and outlook.is_mine(HANGED_MAN):
        return NOTHING
    return Answer(attackers(outlook, choice, knights=True))


def _cares_for(outlook: Outlook, effect: Effect) -> bool:
    """Whether this player wants the target to live."""
    return (
        effect.target == outlook.me
        or outlook.would_ruin(effect.target)
        or (effect.target == HANGED_MAN and outlook.is_mine(HANGED_MAN))
    )


def _knights(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    effect = outlook.effect
    if effect is None or not _cares_for(outlook, effect):
        return NOTHING
    rows = [(card, outlook.card(card)) for card in choice.cards]
    cards = [card for card, row in rows if row and row.kind is kinds.KNIGHT]
    return Answer(tuple(cards))


def _poison(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """Enough to kill, or all one has against somebody who is being crowned."""
    effect = outlook.effect
    if effect is None or _cares_for(outlook, effect) or outlook.wish(effect.target) <= 0:
        return NOTHING
    missing = effect.defence - effect.strength - effect.poison + 1
    rows = [(card, outlook.card(card)) for card in choice.cards]
    cards = [card for card, row in rows if row and row.kind is kinds.POISON]
    crowned = outlook.state.turn.crowning is not None
    if missing <= 0 or (len(cards) < missing and not crowned):
        return NOTHING
    return Answer(tuple(cards[:missing]))


def _antidote(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    effect = outlook.effect
    if effect is None or effect.defence < effect.strength:
        return NOTHING
    if not _cares_for(outlook, effect) and (
        seat_of(effect.target) is not None or effect.by == outlook.seat
    ):
        return NOTHING
    card = find_card(outlook, choice, kinds.ANTIDOTE)
    return NOTHING if card is None else Answer((card,))


def _ship(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    card, effect = find_card(outlook, choice, kinds.SHIP), outlook.effect
    own = effect is not None and effect.target == outlook.me
    return Answer((card,)) if card is not None and own else NOTHING


def _pardon(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    card = find_card(outlook, choice, kinds.PARDON)
    return Answer((card,)) if card is not None and plans.would_pardon(outlook) else NOTHING


def _queen(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    effect = outlook.effect
    spare = effect is not None and _cares_for(outlook, effect)
    return Answer(option="no" if spare else "yes")


# Cards


def _cheapest(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """As few cards as allowed, the least wanted ones."""
    return Answer(tuple(by_worth(outlook, choice)[: choice.min_cards]))


def _plan(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """Only what is too much, the least wanted cards."""
    excess = size(outlook.table, outlook.seat) - hand_limit(outlook.state, outlook.seat)
    hand = outlook.table.hand_zone(outlook.seat).cards
    cards = [card for card in by_worth(outlook, choice) if card in hand]
    return Answer(tuple(cards[:excess]), plays.PLAN.key) if excess > 0 else NOTHING


def _best(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    if choice.may_pass:
        card = find_card(outlook, choice, kinds.BLACKMAIL)
        return NOTHING if card is None else Answer((card,))
    return Answer(tuple(by_worth(outlook, choice)[-1:]))


def _declare(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """At once, unless it cannot win (SK-39 b)."""
    if holds(outlook.state, outlook.seat, TRUE_HEIR):
        return NOTHING
    return Answer(option=choice.options[0].key)


def _library(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    return Answer(option="search") if size(outlook.table, outlook.seat) >= 4 else NOTHING


DECISIONS: Final[Mapping[str, Decision]] = {
    ACT: _act,
    REACT: react,
    TARGET: _target,
    MODE: _mode,
    answers.JOIN: join,
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
    PLANNING: _plan,
}
