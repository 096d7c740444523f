"""From the command to the screen and back: what the command `full_screen` calls.

The first screen is painted before the profile and the network are loaded, so that it comes at
once. Held by tests/cli/commands/test_full_screen.py.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cli.console import settings_file
from cli.console.exit_codes import Exit
from cli.console.log_file import keep_log
from cli.model.intents import Intent, ListTables
from cli.tui.screens.join_form import JoinForm
from cli.tui.screens.shelf import Tables
from cli.tui.screens.start import Start
from cli.tui.terminal import Shell
from cli.tui.toolkit import settings
from cli.tui.toolkit.depth import terminal_of
from cli.tui.toolkit.ui import Ui
from cli.tui.toolkit.windows import Row, Text
from p2p.storage.places import settings_path
from p2p.storage.profile import Profile
from p2p.trace import NO_TRACER, Tracer

if TYPE_CHECKING:
    from cli.tui.controller.controller import Controller


@dataclass(frozen=True, slots=True)
class ScreenOptions:
    """How the screen begins: which profile, and what is wanted at once.

    `alone`: there is nothing but that; leaving it leaves the program. `opens`: the list that is
    open at first: `join` for tables on the local network, `tables` for those of the profile.
    """

    profile: str | None = None
    first: tuple[Intent, ...] = ()
    alone: bool = False
    opens: str = ""
    tracer: Tracer = NO_TRACER


@dataclass(frozen=True, slots=True)
class Left:
    """How the screen was left: an exit code, and the table that waits for us, if one does.
    `lines`: the person wants to go on in line mode."""

    code: int = 0
    paused: str = ""
    lines: bool = False


class Program:
    """The state that is shown, what shows it, and, once it is loaded, what works behind it."""

    def __init__(self, ui: Ui, shell: Shell) -> None:
        self.ui = ui
        self.shell = shell
        self.controller: Controller | None = None
        shell.working = self._is_working

    def _is_working(self) -> bool:
        return self.controller is None or self.controller.jobs.working > 0

    def load(self, profile: Profile, environment: Mapping[str, str], log_path: Path) -> Controller:
        """Load the controller: with it come the network and all that judges a game."""
        from cli.tui.controller.controller import Controller, TerminalCalls

        shell = self.shell
        self.controller = controller = Controller(
            self.ui,
            profile,
            TerminalCalls(shell.refresh, shell.bell, shell.copy),
            environment,
            settings_path=settings_path(environment),
            log_path=log_path,
        )
        shell.serve = controller.serve
        return controller

    @property
    def left(self) -> Left:
        """How it stands if the screen is left now."""
        if self.controller is None:
            return Left(lines=self.ui.lines)
        return Left(self.controller.jobs.code, self.controller.seating.paused, self.ui.lines)


def run(options: ScreenOptions) -> Left:
    """Show the full screen until the person leaves it. Raises P2PError."""
    return asyncio.run(show(options, os.environ))


async def show(
    options: ScreenOptions,
    environment: Mapping[str, str],
    *,
    open_shell: Callable[[Ui], Shell] = Shell,
    watch: Callable[[Program], None] = lambda program: None,
) -> Left:
    """The same on any terminal. `watch` is given the program before it runs."""
    profile = Profile.open(options.profile, environment)
    profile.tracer = options.tracer
    path = settings_path(environment)
    ui = Ui()
    start = Start(ui, profile.name)
    ui.reset(start)
    ui.alone = options.alone
    ui.terminal = terminal_of(environment)
    ui.kept_in = str(path)
    if options.opens == "join":
        ui.push(JoinForm(ui))
    elif options.opens == "tables":
        ui.push(Tables(ui, start.shelf))
    _settle(ui, path)
    program = Program(ui, open_shell(ui))
    shell = program.shell
    watch(program)

    async def work() -> None:
        """Everything behind the screen; loaded once the first picture stands."""
        controller = program.load(profile, environment, keep_log(environment))
        for intent in (ListTables(), *options.first):
            ui.intent(intent)
        controller.serve()
        if screen.done() or ended.is_set():  # before there was a controller to be told
            controller.done.set()
        try:
            await controller.done.wait()
        finally:
            shell.stop()
            await controller.close()

    painted, ended = asyncio.Event(), asyncio.Event()
    shell.on_paint.append(painted.set)
    with _ended_by_signals(ended):
        screen = asyncio.ensure_future(shell.run())
        waiting = asyncio.ensure_future(painted.wait())
        ending = asyncio.ensure_future(ended.wait())
        await asyncio.wait({screen, waiting, ending}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not screen.done() and not ending.done():
            behind = asyncio.ensure_future(work())
            await asyncio.wait({screen, behind, ending}, return_when=asyncio.FIRST_COMPLETED)
            if program.controller is not None:
                program.controller.done.set()  # the screen may have ended first, with its terminal
            await behind
        shell.stop()
        ending.cancel()
        with suppress(OSError) if ended.is_set() else nullcontext():  # the terminal may be gone
            await screen
    return program.left


@contextmanager
def _ended_by_signals(ended: asyncio.Event) -> Iterator[None]:
    """Be told when the window is closed, or the system asks us to go: routers are still to close
    our port then, and the others to hear that we leave. Asked twice, we go at once."""
    loop = asyncio.get_running_loop()
    found = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]

    def end() -> None:
        if ended.is_set():
            os._exit(Exit.INTERRUPTED)
        ended.set()

    with suppress(NotImplementedError):  # a loop that cannot do this
        for one in found:
            loop.add_signal_handler(one, end)
    try:
        yield
    finally:
        with suppress(NotImplementedError):
            for one in found:
                loop.remove_signal_handler(one)


def _settle(ui: Ui, path: Path) -> None:
    """Take over what the file of settings says, and say what of it does not hold."""
    file = settings_file.load(path)
    loaded = settings.settings_of(file.values, file.problem)
    found, problems = loaded.settings, list(loaded.problems)
    if found.keys:
        from cli.tui.keymap import problems as wrong_keys  # loads every screen

        wrong = wrong_keys(found.keys)
        if wrong:
            found = replace(found, keys={})
            problems.append(f"The usual keys hold, as in [keys] something is wrong. {wrong[0]}")
    ui.settings = found
    if problems and ui.alone:
        ui.trouble("Not all of settings.toml holds; crownless alone says what of it.")
    elif problems:
        ui.push(Text(ui, "Settings", [row for text in problems for row in (Row(text), Row(""))]))
