"""What is known of the fog: exponents are used once, and a view belongs to its owner."""

from __future__ import annotations

import pytest

from crypto.context import Context
from crypto.errors import ProofError
from crypto.group import G
from p2p.replica.fog_state import Fog, View

TABLE = bytes(32)
PUBLIC, OTHER = b"\1" * 32, b"\2" * 32


def view(owner: int, fresh: tuple[int, ...], zone: str = "view") -> View:
    return View(owner, zone, fresh, (0, 1), (), G, Context(TABLE, 1, owner))


@pytest.mark.parametrize(
    ("seat", "step", "refused"),
    [(0, 5, True), (0, 6, True), (1, 6, True), (1, 5, False)],
)
def test_an_exponent_is_refused_where_it_may_be_known(seat: int, step: int, refused: bool) -> None:
    """Two seats that say the same at one step may not have heard of each other."""
    fog = Fog()
    fog.use_exponent(PUBLIC, 0, 5)
    fog.use_exponent(OTHER, 0, 5)
    if refused:
        with pytest.raises(ProofError):
            fog.use_exponent(PUBLIC, seat, step)
    else:
        fog.use_exponent(PUBLIC, seat, step)


def test_positions_belong_to_the_last_view_of_their_owner() -> None:
    """Those of an older one are let go of: nothing is opened there any more."""
    fog = Fog()
    old, new, other = view(0, (5, 6)), view(0, (7, 8)), view(1, (9,), "another")
    assert fog.add_view(old) == ()
    assert fog.view_of((6, 5)) is old
    assert fog.add_view(other) == ()
    assert fog.add_view(new) == (5, 6)
    assert fog.views == {0: new, 1: other}
    assert fog.view_of((7, 8)) is new
    assert [fog.owner_of(card) for card in (4, 5, 8, 9)] == [None, None, 0, 1]
    assert fog.view_of((5,)) is None
    assert fog.view_of(()) is None
    assert fog.is_view("view")
    assert not fog.is_view("map")
