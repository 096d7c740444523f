"""How each member is reached, from what was measured here."""

from __future__ import annotations

from p2p.client.reach.paths import MemberPath, milliseconds, paths_of
from p2p.net.path_kind import LinkPath, PathKind

ANA, BEN, CY, DOT = (name * 32 for name in (b"a", b"b", b"c", b"d"))
KEYS = (ANA, BEN, CY, DOT)


def test_a_link_of_our_own_is_the_path() -> None:
    links = {
        ANA: LinkPath(PathKind.SAME_MACHINE, 0.001),
        BEN: LinkPath(PathKind.LAN, 0.0004),
        CY: LinkPath(PathKind.DIRECT, 0.0381),
    }
    assert paths_of(KEYS, links, ((), (2,), (1,), ())) == {
        ANA: MemberPath(PathKind.SAME_MACHINE),
        BEN: MemberPath(PathKind.LAN, 1),
        CY: MemberPath(PathKind.DIRECT, 38),
    }


def test_without_one_the_nearest_who_is_linked_passes_it_on() -> None:
    links = {BEN: LinkPath(PathKind.DIRECT, 0.2), CY: LinkPath(PathKind.DIRECT, 0.04)}
    linked = ((), (3,), (3,), ())
    assert paths_of(KEYS, links, linked)[DOT] == MemberPath(None, through=2)
    links[CY] = LinkPath(PathKind.DIRECT)  # not measured yet
    assert paths_of(KEYS, links, linked)[DOT] == MemberPath(None, through=1)


def test_who_has_lost_its_link_to_us_passes_nothing_on() -> None:
    assert paths_of(KEYS, {}, ((), (3,), (), ())) == {}
    links = {BEN: LinkPath(PathKind.LAN)}
    assert DOT not in paths_of(KEYS, links, ((), (2,), (3,), ()))


def test_nothing_takes_less_than_a_millisecond() -> None:
    assert [milliseconds(seconds) for seconds in (None, 0.0, 0.0004, 0.0016, 1.25)] == [
        None,
        1,
        1,
        2,
        1250,
    ]
