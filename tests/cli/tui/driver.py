"""The screen on piped input and an output that only has a size: no terminal, no sleeping.

The driver waits for the program's own signals: a picture was painted, nothing is under way.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.tui.app import Program, ScreenOptions, show
from cli.tui.controller.controller import Controller
from cli.tui.table.ending import GameOver
from cli.tui.table.screen import TableScreen
from cli.tui.terminal import Shell
from cli.tui.toolkit.ui import Ui
from p2p.storage.profile import Profile

PATIENCE = 30


class Sized(DummyOutput):
    """An output of a given size."""

    def __init__(self, columns: int, rows: int) -> None:
        self.size = Size(rows=rows, columns=columns)
        self.rang = 0
        self.titles: list[str] = []
        self.raw: list[str] = []

    def get_size(self) -> Size:
        return self.size

    def write_raw(self, data: str) -> None:
        self.raw.append(data)

    def bell(self) -> None:
        self.rang += 1

    def set_title(self, title: str) -> None:
        self.titles.append(title)

    def clear_title(self) -> None:
        self.titles.append("")


class ScreenDriver:
    """Presses keys and waits until the program is idle."""

    def __init__(self, pipe: PipeInput, output: Sized) -> None:
        self.pipe = pipe
        self.output = output
        self.program: Program
        self._painted = asyncio.Event()

    def watch(self, program: Program) -> None:
        self.program = program
        program.shell.on_paint.append(self._painted.set)

    def shell_for(self, ui: Ui) -> Shell:
        return Shell(ui, self.pipe, self.output)

    @property
    def ui(self) -> Ui:
        return self.program.ui

    @property
    def shell(self) -> Shell:
        return self.program.shell

    @property
    def controller(self) -> Controller:
        assert self.program.controller is not None
        return self.program.controller

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for a picture that shows that something holds."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not holds():
                    self._painted.clear()
                    await self._painted.wait()
        except TimeoutError:
            raise AssertionError(f"it did not come to that:\n{self.text}") from None

    async def idle(self) -> None:
        await self.until(lambda: self.shell.idle)

    async def press(self, *sequences: str) -> None:
        """Type keys one by one, as a terminal sends them."""
        for sequence in sequences:
            keys = self.shell.keys
            self.pipe.send_text(sequence)
            await self.until(lambda keys=keys: self.shell.keys > keys)  # type: ignore[misc]
        await self.idle()

    @property
    def text(self) -> str:
        return "\n".join(self.ui.canvas.text())


@asynccontextmanager
async def running(
    home: Path, columns: int = 80, rows: int = 24, settings: str = ""
) -> AsyncIterator[ScreenDriver]:
    profile = Profile(home)
    profile.name = "Ana"
    environment = {"CROWNLESS_HOME": str(home), "CROWNLESS_LAN": "127.0.0.1"}
    (home / "settings.toml").write_text(f"guard = 0\npace = 0\noffered = true\n{settings}\n")
    with create_pipe_input() as pipe:
        driver = ScreenDriver(pipe, Sized(columns, rows))
        task = asyncio.ensure_future(
            show(ScreenOptions(), environment, open_shell=driver.shell_for, watch=driver.watch)
        )
        while not hasattr(driver, "program"):
            await asyncio.sleep(0)
        await driver.until(lambda: driver.program.controller is not None)
        await driver.idle()
        yield driver
        if not task.done():
            driver.controller.done.set()
        async with asyncio.timeout(PATIENCE):
            await task


def invites(driver: ScreenDriver) -> tuple[str, str]:
    """To a seat and to watch, of the table whose lobby is shown."""
    presenter = driver.controller.seating.presenter
    assert presenter is not None
    assert presenter.lobby.state.invites is not None
    return presenter.lobby.state.invites


async def play_on(driver: ScreenDriver) -> None:
    """Play to the end with Enter alone: it picks, goes on and sends."""
    screen = driver.ui.find(TableScreen)
    assert isinstance(screen, TableScreen)
    state = screen.state

    def over() -> bool:
        return isinstance(driver.ui.top, GameOver)

    while True:
        await driver.until(lambda: over() or state.draft is not None)
        if over():
            return
        await driver.press("\r")
