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

from cli.tui.app import SeatOptions, show
from cli.tui.controller.controller import Controller
from cli.tui.table.ending import GameOver
from cli.tui.table.screen import TableScreen
from cli.tui.terminal import Shell
from cli.tui.toolkit.settings import path_of
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


class Driver:
    """Presses keys and waits until the program is idle."""

    def __init__(self, pipe: PipeInput, output: Sized) -> None:
        self.pipe = pipe
        self.output = output
        self.shell: Shell
        self.ui: Ui
        self._painted = asyncio.Event()

    def watch(self, shell: Shell, ui: Ui) -> None:
        self.shell, self.ui = shell, ui
        shell.on_paint.append(self._painted.set)

    @property
    def controller(self) -> Controller:
        assert self.shell.controller is not None
        return self.shell.controller

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
) -> AsyncIterator[Driver]:
    profile = Profile(home)
    profile.name = "Ana"
    environment = {"CROWNLESS_HOME": str(home), "CROWNLESS_LAN": "127.0.0.1"}
    path_of(None, environment).write_text(f"guard = 0\n{settings}\n")
    with create_pipe_input() as pipe:
        driver = Driver(pipe, Sized(columns, rows))
        task = asyncio.ensure_future(
            show(SeatOptions(), environment, source=pipe, sink=driver.output, watch=driver.watch)
        )
        while not hasattr(driver, "ui"):
            await asyncio.sleep(0)
        await driver.until(lambda: driver.shell.controller is not None)
        await driver.idle()
        yield driver
        if not task.done():
            driver.controller.done.set()
        async with asyncio.timeout(PATIENCE):
            await task


async def play_on(driver: Driver) -> None:
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
