"""Two people on two screens: a game to its end, a rematch with one key, and a refused seat."""

from __future__ import annotations

import asyncio
import base64
from pathlib import Path

from cli.model.intents import Host, Join, Play, Resume
from cli.tui.screens.lobby import Lobby
from cli.tui.screens.start import Start
from cli.tui.table.ending import GameOver
from cli.tui.table.screen import TableScreen
from tests.cli.tui.driver import ScreenDriver, invites, play_on, running


async def meet(ana: ScreenDriver, ben: ScreenDriver) -> None:
    """Ana hosts, Ben joins."""
    ana.ui.intent(Host("inheritance", 2, show=False))
    ana.controller.serve()
    await ana.until(lambda: "i shows the invite" in ana.text)
    await ben.press("j", f"\x1b[200~{invites(ana)[0]}\x1b[201~", "\x1b[B", "\x1b[B", "\r")


async def begin(ana: ScreenDriver, ben: ScreenDriver) -> None:
    await meet(ana, ben)
    for driver in (ana, ben):
        await driver.until(lambda d=driver: "r says that you are ready" in d.text)  # type: ignore[misc]
        await driver.press("r")
    for driver in (ana, ben):
        await at_the_table(driver)


async def at_the_table(driver: ScreenDriver) -> None:
    await driver.until(lambda: isinstance(driver.ui.top, TableScreen))


def tables(driver: ScreenDriver) -> list[str]:
    return [info.id for info in driver.controller.profile.tables()]


async def test_both_press_n_and_play_again(tmp_path: Path) -> None:
    async with running(tmp_path / "a") as ana, running(tmp_path / "b", 120, 40) as ben:
        await begin(ana, ben)
        await asyncio.gather(play_on(ana), play_on(ben))
        assert ana.controller.seating.table is not None
        first = ana.controller.seating.table.id
        await ben.press("n")
        await ana.until(lambda: "wants a rematch: n says yes." in ana.text)
        await ben.until(lambda: isinstance(ben.ui.top, Lobby))
        await ben.until(lambda: "Waiting for Ana" in ben.text)
        await ana.press("n")
        for driver in (ana, ben):
            await at_the_table(driver)
        assert ana.controller.seating.table.id == ben.controller.seating.table.id != first  # type: ignore[union-attr]
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
        await ana.press("x", "b")
        await ben.until(lambda: "does not seat you" in ben.text)
        await ben.until(lambda: isinstance(ben.ui.top, Start))
        await ana.until(lambda: "1 seat is free" in ana.text)
        assert tables(ben) == []


async def test_an_invite_to_watch_gives_no_seat_and_says_so(tmp_path: Path) -> None:
    async with running(tmp_path / "a") as ana, running(tmp_path / "b") as ben:
        ana.ui.intent(Host("inheritance", 2, show=False))
        ana.controller.serve()
        await ana.until(lambda: "i shows the invite" in ana.text)
        ben.ui.intent(Join(invites(ana)[1]))
        ben.controller.serve()
        await ben.until(lambda: "This invite only lets you watch" in ben.text)
        assert ben.controller.seating.table is None
        ben.ui.intent(Join(invites(ana)[1], watch=True))
        ben.controller.serve()
        await ben.until(lambda: "lets nobody watch, or not before the game begins" in ben.text)
        await ben.press("q")
        await ben.until(lambda: isinstance(ben.ui.top, Start))
        await ben.idle()
        assert tables(ben) == []


async def test_an_old_table_is_left_at_once_and_leads_to_a_rematch(tmp_path: Path) -> None:
    async with running(tmp_path) as ana:
        ana.ui.intent(Play("inheritance", 1))
        ana.controller.serve()
        await at_the_table(ana)
        await play_on(ana)
        await ana.press("\r", "q")
        await ana.until(lambda: isinstance(ana.ui.top, Start))
        (table,) = tables(ana)
        ana.ui.intent(Resume(table))
        ana.controller.serve()
        await ana.until(lambda: isinstance(ana.ui.top, GameOver))
        presenter = ana.controller.seating.presenter
        assert presenter is not None
        assert not presenter.stay.needs_farewell
        await ana.press("\r")
        assert "not read yet" not in ana.text
        assert "What it was is not kept" in ana.text
        await ana.press("n")
        await at_the_table(ana)
        assert len(tables(ana)) == 2


async def test_an_invite_goes_to_the_terminals_clipboard(tmp_path: Path) -> None:
    async with running(tmp_path) as ana:
        ana.ui.intent(Host("inheritance", 2, show=False))
        ana.controller.serve()
        await ana.until(lambda: "i shows the invite" in ana.text)
        await ana.press("i", "y")
        coded = base64.b64encode(invites(ana)[0].encode()).decode()
        assert f"\x1b]52;c;{coded}\x07" in ana.output.raw
