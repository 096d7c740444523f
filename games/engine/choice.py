"""A decision described as data: what may be answered, and the form of an answer.

From one ``Choice`` come the prompt, the check that everybody can make of an answer, and, in
`games/engine/legal_answers.py`, what its own seat may answer. This module knows nothing of zones,
seats or the order of play.

A choice has up to five parts and an answer fills every part that the choice has:

* cards:   from ``min_cards`` to ``max_cards`` different ones of ``cards`` (present if
           ``max_cards`` > 0);
* option:  the key of one of ``options``;
* number:  from ``low`` to ``high`` (present if ``low`` <= ``high``);
* order:   a permutation of the positions of ``items``;
* plan:    numbers of the form ``plan``. Which of them are legal only the half of its seat can say,
           so no list of legal answers has plans: a half and a bot make their own.

With a ``pass_label`` the empty answer is allowed as well, whatever the parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TypeAlias

from games.engine.errors import BadMove, RulesError
from games.engine.private import Plan, PlanForm
from games.engine.values import CardId, Face, Form, Primitive, form, ids_form, text_form

ELSEWHERE = "it goes with another card"
"""The reason of a predicate why an option does not fit a card that it has nothing to do with: no
front end lists such an option for that card."""
CARDS_LIMIT = 1100
"""No choice is about more cards, items or characters of a key than this."""
NUMBER_LIMIT = 1 << 53


class Weight(Enum):
    """How much hangs on a choice for the seat that has it. Public, and never hashed."""

    FULL = auto()
    LIGHT = auto()
    """What happens concerns others. A person may be spared it, who then passes."""
    NONE = auto()
    """Whatever is answered, the table comes to the same. No person is asked: the client passes, or
    gives the first legal answer."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of several things to choose; ``key`` is what is signed, ``label`` what people read.

    A ``minor`` one alone is no reason to ask a person who may pass. ``brief``: the label in fewer
    words, for where it is told that it does not fit; empty if it has no more.
    """

    key: str
    label: str
    minor: bool = False
    brief: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat decided. The empty answer, ``NOTHING``, passes or declines."""

    cards: tuple[CardId, ...] = ()
    option: str | None = None
    number: int | None = None
    order: tuple[int, ...] = ()
    plan: Plan = field(default=(), repr=False)

    @property
    def is_empty(self) -> bool:
        """Whether it is the empty answer."""
        return (
            not self.cards
            and self.option is None
            and self.number is None
            and not self.order
            and not self.plan
        )

    @property
    def card(self) -> CardId:
        """The one chosen card. ``ValueError`` if there is not exactly one."""
        (card,) = self.cards
        return card

    def primitives(self) -> Primitive:
        """The answer as nested tuples, for signing and storing; words of an enumeration as text.

        The fifth part stands only where there is a plan.
        """
        option = None if self.option is None else str(self.option)
        plan = (self.plan,) if self.plan else ()
        return (self.cards, option, self.number, self.order, *plan)

    @classmethod
    def from_primitives(cls, value: object) -> Answer:
        """Read ``primitives`` back. Raises ``BadMove`` for anything malformed."""
        if type(value) is not tuple or len(value) not in (4, 5):
            raise BadMove("an answer has four parts, or five with a plan")
        cards, option, number, order = value[:4]
        plan = value[4] if len(value) > 4 else ()
        if not _numbers(cards) or not _numbers(order) or not _numbers(plan):
            raise BadMove("cards, orders and plans are lists of small whole numbers")
        if len(value) > 4 and not plan:
            raise BadMove("a plan has a number at least")
        if option is not None and (type(option) is not str or len(option) > CARDS_LIMIT):
            raise BadMove("an option is a short word")
        if number is not None and (type(number) is not int or abs(number) > NUMBER_LIMIT):
            raise BadMove("a number is a whole number of ordinary size")
        return cls(cards, option, number, order, plan)


NOTHING = Answer()
NOTHING_FORM = form(NOTHING.primitives())
"""Its canonical form: most answers are this one."""

Predicate: TypeAlias = Callable[[tuple[Face, ...], Answer], "str | None"]
"""Looks at the faces of the chosen cards, in the order of the answer, and at the answer; gives
None if they fit, else the reason in words."""

Wording: TypeAlias = Callable[[tuple[Face, ...], str], "str | None"]
"""An option, by its key, in words for the cards that are picked with it; None for its label."""

Futility: TypeAlias = Callable[[tuple[Face, ...], str], "str | None"]
"""Why an option, by its key, would come to nothing with these faces in the hand; None if not."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One question to one seat.

    ``kind`` is the game's own short name of the question ("play", "discard"), for bots and tests.
    ``default`` stands in when the seat has left or is late; it is public and may be ``NOTHING``
    even where a person may not pass. Cards of a default commit nobody to open them: such rules
    use ``reveal``. A choice with ``predicate`` has a default without cards, and the rules open the
    chosen hidden cards in their very next blocking step. ``standing`` says that a
    standing pass may answer it. The rules never ask what has no legal answer. ``weight`` is for the
    client that asks a person, and no part of the rules; so are ``slight``: the keys of options that
    could be chosen before as well and alone are no reason to ask again, and ``about``, which tells
    questions of one kind apart for whoever explains them. ``futile`` is for
    the client too: it keeps a person from an option that leads nowhere with what the person holds,
    and is legal only because nobody else can tell.
    """

    kind: str
    prompt: str
    cards: tuple[CardId, ...] = ()
    min_cards: int = 0
    max_cards: int = 0
    options: tuple[Option, ...] = ()
    low: int = 0
    high: int = -1
    items: tuple[str, ...] = ()
    predicate: Predicate | None = field(default=None, compare=False, repr=False)
    default: Answer = NOTHING
    pass_label: str = ""
    standing: bool = False
    plan: PlanForm | None = None
    wording: Wording | None = field(default=None, compare=False, repr=False)
    weight: Weight = field(default=Weight.FULL, compare=False)
    slight: frozenset[str] = field(default=frozenset(), compare=False)
    futile: Futility | None = field(default=None, compare=False, repr=False)
    about: str = field(default="", compare=False)
    _form: Form | None = field(default=None, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.min_cards <= self.max_cards <= len(self.cards):
            raise RulesError(
                f"'{self.kind}' asks for {self.min_cards} to {self.max_cards} of its cards"
            )
        if len(self.cards) != len(set(self.cards)):
            raise RulesError(f"'{self.kind}' names a card twice")
        if self.predicate is not None and self.default.cards:
            raise RulesError(f"'{self.kind}' has a claim on faces and a default with cards")
        if self.plan is not None and (self.max_cards or self.options or self.items):
            raise RulesError(f"'{self.kind}' asks for a plan, which stands alone")
        if self.standing and not self.may_pass:
            raise RulesError(f"'{self.kind}' cannot be passed, so no standing pass can answer it")
        if not self.default.is_empty:
            check(self, self.default)

    @property
    def may_pass(self) -> bool:
        """Whether the empty answer is allowed."""
        return bool(self.pass_label) or (
            self.min_cards == 0
            and not self.options
            and self.low > self.high
            and not self.items
            and self.plan is None
        )

    def primitives(self) -> Primitive:
        """What is hashed of a choice: everything but the texts, the predicate and how much it
        weighs.

        The last part stands only where a plan is asked for.
        """
        plan = () if self.plan is None else (self.plan.primitives(),)
        return (
            self.kind,
            self.cards,
            self.min_cards,
            self.max_cards,
            tuple([option.key for option in self.options]),
            self.low,
            self.high,
            len(self.items),
            self.default.primitives(),
            self.may_pass,
            self.standing,
            *plan,
        )

    @property
    def form(self) -> Form:
        """The canonical form of ``primitives``, made once: rules may ask a choice again and again.

        It is put together by hand, for there is one in nearly every step of a game.
        """
        if self._form is None:
            keys = "".join([text_form(option.key) for option in self.options])
            default = NOTHING_FORM if self.default is NOTHING else form(self.default.primitives())
            plan = "" if self.plan is None else form(self.plan.primitives())
            made = (
                f"({text_form(self.kind)}{ids_form(self.cards)}i{self.min_cards},i{self.max_cards},({keys})i{self.low},"
                f"i{self.high},i{len(self.items)},{default}{'t' if self.may_pass else 'f'}"
                f"{'t' if self.standing else 'f'}{plan})"
            )
            object.__setattr__(self, "_form", Form(made))
        assert self._form is not None
        return self._form


def check(choice: Choice, answer: Answer) -> None:
    """The check everybody can make. Raises ``BadMove`` with the reason."""
    if not isinstance(answer, Answer):
        raise BadMove("that is no answer")
    if answer.is_empty and choice.may_pass:
        return
    _check_cards(choice, answer.cards)
    if choice.options:
        if all(option.key != answer.option for option in choice.options):
            raise BadMove("choose one of the options")
    elif answer.option is not None:
        raise BadMove("there is no option to choose here")
    if choice.low <= choice.high:
        if type(answer.number) is not int or not choice.low <= answer.number <= choice.high:
            raise BadMove(f"choose a number from {choice.low} to {choice.high}")
    elif answer.number is not None:
        raise BadMove("there is no number to choose here")
    if sorted(answer.order) != list(range(len(choice.items))):
        raise BadMove("put every item in its place, once")
    if choice.plan is not None:
        if not choice.plan.fits(answer.plan):
            raise BadMove("a plan has the numbers of its form")
    elif answer.plan:
        raise BadMove("there is no plan to make here")


def _check_cards(choice: Choice, cards: tuple[CardId, ...]) -> None:
    if not choice.min_cards <= len(cards) <= choice.max_cards:
        raise BadMove(f"choose {_span(choice.min_cards, choice.max_cards)}")
    if len(cards) > 1 and len(set(cards)) != len(cards):
        raise BadMove("choose a card only once")
    for card in cards:
        if card not in choice.cards:
            raise BadMove("that card cannot be chosen here")


def _span(min_cards: int, max_cards: int) -> str:
    if max_cards == 0:
        return "no card"
    if min_cards == max_cards:
        return "one card" if max_cards == 1 else f"{max_cards} cards"
    return f"{min_cards} to {max_cards} cards"


def _numbers(value: object) -> bool:
    return (
        type(value) is tuple
        and len(value) <= CARDS_LIMIT
        and all(type(item) is int and 0 <= item < NUMBER_LIMIT for item in value)
    )
