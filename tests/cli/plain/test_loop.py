"""The loop at a table against a client that the test plays: endings, exit codes, what is kept."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import pytest

from cli.console.awake_clock import AwakeClock
from cli.console.exit_codes import Exit
from cli.console.stdin import Typed
from cli.lifecycle import lookout
from cli.plain import loop as table_module
from cli.plain import teller
from cli.plain.loop import LineSession
from cli.plain.seat_options import SeatOptions
from games.engine.values import Outcome
from p2p.client.play.snapshot import Snapshot, Wait
from p2p.client.tables.opened_table import OpenedTable
from p2p.errors import LobbyError, LocalError, P2PError, SecondInstance
from p2p.lobby.frames import Roster
from p2p.log.fault import Fault
from p2p.session.person import Attention
from p2p.session.session import Ending
from p2p.trace import NoTracer
from tests.cli.cast import moment
from tests.cli.lifecycle import stays
from tests.cli.lifecycle.stays import CHARTER, FAULT, WON, Plan
from tests.cli.pipes import open_pipe


@dataclass
class LinePlan(Plan):
    role: str = "host"
    game: str = ""
    guided: bool = False
    addresses: tuple[tuple[str, int], ...] = ()


@dataclass
class Client(stays.Client):
    """Tells what the test wants told."""

    stays: asyncio.Event | None = None
    begins: Callable[[], None] = lambda: None
    ready: Callable[[], None] = lambda: None
    internet: bool = False
    muted: frozenset[int] = frozenset()

    def memo(self) -> tuple[()]:
        return ()

    async def attend(self, attention: Attention) -> None:
        """Nobody is asked at this table."""

    def make_ready(self) -> None:
        super().make_ready()
        self.ready()

    async def farewell(self) -> None:
        if self.stays is not None:
            await self.stays.wait()

    async def record(self) -> bytes:
        return b"the record"

    def tell(self, snapshot: Snapshot) -> None:
        self.state.charter = CHARTER
        self.state.snapshot = snapshot
        self.state.changed.set()


@dataclass
class Place:
    """A place at a table, and what becomes of it."""

    client: Client
    config: LinePlan = field(default_factory=LinePlan)
    id: str = "abc123"
    shown: str = "def456"
    bots: tuple[Client, ...] = ()
    lobby_bots: None = None
    profile: stays.Shelf | None = None
    states: list[str] = field(default_factory=list)
    closed: bool = False

    async def start(self) -> None:
        self.client.begins()

    async def close(self) -> None:
        self.closed = True

    def notice(self, *, leaving: bool = False) -> None:
        """Nobody looks at a list here."""

    def describe(self, state: str) -> None:
        self.states.append(state)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Words of keys take their time, and are another module's business."""
    monkeypatch.setattr(teller, "key_phrase", lambda key, count: "-".join(["word"] * count))
    handler = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, handler)


class Stopped(NoTracer):
    """A trace that has ended."""

    def __init__(self, stopped: str) -> None:
        self.stopped = stopped


OPTIONS = SeatOptions(
    asks=False,
    command="crownless",
)


async def sit(place: Place, options: SeatOptions = OPTIONS) -> Exit:
    async with asyncio.timeout(20):
        return await LineSession(cast(OpenedTable, place), options, {}).run()


def ended(outcome: Outcome | None, fault: Fault | None = None, closed: int = 2) -> Snapshot:
    ending = Ending(outcome, fault, tuple(range(closed)), (0, 1))
    return replace(moment(), ending=ending, record_digest=b"\x01" * 32)


def place_that_tells(snapshot: Snapshot) -> Place:
    client = Client()
    client.begins = lambda: client.tell(snapshot)
    return Place(client)


async def test_a_game_that_ends_by_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    place = place_that_tells(ended(WON))
    assert await sit(place) is Exit.DONE
    out = capsys.readouterr().out
    assert "The game is over: Ben wins (held the Ring)." in out
    assert "Everybody has signed the result: 2 of 2." in out
    assert "To keep the record: crownless record def456 FILE" in out
    assert place.states == ["open", "over"]
    assert place.closed


async def test_a_table_that_ends_by_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    place = place_that_tells(ended(None, FAULT, closed=0))
    assert await sit(place) is Exit.BROKEN
    out = capsys.readouterr().out
    assert "Ben broke the table at step 12: illegal move" in out
    assert "signed the result" not in out
    assert place.states[-1] == "broken"


async def test_a_trace_that_has_ended_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    place = place_that_tells(ended(WON))
    place.config = LinePlan(loopback=True)
    place.profile = stays.Shelf(tracer=Stopped("the disk is full"))
    assert await sit(place) is Exit.DONE
    assert capsys.readouterr().out.count("the disk is full.\n") == 1


async def test_the_record_is_written_where_it_was_wanted(tmp_path: Path) -> None:
    path = tmp_path / "game.crown"
    assert await sit(place_that_tells(ended(WON)), replace(OPTIONS, record=path)) is Exit.DONE
    assert path.read_bytes() == b"the record"


async def test_a_file_that_holds_something_else_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear Ada")
    assert await sit(place_that_tells(ended(WON)), replace(OPTIONS, record=path)) is Exit.USAGE
    assert path.read_text() == "Dear Ada"
    assert "holds something else already" in capsys.readouterr().err


async def test_a_file_that_came_while_we_played_is_kept_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "letter"
    place = place_that_tells(ended(WON))
    monkeypatch.setattr(place, "describe", lambda _: path.write_text("Dear Ada"))
    assert await sit(place, replace(OPTIONS, record=path)) is Exit.DONE
    assert path.read_text() == "Dear Ada"
    out, err = capsys.readouterr()
    assert "holds something else already" in err
    assert "To keep the record: crownless record def456 FILE" in out


async def test_closings_that_do_not_come_are_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lookout, "CLOSING_SECONDS", 0.0)
    assert await sit(place_that_tells(ended(WON, closed=1))) is Exit.DONE
    assert "1 of 2, not yet by Ben." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (LobbyError("no seat for you: \x1b[2Jall seats are taken"), Exit.USAGE),
        (LocalError("the disk is full; make room and try again"), Exit.BROKEN),
        (SecondInstance("another copy of this profile plays at this table"), Exit.PAUSED),
    ],
)
async def test_a_client_that_fails_says_why_safely(
    error: P2PError, code: Exit, capsys: pytest.CaptureFixture[str]
) -> None:
    client = Client()
    client.state.failure = error
    place = Place(client)
    assert await sit(place) is code
    err = capsys.readouterr().err
    assert err.startswith("crownless: ")
    assert "\x1b" not in err
    assert place.closed


async def test_a_bot_that_fails_is_noticed() -> None:
    bot = Client()
    bot.state.failure = LocalError("a mistake")
    assert await sit(Place(Client(), bots=(bot,))) is Exit.BROKEN


async def test_the_end_of_the_input_pauses_who_plays_by_hand(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert await sit(Place(Client()), replace(OPTIONS, asks=True)) is Exit.PAUSED
    assert "To go on: crownless tables def456" in capsys.readouterr().out


async def test_an_interrupt_pauses(capsys: pytest.CaptureFixture[str]) -> None:
    client = Client()
    client.begins = lambda: os.kill(os.getpid(), signal.SIGINT)
    place = Place(client)
    assert await sit(place) is Exit.INTERRUPTED
    assert "nothing is lost" in capsys.readouterr().out
    assert place.closed


async def test_whoever_has_left_for_good_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    client = Client()

    def begin() -> None:
        client.tell(moment(online=(None, True)))
        os.kill(os.getpid(), signal.SIGINT)

    client.begins = begin
    place = Place(client)
    assert await sit(place) is Exit.DONE
    assert "You have left this game for good" in capsys.readouterr().out
    assert place.states == ["open", "left"]


@pytest.mark.parametrize(("answer", "code"), [("yes", Exit.PAUSED), ("", Exit.INTERRUPTED)])
async def test_ctrl_c_asks_first_in_a_lobby_with_people_in_it(
    answer: str,
    code: Exit,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As the screen does; once more, or yes, leaves."""
    client = Client()
    client.state.roster = Roster("inheritance", 3, (), CHARTER.draft.members)
    client.begins = lambda: os.kill(os.getpid(), signal.SIGINT)
    with open_pipe() as pipe:
        monkeypatch.setattr(table_module, "Typed", lambda bell: Typed(bell, pipe.reading))
        sitting = asyncio.create_task(sit(Place(client), replace(OPTIONS, asks=True)))
        out = ""
        while "Ctrl-C once more leaves" not in out:
            await asyncio.sleep(0)
            out += capsys.readouterr().out
        assert "Ben" in out
        assert "Type yes to leave; anything else keeps you here." in out
        assert not sitting.done()
        if answer:
            pipe.write(f"{answer}\n".encode())
        else:
            os.kill(os.getpid(), signal.SIGINT)
        assert await sitting is code


async def test_nobody_is_asked_in_an_empty_lobby_or_when_the_system_ends_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, members in ((signal.SIGINT, 1), (signal.SIGTERM, 2)):
        client = Client()
        client.state.roster = Roster("inheritance", 3, (), CHARTER.draft.members[:members])
        client.begins = lambda number=number: os.kill(os.getpid(), number)  # type: ignore[misc]
        with open_pipe() as pipe:
            reading = pipe.reading
            monkeypatch.setattr(table_module, "Typed", lambda bell, fd=reading: Typed(bell, fd))
            assert await sit(Place(client), replace(OPTIONS, asks=True)) is Exit.INTERRUPTED
        assert "Type yes" not in capsys.readouterr().out


async def test_no_way_to_the_table_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    client = Client()
    client.state.trouble = "nobody answers at this address"
    assert await sit(Place(client), replace(OPTIONS, asks=True)) is Exit.PAUSED
    out = capsys.readouterr().out
    assert out.count("nobody answers at this address") == 1


async def test_a_long_farewell_says_that_it_may_be_cut_short(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(table_module, "QUIET_SECONDS", 0.0)
    place = place_that_tells(moment())
    place.client.stays = asyncio.Event()
    sitting = asyncio.create_task(sit(place))
    await asyncio.sleep(0)
    place.client.tell(ended(WON))
    out = ""
    while "Staying a moment" not in out:
        await asyncio.sleep(0)
        out += capsys.readouterr().out
    os.kill(os.getpid(), signal.SIGINT)
    assert await sitting is Exit.DONE


async def test_a_person_says_ready_before_the_table_begins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cli.plain.lobby_commands.FRESH", 0.0)
    client = Client()
    client.state.roster = Roster("inheritance", 2, (), CHARTER.draft.members)
    client.state.to_sign = True
    client.ready = lambda: client.tell(ended(WON))
    place = Place(client)
    with open_pipe() as pipe:
        monkeypatch.setattr(table_module, "Typed", lambda bell: Typed(bell, pipe.reading))
        sitting = asyncio.create_task(sit(place, replace(OPTIONS, asks=True, waits=True)))
        out = ""
        while "type ready" not in out:
            await asyncio.sleep(0)
            out += capsys.readouterr().out
        assert client.signed == 0
        pipe.write(b"ready\n")
        assert await sitting is Exit.DONE
    assert client.signed == 1
    assert "You are ready." in capsys.readouterr().out


async def test_a_script_is_not_asked_whether_it_is_ready(
    capsys: pytest.CaptureFixture[str],
) -> None:
    client = Client()
    client.state.roster = Roster("inheritance", 2, (), CHARTER.draft.members)
    assert await sit(Place(client), replace(OPTIONS, asks=True)) is Exit.PAUSED
    assert "ready" not in capsys.readouterr().out


async def test_a_host_that_goes_on_prints_no_invite_to_seats_that_are_taken(
    capsys: pytest.CaptureFixture[str],
) -> None:
    client = Client()
    client.begins = lambda: client.tell(moment())
    await sit(Place(client), replace(OPTIONS, asks=True, shows_invite=True))
    said = capsys.readouterr().out
    assert "invite: " not in said
    assert "crownless join" not in said
    assert said.count("to watch: crown1-") == 1


async def test_a_machine_that_slept_says_so_of_itself_and_not_of_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Before: "Ben is off line", and "Ben is choosing (12 min)"."""
    seconds = 5000.0
    client = Client()
    waits = (Wait(1, "choosing", decides=True),)
    client.begins = lambda: client.tell(moment(online=(True, True), waiting=waits))
    looked = asyncio.Event()

    def now() -> float:
        looked.set()
        return seconds

    session = LineSession(cast(OpenedTable, Place(client)), OPTIONS, {}, AwakeClock(now))

    async def shown(words: str) -> str:
        said = ""
        async with asyncio.timeout(20):
            while words not in said:
                await asyncio.sleep(0.01)
                said += capsys.readouterr().out
        return said

    sitting = asyncio.create_task(session.run())
    await shown("You play with Ben")
    seconds += 4.0
    client.state.changed.set()
    assert "(4 s)" in await shown("Ben is choosing")
    seconds += 720.0
    client.tell(moment(online=(True, False), waiting=waits))
    said = await shown("slept for 12 min")
    for _ in range(2):  # no more than a busy moment each
        seconds += 15.0
        client.tell(moment(online=(True, False), waiting=waits))
        looked.clear()
        await asyncio.wait_for(looked.wait(), 20)
    said += await shown("Ben is choosing (34 s)")
    assert said.count("slept for") == 1
    assert not re.search("off line|reconnecting|away", said)
    for _ in range(2):
        seconds += 15.0
        client.state.changed.set()
        looked.clear()
        await asyncio.wait_for(looked.wait(), 20)
    assert "Ben is away since " in await shown("Ben is away")
    client.tell(ended(WON))
    assert await sitting is Exit.DONE


async def test_the_host_prints_its_invites_each_once(capsys: pytest.CaptureFixture[str]) -> None:
    place = Place(Client())
    options = replace(OPTIONS, asks=True, shows_invite=True, address="203.0.113.5")
    await sit(place, options)
    lines = capsys.readouterr().out.splitlines()
    (seat,) = [line for line in lines if line.startswith("invite: crown1-")]
    (watch,) = [line for line in lines if line.startswith("to watch: crown1-")]
    assert " " not in seat.removeprefix("invite: ")
    assert seat.split()[-1] != watch.split()[-1]
