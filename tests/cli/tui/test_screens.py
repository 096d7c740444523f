"""Golden screens at both sizes: what a person sees, in typical states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from cli.model.intents import Quit, Replay, Verify
from cli.tui.screens.lobby import Lobby, LobbyState, policy_lines
from cli.tui.screens.settings_form import SettingsForm
from cli.tui.screens.start import (
    FileForm,
    FoundTable,
    HostForm,
    JoinForm,
    PlayForm,
    Start,
    TableEntry,
    Tables,
)
from cli.tui.table.ending import GameOver
from games.engine.values import CardId
from games.engine.view import CardView
from p2p.client.chat import ChatLine
from p2p.client.snapshot import Wait
from p2p.client.updates import Progress
from p2p.wire.charter import Policies
from tests.cli.tui.house import SIZES, LocalTable, Stage, golden, names_of

TABLES = (
    TableEntry("a", "Inheritance (bots)", "Ana, Marigold, 3 min ago, open", True),
    TableEntry("b", "Inheritance (host)", "Ana, Ben, 2 days ago, over", False),
)


def start(stage: Stage) -> Start:
    screen = Start(stage.ui, "Ana")
    screen.tables = TABLES
    screen.records = ["/home/ana/records/inheritance.crownless"]
    stage.show(screen)
    return screen


def forms(stage: Stage, name: str) -> None:
    first = start(stage)
    ui = stage.ui
    match name:
        case "play":
            ui.push(PlayForm(ui))
        case "host":
            ui.push(HostForm(ui))
        case "join":
            form = JoinForm(ui)
            form.find([FoundTable("Inheritance, opened by Ben", "1 of 3 seats taken", "x")])
            ui.push(form)
        case "tables":
            ui.push(Tables(ui, first))
        case "files":
            ui.push(FileForm(ui, first, Replay))
        case "settings":
            ui.kept_in = "/home/ana/.config/crownless/settings.toml"
            ui.push(SettingsForm(ui, first.name))
        case _:
            pass


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["start", "play", "host", "join", "tables", "files", "settings"])
def test_forms(name: str, size: str) -> None:
    stage = Stage(size)
    forms(stage, name)
    golden(f"{name}-{size}", stage)


@pytest.mark.parametrize("size", SIZES)
def test_lobby(size: str) -> None:
    stage = Stage(size)
    people = names_of(2)
    state = LobbyState(
        "Inheritance, 3 seats",
        3,
        ["First turn: by chance"],
        replace(people, people=tuple(replace(p, operator="") for p in people.people)),
        {people.people[0].key: "river-copper-anvil-spill-factory-hint"},
        ("crownless:seat", "crownless:watch"),
        "The table is shown on the local network.",
        policies=policy_lines(Policies(), passes=False),
        since=stage.now - 65,
    )
    stage.show(Lobby(stage.ui, state))
    golden(f"lobby-{size}", stage)
    state.seats, state.to_seal, state.sealed = 2, True, (1,)
    stage.show(Lobby(stage.ui, state))
    golden(f"lobby-full-{size}", stage)
    assert any(action.name == "ready" for action in stage.ui.top.actions() if action.when())


# The table


def opening(stage: Stage) -> None:
    stage.sit(LocalTable(seed=4))


def in_play(stage: Stage, moves: int = 2, seed: int = 4) -> LocalTable:
    table = LocalTable(seed=seed)
    for _ in range(moves):
        table.decide(table.advised())
    stage.sit(table)
    return table


def options(stage: Stage) -> None:
    in_play(stage)
    stage.press("1")


def full_draft(stage: Stage) -> None:
    table = in_play(stage)
    stage.press("1", "1")
    state = stage.ui.top.state  # type: ignore[attr-defined]
    picks = state.draft.picks
    state.foreseen = (picks, table.preview(picks.answer))


def undone(stage: Stage) -> None:
    full_draft(stage)
    stage.press("u", "u")


def waiting(stage: Stage) -> None:
    table = LocalTable(seed=4)
    table.decide(table.advised())
    table.prompt = None
    waits = (Wait(1, "a decision"),)
    screen = stage.sit(table, table.snapshot(waiting=waits))
    stage.now += 5
    stage.take(screen.state, table.snapshot(waiting=waits, online=(True, False, True)))
    stage.now += 72


def shuffling(stage: Stage) -> None:
    table = LocalTable(seed=4)
    table.prompt = None
    snapshot = replace(table.snapshot(waiting=(Wait(2, "a shuffle"),)), step=1, lines=())
    screen = stage.sit(table, snapshot)
    screen.state.progress(Progress(1, 0, 40, 40), stage.now)
    screen.state.progress(Progress(1, 1, 23, 40), stage.now)
    stage.now += 2


def chat(stage: Stage) -> None:
    in_play(stage)
    screen = stage.ui.top
    state = screen.state  # type: ignore[attr-defined]
    state.can_chat = True
    state.say([ChatLine(1, "sorry about this one"), ChatLine(2, "don't let them have it")])
    stage.press("c", *"hello")


def look_back(stage: Stage) -> None:
    in_play(stage)
    state = stage.ui.top.state  # type: ignore[attr-defined]
    state.history.insert(0, (8, state.view))
    stage.press("L", "up", "up", "enter")


def log(stage: Stage) -> None:
    in_play(stage)
    stage.press("L", "up")


def board(stage: Stage) -> None:
    in_play(stage)
    stage.press("b")


def board_cursor(stage: Stage) -> None:
    in_play(stage)
    stage.press("tab", "right", "down")


def card(stage: Stage) -> None:
    in_play(stage)
    stage.press("i")


def line(stage: Stage) -> None:
    in_play(stage)
    stage.press("s-tab", "up", "up", "up", "up")


def helped(stage: Stage) -> None:
    in_play(stage)
    stage.press("?")


def seats(stage: Stage) -> None:
    in_play(stage)
    stage.press("w")


def leaving(stage: Stage) -> None:
    in_play(stage)
    stage.press("q")


def jumping(stage: Stage) -> None:
    in_play(stage)
    stage.press("f")


def watching(stage: Stage) -> None:
    table = LocalTable(seed=4)
    table.decide(table.advised())
    snapshot = table.snapshot(seat=None, waiting=(Wait(0, "a decision"),))
    screen = stage.sit(table, snapshot)
    screen.state.names = names_of(3, own=None)


def over(stage: Stage) -> None:
    table = LocalTable(seed=4)
    while table.prompt is not None:
        table.decide(table.advised())
    screen = stage.sit(table)
    screen.state.again = (1,)
    stage.ui.push(GameOver(stage.ui, screen.state))


def king_question(stage: Stage, *, claiming: bool) -> None:
    """The third question or later that is of this kind."""
    table = LocalTable("king", 3, seed=5)
    for moves in range(200):
        assert table.prompt is not None
        if moves >= 3 and table.prompt.claiming is claiming:
            break
        table.decide(table.advised())
    stage.sit(table)


def king(stage: Stage) -> None:
    king_question(stage, claiming=False)


def king_window(stage: Stage) -> None:
    king_question(stage, claiming=True)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "prepare", "keys"),
    [
        ("turn", king, ()),
        ("draft", king, ("3", "enter")),
        ("window", king_window, ()),
        ("standing", king_window, ("P",)),
        ("board", king, ("b",)),
    ],
)
def test_king(
    name: str, prepare: Callable[[Stage], None], keys: tuple[str, ...], size: str
) -> None:
    stage = Stage(size)
    prepare(stage)
    stage.press(*keys)
    golden(f"king-{name}-{size}", stage)


def test_a_searched_deck_shows_its_faces_to_the_searcher() -> None:
    """Each in full, and face-down to anybody who has not looked."""
    stage = Stage("wide")
    screen = stage.sit(LocalTable("king", 3, seed=5))
    snapshot = screen.state.snapshot
    assert snapshot is not None
    assert snapshot.view is not None
    hidden, known = CardId(9001), CardId(9002)
    looked_at = CardView(known, "knight 2", "Knight (2)", "Defends.", open=False, mine=True)
    view = replace(snapshot.view, seen=(looked_at,))
    screen.state.snapshot = replace(snapshot, view=view)
    assert screen._card(known) == looked_at
    assert screen._card(hidden).title == "face-down card"


@pytest.mark.parametrize("size", SIZES)
def test_king_passing(size: str) -> None:
    """A pass that stands is shown at its seat, and the next thing to do is to wait."""
    stage = Stage(size)
    table = LocalTable("king", 3, seed=5)
    table.prompt = None
    waits = (Wait(2, "a decision"),)
    stage.sit(table, replace(table.snapshot(waiting=waits), standing=(("turn 0",), ("x",), ())))
    stage.now += 3
    golden(f"king-passing-{size}", stage)


STATES: dict[str, Callable[[Stage], object]] = {
    "opening": opening,
    "turn": in_play,
    "options": options,
    "draft": full_draft,
    "undone": undone,
    "waiting": waiting,
    "shuffle": shuffling,
    "chat": chat,
    "moment": look_back,
    "log": log,
    "board": board,
    "cursor": board_cursor,
    "line": line,
    "card": card,
    "help": helped,
    "seats": seats,
    "leave": leaving,
    "jump": jumping,
    "spectator": watching,
    "over": over,
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_table(state: str, size: str) -> None:
    stage = Stage(size)
    STATES[state](stage)
    golden(f"inheritance-{state}-{size}", stage)


def test_ascii_glyphs_are_ascii() -> None:
    for size in SIZES:
        stage = Stage(size, glyphs="ascii")
        for state in STATES.values():
            state(stage)
            assert stage.text.isascii(), stage.text
        golden(f"inheritance-ascii-{size}", stage)


def test_too_small_offers_lines() -> None:
    stage = Stage()
    start(stage)
    stage.size = (60, 20)
    assert "l to go on in lines" in stage.text
    assert "60 and 20" in stage.text
    stage.press("p")
    stage.size = SIZES["small"]
    assert "Play against bots" in stage.text
    assert not stage.ui.intents
    stage.size = (60, 20)
    stage.press("q")
    assert stage.ui.intents == [Quit()]
    assert not stage.ui.lines
    stage.press("l")
    assert stage.ui.lines


def test_no_size_breaks_a_picture() -> None:
    for state in STATES.values():
        stage = Stage()
        state(stage)
        for columns, rows in ((80, 24), (81, 31), (99, 50), (100, 32), (101, 33), (200, 60)):
            stage.size = (columns, rows)
            stage.picture()
        for columns, rows in ((1, 1), (79, 24), (80, 23), (10, 3)):
            stage.size = (columns, rows)
            stage.picture()


def test_verify_wishes_for_the_right_record() -> None:
    stage = Stage()
    first = start(stage)
    stage.ui.push(FileForm(stage.ui, first, Verify))
    stage.press(*"/tmp/a", "enter", "enter")
    assert stage.ui.intents[-1] == Verify("/tmp/a")
