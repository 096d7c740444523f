"""The world that stands for people: who is where, and what can be done to them meanwhile."""

from __future__ import annotations

import socket

import pytest

from tests.netns.namespaces import Namespace
from tests.netns.stand import Standing
from tests.netns.topology import World

pytestmark = [pytest.mark.slow, pytest.mark.netns]


def seen_from(caller: Namespace, server: Namespace, address: str) -> str:
    """The address from which a call comes that one machine makes to another."""
    with server.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.settimeout(5.0)
        listening.bind((address, 0))
        listening.listen()
        with caller.socket(socket.AF_INET, socket.SOCK_STREAM) as calling:
            calling.settimeout(5.0)
            calling.connect(listening.getsockname())
            connection, (host, _) = listening.accept()
            connection.close()
            return str(host)


def test_people_move_and_routers_start_anew(earth: World) -> None:
    standing = Standing(earth, ["keeps=Ana,Ben", "maps=Cleo", "public=Pia"])
    ana, pia = standing.people["Ana"], standing.people["Pia"]
    assert [line.partition(":")[0] for line in standing.lines()] == ["Ana", "Ben", "Cleo", "Pia"]
    assert seen_from(ana, pia, "203.0.113.100") == "203.0.113.11"
    assert standing.do("address Ana 192.168.1.77") == "Ana is at 192.168.1.77"
    assert seen_from(ana, standing.people["Ben"], "192.168.1.3") == "192.168.1.77"
    assert seen_from(ana, pia, "203.0.113.100") == "203.0.113.11"
    assert standing.do("restart 1 moved") == "the router of home 1 is at 203.0.113.31"
    assert seen_from(ana, pia, "203.0.113.100") == "203.0.113.31"
    assert standing.do("move Ana 2") == "Ana is in home 2"
    assert seen_from(ana, pia, "203.0.113.100") == "203.0.113.12"
    standing.do("cut Ana")
    with pytest.raises(OSError):
        seen_from(ana, pia, "203.0.113.100")
    standing.do("mend Ana")
    assert seen_from(ana, pia, "203.0.113.100") == "203.0.113.12"
    assert standing.do("restart 2") == "the router of home 2 is at 203.0.113.12"
    assert seen_from(ana, pia, "203.0.113.100") == "203.0.113.12"


def test_what_does_not_fit_says_what_there_is(earth: World) -> None:
    standing = Standing(earth, ["keeps=Ana"])
    for line in ("dance", "move Ana", "move Ana 7", "cut Zoe"):
        assert "there are: address, move" in standing.do(line), line
