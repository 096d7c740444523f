"""Typical states of the screens: each function brings a stage into one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cli.tui.screens.shelf import TableEntry
from cli.tui.screens.start import Start
from cli.tui.table.ending import GameOver
from p2p.client.play.snapshot import Wait
from p2p.client.reach.paths import MemberPath
from p2p.client.talk.chat import ChatLine
from p2p.client.updates import Progress
from p2p.net.path_kind import PathKind
from tests.cli.tui import set_tables
from tests.cli.tui.house import LocalTable, Stage, names_of
from tests.cli.tui.set_tables import ATTACK
from tests.games.scenario import claims

TABLES = (
    TableEntry("a", "Inheritance (bots)", "Ana, Marigold, 3 min ago, open", True),
    TableEntry("b", "Inheritance (host)", "Ana, Ben, 2 days ago, over", False),
)


def start(stage: Stage) -> Start:
    screen = Start(stage.ui, "Ana")
    screen.shelf.tables = TABLES
    screen.shelf.past = (
        TableEntry("b", "Inheritance", "2026-11-20, Ana, Ben, Ana won", False),
        TableEntry("c", "Soon I Will Be King!", "2026-11-19, Ana, Ben, Cy, nobody won", False),
    )
    screen.shelf.scores = ("Inheritance: 1 game, you won 1", "With Ben: 1 game, you won 1")
    screen.shelf.records = ["/home/ana/records/inheritance.crownless"]
    stage.show(screen)
    return screen


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
    state.foreseen = (state.draft, table.preview(state.draft.answer))


def undone(stage: Stage) -> None:
    full_draft(stage)
    stage.press("u", "u")


def waiting(stage: Stage) -> None:
    table = LocalTable(seed=4)
    table.decide(table.advised())
    table.prompt = None
    waits = (Wait(1, "choosing", decides=True),)
    screen = stage.sit(table, table.snapshot(waiting=waits))
    stage.now += 5
    stage.take(screen.state, table.snapshot(waiting=waits, online=(True, False, True)))
    stage.now += 72


def shuffling(stage: Stage) -> None:
    table = LocalTable(seed=4)
    table.prompt = None
    snapshot = replace(table.snapshot(waiting=(Wait(2, "shuffling"),)), step=1, lines=())
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
    state.log.views.insert(0, (8, state.view))
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


def paths(stage: Stage) -> None:
    """Two people, one with a link to us, and one that the first passes everything on to."""
    table = LocalTable(seed=4)
    screen = stage.sit(table)
    state = screen.state
    people = tuple(replace(person, operator="") for person in state.names.people)
    state.names = replace(state.names, people=people)
    state.paths = {
        people[1].key: MemberPath(PathKind.LAN, 1),
        people[2].key: MemberPath(None, 80, through=1),
    }


def reached(stage: Stage) -> None:
    paths(stage)
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
    snapshot = table.snapshot(seat=None, waiting=(Wait(0, "choosing", decides=True),))
    screen = stage.sit(table, snapshot)
    screen.state.names = names_of(3, own=None)


def hearing(stage: Stage) -> None:
    watching(stage)
    state = stage.ui.top.state  # type: ignore[attr-defined]
    state.say([ChatLine(1, "sorry about this one"), ChatLine(2, "don't let them have it")])


def over(stage: Stage) -> None:
    table = LocalTable(seed=4)
    while table.prompt is not None:
        table.decide(table.advised())
    screen = stage.sit(table)
    screen.state.again = (1,)
    stage.ui.push(GameOver(stage.ui, screen.state))


def king(stage: Stage) -> None:
    """Poison may be added to an attack."""
    stage.sit(set_tables.king(*ATTACK, claims("announced"), claims("poison", 0)))


def king_window(stage: Stage) -> None:
    """An attack has been announced."""
    stage.sit(set_tables.king(*ATTACK))


def court(stage: Stage, moment: str, seats: int = 3) -> None:
    """A table of Court at a moment of `set_tables.court`."""
    screen = stage.sit(set_tables.court(moment, seats))
    if moment == "over":
        stage.ui.push(GameOver(stage.ui, screen.state))


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
    "paths": paths,
    "reached": reached,
    "leave": leaving,
    "jump": jumping,
    "spectator": watching,
    "hearing": hearing,
    "over": over,
}
