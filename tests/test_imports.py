"""Which folder may import what (D-30): one row a folder, against every import statement there is.

Read `ROWS` from the top: a folder may import those above it that its row names, and nothing else of
ours. A new module needs no row; a new folder does, with the sentence that its `__init__` says.
Imports inside functions and under TYPE_CHECKING count like all others.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.paths import ROOT

PACKAGES = ("crypto", "games", "p2p", "cli", "simulation", "bench")

CLOCK_AND_CHANCE = "time datetime random secrets"
OUTSIDE = "asyncio socket ssl select subprocess threading multiprocessing sqlite3 signal"
FILES = "os pathlib shutil tempfile"
SANS_IO = f"{CLOCK_AND_CHANCE} {OUTSIDE} {FILES} logging"
"""What a module may not touch that is told the time, the bytes and the chance from outside."""

NET = "p2p/net p2p/net/links p2p/net/pairing p2p/net/dht p2p/net/lan p2p/net/port_mapping"
CLIENT = "p2p/client p2p/client/talk p2p/client/reach p2p/client/play p2p/client/tables"
P2P_FOR_FRONT_ENDS = (
    f"p2p p2p/wire p2p/log p2p/replica p2p/session p2p/record {NET} p2p/storage p2p/lobby {CLIENT}"
    " p2p/tracing"
)


@dataclass(frozen=True, slots=True)
class Row:
    """What one folder, or one module with a rule of its own, may import.

    `says` is the docstring of the folder. `ours` are folders of this project beside the folder
    itself, `others` packages of third parties: nothing else is allowed. `never` are modules of the
    standard library that are not.
    """

    place: str
    says: str
    ours: str = ""
    others: str = ""
    never: str = ""


ROWS = (
    # Cards without a dealer. Knows no game, no network and no file.
    Row(
        "crypto",
        "Shuffle, deal, open, move and prove cards that this package does not understand.",
        others="cryptography rbcl",
        never=f"{CLOCK_AND_CHANCE} {OUTSIDE} logging",
    ),
    # The rules. They see values and chance that was drawn for them, and nothing else.
    Row(
        "games/engine",
        "What a game is written against: values, choices, steps, the table and the engine that"
        " runs it.",
        never=SANS_IO,
    ),
    Row(
        "games/inheritance",
        "Inheritance (Flying Man Games, 2022): rulebook as code; what it may do is in docs/rules.",
        "games/engine",
        never=SANS_IO,
    ),
    Row(
        "games/inheritance/bot",
        "The computer player of Inheritance.",
        "games/engine games/inheritance",
        never=SANS_IO,
    ),
    Row(
        "games/king",
        "Soon I Will Be King!: intrigue on a board of ranks, until somebody survives a Coronation.",
        "games/engine",
        never=SANS_IO,
    ),
    Row(
        "games/king/bot",
        "The computer player of Soon I Will Be King!.",
        "games/engine games/king",
        never=SANS_IO,
    ),
    Row(
        "games/fortress",
        "Heir Apparent: Fortress: fortresses in the fog, until one has made its Artifacts.",
        "games/engine",
        never=SANS_IO,
    ),
    Row(
        "games/court",
        "Heir Apparent: Court: auction, melee, contests and challenges for the favor of a dying"
        " king.",
        "games/engine",
        never=SANS_IO,
    ),
    Row(
        "games/court/bot",
        "The computer player of Heir Apparent: Court.",
        "games/engine games/court",
        never=SANS_IO,
    ),
    Row(
        "games/fortress/bot",
        "The computer players of Heir Apparent: Fortress.",
        "games/engine games/fortress",
        never=SANS_IO,
    ),
    Row(
        "games",
        "Rulebooks written as code; they never see a card that nobody opened.",
        "games/engine games/inheritance games/inheritance/bot games/king games/king/bot"
        " games/court games/court/bot games/fortress games/fortress/bot",
        never=SANS_IO,
    ),
    # What all of p2p may use, and two leaves: the network and the disk.
    Row(
        "p2p",
        "Connect people, agree on what happened, turn what the rules ask for into cryptography.",
        others="cryptography",
        never=SANS_IO,
    ),
    Row(
        "p2p/net",
        "Sockets, TLS and addresses; frames are opaque here.",
        "crypto p2p",
        "cryptography ifaddr",
        never="sqlite3 threading subprocess",
    ),
    Row(
        "p2p/net/links",
        "Links between members: called, answered, kept, and made anew when lost.",
        "crypto p2p p2p/net",
        "cryptography websockets",
        never="sqlite3 threading subprocess",
    ),
    Row(
        "p2p/net/pairing",
        "Spoken words become an invite: two ends, over TLS, on the local network.",
        "crypto p2p p2p/net",
        "cryptography spake2",
        never="sqlite3 threading subprocess",
    ),
    Row(
        "p2p/net/dht",
        "Places in a public distributed hash table, for those who know what leads there.",
        "crypto p2p p2p/net",
        "cryptography libtorrent",
        never="sqlite3 ssl threading subprocess",
    ),
    Row(
        "p2p/net/lan",
        "The local network: tables announced and found, members' places, multicast.",
        "crypto p2p p2p/net p2p/net/links p2p/net/pairing p2p/net/dht",
        "cryptography zeroconf",
        never="sqlite3 ssl threading subprocess",
    ),
    Row(
        "p2p/net/port_mapping",
        "Ask the router to let the others in: PCP, NAT-PMP and UPnP. Nothing is asked unless"
        " wanted.",
        "p2p p2p/net p2p/net/links",
        "aiohttp async_upnp_client",
        never="sqlite3 ssl subprocess",
    ),
    Row(
        "p2p/storage",
        "This disk: table stores, profiles and identity files.",
        "crypto p2p",
        "cryptography platformdirs",
        never="asyncio socket ssl subprocess",
    ),
    # The protocol core: wire <- log <- replica <- session <- record.
    Row(
        "p2p/wire",
        "Canonical bytes, and what is signed: the codec, the message and the charter.",
        "crypto games games/engine p2p",
        "msgpack",
        never=SANS_IO,
    ),
    Row(
        "p2p/log",
        "Who signed what, in which order, and the faults that two signatures prove.",
        "crypto p2p p2p/wire",
        never=SANS_IO,
    ),
    Row(
        "p2p/replica",
        "The table that every peer computes: steps of the rules become cryptographic tasks and"
        " results.",
        "crypto games/engine p2p p2p/wire p2p/log",
        never=SANS_IO,
    ),
    Row(
        "p2p/session",
        "One seat's protocol core, sans-I/O: bytes, decisions and the time go in, effects come"
        " out.",
        "crypto games/engine p2p p2p/wire p2p/log p2p/replica",
        never=SANS_IO,
    ),
    Row(
        "p2p/record",
        "The record file and its verification.",
        "crypto games/engine p2p p2p/wire p2p/log p2p/replica p2p/session",
        never=SANS_IO,
    ),
    Row(
        "p2p/record/record_file.py",
        "Reads and writes the file of a record.",
        "p2p p2p/record p2p/storage",
        never=f"{CLOCK_AND_CHANCE} {OUTSIDE} logging",
    ),
    # All of it wired together.
    Row(
        "p2p/lobby",
        "Before the charter: who sits down, what all will sign, and where members were last seen.",
        "crypto games games/engine p2p p2p/wire p2p/net p2p/net/links p2p/storage",
        never=f"time datetime random {OUTSIDE} {FILES} logging",
    ),
    Row(
        "p2p/client/talk",
        "What members say beside the game: chat, requests for a rematch, and who watches.",
        "crypto p2p p2p/wire",
        never=f"datetime random secrets {OUTSIDE} {FILES} logging",
    ),
    Row(
        "p2p/client/reach",
        "The links of one client: who may have one, where everybody is, and how members are"
        " reached.",
        f"crypto p2p p2p/wire {NET} p2p/storage p2p/lobby",
        never="socket ssl sqlite3 threading subprocess",
    ),
    Row(
        "p2p/client/play",
        "The session of one client on its own thread: work in, effects and pictures of the table"
        " out.",
        "games/engine p2p p2p/wire p2p/log p2p/record p2p/session p2p/net p2p/net/links",
        never=f"socket ssl sqlite3 subprocess {FILES}",
    ),
    Row(
        "p2p/client",
        "The asyncio wiring of one client, and what front ends call.",
        "games/engine p2p p2p/wire p2p/replica p2p/session p2p/record"
        f" {NET} p2p/storage p2p/lobby p2p/client/talk p2p/client/reach p2p/client/play",
        never="socket ssl sqlite3 subprocess",
    ),
    Row(
        "p2p/client/tables",
        "The tables of a profile: opened, gone on with, listed and kept, with the bots seated"
        " there.",
        "games games/engine p2p p2p/wire p2p/session p2p/record p2p/net p2p/storage p2p/lobby"
        " p2p/client p2p/client/play",
        never="socket ssl sqlite3 subprocess",
    ),
    Row(
        "p2p/tracing",
        "What happens at a table as lines that a person can read, that can be judged again, and"
        " masked.",
        "p2p p2p/wire p2p/log p2p/session p2p/storage",
        never="asyncio socket ssl sqlite3 subprocess random secrets",
    ),
    # What tests and bench play tables with; no part of what is installed.
    Row(
        "simulation",
        "Tables without a network or a disk: a trusted dealer, and seats on a seeded simulated"
        " network.",
        "crypto games games/engine p2p p2p/wire p2p/log p2p/replica p2p/session p2p/record",
        "cryptography",
        never="asyncio socket ssl subprocess threading multiprocessing sqlite3",
    ),
    Row(
        "bench/balance",
        "How even the games are among bots, by fixed seeds: writes the pages of docs/balance.",
        "games games/engine games/king games/king/bot games/inheritance games/court games/fortress"
        " games/fortress/bot p2p/session simulation",
        never="random secrets asyncio socket ssl subprocess threading sqlite3",
    ),
    # What people see: console <- model <- plain, and the full screen.
    Row(
        "cli/console",
        "Arguments, standard input and output, exit codes.",
        "p2p p2p/storage",
        "tomlkit",
        never="socket ssl sqlite3",
    ),
    Row(
        "cli/model",
        "What both front ends show and understand. Pure.",
        "cli/console games games/engine p2p p2p/wire p2p/log p2p/replica p2p/session p2p/record"
        f" p2p/lobby {CLIENT}",
        "segno",
        never=SANS_IO,
    ),
    Row(
        "cli/lifecycle",
        "A place at a table from opening it to leaving: events out, intents in; it shows nothing.",
        f"cli/console cli/model {P2P_FOR_FRONT_ENDS}",
        never="socket ssl sqlite3 threading time",
    ),
    Row(
        "cli/plain",
        "Line mode: one line in, lines out.",
        f"cli/console cli/model cli/lifecycle games games/engine {P2P_FOR_FRONT_ENDS}",
        never="socket ssl sqlite3 threading",
    ),
    Row(
        "cli/tui/toolkit",
        "Cells, canvas, windows and forms; knows no game.",
        "cli/console cli/model",
        "prompt_toolkit",
        never=f"{CLOCK_AND_CHANCE} {OUTSIDE}",
    ),
    Row(
        "cli/tui/boards",
        "Drawing a view: one module a kind of board, and a plain one that serves any game.",
        "cli/console cli/model cli/tui/toolkit games/engine",
        never=SANS_IO,
    ),
    Row(
        "cli/tui/table",
        "The table screen.",
        "cli/console cli/model cli/tui/toolkit cli/tui/boards games games/engine p2p p2p/session"
        " p2p/client p2p/client/talk p2p/client/reach p2p/client/play",
        never=SANS_IO,
    ),
    Row(
        "cli/tui/screens",
        "Start, lobby, replay, verify and settings.",
        "cli/console cli/model cli/tui/toolkit cli/tui/boards cli/tui/table games games/engine p2p"
        " p2p/wire p2p/record",
        never=f"{CLOCK_AND_CHANCE} {OUTSIDE} logging",
    ),
    Row(
        "cli/tui/controller",
        "Carries out intents; the only part of the screen that knows profiles and clients.",
        "cli/console cli/model cli/lifecycle cli/tui/toolkit cli/tui/boards cli/tui/table"
        f" cli/tui/screens games games/engine {P2P_FOR_FRONT_ENDS}",
        never="socket ssl sqlite3",
    ),
    Row(
        "cli/tui",
        "The full screen: the same table as line mode, on one screen.",
        "cli/console cli/model cli/tui/toolkit cli/tui/boards cli/tui/table cli/tui/screens"
        " cli/tui/controller p2p p2p/storage",
        never="socket ssl sqlite3 threading",
    ),
    Row(
        "cli/tui/terminal.py",
        "The terminal, by way of prompt-toolkit.",
        "cli/console cli/model cli/tui/toolkit",
        "prompt_toolkit",
        never="socket ssl sqlite3 threading",
    ),
    Row(
        "cli/commands",
        "One module a command; each has `run(args)`, which gives the exit code.",
        "cli/console cli/model cli/lifecycle cli/plain cli/tui games games/engine"
        f" {P2P_FOR_FRONT_ENDS}",
        "argcomplete",
        never="socket ssl sqlite3 threading",
    ),
    Row(
        "cli",
        "Show a table to a person and turn keys into moves.",
        "cli/console cli/commands games/engine p2p p2p/storage",
        never="socket ssl sqlite3 threading",
    ),
    Row(
        "bench",
        "What Crownless must reach, measured: `python -m bench` prints it and writes results.json.",
        "crypto games games/engine games/fortress games/fortress/bot p2p p2p/wire p2p/replica"
        " p2p/session p2p/record p2p/net p2p/storage p2p/client p2p/client/tables"
        " cli/tui simulation",
        never="random ssl sqlite3",
    ),
    Row(
        "bench/flood.py",
        "A flood in a process of its own, which speaks the wire itself.",
        "p2p/wire p2p/session p2p/net p2p/net/links p2p/storage p2p/lobby p2p/client"
        " p2p/client/tables",
        "cryptography websockets",
        never="random ssl sqlite3",
    ),
)

NOT_YET: tuple[tuple[str, str], ...] = ()
"""Edges that are still to be cut: (module, what it imports). No test sees them."""

BY_PLACE = {row.place: row for row in ROWS}
STANDARD = frozenset(sys.stdlib_module_names)
BY_NAME = "by name at run time"


def imported(source: str, ours: Iterable[str] = ()) -> set[str]:
    """The full names of all modules that a module imports, wherever it does so.

    `from a import b` means a.b if that is in `ours`, else a.
    """
    known, names = set(ours), set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level:
            names.add("relative")
        elif isinstance(node, ast.ImportFrom):
            package = node.module or ""
            whole = {f"{package}.{alias.name}" for alias in node.names}
            names |= whole & known
            if whole - known:
                names.add(package)
        elif isinstance(node, ast.Call) and _called(node.func) in ("__import__", "import_module"):
            names.add(BY_NAME)
    return names - {"__future__"}


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _modules() -> dict[str, Path]:
    """Every module of ours by its full name; a folder's `__init__` by the folder's."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            inner = path.relative_to(ROOT).with_suffix("")
            parts = inner.parts[:-1] if inner.name == "__init__" else inner.parts
            found[".".join(parts)] = path
    return found


MODULES = _modules()
IMPORTS = {
    module: {name for name in imported(path.read_text(), MODULES) if (module, name) not in NOT_YET}
    for module, path in MODULES.items()
}
"""What each module imports, but for what is not cut yet."""


def folder_of(module: str) -> str:
    """The folder that a module of ours is in, as `ROWS` names it."""
    return str(MODULES[module].parent.relative_to(ROOT))


def row_of(module: str) -> Row | None:
    """The row of the module itself, or else that of its folder."""
    own = BY_PLACE.get(str(MODULES[module].relative_to(ROOT)))
    return own or BY_PLACE.get(folder_of(module))


def complaint(module: str, name: str) -> str:
    """Why a module may not import that; empty if it may."""
    row = row_of(module)
    if row is None:
        return "stands in a folder that has no row"
    if name in MODULES:
        folder = folder_of(name)
        allowed = folder in (folder_of(module), *row.ours.split())
        return "" if allowed else f"imports {name}; {row.place} may not import {folder}"
    top = name.partition(".")[0]
    if top in STANDARD:
        return f"imports {top}, which {row.place} may not" if top in row.never.split() else ""
    return "" if top in row.others.split() else f"imports {name}, which {row.place} may not"


def cycles(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """One way round each strongly connected part of a graph (Tarjan, 1972)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[str] = []

    def visit(node: str) -> None:
        order[node] = lowest[node] = len(order)
        stack.append(node)
        for other in graph.get(node, ()):
            if other not in order:
                visit(other)
            if other in stack:
                lowest[node] = min(lowest[node], lowest[other])
        if lowest[node] == order[node]:
            at = stack.index(node)
            part = stack[at:]
            del stack[at:]
            if len(part) > 1 or node in graph.get(node, ()):
                found.append(_way_round(graph, set(part), node))

    for node in graph:
        if node not in order:
            visit(node)
    return found


def _way_round(graph: Mapping[str, Iterable[str]], part: set[str], start: str) -> str:
    """The shortest path from `start` back to itself inside its strongly connected part."""
    paths = [[start]]
    seen: set[str] = set()
    for path in paths:
        for other in graph.get(path[-1], ()):
            if other == start:
                return " -> ".join([*path, start])
            if other in part and other not in seen:
                seen.add(other)
                paths.append([*path, other])
    raise AssertionError("a strongly connected part has a way round")


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_its_folder_may(module: str) -> None:
    wrong = sorted({complaint(module, name) for name in IMPORTS[module]} - {""})
    assert not wrong, f"{module} {'; '.join(wrong)}"


@pytest.mark.parametrize("module", ["bench.row", "bench.balance.series", "simulation.dealer"])
def test_what_tests_use_does_not_use_tests(module: str) -> None:
    assert complaint(module, "tests.goldens").startswith("imports tests.goldens")
    assert not complaint(module, module)


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {module: names & MODULES.keys() for module, names in IMPORTS.items()}
    assert not cycles(graph)


def test_no_folder_imports_itself_by_way_of_others() -> None:
    graph: dict[str, set[str]] = {}
    for module, names in IMPORTS.items():
        folders = {folder_of(name) for name in names & MODULES.keys()}
        graph.setdefault(folder_of(module), set()).update(folders - {folder_of(module)})
    assert not cycles(graph)


def test_the_rows_are_in_the_order_of_imports() -> None:
    places = [row.place for row in ROWS]
    for row in ROWS:
        above = places[: places.index(row.place)]
        assert set(row.ours.split()) <= set(above), row.place


@pytest.mark.parametrize("row", ROWS, ids=[row.place for row in ROWS])
def test_a_row_says_what_its_folder_says(row: Row) -> None:
    path = ROOT / row.place
    assert path.exists()
    if path.is_dir():
        tree = ast.parse((path / "__init__.py").read_text())
        assert ast.get_docstring(tree) == row.says
        assert len(tree.body) == 1, "the __init__ of a folder holds its sentence and nothing else"


def test_a_test_that_a_module_says_it_is_held_by_is_there() -> None:
    named = {
        (str(path.relative_to(ROOT)), name)
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for name in re.findall(r"\btests/[\w/.-]+\.py\b", path.read_text())
    }
    assert len(named) > 100
    assert [one for one in sorted(named) if not (ROOT / one[1]).is_file()] == []


def test_each_rule_of_the_plan_is_in_the_rows() -> None:
    def who_may(kind: str, name: str) -> set[str]:
        return {row.place for row in ROWS if name in getattr(row, kind).split()}

    p2p = {row.place for row in ROWS if row.place.startswith("p2p")}
    for name in ("asyncio", "socket", "ssl", "sqlite3", "threading", "time"):
        core = {"p2p/wire", "p2p/log", "p2p/replica", "p2p/session", "p2p/record"}
        assert core <= who_may("never", name)
    rooms = {"p2p/net", "p2p/net/links", "p2p/net/pairing"}
    assert p2p - who_may("never", "ssl") == rooms
    assert p2p - who_may("never", "sqlite3") == {"p2p/storage"}
    assert who_may("others", "websockets") == {"p2p/net/links", "bench/flood.py"}
    assert who_may("others", "zeroconf") == {"p2p/net/lan"}
    assert who_may("others", "prompt_toolkit") == {"cli/tui/toolkit", "cli/tui/terminal.py"}
    assert not [
        row.place for row in ROWS if row.place.startswith("cli") and "crypto" in row.ours.split()
    ]
    assert not [row.place for row in ROWS if row.place.startswith("games") and row.others]


def test_an_edge_that_is_cut_is_struck_from_the_list() -> None:
    for module, name in NOT_YET:
        assert module in MODULES, module
        assert name in imported(MODULES[module].read_text(), MODULES), (module, name)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import os.path", {"os.path"}),
        ("import json, random as r", {"json", "random"}),
        ("from crypto.group import G", {"crypto.group"}),
        ("from p2p.wire import codec, other", {"p2p.wire.codec", "p2p.wire"}),
        ("def f():\n    from p2p.wire import codec", {"p2p.wire.codec"}),
        ("if TYPE_CHECKING:\n    import time", {"time"}),
        ("from . import table", {"relative"}),
        ("__import__('os')", {BY_NAME}),
        ("importlib.import_module(name)", {BY_NAME}),
        ("text = 'import os'", set()),
    ],
)
def test_the_reader_finds_every_import(source: str, names: set[str]) -> None:
    assert imported(source, {"p2p.wire", "p2p.wire.codec"}) == names


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": "b", "b": "c", "c": ""}, []),
        ({"a": "b", "b": "a"}, ["a -> b -> a"]),
        ({"a": "b", "b": "cd", "c": "", "d": "eb", "e": "b"}, ["b -> d -> b"]),
        ({"a": "a"}, ["a -> a"]),
    ],
)
def test_a_cycle_is_found_and_shown(graph: dict[str, str], found: list[str]) -> None:
    assert cycles(graph) == found
