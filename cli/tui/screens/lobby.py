"""The lobby: who has come, the words of their keys, what was agreed on, the invite. Pure.

Held by the golden screens in tests/cli/tui/.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from cli.console.text import ago, counted, listed
from cli.model.intents import LeaveTable, Ready, Refuse, SeatBot
from cli.model.lobby_text import leaving_words, others_in, watching_words
from cli.model.names import OUR_BOT, Person, seat_letter
from cli.model.table_text import Names
from cli.tui.screens.invites import Invites, spaced
from cli.tui.screens.qr import QrScreen
from cli.tui.table.naming import ask_whose, can_be_named
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.canvas import Canvas, Rect
from cli.tui.toolkit.cells import clip, width, wrap
from cli.tui.toolkit.theme import seat_style
from cli.tui.toolkit.ui import Screen, Ui, remark
from cli.tui.toolkit.windows import Menu, help_window
from p2p.wire.charter import Policies


@dataclass
class LobbyState:
    """A table before its charter."""

    title: str = ""
    seats: int = 0
    options: Sequence[str] = ()
    names: Names = field(default_factory=lambda: Names(()))
    phrases: Mapping[bytes, str] = field(default_factory=dict)
    """Six words for each key, as far as they are computed."""
    invites: tuple[str, str] | None = None
    """To a seat, and to watch; None for a guest before it knows."""
    shown: str = ""
    """What is said about the local network."""
    words: str = ""
    """The two words that bring somebody on that network to the table."""
    where: str = ""
    """The address to type in front of them, where the table is not found."""
    online: str = ""
    """What is said about five words over the internet."""
    closed: bool = False
    """Whether nobody on that network comes in without them."""
    reached: Sequence[str] = ()
    """What the router has opened, where it was asked."""
    is_open: bool = False
    """Whether it has opened something that others can come to."""
    trouble: str = ""
    ways: Sequence[str] = ()
    """With that, where nobody was found: what is known of both sides, and the ways out."""
    hosting: bool = False
    """Whether we opened the table, and so say who sits there."""
    strengths: Sequence[str] = ()
    """How well bots of this game can play, the best first."""
    again: bool = False
    """Whether it is a rematch: the people are known, and come."""
    here: frozenset[bytes] = frozenset()
    """At a rematch: who has come."""
    policies: Sequence[str] = ()
    asked_at: float = -100.0
    """When what is to be signed last changed."""
    to_sign: bool = False
    """Whether the charter waits for our word."""
    signed: tuple[int, ...] = ()
    """The places that are ready."""
    since: float = 0.0
    paths: Mapping[bytes, str] = field(default_factory=dict)
    """How each member is reached, in words."""


def policy_lines(policies: Policies, *, passes: bool) -> list[str]:
    """The policies of a charter in words. `passes`: the game asks who wants to react."""
    response_delay_ms = (
        f"after {policies.response_delay_ms / 1000:g} s"
        if policies.response_delay_ms
        else "at once"
    )
    watching = watching_words(policies)
    speed = f" Passes leave {response_delay_ms}, all alike." if passes else ""
    return [
        "If a seat is away, the table waits, and goes on when it is back.",
        f"No time limit. Hands stay secret.{speed}",
        *([watching] if watching else []),
    ]


class Lobby(Screen):
    """With all seats taken, everybody says ready to the same charter, and the game begins."""

    title = "Lobby"

    def __init__(self, ui: Ui, state: LobbyState) -> None:
        super().__init__(ui)
        self.state = state
        self._second = 0

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        refuse = Action("refuse", ("x",), "refuse a seat to somebody", self._refuse, "refuse",
                        why_not=self._why_not_refuse)  # fmt: skip
        seat_bot = Action("seat bot", ("b",), "give a free seat to a bot of yours", self._seat_bot,
                          "bot", why_not=self._why_no_bot)  # fmt: skip
        return (
            Action("ready", ("r", "enter"), "sign the charter: you are ready",
                   lambda: self.ui.intent(Ready()), "ready", lambda: self.state.to_sign,
                   answers=True),
            *((refuse, seat_bot) if self.state.hosting else ()),
            Action("invite", ("i",), "show the invite to copy", self._invite, "invite",
                   lambda: self.state.invites is not None),
            Action("qr code", ("k",), "show the invite to a seat as a QR code", self._scan, "",
                   lambda: self._seat_invite != ""),
            Action("name", ("a",), "give a key a name of yours", self._name, "name",
                   lambda: can_be_named(self.state.names.people)),
            Action("help", ("?",), "this list", lambda: self.ui.push(help_window(self.ui, self)),
                   "help"),
            Action("leave", ("q", "esc"), "leave; your place is kept in Tables",
                   self._leave, "leave"),
        )  # fmt: skip

    def tick(self, now: float) -> bool:
        """See Screen: how long the table has been open."""
        before, self._second = self._second, int(now - self.state.since)
        return before != self._second

    def asked_at(self) -> float | None:
        """See Screen: a key typed just before somebody else sat down does not agree to that."""
        return self.state.asked_at

    def _name(self) -> None:
        ask_whose(self.ui, self.state.names.people, self.state.phrases)

    def _leave(self) -> None:
        """With people there, after a question."""
        others = others_in(self.state.names)
        if not others or self.state.again:
            self.ui.intent(LeaveTable())
            return
        entries: list[tuple[str, str, Callable[[], None]]] = [
            ("n", "stay here", lambda: None),
            ("y", "leave; the table is kept in Tables", lambda: self.ui.intent(LeaveTable())),
        ]
        said = leaving_words(others, hosting=self.state.hosting)
        self.ui.push(Menu(self.ui, "Leave the lobby?", said, entries))

    def _why_no_bot(self) -> str:
        free = self.state.seats - len(self.state.names.people)
        return "" if free and self.state.strengths else "all seats are taken"

    def _seat_bot(self) -> None:
        entries = [(kind[0], f"a {kind} one", self._seating(kind)) for kind in self.state.strengths]
        text = (
            "A bot has a key of this table only, and everybody sees that it is yours. It plays "
            "while Crownless is open here, and comes back with you. x takes it away again."
        )
        self.ui.push(Menu(self.ui, "Give a seat to a bot", text, entries))

    def _seating(self, kind: str) -> Callable[[], None]:
        return lambda: self.ui.intent(SeatBot(kind))

    def _why_not_refuse(self) -> str:
        return "" if len(self.state.names.people) > 1 else "nobody else sits here yet"

    def _refuse(self) -> None:
        entries = []
        for seat, person in enumerate(self.state.names.people):
            words = self.state.phrases.get(person.key, "")
            said = f"{person.title}: {words}" if words else person.title
            if not person.mine:
                entries.append((seat_letter(seat).lower(), said, self._refusing(person)))
        text = (
            "Who gets no seat? A bot of yours goes away. The key of anybody else is not let in "
            "again; who has the invite can come back under a new key: against that, leave and "
            "open another table."
        )
        self.ui.push(Menu(self.ui, "Refuse a seat", text, entries))

    def _refusing(self, person: Person) -> Callable[[], None]:
        def refuse() -> None:
            self.ui.intent(Refuse(person.key))
            mine = person.operator == OUR_BOT
            self.ui.say(f"{person.name} goes." if mine else f"{person.name} gets no seat.")

        return refuse

    def _invite(self) -> None:
        if self.state.invites is None:
            return
        watch = self.state.invites[1]
        reached = self.state.reached
        self.ui.push(Invites(self.ui, self._seat_invite, watch, self._at_home, reached=reached))

    @property
    def _seat_invite(self) -> str:
        """The invite to a seat; empty where there is none."""
        invites = self.state.invites
        return "" if invites is None or self.state.again else invites[0]

    def _scan(self) -> None:
        self.ui.push(QrScreen(self.ui, self._seat_invite))

    def _at_home(self) -> tuple[str, str]:
        return self.state.words, self.state.where

    def paint(self, canvas: Canvas, room: Rect) -> None:
        """See Screen."""
        state = self.state
        canvas.fill(Rect(0, 0, room.width, 1), "head")
        title = state.title or "Calling the table"
        canvas.put(1, 0, f"Lobby   {title}", "head bold")
        waited = ago(max(0.0, self.ui.now - state.since))
        canvas.right(Rect(0, 0, room.width - 1, 1), 0, f"open for {waited}", "head")
        people = state.names.people
        rows = max(state.seats, len(people), 1)
        seats = canvas.box(Rect(0, 1, room.width, 2 * rows + 2), "Seats", "frame")
        for seat in range(rows):
            self._seat(canvas, seats, seat)
        y = 2 * rows + 3
        agreed = Rect(0, y, room.width, 4 + len(state.options))
        inner = canvas.box(agreed, "What all of you sign", "frame")
        canvas.lines(inner, [*state.options, *state.policies])
        below = Rect(2, agreed.bottom, room.width - 4, max(0, room.bottom - 2 - agreed.bottom))
        lines = [(text, style) for said, style in self._said() for text, style in
                 ((line, style) for line in wrap(said, below.width))]  # fmt: skip
        for row, (text, style) in enumerate(lines[: below.height]):
            canvas.put(below.x, below.y + row, text, style)
        canvas.cursor = (0, 0)
        remark(self.ui, canvas, Rect(1, room.bottom - 1, room.width - 2, 1))

    def _seat(self, canvas: Canvas, rect: Rect, seat: int) -> None:
        people, y = self.state.names.people, rect.y + 2 * seat
        x = canvas.put(rect.x, y, f"{seat_letter(seat)} ", f"{seat_style(seat)} bold")
        if seat >= len(people):
            canvas.put(x, y, "free", "dim")
            return
        person = people[seat]
        ready = " · ready" if seat in self.state.signed else ""
        if self.state.again and not person.mine:
            ready = " · wants it too" if person.key in self.state.here else " · not here yet"
        path = self.state.paths.get(person.key, "")
        canvas.right(Rect(rect.x, y, rect.width, 1), 0, path, "dim")
        name = clip(person.title + ready, rect.width - 5 - width(path))
        canvas.put(x, y, name, "own" if person.mine else "")
        words = self.state.phrases.get(person.key)
        said = "" if person.operator else (words or "working out the words of this key…")
        said += "  your contact" if person.contact else ""
        canvas.put(x, y + 1, clip(said, rect.width - 4), "dim")

    def _said(self) -> list[tuple[str, str]]:
        state = self.state
        if state.trouble:
            return [(state.trouble, "danger"), *((text, "") for text in state.ways)]
        if not state.title:
            return [("Calling whoever opened the table; it can take some seconds.", "")]
        if state.again:
            return self._said_again()
        free = state.seats - len(state.names.people)
        full = ("All seats are taken. r says that you are ready." if state.to_sign else
                "You are ready. The game begins as soon as all others are.")  # fmt: skip
        said = [(f"{counted(free, 'seat is', 'seats are')} free." if free else full, "bold")]
        if state.reached:
            said.append((state.reached[0], "good" if state.is_open else "danger"))
        said.append(("Compare the six words of a key by voice, and you know who sits there. "
                     "The game begins when all have signed the same charter.", ""))  # fmt: skip
        if state.words and state.closed:
            said.insert(1, (f"Say these words: {spaced(state.words)}", "good bold"))
        if state.online:
            said.insert(1, (state.online, "good bold"))
        if state.invites is not None:
            said.append((f"i shows the invite. {state.shown}".strip(), "good"))
        return said

    def _said_again(self) -> list[tuple[str, str]]:
        people, here = self.state.names.people, self.state.here
        missing = [person.name for person in people if person.key not in here and not person.mine]
        said = f"Waiting for {listed(missing)}." if missing else "All are here; it begins."
        return [
            (said, "bold"),
            ("The same game again, with the same people and nobody else. It begins when all of "
             "them have said so: n at the end of the last game, or crownless rematch.", ""),
        ]  # fmt: skip
