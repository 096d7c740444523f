"""A report has what is needed to look into a mistake, and nothing that leads to people."""

from __future__ import annotations

import json
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.lifecycle import trouble_report
from cli.lifecycle.checkup_text import finding_lines, verdict
from cli.lifecycle.trouble_report import FIRST_LINE, LOG_LINES, NO_TRACE, TRACE_LINES, Found
from p2p.client.reach.checkup import Checkup
from p2p.display import clean_name
from p2p.errors import LocalError
from p2p.key_words import key_phrase
from p2p.net.address import Address
from p2p.net.interfaces import Interface
from p2p.net.invite import Invite
from p2p.storage.profile import Profile
from p2p.tracing.masking import Masker
from p2p.tracing.trace_file import FIRST_LINE as TRACE_HEAD
from p2p.tracing.trace_file import TraceFile
from simulation.network import table_of
from tests.cli.lifecycle.test_checkup_text import HOME

CHARTER = table_of(3, game="inheritance").charter
NAMES = st.text(st.characters(categories=("Lu", "Ll", "Lo")), min_size=7, max_size=20)


def found(*, trace: str = "", log: str = "", network: Checkup = HOME) -> Found:
    said = (*finding_lines(network), verdict(network))
    return Found("1.2", {"pace": 1000, "theme": "dark"}, said, trace, log)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    return Profile(tmp_path_factory.mktemp("home") / "alice-home")


@given(
    name=NAMES,
    contact=NAMES,
    other=NAMES,
    four=st.builds(IPv4Address, st.integers(0, 2**32 - 1)),
    six=st.builds(IPv6Address, st.integers(0, 2**128 - 1)),
    port=st.integers(10000, 65535),
    key=st.binary(min_size=32, max_size=32),
)
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_of_people_survives(
    home: Profile,
    name: str,
    contact: str,
    other: str,
    four: IPv4Address,
    six: IPv6Address,
    port: int,
    key: bytes,
) -> None:
    home.name = name
    home.describe_table("cfed2", {"people": f"{clean_name(other)}, Ben", "role": "host"})
    home.table_path("cfed2").touch(0o600)
    invite = Invite(key[:10], key[10:20], (("192.0.2.9", port),)).encode()
    at = Address(str(six), port)
    log = f"a call of {clean_name(name)} at {four}:{port}, {at}, failed in {home.home}/x: {invite}"
    log += f"\n{clean_name(other)} has {key.hex()}, {key_phrase(bytes(32))}"
    network = Checkup(
        (Interface("eth0", 2, (str(four), str(six))),), (), str(six), (str(four),), True, "", ()
    )
    masker = trouble_report.masker_of(home, "", {"CROWNLESS_HOME": str(home.home)})
    text = trouble_report.written(found(log=log, network=network), masker)
    secrets = [str(four), str(six), str(port), invite, key.hex(), key_phrase(bytes(32))]
    secrets += [clean_name(name), clean_name(other), str(home.home), "alice-home"]
    assert [one for one in secrets if one.casefold() in text.casefold()] == []
    assert "Network eth0: address-1" in text  # the same everywhere
    assert "at address-1:port-" in text


def test_a_report_has_the_end_of_the_trace_without_bytes_and_the_end_of_the_log(
    home: Profile, tmp_path: Path
) -> None:
    file = TraceFile(tmp_path / "t", "1.2")
    file("me")("charter", charter=CHARTER)
    for number in range(TRACE_LINES):
        file("me")("step", at=number, peer=CHARTER.keys[0])
    trace = trouble_report.trace_in(tmp_path / "t")
    log = "\n".join(f"line {number}" for number in range(LOG_LINES + 5))
    masker = trouble_report.masker_of(home, trace, {"CROWNLESS_HOME": str(home.home)})
    text = trouble_report.written(found(trace=trace, log=log), masker)
    assert text.startswith(f"{FIRST_LINE}\n\nProgram:\n  crownless 1.2, protocol ")
    assert "  pace = 1000\n  theme = dark\n" in text
    assert verdict(HOME) in text
    assert f"  {TRACE_HEAD}\n" in text
    assert "  (1 lines before these)\n" in text
    assert f"step at={TRACE_LINES - 1} peer=seat-0" in text
    assert "  (5 lines before these)\n  line 5\n" in text
    assert "charter" not in text  # it is the line before these
    said = masker.mask("Ana, Ben and Cleo")
    assert said == "player-1, player-2 and player-3"


def test_the_bytes_of_a_charter_hold_names_and_are_left_out(home: Profile, tmp_path: Path) -> None:
    TraceFile(tmp_path / "t", "1.2")("me")("charter", charter=CHARTER)
    trace = trouble_report.trace_in(tmp_path / "t")
    (line,) = [line for line in trace.splitlines() if "bytes=" in line]
    text = trouble_report.written(found(trace=trace), Masker())
    assert line.rpartition("bytes=")[2] not in text
    assert "seats=0:key-1,1:key-2,2:key-3 bytes=(" in text


def test_without_a_trace_it_says_how_to_make_one(home: Profile) -> None:
    assert NO_TRACE in trouble_report.written(found(), Masker())
    assert trouble_report.trace_in(None) == ""
    assert trouble_report.log_in({"CROWNLESS_HOME": str(home.home / "elsewhere")}) == ""


def test_a_report_takes_the_place_of_a_report_and_of_nothing_else(tmp_path: Path) -> None:
    path, other = tmp_path / "report", tmp_path / "other"
    for text in (f"{FIRST_LINE}\n1\n", f"{FIRST_LINE}\n2\n"):
        trouble_report.check_free(path)
        trouble_report.keep(path, text)
    assert path.read_text().endswith("2\n")
    assert path.stat().st_mode & 0o777 == 0o600
    other.write_text(json.dumps({"a": 1}))
    for wrong, said in (
        (other, "something else than a report"),
        (tmp_path, "cannot write"),
        (tmp_path / "missing" / "x", "existing folder"),
    ):
        with pytest.raises(LocalError, match=said):
            trouble_report.check_free(wrong)


def test_a_person_is_shown_all_of_it_and_that_it_was_sent_to_nobody(tmp_path: Path) -> None:
    said = list(trouble_report.shown(tmp_path / "r", "a\nb\n"))
    assert said[0] == f"The report is in {tmp_path / 'r'}, 4 bytes. This is all of it:"
    assert said[2:4] == ["a", "b"]
    assert "sent to nobody" in said[-2]
