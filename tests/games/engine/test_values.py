"""Canonical bytes, faces and outcomes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.values import (
    Face,
    Outcome,
    Primitive,
    Seat,
    encode,
    face_bytes,
    form,
    is_face,
    text_form,
)

PRIMITIVES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
)
FACES = st.recursive(
    st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)


def exactly(value: object) -> object:
    """A value with its types, so that True and 1 differ."""
    if isinstance(value, tuple):
        return ("tuple", tuple(exactly(item) for item in value))
    return (type(value), value)


@given(PRIMITIVES, PRIMITIVES)
def test_the_form_is_injective(one: Primitive, other: Primitive) -> None:
    assert (encode(one) == encode(other)) == (exactly(one) == exactly(other))


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, b"n"),
        (True, b"t"),
        (False, b"f"),
        (-12, b"i-12,"),
        ("a", b"s1:a"),
        ("", b"s0:"),
        ("é", "s2:é".encode()),
        ((), b"()"),
        (("a", (1, None)), b"(s1:a(i1,n))"),
    ],
)
def test_the_form_is_the_documented_one(value: Primitive, written: bytes) -> None:
    assert encode(value) == written


@given(PRIMITIVES)
def test_a_form_stands_for_its_value_inside_others(value: Primitive) -> None:
    assert encode((1, form(value), "x")) == encode((1, value, "x"))


def test_the_form_of_a_text_is_the_same_however_often_it_is_asked_for() -> None:
    assert [text_form("é"), text_form("é")] == [form("é")] * 2


@pytest.mark.parametrize("value", [1.0, [1], {}, b"x", (1, [2]), object()])
def test_other_values_have_no_form(value: Any) -> None:
    with pytest.raises(TypeError):
        encode(value)


@given(FACES)
def test_faces_are_faces(face: Face) -> None:
    assert is_face(face)
    assert face_bytes(face) == encode(face)


@pytest.mark.parametrize("value", [None, True, 1.5, ["a"], ("a", None), ("a", False)])
def test_other_values_are_no_faces(value: Any) -> None:
    assert not is_face(value)
    with pytest.raises(TypeError):
        face_bytes(value)


def test_an_outcome_is_primitive() -> None:
    assert Outcome((Seat(1), Seat(2)), "both").encode() == ((1, 2), "both")
    encode(Outcome((), "nobody").encode())
