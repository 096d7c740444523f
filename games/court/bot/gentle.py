"""The gentle bot: it takes what is offered, bids nothing, and lets people alone."""

from __future__ import annotations

from games.court import turn
from games.court.affair import GIFT
from games.court.bot.player import Eyes
from games.court.plays import PLAY
from games.court.state import SUPPORT, pool_of
from games.engine.choice import Answer


class Novice(Eyes):
    """One seat before one question, with no plan but to take part."""

    def bid(self, answer: Answer) -> int:
        """Nothing, ever: whoever is left over will do."""
        return 1 if answer.number is None else -1

    def act(self, answer: Answer) -> int:
        """Cards and powers, but no Melee."""
        word = (answer.option or "").split()[:1]
        return -1 if word == [turn.FIGHT] else super().act(answer)

    def event(self, answer: Answer) -> int:
        """The Prince's free support and one Character, for itself or for a Challenge."""
        scene = self.state.affair
        if answer.is_empty or scene is None or answer.option is None or answer.option == PLAY:
            return 0
        word, *rest = answer.option.split()
        pool = pool_of(self.seat) if scene.event.is_contest else SUPPORT
        if word not in (GIFT, "support") or rest[-1] != pool:
            return -1
        mine = [one for one in scene.stakes if one.by == self.seat and one.person]
        return 2 if word == GIFT else -1 if mine else 1
