"""Which of two links stays: the rule, and that both ends come to the same one by it."""

from __future__ import annotations

import itertools

import pytest

from p2p.net.links.framing import Hello
from p2p.net.links.handshake import OPEN_SECONDS
from p2p.net.links.member_links import Candidate, Resolution, resolve
from p2p.net.path_kind import PathKind

SMALL, LARGE = b"a", b"b"
ENDS = ((SMALL, LARGE), (LARGE, SMALL))
DIRECT, LAN, PUNCHED = PathKind.DIRECT, PathKind.LAN, PathKind.PUNCHED


def decided(
    own: bytes,
    peer: bytes,
    *,
    old_outbound: bool,
    outbound: bool,
    old: PathKind = DIRECT,
    new: PathKind = DIRECT,
    age: float = 0.0,
    replaces: bytes = b"",
    known: bool = False,
) -> Resolution:
    return resolve(
        own,
        peer,
        old=Candidate(old_outbound, Hello(old)),
        new=Candidate(outbound, Hello(new, replaces=replaces)),
        age=age,
        known=known,
    )


@pytest.mark.parametrize(("own", "peer"), ENDS)
def test_of_two_alike_that_were_called_at_once_the_smaller_keys_stays(
    own: bytes, peer: bytes
) -> None:
    mine = own == SMALL
    assert decided(own, peer, old_outbound=False, outbound=True) is (
        Resolution.REPLACE if mine else Resolution.DISCARD
    )
    assert decided(own, peer, old_outbound=True, outbound=True) is Resolution.DISCARD
    assert decided(own, peer, old_outbound=True, outbound=False) is (
        Resolution.SPARE if mine else Resolution.REPLACE
    )


@pytest.mark.parametrize(("own", "peer"), ENDS)
@pytest.mark.parametrize("new", PathKind)
def test_who_dials_later_than_both_could_have_at_once_has_lost_its_link(
    own: bytes, peer: bytes, new: PathKind
) -> None:
    for old_outbound, age in ((True, OPEN_SECONDS), (False, 0.0), (False, 60.0)):
        found = decided(own, peer, old_outbound=old_outbound, outbound=False, age=age, new=new)
        assert found is Resolution.RECONNECT


@pytest.mark.parametrize(("own", "peer"), ENDS)
@pytest.mark.parametrize("old_outbound", [False, True])
def test_a_nearer_one_takes_the_place_of_one_that_both_know(
    own: bytes, peer: bytes, old_outbound: bool
) -> None:
    def at(*, outbound: bool, known: bool = True) -> Resolution:
        return decided(
            own, peer, old_outbound=old_outbound, outbound=outbound, new=LAN, age=99,
            replaces=b"" if outbound else bytes(8), known=known,
        )  # fmt: skip

    assert at(outbound=True) is Resolution.REPLACE
    assert at(outbound=False) is Resolution.REPLACE
    # Another client under the same key has named a link that it has and we have not.
    assert at(outbound=False, known=False) is Resolution.RECONNECT


@pytest.mark.parametrize(("own", "peer"), ENDS)
def test_a_punched_link_is_no_better_than_a_direct_one(own: bytes, peer: bytes) -> None:
    assert decided(own, peer, old_outbound=True, outbound=True, new=PUNCHED) is Resolution.DISCARD


def test_nobody_replaces_a_link_for_ever() -> None:
    """The same side dials again over a way as long: no client of ours does that."""
    found = decided(LARGE, SMALL, old_outbound=False, outbound=False, replaces=bytes(8), known=True)
    assert found is Resolution.RECONNECT


@pytest.mark.parametrize(("one", "two"), list(itertools.product(PathKind, repeat=2)))
@pytest.mark.parametrize(("dialler", "other"), ENDS)
@pytest.mark.parametrize("dialled_first", ENDS)
def test_both_ends_keep_the_same_one(
    one: PathKind, two: PathKind, dialler: bytes, other: bytes, dialled_first: tuple[bytes, bytes]
) -> None:
    """`one` stands, `two` comes: `dialler` decides before it says hello, the other by that."""
    first = dialled_first[0]
    here = decided(
        dialler, other, old_outbound=first == dialler, outbound=True, old=one, new=two, age=99
    )
    if here is Resolution.DISCARD:
        return  # the other side never hears of it
    there = decided(
        other, dialler, old_outbound=first == other, outbound=False, old=one, new=two, age=99,
        replaces=bytes(8), known=True,
    )  # fmt: skip
    assert (here, there) == (Resolution.REPLACE, Resolution.REPLACE)


@pytest.mark.parametrize(("one", "two"), list(itertools.product(PathKind, repeat=2)))
@pytest.mark.parametrize("replaces", [b"", bytes(8)])
def test_two_that_cross_leave_the_same_one_at_both_ends(
    one: PathKind, two: PathKind, replaces: bytes
) -> None:
    """SMALL has dialled `one`, LARGE `two`, and neither has heard of the other's yet."""
    known = bool(replaces)
    at_small = decided(
        SMALL, LARGE, old_outbound=True, outbound=False, old=one, new=two,
        replaces=replaces, known=known,
    )  # fmt: skip
    at_large = decided(
        LARGE, SMALL, old_outbound=True, outbound=False, old=two, new=one,
        replaces=replaces, known=known,
    )  # fmt: skip
    assert {at_small, at_large} == {Resolution.REPLACE, Resolution.SPARE}
