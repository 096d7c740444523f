"""What is typed at a table besides answers."""

from __future__ import annotations

import pytest

from cli.console.text import WIDTH
from cli.model import text_commands
from cli.model.text_commands import ALSO, COMMANDS, TypedCommand, read


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_is_read_in_any_case_and_listed_in_help(
    command: text_commands.TextCommand,
) -> None:
    assert text_commands.read(f"  {command.name.upper()} ") == TypedCommand(command.name)
    assert any(line.split()[:1] == [command.name] for line in text_commands.help_lines())


@pytest.mark.parametrize("line", ["", "   ", "3", "tables", "1 2", "handle"])
def test_other_lines_are_no_commands(line: str) -> None:
    assert text_commands.read(line) is None


def test_numbers_behind_commands() -> None:
    assert text_commands.read("log 25") == TypedCommand("log", 25)
    assert text_commands.read("why 3") == TypedCommand("why", 3)
    assert text_commands.read("mute 2") == TypedCommand("mute", 2)


@pytest.mark.parametrize(("word", "number"), [("a", 1), ("C", 3), ("p", 16)])
def test_a_seat_may_be_given_by_its_letter(word: str, number: int) -> None:
    for name in ("mute", "refuse"):
        assert text_commands.read(f"{name} {word}") == TypedCommand(name, number)
        assert isinstance(text_commands.read(f"{name} q"), str)
    assert isinstance(text_commands.read(f"log {word}"), str)


def test_what_is_said_is_kept_as_it_was_typed() -> None:
    assert text_commands.read("  Say  Good luck,  Ben! ") == TypedCommand(
        "say", text="Good luck,  Ben!"
    )
    assert text_commands.read("say") == TypedCommand("say", text="")


@pytest.mark.parametrize("line", ["log x", "log 1 2", "log -1", "why ²"])
def test_nonsense_behind_a_command_with_a_number(line: str) -> None:
    found = text_commands.read(line)
    assert isinstance(found, str)
    assert "such as" in found


def test_nothing_stands_behind_the_others() -> None:
    assert text_commands.read("quit now") == "Type only quit, with nothing behind it."


def test_help_fits_the_screen_and_says_how_to_answer() -> None:
    lines = text_commands.help_lines()
    assert all(len(line) <= WIDTH for line in lines)
    assert any(line.strip().startswith("back") for line in lines)


def test_the_words_of_the_full_screen_mean_the_same() -> None:
    assert read("Board") == read("table")
    assert read("story 3") == read("log 3")
    assert read("players") == read("seats")
    assert read("chat good luck") == read("say good luck")
    assert set(ALSO.values()) <= {command.name for command in COMMANDS}
    assert not set(ALSO) & {command.name for command in COMMANDS}
