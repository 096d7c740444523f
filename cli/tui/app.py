"""From the command to the screen and back: what `cli.main` calls.

The first screen is painted before the profile and the network are loaded, so that it comes at
once. Held by tests/cli/commands/test_full_screen.py.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from cli.model.intents import Intent, ListTables
from cli.tui.screens.start import JoinForm, Start
from cli.tui.terminal import Shell
from cli.tui.toolkit import settings
from cli.tui.toolkit.depth import terminal_of
from cli.tui.toolkit.ui import Ui
from cli.tui.toolkit.windows import Row, Text
from p2p.storage.profile import Profile


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """How the screen begins: which profile, and what is wished for at once.

    `alone`: there is nothing but that; leaving it leaves the program. `joins`: the list of tables
    on the local network is open.
    """

    profile: str | None = None
    first: tuple[Intent, ...] = ()
    alone: bool = False
    joins: bool = False


@dataclass(frozen=True, slots=True)
class Left:
    """How the screen was left: an exit code, and the table that waits for us, if one does.
    `lines`: the person wants to go on in line mode."""

    code: int = 0
    paused: str = ""
    lines: bool = False


def run(manner: SeatOptions) -> Left:
    """Show the full screen until the person leaves it. Raises P2PError."""
    return asyncio.run(show(manner, os.environ))


async def show(
    manner: SeatOptions,
    environment: Mapping[str, str],
    *,
    source: Input | None = None,
    sink: Output | None = None,
    watch: Callable[[Shell, Ui], None] = lambda shell, ui: None,
) -> Left:
    """The same on any input and output. `watch` is given the shell before it runs."""
    profile = Profile.open(manner.profile, environment)
    path = settings.path_of(manner.profile, environment)
    ui = Ui()
    ui.reset(Start(ui, profile.name))
    ui.alone = manner.alone
    ui.terminal = terminal_of(environment)
    ui.kept_in = str(path)
    if manner.joins:
        ui.push(JoinForm(ui))
    _settle(ui, settings.load(path))
    shell = Shell(ui, source, sink)
    watch(shell, ui)

    async def work() -> None:
        """Everything behind the screen; loaded once the first picture stands."""
        from cli.tui.controller.controller import Controller

        controller = Controller(ui, profile, path, environment)

        def changed() -> None:
            controller.serve()  # what came of a job may have led to further wishes
            shell.refresh()

        controller.changed = changed
        controller.ring = shell.bell
        controller.copy = shell.copy
        shell.controller = controller
        shell.serve = controller.serve
        for intent in (ListTables(), *manner.first):
            ui.intent(intent)
        controller.serve()
        try:
            await controller.done.wait()
        finally:
            shell.stop()
            await controller.close()

    painted = asyncio.Event()
    shell.on_paint.append(painted.set)
    screen = asyncio.ensure_future(shell.run())
    waiting = asyncio.ensure_future(painted.wait())
    await asyncio.wait({screen, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if screen.done():
        await screen
        return Left(lines=ui.lines)
    behind = asyncio.ensure_future(work())
    await asyncio.wait({screen, behind}, return_when=asyncio.FIRST_COMPLETED)
    if shell.controller is not None:
        shell.controller.done.set()  # the screen may have ended first, with its terminal
    await behind
    await screen
    if shell.controller is None:
        return Left(lines=ui.lines)
    return Left(shell.controller.code, shell.controller.paused, ui.lines)


def _settle(ui: Ui, loaded: settings.Loaded) -> None:
    """Take over what the file of settings says, and say what of it does not hold."""
    found, problems = loaded.settings, list(loaded.problems)
    if found.keys:
        from cli.tui.keymap import problems as wrong_keys

        wrong = wrong_keys(found.keys)
        if wrong:
            found = replace(found, keys={})
            problems.append(f"The usual keys hold, as in [keys] something is wrong. {wrong[0]}")
    ui.settings = found
    if problems and ui.alone:
        ui.trouble("Not all of settings.toml holds; crownless alone says what of it.")
    elif problems:
        ui.push(Text(ui, "Settings", [row for text in problems for row in (Row(text), Row(""))]))
