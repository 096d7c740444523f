"""How the cards of Court look: people, Events, Action cards, and the tokens of a pool.

Pure data made of rows. Held by tests/games/court/test_view.py.
"""

from __future__ import annotations

from functools import lru_cache

from games.court.briefs import brief, brief_under, does
from games.court.cards import Action, Character, Event, Prince, Row
from games.court.terms import Ability
from games.court.words import kind_of, printed, when
from games.engine.values import CardId
from games.engine.view import CardView
from games.engine.words import begun


@lru_cache(maxsize=512)
def person_view(
    card: CardId,
    row: Character,
    ratings: tuple[int, int],
    counts: Ability | None,
    words: str,
    under: tuple[Action | Event, ...],
    turned: bool,
    mine: bool,
    fights: str,
) -> CardView:
    """Somebody in play: a view is made after every step, and little changes.

    Where there is least room, only the rating that `counts` in the Event or Melee is shown.
    """
    politics, combat = ratings
    rates = f"{politics}/{combat}"
    rate = rates if counts is None else politics if counts is Ability.POLITICS else combat
    text = f"Politics {politics}, combat {combat}; {words}. {row.text}"
    carried = " ".join(f"{one.title}: {one.text}" for one in under)
    titles = ", ".join(one.title for one in under)
    marks = [fights, "turned" if turned else "", f"with {titles}" if under else ""]
    return CardView(
        card,
        f"{begun(row.short)} {rates}",
        f"{row.title} ({rates})",
        f"{text} {carried}".strip(),
        open=True,
        mine=mine,
        mark=", ".join(filter(None, marks)),
        name=begun(row.short),
        suit=rates,
        brief=f"{brief(row)} {rate}",
        keywords=words,
        does=does(row),
        at_stake=bool(fights),
        turned=turned,
        under=tuple([brief_under(one) for one in under]),
        topic=_topic(row),
    )


def _topic(row: Row) -> str:
    """The key of its entry in the guide."""
    if isinstance(row, Event):
        return f"event.{row.key}"
    if isinstance(row, Prince):
        return f"prince.{row.key}"
    return f"{'character' if isinstance(row, Character) else 'card'}.{row.key}"


@lru_cache(maxsize=512)
def card_view(card: CardId, row: Row, *, is_open: bool = True, mine: bool = False) -> CardView:
    if isinstance(row, Event):
        return event_view(card, row, is_open=is_open)
    if isinstance(row, Character):
        text = f"{begun(printed(row))}. {row.text}"
        rates = f"{row.politics}/{row.combat}"
        return CardView(
            card,
            f"{begun(row.short)} {rates}",
            f"{row.title} ({rates})",
            text,
            is_open,
            mine,
            name=begun(row.short),
            suit=rates,
            brief=f"{brief(row)} {rates}",
            keywords=", ".join(row.keywords),
            does=does(row),
            topic=_topic(row),
        )
    text = f"{when(row)}. {row.text}"
    return CardView(card, row.title, row.title, text, is_open, mine, topic=_topic(row))


def event_view(card: CardId | None, event: Event, *, is_open: bool = True) -> CardView:
    text = f"{begun(kind_of(event))}. {event.text}"
    return CardView(
        card,
        event.title,
        event.title,
        text,
        is_open,
        mine=False,
        does=_in_force(event),
        topic=_topic(event),
    )


def _in_force(event: Event) -> str:
    """What a lasting Event in the middle of the table does to whom."""
    if event.lasting is None or event.lasting_for is None:
        return ""
    changes = (("politics", event.lasting.politics), ("combat", event.lasting.combat))
    said = ", ".join(f"{ability} {by:+}" for ability, by in changes if by)
    return f"every {event.lasting_for}: {said}"


def tokens_view(number: int, note: str, brief: str) -> CardView:
    """The tokens of a pool as one thing to look at; it is no card."""
    said = f"{number} token{'' if number == 1 else 's'}"
    text = f"{note}." if note else "Nobody has brought any yet."
    return CardView(
        None,
        str(number),
        said,
        text,
        open=True,
        mine=False,
        brief=brief,
        topic="term.support",
        tells_topic=False,
        count=number,
    )
