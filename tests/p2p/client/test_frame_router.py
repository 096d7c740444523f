"""What a router does whatever the phase: it counts, reads, cuts off and tells of trouble."""

from __future__ import annotations

from contextlib import suppress

import pytest

from p2p.client.frame_router import ROUNDS_BEFORE_TROUBLE, SECONDS_BEFORE_TROUBLE
from p2p.client.talk.chat import CHAT
from p2p.errors import CodecError
from p2p.lobby.frames import PLACES
from p2p.net.close_reason import Reason
from p2p.net.tls import Role
from p2p.wire import codec
from tests.p2p.client.routed import ANA, CLEO, STRANGER, Setting


@pytest.mark.parametrize(
    "frame", [b"", b"\xff", codec.encode(()), codec.encode(("word",)), codec.encode((PLACES, 7))]
)
def test_nonsense_costs_the_link(frame: bytes) -> None:
    one = Setting()
    one.router.on_frame(ANA, frame)
    assert one.wires.closed == [(ANA, Reason.BAD_DATA)]
    assert one.errors == []


def test_trouble_is_told_after_some_rounds_or_at_once_where_trying_is_no_use() -> None:
    one = Setting()
    one.router.on_trouble(ANA, Reason.UNREACHABLE, ROUNDS_BEFORE_TROUBLE - 1)
    assert one.told is None
    one.router.on_trouble(ANA, Reason.UNREACHABLE, ROUNDS_BEFORE_TROUBLE)
    assert one.told is Reason.UNREACHABLE
    one.router.on_up(ANA, Role.MEMBER)
    assert one.told is None
    one.router.on_trouble(ANA, Reason.WRONG_TABLE, 1)
    assert one.told is Reason.WRONG_TABLE


def test_a_round_that_took_long_is_told_at_its_end() -> None:
    one = Setting()
    one.now = SECONDS_BEFORE_TROUBLE
    one.router.on_trouble(ANA, Reason.UNREACHABLE, 1)
    assert one.told is Reason.UNREACHABLE


@pytest.mark.parametrize(("key", "role"), [(CLEO, Role.MEMBER), (STRANGER, Role.WATCHER)])
@pytest.mark.parametrize("kind", [PLACES, CHAT, 15])
def test_small_frames_that_do_not_end_are_a_flood(key: bytes, role: Role, kind: int) -> None:
    """Each of them used to be decoded and carried out, one database commit after the other."""
    one = Setting()
    one.play()
    one.router.on_up(key, role)
    frame = codec.encode((kind, ()))
    for _ in range(2000):
        with suppress(CodecError):
            one.router.on_frame(key, frame)
    assert key in one.floods


def test_whoever_has_flooded_gets_no_link_for_a_while() -> None:
    one = Setting()
    one.play()
    one.policy.shun(CLEO)
    assert one.policy.accepts(CLEO, Role.MEMBER) is False
    one.router.on_up(CLEO, Role.MEMBER)  # we had called it
    assert one.wires.closed == [(CLEO, Reason.FLOOD)]
    assert one.ears.told == []
