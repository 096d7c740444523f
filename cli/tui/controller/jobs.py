"""Jobs that run beside the screen: started, counted, and their mistakes said in a sentence.

Held by tests/cli/tui/test_terminal.py.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeAlias

from cli.console.errors import UsageError
from cli.console.exit_codes import Exit
from cli.console.log_file import internal_error
from cli.console.text import sentence
from cli.tui.toolkit.ui import Ui
from games.engine.errors import GamesError
from p2p.errors import P2PError

LOGGER = logging.getLogger("cli.tui")
Work: TypeAlias = Coroutine[Any, Any, None]


class Jobs:
    """What is under way, and how what was done last ended."""

    def __init__(self, ui: Ui, log_path: Path) -> None:
        """`log_path`: where a person finds the details of an internal error."""
        self.code = int(Exit.DONE)
        """How what was done last ended, as an exit code."""
        self.changed: Callable[[], None] = lambda: None
        """Called when something that is shown may have changed."""
        self._ui = ui
        self._log_path = log_path
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def working(self) -> int:
        """How many jobs are under way."""
        return len(self._tasks)

    def begin(self, work: Work, *, done: Callable[[], None] = lambda: None) -> None:
        """Start a job; `done` is called when it has ended, however it did."""
        task = asyncio.get_running_loop().create_task(self.guarded(work, done=done))
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.changed()

    async def guarded(self, work: Work, *, done: Callable[[], None] = lambda: None) -> None:
        """Run a job; what goes wrong is shown, and set as the exit code."""
        try:
            await work
        except (P2PError, GamesError, UsageError) as error:
            self._fail(Exit.USAGE, sentence(str(error)))
        except Exception as error:
            LOGGER.exception("a job of the screen failed")
            self._fail(Exit.BROKEN, sentence(internal_error(error, self._log_path)))
        finally:
            done()
        self.changed()

    def _fail(self, code: Exit, said: str) -> None:
        self._ui.busy = ""
        self.code = int(code)
        self._ui.trouble(said)

    async def close(self) -> None:
        """End them all."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
