"""Whole games of Fortress in line mode: every order is a typed line, and every line is answered."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cli.model.intents import Decide
from cli.plain.controller import LineController
from games.engine.bots import RandomBot
from games.engine.choice import Answer, Choice
from games.engine.engine import Engine
from games.engine.legal_answers import why_not
from games.engine.values import Seat
from games.fortress.rules import Fortress
from games.fortress.settings import TEST_CAP
from p2p.client.play.snapshot import Snapshot
from p2p.session.person import Prompt
from simulation.dealer import Dealer, dice
from tests.cli.cast import moment, names

NOW = 1000.0
OPTIONS: dict[str, str | int] = {"units": TEST_CAP, "rounds": 5}


class Table:
    """Seat 0 types, the others draw at random."""

    def __init__(self, seed: int, *, stops: bool = False) -> None:
        self.stops = stops
        """Whether its client is stopped in the midst of every draft."""
        self.game = Fortress()
        self.engine = Engine(self.game, 3, OPTIONS)
        self.dealer = Dealer(self.engine, dice(seed))
        self.dealer.decides = self._decide
        self.player = LineController(plays=True)
        self.player.begin(names("Ada", "Ben", "Cyr"))
        self.random = random.Random(seed)
        self.shown: list[str] = []
        self.below = dice(seed + 100)

    def play(self) -> None:
        self.engine.start()
        self.dealer.follow()
        while self.engine.outcome is None:
            assert self.engine.waiting is not None
            self.engine.feed(self.dealer.result(self.engine.waiting))
            self.dealer.follow()

    def _decide(self, seat: Seat, choice: Choice) -> Answer:
        if seat:
            return RandomBot().choose(self.dealer.situation(seat, choice), self.below)
        knowledge = self.dealer.knowledge(seat)
        table = self.engine.table
        sees = table.sees(knowledge)
        snapshot = replace(
            moment(online=(True,) * 3),
            view=self.game.view(table, seat, knowledge),
            prompt=Prompt(self.engine.number, choice),
            sees=sees,
            lines=tuple(table.log),
        )
        self.shown += self.player.follow(snapshot, NOW)
        if self.stops:
            self._stop(snapshot)
        answer = self._typed()
        assert why_not(choice, answer, sees) is None
        return answer

    def _stop(self, snapshot: Snapshot) -> None:
        """Give some orders; another run of the client goes on with them."""
        for _ in range(6):
            self.player.typed(self._order(), NOW)
        before = self.player
        self.player = LineController(plays=True)
        self.player.remember(before.memo)
        self.player.begin(names("Ada", "Ben", "Cyr"))
        self.player.follow(snapshot, NOW)
        assert self.player.memo == before.memo
        assert self.player.typed("map", NOW).lines == before.typed("map", NOW).lines

    def _typed(self) -> Answer:
        """Order at random, then be done; what two of them spoil is taken back."""
        lines = [self._order() for _ in range(6)]
        for line in (*lines, "map", "map 0,0", "table", "why", "why 1"):
            said = self.player.typed(line, NOW)
            assert said.lines
            assert said.intent is None
        for _ in range(12):
            self.player.typed("done", NOW)
            intent = self.player.typed("", NOW).intent
            if isinstance(intent, Decide):
                assert isinstance(intent.decision, Answer)
                return intent.decision
            self.player.typed("back", NOW)
        raise AssertionError("no orders that hold")

    def _order(self) -> str:
        who = self.random.choice(("1", "2", "3", "i1", "p1", "p2", "b1"))
        what = self.random.choice(
            ("go", "", "stay", "dig", "guard", "lay", "turn", "shoot", "take")
        )
        q, r = self.random.randint(-4, 4), self.random.randint(-4, 4)
        return f"{who} {what} {q},{r}" if self.random.random() < 0.7 else f"{who} {what}"


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_typed_through(seed: int) -> None:
    table = Table(seed)
    table.play()
    text = "\n".join(table.shown)
    assert "Build your fortress." in text
    assert "Give your orders." in text
    assert "Type who, what and where, such as: " in text
    assert all(len(line) <= 79 for line in table.shown)


def test_who_is_stopped_in_a_draft_goes_on_with_it() -> None:
    Table(4, stops=True).play()


def test_the_question_lists_everybody_and_what_happened() -> None:
    table = Table(1)
    table.play()
    text = "\n".join(table.shown)
    assert "1. p1: not laid (single: Lodging) *" in text
    assert "A Unit at 2,-2 became an Archer." in text
    assert "0 of 12" in text
