"""Keys as words: the list keeps its promises, and the words never change."""

from __future__ import annotations

from collections import Counter

import pytest

from p2p.errors import LocalError
from p2p.key_words import key_phrase, key_words, word_list


def test_the_list_has_2048_short_words_in_order() -> None:
    words = word_list()
    assert len(words) == len(set(words)) == 2048
    assert list(words) == sorted(words)
    assert all(4 <= len(word) <= 7 and word.isascii() and word.islower() for word in words)
    assert all(word.isalpha() for word in words)


def test_four_letters_are_enough_to_know_a_word() -> None:
    assert len({word[:4] for word in word_list()}) == 2048


def slips(word: str) -> set[str]:
    """What is left of a word when a letter is lost or unreadable, or two are swapped.

    Two words that differ by one letter changed, lost or added share one of these.
    """
    lost = {word[:i] + word[i + 1 :] for i in range(len(word))}
    unreadable = {word[:i] + "?" + word[i + 1 :] for i in range(len(word))}
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] + "~" for i in range(len(word) - 1)}
    return lost | unreadable | swapped | {word, word + "~"}


def test_no_slip_of_a_letter_makes_one_word_another() -> None:
    words = set(word_list())
    unreadable = Counter(slip for word in words for slip in slips(word) if "?" in slip)
    assert max(unreadable.values()) == 1  # no two words differ in one letter
    for word in words:
        lost_or_swapped = {slip.rstrip("~") for slip in slips(word) if "?" not in slip}
        assert lost_or_swapped & words == {word}


def test_known_keys_have_their_words() -> None:
    # Written down once: a change of list, salt or cost would rename everybody.
    assert key_phrase(bytes(32), 6) == "vapor-huge-rusty-acute-manager-contest"
    assert key_phrase(bytes(range(32)), 6) == "sparrow-suspend-sleeve-muslin-ceramic-doll"


def test_three_words_are_the_first_of_the_six() -> None:
    key = bytes(range(32))
    assert key_words(key) == key_words(key, 6)[:3]
    assert key_phrase(key) == "-".join(key_words(key))
    assert set(key_words(key, 6)) <= set(word_list())


def test_neighbouring_keys_have_nothing_in_common() -> None:
    assert key_words(bytes(32)) != key_words(bytes(31) + b"\x01")


@pytest.mark.parametrize(
    ("key", "count"), [(b"", 3), (bytes(33), 3), (bytes(32), 0), (bytes(32), 7)]
)
def test_what_is_no_key_has_no_words(key: bytes, count: int) -> None:
    with pytest.raises(LocalError):
        key_words(key, count)
