"""A program that was changed sits down at an honest table, over the network: its lie is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p.record.audit import Verdict
from p2p.record.report import Report, VerifyExit
from p2p.record.verify import verify
from tests.cli.run import House, Running, house

SMALL = ("--option", "units=2", "--option", "rounds=5", "--beat", "0")


def against(place: House, lie: str) -> tuple[Running, Report]:
    """An honest host whose bot plays against a seat with this lie; the host's record."""
    record = place.record("host")
    arguments = ("--seats", "2", *SMALL, "--private", "--auto", "--record", record)
    host = place.run("host", "--plain", "host", "fortress", *arguments)
    invite = host.until("invite: ").removeprefix("invite: ")
    place.run("cheat", lie, invite, module="tests.p2p.cheating_seat")
    host.end()
    return host, verify(Path(record).read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lie", "says"),
    [
        ("two equal tags", "bad proof (two tags"),
        ("a tag too many", "bad proof"),
        ("a question too many", "bad proof"),
        ("answers that change places", "bad proof, found later"),
        ("answers under another key", "bad proof, found later"),
    ],
)
def test_what_can_be_seen_at_once_ends_the_table_at_once(
    lie: str, says: str, tmp_path: Path
) -> None:
    with house(tmp_path) as place:
        host, report = against(place, lie)
    said = " ".join(host.lines)
    assert "[seat 2] broke the table at step" in said
    assert says in said
    assert "With two seats" in said
    assert [one.seat for one in report.convictions] == [1]
    assert report.standing is not None
    assert report.standing.winners == (0,)


@pytest.mark.slow
@pytest.mark.parametrize("lie", ["ghosts", "looks too far", "false artifacts"])
def test_what_only_a_seed_shows_is_named_at_the_audit(lie: str, tmp_path: Path) -> None:
    with house(tmp_path) as place:
        host, report = against(place, lie)
    said = " ".join(host.lines)
    assert "broke the table" not in said
    assert "[seat 2]: cheated: " in said
    assert "Won as far as proven: " in host.output
    assert report.exit is VerifyExit.UNFINISHED
    assert [found.verdict for found in report.audit] == [Verdict.PROVEN, Verdict.CHEATED]
    assert report.proven_winners == (0,)


@pytest.mark.slow
def test_a_seed_that_is_withheld_is_named(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        host, report = against(place, "withheld seed")
    assert "[seat 2]: not proven: its seed is not here." in " ".join(host.lines)
    assert report.convictions == ()
    assert report.proven_winners == (0,)
