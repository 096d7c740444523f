"""Tags, queries, answers: a viewer sees what it asked about. Liars are in `test_forged_fog`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations

import pytest

from crypto.errors import MisuseError, ProofError
from crypto.fog import (
    answer,
    ask,
    cell_point,
    check_answer,
    check_queries,
    check_tags,
    open_details,
    tag_key,
    tag_of,
    tag_set,
    unblind,
)
from crypto.group import IDENTITY, G, Point
from crypto.sealing import open_under
from tests.accepted import Accepted, assert_refused
from tests.crypto.cast import secret
from tests.crypto.fog_cast import (
    ASKED,
    CELLS,
    COUNT,
    LABEL,
    LENGTH,
    OTHER_LABELS,
    OWNER,
    PIECES,
    SIZE,
    STRANGER,
    VIEWER,
    Exchange,
    exchange,
    owner,
)


def _seen(done: Exchange) -> dict[int, bytes]:
    """What a viewer finds."""
    found = {}
    for cell, element in unblind(done.asked, done.answers).items():
        place = done.made.find(element)
        if place is not None:
            found[cell] = open_details(done.made, place, element)
    return found


def test_a_viewer_sees_what_stands_on_the_cells_it_asked_about() -> None:
    done = exchange()
    check_tags(done.made)
    check_queries(done.asked.points)
    check_answer(
        done.made.public, done.asked.points, done.answers, done.proof, VIEWER, LABEL, OWNER
    )
    assert _seen(done) == {7: PIECES[7]}


@pytest.mark.parametrize("cells", [(), (300,), (7, 300), tuple(range(COUNT)), (65_535, 0)])
def test_it_sees_that_and_nothing_else(cells: tuple[int, ...]) -> None:
    assert _seen(exchange(cells=cells)) == {c: PIECES[c] for c in cells if c in PIECES}


def test_an_owner_of_nothing_shows_nothing() -> None:
    assert not _seen(exchange({}, (7, 300)))


def test_a_full_set_and_full_queries_have_no_dummies() -> None:
    pieces = {cell: bytes([cell]) * LENGTH for cell in range(SIZE)}
    assert _seen(exchange(pieces, tuple(range(COUNT)))) == pieces


def test_the_same_seed_gives_the_same_bytes() -> None:
    assert exchange() == exchange()
    with ThreadPoolExecutor(2) as pool:
        mine, _ = owner()
        asked = exchange().asked.points
        key = tag_key(mine, PIECES, LABEL, OWNER)
        assert answer(mine, key, asked, VIEWER, LABEL, OWNER, pool=pool) == answer(
            mine, key, asked, VIEWER, LABEL, OWNER
        )
        done = exchange()
        cells = tuple(done.asked.places)
        again = ask(secret(2), cells, LABEL, VIEWER, count=COUNT, pool=pool)
        assert again == ask(secret(2), cells, LABEL, VIEWER, count=COUNT)
        seen = unblind(done.asked, done.answers, pool=pool)
        assert list(seen.items()) == list(unblind(done.asked, done.answers).items())


def test_what_does_not_fit_is_misuse() -> None:
    for pieces in ({c: bytes(LENGTH) for c in range(SIZE + 1)}, {1: bytes(LENGTH + 1)}):
        with pytest.raises(MisuseError):
            tag_set(secret(1), pieces, LABEL, OWNER, size=SIZE, length=LENGTH)
    for cells in (range(COUNT + 1), (5, 5)):
        with pytest.raises(MisuseError):
            ask(secret(1), tuple(cells), LABEL, VIEWER, count=COUNT)
    for cell in (-1, 1 << 16):
        with pytest.raises(MisuseError):
            cell_point(LABEL, cell)
    with pytest.raises(MisuseError):
        unblind(exchange().asked, [G])


# What sets and queries look like does not depend on what they hold


def test_all_sets_have_one_form() -> None:
    for pieces in ({}, PIECES, {c: bytes(LENGTH) for c in range(SIZE)}):
        made = tag_set(secret(1), pieces, LABEL, OWNER, size=SIZE, length=LENGTH)
        assert len(made.tags) == len(made.details) == SIZE
        assert {len(tag) for tag in made.tags} == {32}
        assert {len(details) for details in made.details} == {LENGTH + 16}
        assert list(made.tags) == sorted(made.tags)


def test_all_queries_have_one_form() -> None:
    for cells in ((), ASKED, tuple(range(COUNT))):
        points = ask(secret(1), cells, LABEL, VIEWER, count=COUNT).points
        assert len(set(points)) == COUNT
        encoded = [point.encode() for point in points]
        assert encoded == sorted(encoded)


def test_the_place_of_a_real_entry_tells_nothing() -> None:
    """Over many steps it falls on every place about as often: chi-square, 5 degrees."""
    tags, places = [0] * SIZE, [0] * COUNT
    for step in range(300):
        label = replace(LABEL, step=step)
        made = tag_set(secret(1), {7: bytes(LENGTH)}, label, OWNER, size=SIZE, length=LENGTH)
        element = tag_key(secret(1), {7: bytes(LENGTH)}, label, OWNER).secret * cell_point(label, 7)
        place = made.find(element)
        assert place is not None
        tags[place] += 1
        places[ask(secret(2), (7,), label, VIEWER, count=COUNT).places[7]] += 1
    for counts in (tags, places):
        even = sum(counts) / len(counts)
        assert sum((count - even) ** 2 / even for count in counts) < 24.3  # p = 0.001 at 7 degrees


# Fresh secrets


def test_an_exponent_is_for_one_set_of_one_label_alone() -> None:
    moved = {8: PIECES[7], 300: PIECES[300]}
    hurt = {7: b"an Archer, hurt".ljust(LENGTH, b"\0"), 300: PIECES[300]}
    sets = [(PIECES, LABEL), (moved, LABEL), (hurt, LABEL), ({}, LABEL)]
    sets += [(PIECES, label) for label in OTHER_LABELS]
    keys = {tag_key(secret(OWNER), pieces, label, OWNER).public for pieces, label in sets}
    keys.add(tag_key(secret(OWNER), PIECES, LABEL, OWNER + 1).public)
    keys.add(tag_key(secret(OWNER + 1), PIECES, LABEL, OWNER).public)
    if len(keys) < len(sets) + 2:
        raise Accepted("two sets have one exponent")
    assert not set(owner(moved)[1].tags) & set(owner()[1].tags)


def test_a_blinding_is_for_one_list_of_one_label_alone() -> None:
    asked = [ask(secret(VIEWER), cells, LABEL, VIEWER, count=COUNT) for cells in ((7,), (7, 8))]
    asked += [ask(secret(VIEWER), (7,), label, VIEWER, count=COUNT) for label in OTHER_LABELS]
    asked.append(ask(secret(VIEWER), (7,), LABEL, STRANGER, count=COUNT))
    if len({one.blinding for one in asked}) < len(asked):
        raise Accepted("two lists of cells have one blinding")
    for one, other in combinations(asked, 2):
        assert not set(one.points) & set(other.points)


def test_every_cell_of_every_label_has_a_point_of_its_own() -> None:
    labels = (LABEL, *OTHER_LABELS)
    points = {cell_point(label, cell) for label in labels for cell in (7, 8)}
    if len(points) < 2 * len(labels):
        raise Accepted("an answer about one cell is one about another")


def test_no_secret_is_shown() -> None:
    asked = exchange().asked
    assert "blinding" not in repr(asked)
    assert "places" not in repr(asked)
    assert "points" in repr(asked), "what is sent is shown"


# Who is no party


def _posted(done: Exchange) -> list[Point]:
    """Every point in the messages of an exchange, and what can be made of two of them."""
    points = [done.made.public, G, *done.asked.points, *done.answers]
    return [*points, *(a - b for a, b in combinations(points, 2))]


def test_a_bystander_learns_nothing_about_any_cell() -> None:
    """It has every message. It guesses every cell, and no point it knows gives a tag or a key."""
    done = exchange()
    known = [*_posted(done), *(cell_point(LABEL, cell) for cell in CELLS)]
    assert not {tag_of(point) for point in known} & set(done.made.tags)
    for point in known[:20]:
        for details in done.made.details:
            with pytest.raises(ProofError):
                open_under(point, "details", details)
    # with what the owner alone has, each guess is right or wrong: so the guesses are good ones
    exponent = tag_key(secret(OWNER), PIECES, LABEL, OWNER).secret
    hits = [c for c in CELLS if done.made.find(exponent * cell_point(LABEL, c)) is not None]
    assert hits == sorted(PIECES)


def test_a_bystander_who_asks_as_well_learns_nothing_of_other_cells() -> None:
    """A second viewer of the same set has elements of its own cells, and sums of those."""
    done = exchange()
    key = tag_key(secret(OWNER), PIECES, LABEL, OWNER)
    asked = ask(secret(STRANGER), (100, 101, 102), LABEL, STRANGER, count=COUNT)
    answers, _ = answer(secret(OWNER), key, asked.points, STRANGER, LABEL, OWNER)
    elements = list(unblind(asked, answers).values())
    known = [*elements, *(a + b for a, b in combinations(elements, 2)), *_posted(done)]
    known += [element - point for element in elements for point in _posted(done)[:18]]
    assert not {tag_of(point) for point in known} & set(done.made.tags)


def test_copied_queries_are_worth_nothing_to_who_copies_them() -> None:
    """It lacks the blinding: unblinded with its own, the answers are other points."""
    done = exchange()
    mine = ask(secret(STRANGER), ASKED, LABEL, STRANGER, count=COUNT)
    stolen = replace(mine, points=done.asked.points, places=done.asked.places)
    assert all(
        done.made.find(element) is None for element in unblind(stolen, done.answers).values()
    )


def test_elements_of_one_step_are_worth_nothing_at_the_next() -> None:
    before = exchange()
    _, after = owner(label=replace(LABEL, step=41))
    for element in unblind(before.asked, before.answers).values():
        assert after.find(element) is None


# What anybody can see is wrong


def test_two_equal_tags_are_refused() -> None:
    made = owner()[1]
    twice = replace(made, tags=(made.tags[0], made.tags[0], *made.tags[2:]))
    assert_refused(check_tags, twice)


def test_tags_out_of_order_are_refused() -> None:
    made = owner()[1]
    assert_refused(check_tags, replace(made, tags=made.tags[::-1]))


def test_a_query_that_stands_twice_is_refused() -> None:
    points = exchange().asked.points
    assert_refused(check_queries, (points[0], *points))


def test_queries_out_of_order_are_refused() -> None:
    assert_refused(check_queries, exchange().asked.points[::-1])


def test_the_identity_is_no_query() -> None:
    assert_refused(check_queries, (IDENTITY, *exchange().asked.points))
