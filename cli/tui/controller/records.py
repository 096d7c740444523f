"""Records: written, verified and opened for stepping through.

Held by tests/cli/tui/controller/test_records.py and tests/cli/tui/test_terminal.py.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from cli.console.exit_codes import Exit
from cli.lifecycle.intent_handlers import Handlers
from cli.model.intents import KeepText, OpenReplay, SaveRecord, Verify
from cli.tui.controller.jobs import Jobs
from cli.tui.controller.presenter import TablePresenter
from cli.tui.screens.replay import ReplayScreen
from cli.tui.screens.verify import VerifyScreen, VerifyState
from cli.tui.toolkit.ui import Ui
from games.engine.values import Seat
from p2p.client.tables.kept_records import OwnSeat, own_seat, record_of_table, record_path
from p2p.errors import P2PError
from p2p.key_words import key_phrase
from p2p.record.record_file import read_file
from p2p.storage import atomic_file
from p2p.storage.profile import Profile
from p2p.wire.codec import Data

if TYPE_CHECKING:
    from p2p.record.progress import Checked
    from p2p.record.report import Report

BAR_SECONDS = 0.1
"""Time between two pictures of a bar."""


class _Left(Exception):
    """The screen was left: nobody waits for the verdict any more."""


class Records:
    """Carries out what is wanted of records, of files and of the table that is open."""

    def __init__(
        self, ui: Ui, profile: Profile, jobs: Jobs, table: Callable[[], TablePresenter | None]
    ) -> None:
        """`table`: the one that is open, if one is."""
        self._ui = ui
        self._profile = profile
        self._jobs = jobs
        self._table = table

    def handlers(self) -> Handlers:
        """What it carries out, by the class of the intent."""
        return {
            SaveRecord: self._save,
            KeepText: self._keep_text,
            Verify: self._verify,
            OpenReplay: self._replay,
        }

    async def _keep_text(self, intent: KeepText) -> None:
        file = self._profile.folder("records") / intent.name
        atomic_file.write(file, intent.text.encode())
        self._ui.say(f"Written to {file}", "good")

    async def _save(self, intent: SaveRecord) -> None:
        table = self._table()
        if table is None:
            return
        path = Path(intent.path) if intent.path else self._new_file(table)
        await table.stay.write_record(path)
        self._ui.say(f"Record written to {path}", "good")

    def _new_file(self, table: TablePresenter) -> Path:
        charter = table.stay.client.state.charter
        game = charter.draft.game if charter else ""
        return record_path(self._profile, game, table.stay.table.shown)

    async def _data(self, text: str, table_id: str) -> tuple[Data, str]:
        """The bytes of a record and how it is called: of a file, or of a table."""
        if table_id:
            self._ui.busy = "Reading the record"
            self._ui.changed()
            try:
                data = await asyncio.to_thread(record_of_table, self._profile, table_id)
            finally:
                self._ui.busy = ""
            return data, "this game"
        if text:
            path = Path(text).expanduser()
            return await asyncio.to_thread(read_file, path), path.name
        table = self._table()
        if table is None:
            return b"", ""
        called = "this game" if table.state.over else "this table so far"
        return await table.stay.client.record(), called

    async def _verify(self, intent: Verify) -> None:
        """Show an examination; a file's verdict is also how the program ends."""
        text = intent.path or intent.table
        if text:
            self._jobs.code = int(Exit.INTERRUPTED)  # until there is a verdict
        data, name = await self._data(intent.path, intent.table)
        if not data and not text:
            return
        screen = VerifyScreen(self._ui, VerifyState(name, intent.path, table=intent.table))
        self._ui.push(screen)
        self._jobs.changed()
        report = await self._examine(data, screen)
        if report is None:
            return
        screen.state.report = report
        if text:
            self._jobs.code = int(report.exit)
        self._ui.changed()
        self._jobs.changed()
        words = [await asyncio.to_thread(key_phrase, seat.key) for seat in report.seats]
        screen.state.words = tuple(words)
        self._ui.changed()

    async def _examine(self, data: Data, screen: VerifyScreen) -> Report | None:
        """Verify beside the screen and fill its checklist; None if it was left before the end."""
        from p2p.record.verify import verify

        loop = asyncio.get_running_loop()
        left = threading.Event()
        told = 0.0

        def watch(checked: Checked) -> None:
            nonlocal told
            if left.is_set():
                raise _Left
            if time.monotonic() - told > BAR_SECONDS:
                told = time.monotonic()
                loop.call_soon_threadsafe(show, checked)

        def show(checked: Checked) -> None:
            if screen not in self._ui.screens:
                left.set()
            screen.state.checked = checked
            self._ui.changed()
            self._jobs.changed()

        def judge() -> Report | None:
            try:
                with ThreadPoolExecutor(2, thread_name_prefix="crownless-verify") as pool:
                    return verify(
                        data, contacts=self._profile.known_names()[0], watch=watch, pool=pool
                    )
            except _Left:
                return None

        try:
            return await asyncio.to_thread(judge)
        finally:
            left.set()

    def _say_busy(self, said: str) -> None:
        self._ui.busy = said
        self._ui.changed()
        self._jobs.changed()

    def _reading(self) -> Callable[[int, int], None]:
        """Shows how much of a record is read, from the thread that reads it."""
        loop, shown = asyncio.get_running_loop(), time.monotonic()

        def told(done: int, total: int) -> None:
            nonlocal shown
            if time.monotonic() > shown + BAR_SECONDS:
                shown = time.monotonic()
                said = f"Reading the record: {100 * done // total} % of {total:,} messages"
                loop.call_soon_threadsafe(show, said)

        def show(said: str) -> None:
            if self._ui.busy:  # else it is read
                self._say_busy(said)

        return told

    async def _own_seat(self, table_id: str) -> OwnSeat | None:
        """By what our hand at a table of ours that goes on is read."""
        if not table_id:
            return None
        try:
            return await asyncio.to_thread(own_seat, self._profile, table_id)
        except P2PError:
            return None  # its record is kept, and the table is open elsewhere

    async def _replay(self, intent: OpenReplay) -> None:
        from cli.model.replay import load  # loads all that judges a record

        text, step = intent.path or intent.table, intent.step
        data, name = await self._data(intent.path, intent.table)
        if not data:
            return
        self._say_busy("Reading the record")
        told = self._reading()
        try:
            kept = await self._own_seat(intent.table)
            replay = await asyncio.to_thread(
                load, data, self._profile.known_names()[0], told=told, own=kept
            )
        finally:
            self._ui.busy = ""
        table = self._table()
        own = table.state.names.own if table is not None and not text else None
        if table is not None and own is not None:
            replay.own, replay.seen = Seat(own), table.state.faces
        eyes = replay.own
        screen = ReplayScreen(self._ui, replay, name, eyes=eyes, step=step)
        if intent.line:
            screen.place = replay.at_line(intent.line)
        self._ui.push(screen)
        if step is not None and not replay.trouble:
            self._ui.say(f"The moment of step {step}, where it went wrong.", "danger")
