"""What may be answered to a choice by a seat that knows so much: every legal answer, and why not.

From one ``Choice`` come the greying out with its reason, the options of a bot, and the check before
an answer is sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, islice, permutations

from games.engine.choice import NOTHING, Answer, Choice, check
from games.engine.errors import BadMove
from games.engine.private import Knowledge
from games.engine.values import CardId, Face

LEGAL_LIMIT = 4096
"""At most so many legal answers are enumerated for one choice."""
TRY_LIMIT = 100_000
"""At most so many answers are tried against the faces in one enumeration."""


def why_not(choice: Choice, answer: Answer, sees: Knowledge) -> str | None:
    """Why a seat that knows ``sees`` may not answer so, or None if it may.

    ``sees`` holds every face that the seat sees, open ones included (``Table.sees``). Where the
    choice has a predicate, a chosen card whose face is not among them is refused; a plan is held
    against the half.
    """
    try:
        check(choice, answer)
    except BadMove as error:
        return error.reason
    if choice.plan is not None and answer.plan:
        if sees.half is None:
            return "only the seat itself knows what it may plan"
        reason = sees.half.why_not(choice.plan, answer.plan)
        if reason is not None:
            return reason
    return _misfit(choice, answer, sees.faces)


def legal(choice: Choice, sees: Knowledge) -> Iterator[Answer]:
    """The legal answers of a seat that knows ``sees``, one after the other, a pass first.

    At most ``LEGAL_LIMIT`` are given; the order is the same everywhere. Where a plan is asked for
    there is one, with the half's default.
    """
    if choice.plan is not None:
        if sees.half is not None:
            return iter((Answer(plan=sees.half.default(choice.plan)),))
        return iter(())
    fitting = (a for a in _candidates(choice) if _misfit(choice, a, sees.faces) is None)
    return islice(fitting, LEGAL_LIMIT)


def only_answer(choice: Choice) -> Answer | None:
    """The one answer that a choice has, whatever its seat knows: all can tell that there is no
    other. None where there are several, or where a claim on faces or a half decides."""
    if choice.predicate is not None or choice.plan is not None:
        return None
    found = tuple(islice(_candidates(choice), 2))
    return found[0] if len(found) == 1 else None


def can_act(choice: Choice, sees: Knowledge, *, minor: bool = False) -> bool:
    """Whether a seat that knows ``sees`` has an answer but to pass.

    Minor options count only if ``minor`` says so.
    """
    # D-56: an option that is minor is legal, but no reason to ask.
    if not minor and any(option.minor for option in choice.options):
        major = tuple(option for option in choice.options if not option.minor)
        if not major:
            return False
        choice = replace(choice, options=major)
    return any(answer != NOTHING for answer in legal(choice, sees))


def playable(choice: Choice, sees: Knowledge) -> frozenset[str]:
    """The keys of the options, but for minor ones, that a seat which knows ``sees`` can choose."""
    return frozenset(
        option.key
        for option in choice.options
        if not option.minor
        and any(answer != NOTHING for answer in legal(replace(choice, options=(option,)), sees))
    )


def cards_status(choice: Choice, sees: Knowledge) -> tuple[str | None, ...]:
    """For each card of the choice why it cannot be played, or None if some answer plays it."""
    if choice.predicate is None:
        return (None,) * len(choice.cards)
    return tuple(_card_status(choice, card, sees.faces) for card in choice.cards)


def _card_status(choice: Choice, card: CardId, known: Mapping[CardId, Face]) -> str | None:
    first: str | None = None
    others = tuple(other for other in choice.cards if other != card)
    for answer in islice(_parts(choice, others, max(choice.min_cards, 1), (card,)), LEGAL_LIMIT):
        reason = _misfit(choice, answer, known)
        if reason is None:
            return None
        first = first or reason
    return first or "no card can be chosen here"


def _misfit(choice: Choice, answer: Answer, known: Mapping[CardId, Face]) -> str | None:
    if choice.predicate is None or (answer.is_empty and choice.may_pass):
        return None
    try:
        faces = tuple(map(known.__getitem__, answer.cards))
    except KeyError:
        return "you have not seen this card"
    return choice.predicate(faces, answer)


def _candidates(choice: Choice) -> Iterator[Answer]:
    """Answers of the right shape, a pass first, none twice."""
    if choice.may_pass:
        yield NOTHING
    for answer in islice(_parts(choice, choice.cards, choice.min_cards, ()), TRY_LIMIT):
        if not choice.may_pass or answer != NOTHING:
            yield answer


def _parts(
    choice: Choice, cards: tuple[CardId, ...], min_cards: int, fixed: tuple[CardId, ...]
) -> Iterator[Answer]:
    options = tuple(option.key for option in choice.options) or (None,)
    numbers = range(choice.low, choice.high + 1) if choice.low <= choice.high else (None,)
    places = tuple(range(len(choice.items)))
    for size in range(min_cards, choice.max_cards + 1):
        for rest in combinations(cards, size - len(fixed)):
            for option in options:
                for number in numbers:
                    for order in permutations(places):
                        yield Answer(fixed + rest, option, number, order)
