"""Every intent that a front end can produce has exactly one handler there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast, get_args

import pytest

from cli.lifecycle.intent_handlers import combined, table_handlers
from cli.lifecycle.table_lifecycle import TableLifecycle
from cli.model.intents import (
    Concede,
    Decide,
    Intent,
    Mute,
    PassUntil,
    Refuse,
    Say,
    ShowSeed,
    TableIntent,
)
from cli.plain.loop import LineSession
from cli.plain.seat_options import SeatOptions
from cli.tui.controller.controller import Controller, TerminalCalls
from cli.tui.controller.seating import MOVES
from cli.tui.toolkit.ui import Ui
from p2p.client.updates import ClientState
from p2p.storage.profile import Profile


def nothing(*_: object) -> None:
    return None


def some_table() -> Any:
    client = SimpleNamespace(state=ClientState(), key=b"a" * 32, memo=tuple, muted=())
    plan = SimpleNamespace(agreed=b"", role="host", loopback=False, game="")
    return SimpleNamespace(client=client, config=plan, bots=(), lobby_bots=None, profile=None)


def test_line_mode_carries_out_every_intent_of_a_table_and_no_other() -> None:
    options = SeatOptions(asks=True, command="crownless")
    session = LineSession(some_table(), options, {})
    assert set(session.handlers) == set(get_args(TableIntent))


def test_the_screen_carries_out_every_intent_and_no_other(tmp_path: Path) -> None:
    controller = Controller(
        Ui(),
        Profile(tmp_path),
        TerminalCalls(nothing, nothing, nothing),
        {},
        settings_path=tmp_path / "settings.toml",
        log_path=tmp_path / "log",
    )
    assert set(controller.handlers) == set(get_args(Intent))
    assert set(controller.handlers) >= MOVES


def test_two_handlers_for_one_intent_are_a_mistake() -> None:
    async def handle(intent: object) -> None:
        return None

    with pytest.raises(ValueError, match="two handlers for Say"):
        combined({Say: handle}, {Say: handle, Mute: handle})


def test_what_is_wanted_at_a_table_reaches_the_client() -> None:
    called: list[tuple[object, ...]] = []

    def note(name: str) -> Any:
        async def later(*given: object) -> None:
            called.append((name, *given))

        return (
            later
            if name in ("decide", "concede", "pass_until", "show_seed")
            else (lambda *given: called.append((name, *given)))
        )

    table = some_table()
    for name in ("decide", "concede", "pass_until", "say", "mute", "refuse", "show_seed"):
        setattr(table.client, name, note(name))
    stay = TableLifecycle(cast(Any, table))
    handlers = table_handlers(stay)
    for intent in (
        Decide(3, True), PassUntil(("turn",)), Say("hi"), Mute(1, True), Refuse(b"k"), Concede(),
        ShowSeed(),
    ):  # fmt: skip
        asyncio.run(handlers[type(intent)](intent))
    assert called == [
        ("decide", 3, True), ("pass_until", ("turn",)), ("say", "hi"), ("mute", 1, True),
        ("refuse", b"k"), ("concede",), ("show_seed",),
    ]  # fmt: skip
    assert stay.conceded
