"""The shuffle and its argument: honest runs of many sizes, and everything a forger could try."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crypto import shuffle_argument
from crypto.context import Context
from crypto.elgamal import Ciphertext, decrypt, reencrypt, share, strip
from crypto.errors import DecodeError, MisuseError, ProofError
from crypto.generators import chain_base, generator_sum, generators
from crypto.group import IDENTITY, G, Point, multiplications, sum_of
from crypto.keys import join_keys
from crypto.parallel import Work
from crypto.shuffle import MOST_CARDS, check_shuffle, permutation, proof_length, shuffle
from crypto.shuffle_argument import Statement, Witness
from tests.crypto.cast import (
    CONTEXT,
    OTHER_CONTEXTS,
    face,
    hidden_deck,
    open_deck,
    pair,
    point,
    refused,
    scalar,
    secret,
    shuffled_by_all,
    spoiled,
)

PAIR = pair(1)
KEY = PAIR.public


def _faces(cards: Sequence[Ciphertext]) -> list[Point]:
    return [decrypt(PAIR, card) for card in cards]


def _work(size: int) -> Work:
    return Work(size, 10 * size, None, None)


def _forge(
    inputs: Sequence[Ciphertext],
    outputs: Sequence[Ciphertext],
    order: Sequence[int],
    *,
    claimed: Sequence[Ciphertext] | None = None,
) -> bytes:
    """Run the honest prover on a statement that need not be true."""
    blindings = [scalar(number) for number in range(len(inputs))]
    statement = Statement("shuffle", CONTEXT, KEY, claimed or inputs, outputs)
    return shuffle_argument.prove(
        secret(1), statement, Witness(order, blindings), _work(len(inputs))
    )


def _reencrypted(cards: Sequence[Ciphertext]) -> list[Ciphertext]:
    return [reencrypt(card, KEY, scalar(number)) for number, card in enumerate(cards)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 52])
def test_honest_shuffles_pass_and_keep_the_cards(size: int) -> None:
    cards = hidden_deck(size, KEY)
    outputs, proof = shuffle(secret(1), cards, KEY, CONTEXT)
    check_shuffle(cards, outputs, KEY, proof, CONTEXT)
    assert len(proof) == proof_length(size) == 32 * (4 * size + 5)
    assert set(_faces(outputs)) == {face(number) for number in range(size)}
    before = {half for card in cards for half in (card.c1, card.c2)}
    assert not before & {half for card in outputs for half in (card.c1, card.c2)}


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 12), st.integers(0, 1000), st.sampled_from(["shuffle", "mix"]))
def test_any_deck_passes(size: int, seed: int, label: str) -> None:
    cards = open_deck(size, KEY)
    outputs, proof = shuffle(secret(seed), cards, KEY, CONTEXT, label=label)
    check_shuffle(cards, outputs, KEY, proof, CONTEXT, label=label)


def test_identical_cards_are_no_problem() -> None:
    cards = [open_deck(1, KEY)[0]] * 4
    outputs, proof = shuffle(secret(1), cards, KEY, CONTEXT)
    check_shuffle(cards, outputs, KEY, proof, CONTEXT)
    assert _faces(outputs) == [face(0)] * 4
    assert len({card.c1 for card in outputs}) == 4


def test_the_largest_deck_passes() -> None:
    cards = open_deck(3, KEY) * 366 + open_deck(2, KEY)
    assert len(cards) == MOST_CARDS
    outputs, proof = shuffle(secret(1), cards, KEY, CONTEXT)
    check_shuffle(cards, outputs, KEY, proof, CONTEXT)


def test_a_deck_shuffled_by_all_opens_to_its_cards() -> None:
    seats = [pair(seat) for seat in range(3)]
    key = join_keys([seat.public for seat in seats])
    deck = shuffled_by_all(3, open_deck(9, key), key)
    opened = [strip(card, [share(seat, card) for seat in seats]).c2 for card in deck]
    assert set(opened) == {face(number) for number in range(9)}
    assert opened != [face(number) for number in range(9)]


def test_a_hand_is_mixed_under_its_owners_key() -> None:
    hand = hidden_deck(5, KEY)
    mixed, proof = shuffle(secret(1), hand, KEY, CONTEXT, label="mix")
    check_shuffle(hand, mixed, KEY, proof, CONTEXT, label="mix")
    with pytest.raises(ProofError):
        check_shuffle(hand, mixed, KEY, proof, CONTEXT)
    assert mixed != shuffle(secret(1), hand, KEY, CONTEXT)[0]


def test_a_shuffle_is_repeated_byte_for_byte() -> None:
    cards = hidden_deck(6, KEY)
    assert shuffle(secret(1), cards, KEY, CONTEXT) == shuffle(secret(1), cards, KEY, CONTEXT)


@pytest.mark.parametrize("label", ["shuffle", "mix"])
def test_the_shuffler_knows_its_order(label: str) -> None:
    cards = hidden_deck(9, KEY)
    outputs, _ = shuffle(secret(1), cards, KEY, CONTEXT, label=label)
    order = permutation(secret(1), cards, KEY, CONTEXT, label=label)
    assert _faces(outputs) == [_faces(cards)[place] for place in order]


def test_order_and_blinding_depend_on_everything() -> None:
    cards = hidden_deck(6, KEY)
    other = [*cards[:5], reencrypt(cards[5], KEY, scalar(1))]
    runs = [shuffle(secret(1), cards, KEY, context)[0] for context in (CONTEXT, *OTHER_CONTEXTS)]
    runs.append(shuffle(secret(2), cards, KEY, CONTEXT)[0])
    runs.append(shuffle(secret(1), other, KEY, CONTEXT)[0])
    halves = [card.c1 for run in runs for card in run]
    assert len(set(halves)) == len(halves)
    assert len({tuple(_faces(run)) for run in runs}) > 3


@pytest.mark.parametrize("size", [1, 3])
def test_every_spoiled_proof_is_refused(size: int) -> None:
    cards = hidden_deck(size, KEY)
    outputs, proof = shuffle(secret(1), cards, KEY, CONTEXT)
    for name, wrong in spoiled(proof, 2 * size):
        assert refused(check_shuffle, cards, outputs, KEY, wrong, CONTEXT), name


def test_every_changed_output_and_input_is_refused() -> None:
    cards = hidden_deck(3, KEY)
    outputs, proof = shuffle(secret(1), cards, KEY, CONTEXT)
    for deck in (list(outputs), cards):
        for index, card in enumerate(deck):
            for wrong in (
                Ciphertext(card.c1 + G, card.c2),
                Ciphertext(card.c1, card.c2 + G),
                Ciphertext(card.c2, card.c1),
                Ciphertext(card.c1, IDENTITY),
                deck[index - 1],
                reencrypt(card, KEY, scalar(3)),
            ):
                changed = [*deck[:index], wrong, *deck[index + 1 :]]
                pairs = (cards, changed) if deck is not cards else (changed, outputs)
                assert refused(check_shuffle, *pairs, KEY, proof, CONTEXT)


def test_swapped_cards_are_refused() -> None:
    cards = hidden_deck(4, KEY)
    outputs, proof = shuffle(secret(1), cards, KEY, CONTEXT)
    swapped = [outputs[1], outputs[0], *outputs[2:]]
    assert refused(check_shuffle, cards, swapped, KEY, proof, CONTEXT)
    assert refused(check_shuffle, cards[::-1], outputs, KEY, proof, CONTEXT)
    assert refused(check_shuffle, outputs, cards, KEY, proof, CONTEXT)


def test_lengths_must_agree() -> None:
    cards = hidden_deck(3, KEY)
    outputs, proof = shuffle(secret(1), cards, KEY, CONTEXT)
    _, longer = shuffle(secret(1), hidden_deck(4, KEY), KEY, CONTEXT)
    assert refused(check_shuffle, cards, outputs[:2], KEY, proof, CONTEXT)
    assert refused(check_shuffle, cards[:2], outputs, KEY, proof, CONTEXT)
    assert refused(check_shuffle, cards, (), KEY, proof, CONTEXT)
    assert refused(check_shuffle, cards, outputs, KEY, longer, CONTEXT)
    with pytest.raises(DecodeError):
        check_shuffle(cards[:2], outputs[:2], KEY, proof, CONTEXT)


@pytest.mark.parametrize("context", OTHER_CONTEXTS)
def test_a_proof_holds_at_its_place_only(context: Context) -> None:
    cards = hidden_deck(2, KEY)
    outputs, proof = shuffle(secret(1), cards, KEY, CONTEXT)
    with pytest.raises(ProofError):
        check_shuffle(cards, outputs, KEY, proof, context)


def test_the_key_is_bound() -> None:
    cards = hidden_deck(2, KEY)
    outputs, proof = shuffle(secret(1), cards, KEY, CONTEXT)
    for key in (pair(2).public, -KEY, KEY + G, IDENTITY):
        assert refused(check_shuffle, cards, outputs, key, proof, CONTEXT)


def test_a_shuffle_under_another_key_is_refused() -> None:
    cards = hidden_deck(3, KEY)
    outputs, proof = shuffle(secret(1), cards, pair(2).public, CONTEXT)
    assert refused(check_shuffle, cards, outputs, KEY, proof, CONTEXT)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_the_forging_helper_proves_true_statements(size: int) -> None:
    """So that the refusals below are for the lie and not for the helper."""
    cards = hidden_deck(size, KEY)
    outputs = _reencrypted(cards)
    check_shuffle(cards, outputs, KEY, _forge(cards, outputs, range(size)), CONTEXT)


def test_a_replaced_card_cannot_be_proven() -> None:
    cards = hidden_deck(4, KEY)
    outputs = _reencrypted([*cards[:3], Ciphertext(cards[3].c1, cards[3].c2 + face(9) - face(3))])
    proof = _forge(cards, outputs, range(4))
    assert refused(check_shuffle, cards, outputs, KEY, proof, CONTEXT)


def test_the_only_card_cannot_be_replaced() -> None:
    cards = hidden_deck(1, KEY)
    for wrong in (
        Ciphertext(cards[0].c1, cards[0].c2 + face(9) - face(0)),
        Ciphertext(point(1), point(2)),
        Ciphertext(cards[0].c1 + cards[0].c1, cards[0].c2 + cards[0].c2),  # twice the plaintext
    ):
        outputs = _reencrypted([wrong])
        proof = _forge(cards, outputs, [0])
        assert refused(check_shuffle, cards, outputs, KEY, proof, CONTEXT)


def test_a_doubled_card_cannot_be_proven() -> None:
    cards = hidden_deck(4, KEY)
    outputs = _reencrypted([cards[0], cards[0], cards[2], cards[3]])
    for order in ([0, 1, 2, 3], [1, 0, 2, 3]):
        proof = _forge(cards, outputs, order)
        assert refused(check_shuffle, cards, outputs, KEY, proof, CONTEXT)


def test_an_order_that_is_no_permutation_cannot_be_proven() -> None:
    """The doubled card, with commitments that say so honestly: card 0 twice, card 1 never."""
    cards = hidden_deck(3, KEY)
    outputs = _reencrypted([cards[0], cards[0], cards[2]])
    proof = _forge(cards, outputs, [0, 0, 2])
    assert refused(check_shuffle, cards, outputs, KEY, proof, CONTEXT)


def test_cards_whose_changes_cancel_cannot_be_proven() -> None:
    """One plaintext raised, one lowered by the same: every plain sum stays as it was."""
    cards = hidden_deck(4, KEY)
    shifted = [
        Ciphertext(cards[0].c1, cards[0].c2 + G),
        Ciphertext(cards[1].c1, cards[1].c2 - G),
        *cards[2:],
    ]
    outputs = _reencrypted(shifted)
    proof = _forge(cards, outputs, range(4))
    assert refused(check_shuffle, cards, outputs, KEY, proof, CONTEXT)


def test_a_proof_for_chosen_inputs_is_of_no_use() -> None:
    """True for inputs that the forger would have liked, claimed for those that were there."""
    wanted, real = hidden_deck(4, KEY), hidden_deck(5, KEY)[1:]
    outputs = _reencrypted(wanted)
    proof = _forge(wanted, outputs, range(4))
    check_shuffle(wanted, outputs, KEY, proof, CONTEXT)
    assert refused(check_shuffle, real, outputs, KEY, proof, CONTEXT)
    mixed = _forge(wanted, outputs, range(4), claimed=real)
    assert refused(check_shuffle, real, outputs, KEY, mixed, CONTEXT)


@pytest.mark.parametrize("size", [0, MOST_CARDS + 1])
def test_decks_out_of_range(size: int) -> None:
    cards = open_deck(1, KEY) * size
    with pytest.raises(MisuseError):
        shuffle(secret(1), cards, KEY, CONTEXT)
    with pytest.raises(MisuseError):
        check_shuffle(cards, cards, KEY, b"", CONTEXT)


def test_the_identity_is_no_key() -> None:
    with pytest.raises(MisuseError):
        shuffle(secret(1), open_deck(2, KEY), IDENTITY, CONTEXT)


@pytest.mark.parametrize("size", [1, 2, 5, 52])
def test_two_threads_give_the_same_bytes(size: int) -> None:
    cards = hidden_deck(size, KEY)
    alone = shuffle(secret(1), cards, KEY, CONTEXT)
    with ThreadPoolExecutor(2) as pool:
        assert shuffle(secret(1), cards, KEY, CONTEXT, pool=pool) == alone
        check_shuffle(cards, alone[0], KEY, alone[1], CONTEXT, pool=pool)
        wrong = alone[1][:-1] + bytes([alone[1][-1] ^ 1])
        with pytest.raises(ProofError):
            check_shuffle(cards, alone[0], KEY, wrong, CONTEXT, pool=pool)


@pytest.mark.parametrize("size", [1, 2, 40])
def test_progress_rises_to_all_cards(size: int) -> None:
    cards = hidden_deck(size, KEY)
    seen: list[tuple[int, int]] = []

    def progress(done: int, of: int) -> None:
        seen.append((done, of))

    outputs, proof = shuffle(secret(1), cards, KEY, CONTEXT, progress=progress)
    made = seen.copy()
    seen.clear()
    check_shuffle(cards, outputs, KEY, proof, CONTEXT, progress=progress)
    for reports in (made, seen):
        assert [of for _, of in reports] == [size] * len(reports)
        counts = [done for done, _ in reports]
        assert counts == sorted(counts)
        assert counts[-1] == size
        assert len(set(counts)) > min(size, 4) // 2


def test_generators_are_all_different_and_stay() -> None:
    many = list(generators(200))
    assert list(generators(50)) == many[:50]
    assert len({*many, chain_base(), G, face(1)}) == 203
    assert generator_sum(7) == sum_of(many[:7])


def test_witnesses_do_not_show_themselves() -> None:
    witness = Witness([1, 0], [scalar(1), scalar(2)])
    assert repr(witness) == "Witness(hidden)"


@pytest.mark.parametrize("size", [1, 10, 52])
def test_what_a_turn_and_a_check_cost(size: int) -> None:
    """In variable-base and fixed-base products; additions and decoding come on top."""
    cards = hidden_deck(size, KEY)
    start = multiplications()
    outputs, proof = shuffle(secret(1), cards, KEY, CONTEXT)
    turned = multiplications()
    check_shuffle(cards, outputs, KEY, proof, CONTEXT)
    checked = multiplications()
    assert (turned[0] - start[0], turned[1] - start[1]) == (6 * size + 1, 4 * size + 4)
    assert (checked[0] - turned[0], checked[1] - turned[1]) == (8 * size + 4, size + 4)
