"""What the presenter says of time that nobody was there to see."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cli.console.awake_clock import AwakeClock
from cli.lifecycle.events import TraceEnded
from cli.tui.controller import presenter as module
from cli.tui.controller.presenter import TablePresenter
from cli.tui.toolkit.ui import Ui
from p2p.client.play.snapshot import Wait
from tests.cli.cast import ADA_BEN, KEYS, moment


def presenter(ui: Ui) -> TablePresenter:
    config = SimpleNamespace(game="inheritance", role="guest", guided=False)
    stay = SimpleNamespace(
        table=SimpleNamespace(config=config),
        client=SimpleNamespace(key=KEYS[0], memo=tuple),
        is_rematch=False,
    )
    return TablePresenter(ui, cast(Any, None), cast(Any, stay), {}, lambda: None)


def test_that_a_trace_has_ended_is_said_in_a_line() -> None:
    ui = Ui()
    presenter(ui)._present(TraceEnded("the disk is full"))
    assert ui.toast[0] == "the disk is full."


def test_a_machine_that_slept_says_so_of_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = 100.0
    clock = AwakeClock(lambda: seconds)
    monkeypatch.setattr(module, "CLOCK", clock)
    seconds += 500.0  # before there was a table: of no interest there
    ui = Ui()
    made = presenter(ui)
    made.state.names = ADA_BEN
    follower, waits = made.state.follower, (Wait(1, "choosing", decides=True),)
    made._notice_sleep(clock.now())
    assert ui.toast[0] == ""
    follower.take(moment(waiting=waits), clock.now())
    seconds += 720.0
    now = clock.now()
    made._notice_sleep(now)
    follower.take(moment(online=(True, False), waiting=waits), now)
    assert "This machine slept for 12 min" in ui.toast[0]
    assert follower.attendance.is_online(1, now + 20)
    assert follower.waiting(now + 20).endswith("Ben is choosing (20 s)")
