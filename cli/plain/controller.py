"""A person at a table in line mode: what a typed line means now, and what to say to it. Pure.

It follows the table, holds the draft of an answer, and knows nothing of the network. Snapshots and
typed lines go in, lines come out, and with a typed line at most one intent for whoever runs the
table. Held by tests/cli/plain/test_controller.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
    PreviewMove,
    Quit,
    Say,
    ShowSeed,
)
from cli.model.lobby_text import conceding_words, leaving_words, others_in
from cli.model.prompt_model import PromptModel
from cli.model.table_follower import TableFollower
from cli.model.table_text import Names
from cli.model.text_commands import TypedCommand
from cli.model.watching import watching_news
from cli.plain.feed import TableFeed
from cli.plain.lobby_commands import LobbyCommands
from cli.plain.pages import Pages
from cli.plain.reaction import Reaction
from cli.plain.typed_draft import Decided, TypedDraft
from games import registry
from games.engine.plan_draft import PlanDraft
from games.engine.values import Primitive, Seat
from games.engine.view import View
from p2p.client.play.snapshot import Snapshot
from p2p.client.talk.chat import ChatLine
from p2p.client.updates import BadLink, Progress
from p2p.session.person import Attention

LOG_LINES = 10
NO_INVITE = "There is no invite to this table yet."
CONCEDE = (
    "To concede is to leave the game for good; what you hold leaves with you.",
    "Type yes to concede; anything else keeps you at the table.",
)


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
        self.lobby = LobbyCommands(hosts=hosts, strengths=strengths)
        self._plays = plays
        self._attention = attention
        self._follower = TableFollower(plays=plays)
        self.pages = Pages(self._follower)
        self._feed = TableFeed(self._follower)
        self._draft: TypedDraft | None = None
        self._conceding = self._quitting = False
        self.muted: set[int] = set()
        """The seats whose talk is not shown."""
        self._guidance: Guidance | None = None

    @property
    def memo(self) -> Primitive:
        """The orders in the making, or else what the last ones have left (`PlanDraft.memo`)."""
        return self._follower.memo if self._plan is None else self._plan.memo

    @property
    def _plan(self) -> PlanDraft | None:
        """The orders in the making."""
        return self._draft.draft.plan if self._draft is not None else None

    def remember(self, memo: Primitive) -> None:
        """Go on with the orders of a client that was stopped."""
        self._follower.memo = memo

    # What happens at the table: each gives what to say of it

    def meet(self, names: Names) -> None:
        """Before the charter: these people are here so far."""
        self._follower.names = names

    def begin(self, names: Names, *, guided: bool = False) -> None:
        """The charter stands: these people play. `guided`: its person is told how."""
        self._follower.names = names
        self.lobby.begun = True
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
        """In a guided game what comes for the first time, until the game is over."""
        if self._guidance is None or snapshot.view is None or snapshot.ending is not None:
            return []
        choice = question.choice if question is not None else None
        asked = (choice.kind, choice.about) if choice is not None else ("", "")
        return in_lines(self._guidance.take(snapshot.view, snapshot.lines, *asked))

    def refused(self, now: float) -> list[str]:
        """The table did not take the answer: the question is asked again if it is still open."""
        question = self._follower.refused(now)
        return self._open(question) if question is not None else []

    def _open(self, question: PromptModel) -> list[str]:
        self._draft = TypedDraft.begin(question)
        table = self._feed.table(question.view, question.choice.cards)
        return ["", *table, *self._draft.question().lines()]

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

    def bad_links(self, links: tuple[BadLink, ...]) -> list[str]:
        """Whose links bring garbage or less than they should; said once of each."""
        return [line for text in self._follower.bad_links(links) for line in wrapped(text)]

    def watched(self, names: tuple[str, ...]) -> list[str]:
        """Who watches now, as the seats say."""
        before, self.pages.watchers = self.pages.watchers, names
        return watching_news(before, names) if self._plays else []

    def progress(self, progress: Progress, now: float) -> list[str]:
        """A shuffle has come so far."""
        return self._feed.progress(progress, now)

    def tick(self, now: float) -> list[str]:
        """Time has passed."""
        return self._feed.tick(now)

    def wake(self, now: float) -> None:
        """This machine has slept until now."""
        self._follower.attendance.wake(now)

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
                self._feed.gave(draft.draft.cards)
                self._follower.answered(draft.draft.plan)
                return Reaction([], Decide(draft.model.prompt.step, decision))
            case TypedDraft() as further:
                self._draft = further
                if not further.foreseeable:
                    return Reaction(further.question().lines())
                sends = wrapped(further.question().text)
                return Reaction(sends, PreviewMove(further.draft.answer, further.draft))

    def foreseen(self, of: object, told: Sequence[str]) -> list[str]:
        """What a draft would lead to, and how it is sent; nothing of one that was changed."""
        if self._draft is None or self._draft.draft != of:
            return []
        said = " ".join(self._names.put_into(text) for text in told)
        then = wrapped(f"Then: {said}") if said else []
        return [*then, *wrapped(self._draft.hint())]

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
        others = [] if self.lobby.begun or not self._plays else others_in(self._names)
        if not others:
            return Reaction([], Quit())
        self._quitting = True
        said = leaving_words(others, hosting=self.lobby.hosts)
        return Reaction([*wrapped(said), "Type yes to leave; anything else keeps you here."])

    def interrupted(self) -> Reaction:
        """Ctrl-C was pressed: the same question as for `quit`; in answer to it, it leaves."""
        return Reaction([], Quit()) if self._quitting else self._quit()

    def _confirm_quit(self, line: str) -> Reaction:
        self._quitting = False
        if line.strip().casefold() == "yes":
            return Reaction([], Quit())
        return Reaction(["You stay here."])

    def _idle(self, line: str, now: float) -> list[str]:
        """A line that is no command while no question is open."""
        waiting = self.pages.waiting(now)
        if not line.strip():
            return [waiting]
        return [f"Nothing is asked of you now. {waiting} Help lists what you can type."]

    # Commands

    def _obey(self, given: TypedCommand, now: float) -> Reaction:
        acts: dict[str, Callable[[], Reaction]] = {
            "quit": self._quit,
            "concede": self._ask_to_concede,
            "seed": lambda: Reaction([], ShowSeed()),
            "say": lambda: Reaction([], Say(given.text)),
            "mute": lambda: self._mute(given.number),
            "ready": lambda: self.lobby.agree(now),
            "refuse": lambda: self.lobby.refuse(given.number, self._names),
            "bot": lambda: self.lobby.bot(given.text),
            "contact": lambda: self._contact(given.text),
            "windows": self._attend,
            "passes": lambda: self._passes(given.number),
        }
        act = acts.get(given.name)
        return Reaction(self._page(given, now)) if act is None else act()

    def _page(self, given: TypedCommand, now: float) -> list[str]:
        """What a command shows that only looks something up."""
        pages: dict[str, Callable[[], list[str]]] = {
            "look": self.pages.look,
            "table": lambda: (
                self.pages.part(given.text)
                if given.text
                else self.pages.table(now, asked=self._draft is not None)
            ),
            "map": lambda: self.pages.map(given.text, self._plan),
            "hand": self.pages.hand,
            "rules": lambda: self.pages.rules(given.text),
            "seats": lambda: self.pages.seats(now),
            "log": lambda: self.pages.log(given.number or LOG_LINES),
            "why": lambda: self._why(given.number, now),
            "invite": lambda: self.pages.invites or [NO_INVITE],
            "help": text_commands.help_lines,
        }
        return pages[given.name]()

    def _attend(self) -> Reaction:
        if not self._plays:
            return Reaction(["You have no seat here."])
        self._attention = text_commands.next_attention(self._attention)
        return Reaction([text_commands.asked(self._attention)], Attend(self._attention))

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

    def _contact(self, typed: str) -> Reaction:
        wanted = contact_wanted(typed, self._names)
        return Reaction(wrapped(wanted)) if isinstance(wanted, str) else Reaction([], wanted)

    def _why(self, number: int | None, now: float) -> list[str]:
        if self._draft is None:
            return self._idle("why", now)
        return self._draft.question().why(number)
