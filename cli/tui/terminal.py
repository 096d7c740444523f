"""The one module that knows prompt-toolkit: keys and mouse in, pictures out.

A single window paints the picture of the `Ui` straight into the library's screen buffer; the
library only finds out what has changed since the last one. Input, output and clock are passed in,
so tests run it without a terminal. Held by tests/cli/tui/test_terminal.py.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache

from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import BaseStyle, DynamicStyle, Style

from cli.console.awake_clock import CLOCK
from cli.tui.toolkit.actions import CHORDS
from cli.tui.toolkit.depth import Depth
from cli.tui.toolkit.theme import look
from cli.tui.toolkit.ui import Ui

KEYS = {
    Keys.Enter: "enter", Keys.Escape: "esc", Keys.Tab: "tab", Keys.BackTab: "s-tab",
    Keys.Up: "up", Keys.Down: "down", Keys.Left: "left", Keys.Right: "right",
    Keys.Home: "home", Keys.End: "end", Keys.PageUp: "pgup", Keys.PageDown: "pgdn",
    Keys.Backspace: "backspace", Keys.Delete: "delete", Keys.ControlC: "c-c",
}  # fmt: skip
KEYS |= {Keys(name): name for name in CHORDS}
ESCAPE = 0.05
"""Seconds after which a lone escape byte is the Esc key."""
BEGIN_PICTURE, END_PICTURE = "\x1b[?2026h", "\x1b[?2026l"
KEEP_TITLE, OLD_TITLE = "\x1b[22;0t", "\x1b[23;0t"
"""For terminals that can keep their title and take it back."""
TICK_SECONDS = 0.25
"""Seconds between two looks at the clock."""


@lru_cache(maxsize=4096)
def _char(char: str, style: str) -> Char:
    """A cell of the library's screen."""
    classes = " ".join(f"class:{name}" for name in style.split())
    return Char(char, f"class:base {classes}" if classes else "class:base")


@lru_cache(maxsize=8)
def _style(theme: str, depth: Depth) -> Style:
    return Style([(name or "base", shown) for name, shown in look(theme, depth).items()])


DEPTHS = {
    Depth.NONE: ColorDepth.DEPTH_1_BIT,
    Depth.ANSI: ColorDepth.DEPTH_4_BIT,
    Depth.INDEXED: ColorDepth.DEPTH_8_BIT,
    Depth.TRUE: ColorDepth.DEPTH_24_BIT,
}


class _Nothing(UIControl):
    """The content of the window: it paints itself."""

    def create_content(self, width: int, height: int) -> UIContent:
        """See UIControl."""
        return UIContent()

    def is_focusable(self) -> bool:
        """See UIControl."""
        return True


class _Picture(Window):
    """A window that shows the picture of a `Ui`."""

    def __init__(self, ui: Ui, after: Callable[[], None]) -> None:
        super().__init__(_Nothing())
        self._ui = ui
        self._after = after

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        """See Window."""
        width, height = write_position.width, write_position.height
        canvas = self._ui.picture(width, height)
        for y in range(height):
            row = screen.data_buffer[y]
            for x, (char, style) in enumerate(zip(canvas.cells[y], canvas.styles[y], strict=True)):
                row[x] = _char(char, style)
        screen.width, screen.height = width, height
        screen.visible_windows_to_write_positions[self] = write_position
        cursor = canvas.cursor or (0, height - 1)
        screen.set_cursor_position(self, Point(*cursor))
        screen.show_cursor = canvas.cursor is not None
        mouse_handlers.set_mouse_handler_for_range(0, width, 0, height, self._mouse)
        self._after()

    def _mouse(self, event: MouseEvent) -> None:
        x, y, now = event.position.x, event.position.y, CLOCK.now()
        if event.event_type is MouseEventType.SCROLL_UP:
            self._ui.wheel(x, y, -1, now)
        elif event.event_type is MouseEventType.SCROLL_DOWN:
            self._ui.wheel(x, y, 1, now)
        elif (
            event.event_type is MouseEventType.MOUSE_DOWN and event.button is not MouseButton.RIGHT
        ):
            self._ui.click(x, y, now)


class Shell:
    """Runs a `Ui` on a terminal, or on what stands in for one."""

    def __init__(self, ui: Ui, source: Input | None = None, sink: Output | None = None) -> None:
        self.ui = ui
        self.serve: Callable[[], None] = lambda: None
        """Called after every key: carry out what the screens want."""
        self.on_paint: list[Callable[[], None]] = []
        """Called whenever the screen shows a new picture."""
        self.working: Callable[[], bool] = lambda: False
        """Says whether jobs are under way behind the screen."""
        self.painted = -1
        """The version of the state that was last on the screen."""
        self.keys = 0
        """How many keys have been taken."""
        self._heading = ""
        """The title that the terminal shows of us."""
        window = _Picture(ui, self._has_painted)
        self.app: Application[None] = Application(
            layout=Layout(window),
            key_bindings=self._bindings(),
            style=self._look(),
            color_depth=lambda: DEPTHS[ui.depth],
            full_screen=True,
            mouse_support=Condition(lambda: ui.settings.mouse),
            input=source,
            output=sink,
        )
        # Terminals that know this mode show a picture whole or not at all; others ignore it.
        self.app.before_render += lambda app: app.output.write_raw(BEGIN_PICTURE)
        self.app.after_render += self._end_picture
        self.app.ttimeoutlen = ESCAPE
        self.app.timeoutlen = ESCAPE

    @staticmethod
    def _end_picture(app: Application[None]) -> None:
        app.output.write_raw(END_PICTURE)
        app.output.flush()

    def _look(self) -> BaseStyle:
        return DynamicStyle(lambda: _style(self.ui.theme, self.ui.depth))

    def _has_painted(self) -> None:
        self.painted = self.ui.version
        self._head(self.ui.heading)
        for told in self.on_paint:
            told()

    def _head(self, heading: str) -> None:
        """Have the terminal's title say this; with nothing, what it said before us."""
        before, self._heading = self._heading, heading
        if heading and not before:
            self.app.output.write_raw(KEEP_TITLE)
        if heading and heading != before:
            self.app.output.set_title(heading)
        elif before and not heading:
            self.app.output.clear_title()
            self.app.output.write_raw(OLD_TITLE)
            self.app.output.flush()

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        def press(event: KeyPressEvent) -> None:
            key = event.key_sequence[0].key
            name = KEYS.get(key) if isinstance(key, Keys) else ("space" if key == " " else key)
            if name is not None:
                self._key(name)

        for key in KEYS:
            bindings.add(key)(press)
        bindings.add(Keys.Any)(press)

        @bindings.add(Keys.BracketedPaste)
        def paste(event: KeyPressEvent) -> None:
            self.ui.paste(event.data, CLOCK.now())
            self._acted()

        return bindings

    def _key(self, name: str) -> None:
        redraws = self.ui.redraws
        self.ui.key(name, CLOCK.now())
        if self.ui.redraws != redraws:
            self._forget()
        self._acted()

    def _forget(self) -> None:
        """Take nothing for granted that is on the screen: the next picture is drawn in full."""
        self.app.renderer.erase(leave_alternate_screen=False)
        self.app.output.erase_screen()
        self.app.output.cursor_goto(0, 0)
        self.app.invalidate()

    def _acted(self) -> None:
        self.keys += 1
        self.serve()

    @property
    def idle(self) -> bool:
        """Whether every key has been taken, every job is done, and the screen shows it all."""
        return (
            not self.working()
            and not self.ui.intents
            and self.painted == self.ui.version
            and not self.app.key_processor.input_queue
        )

    def refresh(self) -> None:
        """Something that is shown has changed."""
        self.app.invalidate()

    def copy(self, text: str) -> None:
        """Ask the terminal to put a text into its clipboard (OSC 52); not all of them do."""
        coded = base64.b64encode(text.encode()).decode()
        self.app.output.write_raw(f"\x1b]52;c;{coded}\x07")
        self.app.output.flush()

    def bell(self) -> None:
        """Ring the terminal's bell."""
        self.app.output.bell()

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Show it until `stop`."""
        clock = asyncio.get_running_loop().create_task(self._clock())
        try:
            # A session of its own, so that two screens in one program do not share their keys.
            with create_app_session(self.app.input, self.app.output):
                await self.app.run_async(pre_run=ready, handle_sigint=False)
        finally:
            clock.cancel()
            with suppress(OSError):  # the terminal may be gone
                self._head("")

    def stop(self) -> None:
        """Give the terminal back."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit()

    async def _clock(self) -> None:
        """Look at the clock: remarks go, seconds of waiting are counted."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            before = self.ui.version
            self.ui.tick(CLOCK.now())
            self.serve()
            if self.ui.version != before:
                self.app.invalidate()
