"""Begins the draft of a plan for a person: a fortress, or the orders of a round."""

from __future__ import annotations

from games.engine.plan_draft import PlanDraft
from games.engine.private import Half, PlanForm
from games.engine.values import Primitive
from games.fortress.build_draft import BuildDraft
from games.fortress.half import FortressHalf
from games.fortress.order_draft import OrderDraft
from games.fortress.public import BUILD


def begin_draft(half: Half, form: PlanForm, memo: Primitive) -> PlanDraft:
    """See `games.engine.plan_draft.Planner`."""
    assert isinstance(half, FortressHalf)
    draft = BuildDraft if form.name == BUILD else OrderDraft
    return draft.begin(half, form, memo)
