"""The three strengths of bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from games.court.bot.gentle import Novice
from games.court.bot.player import Envoy, Eyes
from games.court.bot.strong import Schemer
from games.engine.bots import Bot

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "strong": partial(Envoy, Schemer),
    "fair": partial(Envoy, Eyes),
    "gentle": partial(Envoy, Novice),
}
"""By kind, the best first."""
