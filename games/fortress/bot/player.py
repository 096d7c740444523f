"""The bots of Heir Apparent: Fortress: from what a seat knows to its plan.

Each decides by its `Temper` alone. They keep nothing between two decisions, and use no chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from games.engine.bots import Bot, Chooser, Situation
from games.engine.choice import Answer
from games.engine.errors import RulesError
from games.engine.private import Plan
from games.fortress.bot.building import building_plan
from games.fortress.bot.foresight import aimed_orders
from games.fortress.bot.outlook import Outlook
from games.fortress.bot.staff import Staff
from games.fortress.bot.temper import FAIR, GENTLE, STRONG, Temper
from games.fortress.half import FortressHalf
from games.fortress.hexes import Cell
from games.fortress.orders import Orders, UnitOrder
from games.fortress.paths import Traffic
from games.fortress.public import BUILD
from games.fortress.standing import order_to


# D-73: no memory and no chance, so a restart loses nothing. What it would have to remember it
# guesses from the round.
class Commander:
    """A bot with one temper."""

    def __init__(self, temper: Temper) -> None:
        self._temper = temper

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        """A plan. Raises ``RulesError`` without a half to make it from."""
        half, form = situation.knowledge.half, situation.choice.plan
        if not isinstance(half, FortressHalf) or form is None:
            raise RulesError("a commander makes plans, and only from what its seat knows")
        return Answer(plan=plan_of_temper(half, form.name, self._temper))


def plan_of_temper(half: FortressHalf, form: str, temper: Temper) -> Plan:
    """What a bot of this temper plans."""
    if form == BUILD:
        public = half.public
        return building_plan(public.chart, half.seat, public.offer, shields=temper.shields)
    return half.plan(orders_of_temper(half, temper))


def orders_of_temper(half: FortressHalf, temper: Temper) -> Orders:
    """The orders of a bot of this temper."""
    outlook = Outlook(half)
    ground, goals = outlook.ground, Staff(outlook, temper).decide()
    units = {unit.number: unit for unit in half.force.units}
    firm = ground.firm({number: goal.cells for number, goal in goals.items() if goal.firm})

    def wishes(number: int) -> Iterator[Cell]:
        goal = goals[number]
        return ground.ends(units[number], goal.cells, firm=firm)

    places = {number: unit.cell for number, unit in units.items()}
    ends = Traffic(places, wishes, {}).settle(goals)
    if temper.foresees:
        return aimed_orders(outlook, ends)
    orders: dict[int, UnitOrder] = {
        number: order_to(ground, unit, ends[number], half.rival_units)
        for number, unit in units.items()
    }
    return Orders(tuple(orders.values()), half.default_orders().ballistas)


BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "strong": partial(Commander, STRONG),
    "fair": partial(Commander, FAIR),
    "gentle": partial(Commander, GENTLE),
}
"""By kind, the best first."""
