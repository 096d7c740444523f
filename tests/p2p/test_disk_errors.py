"""Each reason for which a file is not written is a sentence that names the file and what helps."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from p2p.disk_errors import not_written


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "its disk is full"),
        (errno.EDQUOT, "quota of its disk"),
        (errno.EFBIG, "limit on file size"),
        (errno.EROFS, "its disk is read-only"),
        (errno.EACCES, "Permission denied"),
    ],
)
def test_the_file_and_the_reason_are_named(number: int, words: str) -> None:
    said = not_written(Path("/home/ana/table.db"), OSError(number, "Permission denied"))
    assert said.startswith("/home/ana/table.db ")
    assert words in said


def test_an_error_without_a_reason_is_a_sentence() -> None:
    said = not_written("f", OSError())
    assert "None" not in said
    assert said.startswith("f ")
    assert said.endswith("the disk does not say why")
