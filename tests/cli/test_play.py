"""Whole games of real processes over loopback, one profile each, as scripts and people run them."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.console.exit_codes import Exit
from p2p.net.invite import parse
from p2p.storage.profile import Profile
from tests.cli.run import House, Running, house

DIGEST = "Record digest: "
RESULT = "The game is over: "
SIGNED = "Everybody has signed the result"
ASKED = ("Play a card.", "A Soldier takes your Admirer back")
"""How the first question after the choice of an Admirer may begin."""


@pytest.fixture
def here(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def after_a_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in which Ada and Ben have finished a game; each test here copies it."""
    folder = tmp_path_factory.mktemp("house")
    with house(folder) as made:
        ada = made.run(
            "ada", "host", "inheritance", "--seats", "2", "--auto", "--record", made.record("ada")
        )
        ben = made.run("ben", "join", invite_of(ada)[0], "--auto")
        assert [one.end() for one in (ada, ben)] == [Exit.DONE] * 2, ada.output
    return folder


@pytest.fixture
def later(after_a_game: Path, tmp_path: Path) -> Iterator[House]:
    """Ada and Ben after a game."""
    shutil.copytree(after_a_game, tmp_path, dirs_exist_ok=True)
    with house(tmp_path) as made:
        yield made


def invite_of(host: Running) -> tuple[str, str]:
    """The invite to a seat and the one to watch."""
    seat = host.until("invite: ").removeprefix("invite: ")
    return seat, host.until("to watch: ").removeprefix("to watch: ")


def only(lines: list[str]) -> str:
    (line,) = lines
    return line


def play_by_hand(person: Running) -> None:
    """Answer every question with the first thing that may be chosen, until the end."""
    hints = ("Type the number of a card", "Type a number", "Enter sends it", RESULT)
    while True:
        line = person.until(lambda line: line.startswith(hints))
        if line.startswith(RESULT):
            return
        person.type("" if line.startswith("Enter") else "1")


@pytest.mark.slow
def test_four_processes_and_a_spectator_play_a_game(here: House) -> None:
    """Two of them are killed, one the host, and go on by the same command; a fifth watches."""
    opens = ("inheritance", "--seats", "4", "--auto", "--record", here.record("ada"))
    ada = here.run("ada", "host", *opens)
    invite, watch = invite_of(ada)
    others = [
        here.run(name, "join", invite, "--auto", "--record", here.record(name))
        for name in ("ben", "cyr")
    ]
    ada.until("3 of 4 seats are taken.")
    joins = ("join", invite, "--auto", "--record", here.record("dee"))
    dee = here.run("dee", *joins)
    dee.until(lambda line: "enters with the" in line)
    dee.process.kill()
    dee.end()
    # The table waits for her: whatever happens now, happens in the midst of the game.
    eve = here.run("eve", "watch", watch)
    eve.until("There play ")
    ada.process.kill()
    ada.end()
    ada, dee = here.run("ada", "host", *opens), here.run("dee", *joins)
    everybody = [ada, *others, dee]
    assert [one.end() for one in everybody] == [Exit.DONE] * 4, ada.output
    assert eve.end() == Exit.DONE, eve.output
    assert len({only(one.said(DIGEST)) for one in [*everybody, eve]}) == 1
    assert len({tuple(one.said(RESULT)) for one in [*everybody, eve]}) == 1
    assert all(only(one.said(SIGNED)) == f"{SIGNED}: 4 of 4." for one in everybody)
    assert ada.said("invite: ") == []  # all seats are taken by people who come back

    digest = only(ada.said(DIGEST)).removeprefix(DIGEST)
    for name in ("ada", "ben", "cyr", "dee"):
        checked = here.run(name, "verify", here.record(name), "--json")
        assert checked.end() == 0, checked.output
        assert json.loads(checked.output)["standing"]["record_digest"] == digest
    in_words = here.run("eve", "verify", here.record("ada"))
    assert in_words.end() == 0
    assert any("Closed by 4 of 4" in line for line in in_words.lines)
    _check_what_is_kept(here, digest)


def _check_what_is_kept(here: House, digest: str) -> None:
    """The table is listed as over, its record comes out again, and all files are private."""
    listed = here.run("ben", "tables")
    assert listed.end() == 0
    table = Profile(here.home("ben")).tables()[0].shown
    assert listed.lines[0].startswith(f"{table}  Inheritance; ")
    assert re.search(
        r"; (root( \[seat\s+\d\])? won|nobody won); \d+ s ago", " ".join(listed.lines[:2])
    )
    later = here.record("later")
    assert here.run("ben", "record", table[:6], later).end() == 0
    assert here.run("ben", "record", table[:6], later).end() == 0  # the same once more
    again = here.run("ben", "verify", later, "--json")
    assert again.end() == 0
    assert json.loads(again.output)["game"]["table"].startswith(table)
    assert json.loads(again.output)["standing"]["record_digest"] == digest
    letter = here.home("ben") / "letter"
    letter.touch(0o600)
    assert here.run("ben", "record", table[:6], str(letter)).end() == Exit.USAGE
    assert letter.read_bytes() == b""
    for path in (*here.home("ben").rglob("*"), Path(later)):
        assert not path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO), path


def test_a_record_that_was_touched_fails(later: House) -> None:
    record = Path(later.record("ada"))
    data = bytearray(record.read_bytes())
    data[len(data) // 2] ^= 1
    record.write_bytes(data)
    touched = later.run("ada", "verify", str(record))
    assert touched.end() == 1, touched.output
    assert touched.lines[-1].startswith("Verdict: failed: ")


def test_a_person_types_a_game_through_a_pipe(here: House) -> None:
    ada = here.run("ada", "play", "inheritance", "--record", here.record("ada"), typed=True)
    ada.until("Choose your Admirer.")
    ada.type("help", "seats", "why 1", "frobnicate", "back")
    ada.until("At any time you can type:")
    ada.until("  2. Marigold (your bot): 6 cards")
    ada.until(lambda line: "chosen." in line)
    ada.until("Nothing here is called so")
    ada.until("This is the first question")
    ada.type("1", "")
    play_by_hand(ada)
    assert ada.end() == Exit.DONE, ada.output
    assert ada.said(SIGNED) == [f"{SIGNED}: 3 of 3."]
    assert here.run("ada", "verify", here.record("ada")).end() == 0


ELSEWHERE = "crownless: this profile runs at this table elsewhere too"


@pytest.mark.slow
def test_a_copied_profile_costs_a_sentence_and_no_conviction(here: House) -> None:
    """First beside its owner in play, then both at once."""
    ada = here.run("ada", "host", "inheritance", "--seats", "2", "--auto")
    invite = invite_of(ada)[0]
    ben = here.run("ben", "join", invite, typed=True)
    ben.until("Type the number of a card")
    shutil.copytree(here.home("ben"), here.home("copy"))
    copy = here.run("copy", "join", invite, typed=True)
    copy.until(ELSEWHERE)
    assert copy.end() == Exit.PAUSED, copy.output
    ben.type("1", "")
    ben.until("Type the number of a card")
    ben.process.kill()
    ben.end()
    shutil.rmtree(here.home("copy"))
    shutil.copytree(here.home("ben"), here.home("copy"))
    pair = [here.run(name, "join", invite, "--auto") for name in ("ben", "copy")]
    ends = [one.end() for one in pair]
    if ends == [Exit.PAUSED] * 2:
        ends.append(here.run("ben", "join", invite, "--auto").end())
    assert sorted(ends)[0] == Exit.DONE, [one.output for one in pair]
    assert all(one.said(ELSEWHERE) for one, end in zip(pair, ends, strict=False) if end)
    assert ada.end() == Exit.DONE, ada.output
    assert ada.said(SIGNED) == [f"{SIGNED}: 2 of 2."]


@pytest.mark.slow
def test_lines_that_are_typed_ahead_wait_for_their_questions(here: House) -> None:
    """The whole input is there from the start, with an end."""
    ada = here.run("ada", "play", "inheritance", "--bots", "3", typed=True)
    ada.type(*itertools.islice(itertools.cycle(("1", "1", "")), 61))
    assert ada.process.stdin is not None
    ada.process.stdin.close()
    code = ada.end()
    if ada.said(RESULT):
        assert code == Exit.DONE
    else:
        assert code == Exit.PAUSED
        assert only(ada.said("Paused; nothing is lost."))
    assert any(line.startswith("You will send: ") for line in ada.lines)


@pytest.mark.slow
def test_ctrl_c_pauses_and_the_same_command_goes_on(here: House) -> None:
    command = ("play", "inheritance", "--bots", "2")
    ada = here.run("ada", *command, typed=True)
    ada.until("Choose your Admirer.")
    ada.type("1", "")
    entered = ada.until(lambda line: " enters with the " in line)
    ada.until(ASKED)
    ada.process.send_signal(signal.SIGINT)
    assert ada.end() == Exit.INTERRUPTED, ada.output
    table = only(ada.said("Paused; nothing is lost.")).rpartition(" ")[2]

    again = here.run("ada", *command, typed=True)
    again.until(ASKED)
    again.type("log 99")
    again.until(lambda line: line.endswith(entered))
    again.type("quit")
    assert again.end() == Exit.PAUSED
    assert only(again.said("Paused; nothing is lost.")).endswith(table)

    another = here.run("ada", *command, "--new", typed=True)
    another.until("Choose your Admirer.")
    another.type("quit")
    assert another.end() == Exit.PAUSED
    assert not only(another.said("Paused; nothing is lost.")).endswith(table)

    by_id = here.run("ada", "tables", table[:8], "--auto")
    assert by_id.end() == Exit.DONE, by_id.output


def test_the_end_of_the_input_pauses(here: House) -> None:
    ada = here.run("ada", "play", "inheritance")
    assert ada.end() == Exit.PAUSED, ada.output
    assert ada.said("Paused; nothing is lost.")


def test_one_table_is_open_in_one_terminal_only(here: House) -> None:
    ada = here.run("ada", "play", "inheritance", typed=True)
    ada.until("Choose your Admirer.")
    twice = here.run("ada", "play", "inheritance")
    assert twice.end() == Exit.USAGE
    assert only(twice.lines).endswith("go on there, or start another with --new.")


def test_a_person_concedes_and_sees_the_end(here: House) -> None:
    ada = here.run("ada", "play", "inheritance", "--bots", "3", typed=True)
    ada.until("Choose your Admirer.")
    ada.type("1", "")
    ada.until(ASKED)
    ada.type("concede", "no", "concede", "yes")
    ada.until("You stay at the table.")
    ada.until("You concede.")
    assert ada.end() == Exit.DONE, ada.output
    assert ada.said(SIGNED) == [f"{SIGNED}: 3 of 3."]
    assert any(line.endswith("leaves the court.") for line in ada.lines)


@pytest.mark.slow
def test_bots_take_seats_and_an_invite_is_read_from_the_input(here: House) -> None:
    ada = here.run("ada", "host", "inheritance", "--seats", "3", "--auto")
    invite, _ = invite_of(ada)
    bot = here.run("ben", "bot", invite)
    ada.until("2 of 3 seats are taken.")
    cyr = here.run("cyr", "join", "-", typed=True)
    cyr.type(f"  my invite: {invite}")
    play_by_hand(cyr)
    assert [one.end() for one in (ada, bot, cyr)] == [Exit.DONE] * 3, cyr.output
    assert any("(bot of somebody who does not play)" in line for line in cyr.lines)


@pytest.mark.slow
def test_people_talk_and_a_further_address_is_in_the_invite(here: House) -> None:
    address = ("--address", "203.0.113.5")
    ada = here.run("ada", "host", "inheritance", "--seats", "2", *address, typed=True)
    invite, _ = invite_of(ada)
    assert parse(invite).addresses[0][0] == "203.0.113.5"
    ada.type("say too early")
    ada.until("There is nobody to talk to")
    here.run("ben", "whoami", "--name", "Ben").end()
    ben = here.run("ben", "join", invite, typed=True)
    ben.until("Choose your Admirer.")
    ada.until("Choose your Admirer.")
    ada.type("say mind your \x1b[31mcrown", "say mind your crown")
    ada.until("A message cannot contain the invisible or unknown character U+001B")
    ben.until(lambda line: line.endswith("says: mind your crown"))
    ben.type("say never")
    ada.until("Ben says: never")


def test_a_full_table_turns_a_guest_away(here: House) -> None:
    ada = here.run("ada", "host", "inheritance", "--seats", "2", typed=True)
    invite, _ = invite_of(ada)
    ben = here.run("ben", "join", invite, typed=True)
    ada.until("Choose your Admirer.")
    late = here.run("cyr", "join", invite, "--auto")
    assert late.end() == Exit.USAGE, late.output
    assert "no seat for you" in late.lines[-1]
    listed = here.run("cyr", "tables")
    listed.end()
    assert only(listed.lines).startswith("You have no tables yet.")
    assert ben.process.poll() is None


def test_two_people_play_again_with_one_command_each(later: House) -> None:
    ben = later.run("ben", "rematch", "--auto")
    ben.until("The same game again, with the same people and nobody else.")
    ada = later.run("ada", "rematch", "--auto")
    assert [one.end() for one in (ada, ben)] == [Exit.DONE] * 2, ada.output
    assert only(ada.said(DIGEST)) == only(ben.said(DIGEST))
    tables = [info.id for info in Profile(later.home("ada")).tables()]
    assert len(tables) == 2
    assert tables == [info.id for info in Profile(later.home("ben")).tables()]


def test_a_rematch_that_is_given_up_leaves_nothing(later: House) -> None:
    ben = later.run("ben", "rematch", typed=True)
    ben.until("The same game again, with the same people and nobody else.")
    ben.type("quit")
    assert ben.end() == Exit.PAUSED
    assert len(Profile(later.home("ben")).tables()) == 1


def test_who_opened_a_table_refuses_somebody(here: House) -> None:
    ada = here.run("ada", "host", "inheritance", "--seats", "3", typed=True)
    ben = here.run("ben", "join", invite_of(ada)[0], typed=True)
    ada.until("2 of 3 seats are taken.")
    ada.type("refuse 1", "refuse 2")
    ada.until("Say whom, by the number that seats shows")
    ada.until(lambda line: " gets no seat." in line)
    assert ben.end() == Exit.USAGE
    assert "whoever opened this table does not seat you" in " ".join(ben.lines)
    ada.until(lambda line: line.endswith(" has left."))
    ada.type("quit")
    assert ada.end() == Exit.PAUSED


def test_without_a_game_that_is_over_there_is_no_rematch(here: House) -> None:
    ada = here.run("ada", "rematch")
    assert ada.end() == Exit.USAGE
    assert "you have no finished game" in ada.output.lower()


def say_ready(person: Running) -> None:
    """Type it until it is taken: not before the table has stood there for a moment."""
    while True:
        person.type("ready")
        said = person.until(lambda line: line.startswith(("You are ready", "Who sits here has")))
        if said.startswith("You are ready"):
            return


@pytest.mark.slow
def test_people_who_type_say_ready_and_the_last_can_be_refused(here: House) -> None:
    ada = here.run("ada", "host", "inheritance", "--seats", "2", by_hand=True)
    invite, _ = invite_of(ada)
    eve = here.run("eve", "join", invite, "--auto")
    ada.until("Somebody does not belong here?")
    ada.type("refuse 2")
    assert eve.end() == Exit.USAGE, eve.output
    ben = here.run("ben", "join", invite, by_hand=True)
    ben.until("All seats are taken.")
    say_ready(ben)
    ada.until("All seats are taken.")
    ada.until(lambda line: line.endswith("is ready."))
    assert not ada.said("You play with")
    say_ready(ada)
    for person in (ada, ben):
        person.until("You play with")
        person.type("quit")
        assert person.end() == Exit.PAUSED, person.output
