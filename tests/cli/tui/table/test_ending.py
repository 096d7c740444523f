"""The window that tells how a game ended."""

from __future__ import annotations

from dataclasses import replace

from cli.model.guidance import Guidance
from cli.model.intents import OpenReplay
from cli.tui.table.ending import GameOver
from cli.tui.table.screen import TableScreen
from cli.tui.table.story import LogScreen
from p2p.client.play.auditor import AuditState
from p2p.record.audit import Finding, Upshot, Verdict
from tests.cli.tui.house import LocalTable, Stage


def ended(size: str = "small", tale: tuple[str, ...] = ()) -> tuple[Stage, TableScreen]:
    """A game played to its end, with this tale if one is given."""
    stage, table = Stage(size), LocalTable(seed=4)
    while table.prompt is not None:
        table.decide(table.advised())
    snapshot = table.snapshot()
    assert snapshot.view is not None
    if tale:
        snapshot = replace(snapshot, view=replace(snapshot.view, tale=tale))
    screen = stage.sit(table, snapshot)
    stage.ui.push(GameOver(stage.ui, screen.state))
    return stage, screen


def test_the_tale_stands_below_the_result_and_one_line_says_what_was_checked() -> None:
    stage, _ = ended("wide")
    said = stage.text
    assert said.index(" wins: ") < said.index("It took ") < said.index("Every move was checked")
    assert "proofs" not in said
    assert "digest" not in said


def test_a_tale_that_is_longer_than_the_window_scrolls() -> None:
    stage, _ = ended(tale=tuple(f"Sentence {number}." for number in range(40)))
    assert "Sentence 0." in stage.text
    assert "Every move was checked" not in stage.text
    assert " more " in stage.text
    stage.press(*["down"] * 60)
    assert "Sentence 0." not in stage.text
    assert "Every move was checked" in stage.text
    assert " more " not in stage.text
    stage.press("up")
    assert "1 more" in stage.text


def test_what_was_counted_and_the_digest_live_behind_the_story() -> None:
    stage, _ = ended()
    stage.press("L")
    assert isinstance(stage.ui.top, LogScreen)
    assert "The result is signed by 3 of 3." in stage.text
    assert "Record digest, the same on every client:" in stage.text
    stage.press("up", "up", "up", "enter")
    assert [type(intent) for intent in stage.ui.intents] == [OpenReplay]


def test_the_standing_of_a_game_that_is_over_says_who_has_won() -> None:
    stage, _ = ended()
    stage.press("o")
    assert "Cleo has won." in stage.lines()[1]


def test_what_lay_hidden_is_told_once_the_audit_has_proven_all() -> None:
    stage, screen = ended("wide")
    assert screen.state.snapshot is not None
    screen.state.follower.snapshot = replace(screen.state.snapshot, audited=True)
    proven = tuple(Finding(seat, Verdict.PROVEN) for seat in range(3))
    screen.state.audit = AuditState(proven, Upshot((2,)), settled=True)
    assert "lay hidden" not in stage.text
    screen.state.audit = replace(screen.state.audit, tale=("{1} was 2 cells from {2}.",))
    assert "What lay hidden until now:" in stage.text
    assert "Ben was 2 cells from Cleo." in stage.text


def test_a_result_that_the_audit_corrects_does_not_stand_at_the_top() -> None:
    """Cleo would have won; her seed shows how."""
    stage, screen = ended("wide")
    assert screen.state.snapshot is not None
    screen.state.follower.snapshot = replace(screen.state.snapshot, audited=True)
    unknown = tuple(Finding(seat, Verdict.NOT_PROVEN) for seat in range(3))
    screen.state.audit = AuditState(unknown, Upshot())
    assert "Cleo has won." in stage.lines()[1]
    lie = Finding(2, Verdict.CHEATED, "hidden set: what it showed is not what it had", 9, 2)
    proven = (Finding(0, Verdict.PROVEN), Finding(1, Verdict.PROVEN), lie)
    screen.state.audit = AuditState(proven, Upshot((1,)), settled=True)
    assert stage.lines()[1].strip() == "Won as far as proven: Ben. Cleo has cheated."
    assert "Cleo: cheated: round 2, step 9: hidden set: what it showed" in stage.text
    screen.state.audit = AuditState(
        (*proven[:2], replace(lie, verdict=Verdict.PROVEN)), Upshot((2,))
    )
    assert "Cleo has won." in stage.lines()[1]


def test_a_guided_game_says_that_another_one_goes_on_with_the_guide() -> None:
    stage, screen = ended("wide")
    assert "the guide goes on" not in stage.text
    screen.state.guidance = Guidance(0)
    assert screen.state.view is not None
    screen.state.guidance.take(screen.state.view, [], "")
    assert "n plays again, and the guide goes on" in stage.text
