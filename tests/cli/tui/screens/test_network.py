"""The screen that looks at the network: what it asks for, and what it shows of what was found."""

from __future__ import annotations

from cli.model.intents import CheckNetwork
from cli.tui.screens.network import Found, Network
from tests.cli.tui.house import Stage
from tests.cli.tui.stages import start

FOUND = Found("You can play with people here.", "a, which asks.", ["Router: 192.168.1.1"], False)


def opened() -> tuple[Stage, Network]:
    stage = Stage()
    start(stage)
    stage.press("n")
    screen = stage.ui.top
    assert isinstance(screen, Network)
    return stage, screen


def test_it_looks_at_once_and_not_beyond_this_network() -> None:
    stage, _ = opened()
    assert stage.ui.intents == [CheckNetwork(internet=False)]


def test_what_is_under_way_is_said_and_can_be_stopped() -> None:
    stage, screen = opened()
    screen.work("Looking at this machine's network.")
    assert "Looking at this machine's network." in stage.text
    stage.ui.intents.clear()
    stage.press("a", "l")
    assert stage.ui.intents == []
    stage.press("x")
    assert stage.ui.intents == [CheckNetwork(on=False)]
    screen.stop()
    assert "Look again" in stage.text
    assert "Looking at" not in stage.text


def test_the_router_is_asked_when_the_person_wants_that() -> None:
    stage, screen = opened()
    screen.show(FOUND)
    assert "You can play with people here." in stage.text
    assert "Next: a, which asks." in stage.text
    stage.ui.intents.clear()
    stage.press("enter")
    assert stage.ui.intents == [CheckNetwork(internet=True)]


def test_all_that_was_found_is_in_a_window() -> None:
    stage, screen = opened()
    screen.show(FOUND)
    assert "192.168.1.1" not in stage.text
    stage.press("f")
    assert "Router: 192.168.1.1" in stage.text
    stage.press("esc")
    assert stage.ui.top is screen


def test_leaving_breaks_it_off() -> None:
    stage, screen = opened()
    screen.work("Looking.")
    stage.press("esc")
    assert stage.ui.intents[-1] == CheckNetwork(on=False)
    assert stage.ui.top is not screen
