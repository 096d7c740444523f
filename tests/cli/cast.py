"""Tables laid by hand, as line mode gets to see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cli.model.draft import Problem
from cli.model.names import Person
from cli.model.prompt_model import PromptModel
from cli.model.table_text import Names
from cli.plain.typed_draft import Decided, TypedDraft
from games.engine.choice import Choice
from games.engine.private import NOTHING_KNOWN, Knowledge
from games.engine.table import LogLine
from games.engine.values import Seat
from games.engine.view import CardView, View
from games.inheritance.choices import play_card
from games.inheritance.position import hand_of, position_of
from p2p.client.play.snapshot import Snapshot, Wait
from p2p.session.person import Prompt
from tests.games.scenario import Scenario

KEYS = tuple(bytes([number]) * 32 for number in range(1, 6))


def names(*said: str, own: int | None = 0) -> Names:
    """People by their names; the first is we."""
    everybody = tuple(
        Person(name, key, mine=seat == own)
        for seat, (name, key) in enumerate(zip(said, KEYS, strict=False))
    )
    return Names(everybody, own)


ADA_BEN = names("Ada", "Ben")
NO_VIEW = View("none", "None", "", (), (), (), ())


def moment(
    s: Scenario | None = None,
    seat: int | None = 0,
    *,
    prompt: Prompt | None = None,
    waiting: Sequence[Wait] = (),
    online: Sequence[bool | None] = (True, True),
    lines: Sequence[str] = (),
) -> Snapshot:
    """A snapshot of a table laid by hand, or of one that has not begun."""
    knowledge = NOTHING_KNOWN if s is None or seat is None else s.knowledge(seat)
    told = [LogLine(text, (), 1) for text in lines] or ([] if s is None else s.table.log)
    return Snapshot(
        view=None if s is None else s.view(seat),
        prompt=prompt,
        knowledge=knowledge,
        sees=NOTHING_KNOWN if s is None else s.table.sees(knowledge),
        waiting=tuple(waiting),
        lines=tuple(told),
        online=tuple(online),
        ending=None,
        conceding=False,
        step=1,
        messages=0,
    )


def play_prompt(s: Scenario, seat: int = 0, step: int = 7) -> Prompt:
    """The question of a turn: which card, and what for."""
    hand = tuple(s.table.zone(hand_of(Seat(seat))).cards)
    return Prompt(step, play_card(position_of(s.table), Seat(seat), hand))


def drafted(
    choice: Choice,
    *,
    claiming: bool = False,
    secret: bool = False,
    titles: Sequence[str] = (),
    people: Names = ADA_BEN,
    sees: dict[int, object] | None = None,
) -> TypedDraft:
    """The draft of a bare choice; with `titles`, its cards are the hand."""
    hand = tuple(
        CardView(card, title[:2], title, f"It is the {title}.", open=False, mine=True)
        for card, title in zip(choice.cards, titles, strict=False)
    )
    view = replace(NO_VIEW, hand=hand)
    prompt = Prompt(1, choice, claiming, secret)
    return TypedDraft.begin(PromptModel(prompt, Knowledge(sees or {}), view, people))  # type: ignore[arg-type]


def enter(draft: TypedDraft, *lines: str) -> TypedDraft | Problem | Decided:
    """Type lines, all but the last of which must lead on."""
    for line in lines[:-1]:
        further = draft.enter(line)
        assert isinstance(further, TypedDraft), (line, further)
        draft = further
    return draft.enter(lines[-1])


def lead_on(draft: TypedDraft, *lines: str) -> TypedDraft:
    """Type lines that all lead on."""
    further = enter(draft, *lines)
    assert isinstance(further, TypedDraft), further
    return further


def said(answer: TypedDraft | Problem | Decided) -> str:
    """The sentence of a problem."""
    assert isinstance(answer, Problem), answer
    return answer.sentence
