"""Carries out what the screens wish for, and tells them what happens at the table.

The desk and what it is made of (`jobs`, `lists`, `follow`, `judge`) are the only modules here that
know profiles, tables and clients. Everything that takes time runs as a task of its own; `working`
counts them, so that tests can wait until nothing is under way. Held by
tests/cli/tui/test_terminal.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from cli.console.exit_codes import Exit
from cli.console.nearby import OFF, VARIABLE
from cli.console.text import sentence
from cli.model import intents
from cli.model.lobby_text import LobbyFeed
from cli.tui.controller.jobs import SITTING, title_of
from cli.tui.controller.records import Judge
from cli.tui.screens.lobby import Lobby, LobbyState
from cli.tui.table.screen import TableScreen
from cli.tui.table.state import TableState
from cli.tui.toolkit import settings
from games.engine.errors import GamesError
from p2p.client import open_rematch, open_table
from p2p.client.open_table import OpenedTable
from p2p.errors import InviteError, P2PError
from p2p.net.invite import parse
from p2p.storage import atomic_file


class Controller(Judge):
    """One program's desk."""

    def serve(self) -> None:
        """Begin everything that the screens wish for."""
        taken, self.ui.intents[:] = list(self.ui.intents), []
        for intent in taken:
            if isinstance(intent, SITTING):
                if self._moving:
                    continue  # one is on its way to a table, or from one
                self._moving = True
            self._begin(self._grant(intent), moves=isinstance(intent, SITTING))

    async def _grant(self, intent: intents.Intent) -> None:
        match intent:
            case intents.Quit():
                self.done.set()
            case intents.ListTables():
                await self._list()
            case intents.Play(game, bots, options, new):
                await self._sit(
                    lambda: open_table.open_play(self.profile, game, bots, options, new=new)
                )
            case intents.Host():
                await self._host(intent)
            case intents.Join(invite, watch):
                await self._join(invite, watch)
            case intents.Resume(table):
                await self._sit(lambda: open_table.open_saved(self.profile, table, waits=True))
            case intents.PlayAgain(table):
                await self._rematch(table)
            case intents.LeaveTable():
                await self._leave()
            case intents.FindTables(on):
                await (self._find() if on else self._stop_finding())
            case intents.Verify(path):
                await self._verify(path)
            case intents.OpenReplay(path, step, line):
                await self._replay(path, step, line)
            case intents.KeepText(name, text):
                file = self.profile.folder("records") / name
                atomic_file.write(file, text.encode())
                self.ui.say(f"Written to {file}", "good")
            case intents.KeepSettings():
                settings.save(self._settings_path, self.ui.settings)
            case intents.Rename(name):
                self._rename(name)
            case intents.Bell():
                self.ring()
            case intents.Copy(text):
                self.copy(text)
            case _:
                await self._at_table(intent)

    async def _at_table(self, intent: intents.Intent) -> None:
        """What only makes sense at a table."""
        if self.table is None or self.state is None:
            return
        client = self.table.client
        match intent:
            case intents.Ready():
                client.make_ready()
            case intents.Refuse(key):
                client.refuse(key)
            case intents.Decide(step, decision):
                await self._send(client.decide(step, decision))
            case intents.Concede():
                await client.concede()
            case intents.PassUntil(event):
                await self._send(client.pass_until(event))
            case intents.Say(text):
                client.say(text)
            case intents.Mute(seat, muted):
                client.mute(seat, muted)
            case intents.PreviewMove(answer, of):
                found = await client.preview(answer)
                draft = self.state.draft
                if found is not None and draft is not None and draft == of:
                    told = tuple(self.state.names.put_into(line.text) for line in found.lines)
                    self.state.foreseen = (draft, told)
                    self.ui.changed()
            case intents.SaveRecord(text):
                path = await self._save(Path(text) if text else None)
                self.ui.say(f"Record written to {path}", "good")
            case _:
                pass

    async def _send(self, sending: Awaitable[None]) -> None:
        """Send an answer; if the table does not take it, the question is open again."""
        try:
            await sending
        except (P2PError, GamesError):
            if self.state is not None:
                self.state.refused(self.ui.now)
            raise

    # Sitting down

    async def _host(self, intent: intents.Host) -> None:
        def make() -> OpenedTable:
            return open_table.open_host(
                self.profile,
                intent.game,
                intent.seats,
                intent.options,
                new=intent.new,
                port=intent.port,
                waits=True,
            )

        self._lobby_address = intent.address
        await self._sit(make, show=intent.show and self._environment.get(VARIABLE) != OFF)

    async def _join(self, text: str, watch: bool) -> None:
        try:
            invite = parse(text)
        except InviteError as error:
            self.ui.trouble(sentence(str(error)))
            return
        if invite.watch and not watch:
            self.ui.trouble("This invite only lets you watch: choose 'a spectator', or ask whoever "
                            "hosts the table for the other one.")  # fmt: skip
            return
        await self._stop_finding()
        if watch:
            await self._sit(lambda: open_table.open_watch(self.profile, invite))
        else:
            await self._sit(lambda: open_table.open_guest(self.profile, invite, waits=True))

    async def _rematch(self, table: str) -> None:
        """To the next table of the one that is open, or of one in the list."""
        if not table and self.table is not None:
            table = self.table.id
            self.table.client.ask_again()
        await self._sit(lambda: open_rematch.open_rematch(self.profile, table))

    async def _sit(self, make: Callable[[], OpenedTable], *, show: bool = False) -> None:
        await self._close()
        self.ui.busy = "Opening the table"
        self.ui.changed()
        table = make()
        practice = table.config.loopback
        self.table = table
        self.state = TableState(title_of(table.config.game))
        self._guests = LobbyFeed(table.client.key, self.profile.contacts)
        again = bool(table.config.agreed)
        hosting = table.config.role == "host" and not again
        self._lobby = LobbyState(hosting=hosting, again=again, since=time.monotonic())
        self._said_over = self._ended_here = False
        try:
            await table.start()
        except BaseException:
            self.table = None
            await table.close()
            raise
        finally:
            self.ui.busy = ""
        base = self.ui.screens[0]
        if practice or table.client.state.charter is not None:
            self.ui.reset(base, TableScreen(self.ui, self.state))
        else:
            self.ui.reset(base, Lobby(self.ui, self._lobby))
            if table.config.role == "host":
                self._lobby.invites = self._invites(table)
                if show:
                    await self._announce()
        following = self._guarded(self._follow(table), moves=False)
        self._follower = asyncio.get_running_loop().create_task(following)

    async def _leave(self) -> None:
        await self._close()
        if self.ui.alone:
            self.done.set()
            return
        self.ui.reset(self.ui.screens[0])
        await self._list()

    async def _close(self) -> None:
        """Leave the table as it is, after a word to the others if it has ended."""
        table, self.table = self.table, None
        follower, self._follower = self._follower, None
        if follower is not None:
            follower.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await follower
        await self._hide()
        if table is None:
            return
        never_met = bool(table.config.agreed) or table.client.state.roster is None
        unbound = table.client.state.charter is None and not table.client.bound
        self._note_end(table)
        if self._ended_here:
            self.ui.busy = "Telling the others how it ended"
            self.changed()
            await table.client.farewell()
            self.ui.busy = ""
        await table.close()
        refused = table.client.state.failure is not None and table.client.state.charter is None
        if (refused and table.config.role != "host") or (unbound and never_met):
            # A table that would not have us, or that we never reached, is none of ours; a rematch
            # can be asked for again.
            self.profile.remove_table(table.id)

    def _note_end(self, table: OpenedTable) -> None:
        """Keep how a table was left."""
        snapshot, own = table.client.state.snapshot, table.client.seat
        self.paused = ""
        if snapshot is not None and snapshot.ending is not None:
            self.code = int(Exit.DONE if snapshot.ending.fault is None else Exit.BROKEN)
        elif snapshot is not None and own is not None and snapshot.online[own] is None:
            table.describe("left")
            self.code = int(Exit.DONE)
        elif table.client.state.failure is None:
            self.code, self.paused = int(Exit.PAUSED), table.id

    async def close(self) -> None:
        """The program ends."""
        await self._stop_finding()
        for job in tuple(self._jobs):
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        await self._close()
