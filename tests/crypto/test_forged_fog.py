"""Owners who answer wrongly, and viewers who say that they were denied what they were shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crypto import dleq
from crypto.errors import ProofError
from crypto.fog import (
    Label,
    answer,
    ask,
    cell_point,
    check_answer,
    check_denial,
    open_details,
    prove_denial,
    tag_key,
    unblind,
)
from crypto.group import IDENTITY, G, Point
from crypto.keys import KeyPair
from tests.accepted import assert_refused
from tests.crypto.cast import BAD_POINTS, point, scalar, secret, spoiled
from tests.crypto.fog_cast import (
    COUNT,
    LABEL,
    OTHER_LABELS,
    OWNER,
    PIECES,
    STRANGER,
    VIEWER,
    exchange,
)
from tests.crypto.forgers import logarithms

DONE = exchange()
KEY = tag_key(secret(OWNER), PIECES, LABEL, OWNER)
QUERIES, ANSWERS = DONE.asked.points, DONE.answers
CLAIM = logarithms.Claim(
    "fog answer",
    KEY,
    QUERIES,
    LABEL.context(OWNER),
    b"\0\0\0\4here\0\0\0\2\0\2",
)


def _refused(answers: tuple[Point, ...], proof: bytes) -> None:
    assert_refused(check_answer, DONE.made.public, QUERIES, answers, proof, VIEWER, LABEL, OWNER)


# Answers


def test_the_forger_is_refused_for_its_lie() -> None:
    """Where there is nothing to lie about, its proof is good: it knows the statement."""
    images, proof = dleq.prove(
        secret(OWNER),
        CLAIM.kind,
        KEY.secret,
        KEY.public,
        QUERIES,
        CLAIM.context,
        statement=CLAIM.statement,
    )
    check_answer(DONE.made.public, QUERIES, images, proof, VIEWER, LABEL, OWNER)


def test_an_owner_cannot_hide_a_piece() -> None:
    """Two answers change places, or two errors cancel: the viewer would find nothing."""
    swapped = (ANSWERS[1], ANSWERS[0], *ANSWERS[2:])
    _refused(swapped, DONE.proof)
    for forged in (
        logarithms.with_errors_that_cancel(CLAIM, G),
        logarithms.with_errors_by_weight(CLAIM, G),
    ):
        _refused(forged.images, forged.proof)


def test_an_owner_cannot_answer_under_another_key() -> None:
    """The whole set would be invisible to this viewer."""
    forged = logarithms.under_another_secret(CLAIM, scalar(3))
    _refused(forged.images, forged.proof)
    other = KeyPair(scalar(3), DONE.made.public)
    images, proof = answer(secret(OWNER), other, QUERIES, VIEWER, LABEL, OWNER)
    _refused(images, proof)


def test_knowing_the_key_is_not_enough() -> None:
    forged = logarithms.knowing_only_the_key(CLAIM, [point(n) for n in range(COUNT)])
    _refused(forged.images, forged.proof)


def test_every_spoiled_proof_is_refused() -> None:
    for _, wrong in spoiled(DONE.proof, 0):
        _refused(ANSWERS, wrong)


def test_every_wrong_answer_is_refused() -> None:
    for index in range(COUNT):
        for wrong in (IDENTITY, G, -ANSWERS[index], ANSWERS[index] + G, QUERIES[index]):
            _refused((*ANSWERS[:index], wrong, *ANSWERS[index + 1 :]), DONE.proof)
    for answers in (ANSWERS[:-1], (*ANSWERS, G), (), ANSWERS[::-1]):
        _refused(tuple(answers), DONE.proof)


@pytest.mark.parametrize("label", OTHER_LABELS)
def test_an_answer_is_for_its_label(label: Label) -> None:
    assert_refused(
        check_answer, DONE.made.public, QUERIES, ANSWERS, DONE.proof, VIEWER, label, OWNER
    )


def test_an_answer_is_of_its_owner_to_its_viewer() -> None:
    public, proof = DONE.made.public, DONE.proof
    for viewer, seat in ((STRANGER, OWNER), (VIEWER, STRANGER), (OWNER, VIEWER)):
        assert_refused(check_answer, public, QUERIES, ANSWERS, proof, viewer, LABEL, seat)


def test_an_answer_is_under_its_set() -> None:
    other = exchange({7: PIECES[7]})
    for public in (other.made.public, G, IDENTITY):
        assert_refused(check_answer, public, QUERIES, ANSWERS, DONE.proof, VIEWER, LABEL, OWNER)


# Denials

GARBLED = replace(DONE.made, details=tuple(bytes(len(d)) for d in DONE.made.details))
ELEMENTS = unblind(DONE.asked, ANSWERS)
PLACE = DONE.asked.places[7]
DENIAL = prove_denial(secret(VIEWER), DONE.asked, 7, ELEMENTS[7], OWNER, VIEWER)


def _false(
    cell: int = 7,
    element: Point = ELEMENTS[7],
    query: Point = QUERIES[PLACE],
    answered: Point = ANSWERS[PLACE],
    proof: bytes = DENIAL,
    owner: int = OWNER,
    viewer: int = VIEWER,
    label: Label = LABEL,
) -> None:
    assert_refused(check_denial, label, cell, element, query, answered, proof, owner, viewer)


def test_a_viewer_proves_what_the_owner_answered() -> None:
    check_denial(LABEL, 7, ELEMENTS[7], QUERIES[PLACE], ANSWERS[PLACE], DENIAL, OWNER, VIEWER)
    place = GARBLED.find(ELEMENTS[7])
    assert place is not None
    with pytest.raises(ProofError):
        open_details(GARBLED, place, ELEMENTS[7])
    assert open_details(DONE.made, place, ELEMENTS[7]) == PIECES[7]


def test_details_do_not_open_by_the_element_of_another_tag() -> None:
    place = DONE.made.find(ELEMENTS[7])
    assert place is not None
    for wrong in (ELEMENTS[8], -ELEMENTS[7], G):
        with pytest.raises(ProofError):
            open_details(DONE.made, place, wrong)


def test_a_viewer_names_the_cell_it_asked_about() -> None:
    for cell in (8, 300, 0):
        _false(cell=cell)
    forged = prove_denial(secret(VIEWER), DONE.asked, 300, ELEMENTS[7], OWNER, VIEWER)
    _false(proof=forged)
    _false(cell=300, proof=forged)


def test_a_viewer_cannot_make_an_element_up() -> None:
    """That of another cell, a multiple, a point of its own: the answer does not hold them."""
    for element in (ELEMENTS[8], ELEMENTS[7] + G, point(3), cell_point(LABEL, 7), IDENTITY):
        _false(element=element)
        _false(
            element=element,
            proof=prove_denial(secret(VIEWER), DONE.asked, 7, element, OWNER, VIEWER),
        )


def test_a_viewer_cannot_use_another_blinding() -> None:
    """Its query has one blinding; with two it would turn the answer into what it likes."""
    other = ask(secret(STRANGER), (7,), LABEL, VIEWER, count=COUNT)
    element = other.blinding.inverse() * ANSWERS[PLACE]
    _false(element=element, proof=prove_denial(secret(VIEWER), other, 7, element, OWNER, VIEWER))


def test_a_denial_is_about_its_query_and_answer() -> None:
    for cell, place in DONE.asked.places.items():
        if cell != 7:
            _false(query=QUERIES[place])
            _false(answered=ANSWERS[place])
            _false(query=QUERIES[place], answered=ANSWERS[place])
    _false(query=IDENTITY)
    _false(answered=IDENTITY)


def test_a_denial_is_of_its_viewer_about_its_owner() -> None:
    _false(owner=STRANGER)
    _false(viewer=STRANGER)
    for label in OTHER_LABELS:
        _false(label=label)


def test_every_spoiled_denial_is_refused() -> None:
    for _, wrong in spoiled(DENIAL[32:], 0):
        _false(proof=DENIAL[:32] + wrong)
    for bad in (*BAD_POINTS, G.encode(), (-Point.decode(DENIAL[:32])).encode()):
        _false(proof=bad + DENIAL[32:])
