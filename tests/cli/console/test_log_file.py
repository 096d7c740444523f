"""What goes wrong behind the scenes leaves the screen alone."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.console.log_file import LOG_NAME, keep_log


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """The log of the tests as it was."""
    root = logging.getLogger()
    before, level, raises = root.handlers[:], root.level, logging.raiseExceptions
    root.handlers = []
    yield
    for handler in root.handlers:
        handler.close()
    root.handlers = before
    root.setLevel(level)
    logging.raiseExceptions = raises
    logging.captureWarnings(False)


def test_a_warning_of_a_library_is_logged_and_not_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """As over a certificate of a stranger whose number is negative."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        path = keep_log({"HOME": str(tmp_path), "CROWNLESS_HOME": str(tmp_path)})
        warnings.warn("a number that is not positive", UserWarning, stacklevel=1)
    assert path.name == LOG_NAME
    assert "a number that is not positive" in path.read_text()
    assert capfd.readouterr() == ("", "")
