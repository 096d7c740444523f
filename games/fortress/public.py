"""What everybody knows of a table once the map and the pieces are drawn, and the forms of plans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.private import PlanForm
from games.fortress.building import BUILD_NUMBERS
from games.fortress.chart import Chart
from games.fortress.orders import plan_size
from games.fortress.pieces import TURNS, Piece
from games.fortress.settings import Settings

BUILD: Final = "build"
ORDERS: Final = "orders"


@dataclass(frozen=True, slots=True)
class Public:
    """The settings, the map without its terrain, and the pieces on offer."""

    settings: Settings
    chart: Chart
    offer: tuple[Piece, ...]

    @property
    def build_form(self) -> PlanForm:
        """The form of a building plan (`games.fortress.building`)."""
        most = max(len(self.chart.grid), TURNS - 1)
        return PlanForm(BUILD, BUILD_NUMBERS, most, "Build your fortress")

    @property
    def orders_form(self) -> PlanForm:
        """The form of a plan of orders (`games.fortress.orders`)."""
        length = plan_size(self.settings.cap)
        return PlanForm(ORDERS, length, len(self.chart.grid), "Give your orders")
