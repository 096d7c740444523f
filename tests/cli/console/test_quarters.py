"""Quarters of something slow."""

from __future__ import annotations

import pytest

from cli.console.quarters import Quarters
from cli.console.text import SLOW


def test_each_quarter_is_said_once_and_only_if_it_takes_long(
    capsys: pytest.CaptureFixture[str],
) -> None:
    now = 0.0
    quarters = Quarters("Reading", lambda: now)
    quarters.at(1, 2)
    assert not capsys.readouterr().err
    now = SLOW + 1
    for done in range(101):
        quarters.at(done, 100)
    assert capsys.readouterr().err.splitlines() == [
        "Reading: a quarter done.",
        "Reading: half done.",
        "Reading: three quarters done.",
    ]
    quarters.at(0, 0)
    assert not capsys.readouterr().err
