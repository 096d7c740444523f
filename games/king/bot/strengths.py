"""The three strengths of bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.engine.bots import Bot
from games.king.bot.gentle import Page
from games.king.bot.player import Pretender
from games.king.bot.strong import Usurper

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "strong": Usurper,
    "fair": Pretender,
    "gentle": Page,
}
"""By kind, the best first."""
