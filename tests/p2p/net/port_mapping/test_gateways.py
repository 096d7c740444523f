"""The router of a machine, from files of Linux and by guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p.net.interfaces import Interface
from p2p.net.port_mapping import gateways
from p2p.net.port_mapping.gateways import MOST, gateways4, gateways6, guessed

HEAD = "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n"
ZERO = "0" * 32


def route(hop: str, *, metric: int = 0, flags: str = "0003", target: str = "00000000") -> str:
    return f"eth0 {target} {hop} {flags} 0 0 {metric} {target} 0 0 0\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "routes"


def test_the_default_route_of_the_lowest_metric_comes_first(file: Path) -> None:
    lines = (
        route("0101A8C0", metric=600) + route("FE01A8C0", metric=100) + route("0101A8C0", metric=9)
    )
    file.write_text(HEAD + lines)
    assert gateways4(file) == ("192.168.1.1", "192.168.1.254")


def test_other_routes_and_lines_that_are_none_are_passed_over(file: Path) -> None:
    file.write_text(
        HEAD
        + route("00000000", flags="0001")
        + route("0101A8C0", flags="0002")  # down
        + route("0101A8C0", target="0000000A")
        + "eth0 nonsense\n\nxyz zz zz zz zz zz zz zz\n"
        + route("0202A8C0")
    )
    assert gateways4(file) == ("192.168.2.2",)


def test_a_machine_without_a_way_out_has_no_router(file: Path) -> None:
    file.write_text(HEAD)
    assert gateways4(file) == ()
    file.write_text("")
    assert gateways4(file) == ()
    assert gateways6(file) == ()


def test_there_is_an_end_of_routers(file: Path) -> None:
    file.write_text(HEAD + "".join(route(f"{number:02X}01A8C0") for number in range(1, 20)))
    assert len(gateways4(file)) == MOST


def line6(hop: str, metric: str = "00000400", target: str = ZERO, prefix: str = "00") -> str:
    return f"{target} {prefix} {ZERO} 00 {hop} {metric} 00000001 00000000 00000003 eth0\n"


def test_a_router_of_ipv6_has_its_interface_where_it_needs_one(file: Path) -> None:
    near = "fe800000000000000000000000000001"
    wide = "20010db8000000000000000000000001"
    file.write_text(
        line6(wide)
        + line6(near, metric="00000100")
        + line6(ZERO)  # a route that leads to nobody
        + line6(near, target="2" + ZERO[1:], prefix="03")
        + "short\n"
    )
    assert gateways6(file) == ("fe80::1%eth0", "2001:db8::1")


def test_elsewhere_the_first_address_of_each_private_network_is_the_guess() -> None:
    machine = [
        Interface("lo", 1, ("127.0.0.1", "::1")),
        Interface("en0", 4, ("fe80::1%4", "192.168.7.20", "2001:db8::2")),
        Interface("en1", 5, ("10.3.4.5", "192.168.7.30", "169.254.3.3", "203.0.113.7")),
        Interface("bridge", 6, ("172.17.0.1",)),
    ]
    assert guessed(machine) == ("192.168.7.1", "10.3.4.1")


def test_where_no_file_tells_it_is_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateways, "interfaces", lambda: (Interface("en0", 1, ("10.0.0.7",)),))
    assert gateways4(tmp_path / "none") == ("10.0.0.1",)
    assert gateways6(tmp_path / "none") == ()
