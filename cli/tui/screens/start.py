"""The start screen and what begins there: play, host, join, rules. Pure.

Held by tests/cli/tui/test_terminal.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cli.console.text import counted
from cli.model import intents
from cli.tui.screens.contacts import Contacts
from cli.tui.screens.game_forms import HostForm, PlayForm
from cli.tui.screens.join_form import JoinForm
from cli.tui.screens.network import Network
from cli.tui.screens.settings_form import SettingsForm
from cli.tui.screens.shelf import FileForm, History, Shelf, Tables
from cli.tui.table.rules import rules_window
from cli.tui.toolkit.forms import Form, Line
from cli.tui.toolkit.ui import Ui
from cli.tui.toolkit.windows import Menu
from games import registry

INTRO = "Games of succession, played peer to peer: no server, and every move can be verified."


class Start(Form):
    """The first screen. It shows at once; the lists on it come when they have been read."""

    back_keys = ("q",)
    back_title = "leave Crownless"
    back_hint = "quit"

    def __init__(self, ui: Ui, name: str) -> None:
        self.shelf = Shelf()
        self.name = name
        super().__init__(ui, f"you are {name}", self._entries(ui), INTRO)

    def _entries(self, ui: Ui) -> list[Line]:
        return [
            Line("Play against bots", "A table on this machine: real peers, the same protocol.",
                 run=lambda: ui.push(PlayForm(ui)), key="p"),
            Line("A guided first game", "A short game against gentle bots that tells how to play.",
                 run=lambda: ui.push(Guided(ui)), key="g"),
            Line("Host a table", "Open a table, give the invite to others, or let them find it.",
                 run=lambda: ui.push(HostForm(ui)), key="o"),
            Line("Join a table", "By invite or words, or one of those shown on the local network.",
                 run=self._join, key="j"),
            Line("Tables", "Go on with a table of yours, check it, or delete it.",
                 run=lambda: ui.push(Tables(ui, self.shelf)), key="t", note=self._count),
            Line("History", "Games that are over, and who won how often.",
                 run=lambda: ui.push(History(ui, self.shelf)), key="y"),
            Line("Contacts", "The keys that have a name of yours.",
                 run=lambda: ui.push(Contacts(ui, self.shelf)), key="c"),
            Line("Rules", "How each game is played.", run=lambda: ui.push(Rules(ui)), key="u"),
            Line("Replay a record", "Step through a finished game.",
                 run=lambda: ui.push(FileForm(ui, self.shelf, intents.OpenReplay)), key="r"),
            Line("Verify a record", "Check every signature, proof and move of a game.",
                 run=lambda: ui.push(FileForm(ui, self.shelf, intents.Verify)), key="v"),
            Line("Network", "What it allows, in one verdict, with one thing to do next.",
                 run=lambda: ui.push(Network(ui)), key="n"),
            Line("Settings", "Colours, glyphs, mouse, and your name.",
                 run=lambda: ui.push(SettingsForm(ui, self.name)), key="s"),
            Line("Quit", "Leave Crownless.", run=lambda: ui.intent(intents.Quit())),
        ]  # fmt: skip

    def _count(self) -> str:
        tables = self.shelf.tables
        if tables is None:
            return ""
        going = sum(table.open for table in tables)
        return f"{counted(going, 'table')} in progress" if tables else "none yet"

    def _join(self) -> None:
        self.ui.push(JoinForm(self.ui))

    def leave(self) -> None:
        """See Form."""
        self.ui.intent(intents.Quit())

    def offer(self) -> None:
        """To somebody who is here for the first time, once: a game that is told as it is played."""
        ui = self.ui
        ui.settings = replace(ui.settings, offered=True)
        ui.intent(intents.KeepSettings())
        entries: list[tuple[str, str, Callable[[], None]]] = [
            (str(number), title, _guiding(ui, game))
            for number, (game, title) in enumerate(_guided(), 1)
        ]
        entries.append(("n", "not now; it stays in this menu", lambda: None))
        text = (
            "New here? Play a short first game against gentle bots. It tells you how, bit by bit."
        )
        ui.push(Menu(ui, "A guided first game", text, entries))

    def renamed(self, name: str) -> None:
        """The person is called otherwise now."""
        self.name = name
        self.title = f"you are {name}"


def _guided() -> list[tuple[str, str]]:
    """The games that have a guided first game, with their titles."""
    return [(g, registry.make(g).info.title) for g in registry.GAMES if registry.tutorial(g)]


def _guiding(ui: Ui, game: str) -> Callable[[], None]:
    return lambda: ui.intent(intents.guided(game))


class Guided(Form):
    """Which game to learn by playing it."""

    def __init__(self, ui: Ui) -> None:
        lines = [
            Line(title, registry.guide(game).aim, run=_guiding(ui, game))
            for game, title in _guided()
        ]
        intro = (
            "A short game against gentle bots. What is new is told when it comes; a key goes on."
        )
        back = Line("Back", "To the start.", run=ui.pop)
        super().__init__(ui, "A guided first game", [*lines, Line(""), back], intro)


class Rules(Form):
    """Which game to read about."""

    def __init__(self, ui: Ui) -> None:
        lines = [
            Line(registry.make(game).info.title, registry.guide(game).aim, run=self._reads(game))
            for game in registry.GAMES
        ]
        super().__init__(ui, "Rules", [*lines, Line(""), Line("Back", "To the start.", run=ui.pop)])

    def _reads(self, game: str) -> Callable[[], None]:
        return lambda: self.ui.push(rules_window(self.ui, game))
