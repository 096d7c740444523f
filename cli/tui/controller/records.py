"""Records: written, verified and opened for stepping through.

Held by tests/cli/tui/controller/test_records.py and test_shell.py.
"""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from cli.console.exit_codes import Exit
from cli.tui.controller.follow import Follower
from cli.tui.controller.lists import RECORD_SUFFIX
from cli.tui.screens.replay import ReplayScreen
from cli.tui.screens.verify import VerifyScreen, VerifyState
from games.engine.values import Seat
from p2p.key_words import key_phrase
from p2p.record.record_file import read_file

if TYPE_CHECKING:
    from p2p.record.progress import Checked
    from p2p.record.report import Report

PROGRESS = 0.1
"""Seconds between two pictures of a bar."""


class _Left(Exception):
    """The screen was left: nobody waits for the verdict any more."""


class Judge(Follower):
    """Deals with records, of files and of the table."""

    async def _data(self, text: str) -> tuple[bytes, str]:
        """The bytes of a record and how it is called: of a file, or of the table."""
        if text:
            path = Path(text).expanduser()
            return await asyncio.to_thread(read_file, path), path.name
        if self.table is None:
            return b"", ""
        return await self.table.client.record(), "this table so far"

    async def _save(self, path: Path | None) -> Path:
        assert self.table is not None
        if path is None:
            folder = self.profile.folder("records")
            stamp = time.strftime("%Y-%m-%d-%H%M")
            game = self.table.client.state.charter
            name = game.draft.game if game else "table"
            path = folder / f"{name}-{stamp}-{self.table.id[:6]}{RECORD_SUFFIX}"
        from p2p.storage import atomic_file

        atomic_file.write(path, await self.table.client.record())
        return path

    async def _verify(self, text: str) -> None:
        """Show an examination; a file's verdict is also how the program ends."""
        if text:
            self.code = int(Exit.INTERRUPTED)  # until there is a verdict
        data, name = await self._data(text)
        if not data and not text:
            return
        screen = VerifyScreen(self.ui, VerifyState(name, text))
        self.ui.push(screen)
        self.changed()
        report = await self._examine(data, screen)
        if report is None:
            return
        screen.state.report = report
        if text:
            self.code = int(report.exit)
        self.ui.changed()
        self.changed()
        words = [await asyncio.to_thread(key_phrase, seat.key) for seat in report.seats]
        screen.state.words = tuple(words)
        self.ui.changed()

    async def _examine(self, data: bytes, screen: VerifyScreen) -> Report | None:
        """Verify beside the screen and fill its checklist; None if it was left before the end."""
        from p2p.record.verify import verify

        loop = asyncio.get_running_loop()
        left = threading.Event()
        told = 0.0

        def watch(checked: Checked) -> None:
            nonlocal told
            if left.is_set():
                raise _Left
            if time.monotonic() - told > PROGRESS:
                told = time.monotonic()
                loop.call_soon_threadsafe(show, checked)

        def show(checked: Checked) -> None:
            if screen not in self.ui.screens:
                left.set()
            screen.state.checked = checked
            self.ui.changed()
            self.changed()

        def judge() -> Report | None:
            try:
                with ThreadPoolExecutor(2, thread_name_prefix="crownless-verify") as pool:
                    return verify(data, contacts=self.profile.contacts, watch=watch, pool=pool)
            except _Left:
                return None

        try:
            return await asyncio.to_thread(judge)
        finally:
            left.set()

    async def _replay(self, text: str, step: int | None, line: int) -> None:
        from cli.model.replay import load

        data, name = await self._data(text)
        if not data:
            return
        self.ui.busy = "Reading the record"
        self.ui.changed()
        self.changed()
        try:
            replay = await asyncio.to_thread(load, data, self.profile.contacts)
        finally:
            self.ui.busy = ""
        own = self.state.names.own if self.state is not None and not text else None
        eyes = Seat(own) if own is not None else None
        screen = ReplayScreen(self.ui, replay, name, eyes=eyes, step=step)
        if line:
            screen.place = replay.at_line(line)
        self.ui.push(screen)
        if step is not None and not replay.trouble:
            self.ui.say(f"The moment of step {step}, where it went wrong.", "danger")
