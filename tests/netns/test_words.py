"""Two words said aloud, on a network without a way out: by the list, and by the address."""

from __future__ import annotations

import pytest

from cli.console.exit_codes import Exit
from tests.cli.run import Running
from tests.netns.topology import World

pytestmark = [pytest.mark.slow, pytest.mark.netns]


def words_of(host: Running) -> tuple[str, str]:
    """The two words, and the address to type in front of them."""
    words = host.until("words: ").removeprefix("words: ")
    by_hand = host.until(lambda line: f"{words}" in line and "not found" in line)
    return words, by_hand.split("join ")[1].split()[0]


def test_a_closed_table_is_joined_by_words_alone(earth: World) -> None:
    lan = earth.lan()
    one, two = (earth.host(lan, label, routed=False) for label in ("a1", "a2"))
    host = earth.crownless(one, "host", "inheritance", "--seats", "2", "--auto", "--private")
    words, _ = words_of(host)
    guest = earth.crownless(two, "join", "--auto", *words.split("-"))
    assert [host.end(), guest.end()] == [Exit.DONE] * 2, guest.output


def test_where_announcements_do_not_get_through_the_address_does(earth: World) -> None:
    lan = earth.lan()
    one, two = (earth.host(lan, label, routed=False) for label in ("a1", "a2"))
    host = earth.crownless(one, "host", "inheritance", "--seats", "2", "--auto")
    words, address = words_of(host)
    guest = earth.crownless(two, "join", "--auto", address, words)
    assert [host.end(), guest.end()] == [Exit.DONE] * 2, guest.output
