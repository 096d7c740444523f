"""The contract suite, for every game and every number of seats."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from games import registry
from games.engine.choice import Answer
from games.engine.errors import BadMove, BadTable
from games.engine.game import rules_version
from simulation.dealer import play
from tests.games import contract
from tests.paths import ROOT

MAKERS = contract.makers()
CASES = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name, make in MAKERS.items()
    for seats in range(make().info.min_seats, make().info.max_seats + 1)
]


def seeds(few: int, many: int) -> pytest.MarkDecorator:
    """The first seeds, and those up to `many` as a slow test."""
    slow = pytest.param(range(few, many), marks=pytest.mark.slow, id="many")
    return pytest.mark.parametrize("seeds", [pytest.param(range(few), id="few"), slow])


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_replicas_agree_at_each_step(name: str, seats: int) -> None:
    for seed in range(3):
        contract.replicas_agree(MAKERS[name], seats, seed)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_a_cut_game_resumes_anywhere(name: str, seats: int) -> None:
    contract.resumes_anywhere(MAKERS[name], play(MAKERS[name](), seats, 11), cuts=12)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_legal_answers_pass_and_mutated_ones_do_not(name: str, seats: int) -> None:
    contract.choices_hold(MAKERS[name], seats, 21)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_views_keep_secrets(name: str, seats: int) -> None:
    contract.views_keep_secrets(MAKERS[name], seats, 31)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_a_game_that_is_over_tells_how_it_went(name: str, seats: int) -> None:
    if name in registry.GAMES:
        contract.tells_how_it_went(MAKERS[name], seats, 51)


@seeds(4, 25)
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_leaving_never_breaks_the_rules(name: str, seats: int, seeds: range) -> None:
    for seed in seeds:
        contract.leaving_is_fine(MAKERS[name], seats, 400 + seed)


@seeds(2, 6)
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_nobody_who_left_is_waited_for(name: str, seats: int, seeds: range) -> None:
    for seed in seeds:
        contract.waiting_is_for_the_present(MAKERS[name], seats, 400 + seed)


@seeds(1, 4)
@pytest.mark.parametrize("name", MAKERS)
def test_two_hash_seeds_give_one_digest(name: str, seeds: range) -> None:
    code = f"from tests.games.contract import *; print(digest_of_playouts({name!r}, {seeds}))"
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 64


@pytest.mark.parametrize("name", MAKERS)
def test_the_card_of_the_game_is_in_order(name: str) -> None:
    game = MAKERS[name]()
    info = game.info
    assert info.id == name
    assert info.title
    assert info.credits
    assert info.version >= 1
    assert 2 <= info.min_seats <= info.max_seats
    assert len(rules_version(game)) == 32
    assert rules_version(game) == rules_version(MAKERS[name]())
    for seats in (info.min_seats - 1, info.max_seats + 1):
        with pytest.raises(BadTable):
            play(game, seats, 0)


@pytest.mark.parametrize("value", contract.malformed_answers(), ids=lambda v: str(v)[:40])
def test_malformed_answers_are_refused(value: object) -> None:
    with pytest.raises(BadMove):
        Answer.from_primitives(value)
