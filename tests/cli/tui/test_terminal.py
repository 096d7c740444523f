"""The screen on piped input and an output that only has a size: no terminal, no sleeping.

The driver waits for the program's own signals: a picture was painted, nothing is under way.
"""

from __future__ import annotations

from pathlib import Path

from prompt_toolkit.data_structures import Size

from cli.console import settings_file
from cli.model.intents import Decide, KeepText, Play, Resume
from cli.tui.screens.replay import ReplayScreen
from cli.tui.screens.start import Start
from cli.tui.screens.verify import VerifyScreen
from cli.tui.table.screen import TableScreen
from cli.tui.toolkit.settings import settings_of
from games.engine.choice import NOTHING
from p2p.record.verify import verify
from p2p.storage.profile import Profile
from tests.cli.tui.driver import invites, play_on, running


async def test_the_start_screen_is_left_with_q(tmp_path: Path) -> None:
    async with running(tmp_path) as driver:
        assert "Play against bots" in driver.text
        driver.pipe.send_text("q")


async def test_settings_hold_at_once_and_are_kept(tmp_path: Path) -> None:
    async with running(tmp_path) as driver:
        await driver.press("s", "\x1b[C", "\x1b[C", "\x1b[B", "\x1b[B", "\x1b[C")
        assert driver.ui.settings.theme == "light"
        assert driver.text.isascii()
        await driver.press(*["\x1b[B"] * 11, *"bel", "\x1b")
        await driver.idle()
        kept = settings_of(settings_file.load(tmp_path / "settings.toml").values).settings
        assert (kept.theme, kept.glyphs) == ("light", "ascii")
        assert Profile(tmp_path).name == "Anabel"
        assert "you are Anabel" in driver.text


async def test_a_window_that_shrinks_and_grows_keeps_its_picture(tmp_path: Path) -> None:
    async with running(tmp_path) as driver:
        driver.output.size = Size(rows=10, columns=30)
        driver.shell.app._on_resize()
        await driver.until(lambda: "Crownless needs 80" in driver.text)
        driver.output.size = Size(rows=40, columns=120)
        driver.shell.app._on_resize()
        await driver.until(lambda: "Play against bots" in driver.text)


async def test_ctrl_l_draws_all_of_it_again(tmp_path: Path) -> None:
    async with running(tmp_path) as driver:
        erased: list[bool] = []
        driver.output.erase_screen = lambda: erased.append(True)  # type: ignore[method-assign]
        await driver.press("\x0c")
        await driver.until(lambda: bool(erased))
        assert "Play against bots" in driver.text


async def test_pasting_goes_into_the_field_alone(tmp_path: Path) -> None:
    async with running(tmp_path) as driver:
        await driver.press("v", "\x1b[200~/no/such\nfile\x1b[201~", "\r", "\r")
        assert "/no/such file cannot be read" in driver.text.replace("\n", " ")


async def test_a_game_is_played_verified_and_replayed(tmp_path: Path) -> None:
    async with running(tmp_path, 120, 40) as driver:
        await driver.press("p", "\x1b[B", "\x1b[D", *["\x1b[B"] * 4, "\r")
        await play_on(driver)
        assert "as it was played, and all have" in driver.text
        await driver.press("L")
        assert "proofs of shuffles" in driver.text.replace("\n", " ")
        await driver.press("\x1b", "s")
        (path,) = (tmp_path / "records").iterdir()
        assert verify(path.read_bytes()).exit == 0
        await driver.press("v")
        assert isinstance(driver.ui.top, VerifyScreen)
        await driver.until(lambda: "Sound: ended by its rules" in driver.text)
        await driver.press("r")
        await driver.until(lambda: isinstance(driver.ui.top, ReplayScreen))
        await driver.press("\x1b[F")
        assert "Won by" in driver.text or "nobody" in driver.text
        await driver.press("q", "q", "q")
        await driver.until(lambda: isinstance(driver.ui.top, Start))
        await driver.idle()
        await driver.press("t")
        assert " won" in driver.text


async def test_a_paused_table_goes_on_where_it_was(tmp_path: Path) -> None:
    async with running(tmp_path) as driver:
        await driver.press("p", "\x1b[B", "\x1b[D", *["\x1b[B"] * 4, "\r")
        screen = driver.ui.find(TableScreen)
        assert isinstance(screen, TableScreen)
        state = screen.state
        await driver.until(lambda: state.draft is not None)
        hand = [card.title for card in screen.shown.cards()]
        await driver.press("q", "p")
        await driver.until(lambda: isinstance(driver.ui.top, Start))
        await driver.until(lambda: "1 table in progress" in driver.text)
        await driver.press("t", "\r")
        await driver.until(lambda: isinstance(driver.ui.top, TableScreen))
        again = driver.ui.top
        assert isinstance(again, TableScreen)
        await driver.until(lambda: again.state.draft is not None)
        assert sorted(card.title for card in again.shown.cards()) == sorted(hand)
        assert driver.controller.jobs.working == 0


async def test_two_people_meet_in_a_lobby_talk_and_begin(tmp_path: Path) -> None:
    async with running(tmp_path / "a") as ana, running(tmp_path / "b", 120, 40) as ben:
        await ana.press("o", "\x1b[B", "\x1b[B", "\x1b[B", "\x1b[C", *["\x1b[B"] * 4, "\r")
        await ana.until(lambda: "i shows the invite" in ana.text)
        await ben.press("j", f"\x1b[200~{invites(ana)[0]}\x1b[201~", "\x1b[B", "\x1b[B", "\r")
        for driver in (ana, ben):
            await driver.until(lambda d=driver: "r says that you are ready" in d.text)  # type: ignore[misc]
        await ben.press("r")
        await ana.until(lambda: "· ready" in ana.text)
        await ben.until(lambda: "You are ready." in ben.text)
        await ana.press("r")
        for driver in (ana, ben):
            await driver.until(lambda d=driver: isinstance(d.ui.top, TableScreen))  # type: ignore[misc]
            await driver.until(lambda d=driver: "Choose your Admirer" in d.text)  # type: ignore[misc]
        await ben.press("c", *"good luck", "\r")
        await ana.until(lambda: "good luck" in ana.text)


async def test_an_answer_that_the_table_does_not_take_leaves_its_question_open(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as driver:
        driver.ui.intent(Play("inheritance", 1))
        await driver.until(lambda: "Choose your Admirer" in driver.text)
        screen = driver.ui.find(TableScreen)
        assert isinstance(screen, TableScreen)
        screen.state.sent()
        assert screen.state.draft is None
        driver.ui.intent(Decide(99, NOTHING))
        driver.controller.serve()
        await driver.until(lambda: screen.state.draft is not None)
        assert driver.ui.toast[1] == "danger"


async def test_a_mistake_of_our_own_is_said_and_the_screen_goes_on(tmp_path: Path) -> None:
    async with running(tmp_path) as driver:

        async def fail(intent: object) -> None:
            raise RuntimeError("a bug")

        driver.controller.handlers[Resume] = fail
        driver.ui.intent(Resume("nosuch"))
        driver.controller.serve()
        await driver.until(lambda: "Internal error (RuntimeError)" in driver.text)
        assert str(tmp_path / "logs" / "crownless.log") in driver.ui.toast[0]
        await driver.press("?")
        assert "Keys" in driver.text
        assert "a bug" in (tmp_path / "logs" / "crownless.log").read_text()


async def test_an_unknown_table_or_invite_is_said(tmp_path: Path) -> None:
    async with running(tmp_path) as driver:
        driver.ui.intent(Resume("nosuch"))
        driver.controller.serve()
        await driver.until(lambda: "There is no table 'nosuch'" in driver.text)
        await driver.press("j", *"hello", "\x1b[B", "\x1b[B", "\r")
        await driver.until(lambda: "no Crownless invite" in driver.text)


async def test_the_title_says_when_it_is_your_turn(tmp_path: Path) -> None:
    async with running(tmp_path, settings="title = true") as driver:
        assert driver.output.titles == ["Crownless"]
        driver.ui.intent(Play("inheritance", 1))
        await driver.until(lambda: "Choose your Admirer" in driver.text)
        assert driver.output.titles == ["Crownless", "Your turn - Crownless"]
    assert driver.output.titles[-1] == ""


async def test_what_the_settings_say_wrongly_is_shown_at_the_start(tmp_path: Path) -> None:
    wrong = "theme = 'pink'\n[keys]\nchoose = 'q'"
    async with running(tmp_path, settings=wrong) as driver:
        assert 'theme is "auto", "dark"' in driver.text
        assert "something is wrong. The key q" in driver.text.replace("│", "")
        assert not driver.ui.settings.keys
        await driver.press("\r")
        driver.pipe.send_text("q")


async def test_a_text_is_written_among_the_records(tmp_path: Path) -> None:
    async with running(tmp_path) as driver:
        driver.ui.intent(KeepText("game.txt", "the story\n"))
        driver.controller.serve()
        await driver.idle()
        assert "game.txt" in driver.text
        (path,) = tmp_path.rglob("game.txt")
        assert path.read_text() == "the story\n"
        driver.pipe.send_text("q")
