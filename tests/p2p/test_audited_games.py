"""Whole games of Fortress on its smallest map, with real cryptography: every seat is proven."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from games.engine.bots import Bot, RandomBot
from games.engine.fog_steps import Battle
from games.engine.values import Seat
from games.fortress.battle import Attacks, Fight, Standing, fight_on
from games.fortress.bot.player import Commander
from games.fortress.bot.temper import FAIR, GENTLE, STRONG
from games.fortress.rules import Fortress
from p2p.record.record import record_of
from p2p.record.report import VerifyExit
from p2p.record.verify import verify
from simulation.network import SimNet, assert_ended_well, table_of
from simulation.tables import register

GAMES = 300
SAMPLE = range(0, GAMES, 43)
"""A game of each number of seats, and of three of them a second one."""
LEAVES_AT = 6
"""In which round a seat leaves, in one game of ten."""
_PLAYERS: tuple[Bot, ...] = (Commander(STRONG), RandomBot(), Commander(FAIR), Commander(GENTLE))


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    undo = register(Fortress)
    yield
    undo()


def _seats(number: int) -> int:
    return 2 + number % 5


def _leaves(number: int) -> bool:
    return number % 10 == 9 and _seats(number) > 2


def _played(number: int) -> SimNet:
    """Game `number`: who plays, for how long and with what goal goes by the number alone."""
    options: dict[str, str | int] = {
        "units": 2,
        "rounds": (5, 10, 10, 20)[number // 5 % 4],
        "gauge": 1 if number % 3 else 3,
        "artifacts": 2 if number % 4 else 4,
    }
    net = table_of(_seats(number), seed=number, game="fortress", options=options)
    for seat, node in enumerate(net.nodes):
        node.bot = _PLAYERS[(seat + number) % len(_PLAYERS)]
    net.start_all()
    if _leaves(number):
        net.run(lambda: _reached(net, LEAVES_AT) or net.finished())
        if not net.finished():
            net.do(1, lambda session: session.concede(net.now))
    net.run()
    assert_ended_well(net)
    return net


def _reached(net: SimNet, round: int) -> bool:
    waiting = net.session(1).replica.engine.waiting
    return isinstance(waiting, Battle) and waiting.round >= round


def _assert_proven(net: SimNet) -> None:
    """Every client holds every seed, and the record alone proves every seat."""
    seats = net.charter.seats
    assert [len(session.seeds()) for session in net.sessions()] == [seats] * seats
    session = net.session(0)
    report = verify(record_of(net.charter, session.log, session.replica.engine).encode())
    assert report.exit is VerifyExit.SOUND, report.verdict()
    assert [found.said() for found in report.audit] == ["proven"] * seats
    assert report.convictions == ()
    assert report.standing is not None
    assert report.proven_winners == report.standing.winners


@pytest.mark.slow
@pytest.mark.parametrize("number", SAMPLE)
def test_some_games_are_proven(number: int) -> None:
    _assert_proven(_played(number))


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("number", range(GAMES))
def test_every_game_is_proven(number: int) -> None:
    _assert_proven(_played(number))


def test_the_games_are_of_all_numbers_of_seats_and_so_is_the_sample() -> None:
    for numbers, least in ((range(GAMES), GAMES // 5), (SAMPLE, 1)):
        counts = [sum(_seats(number) == seats for number in numbers) for seats in range(2, 7)]
        assert min(counts) >= least


@pytest.mark.slow
def test_rivals_fight_in_these_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else their audits would prove little."""
    fought: list[set[Seat]] = []

    def fight(standings: tuple[Standing, ...], attacks: Mapping[Seat, Attacks]) -> Fight:
        fought.append({one.seat for one in standings})
        return fight_on(standings, attacks)

    monkeypatch.setattr("games.fortress.half.fight_on", fight)
    _played(24)
    assert any(len(seats) > 1 for seats in fought)
