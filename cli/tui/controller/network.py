"""A look at the network beside the screen, which can be broken off.

Held by tests/cli/tui/controller/test_network.py.
"""

from __future__ import annotations

import asyncio

from cli.lifecycle.checkup_text import ASKS, STAYS, Commands, finding_lines, next_step, verdict
from cli.lifecycle.intent_handlers import Handlers
from cli.model.intents import CheckNetwork
from cli.tui.screens.network import Found, Network
from cli.tui.toolkit.ui import Ui
from p2p.client.reach.checkup import Checkup, check

HERE = Commands(
    practice="p in the start menu.",
    host="o in the start menu, and give the others the invite.",
    both="o in the start menu; the others press j in theirs.",
    online="o in the start menu, and there let the router let the others in.",
    ask="a, which asks your router to open a port for a moment.",
)
"""What is done next, on this screen."""


class NetworkCheck:
    """One look at a time."""

    def __init__(self, ui: Ui) -> None:
        self._ui = ui
        self._look: asyncio.Task[Checkup] | None = None

    def handlers(self) -> Handlers:
        """What it carries out, by the class of the intent."""
        return {CheckNetwork: self._on_check}

    async def _on_check(self, intent: CheckNetwork) -> None:
        await self._stop()
        screen = self._ui.find(Network)
        if not intent.on or not isinstance(screen, Network):
            return
        screen.work(ASKS if intent.internet else STAYS)
        self._ui.changed()
        self._look = look = asyncio.create_task(check(internet=intent.internet))
        try:
            await asyncio.wait({look})
        finally:
            if self._look is look:
                await self._stop()
        if look.cancelled():
            screen.stop()
        else:
            screen.show(in_words(look.result()))
        self._ui.changed()

    async def _stop(self) -> None:
        """Break off what is under way, and wait until the router has closed what it opened."""
        look, self._look = self._look, None
        if look is not None and not look.done():
            look.cancel()
            await asyncio.wait({look})


def in_words(found: Checkup) -> Found:
    """What the screen says of a look."""
    asked = found.reach is not None
    return Found(verdict(found), next_step(found, HERE), finding_lines(found), asked)
