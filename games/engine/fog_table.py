"""What the rules of a game under fog may ask of a table, beside the table's own verbs.

Each turns into steps of ``games.engine.fog_steps``. As with all verbs, a seat that has left is not
asked, and nothing is dealt to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.errors import RulesError
from games.engine.fog_steps import (
    Account,
    Battle,
    Build,
    Copy,
    Deck,
    NamePositions,
    ShuffleDecks,
    Sight,
    unopened,
)
from games.engine.private import FogLimits, Number, PlanForm
from games.engine.steps import Deal
from games.engine.table import Table
from games.engine.values import CardId, Seat


async def shuffle_decks(table: Table, zones: Sequence[str]) -> None:
    """Shuffle each of these zones in itself, all in one pass a seat. Their cards get fresh ids."""
    gathered = [(name, tuple(table.zone(name).cards)) for name in zones]
    decks = [Deck(cards, table.fresh_ids(len(cards)), name) for name, cards in gathered if cards]
    if any(table.reader(card) is not None for deck in decks for card in deck.cards):
        raise RulesError("a deck has no card that a seat keeps")
    if decks:
        await ShuffleDecks(tuple(decks))


async def copy_map(
    table: Table, owner: Seat, hidden: str, cells: Sequence[int], blanks: str, zone: str
) -> tuple[CardId, ...]:
    """Make a seat's own permuted view, in ``zone``, of the zone ``hidden`` and the blanks.

    ``cells``: of each card of ``hidden`` the cell that it lies on. What is left of an older view in
    ``zone`` drops out of play. Gives the positions.
    """
    if table.is_gone(owner):
        return ()
    mapped = table.zone(hidden).cards
    if len(cells) != len(mapped):
        raise RulesError(f"'{hidden}' has {len(mapped)} cards, and {len(cells)} cells are named")
    table.remove(tuple(table.zone(zone).cards))
    sources = (*mapped, *table.zone(blanks).cards)
    fresh = table.fresh_ids(len(sources))
    await Copy(owner, sources, tuple(cells), fresh, zone)
    return fresh


async def open_positions(
    table: Table, pools: Mapping[Seat, str], count: int, round_: int | None = None
) -> None:
    """Each seat looks at ``count`` positions of its view, which lies in the zone named for it.

    With fewer left anywhere than that there is no step to ask for: raises ``RulesError``.
    """
    asked = tuple([(seat, zone) for seat, zone in pools.items() if not table.is_gone(seat)])
    for seat, zone in asked:
        if len(unopened(table, zone)) < count:
            raise RulesError(f"the view of seat {seat} has no {count} positions left: renew it")
    if not asked or not count:
        return
    named = await NamePositions(asked, count, round_)
    for (seat, _), positions in zip(asked, named, strict=True):
        if positions and not table.is_gone(seat):
            await Deal(positions, seat)


async def build(table: Table, form: PlanForm, round_: int | None = None) -> Mapping[Seat, bool]:
    """All seats still in seal a plan; gives of each whether it did in time."""
    seats = table.active
    return dict(zip(seats, await Build(seats, form, round_), strict=True))


async def sight(table: Table, round_: int, limits: FogLimits) -> None:
    """All seats still in learn what of the others they see."""
    await Sight(table.active, round_, limits)


async def battle(
    table: Table, round_: int, form: PlanForm, limits: FogLimits
) -> Mapping[Seat, bool]:
    """All seats still in seal a plan and meet; gives of each whether it sealed in time."""
    seats = table.active
    return dict(zip(seats, await Battle(seats, round_, form, limits), strict=True))


async def account(
    table: Table, numbers: Mapping[Seat, tuple[Number, ...]], *, last: bool = False
) -> Mapping[Seat, tuple[int, ...]]:
    """What all seats still in say of themselves. A seat that leaves meanwhile says nothing."""
    asks = tuple([(seat, numbers[seat]) for seat in table.active])
    said = await Account(asks, last)
    return {seat: one for (seat, _), one in zip(asks, said, strict=True) if one}
