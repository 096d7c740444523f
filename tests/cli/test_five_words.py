"""Five words from one process to another, by a ring of public nodes of our own on loopback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import house
from tests.p2p.net.links.ring import needs_library, ring


@needs_library
async def test_a_table_is_joined_by_five_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ring() as made:  # the nodes run on threads of their own
        monkeypatch.setenv("CROWNLESS_DHT", f"127.0.0.1:{made.nodes[0].port}")
        with house(tmp_path) as home:
            host = home.run(
                "ana", "host", "inheritance", "--seats", "2", "--auto", "--words", "--hidden"
            )
            host.until("Five words are kept by public nodes")
            words = host.until("five words: ").split()[2].split("-")
            assert len(words) == 5
            swapped = [words[1], words[0], *words[2:]]
            lost = home.run("cy", "join", "--auto", *swapped)
            assert lost.end() == 2, lost.output
            assert lost.said("Five words are kept by public nodes")
            assert "nothing is found under these words" in " ".join(lost.lines)
            guest = home.run("ben", "join", "--auto", *(word[:4].upper() for word in words))
            assert guest.end() == 0, guest.output
            assert host.end() == 0, host.output


def test_where_it_is_switched_off_nothing_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNLESS_DHT", "off")
    with house(tmp_path) as home:
        host = home.run("ana", "host", "inheritance", "--seats", "2", "--auto", "--words")
        assert host.end() == 2, host.output
        assert "CROWNLESS_DHT" in host.output or "libtorrent" in host.output
        assert not host.said("invite: ")
