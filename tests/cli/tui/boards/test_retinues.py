"""The board of Court: everything that decides is there at every size, and nothing is cut off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.tui.boards import retinues
from cli.tui.boards.scene import Scene
from cli.tui.toolkit.canvas import Canvas, Rect
from games.court.auction import turn_up
from games.court.briefs import brief
from games.court.state import Sale, Stage, Stake
from games.engine.values import Seat
from games.engine.words import begun
from tests.cli.tui.house import names_of
from tests.games.court.build import acting, at_event, bout, does, lay, state
from tests.games.scenario import Scenario, ask

SMALL, WIDE = (76, 9), (116, 15)
FULL = {
    0: "odo* inquisitor nightshade* clemence ironhand",
    1: "brann ottoline* melchior goldwin* isaura",
    2: "humbert* ambrose fennick lambert fencer*",
    3: "agnes jocasta* seer quill* anselm",
    4: "corvin balthus* vane lisbet* pieter",
}


def painted(s: Scenario, size: tuple[int, int], seat: int | None = 0, **more: object) -> Canvas:
    canvas = Canvas(size[0], size[1])
    names = names_of(s.table.seats, own=seat)
    scene = Scene(s.view(seat), names, wide=size == WIDE, **more)  # type: ignore[arg-type]
    retinues.paint(canvas, Rect(0, 0, *size), scene)
    return canvas


def text(canvas: Canvas) -> str:
    return " ".join(" ".join(canvas.text()).split())


@pytest.mark.parametrize("size", [SMALL, WIDE])
def test_a_challenge_shows_both_sides_token_by_token_and_how_it_would_end(
    size: tuple[int, int],
) -> None:
    s = lay({0: "odo*", 1: "hob*"})
    at_event(s, "treasurer", "support:4:0:odo oppose:2:1 oppose:1:2")
    shown = text(painted(s, size))
    assert "The Trial of the Treasurer. A" in shown
    failing = "if not, each supporter loses 1, and the strongest opponent gains 1 for each"
    assert f"{failing} of their Wealthy Characters, at most 3." in shown
    assert "Support 4: from Ana: Test 4" in shown
    assert "Opposition 3: from Ben: Test 2; from Cleo: Test 1" in shown
    meant = "; strongest supporter: Ana, strongest opponent: Ben" if size == WIDE else ""
    assert f"As it stands it would succeed by 1{meant}." in shown


def test_a_contest_shows_who_leads_by_how_much() -> None:
    s = lay({0: "odo"})
    at_event(s, "lists", "0:3 1:5 1:2:2")
    shown = text(painted(s, SMALL))
    assert "A Ana 3: Test 3" in shown
    assert "B Ben 7: Test 5; from Cleo: Test 2" in shown
    assert "C Cleo 0" in shown
    assert "As it stands Ben leads by 4." in shown


@pytest.mark.parametrize("size", [(76, 11), WIDE])
def test_five_full_courts_and_five_pools_fit(size: tuple[int, int]) -> None:
    """The most that can lie there: everybody, what lies under them, every pool, the whole Event."""
    s = lay(FULL, seats=5, under={"odo": "sword ring", "isaura": "hat", "corvin": "toad"})
    at_event(s, "oaths", "0:3 1:5 2:1 3:4 4:2")
    shown = text(painted(s, size))
    assert "…" not in shown
    for person in state(s).people.values():
        assert brief(person.row) in shown or begun(person.row.short) in shown
    for letter, name, tokens in zip("ABCDE", names_of(5).short, (3, 5, 1, 4, 2), strict=True):
        assert f"{letter} {name} {tokens}:" in shown
    assert "all their Characters; the loser discards an Action card." in shown
    assert "As it stands Ben leads by 1." in shown


def test_turned_people_are_led_by_a_dash_and_what_lies_under_them_is_named() -> None:
    s = lay({0: "odo* hob"}, under={"odo": "sword hat"})
    shown = text(painted(s, WIDE))
    assert "-Chancellor Odo 2/2+sword+hat" in shown
    assert " Hob 2/0" in shown


def test_who_fights_whom_is_marked_and_said() -> None:
    s = lay({0: "brann*", 1: "rook"})
    fight = bout(s, "brann", "rook")
    fight.stakes += [Stake("attack", 4, Seat(0), "Captain Brann")]
    fight.stakes += [Stake("defence", 2, Seat(1), "Rook"), Stake("defence", 3, Seat(2), "Hob")]
    canvas = painted(s, SMALL)
    shown = text(canvas)
    assert "Attack: Captain Brann of Ana 4: Captain Brann 4" in shown
    assert "Defence: Rook of Ben 5: Rook 2; from Cleo: Hob 3" in shown
    assert "As it stands Rook would kill Captain Brann." in shown
    assert "!-Captain Brann 1/4" in shown
    assert "!Rook 1/2" in shown


def test_the_auction_shows_the_lots_the_bids_and_what_everybody_has() -> None:
    s = lay(turn=None, stage=Stage.AUCTION, characters="odo brann hob rook hedda")
    s.setup(turn_up)
    state(s).right = Seat(1)
    state(s).sale = Sale({Seat(1): 2, Seat(2): 3}, [Seat(0)], number=2)
    shown = text(painted(s, WIDE))
    assert "Up for choice (politics/combat): Chancellor Odo 4/1 Palace, Noble" in shown
    assert "Bids: Ben 2, Cleo 3; Ana passed. Right of First Bid: Ben." in shown
    assert "10 favor, popularity 3" in shown


@pytest.mark.parametrize("size", [SMALL, WIDE])
def test_the_event_that_melchior_looks_at_is_there_for_who_looks(size: tuple[int, int]) -> None:
    s = lay({0: "melchior"}, events="ball dragon stag")
    s.hold(acting(0), does(0, "power melchior"))
    shown = text(painted(s, size))
    assert "Events to come: The Masked Ball, comes next. A Contest of politics, Spy +2." in shown
    assert "draws an Action card; the loser discards two. You alone have seen it." in shown
    assert "Masked Ball" not in text(painted(s, size, 1))


@pytest.mark.parametrize("size", [(76, 11), WIDE])
def test_an_event_to_come_takes_no_room_from_the_one_that_is_decided(size: tuple[int, int]) -> None:
    s = lay(
        {0: "melchior", **{seat: FULL[seat] for seat in (2, 3, 4)}}, seats=5, events="ball stag"
    )
    s.run(acting(0), does(0, "power melchior"), ask(0, "foresee", option="keep"))
    at_event(s, "oaths", "0:3 1:5 2:1 3:4 4:2")
    shown = text(painted(s, size))
    assert "The Masked Ball, comes next." in shown
    assert "You alone have seen" not in shown
    assert "all their Characters; the loser discards an Action card." in shown
    assert "As it stands Ben leads by 1." in shown


def test_a_lasting_event_in_the_middle_says_what_it_does() -> None:
    s = lay({0: "seer"}, lasting="university")
    shown = text(painted(s, SMALL))
    assert "In force: A University is Founded (every Wizard: politics +1)" in shown


def test_ones_own_court_is_the_last_and_says_so() -> None:
    s = lay({0: "odo", 1: "hob", 2: "rook"})
    lines = [line for line in painted(s, SMALL, seat=1).text() if line[:1] in "ABC" and line]
    assert [line[:5] for line in lines] == ["C Cle", "A Ana", "B Ben"]
    assert "(you)" in lines[-1]
    assert "(you)" not in text(painted(s, SMALL, seat=None))


def test_what_is_to_be_known_of_a_seat_stands_at_its_court() -> None:
    s = lay({0: "odo"})
    signs = {1: ("<", "< is choosing"), 2: ("~", "off line for 12 s")}
    shown = text(painted(s, WIDE, signs=signs))
    assert "Ben 10 favor, popularity 2 0 cards < is choosing" in shown
    assert "off line for 12 s" in shown


def test_people_have_their_colours_at_their_pools_and_courts() -> None:
    s = lay({0: "odo"})
    at_event(s, "lists", "0:3 1:5")
    canvas = painted(s, SMALL)
    for y, line in enumerate(canvas.text()):
        for letter, style in (("A Ana", "seat0 bold"), ("B Ben", "seat1 bold")):
            if line.startswith(letter):
                assert canvas.styles[y][0] == canvas.styles[y][2] == style


def test_long_names_give_way_to_letters_before_anything_is_cut_off() -> None:
    """The longest text of an Event, five full courts and names that would fill two rows alone."""
    s = lay(FULL, seats=5, under={"odo": "sword ring", "isaura": "hat"})
    at_event(s, "oaths", "0:3 1:5 2:1 3:4 4:2 1:2:0 2:2:3")
    people = tuple(replace(p, name=p.name * 6) for p in names_of(5).people)
    canvas = Canvas(76, 11)
    scene = Scene(s.view(0), replace(names_of(5), people=people), wide=False)
    retinues.paint(canvas, Rect(0, 0, 76, 11), scene)
    shown = text(canvas)
    assert "…" not in shown
    for person in state(s).people.values():
        assert brief(person.row) in shown
    assert "B 7: B 5, A 2" in shown
