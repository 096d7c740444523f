"""The gentle bot: it climbs by attacking Heirs, and lets the other players alone.

It attacks with its weakest Assassin, plays no card on a player and none in another's turn but to
save its own life, and never joins against a King. So a newcomer has time to see how the game goes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.bots import Chooser
from games.engine.choice import NOTHING, Answer, Choice
from games.king import answers, plays
from games.king.bot import player
from games.king.bot.evaluation import KEPT, Outlook, worth
from games.king.bot.picks import attackers, throw_away
from games.king.bot.player import Decision, Pretender
from games.king.effects import targets
from games.king.heirs import Person, seat_of
from games.king.offers import ACT, REACT


class Modest(Outlook):
    """An outlook in which no player is ever in the way."""

    def wish(self, person: Person) -> int:
        """See Outlook."""
        return -100 if seat_of(person) is not None else super().wish(person)


class Page(Pretender):
    """The gentle bot of this game."""

    outlook = Modest

    def decision(self, kind: str) -> Decision | None:
        """See Pretender."""
        return _DECISIONS.get(kind) or super().decision(kind)


def _act(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """It looks for new cards, then attacks an Heir above it with the weakest Assassin."""
    keys = [option.key for option in choice.options]
    if plays.DISCARD.key in keys:
        return throw_away(outlook, choice, KEPT)
    for decide in (player.betray, player.prepare_betrayal, player.blackmail):
        answer = decide(outlook, choice, keys)
        if answer != NOTHING:
            return answer
    above = targets(outlook.state, plays.ASSASSINATE, outlook.seat)
    cards = attackers(outlook, choice, knights=False)
    if plays.ASSASSINATE.key not in keys or not any(outlook.wish(one) > 0 for one in above):
        return NOTHING
    rows = [(worth(row), card) for card in cards if (row := outlook.card(card)) is not None]
    return Answer((min(rows)[1],), plays.ASSASSINATE.key) if rows else NOTHING


def _nothing(outlook: Outlook, choice: Choice, randbelow: Chooser) -> Answer:
    """It lets things happen."""
    return NOTHING


_DECISIONS: Final[Mapping[str, Decision]] = {
    ACT: _act,
    REACT: _nothing,
    answers.JOIN: _nothing,
    answers.POISON: _nothing,
}
