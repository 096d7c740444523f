"""Golden screens at both sizes: what a person sees, in typical states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from cli.model.intents import OpenReplay, Quit, Verify
from cli.tui.screens.game_forms import HostForm, PlayForm
from cli.tui.screens.join_form import FoundTable, JoinForm
from cli.tui.screens.lobby import Lobby, LobbyState, policy_lines
from cli.tui.screens.network import Found, Network
from cli.tui.screens.settings_form import SettingsForm
from cli.tui.screens.shelf import FileForm, History, Tables
from games import registry
from games.engine.values import CardId, Seat
from games.engine.view import CardView
from p2p.client.play.snapshot import Wait
from p2p.wire.charter import Policies
from tests.cli import fortress
from tests.cli.tui import set_tables
from tests.cli.tui.house import SIZES, LocalTable, Stage, golden, names_of
from tests.cli.tui.stages import (
    STATES,
    court,
    king,
    king_window,
    start,
)

VERDICT = (
    "You can play with people on this network. Whether you can be reached from the internet was not"
    " looked at."
)
NEXT = "a, which asks your router to open a port for a moment."
CAREFUL = registry.make("king").info.passes[0].events_for(Seat(0))


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
            ui.push(Tables(ui, first.shelf))
        case "history":
            ui.push(History(ui, first.shelf))
        case "files":
            ui.push(FileForm(ui, first.shelf, OpenReplay))
        case "network":
            network = Network(ui)
            network.show(Found(VERDICT, NEXT, ["Router: 192.168.1.1"], asked=False))
            ui.push(network)
        case "settings":
            ui.kept_in = "/home/ana/.config/crownless/settings.toml"
            ui.push(SettingsForm(ui, first.name))
        case _:
            pass


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "name",
    ["start", "play", "host", "join", "tables", "history", "files", "network", "settings"],
)
def test_forms(name: str, size: str) -> None:
    stage = Stage(size)
    forms(stage, name)
    golden("forms", name, stage)


@pytest.mark.golden
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
        paths={people.people[1].key: "direct 38 ms"},
    )
    stage.show(Lobby(stage.ui, state))
    golden("lobby", "open", stage)
    state.seats, state.to_sign, state.signed = 2, True, (1,)
    stage.show(Lobby(stage.ui, state))
    golden("lobby", "full", stage)
    assert any(action.name == "ready" for action in stage.ui.top.actions() if action.when())


# The table


@pytest.mark.golden
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
    golden("king", name, stage)


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("moment", "keys"),
    [
        ("bid", ("right",)),
        ("choose", ("right",)),
        ("draw", ()),
        ("act", ("right",)),
        ("foresee", ()),
        ("melee", ()),
        ("challenge", ()),
        ("contest", ("1",)),
        ("counter", ()),
        ("react", ()),
        ("over", ()),
    ],
)
def test_court(moment: str, keys: tuple[str, ...], size: str) -> None:
    stage = Stage(size)
    court(stage, moment)
    stage.press(*keys)
    golden("court", moment, stage)


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["inheritance", "king", "court", "fortress"])
def test_without_colour_texts_have_the_letters_of_the_board(game: str, size: str) -> None:
    """Where no colour tells people apart: ASCII signs, or a terminal without colours."""
    stage = Stage(size, theme="mono")
    prepare: dict[str, Callable[[], object]] = {
        "inheritance": lambda: STATES["turn"](stage),
        "king": lambda: king_window(stage),
        "court": lambda: court(stage, "contest"),
        "fortress": lambda: fortress.played(stage, 21),
    }
    prepare[game]()
    assert "B:Ben" in stage.text or "C:Cleo" in stage.text
    golden(game, "mono", stage)


def test_court_in_ascii_and_at_any_number_of_seats() -> None:
    """The largest table, with letters alone, at sizes between the two and beyond."""
    for moment in ("bid", "melee", "contest"):
        stage = Stage(glyphs="ascii")
        court(stage, moment, 5)
        for size in ((80, 24), (99, 31), (100, 32), (120, 40), (200, 60)):
            stage.size = size
            assert stage.text.isascii(), stage.text


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
    screen.state.follower.snapshot = replace(snapshot, view=view)
    assert screen.shown.card(known) == looked_at
    assert screen.shown.card(hidden).title == "face-down card"


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
def test_king_passing(size: str) -> None:
    """A pass that stands is shown at its seat, and the next thing to do is to wait."""
    stage = Stage(size)
    table = set_tables.king()
    table.prompt = None
    waits = (Wait(2, "choosing", decides=True),)
    stage.sit(table, replace(table.snapshot(waiting=waits), standing=((CAREFUL,), (("x",),), ())))
    stage.now += 3
    golden("king", "passing", stage)


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_table(state: str, size: str) -> None:
    stage = Stage(size)
    STATES[state](stage)
    golden("inheritance", state, stage)


@pytest.mark.golden
def test_ascii_glyphs_are_ascii() -> None:
    for size in SIZES:
        stage = Stage(size, glyphs="ascii")
        for state in STATES.values():
            state(stage)
            assert stage.text.isascii(), stage.text
        golden("inheritance", "ascii", stage)


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


def test_verify_asks_for_the_right_record() -> None:
    stage = Stage()
    first = start(stage)
    stage.ui.push(FileForm(stage.ui, first.shelf, Verify))
    stage.press(*"/tmp/a", "enter", "enter")
    assert stage.ui.intents[-1] == Verify("/tmp/a")


# A map


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "rounds", "keys"),
    [
        ("build", 0, ("right", "g", "up")),
        ("orders", 21, ("right", "right", "g", "tab")),
        ("draft", 14, ("enter",)),
        ("around", 17, ("i",)),
        ("board", 9, ("b",)),
    ],
)
def test_fortress(name: str, rounds: int, keys: tuple[str, ...], size: str) -> None:
    stage = Stage(size)
    fortress.played(stage, rounds)
    stage.press(*keys)
    golden("fortress", name, stage)


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
def test_fortress_waiting(size: str) -> None:
    """Orders are sealed: the last round is told where orders were."""
    stage = Stage(size)
    screen, table = fortress.played(stage, 21)
    screen.state.sent()
    table.prompt = None
    stage.take(screen.state, table.snapshot(waiting=(Wait(1, "giving orders", decides=True),)))
    golden("fortress", "waiting", stage)
