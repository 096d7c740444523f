"""What waits of each link: bounded, in order, in turns."""

from __future__ import annotations

from p2p.client.play.inbox import SHARES, TURN_BYTES, TURN_FRAMES, Inbox
from p2p.net.links.admission import Precedence

ANA, BEN, WATCHER, KNOCKER = b"ana", b"ben", b"watcher", b"knocker"
RANKS = {WATCHER: Precedence.WATCHER, KNOCKER: Precedence.KNOCKER}


class Setting:
    def __init__(self) -> None:
        self.held: dict[bytes, bool] = {}
        self.inbox: Inbox[str] = Inbox(
            lambda key: RANKS.get(key, Precedence.MEMBER), self.held.__setitem__
        )

    def put(self, key: bytes, *work: str, size: int = 1) -> list[bool]:
        return [self.inbox.put(key, one, size) for one in work]


def test_each_link_has_its_turn_and_keeps_its_order() -> None:
    one = Setting()
    one.put(ANA, "a1", "a2", "a3")
    one.put(BEN, "b1")
    assert one.inbox.take() == ["a1", "b1", "a2", "a3"]
    assert not one.inbox


def test_seats_come_before_spectators_and_these_before_who_knocks() -> None:
    one = Setting()
    one.put(KNOCKER, "k")
    one.put(WATCHER, "w")
    one.put(ANA, "a1", "a2")
    assert one.inbox.take() == ["a1", "a2", "w", "k"]


def test_a_turn_is_short() -> None:
    one = Setting()
    one.put(ANA, *map(str, range(50)))
    assert len(one.inbox.take()) == TURN_FRAMES
    one = Setting()
    one.put(ANA, "1", "2", "3", size=TURN_BYTES)
    assert one.inbox.take() == ["1"]


def test_a_full_link_is_held_until_half_is_done() -> None:
    for key, rank in ((ANA, Precedence.MEMBER), (WATCHER, Precedence.WATCHER)):
        share = SHARES[rank]
        one = Setting()
        one.put(key, *["x"] * (share.frames - 1))
        assert one.held == {}
        one.put(key, "x")
        assert one.held == {key: True}
        left = share.frames
        while one.held[key]:
            left -= len(one.inbox.take())
        assert left <= share.frames // 2
        one = Setting()
        one.put(key, "x", size=share.size)
        assert one.held == {key: True}


def test_what_comes_although_it_is_held_is_bounded_too() -> None:
    """A link that is lost and back at once brings its next frame before it is held again."""
    one = Setting()
    share = SHARES[Precedence.MEMBER]
    assert sum(one.put(ANA, *["x"] * 10 * share.frames)) == 2 * share.frames
    assert one.put(BEN, *["x"] * 9, size=share.size) == [True, True, *[False] * 7]
    assert one.put(ANA, "it is gone", size=0) == [True]  # never lost: it is no frame
