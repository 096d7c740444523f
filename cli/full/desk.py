"""Carries out what the screens wish for, and tells them what happens at the table.

The only module here that knows profiles, tables and clients. Everything that takes time runs as a
task of its own; `working` counts them, so that tests can wait until nothing is under way. Held by
tests/cli/full/test_shell.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cli.codes import Exit
from cli.commands.sit import keep_log
from cli.errors import UsageError
from cli.full import settings, wishes
from cli.full.lobby import Lobby, LobbyState
from cli.full.replayscreen import ReplayScreen
from cli.full.start import FoundTable, JoinForm, Start, TableEntry
from cli.full.tablescreen import TableScreen
from cli.full.tablestate import TableState
from cli.full.ui import Ui
from cli.full.verifyscreen import VerifyScreen, VerifyState
from cli.lobby import Lobby as Guests
from cli.nearby import OFF, VARIABLE, interfaces
from cli.text import ago
from games import registry
from games.errors import GamesError
from games.values import Seat
from p2p import seating
from p2p.charter import Member
from p2p.errors import InviteError, LinkError, P2PError
from p2p.invite import MAX_ADDRESSES, parse
from p2p.profile import Profile, TableInfo
from p2p.record import read_file
from p2p.seating import Table
from p2p.text import safe, safe_name
from p2p.words import LONG, SHORT, key_phrase

if TYPE_CHECKING:
    from p2p.lan import Announcement, Finder
    from p2p.report import Report

RECORD_SUFFIX = ".crownless"
SITTING = (wishes.Play, wishes.Host, wishes.Join, wishes.Resume, wishes.LeaveTable)
"""What goes to a table or from it: one at a time."""
PROGRESS = 0.1
"""Seconds between two pictures of a bar."""


class Desk:
    """One program's profile, its table if it sits at one, and its jobs."""

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
        self.table: Table | None = None
        self.state: TableState | None = None
        self.done = asyncio.Event()
        """Set when the program is to end."""
        self.changed: Callable[[], None] = lambda: None
        self.ring: Callable[[], None] = lambda: None
        self._settings_path = settings_path
        keep_log(profile)
        self._lobby = LobbyState()
        self._lobby_address = ""
        self._guests: Guests | None = None
        self._phrases: dict[bytes, str] = {}
        self._jobs: set[asyncio.Task[None]] = set()
        self._moving = False
        self._follower: asyncio.Task[None] | None = None
        self._counted = 0
        self._said_over = False
        self._finder: Finder | None = None
        self._announcement: Announcement | None = None
        self._announced = (0, 0)

    # Jobs

    @property
    def working(self) -> int:
        """How many jobs are under way."""
        return len(self._jobs)

    def serve(self) -> None:
        """Begin everything that the screens wish for."""
        taken, self.ui.wishes[:] = list(self.ui.wishes), []
        for wish in taken:
            if isinstance(wish, SITTING):
                if self._moving:
                    continue  # one is on its way to a table, or from one
                self._moving = True
            self._begin(self._grant(wish), moves=isinstance(wish, SITTING))

    def _begin(self, work: Coroutine[object, object, None], *, moves: bool = False) -> None:
        job = asyncio.get_running_loop().create_task(self._guarded(work, moves))
        self._jobs.add(job)
        job.add_done_callback(self._finished)

    def _finished(self, job: asyncio.Task[None]) -> None:
        self._jobs.discard(job)
        self.changed()

    async def _guarded(self, work: Coroutine[object, object, None], moves: bool) -> None:
        try:
            await work
        except (P2PError, GamesError, UsageError) as error:
            self.ui.busy = ""
            self.code = int(Exit.USAGE)
            self.ui.trouble(_sentence(str(error)))
        finally:
            if moves:
                self._moving = False
        self.changed()

    async def _grant(self, wish: wishes.Wish) -> None:
        match wish:
            case wishes.Quit():
                self.done.set()
            case wishes.ListTables():
                await self._list()
            case wishes.Play(game, bots, options, new):
                await self._sit(
                    lambda: seating.open_play(self.profile, game, bots, options, new=new),
                    rematch=wishes.Play(game, bots, options, True),
                )
            case wishes.Host():
                await self._host(wish)
            case wishes.Join(invite, watch):
                await self._join(invite, watch)
            case wishes.Resume(table):
                await self._sit(lambda: seating.open_saved(self.profile, table))
            case wishes.LeaveTable():
                await self._leave()
            case wishes.FindTables(on):
                await (self._find() if on else self._stop_finding())
            case wishes.Verify(path):
                await self._verify(path)
            case wishes.Replay(path, step):
                await self._replay(path, step)
            case wishes.KeepSettings():
                settings.save(self._settings_path, self.ui.settings)
            case wishes.Rename(name):
                self._rename(name)
            case wishes.Bell():
                self.ring()
            case _:
                await self._at_table(wish)

    async def _at_table(self, wish: wishes.Wish) -> None:
        """What only makes sense at a table."""
        if self.table is None or self.state is None:
            return
        client = self.table.client
        match wish:
            case wishes.Decide(step, decision):
                try:
                    await client.decide(step, decision)
                except (P2PError, GamesError):
                    self.state.refused(self.ui.now)
                    raise
            case wishes.Concede():
                await client.concede()
            case wishes.PassUntil(event):
                await client.pass_until(event)
            case wishes.Say(text):
                client.say(text)
            case wishes.Mute(seat, muted):
                client.mute(seat, muted)
            case wishes.Foresee(answer, picks):
                found = await client.preview(answer)
                draft = self.state.draft
                if found is not None and draft is not None and draft.picks == picks:
                    told = tuple(self.state.names.put_into(line.text) for line in found.lines)
                    self.state.foreseen = (draft.picks, told)
                    self.ui.changed()
            case wishes.SaveRecord(text):
                path = await self._save(Path(text) if text else None)
                self.ui.say(f"Record written to {path}", "good")
            case _:
                pass

    # Lists

    async def _list(self) -> None:
        start = self.ui.find(Start)
        if not isinstance(start, Start):
            return
        start.tables = [_entry(info) for info in self.profile.tables()]
        folder = self.profile.folder("records")
        files = sorted(folder.glob(f"*{RECORD_SUFFIX}"), key=_age)
        start.records = [str(path) for path in files]
        self.ui.changed()

    def _rename(self, name: str) -> None:
        self.profile.name = name
        start = self.ui.find(Start)
        if isinstance(start, Start):
            start.renamed(self.profile.name)

    async def _find(self) -> None:
        from p2p.lan import Finder

        if self._finder is not None:
            return
        self._finder = Finder(self._on_found, interfaces(self._environment))
        try:
            await self._finder.start()
        except LinkError:
            self._finder = None
            raise

    def _on_found(self) -> None:
        form = self.ui.find(JoinForm)
        if self._finder is not None and isinstance(form, JoinForm):
            form.find([
                FoundTable(
                    f"{_title(one.game)}, opened by {safe_name(one.host)}",
                    f"{one.taken} of {one.seats} seats taken",
                    one.invite.encode(),
                )
                for one in self._finder.tables.values()
            ])  # fmt: skip
            self.ui.changed()
            self.changed()

    async def _stop_finding(self) -> None:
        finder, self._finder = self._finder, None
        if finder is not None:
            await finder.close()

    # Sitting down

    async def _host(self, wish: wishes.Host) -> None:
        def make() -> Table:
            return seating.open_host(
                self.profile, wish.game, wish.seats, wish.options, new=wish.new, port=wish.port
            )

        self._lobby_address = wish.address
        await self._sit(make, show=wish.show and self._environment.get(VARIABLE) != OFF)

    async def _join(self, text: str, watch: bool) -> None:
        try:
            invite = parse(text)
        except InviteError as error:
            self.ui.trouble(_sentence(str(error)))
            return
        await self._stop_finding()
        opener = seating.open_watch if watch or invite.watch else seating.open_guest
        await self._sit(lambda: opener(self.profile, invite))

    async def _sit(
        self, make: Callable[[], Table], *, rematch: wishes.Play | None = None, show: bool = False
    ) -> None:
        await self._close()
        self.ui.busy = "Opening the table"
        self.ui.changed()
        table = make()
        practice = table.plan.loopback
        if practice and rematch is None and table.plan.game:
            plan = table.plan
            rematch = wishes.Play(plan.game, plan.seats - 1, dict(plan.options), True)
        self.table = table
        self.state = TableState(_title(table.plan.game), rematch=rematch)
        self._guests = Guests(table.client.key, self.profile.contacts)
        self._lobby = LobbyState(hosting=table.plan.role == "host", since=time.monotonic())
        self._counted, self._said_over = 0, False
        try:
            await table.start()
        except BaseException:
            self.table = None
            await table.close()
            raise
        finally:
            self.ui.busy = ""
        base = self.ui.screens[0]
        if practice or table.client.news.charter is not None:
            self.ui.reset(base, TableScreen(self.ui, self.state))
        else:
            self.ui.reset(base, Lobby(self.ui, self._lobby))
            if table.plan.role == "host":
                self._lobby.invites = self._invites(table)
                if show:
                    await self._announce()
        self._follower = asyncio.get_running_loop().create_task(self._follow(table))

    def _invites(self, table: Table) -> tuple[str, str]:
        """To a seat and to watch, with the address of the router if there is one."""
        found = []
        for invite in table.client.invites():
            if self._lobby_address:
                further = (self._lobby_address, table.client.port)
                places = (further, *invite.addresses)[:MAX_ADDRESSES]
                invite = replace(invite, addresses=places)
            found.append(invite.encode())
        return found[0], found[1]

    async def _announce(self) -> None:
        """Show the table on the local network, with how many seats are taken."""
        from p2p.lan import Announcement, Shown

        table = self.table
        if table is None:
            return
        roster = table.client.news.roster
        taken = (len(roster.members), roster.seats) if roster else (0, 0)
        if not roster or taken == self._announced:
            return
        self._announced = taken
        if self._announcement is None:
            places = interfaces(self._environment)
            self._announcement = Announcement(table.plan.tag, table.client.port, places)
        invite, _ = table.client.invites()
        shown = Shown(table.plan.tag, invite, roster.game, self.profile.name, *taken)
        try:
            await self._announcement.show(shown)
            self._lobby.shown = "The table is shown on the local network."
        except LinkError as error:
            self._announcement = None
            self._lobby.shown = _sentence(str(error))

    async def _hide(self) -> None:
        announcement, self._announcement = self._announcement, None
        self._announced = (0, 0)
        if announcement is not None:
            await announcement.hide()

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
        self._note_end(table)
        if self._said_over:
            self.ui.busy = "Telling the others how it ended"
            self.changed()
            await table.client.farewell()
            self.ui.busy = ""
        await table.close()
        refused = table.client.news.failure is not None and table.client.news.charter is None
        if refused and table.plan.role != "host":
            self.profile.remove_table(table.id)  # a table that would not have us is none of ours

    def _note_end(self, table: Table) -> None:
        """Keep how a table was left."""
        snapshot, own = table.client.news.snapshot, table.client.seat
        self.paused = ""
        if snapshot is not None and snapshot.ending is not None:
            self.code = int(Exit.DONE if snapshot.ending.fault is None else Exit.BROKEN)
        elif snapshot is not None and own is not None and snapshot.online[own] is None:
            table.describe("left")
            self.code = int(Exit.DONE)
        elif table.client.news.failure is None:
            self.code, self.paused = int(Exit.PAUSED), table.id

    async def close(self) -> None:
        """The program ends."""
        await self._stop_finding()
        for job in tuple(self._jobs):
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        await self._close()

    # News of the table

    async def _follow(self, table: Table) -> None:
        """Show what the client tells, until the table is left."""
        news = table.client.news
        shown = 0.0
        while True:
            news.bell.clear()
            self.ui.now = now = time.monotonic()
            await self._show(table)
            self.ui.changed()
            self.changed()
            if news.failure is not None:
                self._fail(news.failure)
                return
            await news.next()
            if news.progress is not None and news.snapshot is None:
                await asyncio.sleep(max(0.0, shown + PROGRESS - now))
                shown = now

    def _fail(self, error: Exception) -> None:
        self.ui.trouble(_sentence(str(error)))
        if self.table is not None and self.table.client.news.charter is None:
            self.ui.wish(wishes.LeaveTable())
        self.changed()

    async def _show(self, table: Table) -> None:
        news, state, now = table.client.news, self.state, self.ui.now
        if state is None:
            return
        if news.roster is not None and news.charter is None:
            self._show_roster(table)
        self._lobby.trouble = news.trouble
        if news.charter is not None and not state.names.people:
            self._begin_table(table, state)
        if news.progress is not None:
            state.progress(news.progress, now)
        if news.chat != state.chat:
            state.say(news.chat)
        snapshot = news.snapshot
        if snapshot is not None and snapshot is not state.snapshot:
            session = table.client.session
            assert session is not None
            # The log only ever grows, and a list is cut in one go.
            fresh = session.log.order[self._counted :]
            self._counted += len(fresh)
            state.events = tuple(session.replica.engine.table.events)
            if state.take(snapshot, [signed.message for signed in fresh], now):
                self._asked()
            if snapshot.ending is not None and not self._said_over:
                self._over(table)

    def _asked(self) -> None:
        """A question has come up."""
        screen = self.ui.find(TableScreen)
        if isinstance(screen, TableScreen):
            screen.new_question()
        if self.ui.settings.bell:
            self.ring()

    def _over(self, table: Table) -> None:
        """The game has ended: show how, above whatever is shown of this table."""
        assert self.state is not None
        assert self.state.snapshot is not None
        ending = self.state.snapshot.ending
        assert ending is not None
        if not ending.complete and ending.fault is None:
            return  # closings are still coming in
        self._said_over = True
        table.describe("over" if ending.fault is None else "broken")
        screen = self.ui.find(TableScreen)
        if isinstance(screen, TableScreen):
            screen.show_result()

    def _show_roster(self, table: Table) -> None:
        roster = table.client.news.roster
        assert roster is not None
        assert self._guests is not None
        lobby = self._lobby
        lobby.title = f"{_title(roster.game)}, {roster.seats} seats"
        lobby.seats = roster.seats
        lobby.options = [_option(roster.game, key, value) for key, value in roster.options]
        lobby.names = self._guests.names(roster.members)
        lobby.phrases = dict(self._phrases.items())
        self._begin(self._work_out(roster.members))
        if self._announcement is not None:
            self._begin(self._announce())

    async def _work_out(self, members: Sequence[Member]) -> None:
        """The six words of each new key, off the event loop: they take a moment on purpose."""
        for member in members:
            if not member.is_bot and member.key not in self._phrases:
                self._phrases[member.key] = ""
                words = await asyncio.to_thread(key_phrase, member.key, LONG)
                self._phrases[member.key] = words
                self._lobby.phrases = dict(self._phrases)
                self.ui.changed()
                self.changed()

    def _begin_table(self, table: Table, state: TableState) -> None:
        charter = table.client.news.charter
        assert charter is not None
        assert self._guests is not None
        members = charter.draft.members
        state.names = self._guests.names(members)
        state.game = _title(charter.draft.game)
        state.can_chat = state.names.own is not None and not all(
            member.is_bot or member.key == table.client.key for member in members
        )
        table.describe("open")
        self._begin(self._hide())
        self._begin(self._short_words(state, members))
        if not isinstance(self.ui.find(TableScreen), TableScreen):
            self.ui.reset(self.ui.screens[0], TableScreen(self.ui, state))

    async def _short_words(self, state: TableState, members: Sequence[Member]) -> None:
        words = []
        for member in members:
            if member.is_bot:
                words.append("a bot's key, of this table only")
            else:
                words.append(await asyncio.to_thread(key_phrase, member.key, SHORT))
        state.words = tuple(words)

    # Records

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


def _entry(info: TableInfo) -> TableEntry:
    """A table of the profile in one line."""
    about = info.about
    age = ago(max(0.0, time.time() - info.changed / 1e9))
    state = str(about.get("state", "open"))
    people = safe(str(about.get("people", "")), 120)
    kind = "bots" if about.get("practice") else str(about.get("role", ""))
    note = ", ".join(word for word in (people, f"{age} ago", state) if word)
    return TableEntry(info.id, f"{_title(str(about.get('game', '')))} ({kind})", note,
                      state == "open")  # fmt: skip


def _title(game: str) -> str:
    return registry.make(game).info.title if game in registry.GAMES else safe(game or "a table", 32)


def _option(game: str, key: str, value: str | int) -> str:
    if game in registry.GAMES:
        for option in registry.make(game).info.options:
            if option.key == key:
                return f"{option.label or key}: {safe(str(value), 40)}"
    return f"{safe(key, 32)}: {safe(str(value), 40)}"


def _sentence(text: str) -> str:
    """What went wrong as a sentence."""
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith('.') else '.'}" if text else text


def _age(path: Path) -> float:
    return -path.stat().st_mtime
