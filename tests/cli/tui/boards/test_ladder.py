"""The ladder of King: whose friend everybody is, who is aimed at, and names that are not cut."""

from __future__ import annotations

import pytest

from cli.tui.boards import ladder
from cli.tui.boards.scene import Scene
from cli.tui.table.pacing import Moment
from cli.tui.toolkit.canvas import Canvas, Rect
from games.engine.values import Seat
from games.engine.view import View
from games.king import board
from games.king.heirs import HEIRS, Person, player
from games.king.ranks import ABILITY
from games.king.state import state_of
from tests.cli.tui.house import names_of
from tests.games.king.build import BARON, COMMONER, EARL, KING, Court, attack, court

REST = ("spy", "queen", "fool", "devil", "judge", "sage", "prince")
SMALL, WIDE, WHOLE = (50, 7), (76, 14), (76, 20)


def painted(
    s: Court, size: tuple[int, int], seat: int | None = 0, before: View | None = None
) -> list[str]:
    canvas = Canvas(size[0], size[1])
    names = names_of(s.table.seats, own=seat)
    view = s.view(seat)
    changed = Moment(0, view).changed(before) if before is not None else ()
    scene = Scene(view, names, wide=size == WIDE, changed=changed, before=before)
    paint = ladder.paint_whole if size == WHOLE else ladder.paint
    paint(canvas, Rect(0, 0, *size), scene)
    return [line.rstrip() for line in canvas.text()]


def row(lines: list[str], title: str) -> str:
    return next(line for line in lines if line.startswith(title))


@pytest.mark.parametrize("size", [SMALL, WIDE])
def test_a_friend_has_the_letter_of_its_player_and_oneself_is_plain(
    size: tuple[int, int],
) -> None:
    s = court({"player 0": EARL, "player 1": EARL, "spy": EARL}, friends={1: ["spy"]})
    earls = row(painted(s, size), "Earl")
    assert "Spy(B)" in earls
    assert ">A:Ana<" in earls
    assert "B:Ben" in earls
    assert ">B:Ben<" in row(painted(s, size, 1), "Earl")
    assert ">" not in row(painted(s, size, None), "Earl")


@pytest.mark.parametrize("size", [SMALL, WIDE])
def test_whoever_is_attacked_has_a_sign(size: tuple[int, int]) -> None:
    s = court({"spy": EARL, "queen": KING}, hands={1: ["bribe"]})
    s.hold(attack(0, "spy", 2))
    lines = painted(s, size)
    assert "!Spy" in row(lines, "Earl")
    assert "!" not in row(lines, "King")
    if size == WIDE:
        assert any("Attack 2 against no Knights: the Spy dies." in line for line in lines)


@pytest.mark.parametrize("size", [SMALL, WIDE])
def test_who_has_come_to_a_rank_or_to_another_friend_is_marked_and_nobody_else(
    size: tuple[int, int],
) -> None:
    s = court({"spy": EARL, "queen": EARL, "player 0": BARON}, friends={1: ["queen"]})
    before = s.view(0)
    assert not any("▸" in line for line in painted(s, size, before=before))
    state_of(s.table).owners[Person("queen")] = Seat(0)
    assert board.pardon(state_of(s.table), player(Seat(0)), ()) is not None
    lines = painted(s, size, before=before)
    assert "▸Queen(A)" in row(lines, "Earl")
    assert " Spy" in row(lines, "Earl")
    assert "▸>A:Ana<" in "".join(lines)
    assert "".join(lines).count("▸") == 3  # and who has fallen for the pardon


def test_a_full_board_of_six_fits_a_small_screen() -> None:
    """Names that were made for least room, where a Rank needs them, and none cut."""
    barons = ("executioner", "hierophant", "librarian", "hanged man", "true heir", "magician")
    players = {"player 0": COMMONER, "player 1": COMMONER}
    s = court(dict.fromkeys(barons, BARON) | players, seats=2)
    lines = painted(s, SMALL)
    assert "Execut. Hierop. Librar. Hanged T.Heir Magic." in row(lines, "Baron")
    assert not any("…" in line for line in lines[:7])


def test_where_there_is_room_no_name_is_short() -> None:
    shown = " ".join(painted(court(), WIDE))
    assert all(heir.brief in shown for heir in HEIRS)


def test_the_whole_board_has_every_ability_in_full() -> None:
    shown = " ".join(" ".join(painted(court(), WHOLE)).split())
    assert all(ability in shown for ability in ABILITY.values())


def test_piles_take_one_row_that_says_the_last_discard() -> None:
    s = court(deck=["ship"] * 3, discards=["bribe", "ship"])
    shown = " ".join(painted(s, WIDE))
    assert "Deck 3   Discards 2, last Ship to a Distant Land" in shown


def test_a_full_rank_goes_on_in_the_row_of_an_empty_one() -> None:
    at = dict.fromkeys(("executioner", "general", "hierophant"), BARON)
    players = {f"player {seat}": BARON for seat in range(3)}
    s = court(at | players, friends={1: ["executioner", "general", "hierophant"]}, dead=REST)
    lines = painted(s, SMALL)
    assert not any("…" in line for line in lines[:7])
    assert all(name in " ".join(lines) for name in (">A:Ana<", "B:Ben", "C:", "Hierop.(B)"))
    assert not any(line.startswith("Comm.") for line in lines)
    assert any("Dead: 7" in line for line in lines)


def test_where_no_row_is_free_a_player_is_a_letter() -> None:
    at = dict.fromkeys(("executioner", "general", "hierophant"), BARON)
    players = {f"player {seat}": BARON for seat in range(3)}
    s = court(at | players | {"spy": COMMONER}, friends={1: ["executioner", "hierophant"]})
    lines = painted(s, SMALL)
    assert not any("…" in line for line in lines[:7])
    assert row(lines, "Baron").split()[-3:] == [">A<", "B", "C"]


def test_who_is_dead_stands_where_all_the_names_fit() -> None:
    s = court({"spy": EARL}, dead=["queen", "prince"], discards=["assassin 2"] * 12)
    shown = painted(s, SMALL)
    assert not any("…" in line for line in shown)
    assert any(line.endswith("Dead: Queen, Prince") for line in shown)
    assert any(line.endswith("Discards 12, last assassin 2") for line in shown)
