"""How far one card travels: modules and functions of ours entered while a seat plays it.

A stop is a function that `sys.setprofile` sees entered within `Session.decide`, comprehensions and
lambdas counted like any other; what the interpreter or a library runs is none. The card is one of
Inheritance that commands an admirer, on the first turn of three seats on the simulated network: it
asks little of the rules, so what is counted is the way. What is owed with it, its shares and the
commit are all within.

`python -m bench.path --list` names every stop.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

from bench.row import Row, judge, line
from games.engine.legal_answers import legal
from simulation.network import SimNet, table_of

ROOT = Path(__file__).resolve().parent.parent
OURS = ("crypto", "games", "p2p", "cli")
SEATS = 3
COMMAND = "command admirer"
"""How the option begins that is played."""
MODULES, FUNCTIONS = 45, 300
"""The targets. Before they were set a card entered 66 modules and 437 functions."""

Stops = dict[str, list[str]]
"""Functions by module, both sorted."""


@contextmanager
def entered() -> Iterator[set[CodeType]]:
    """All code that is entered meanwhile by this thread."""
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    sys.setprofile(note)
    try:
        yield codes
    finally:
        sys.setprofile(None)


def of_ours(codes: set[CodeType]) -> Stops:
    """Those that are of Crownless."""
    stops: Stops = {}
    for code in codes:
        path = Path(code.co_filename)
        if not path.is_relative_to(ROOT):
            continue
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[0] in OURS:
            name = f"{code.co_qualname}:{code.co_firstlineno}"
            stops.setdefault(".".join(parts), []).append(name)
    return {module: sorted(stops[module]) for module in sorted(stops)}


def one_card() -> Stops:
    """The stops of the first turn, at the first table at which that can be a command."""
    for seed in itertools.count():
        net = table_of(SEATS, seed=seed, game="inheritance")
        net.start_all()
        while (seat := _on_turn(net)) is None:
            net.step()
        session = net.session(seat)
        prompt = session.prompt()
        assert prompt is not None
        sees = session.replica.engine.table.sees(session.knowledge())
        for answer in legal(prompt.choice, sees):
            if str(answer.option).startswith(COMMAND):
                with entered() as codes:
                    session.decide(prompt.step, answer, net.now)
                return of_ours(codes)
    raise AssertionError("unreachable")


def _on_turn(net: SimNet) -> int | None:
    """The seat that is asked to play a card, if one is."""
    for number in range(SEATS):
        prompt = net.session(number).prompt()
        if prompt is not None and prompt.choice.kind == "play":
            return number
    return None


def measure() -> list[Row]:
    """Both targets."""
    stops = one_card()
    functions = sum(len(names) for names in stops.values())
    return [
        Row("modules entered while a card is played", len(stops), "modules", MODULES),
        Row("functions entered while a card is played", functions, "functions", FUNCTIONS),
    ]


def main() -> None:
    """Print both figures, and with `--list` every stop."""
    if "--list" in sys.argv[1:]:
        for module, names in one_card().items():
            print(f"{module} ({len(names)})", *names, sep="\n    ")
    for row in measure():
        print(line(row, judge(row, 0.0)))


if __name__ == "__main__":
    main()
