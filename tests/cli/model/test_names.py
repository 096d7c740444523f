"""How people are called: petnames, twins, and nobody posing as somebody else."""

from __future__ import annotations

import unicodedata

import pytest

from cli.model.names import people
from p2p.wire.charter import Member
from tests.cli.cast import KEYS

ADA, BEN, CYR, DEE, _ = KEYS


def titles(*members: Member, contacts: dict[bytes, str] | None = None) -> list[str]:
    return [person.title for person in people(members, ADA, contacts or {})]


def test_we_are_marked_and_bots_say_whose_they_are() -> None:
    found = titles(
        Member(ADA, "Ada"),
        Member(BEN, "Ben"),
        Member(CYR, "Sorrel", operator=ADA),
        Member(DEE, "Thistle", operator=BEN),
    )
    assert found == ["Ada (you)", "Ben", "Sorrel (your bot)", "Thistle (bot of Ben)"]


def test_a_bot_of_somebody_who_does_not_play() -> None:
    assert titles(Member(BEN, "Sorrel", operator=DEE)) == [
        "Sorrel (bot of somebody who does not play)"
    ]


def test_two_of_one_name_are_told_apart() -> None:
    assert titles(Member(BEN, "Ben"), Member(CYR, "BEN")) == ["Ben", "BEN [seat 2]"]


@pytest.mark.parametrize(
    "false",
    [
        "Аda",
        "Ada （you）",
        "Ada ⁽you⁾",
        "Ada you",
        "Αdа ❪you❫",
    ],
)
def test_who_is_drawn_like_another_at_the_table_is_marked_and_so_is_the_other(false: str) -> None:
    (real, shown) = titles(Member(ADA, "Ada"), Member(BEN, false))
    assert real == "Ada [seat 1] (you)"
    assert shown.endswith(" [seat 2]")
    assert not any(unicodedata.category(char) in ("Ps", "Pe") for char in shown[:-9])
    assert titles(Member(ADA, "Ada"), Member(BEN, "Ada ⒴⒪⒰")) == ["Ada (you)", "Ada [seat 2]"]


def test_our_own_name_for_a_key_wins() -> None:
    assert titles(Member(BEN, "xXx"), contacts={BEN: "Benedikt"}) == ["Benedikt"]


def test_nobody_passes_for_a_contact() -> None:
    contacts = {BEN: "Ben"}
    assert titles(Member(CYR, "ben"), Member(BEN, "B"), contacts=contacts) == [
        "ben [not your contact]",
        "Ben",
    ]


def test_a_name_can_neither_draw_nor_claim_to_be_us() -> None:
    (shown,) = titles(Member(BEN, "\x1b[31mAda (you)\u202e{0}"))
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert not set(shown) & set("()[]{}")
    assert titles(Member(BEN, "()")) == ["nameless"]
