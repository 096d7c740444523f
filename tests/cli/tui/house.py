"""A table without a network, and a screen without a terminal, for tests.

`LocalTable` is the rules with a trusted dealer; bots sit on all seats but the first. `Stage` is a
`Ui` with a clock of its own that is driven by key names and shows plain text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

from wcwidth import wcwidth

from cli.model.names import Person
from cli.model.table_follower import TableFollower
from cli.model.table_text import Names
from cli.tui.table.screen import TableScreen
from cli.tui.table.state import TableState
from cli.tui.toolkit.canvas import ASCII, Canvas
from cli.tui.toolkit.cells import width
from cli.tui.toolkit.settings import Settings
from cli.tui.toolkit.ui import Screen, Ui
from games import registry
from games.engine.bots import RandomBot
from games.engine.choice import NOTHING, Answer, Choice
from games.engine.engine import Engine
from games.engine.fog_steps import Battle, Build
from games.engine.game import Game
from games.engine.legal_answers import legal
from games.engine.private import NOTHING_KNOWN
from games.engine.steps import Ask, AskAll, Claims
from games.engine.values import Outcome, Seat
from p2p.client.play.snapshot import Snapshot, Wait
from p2p.replica.preview import preview
from p2p.replica.replica import AppliedResult
from p2p.session.person import Decision, Prompt
from p2p.session.session import Ending
from simulation.dealer import Dealer, choice_for, dice
from tests.games.golden import player_of
from tests.games.scenario import Scenario
from tests.goldens import AGAIN, digest_of, kept_part

GOLDEN = Path(__file__).with_name("golden")
SIZES = {"small": (80, 24), "wide": (120, 40)}
WIDE = {
    "forms": "start settings network",
    "lobby": "full qr",
    "king": "window",
    "court": "act contest",
    "fortress": "build orders draft",
    "inheritance": "turn options draft waiting shuffle chat log over paths spectator lesson",
    "replay": "step",
    "verify": "failed",
}
"""By file, pictures that are laid out otherwise where there is room: kept at both sizes."""
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn")


def names_of(count: int, own: int | None = 0) -> Names:
    """People, the first of whom is we; the others are our bots."""
    people = tuple(
        Person(name, bytes([seat + 1]) * 32, seat == own, "" if seat == own else "your bot")
        for seat, name in enumerate(NAMES[:count])
    )
    return Names(people, own)


class ShownTable:
    """A table as the client of its first seat would show it."""

    seats: int
    engine: Engine
    dealer: Dealer
    prompt: Prompt | None

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, if it has."""
        return self.engine.outcome

    def can_act(self, choice: Choice) -> bool:
        sees = self.engine.table.sees(self.dealer.knowledge(Seat(0)))
        return any(answer != NOTHING for answer in legal(choice, sees))

    def snapshot(
        self,
        *,
        seat: int | None = 0,
        waiting: Sequence[Wait] = (),
        online: Sequence[bool | None] | None = None,
    ) -> Snapshot:
        """What a client would show."""
        engine, eyes = self.engine, None if seat is None else Seat(seat)
        knowledge = NOTHING_KNOWN if eyes is None else self.dealer.knowledge(eyes)
        prompt = self.prompt if seat == 0 else None
        if not waiting and self.prompt is not None:
            waiting = (Wait(0, "choosing", decides=True),)
        everybody = tuple(range(self.seats))
        outcome = self.outcome
        ending = Ending(outcome, None, everybody, everybody) if outcome else None
        return Snapshot(
            view=engine.game.view(engine.table, eyes, knowledge),
            prompt=prompt,
            knowledge=knowledge,
            sees=engine.table.sees(knowledge),
            waiting=tuple(waiting),
            lines=tuple(engine.table.log),
            online=tuple(online or (True,) * self.seats),
            ending=ending,
            conceding=False,
            step=engine.number,
            messages=engine.number,
            record_digest=bytes(range(32)) if ending else b"",
        )


class SetTable(ShownTable):
    """A table laid by hand, at the question that the first seat is asked, if it is.

    Nothing on it is dealt or thrown, and nobody's plan is a bot's: what it shows changes with the
    rules and words of what lies there, and with nothing else.
    """

    def __init__(self, scenario: Scenario, outcome: Outcome | None = None) -> None:
        self.engine, self.dealer = scenario.engine, scenario.dealer
        self._outcome = outcome
        self.seats = scenario.table.seats
        asked, step = choice_for(self.engine, Seat(0)), self.engine.waiting
        self.prompt = None
        if asked is not None:
            claiming, secret = isinstance(step, Claims), isinstance(step, AskAll)
            self.prompt = Prompt(self.engine.number, asked, claiming, secret)

    @property
    def outcome(self) -> Outcome | None:
        return self._outcome


class LocalTable(ShownTable):
    """One game; the first seat is asked, bots play the others."""

    def __init__(
        self,
        game: Game | str = "inheritance",
        seats: int = 3,
        seed: int = 1,
        options: Mapping[str, str | int] | None = None,
    ) -> None:
        made = registry.make(game) if isinstance(game, str) else game
        self.seats = seats
        self.engine = Engine(made, seats, options or {})
        self.below = dice(seed)
        self.dealer = Dealer(self.engine, self.below)
        self._bot = player_of(made.info.id) if made.info.id in registry.GAMES else RandomBot()
        self.fed: list[AppliedResult] = []
        self.prompt: Prompt | None = None
        self.engine.start()
        self._run(None)

    def decide(self, decision: Decision) -> None:
        """The first seat answers."""
        assert self.prompt is not None
        self._run(decision)

    def _run(self, own: Decision | None) -> None:
        """Go on until the first seat is asked, or the end."""
        self.prompt = None
        engine = self.engine
        self.dealer.follow()
        while engine.outcome is None:
            step = engine.waiting
            assert step is not None
            asked = choice_for(engine, Seat(0))
            if asked is not None and own is None and self._must_ask(step, asked):
                claiming = isinstance(step, Claims)
                secret = isinstance(step, AskAll)
                self.prompt = Prompt(engine.number, asked, claiming, secret)
                return
            self.fed.append(AppliedResult(self._result(step, own), (), ()))
            engine.feed(self.fed[-1].result)
            if asked is not None:
                own = None
            self.dealer.follow()

    def _must_ask(self, step: object, choice: Choice) -> bool:
        return not isinstance(step, Claims) or (not step.in_order and self.can_act(choice))

    def _result(self, step: object, own: Decision | None) -> object:
        if isinstance(step, Ask):
            return own if step.seat == 0 else self._choose(step.seat, step.choice)
        if isinstance(step, AskAll):
            return tuple(own if s == 0 else self._choose(s, c) for s, c in step.asks)
        if isinstance(step, Claims):
            return tuple(
                (self.can_act(c) if step.in_order else bool(own))
                if s == 0
                else self._choose(s, c) != NOTHING
                for s, c in step.offers
            )
        if isinstance(step, Build | Battle):
            self.dealer.decides = lambda seat, choice: self._planned(seat, choice, own)
        return self.dealer.result(step)  # type: ignore[arg-type]

    def _planned(self, seat: Seat, choice: Choice, own: Decision | None) -> Answer:
        if seat:
            return self._choose(seat, choice)
        assert isinstance(own, Answer)
        return own

    def _choose(self, seat: Seat, choice: Choice) -> Answer:
        return self._bot.choose(self.dealer.situation(seat, choice), self.below)

    def preview(self, answer: Answer) -> tuple[str, ...]:
        """What an answer of the first seat would tell."""
        like = SimpleNamespace(engine=self.engine, results=self.fed)
        found = preview(like, Seat(0), self.dealer.knowledge(Seat(0)), answer)  # type: ignore[arg-type]
        assert found is not None
        return tuple(names_of(self.seats).put_into(line.text) for line in found.lines)

    def advised(self) -> Decision:
        """What a bot would answer in our place."""
        assert self.prompt is not None
        answer = self._choose(Seat(0), self.prompt.choice)
        return answer != NOTHING if self.prompt.claiming else answer


class Stage:
    """A screen to press keys on."""

    def __init__(self, size: str = "small", **settings: object) -> None:
        self.ui = Ui(Settings(guard=0, **settings))  # type: ignore[arg-type]
        self.size = SIZES[size]
        self.now = 1000.0
        self.ui.now = self.now

    def sit(self, table: ShownTable, snapshot: Snapshot | None = None) -> TableScreen:
        """Show a table."""
        follower = TableFollower(time_of_day=lambda ago: "14:02")
        state = TableState("Inheritance", follower=follower)
        state.names = replace(names_of(table.seats), lettered=self.ui.lettered)
        screen = TableScreen(self.ui, state)
        self.ui.reset(screen)
        self.take(state, snapshot or table.snapshot())
        return screen

    def take(self, state: TableState, snapshot: Snapshot) -> None:
        """News of the table."""
        fresh = state.take(snapshot, self.now)
        screen = self.ui.find(TableScreen)
        if fresh and isinstance(screen, TableScreen):
            screen.new_question()

    def show(self, *screens: Screen) -> None:
        """Show these screens."""
        self.ui.reset(*screens)

    def press(self, *keys: str) -> None:
        """Press keys by their names."""
        for key in keys:
            self.picture()
            self.now += 1.0
            self.ui.key(key, self.now)

    def click(self, x: int, y: int) -> None:
        """Press the mouse."""
        self.now += 1.0
        self.ui.click(x, y, self.now)

    def click_text(self, text: str, nth: int = 0) -> None:
        """Press the mouse on the nth place where a text stands."""
        found = []
        for y, line in enumerate(self.lines()):
            x = line.find(text)
            while x >= 0:
                found.append((x, y))
                x = line.find(text, x + 1)
        self.click(*found[nth])

    def picture(self) -> Canvas:
        """The screen."""
        self.ui.tick(self.now)
        canvas = self.ui.picture(*self.size)
        check_picture(canvas, *self.size)
        return canvas

    def lines(self) -> list[str]:
        """The screen as text."""
        return self.picture().text()

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines())

    @property
    def status(self) -> str:
        """The line that says what is asked."""
        return self.lines()[-2]


def check_picture(canvas: Canvas, columns: int, rows: int) -> None:
    """No row is longer or shorter than the screen, and nothing in it moves the cursor."""
    assert len(canvas.cells) == rows
    for row in canvas.cells:
        assert len(row) == columns
        assert sum(width(char) for char in row) == columns, "".join(row)
        for char in row:
            assert not char or char[0].isprintable(), ascii("".join(row))


def counted_out(text: str) -> str:
    """A text with every number in it, and every run of blanks, made alike."""
    return re.sub(r" +", " ", re.sub(r"[0-9a-f]{32}|[0-9]+", "#", text))


def golden(file: str, name: str, stage: Stage, *, counts: bool = True) -> None:
    """Hold the screen against the picture kept under a heading of a file.

    Of a wide one that is no more than a small one with more room, a digest is kept. Without
    `counts` the numbers in it may differ.
    """
    text = stage.text + "\n"
    for char in set(text) - {"\n"}:  # what we draw ourselves, not what people are called
        assert char.isascii() or (ord(char) in ASCII and wcwidth(char) == 1), ascii(char)
    size = next(size for size, room in SIZES.items() if room == stage.size)
    heading = f"{name}, {size}"
    whole = size == "small" or name in WIDE.get(file, "").split()
    made = text if whole else digest_of(f"{file}-{name}-{size}.txt", text)
    picture = kept_part(GOLDEN / f"{file}.txt", heading, made)
    if counts or not whole:
        assert picture == made, f"{heading}: {AGAIN}\n{text}"
    else:
        assert counted_out(picture) == counted_out(text), f"{heading}: {AGAIN}\n{text}"
