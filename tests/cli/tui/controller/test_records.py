"""The controller shows an examination while it goes on, and ends it when nobody looks any more."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.commands.full_screen import run
from cli.console.arguments import parse
from cli.console.exit_codes import Exit
from cli.model.intents import Verify
from cli.tui.screens.start import Start
from p2p.errors import LocalError
from p2p.record.progress import Checked
from p2p.record.record_file import write_file
from p2p.record.report import Report
from p2p.record.verify import verify
from tests.cli.tui.driver import ScreenDriver, running
from tests.cli.tui.replays import played

Watch = Callable[[Checked], None]


def begin(driver: ScreenDriver, tmp_path: Path) -> None:
    """Ask for the examination of a sound record."""
    path = tmp_path / "game.crownless"
    write_file(path, played())
    driver.ui.intent(Verify(str(path)))
    driver.controller.serve()


async def test_the_checklist_is_seen_half_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verifier waits in the midst of the game until its numbers were on the screen."""
    count = len(played().messages)
    half = count // 2
    seen = threading.Event()

    def waiting(data: bytes, *, watch: Watch, **options: object) -> Report:
        def pause(checked: Checked) -> None:
            watch(checked)
            if checked.counts["messages"] == half:
                assert seen.wait(30)

        return verify(data, watch=pause)

    monkeypatch.setattr("p2p.record.verify.verify", waiting)
    monkeypatch.setattr("cli.tui.controller.records.BAR_SECONDS", -1.0)
    async with running(tmp_path, 120, 40) as driver:
        begin(driver, tmp_path)
        await driver.until(lambda: f"› {half} of {count} messages" in driver.text)
        assert " cards opened" in driver.text
        assert " steps of the rules replayed" in driver.text
        assert "Sound" not in driver.text
        assert driver.controller.jobs.code == Exit.INTERRUPTED
        seen.set()
        await driver.until(lambda: "Sound: ended by its rules" in driver.text)
        await driver.idle()
        assert "›" not in driver.text
        assert driver.controller.jobs.code == 0


async def test_leaving_an_examination_ends_it_without_a_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    def endless(data: bytes, *, watch: Watch, **options: object) -> Report:
        told: list[Checked] = []
        verify(data, watch=told.append)
        try:
            while True:
                watch(told[-2])
        finally:
            ended.set()

    monkeypatch.setattr("p2p.record.verify.verify", endless)
    async with running(tmp_path) as driver:
        begin(driver, tmp_path)
        await driver.until(lambda: "Judging message" in driver.text)
        await driver.press("q")
        assert isinstance(driver.ui.top, Start)
        assert ended.is_set()
        assert driver.controller.jobs.code == Exit.INTERRUPTED


async def test_an_empty_file_is_no_record(tmp_path: Path) -> None:
    async with running(tmp_path) as driver:
        path = tmp_path / "empty"
        path.touch()
        driver.ui.intent(Verify(str(path)))
        driver.controller.serve()
        await driver.until(lambda: "Unreadable" in driver.text)
        await driver.idle()
        assert driver.controller.jobs.code == 2


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_cannot_be_read_needs_no_screen(command: str) -> None:
    with pytest.raises(LocalError, match="cannot be read"):
        run(parse([command, "/no/such/file"]))
