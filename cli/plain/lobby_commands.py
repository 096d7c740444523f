"""The commands of a lobby in line mode: who sits there, and that the game may begin. Pure.

Held by tests/cli/plain/test_lobby_commands.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.console.text import wrapped
from cli.model.intents import (
    Ready,
    Refuse,
)
from cli.model.lobby_text import bots_wanted
from cli.model.names import OUR_BOT
from cli.model.table_text import Names
from cli.plain.reaction import Reaction

FRESH = 0.5
"""Seconds in which `ready` was typed for who sat there before."""


class LobbyCommands:
    """What a person decides before the game. With `hosts` it opened the table, and says who is not
    to sit there, and which bots do: of these `strengths`, the best first."""

    def __init__(self, *, hosts: bool, strengths: Sequence[str]) -> None:
        self.hosts = hosts
        """Whether we can refuse seats."""
        self.begun = False
        """Whether the game has begun, so that all of this is over."""
        self._strengths = strengths
        self._agree_since: float | None = None

    def ask_to_agree(self, since: float | None) -> None:
        """Since when the table as it is shown waits for our word; None while it does not."""
        self._agree_since = since

    def agree(self, now: float) -> Reaction:
        """Say that the table as it is shown may begin."""
        if self.begun:
            return Reaction(["The game has begun already."])
        if self._agree_since is None:
            return Reaction(["You are not asked for it now; it is said when all seats are taken."])
        if now - self._agree_since < FRESH:
            return Reaction(["Who sits here has just changed; look once more, then type ready."])
        self._agree_since = None
        return Reaction(["You are ready. The game begins when everybody is."], Ready())

    def refuse(self, number: int | None, names: Names) -> Reaction:
        """Give somebody no seat, by the number in the list."""
        if not self.hosts or self.begun:
            return Reaction(["Only who opened a table refuses seats, and only before the game."])
        people = names.people
        if number is None or not 1 <= number <= len(people) or people[number - 1].mine:
            return Reaction(["Say whom, by the number that seats shows, such as: refuse 2"])
        if people[number - 1].operator == OUR_BOT:
            return Reaction([f"{people[number - 1].name} goes."], Refuse(people[number - 1].key))
        said = (
            f"{people[number - 1].name} gets no seat. Who has the invite can come back under a new "
            "key; against that, leave and host another table."
        )
        return Reaction(wrapped(said), Refuse(people[number - 1].key))

    def bot(self, typed: str) -> Reaction:
        """Give a free seat to a bot."""
        if not self.hosts or self.begun:
            return Reaction(["Only who opened a table seats bots there, and only before the game."])
        wanted = bots_wanted(typed, self._strengths)
        return Reaction(wrapped(wanted)) if isinstance(wanted, str) else Reaction([], wanted)
