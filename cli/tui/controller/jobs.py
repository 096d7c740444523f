"""What the desk is made of: its state, and jobs that run beside the screen and are counted.

Held by tests/cli/tui/test_terminal.py.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cli.commands.sit import keep_log
from cli.console.errors import UsageError
from cli.console.exit_codes import Exit
from cli.console.text import sentence
from cli.model import intents
from cli.model.lobby_text import LobbyFeed
from cli.tui.screens.lobby import LobbyState
from cli.tui.table.state import TableState
from cli.tui.toolkit.ui import Ui
from games import registry
from games.engine.errors import GamesError
from p2p.client.open_table import OpenedTable
from p2p.display import safe
from p2p.errors import P2PError
from p2p.storage.profile import Profile

if TYPE_CHECKING:
    from p2p.net.mdns import Announcement, Finder


LOGGER = logging.getLogger("cli.tui")
OWN_MISTAKE = "Crownless made a mistake of its own; your tables are safe, start it again to go on."
SITTING = (
    intents.Play,
    intents.Host,
    intents.Join,
    intents.Resume,
    intents.PlayAgain,
    intents.LeaveTable,
)
"""What goes to a table or from it: one at a time."""


class Jobs:
    """The profile, the table if there is one, and what is under way."""

    def __init__(
        self, ui: Ui, profile: Profile, settings_path: Path, environment: Mapping[str, str]
    ) -> None:
        self.ui = ui
        self.code = int(Exit.DONE)
        """How what was done last ended, as an exit code."""
        self.paused = ""
        """The id of the table that was left unfinished, if that was the last one."""
        self._environment = environment
        self.profile = profile
        self.table: OpenedTable | None = None
        self.state: TableState | None = None
        self.done = asyncio.Event()
        """Set when the program is to end."""
        self.changed: Callable[[], None] = lambda: None
        self.ring: Callable[[], None] = lambda: None
        self.copy: Callable[[str], None] = lambda text: None
        self._settings_path = settings_path
        keep_log(profile)
        self._lobby = LobbyState()
        self._lobby_address = ""
        self._guests: LobbyFeed | None = None
        self._phrases: dict[bytes, str] = {}
        self._jobs: set[asyncio.Task[None]] = set()
        self._moving = False
        self._follower: asyncio.Task[None] | None = None
        self._said_over = False
        self._ended_here = False
        """Whether the end came while we sat here; else the others have heard it before."""
        self._finder: Finder | None = None
        self._announcement: Announcement | None = None
        self._announced = (0, 0)

    @property
    def working(self) -> int:
        """How many jobs are under way."""
        return len(self._jobs)

    def _begin(self, work: Coroutine[object, object, None], *, moves: bool = False) -> None:
        job = asyncio.get_running_loop().create_task(self._guarded(work, moves=moves))
        self._jobs.add(job)
        job.add_done_callback(self._finished)

    def _finished(self, job: asyncio.Task[None]) -> None:
        self._jobs.discard(job)
        self.changed()

    async def _guarded(self, work: Coroutine[object, object, None], *, moves: bool) -> None:
        try:
            await work
        except (P2PError, GamesError, UsageError) as error:
            self.ui.busy = ""
            self.code = int(Exit.USAGE)
            self.ui.trouble(sentence(str(error)))
        except Exception:
            LOGGER.exception("a job of the screen failed")
            self.ui.busy = ""
            self.code = int(Exit.BROKEN)
            self.ui.trouble(OWN_MISTAKE)
        finally:
            if moves:
                self._moving = False
        self.changed()


def title_of(game: str) -> str:
    return registry.make(game).info.title if game in registry.GAMES else safe(game or "a table", 32)


def option_line(game: str, key: str, value: str | int) -> str:
    if game in registry.GAMES:
        for option in registry.make(game).info.options:
            if option.key == key:
                return f"{option.label or key}: {safe(str(value), 40)}"
    return f"{safe(key, 32)}: {safe(str(value), 40)}"
