"""A person at a table in line mode: what a typed line means now, and what to say to it. Pure.

It follows the table, holds the draft of an answer, and knows nothing of the network. Snapshots and
typed lines go in, lines come out, and with a typed line at most one intent for whoever runs the
table. Held by tests/cli/plain/test_controller.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from cli.console.text import wrapped
from cli.model import text_commands
from cli.model.contact_words import contact_wanted
from cli.model.draft import Problem
from cli.model.guidance import Guidance, in_lines
from cli.model.intents import (
    Attend,
    Concede,
    Decide,
    Mute,
    PassUntil,
    Quit,
    Ready,
    Refuse,
    Say,
    ShowSeed,
    TableIntent,
)
from cli.model.lobby_text import bots_wanted, conceding_words, leaving_words, others_in
from cli.model.map_text import map_command
from cli.model.names import OUR_BOT
from cli.model.path_text import paths_in_words
from cli.model.prompt_model import PromptModel
from cli.model.rules_page import as_text, beginning, entries
from cli.model.table_follower import TableFollower
from cli.model.table_text import (
    Names,
    hand_lines,
    log_lines,
    seat_lines,
    standing_lines,
    table_lines,
)
from cli.model.text_commands import TypedCommand
from cli.model.watching import watching_line, watching_news
from cli.plain.feed import TableFeed
from cli.plain.typed_draft import Decided, TypedDraft
from games import registry
from games.engine.values import Primitive, Seat
from games.engine.view import View
from p2p.client.chat import ChatLine
from p2p.client.paths import MemberPath
from p2p.client.snapshot import Snapshot
from p2p.client.updates import Progress
from p2p.session.attention import Attention

LOG_LINES = 10
FRESH = 0.5
"""Seconds in which `ready` was typed for who sat there before."""
CONCEDE = (
    "To concede is to leave the game for good; what you hold leaves with you.",
    "Type yes to concede; anything else keeps you at the table.",
)


@dataclass(frozen=True, slots=True)
class Reaction:
    """What to say to a typed line, and what to carry out."""

    lines: list[str] = field(default_factory=list)
    intent: TableIntent | None = None


class LineController:
    """What a person sees and may do. `plays` is false for a spectator and for a bot's operator.

    With `hosts` it opened the table, and says before the game who is not to sit there, and which
    bots do: of these `strengths`, the best first. With `attention` its person is asked so much.
    """

    def __init__(
        self,
        *,
        plays: bool,
        hosts: bool = False,
        strengths: Sequence[str] = (),
        attention: Attention = Attention.CONCERNED,
    ) -> None:
        self.paths: Mapping[bytes, MemberPath] = {}
        """How each member is reached, by its key."""
        self.words: tuple[str, ...] = ()
        """The key words of the seats, once they are computed."""
        self.invites: list[str] = []
        """What the command `invite` shows."""
        self.hosts = hosts
        """Whether we can refuse seats."""
        self._strengths = strengths
        self._plays = plays
        self._attention = attention
        self._follower = TableFollower(plays=plays)
        self._feed = TableFeed(self._follower)
        self._begun = False
        self._draft: TypedDraft | None = None
        self._conceding = self._quitting = False
        self._agree_since: float | None = None
        self.muted: set[int] = set()
        """The seats whose talk is not shown."""
        self._watchers: tuple[str, ...] = ()
        self._guidance: Guidance | None = None

    @property
    def memo(self) -> Primitive:
        """The orders in the making, or else what the last ones have left (`PlanDraft.memo`)."""
        plan = self._draft.draft.plan if self._draft is not None else None
        return self._follower.memo if plan is None else plan.memo

    def remember(self, memo: Primitive) -> None:
        """Go on with the orders of a client that was stopped."""
        self._follower.memo = memo

    # What happens at the table: each gives what to say of it

    def meet(self, names: Names) -> None:
        """Before the charter: these people are here so far."""
        self._follower.names = names

    def ask_to_agree(self, since: float | None) -> None:
        """Since when the table as it is shown waits for our word; None while it does not."""
        self._agree_since = since

    def begin(self, names: Names, *, guided: bool = False) -> None:
        """The charter stands: these people play. `guided`: its person is told how."""
        self._follower.names = names
        self._begun = True
        self._guidance = Guidance(names.own) if guided and self._plays else None

    def follow(self, snapshot: Snapshot, now: float) -> list[str]:
        """What is new at the table, and the question if there is a new one."""
        news = self._follower.take(snapshot, now)
        lines = [*self._feed.lines(news), *self._teach(snapshot, news.question)]
        if news.question is not None:
            return [*lines, *self._open(news.question)]
        if news.closed:
            self._draft = None
            lines.append("That question is no longer open.")
        return lines

    def _teach(self, snapshot: Snapshot, question: PromptModel | None) -> list[str]:
        """In a guided game what comes for the first time."""
        if self._guidance is None or snapshot.view is None:
            return []
        kind = question.choice.kind if question is not None else ""
        return in_lines(self._guidance.take(snapshot.view, snapshot.lines, kind))

    def refused(self, now: float) -> list[str]:
        """The table did not take the answer: the question is asked again if it is still open."""
        question = self._follower.refused(now)
        return self._open(question) if question is not None else []

    def _open(self, question: PromptModel) -> list[str]:
        self._draft = TypedDraft.begin(question)
        return ["", *self._feed.table(question.view), *self._draft.question().lines()]

    def hear(self, chat: tuple[ChatLine, ...]) -> list[str]:
        """What was said at the table since the last time. `chat`: all that is kept of it."""
        lines: list[str] = []
        for line in self._follower.hear(chat):
            own = line.seat == self._names.own
            who = "You say" if own else f"{self._names[line.seat]} says"
            lines += wrapped(f"{who}: {line.text}", rest="  ")
        return lines

    def cut_off(self, floods: tuple[bytes, ...]) -> list[str]:
        """Whose links were closed for a flood; said once of each."""
        return [line for text in self._follower.cut_off(floods) for line in wrapped(text)]

    def watched(self, names: tuple[str, ...]) -> list[str]:
        """Who watches now, as the seats say."""
        before, self._watchers = self._watchers, names
        return watching_news(before, names) if self._plays else []

    def progress(self, progress: Progress, now: float) -> list[str]:
        """A shuffle has come so far."""
        return self._feed.progress(progress, now)

    def tick(self, now: float) -> list[str]:
        """Time has passed."""
        return self._feed.tick(now)

    def wake(self, now: float) -> None:
        """This machine has slept until now."""
        self._follower.wake(now)

    def due(self, now: float) -> float | None:
        """In how many seconds `tick` may have something to say; None for never."""
        return self._feed.due(now)

    @property
    def _names(self) -> Names:
        return self._follower.names

    @property
    def _view(self) -> View | None:
        return self._follower.view

    # What is typed

    def ready_for(self, line: str) -> bool:
        """Whether the line means something now; if not, a pipe keeps it for its question."""
        asked = self._conceding or self._quitting
        return asked or self._draft is not None or text_commands.read(line) is not None

    def typed(self, line: str, now: float) -> Reaction:
        """What to say and do about a typed line."""
        if self._conceding:
            return self._confirm(line)
        if self._quitting:
            return self._confirm_quit(line)
        command = text_commands.read(line)
        if isinstance(command, str):
            return Reaction([command])
        if command is not None:
            return self._obey(command, now)
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
                self._follower.answered(draft.draft.plan)
                return Reaction([], Decide(draft.model.prompt.step, decision))
            case TypedDraft() as further:
                self._draft = further
                return Reaction(further.question().lines())

    def _confirm(self, line: str) -> Reaction:
        self._conceding = False
        if line.strip().casefold() == "yes":
            self._draft = None
            self._follower.drop_question()
            return Reaction([], Concede())
        lines = ["You stay at the table."]
        return Reaction(lines + (self._draft.question().lines() if self._draft else []))

    def _quit(self) -> Reaction:
        """Out of a lobby with people in it only after a question."""
        others = [] if self._begun or not self._plays else others_in(self._names)
        if not others:
            return Reaction([], Quit())
        self._quitting = True
        said = leaving_words(others, hosting=self.hosts)
        return Reaction([*wrapped(said), "Type yes to leave; anything else keeps you here."])

    def _confirm_quit(self, line: str) -> Reaction:
        self._quitting = False
        if line.strip().casefold() == "yes":
            return Reaction([], Quit())
        return Reaction(["You stay here."])

    def _idle(self, line: str, now: float) -> list[str]:
        """A line that is no command while no question is open."""
        waiting = self._waiting(now)
        if not line.strip():
            return [waiting]
        return [f"Nothing is asked of you now. {waiting} Help lists what you can type."]

    def _waiting(self, now: float) -> str:
        if self._follower.snapshot is None:
            return "The game has not begun."
        if self._follower.over:
            return "The game is over."
        said = self._follower.waiting(now)
        return f"{said}." if said else "The table goes on by itself."

    # Commands

    def _obey(self, given: TypedCommand, now: float) -> Reaction:
        if given.name == "quit":
            return self._quit()
        if given.name == "concede":
            return self._ask_to_concede()
        if given.name == "seed":
            return Reaction([], ShowSeed())
        if given.name == "say":
            return Reaction([], Say(given.text))
        if given.name == "mute":
            return self._mute(given.number)
        if given.name == "ready":
            return self._agree(now)
        if given.name == "refuse":
            return self._refuse(given.number)
        if given.name == "contact":
            return self._contact(given.text)
        if given.name == "bot":
            return self._bot(given.text)
        if given.name == "map":
            return Reaction(self._map(given.text))
        if given.name == "windows":
            if not self._plays:
                return Reaction(["You have no seat here."])
            self._attention = text_commands.next_attention(self._attention)
            return Reaction([text_commands.asked(self._attention)], Attend(self._attention))
        if given.name == "passes":
            return self._passes(given.number)
        act: dict[str, Callable[[], list[str]]] = {
            "look": self._look,
            "table": lambda: self._table(now),
            "hand": self._hand,
            "rules": lambda: self._rules(given.text),
            "seats": lambda: self._seats(now),
            "log": lambda: self._log(given.number or LOG_LINES),
            "why": lambda: self._why(given.number, now),
            "invite": lambda: self.invites or ["There is no invite to this table yet."],
            "help": text_commands.help_lines,
        }
        return Reaction(act[given.name]())

    def _ask_to_concede(self) -> Reaction:
        if not self._plays or self._follower.snapshot is None or self._follower.over:
            return Reaction(["There is nothing to concede; quit leaves."])
        self._conceding = True
        bots = conceding_words(self._names)
        return Reaction([CONCEDE[0], *([bots] if bots else []), *CONCEDE[1:]])

    def _passes(self, number: int | None) -> Reaction:
        view = self._view
        offers = registry.make(view.game).info.passes if view is not None else ()
        if not offers or not self._plays or self._names.own is None:
            return Reaction(["There is nothing to pass ahead here."])
        if number is not None and 1 <= number <= len(offers):
            offer = offers[number - 1]
            said = f"You pass {offer.label}. It cannot be taken back."
            return Reaction(wrapped(said), PassUntil(offer.events_for(Seat(self._names.own))))
        lines = [f"  {n}. {offer.label}" for n, offer in enumerate(offers, start=1)]
        return Reaction(
            ["You can pass ahead; it cannot be taken back:", *lines, "Such as: passes 1"]
        )

    def _mute(self, number: int | None) -> Reaction:
        seats = range(1, len(self._names.people) + 1)
        if number is None or number not in seats or number - 1 == self._names.own:
            return Reaction(["Say whom, by the number that seats shows, such as: mute 2"])
        seat = number - 1
        self.muted ^= {seat}
        muted = seat in self.muted
        said = "is not shown any more" if muted else "is shown again"
        return Reaction([f"What {self._names[seat]} says {said}."], Mute(seat, muted))

    def _agree(self, now: float) -> Reaction:
        if self._begun:
            return Reaction(["The game has begun already."])
        if self._agree_since is None:
            return Reaction(["You are not asked for it now; it is said when all seats are taken."])
        if now - self._agree_since < FRESH:
            return Reaction(["Who sits here has just changed; look once more, then type ready."])
        self._agree_since = None
        return Reaction(["You are ready. The game begins when everybody is."], Ready())

    def _refuse(self, number: int | None) -> Reaction:
        if not self.hosts or self._begun:
            return Reaction(["Only who opened a table refuses seats, and only before the game."])
        people = self._names.people
        if number is None or not 1 <= number <= len(people) or people[number - 1].mine:
            return Reaction(["Say whom, by the number that seats shows, such as: refuse 2"])
        if people[number - 1].operator == OUR_BOT:
            return Reaction([f"{people[number - 1].name} goes."], Refuse(people[number - 1].key))
        said = (
            f"{people[number - 1].name} gets no seat. Who has the invite can come back under a new "
            "key; against that, leave and host another table."
        )
        return Reaction(wrapped(said), Refuse(people[number - 1].key))

    def _contact(self, typed: str) -> Reaction:
        wanted = contact_wanted(typed, self._names)
        return Reaction(wrapped(wanted)) if isinstance(wanted, str) else Reaction([], wanted)

    def _bot(self, typed: str) -> Reaction:
        if not self.hosts or self._begun:
            return Reaction(["Only who opened a table seats bots there, and only before the game."])
        wanted = bots_wanted(typed, self._strengths)
        return Reaction(wrapped(wanted)) if isinstance(wanted, str) else Reaction([], wanted)

    def _table(self, now: float) -> list[str]:
        if self._view is None:
            return ["Nothing lies on the table: the game has not begun."]
        lines = table_lines(self._view, self._names)
        return lines if self._draft else [*lines, self._waiting(now)]

    def _look(self) -> list[str]:
        if self._view is None:
            return ["The game has not begun."]
        return standing_lines(self._view, self._names)

    def _rules(self, word: str) -> list[str]:
        if self._view is None:
            return ["The game has not begun; crownless rules shows how each is played."]
        guide = registry.guide(self._view.game)
        if not word:
            more = f"For more, name a word, such as: rules {guide.topics()[-1].title.casefold()}"
            return [*as_text(beginning(guide)), more]
        lines = as_text(entries(guide, word))
        return lines or [f"The rules do not speak of {word!a}."]

    def _map(self, typed: str) -> list[str]:
        """The map with the orders that are being given drawn into it."""
        plan = self._draft.draft.plan if self._draft is not None else None
        seen = plan.map if plan is not None else self._view.map if self._view is not None else None
        return map_command(seen, typed, self._names, plan)

    def _hand(self) -> list[str]:
        if self._view is None:
            return ["You have no cards yet: the game has not begun."]
        if self._names.own is None:
            return ["You watch, so you hold no cards."]
        return hand_lines(self._view, self._names)

    def _seats(self, now: float) -> list[str]:
        if not self._names.people:
            return ["Nobody is known to sit here yet."]
        absent = self._follower.absences(now)
        paths = paths_in_words(self.paths, self._names)
        lines = seat_lines(self._names, self._follower.snapshot, self.words, absent, paths)
        return [*lines, *wrapped(watching_line(self._watchers))] if self._watchers else lines

    def _log(self, count: int) -> list[str]:
        snapshot = self._follower.snapshot
        return log_lines(snapshot.lines if snapshot else (), self._names, count)

    def _why(self, number: int | None, now: float) -> list[str]:
        if self._draft is None:
            return self._idle("why", now)
        return self._draft.question().why(number)
