"""A look at the network beside the screen: shown when it is done, broken off when it is left."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from cli.model.intents import CheckNetwork
from cli.tui.controller import network
from cli.tui.controller.network import NetworkCheck
from cli.tui.screens.network import Network
from cli.tui.toolkit.ui import Ui
from p2p.client.reach.checkup import Checkup
from tests.cli.lifecycle.test_checkup_text import HOME, SILENT


class Looks:
    """Stands in for `check`: each look goes on until `go`."""

    def __init__(self) -> None:
        self.asked: list[bool] = []
        self.broken_off = 0
        self.go = asyncio.Event()

    async def __call__(self, *, internet: bool) -> Checkup:
        self.asked.append(internet)
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.broken_off += 1
            raise
        return replace(HOME, reach=SILENT) if internet else HOME


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    made = Looks()
    monkeypatch.setattr(network, "check", made)
    return made


def screen_and_check() -> tuple[Network, NetworkCheck]:
    ui = Ui()
    screen = Network(ui)
    ui.reset(screen)
    return screen, NetworkCheck(ui)


async def turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_what_is_found_is_shown_with_what_to_press_next(looks: Looks) -> None:
    screen, check = screen_and_check()
    handle = check.handlers()[CheckNetwork]
    under_way = asyncio.ensure_future(handle(CheckNetwork()))
    await turns()
    assert "Nothing beyond the local network" in screen.doing
    looks.go.set()
    await under_way
    assert screen.found is not None
    assert screen.found.next.startswith("a, which asks your router")
    assert not screen.found.asked
    await handle(CheckNetwork(internet=True))
    assert looks.asked == [False, True]
    assert screen.found.asked
    assert screen.found.next.startswith("switch on UPnP")


async def test_it_can_be_broken_off_and_begun_again(looks: Looks) -> None:
    screen, check = screen_and_check()
    handle = check.handlers()[CheckNetwork]
    first = asyncio.ensure_future(handle(CheckNetwork(internet=True)))
    await turns()
    await handle(CheckNetwork(on=False))
    await first
    assert looks.broken_off == 1
    assert screen.doing == ""
    assert screen.found is None
    looks.go.set()
    await handle(CheckNetwork())
    assert screen.found is not None


async def test_the_program_may_end_meanwhile(looks: Looks) -> None:
    _, check = screen_and_check()
    under_way = asyncio.ensure_future(check.handlers()[CheckNetwork](CheckNetwork(internet=True)))
    await turns()
    under_way.cancel()
    with pytest.raises(asyncio.CancelledError):
        await under_way
    assert looks.broken_off == 1, "a port that the router opened stays open"


async def test_nobody_looks_for_a_screen_that_was_left(looks: Looks) -> None:
    ui = Ui()
    await NetworkCheck(ui).handlers()[CheckNetwork](CheckNetwork())
    assert looks.asked == []
