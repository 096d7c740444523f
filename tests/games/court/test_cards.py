"""What is printed: the 120 cards, their distributions (HAG-4 to HAG-7, CTD-2), their texts."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from games.court.cards import Action, Character, Event, Row
from games.court.characters import CHARACTERS
from games.court.deck import ACTIONS, CARDS, CATALOGUE, EVENTS, without_texts
from games.court.deeds import StartMelee
from games.court.effects import EFFECTS
from games.court.equipment import EQUIPMENT
from games.court.magic import ENCHANTMENTS, SPELLS
from games.court.princes import PRINCES
from games.court.rules import Court
from games.court.terms import Ability, Keyword, Kind, Trigger


def test_ha_2_the_cards_are_120_in_four_decks() -> None:
    decks = (PRINCES, CHARACTERS, EVENTS, ACTIONS)
    assert CATALOGUE.cards == CARDS == tuple(row for deck in decks for row in deck)
    assert len(CARDS) == 120
    assert [len(deck) for deck in decks] == [5, 30, 30, 55]


def test_ctd_2_no_two_cards_have_a_title_a_text_or_a_face_in_common() -> None:
    for name in ("key", "title", "text"):
        assert len({getattr(row, name) for row in CARDS}) == 120


def test_hag_4_popularity_and_starting_favor_of_the_princes() -> None:
    assert [(row.popularity, row.favor) for row in PRINCES] == [
        (5, 10),
        (4, 11),
        (3, 12),
        (2, 13),
        (1, 14),
    ]


def test_ctd_15_princes_have_four_points_and_a_power_of_their_own() -> None:
    assert {row.politics + row.combat for row in PRINCES} == {4}
    assert len({row.trait for row in PRINCES}) == 5
    assert all(row.trait is not None for row in PRINCES)


def test_hag_5_the_characters() -> None:
    assert all(0 <= row.politics <= 4 and 0 <= row.combat <= 4 for row in CHARACTERS)
    assert all(2 <= row.politics + row.combat <= 5 for row in CHARACTERS)
    count = Counter(word for row in CHARACTERS for word in row.keywords)
    assert set(count) == set(Keyword)
    assert count[Keyword.FIGHTER] >= 6
    assert count[Keyword.WIZARD] >= 5
    assert count[Keyword.WEALTHY] >= 6
    assert sum(row.power is not None for row in CHARACTERS) == 11


def test_hag_6_the_events() -> None:
    assert Counter(row.is_contest for row in EVENTS) == {True: 15, False: 15}
    assert Counter(row.ability for row in EVENTS) == dict.fromkeys(Ability, 15)
    assert sum(row.money for row in EVENTS) == 6
    assert sum(row.mandatory for row in EVENTS) == 5
    assert sum(row.lasting is not None for row in EVENTS) == 4


def test_ctd_12_only_contests_are_mandatory() -> None:
    assert all(row.is_contest for row in EVENTS if row.mandatory)


def test_hag_7_the_actions() -> None:
    assert [len(deck) for deck in (EFFECTS, EQUIPMENT, SPELLS, ENCHANTMENTS)] == [24, 13, 10, 8]
    assert Counter(row.kind for row in ACTIONS) == {
        Kind.EFFECT: 24,
        Kind.EQUIPMENT: 13,
        Kind.SPELL: 10,
        Kind.ENCHANTMENT: 8,
    }
    assert all(row.phases for row in ACTIONS)
    assert sum(row.trigger is not None for row in ACTIONS) >= 6
    starts = [row for row in ACTIONS for deed in row.deeds if isinstance(deed, StartMelee)]
    assert len(starts) == 4


def test_ctd_6_each_trigger_has_a_card() -> None:
    assert {row.trigger for row in ACTIONS if row.trigger is not None} == set(Trigger)


@pytest.mark.parametrize("row", CARDS, ids=lambda row: row.title)
def test_each_text_is_one_or_two_plain_sentences(row: Row) -> None:
    assert row.text[0].isupper()
    assert row.text[-1] in ".!"
    assert 1 <= len(re.findall(r"[.!](?: |$)", row.text)) <= 2
    assert len(row.text) <= 170
    assert "  " not in row.text
    assert row.text.isascii()


_WORDS = {"one": 1, "two": 2, "three": 3, "a": 1, "an": 1, "another": 1}
_NUMBER = re.compile(r"\d+|\b(?:one|two|three|an?|another)\b")


def numbers(text: str) -> set[int]:
    """The numbers that stand in a text, in digits or words."""
    found = _NUMBER.findall(text.lower())
    return {_WORDS[word] if word in _WORDS else int(word) for word in found}


def amounts(value: object) -> set[int]:
    """The numbers of which a row is made."""
    primitive = without_texts(value)
    found: set[int] = set()

    def walk(one: object) -> None:
        if isinstance(one, tuple):
            for item in one:
                walk(item)
        elif type(one) is int and one:
            found.add(abs(one))

    walk(primitive)
    return found


@pytest.mark.parametrize("row", [*ACTIONS, *EVENTS], ids=lambda row: row.title)
def test_each_number_of_a_row_stands_in_its_text(row: Action | Event) -> None:
    parts = (row.deeds, row.bonus) if isinstance(row, Action) else (row.then, row.otherwise)
    extra = row.aims if isinstance(row, Action) else row.lasting
    wanted = amounts(tuple(parts)) | (amounts(extra) if extra else set())
    assert wanted <= numbers(row.text), row.text


@pytest.mark.parametrize("row", CHARACTERS, ids=lambda row: row.title)
def test_who_has_a_power_says_so(row: Character) -> None:
    assert row.text.startswith("Turn ") is (row.power is not None)
    assert (row.power is None) or row.power.says


def test_a_card_is_found_by_its_face() -> None:
    assert all(CATALOGUE.card(row.key) is row for row in CARDS)
    with pytest.raises(KeyError):
        CATALOGUE.card("nobody")


def test_the_rules_version_covers_the_rows_and_no_texts() -> None:
    tables = Court().tables()
    shown = repr(tables)
    assert all(row.text not in shown and row.title not in shown for row in CARDS)
    assert isinstance(tables, tuple)
    assert len(tables[-1]) == 120  # type: ignore[arg-type]


def test_ctd_9_every_card_has_a_test_that_names_it() -> None:
    here = Path(__file__).parent
    texts = "".join(path.read_text().lower() for path in sorted(here.glob("test_*.py")))
    unnamed = [
        row.title
        for row in CARDS
        if row.title.lower() not in texts
        and re.sub(r"[^a-z]+", "_", row.title.lower()).strip("_") not in texts
    ]
    assert unnamed == []


def test_hag_8_the_credits_name_the_designer_of_the_rules_and_say_whose_the_cards_are() -> None:
    assert "E. Halsey Miles" in Court.info.credits
    assert "original" in Court.info.credits
