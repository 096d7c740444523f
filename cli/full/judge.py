"""Records: written, verified and opened for stepping through.

Held by tests/cli/full/test_shell.py.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from cli.full.replayscreen import ReplayScreen
from cli.full.verifyscreen import VerifyScreen, VerifyState
from games.values import Seat
from p2p.record import read_file
from p2p.words import key_phrase

if TYPE_CHECKING:
    from p2p.report import Report

from cli.full.follow import Follower
from cli.full.lists import RECORD_SUFFIX

PROGRESS = 0.1
"""Seconds between two pictures of a bar."""


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
            game = self.table.client.news.charter
            name = game.draft.game if game else "table"
            path = folder / f"{name}-{stamp}-{self.table.id[:6]}{RECORD_SUFFIX}"
        from p2p import files

        files.write(path, await self.table.client.record())
        return path

    async def _verify(self, text: str) -> None:
        from p2p.verify import verify

        data, name = await self._data(text)
        if not data:
            return
        state = VerifyState(name, text)
        loop = asyncio.get_running_loop()
        screen = VerifyScreen(self.ui, state)
        self.ui.push(screen)
        self.changed()
        last = 0.0

        def progress(done: int, total: int) -> None:
            nonlocal last
            if time.monotonic() - last > PROGRESS or done == total:
                last = time.monotonic()
                loop.call_soon_threadsafe(step, done, total)

        def step(done: int, total: int) -> None:
            state.judged(done, total)
            self.ui.changed()
            self.changed()

        def judge() -> Report:
            state.read(data)
            with ThreadPoolExecutor(2, thread_name_prefix="crownless-verify") as pool:
                return verify(data, contacts=self.profile.contacts, progress=progress, pool=pool)

        state.report = await asyncio.to_thread(judge)
        self.code = int(state.report.exit)
        self.ui.changed()
        words = [await asyncio.to_thread(key_phrase, seat.key) for seat in state.report.seats]
        state.words = tuple(words)
        self.ui.changed()

    async def _replay(self, text: str, step: int | None) -> None:
        from cli.full.replay import load

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
        self.ui.push(ReplayScreen(self.ui, replay, name, eyes=eyes, step=step))
