"""The strong bot: it plans Events, spends what costs it least, and turns Wizards against Spells."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from games.court import deeds as do
from games.court.bot.marks import CARD, FAVOR, worth_of
from games.court.bot.player import Eyes
from games.court.bot.plots import Plot, best_plot, outlook, turning_costs, weights
from games.court.course import COUNTER
from games.court.deck import action_of, character_of
from games.court.plays import PLAY
from games.court.state import PLAYED, Stage
from games.engine.choice import Answer

_PRICE: Final = 10
COUNTERED: Final = 4
_HARM: Final = {do.Slay: 4 * FAVOR, do.Swap: 4 * FAVOR}
_IN_EVENTS: Final = (do.Add, do.Conscript, do.Withdraw)


class Schemer(Eyes):
    """One seat before one question, with plans."""

    def bid(self, answer: Answer) -> int:
        """A tenth of what the best on offer is worth above the next best."""
        if answer.number is None:
            return 0
        offered = sorted(
            worth_of(character_of(self.t.face(card))) for card in self.t.zone("auction").cards
        )
        limit = (offered[-1] - offered[-2]) // _PRICE
        return 1 if answer.number == self.choice.low <= limit else -answer.number - 1

    def mark(self, answer: Answer) -> int:
        """How good an answer is; 0 is doing nothing."""
        if self.choice.kind != COUNTER:
            return super().mark(answer)
        if answer.is_empty or answer.option is None:
            return 0
        wizard = self.state.people[answer.option.split()[1]]
        return self.harm() - COUNTERED - turning_costs(self.t, self.seat, wizard)

    def harm(self) -> int:
        """What a Spell, or a counter of one's own, takes from this seat, as far as it can tell.

        At whom a Spell is aimed is not looked up: it may be at any rival of whoever casts it.
        """
        row = action_of(self.t.face(self.t.zone(PLAYED).cards[-1]))
        own = self.state.stage is Stage.ACTIONS and self.t.turn == self.seat
        if row.title not in self.choice.prompt:  # somebody has countered
            return 2 * CARD if own else 0
        rivals = max(1, len(self.t.active) - 1)
        harm = sum(_HARM.get(type(deed), 0) for deed in row.deeds) // rivals
        if row.bonus is not None and row.bonus.politics + row.bonus.combat < 0:
            harm += 4 * FAVOR // rivals
        gained = sum(deed.amount for deed in row.deeds if isinstance(deed, do.Gain))
        spread = sum(deed.amount for deed in row.deeds if isinstance(deed, do.Largesse))
        if self.t.turn is not None:
            harm += weights(self.t, self.seat).get(self.t.turn, 0) * (gained - spread)
        scene = self.state.affair
        if scene is not None and any(isinstance(deed, _IN_EVENTS) for deed in row.deeds):
            harm += max(0, outlook(self.t, scene, self.seat)) // 2
        return harm

    def event(self, answer: Answer) -> int:
        """What begins the best plot, if anything pays."""
        scene = self.state.affair
        if answer.is_empty or scene is None or answer.option is None:
            return 0
        if answer.option == PLAY or answer.option.startswith("power"):
            return super().event(answer)
        plot = self.plot
        if plot is None or plot.first.option != answer.option:
            return -1
        return FAVOR + plot.value

    @cached_property
    def plot(self) -> Plot | None:
        """The best it could do in this Event with whom it has."""
        scene = self.state.affair
        return None if scene is None else best_plot(self.t, scene, self.seat)
