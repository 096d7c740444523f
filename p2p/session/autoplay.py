"""What a bot decides for the seat of a session.

Held by tests/p2p/client/play/test_session_thread.py.
"""

from __future__ import annotations

from games.engine.bots import Bot, Chooser, Situation
from games.engine.choice import NOTHING
from games.engine.values import Seat
from p2p.session.person import Decision, Prompt
from p2p.session.session import Session


def decision_of(bot: Bot, session: Session, prompt: Prompt, randbelow: Chooser) -> Decision:
    """The bot's answer to `prompt`; where claims are asked for, whether it has one."""
    seat, table = Seat(session.seat or 0), session.replica.engine.table
    situation = Situation(session.game, table, seat, session.knowledge(), prompt.choice)
    answer = bot.choose(situation, randbelow)
    return answer != NOTHING if prompt.claiming else answer
