"""The settings screen: what a person can choose, and how they are called. Pure.

Held by tests/cli/tui/screens/test_settings_form.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cli.model import intents
from cli.tui.toolkit.fields import Field
from cli.tui.toolkit.forms import Form, Line
from cli.tui.toolkit.settings import CHOICES
from cli.tui.toolkit.ui import Ui

WORDS: Mapping[str, tuple[str, str]] = {
    "theme": ("Theme", "dark, light, high contrast or mono; NO_COLOR is honoured in any case."),
    "depth": ("Number of colours", "16, 256 or any, where what the terminal says is not so."),
    "glyphs": ("Glyphs", "Line drawing, or plain ASCII where lines come out wrong."),
    "mouse": ("Mouse", "Off leaves the mouse to the terminal, for selecting text."),
    "bell": ("Bell", "Ring when it is your turn."),
    "title": ("Terminal title", "The title of the window says when it is your turn."),
    "guard": ("Guard", "So long a key does not answer a question that has just come up."),
    "screen": (
        "Tables open on",
        "the full screen or lines; crownless alone always opens this one.",
    ),
    "asks": (
        "Ask me",
        "about what concerns you, wherever you can play something, or in every window.",
    ),
    "pace": ("Pace", "So long each move of the others is shown; any key shows them all."),
    "moves_first": (
        "Questions wait for it",
        "Whether you are asked only when all moves before were shown; a key asks at once.",
    ),
    "keep_records": (
        "Keep records",
        "Keep the record of each game that is over, to verify and replay it later.",
    ),
    "offered": ("First game was offered", "Off offers a guided first game once more."),
}


class SettingsForm(Form):
    """What a person can choose; it holds at once and is written when the screen is left."""

    def __init__(self, ui: Ui, name: str) -> None:
        self._called = name
        self._settings = {
            name: Line(
                label,
                text,
                [_said(name, value) for value in CHOICES[name]],
                CHOICES[name].index(getattr(ui.settings, name)),
                changed=self._apply,
            )
            for name, (label, text) in WORDS.items()
        }
        self._name = Line("Your name", "What others see; at the next table.", field=Field("", 24))
        assert self._name.field is not None
        self._name.field.insert(name)
        back = Line("Done", "Back to the start.", run=self.leave)
        lines = [*self._settings.values(), self._name, Line(""), back]
        where = f"Kept in {ui.kept_in}, where other keys can be set too." if ui.kept_in else ""
        super().__init__(ui, "Settings", lines, where)

    def _apply(self) -> None:
        found = {name: CHOICES[name][line.at] for name, line in self._settings.items()}
        self.ui.settings = replace(self.ui.settings, **found)  # type: ignore[arg-type]

    def leave(self) -> None:
        """See Form."""
        name = self._name.value.strip()
        if name != self._called:
            self.ui.intent(intents.Rename(name))
        self.ui.intent(intents.KeepSettings())
        super().leave()


_ASKS = {
    "concerned": "what concerns me",
    "able": "whenever I can play",
    "always": "in every window",
}


def _said(name: str, value: str | int | bool) -> str:
    if name == "asks":
        return _ASKS[str(value)]
    if name == "screen":
        return "the full screen" if value else "lines"
    if isinstance(value, bool):
        return "on" if value else "off"
    if value == "auto":
        return "as the terminal says"
    if name == "depth":
        return "any" if value == "true" else str(value)
    if name == "guard":
        return f"{value} ms" if value else "off"
    if name == "pace":
        return f"{int(value) / 1000:g} s a move" if value else "all at once"
    return "high contrast" if value == "contrast" else str(value)
