"""Two people on two screens: a game to its end, a rematch with one key, and a refused seat."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cli.full.ending import GameOver
from cli.full.lobby import Lobby
from cli.full.start import Start
from cli.full.tablescreen import TableScreen
from cli.full.wishes import Host
from tests.cli.full.test_shell import Driver, play_on, running


async def meet(ana: Driver, ben: Driver) -> None:
    """Ana hosts, Ben joins."""
    ana.ui.wish(Host("inheritance", 2, show=False))
    ana.desk.serve()
    await ana.until(lambda: "i shows the invite" in ana.text)
    invites = ana.desk._lobby.invites
    assert invites is not None
    await ben.press("j", f"\x1b[200~{invites[0]}\x1b[201~", "\x1b[B", "\x1b[B", "\r")


async def begin(ana: Driver, ben: Driver) -> None:
    await meet(ana, ben)
    for driver in (ana, ben):
        await driver.until(lambda d=driver: "r says that you are ready" in d.text)  # type: ignore[misc]
        await driver.press("r")
    for driver in (ana, ben):
        await at_the_table(driver)


async def at_the_table(driver: Driver) -> None:
    await driver.until(lambda: isinstance(driver.ui.top, TableScreen))


def tables(driver: Driver) -> list[str]:
    return [info.id for info in driver.desk.profile.tables()]


async def test_both_press_n_and_play_again(tmp_path: Path) -> None:
    async with running(tmp_path / "a") as ana, running(tmp_path / "b", 120, 40) as ben:
        await begin(ana, ben)
        await asyncio.gather(play_on(ana), play_on(ben))
        assert ana.desk.table is not None
        first = ana.desk.table.id
        await ben.press("n")
        await ana.until(lambda: "wants a rematch: n says yes." in ana.text)
        await ben.until(lambda: isinstance(ben.ui.top, Lobby))
        await ben.until(lambda: "Waiting for Ana" in ben.text)
        await ana.press("n")
        for driver in (ana, ben):
            await at_the_table(driver)
        assert ana.desk.table.id == ben.desk.table.id != first  # type: ignore[union-attr]
        await asyncio.gather(play_on(ana), play_on(ben))
        assert isinstance(ana.ui.top, GameOver)


async def test_a_rematch_that_nobody_else_wants_leaves_nothing_behind(tmp_path: Path) -> None:
    async with running(tmp_path / "a") as ana, running(tmp_path / "b") as ben:
        await begin(ana, ben)
        await asyncio.gather(play_on(ana), play_on(ben))
        before = tables(ben)
        await ben.press("n")
        await ben.until(lambda: isinstance(ben.ui.top, Lobby))
        await ben.press("q")
        await ben.until(lambda: isinstance(ben.ui.top, Start))
        await ben.idle()
        assert tables(ben) == before


async def test_who_is_refused_is_told_and_the_seat_is_free(tmp_path: Path) -> None:
    async with running(tmp_path / "a") as ana, running(tmp_path / "b") as ben:
        await meet(ana, ben)
        await ana.until(lambda: "r says that you are ready" in ana.text)
        await ana.press("x", "1")
        await ben.until(lambda: "does not seat you" in ben.text)
        await ben.until(lambda: isinstance(ben.ui.top, Start))
        await ana.until(lambda: "1 seat is free" in ana.text)
        assert tables(ben) == []
