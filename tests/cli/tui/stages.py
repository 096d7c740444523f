"""Typical states of the screens: each function brings a stage into one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from cli.tui.screens.shelf import TableEntry
from cli.tui.screens.start import Start
from cli.tui.table.ending import GameOver
from games.engine.view import View
from p2p.client.play.snapshot import Snapshot, Wait
from p2p.client.reach.paths import MemberPath
from p2p.client.talk.chat import ChatLine
from p2p.client.updates import Progress
from p2p.net.path_kind import PathKind
from tests.cli.tui.house import LocalTable, Stage, names_of

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
    snapshot = table.snapshot(seat=None, waiting=(Wait(0, "a decision"),))
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


COURT_MOMENTS: dict[str, Callable[[str, View], bool]] = {
    "bid": lambda kind, view: kind == "bid" and "Bids: {" in said(view),
    "choose": lambda kind, view: kind == "pick",
    "draw": lambda kind, view: kind == "draw",
    "act": lambda kind, view: kind == "act" and "with" in said(view),
    "melee": lambda kind, view: kind == "melee",
    "challenge": lambda kind, view: kind == "event" and "it would" in said(view),
    "contest": lambda kind, view: kind == "event" and "leads by" in said(view),
    "counter": lambda kind, view: kind == "counter",
    "react": lambda kind, view: kind == "react",
}
"""Of a game of Court what is asked, and what lies on its table then."""


def said(view: View) -> str:
    """What is in force, and the marks of everybody."""
    marks = [card.mark for area in view.areas for card in area.cards]
    return " ".join([*(note.text for note in view.notes), *marks])


@cache
def court_moments(seats: int) -> tuple[LocalTable, dict[str, Snapshot]]:
    """A table, and for each moment the first snapshot that shows it, of some games."""
    found: dict[str, Snapshot] = {}
    for seed in range(1, 40):
        table = LocalTable("court", seats, seed=seed)
        while table.prompt is not None:
            snapshot = table.snapshot()
            assert snapshot.view is not None
            choice = table.prompt.choice
            for name, fits in COURT_MOMENTS.items():
                if name not in found and fits(choice.kind, snapshot.view) and table.can_act(choice):
                    found[name] = snapshot
            table.decide(table.advised())
        found.setdefault("over", table.snapshot())
        if len(found) > len(COURT_MOMENTS):
            return table, found
    raise AssertionError(f"no game came to {set(COURT_MOMENTS) - set(found)}")


def court(stage: Stage, moment: str, seats: int = 3) -> None:
    """A table of Court at one of these moments."""
    table, found = court_moments(seats)
    screen = stage.sit(table, found[moment])
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
