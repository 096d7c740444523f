"""From the command to the screen and back: what `cli.main` calls.

The first screen is painted before the profile and the network are loaded, so that it comes at
once. Held by tests/cli/full/test_command.py.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from cli.full import settings
from cli.full.shell import Shell
from cli.full.start import JoinForm, Start
from cli.full.ui import Ui
from cli.full.wishes import ListTables, Wish
from p2p.errors import LocalError
from p2p.profile import Profile


@dataclass(frozen=True, slots=True)
class Manner:
    """How the screen begins: which profile, and what is wished for at once.

    `alone`: there is nothing but that; leaving it leaves the program. `joins`: the list of tables
    on the local network is open.
    """

    profile: str | None = None
    first: tuple[Wish, ...] = ()
    alone: bool = False
    joins: bool = False


@dataclass(frozen=True, slots=True)
class Left:
    """How the screen was left: an exit code, and the table that waits for us, if one does."""

    code: int = 0
    paused: str = ""


def run(manner: Manner) -> Left:
    """Show the full screen until the person leaves it. Raises P2PError."""
    return asyncio.run(show(manner, os.environ))


async def show(
    manner: Manner,
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
    try:
        ui.settings = settings.load(path)
    except LocalError as error:
        ui.trouble(f"{error}.")
    ui.reset(Start(ui, profile.name))
    ui.alone = manner.alone
    ui.no_colour = bool(environment.get("NO_COLOR"))
    if manner.joins:
        ui.push(JoinForm(ui))
    shell = Shell(ui, source, sink)
    watch(shell, ui)

    async def work() -> None:
        """Everything behind the screen; loaded once the first picture stands."""
        from cli.full.desk import Desk

        desk = Desk(ui, profile, path, environment)

        def changed() -> None:
            desk.serve()  # what came of a job may have led to further wishes
            shell.refresh()

        desk.changed = changed
        desk.ring = shell.bell
        shell.desk = desk
        shell.serve = desk.serve
        for wish in (ListTables(), *manner.first):
            ui.wish(wish)
        desk.serve()
        try:
            await desk.done.wait()
        finally:
            shell.stop()
            await desk.close()

    painted = asyncio.Event()
    shell.on_paint.append(painted.set)
    screen = asyncio.ensure_future(shell.run())
    waiting = asyncio.ensure_future(painted.wait())
    await asyncio.wait({screen, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if screen.done():
        await screen
        return Left()
    behind = asyncio.ensure_future(work())
    await asyncio.wait({screen, behind}, return_when=asyncio.FIRST_COMPLETED)
    if shell.desk is not None:
        shell.desk.done.set()  # the screen may have ended first, with its terminal
    await behind
    await screen
    return Left(shell.desk.code, shell.desk.paused) if shell.desk is not None else Left()
