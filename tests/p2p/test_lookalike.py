"""Names that a hurried reader takes for one another."""

from __future__ import annotations

import pytest

from p2p.lookalike import alike, skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ben", "ben"),
        ("Ben", "B\u00e9n"),
        ("Ben", "\u0412\u0435n"),
        ("Paula", "P\u0430ul\u0430"),
        ("Olga", "0lga"),
        ("Bill", "BiI1"),
        ("Anna Lee", "AnnaLee"),
        ("Anna", "Anna."),
        ("Sam", "Sarn"),
        ("Will", "VViII"),
        ("Nora", "\uff2eora"),
        ("\u0391\u03bd\u03b1", "Ava"),
    ],
)
def test_they_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert alike(one, ["Somebody", other]) == other


@pytest.mark.parametrize("other", ["Bens", "Bem", "Hen", "Ken", "", "\u5f20"])
def test_they_do_not(other: str) -> None:
    assert alike("Ben", [other]) is None


def test_a_name_is_not_warned_of_itself_nor_of_names_without_letters() -> None:
    assert alike("Ben", ["Ben"]) is None
    assert alike("...", ["---"]) is None
