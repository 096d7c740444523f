"""What is typed at a table besides answers."""

from __future__ import annotations

import pytest

from cli import orders
from cli.orders import ORDERS, Given
from cli.text import WIDTH


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.name)
def test_every_order_is_read_in_any_case_and_listed_in_help(order: orders.Order) -> None:
    assert orders.read(f"  {order.name.upper()} ") == Given(order.name)
    assert any(line.split()[:1] == [order.name] for line in orders.help_lines())


@pytest.mark.parametrize("line", ["", "   ", "3", "tables", "1 2", "handle"])
def test_other_lines_are_no_orders(line: str) -> None:
    assert orders.read(line) is None


def test_numbers_behind_orders() -> None:
    assert orders.read("log 25") == Given("log", 25)
    assert orders.read("why 3") == Given("why", 3)
    assert orders.read("mute 2") == Given("mute", 2)


@pytest.mark.parametrize(("word", "number"), [("a", 1), ("C", 3), ("p", 16)])
def test_a_seat_may_be_given_by_its_letter(word: str, number: int) -> None:
    for name in ("mute", "refuse"):
        assert orders.read(f"{name} {word}") == Given(name, number)
        assert isinstance(orders.read(f"{name} q"), str)
    assert isinstance(orders.read(f"log {word}"), str)


def test_what_is_said_is_kept_as_it_was_typed() -> None:
    assert orders.read("  Say  Good luck,  Ben! ") == Given("say", text="Good luck,  Ben!")
    assert orders.read("say") == Given("say", text="")


@pytest.mark.parametrize("line", ["log x", "log 1 2", "log -1", "why ²"])
def test_nonsense_behind_an_order_with_a_number(line: str) -> None:
    found = orders.read(line)
    assert isinstance(found, str)
    assert "such as" in found


def test_nothing_stands_behind_the_others() -> None:
    assert orders.read("quit now") == "Type only quit, with nothing behind it."


def test_help_fits_the_screen_and_says_how_to_answer() -> None:
    lines = orders.help_lines()
    assert all(len(line) <= WIDTH for line in lines)
    assert any(line.strip().startswith("back") for line in lines)
