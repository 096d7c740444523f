"""The author: what it says by itself, what it asks its person, and when it keeps silent."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from games.engine.choice import NOTHING, Answer, Choice, Option
from games.engine.errors import BadMove
from games.engine.legal_answers import legal
from games.engine.values import CardId
from p2p.errors import LocalError
from p2p.replica.choice_tasks import AskAllTask, AskTask, ClaimsTask
from p2p.replica.task import Question
from p2p.session import author as module
from p2p.session.author import Author
from p2p.session.person import Attention, Decision
from p2p.session.session import Session
from p2p.wire.message import Kind
from simulation.network import SimNet, assert_ended_well, table_of


def author_of(session: Session) -> Author:
    assert session._author is not None
    return session._author


def kinds(net: SimNet, seat: int) -> list[list[Kind]]:
    """The parts of each message of a seat."""
    chain = net.session(seat).log.chains[seat].good
    return [[part.kind for part in signed.message.parts] for signed in chain]


def first_legal(session: Session) -> Decision:
    prompt = session.prompt()
    assert prompt is not None
    sees = session.replica.engine.table.sees(session.knowledge())
    answer = next(legal(prompt.choice, sees))
    return answer != NOTHING if prompt.claiming else answer


def until(net: SimNet, seat: int, kind: type) -> Session:
    """Play until a seat is asked in a task of this kind."""
    session = net.session(seat)
    net.nodes[seat].plays = False

    def asked() -> bool:
        prompt = session.prompt()
        if prompt is None:
            return False
        if isinstance(session.replica.waiting_task(), kind):
            return True
        net.do(seat, lambda s: s.decide(prompt.step, first_legal(s), net.now))
        return False

    net.run(asked)
    assert session.prompt() is not None
    return session


def test_one_message_carries_all_that_is_owed() -> None:
    net = table_of(3)
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    for seat in range(3):
        said = kinds(net, seat)
        assert said[0] == [Kind.KEYS]
        assert said[1] == [Kind.SHUFFLE] or said[1][0] is Kind.SHUFFLE
        assert said[-1][-1] is Kind.CLOSE
        assert [kind for message in said for kind in message].count(Kind.CLOSE) == 1
        # An opening deal to both others is paid at once.
        assert any(message.count(Kind.SHARES) >= 2 for message in said)


def test_the_share_that_a_choice_calls_for_rides_in_the_same_message() -> None:
    net = table_of(3, seed=4)
    net.start_all()
    net.run(net.finished)
    found = 0
    for seat in range(3):
        for signed in net.session(seat).log.chains[seat].good:
            parts = signed.message.parts
            for part, after in pairwise(parts):
                if part.kind is Kind.ANSWER and after.kind is Kind.SHARES:
                    assert after.step == part.step + 1
                    found += 1
    assert found


def test_a_long_list_of_debts_is_paid_in_several_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROOM", 1)
    net = table_of(3)
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    for seat in range(3):
        assert {len(message) for message in kinds(net, seat)} == {1}


def test_a_prompt_of_each_kind() -> None:
    net = table_of(3)
    net.start_all()
    session = until(net, 0, AskAllTask)
    prompt = session.prompt()
    assert prompt is not None
    assert prompt.secret
    assert not prompt.claiming
    with pytest.raises(BadMove):
        session.decide(prompt.step, True, net.now)
    session = until(net, 0, AskTask)
    prompt = session.prompt()
    assert prompt is not None
    assert not prompt.secret
    assert not prompt.claiming


def test_at_a_window_one_says_only_whether_to_act() -> None:
    for seed in range(20):
        net = table_of(3, seed=seed)
        net.start_all()
        try:
            session = until(net, 0, ClaimsTask)
        except AssertionError:
            continue
        prompt = session.prompt()
        assert prompt is not None
        assert prompt.claiming
        with pytest.raises(BadMove):
            session.decide(prompt.step, NOTHING, net.now)
        session.decide(prompt.step, True, net.now)
        return
    raise AssertionError("there is never a window with something to play")


def test_a_decision_is_asked_for_once() -> None:
    net = table_of(2)
    net.start_all()
    session = until(net, 0, AskTask)
    prompt = session.prompt()
    assert prompt is not None
    decision = first_legal(session)
    net.do(0, lambda s: s.decide(prompt.step, decision, net.now))
    assert session.prompt() is None or session.prompt().step > prompt.step  # type: ignore[union-attr]
    with pytest.raises(BadMove, match="no longer open"):
        session.decide(prompt.step, decision, net.now)


def test_nobody_is_asked_before_its_cards_have_come() -> None:
    net = table_of(3)
    net.start_all()
    while not net.finished() and net.step():
        for session in net.sessions():
            if session.prompt() is not None and session.seat is not None:
                assert not session.replica.unread(session.seat)
                task = session.replica.waiting_task()
                assert task is not None
                earlier = [
                    d for d in session.replica.obligations(session.seat) if d.task is not task
                ]
                assert earlier == []


def test_a_pass_that_is_the_only_answer_is_given_without_asking() -> None:
    passes = 0
    for seed in range(4):
        net = table_of(3, seed=seed)
        net.start_all()
        net.run(net.finished)
        for seat in range(3):
            said = net.session(seat).log.chains[seat].good
            steps = {
                part.step
                for signed in said
                for part in signed.message.parts
                if part.kind in (Kind.ANSWER, Kind.CLAIM)
            }
            passes += len(steps - set(net.nodes[seat].asked))
    assert passes


def test_an_answer_that_all_know_to_be_the_only_one_is_given_without_asking() -> None:
    """Who has one card left, and has to lay down a card."""
    net = table_of(3)
    net.start_all()
    session = until(net, 0, AskTask)
    task = session.replica.waiting_task()
    assert isinstance(task, AskTask)
    person = author_of(session).person
    lay = Choice("lay", "Lay down a card.", (CardId(1),), 1, 1)
    assert person.decision(task, Question(lay)) == Answer((CardId(1),))
    assert person.decision(task, Question(replace(lay, cards=(CardId(1), CardId(2))))) is None
    hidden = replace(lay, predicate=lambda faces, answer: None)
    assert person.decision(task, Question(hidden)) is None  # others cannot tell that it is the only


def test_who_has_conceded_is_asked_nothing_and_leaves_where_it_owes() -> None:
    net = table_of(3)
    net.start_all()
    session = until(net, 1, AskTask)
    net.do(1, lambda s: s.concede(net.now))
    assert session.prompt() is None
    net.run(net.finished)
    assert_ended_well(net)
    last = kinds(net, 1)[-1]
    assert Kind.CONCEDE in last
    assert not any(Kind.CONCEDE in message for message in kinds(net, 1)[:-1])
    assert not session.conceding
    with pytest.raises(BadMove):
        session.decide(session.replica.step, True, net.now)


def test_a_concession_in_the_middle_of_a_choice_comes_after_the_opening() -> None:
    """Who has committed has chosen."""
    net = table_of(3)
    net.start_all()
    net.nodes[2].plays = False
    session = until(net, 1, AskAllTask)
    prompt = session.prompt()
    assert prompt is not None
    net.do(1, lambda s: s.decide(prompt.step, first_legal(s), net.now))
    assert kinds(net, 1)[-1] == [Kind.COMMIT]
    net.do(1, lambda s: s.concede(net.now))
    net.nodes[2].plays = True
    net.run(net.finished)
    assert_ended_well(net)
    said = [kind for message in kinds(net, 1) for kind in message]
    assert said.index(Kind.OPENING) < said.index(Kind.CONCEDE)


def test_a_person_may_be_asked_where_only_minor_options_are_open() -> None:
    net = table_of(2)
    net.start_all()
    session = until(net, 0, AskTask)
    author = author_of(session)
    card = CardId(0)
    minor = (Option("turn", "Turn one card into another", minor=True),)
    choice = Choice("window", "Anything?", (card,), options=minor, max_cards=1, pass_label="pass")
    assert not author.person._can_act(choice)
    session.attend(Attention.ALWAYS)
    assert author.person._can_act(choice)
    session.attend(Attention.ABLE)
    assert not author.person._can_act(choice)


def test_a_mistake_of_our_own_is_found_before_it_is_signed() -> None:
    net = table_of(2)
    net.start_all()
    session = until(net, 0, AskTask)
    prompt = session.prompt()
    assert prompt is not None
    author = author_of(session)
    # Past every check of what a person says:
    author.person._decisions[prompt.step] = Answer(cards=(CardId(9999),))
    said = session.log.counts()
    session.keep()
    with pytest.raises(LocalError, match="mistake in Crownless"):
        session.tick(net.now)
    assert session.log.counts() == said
    assert len(net.nodes[0].store.messages()) == sum(said)


def test_a_commitment_is_noted_with_the_message_that_carries_it() -> None:
    net = table_of(2)
    net.start_all()
    session = until(net, 0, AskAllTask)
    prompt = session.prompt()
    assert prompt is not None
    net.do(0, lambda s: s.decide(prompt.step, first_legal(s), net.now))
    assert list(net.nodes[0].store.notes("answer/")) == [f"answer/{prompt.step}"]


def test_an_author_shows_nothing_of_what_it_knows() -> None:
    net = table_of(2)
    net.start_all()
    session = until(net, 0, AskTask)
    assert "object at" in repr(author_of(session))
    draft = author_of(session).compose(net.now)
    assert draft is None
