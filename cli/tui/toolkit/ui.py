"""The whole state of the screen: which screens lie on each other, what was said, what is wanted.

Keys, clicks and news go in, pictures and intents come out; time is passed in. Pure.
Held by tests/cli/tui/table/test_table_keys.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cli.console.fits import LEAST_HEIGHT, LEAST_WIDTH
from cli.model.intents import Intent, Quit
from cli.tui.toolkit.actions import CHORDS, Action, by_name, find, remapped
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, clip_path
from cli.tui.toolkit.depth import Depth, Terminal
from cli.tui.toolkit.hints import paint_hints, paint_too_small
from cli.tui.toolkit.settings import Settings
from cli.tui.toolkit.theme import depth_for, theme_for

WIDE_WIDTH = 100
WIDE_HEIGHT = 32
TOAST = 6.0
"""Seconds that a remark stays."""
FRESH = "A new question has just come up; press again to answer it."
DOUBLE = 0.4
"""Seconds between the two clicks of a double click."""


class Screen:
    """One screen, or a window above one. Subclasses say what it shows and what can be done."""

    title = ""
    floats = False
    """Whether it lies above the screen below, which stays visible."""

    def __init__(self, ui: Ui) -> None:
        self.ui = ui

    def actions(self) -> Sequence[Action]:
        """What can be done here."""
        return ()

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """Draw it into this room."""

    def typed(self, text: str) -> bool:
        """Take text typed or pasted into a field; False if no field has the cursor."""
        return False

    def edit(self, key: str) -> bool:
        """Take a key that edits a field; False if it is for somebody else."""
        return False

    def types(self) -> bool:
        """Whether a field has the cursor, so that letters are typed and are no keys; by default,
        whether the line of a form that has it is one."""
        return getattr(getattr(self, "line", None), "field", None) is not None

    def click(self, target: Target) -> None:
        """The mouse was pressed there."""

    def read(self, target: Target) -> None:
        """The mouse was pressed there twice."""
        self.click(target)

    def wheel(self, target: Target | None, by: int) -> None:
        """The wheel was turned there."""

    def asked_at(self) -> float | None:
        """When the question that is open here appeared."""
        return None

    def tick(self, now: float) -> bool:
        """Time has passed; says whether something that is shown changes with it."""
        return False


@dataclass
class Ui:
    """The state of everything that is shown."""

    settings: Settings = field(default_factory=Settings)
    width: int = LEAST_WIDTH
    height: int = LEAST_HEIGHT
    now: float = 0.0
    screens: list[Screen] = field(default_factory=list)
    intents: list[Intent] = field(default_factory=list)
    version: int = 0
    canvas: Canvas = field(default_factory=lambda: Canvas(0, 0))
    terminal: Terminal = field(default_factory=Terminal)
    alone: bool = False
    """Whether leaving what was opened first leaves the program."""
    kept_in: str = ""
    """Where the settings are kept."""
    lines: bool = False
    """Whether to go on in line mode once the screen is left."""
    busy: str = ""
    """What the controller is doing, where it takes longer than a moment."""
    redraws: int = 0
    """How often the whole screen was asked for anew."""
    _toast: tuple[str, str, float] = ("", "", 0.0)
    _last_click: tuple[Target | None, tuple[int, int], float] = (None, (0, 0), -1.0)
    _leaving: float = -100.0

    # State

    @property
    def top(self) -> Screen:
        """The screen that has the keys."""
        return self.screens[-1]

    def actions(self, screen: Screen | None = None) -> Sequence[Action]:
        """What can be done on the top screen or another, with the keys of the settings."""
        return remapped(self.everything(screen or self.top), self.settings.keys)

    def everything(self, screen: Screen) -> Sequence[Action]:
        """What can be done on a screen, with what can be done on all of them, by the usual keys."""
        redraw = Action("redraw", ("c-l",), "draw the whole screen anew", self._redraw)
        return (*screen.actions(), redraw)

    @property
    def heading(self) -> str:
        """What the terminal's title is to say; empty to leave it alone."""
        if not self.settings.title:
            return ""
        asked = any(screen.asked_at() is not None for screen in self.screens)
        return "Your turn - Crownless" if asked else "Crownless"

    @property
    def wide(self) -> bool:
        """Whether there is room for the large layout."""
        return self.width >= WIDE_WIDTH and self.height >= WIDE_HEIGHT

    @property
    def fits(self) -> bool:
        """Whether there is room for any layout."""
        return self.width >= LEAST_WIDTH and self.height >= LEAST_HEIGHT

    @property
    def theme(self) -> str:
        """The theme in use."""
        return theme_for(self.settings.theme, self.terminal)

    @property
    def depth(self) -> Depth:
        """How many colours are in use."""
        return depth_for(self.settings.depth, self.terminal)

    @property
    def lettered(self) -> bool:
        """Whether names carry letters in texts, as no colour tells people apart."""
        # D-136: where a name has the colour of its seat, a letter adds nothing.
        plain = self.theme == "mono" or self.depth is Depth.NONE
        return plain or self.settings.glyphs == "ascii"

    def changed(self) -> None:
        """Something that is shown has changed."""
        self.version += 1

    def push(self, screen: Screen) -> None:
        """Show a screen above the others."""
        self.screens.append(screen)
        self.changed()

    def pop(self) -> None:
        """Back to the screen below."""
        self.pop_and(lambda: None)

    def pop_and(self, run: Callable[[], None]) -> None:
        """Back to the screen below, and on from there.

        A program that was started for one thing alone ends where that leads nowhere.
        """
        if len(self.screens) > 1:
            self.screens.pop()
        wanted = len(self.intents)
        run()
        if self.alone and len(self.screens) == 1 and len(self.intents) == wanted:
            self.intent(Quit())
        self.changed()

    def reset(self, *screens: Screen) -> None:
        """Show these screens and no others."""
        self.screens[:] = screens
        self.changed()

    def find(self, kind: type[Screen]) -> Screen | None:
        """The uppermost screen of a kind."""
        return next((s for s in reversed(self.screens) if isinstance(s, kind)), None)

    def intent(self, intent: Intent) -> None:
        """Ask the controller for something."""
        self.intents.append(intent)
        self.changed()

    def say(self, text: str, style: str = "") -> None:
        """Show a remark for a moment."""
        self._toast = (text, style, self.now + TOAST)
        self.changed()

    def trouble(self, text: str) -> None:
        """Show what went wrong; a sign says so too, as not everybody sees the colour."""
        self._toast = (f"! {text}", "danger", self.now + 3 * TOAST)
        self.changed()

    @property
    def toast(self) -> tuple[str, str]:
        """The remark that stands, and its style."""
        text, style, _ = self._toast
        return text, style

    def tick(self, now: float) -> None:
        """Time has passed."""
        self.now = now
        if self._toast[0] and now > self._toast[2]:
            self._toast = ("", "", 0.0)
            self.changed()
        if self.screens and any(screen.tick(now) for screen in self.screens):
            self.changed()

    # Keys and mouse

    def key(self, key: str, now: float) -> None:
        """A key was pressed."""
        self.now = now
        self.changed()
        if not self.fits:
            self.lines = key == "l"
            if key in ("l", "q", "c-c"):
                self.intent(Quit())
            return
        if key == "c-c":
            self._interrupt()
            return
        found = find(self.actions(), key)
        if found is not None and found.name == "redraw" and key in CHORDS:  # in fields as well
            found.run()
            return
        top, remark = self.top, self._toast
        typed = len(key) == 1 or key == "space"
        if top.edit(key) or (typed and top.typed(" " if key == "space" else key)):
            if self._toast is remark:
                self._hush()
            return
        # Looked for again: leaving a field changes what can be done.
        found = find(self.actions(), key)
        if found is None and len(key) == 1:
            self._say_idle(key)
        self.act(found)

    def paste(self, text: str, now: float) -> None:
        """Text was pasted: into a field, else it is nothing."""
        self.now = now
        self.changed()
        self.top.typed(" ".join(text.split()))

    def _say_idle(self, key: str) -> None:
        """A letter that does nothing, so that nobody thinks that it was not heard."""
        later = next((action for action in self.actions() if key in action.keys), None)
        if later is not None:
            self.say(f"{key} does nothing now. At other times: {later.title}.")
        elif by_name(self.actions(), "help") is not None:
            self.say(f"{key} does nothing here; ? lists the keys.")

    def act(self, action: Action | None) -> None:
        """Do an action, or say why not."""
        if action is None:
            return
        asked = self.top.asked_at()
        fresh = asked is not None and self.now - asked < self.settings.guard / 1000
        if action.answers and fresh:
            self.say(FRESH)
            return
        reason = action.why_not()
        if reason:
            self.say(f"{reason[0].upper()}{reason[1:]}.")
            return
        self._hush()
        action.run()
        self.changed()

    def _redraw(self) -> None:
        """Something else has written over the screen, or drew a sign otherwise than we counted."""
        self.redraws += 1

    def _hush(self) -> None:
        self._toast = ("", "", 0.0)

    def _interrupt(self) -> None:
        if self.now - self._leaving < TOAST:
            self.intent(Quit())
            return
        self._leaving = self.now
        self.say("Ctrl-C once more leaves; a game is saved and goes on when you come back.")

    def click(self, x: int, y: int, now: float) -> None:
        """The mouse was pressed at a cell."""
        self.now = now
        target = self.canvas.at(x, y)
        before, place, then = self._last_click
        double = before is not None and place == (x, y) and now - then < DOUBLE
        self._last_click = (None if double else target, (x, y), now)
        self.changed()
        if double and before is not None and before.panel != "action":
            self.top.read(before)
        elif target is not None and target.panel == "action":
            self.act(by_name(self.actions(), target.word))
        elif target is not None:
            self.top.click(target)

    def wheel(self, x: int, y: int, by: int, now: float) -> None:
        """The wheel was turned above a cell."""
        self.now = now
        self.top.wheel(self.canvas.at(x, y), by)
        self.changed()

    # Painting

    def picture(self, width: int, height: int) -> Canvas:
        """Everything as it looks at this size."""
        self.width, self.height = width, height
        canvas = Canvas(width, height, ascii_only=self.settings.glyphs == "ascii")
        self.canvas = canvas
        if not self.fits:
            paint_too_small(canvas)
            return canvas
        room = Rect(0, 0, width, height - 1)
        base = max(i for i, screen in enumerate(self.screens) if not screen.floats or i == 0)
        for screen in self.screens[base:]:
            if screen is not self.screens[base]:
                canvas.below = list(canvas.spots)
                canvas.spots.clear()
                canvas.cursor = None
            screen.paint(canvas, room)
        if canvas.cursor is None:  # on the line that says what is asked or waited for
            canvas.cursor = (1, height - 2)
        paint_hints(canvas, self.actions(), types=self.top.types())
        return canvas


def remark(ui: Ui, canvas: Canvas, rect: Rect, otherwise: str = "", style: str = "dim") -> None:
    """One row: the remark of the moment, or what is said where there is none."""
    text, tone = ui.toast
    if not text and ui.busy:
        text, tone = f"{ui.busy}…", "dim"
    if text:
        canvas.put(rect.x, rect.y, clip_path(text, rect.width), tone or "bold")
    else:
        canvas.put(rect.x, rect.y, clip(otherwise, rect.width), style)
