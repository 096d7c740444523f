"""A person at a table in line mode: what a typed line means now, and what to say to it. Pure.

It holds the draft of an answer and nothing of the network. Lines go in, lines come out, and with
them at most one deed for whoever runs the table. Held by tests/cli/plain/test_controller.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cli.console.text import wrapped
from cli.model import text_commands
from cli.model.draft import Problem
from cli.model.intents import (
    Agree,
    Concede,
    Decide,
    Mute,
    PassUntil,
    Quit,
    Refuse,
    Say,
    TableIntent,
)
from cli.model.prompt_model import PromptModel, prompt_key
from cli.model.table_text import Names, hand_lines, log_lines, seat_lines, table_lines
from cli.model.text_commands import Given
from cli.plain.feed import Stream
from cli.plain.typed_draft import Decided, TypedDraft
from games import registry
from games.engine.values import Seat
from p2p.client.chat import ChatLine
from p2p.client.snapshot import Snapshot

LOG_LINES = 10
FRESH = 0.5
"""Seconds in which `ready` was typed for who sat there before."""
CONCEDE = (
    "To concede is to leave the game for good; what you hold leaves with you.",
    "Type yes to concede; anything else keeps you at the table.",
)


@dataclass(frozen=True, slots=True)
class Reaction:
    """What to say to a typed line, and what to do."""

    lines: list[str] = field(default_factory=list)
    deed: TableIntent | None = None


class Player:
    """What a person sees and may do. `plays` is false for a spectator and for a bot's keeper.

    With `hosts` it opened the table, and says before the game who is not to sit there.
    """

    def __init__(self, *, plays: bool, hosts: bool = False) -> None:
        self.words: tuple[str, ...] = ()
        """The key words of the seats, once they are computed."""
        self.invites: list[str] = []
        """What the order `invite` shows."""
        self._plays = plays
        self.hosts = hosts
        """Whether we can refuse seats."""
        self._names = Names(())
        self._stream: Stream | None = None
        self._snapshot: Snapshot | None = None
        self._draft: TypedDraft | None = None
        self._conceding = False
        self._agree_since: float | None = None
        self._heard: tuple[ChatLine, ...] = ()
        self._muted: set[int] = set()

    def sit(self, names: Names, stream: Stream) -> None:
        """The charter stands: these people play."""
        self._names = names
        self._stream = stream

    def meet(self, names: Names) -> None:
        """Before the charter: these people are here so far."""
        self._names = names

    def ask_to_agree(self, since: float | None) -> None:
        """Since when the table as it is shown waits for our word; None while it does not."""
        self._agree_since = since

    def see(self, snapshot: Snapshot) -> list[str]:
        """A new moment of the table; gives the question if there is a new one."""
        self._snapshot = snapshot
        prompt = snapshot.prompt if self._plays else None
        if prompt is None or snapshot.view is None:
            lost = self._draft is not None
            self._draft = None
            return ["That question is no longer open."] if lost else []
        if self._draft is not None and self._draft.model.key == prompt_key(prompt):
            return []
        model = PromptModel(prompt, snapshot.sees, snapshot.view, self._names)
        self._draft = TypedDraft.begin(model)
        assert self._stream is not None
        return ["", *self._stream.table(snapshot.view), *self._draft.question().lines()]

    def hear(self, chat: tuple[ChatLine, ...]) -> list[str]:
        """What was said at the table since the last time. The oldest lines may be gone by now."""
        before, self._heard = self._heard, chat
        known = min(len(before), len(chat))
        while before[len(before) - known :] != chat[:known]:
            known -= 1
        lines: list[str] = []
        for line in chat[known:]:
            who = "You say" if line.seat == self._names.own else f"{self._names[line.seat]} says"
            lines += wrapped(f"{who}: {line.text}", rest="  ")
        return lines

    def ready_for(self, line: str) -> bool:
        """Whether the line means something now; if not, a pipe keeps it for its question."""
        return self._conceding or self._draft is not None or text_commands.read(line) is not None

    def typed(self, line: str, now: float) -> Reaction:
        """What to say and do about a typed line."""
        if self._conceding:
            return self._confirm(line)
        order = text_commands.read(line)
        if isinstance(order, str):
            return Reaction([order])
        if order is not None:
            return self._obey(order, now)
        if self._draft is None:
            return Reaction(self._idle(line, now))
        return self._answer(self._draft, line)

    # Answers

    def _answer(self, draft: TypedDraft, line: str) -> Reaction:
        match draft.enter(line):
            case Problem(sentence):
                return Reaction([sentence])
            case Decided(decision):
                self._draft = None
                return Reaction([], Decide(draft.model.prompt.step, decision))
            case TypedDraft() as further:
                self._draft = further
                return Reaction(further.question().lines())

    def _confirm(self, line: str) -> Reaction:
        self._conceding = False
        if line.strip().casefold() == "yes":
            self._draft = None
            return Reaction([], Concede())
        lines = ["You stay at the table."]
        return Reaction(lines + (self._draft.question().lines() if self._draft else []))

    def _idle(self, line: str, now: float) -> list[str]:
        """A line that is no order while nothing is asked."""
        waiting = self._waiting(now)
        if not line.strip():
            return [waiting]
        return [f"Nothing is asked of you now. {waiting} Help lists what you can type."]

    def _waiting(self, now: float) -> str:
        if self._snapshot is None:
            return "The game has not begun."
        if self._snapshot.ending is not None:
            return "The game is over."
        said = self._stream.waiting(self._snapshot, now) if self._stream else ""
        return f"{said}." if said else "The table goes on by itself."

    # Orders

    def _obey(self, given: Given, now: float) -> Reaction:
        if given.name == "quit":
            return Reaction([], Quit())
        if given.name == "concede":
            return self._ask_to_concede()
        if given.name == "say":
            return Reaction([], Say(given.text))
        if given.name == "mute":
            return self._mute(given.number)
        if given.name == "ready":
            return self._agree(now)
        if given.name == "refuse":
            return self._refuse(given.number)
        if given.name == "passes":
            return self._passes(given.number)
        act: dict[str, Callable[[], list[str]]] = {
            "table": lambda: self._table(now),
            "hand": self._hand,
            "seats": self._seats,
            "log": lambda: self._log(given.number or LOG_LINES),
            "why": lambda: self._why(given.number, now),
            "invite": lambda: self.invites or ["There is no invite to this table yet."],
            "help": text_commands.help_lines,
        }
        return Reaction(act[given.name]())

    def _ask_to_concede(self) -> Reaction:
        if not self._plays or self._snapshot is None or self._snapshot.ending is not None:
            return Reaction(["There is nothing to concede; quit leaves."])
        self._conceding = True
        return Reaction(list(CONCEDE))

    def _passes(self, number: int | None) -> Reaction:
        view = self._snapshot.view if self._snapshot else None
        offers = registry.make(view.game).info.passes if view is not None else ()
        if not offers or not self._plays or self._names.own is None:
            return Reaction(["There is nothing to pass ahead here."])
        if number is not None and 1 <= number <= len(offers):
            offer = offers[number - 1]
            said = f"You pass {offer.label}. It cannot be taken back."
            return Reaction(wrapped(said), PassUntil(offer.event_for(Seat(self._names.own))))
        lines = [f"  {n}. {offer.label}" for n, offer in enumerate(offers, start=1)]
        return Reaction(
            ["You can pass ahead; it cannot be taken back:", *lines, "Such as: passes 1"]
        )

    def _mute(self, number: int | None) -> Reaction:
        seats = range(1, len(self._names.people) + 1)
        if number is None or number not in seats or number - 1 == self._names.own:
            return Reaction(["Say whom, by the number that seats shows, such as: mute 2"])
        seat = number - 1
        self._muted ^= {seat}
        muted = seat in self._muted
        said = "is not shown any more" if muted else "is shown again"
        return Reaction([f"What {self._names[seat]} says {said}."], Mute(seat, muted))

    def _agree(self, now: float) -> Reaction:
        if self._stream is not None:
            return Reaction(["The game has begun already."])
        if self._agree_since is None:
            return Reaction(["You are not asked for it now; it is said when all seats are taken."])
        if now - self._agree_since < FRESH:
            return Reaction(["Who sits here has just changed; look once more, then type ready."])
        self._agree_since = None
        return Reaction(["You are ready. The game begins when everybody is."], Agree())

    def _refuse(self, number: int | None) -> Reaction:
        if not self.hosts or self._stream is not None:
            return Reaction(["Only who opened a table refuses seats, and only before the game."])
        people = self._names.people
        if number is None or not 1 <= number <= len(people) or people[number - 1].mine:
            return Reaction(["Say whom, by the number that seats shows, such as: refuse 2"])
        said = (
            f"{people[number - 1].name} gets no seat. Who has the invite can come back under a new "
            "key; against that, leave and host another table."
        )
        return Reaction(wrapped(said), Refuse(people[number - 1].key))

    def _table(self, now: float) -> list[str]:
        if self._snapshot is None or self._snapshot.view is None:
            return ["Nothing lies on the table: the game has not begun."]
        lines = table_lines(self._snapshot.view, self._names)
        return lines if self._draft else [*lines, self._waiting(now)]

    def _hand(self) -> list[str]:
        if self._snapshot is None or self._snapshot.view is None:
            return ["You have no cards yet: the game has not begun."]
        if self._names.own is None:
            return ["You watch, so you hold no cards."]
        return hand_lines(self._snapshot.view, self._names)

    def _seats(self) -> list[str]:
        if not self._names.people:
            return ["Nobody is known to sit here yet."]
        return seat_lines(self._names, self._snapshot, self.words)

    def _log(self, count: int) -> list[str]:
        return log_lines(self._snapshot.lines if self._snapshot else (), self._names, count)

    def _why(self, number: int | None, now: float) -> list[str]:
        if self._draft is None:
            return self._idle("why", now)
        return self._draft.question().why(number)
