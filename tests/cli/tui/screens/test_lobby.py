"""The lobby: what all sign, who gets no seat, and the lobby of a rematch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.lifecycle.dead_end import dead_end
from cli.lifecycle.sentences import no_way
from cli.model.intents import Copy, LeaveTable, Ready, Refuse, SeatBot
from cli.tui.screens.invites import BACK, BACK_HELP, Invites
from cli.tui.screens.lobby import Lobby, LobbyState, policy_lines
from cli.tui.toolkit.windows import Menu
from p2p.net.close_reason import Reason
from p2p.net.port_mapping.answers import Protocol
from p2p.net.port_mapping.mapper import AskedRouter, RouterReach
from p2p.wire.charter import Policies
from tests.cli.tui.house import SIZES, Stage, golden, names_of


def full_lobby(stage: Stage, *, hosting: bool = True) -> LobbyState:
    people = names_of(3)
    plain = tuple(replace(one, operator="your bot" if n == 2 else "") for n, one in
                  enumerate(people.people))  # fmt: skip
    state = LobbyState(
        "Inheritance, 3 seats",
        3,
        ["First turn: by chance"],
        replace(people, people=plain),
        {plain[1].key: "river-copper-anvil-spill-factory-hint"},
        hosting=hosting,
        policies=policy_lines(Policies(), passes=True),
        to_sign=True,
        since=stage.now - 65,
    )
    stage.show(Lobby(stage.ui, state))
    return state


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
def test_the_opener_refuses_somebody(size: str) -> None:
    stage = Stage(size)
    state = full_lobby(stage)
    stage.press("x")
    golden("lobby", "refuse", stage)
    stage.press("b")
    assert "Ben gets no seat." in stage.text
    assert stage.ui.intents[-1] == Refuse(state.names.people[1].key)
    stage.press("x", "c")
    assert "goes." in stage.text, "a bot of ours"
    assert stage.ui.intents.pop() == Refuse(state.names.people[2].key)
    stage.press("x", "esc")
    assert len([intent for intent in stage.ui.intents if isinstance(intent, Refuse)]) == 1


def test_a_guest_refuses_nobody() -> None:
    stage = Stage("small")
    full_lobby(stage, hosting=False)
    stage.press("x")
    assert not isinstance(stage.ui.top, Menu)
    assert "refuse" not in stage.text
    assert "x does nothing here" in stage.text


def test_with_nobody_there_it_says_why_not() -> None:
    stage = Stage("small")
    state = full_lobby(stage)
    state.names = names_of(1)
    stage.press("x")
    assert "Nobody else sits here yet." in stage.text


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
def test_a_free_seat_is_given_to_a_bot(size: str) -> None:
    stage = Stage(size)
    state = full_lobby(stage)
    state.strengths = ("strong", "fair", "gentle")
    stage.press("b")
    assert "All seats are taken." in stage.text
    state.names = names_of(2)
    stage.press("b")
    golden("lobby", "bot", stage)
    stage.press("f")
    assert stage.ui.intents == [SeatBot("fair")]
    stage.press("b", "esc")
    assert stage.ui.intents == [SeatBot("fair")]


@pytest.mark.parametrize("hosting", [True, False])
def test_a_lobby_with_people_is_left_after_a_question(hosting: bool) -> None:
    stage = Stage("small")
    state = full_lobby(stage, hosting=hosting)
    stage.press("q")
    assert ("sit down or begin" if hosting else "Your seat is free") in stage.text
    stage.press("enter")
    assert not stage.ui.intents
    stage.press("q", "y")
    assert stage.ui.intents == [LeaveTable()]
    state.names = names_of(1)
    stage.press("q")
    assert stage.ui.intents == [LeaveTable()] * 2


def test_a_guest_gives_no_seat_to_a_bot() -> None:
    stage = Stage("small")
    full_lobby(stage, hosting=False).names = names_of(2)
    stage.press("b")
    assert isinstance(stage.ui.top, Lobby)


def test_a_key_typed_before_somebody_else_sat_down_signs_nothing() -> None:
    stage = Stage("small")
    state = full_lobby(stage)
    stage.ui.settings = replace(stage.ui.settings, guard=300)
    state.asked_at = stage.now + 0.9  # a key comes a second later
    stage.press("r")
    assert not stage.ui.intents
    stage.press("r")
    assert stage.ui.intents == [Ready()]


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
def test_the_lobby_of_a_rematch_says_who_is_missing(size: str) -> None:
    stage = Stage(size)
    state = full_lobby(stage, hosting=False)
    state.again, state.to_sign = True, False
    state.here = frozenset({state.names.people[0].key, state.names.people[2].key})
    stage.show(Lobby(stage.ui, state))
    golden("lobby", "rematch", stage)
    state.here |= {state.names.people[1].key}
    stage.show(Lobby(stage.ui, state))
    assert "All are here; it begins." in stage.text


@pytest.mark.parametrize(("response_delay_ms", "said"), [(800, "after 0.8 s"), (0, "at once")])
def test_the_response_delay_is_said_in_words(response_delay_ms: int, said: str) -> None:
    assert said in policy_lines(Policies(response_delay_ms=response_delay_ms), passes=True)[1]
    assert (
        "Passes" not in policy_lines(Policies(response_delay_ms=response_delay_ms), passes=False)[1]
    )


SEAT, WATCH = "crown1-" + "-".join(["abcd"] * 22), "crown1-" + "-".join(["wxyz"] * 22)


@pytest.mark.golden
@pytest.mark.parametrize("size", SIZES)
def test_the_invites_stand_alone_in_their_rows_and_are_copied_by_a_key(size: str) -> None:
    stage = Stage(size)
    state = full_lobby(stage)
    state.invites = (SEAT, WATCH)
    stage.press("i")
    golden("lobby", "invites", stage)
    rows = stage.text.split("\n")
    first = next(n for n, row in enumerate(rows) if row.startswith("crown1-"))
    whole = "".join(row.strip() for row in rows[first : first + 2])
    assert whole.startswith(SEAT)
    stage.press("y", "w")
    assert stage.ui.intents == [Copy(SEAT), Copy(WATCH)]
    stage.press("esc")
    assert isinstance(stage.ui.top, Lobby)


def test_at_a_rematch_there_is_only_an_invite_to_watch() -> None:
    stage = Stage("small")
    state = full_lobby(stage)
    state.again, state.invites = True, (SEAT, WATCH)
    stage.press("i", "y")
    assert "To a seat" not in stage.text
    assert not stage.ui.intents
    stage.press("w")
    assert stage.ui.intents == [Copy(WATCH)]


def test_what_the_router_opened_is_in_the_lobby_and_beside_the_invite() -> None:
    stage = Stage("small")
    state = full_lobby(stage)
    state.invites = ("crown1-seat", "crown1-watch")
    state.reached, state.is_open = ("The router passes calls on (PCP).",), True
    stage.show(Lobby(stage.ui, state))
    assert "The router passes calls on (PCP)." in stage.text
    stage.press("i")
    assert "crown1-seat" in stage.text
    assert "The router passes calls on (PCP)." in stage.text


def test_a_dead_end_fits_on_a_small_screen_with_all_its_ways_out() -> None:
    stage = Stage("small")
    silent = RouterReach((AskedRouter(Protocol.PCP, "192.168.1.1", None),))
    addresses = (("203.0.113.11", 4870), ("2001:db8:1:2:3:4:5:6", 4870))
    trouble = f"{no_way(Reason.UNREACHABLE, watching=False)} Crownless goes on trying."
    ways = dead_end(addresses, (), silent, routed=True)
    stage.show(Lobby(stage.ui, LobbyState(trouble=trouble, ways=ways)))
    shown = " ".join(stage.text.split())
    for part in (trouble, *ways):
        assert " ".join(part.split()) in shown


def test_an_invite_back_says_whole_whom_it_is_for_and_when_it_is_of_no_use() -> None:
    stage = Stage("small")
    stage.show(Invites(stage.ui, "crown1-back", "crown1-watch", back=True))
    shown = " ".join(stage.text.split())
    for part in (BACK, BACK_HELP, "crown1-back", "crown1-watch"):
        assert part in shown
