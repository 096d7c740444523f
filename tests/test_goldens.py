"""Golden files of several parts, and what digests are of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import goldens
from tests.goldens import kept_part

PARTS = {"window, small": "one\n\n\nfour\n", "board, small": "\ntwo\n", "board, wide": "0a1b\n"}


def test_parts_stand_in_one_order_and_come_back_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(goldens, "WRITING", True)
    texts = set()
    for number, names in enumerate((list(PARTS), list(reversed(PARTS)))):
        for name in names:
            kept_part(tmp_path / f"{number}.txt", name, PARTS[name])
        texts.add((tmp_path / f"{number}.txt").read_text())
    assert len(texts) == 1
    monkeypatch.setattr(goldens, "WRITING", False)
    for name, made in PARTS.items():
        assert kept_part(tmp_path / "0.txt", name, "other\n") == made
    with pytest.raises(AssertionError, match=r"no 'tale, small' in 0\.txt; if that"):
        kept_part(tmp_path / "0.txt", "tale, small", "one\n")


def test_what_a_digest_is_of_is_written_out_where_a_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(goldens.TEXTS, raising=False)
    digest = goldens.digest_of("board.txt", "two\n")
    assert len(digest) == 13
    assert digest != goldens.digest_of("board.txt", "three\n")
    monkeypatch.setenv(goldens.TEXTS, str(tmp_path / "texts"))
    assert goldens.digest_of("board.txt", "two\n") == digest
    assert (tmp_path / "texts" / "board.txt").read_text() == "two\n"
