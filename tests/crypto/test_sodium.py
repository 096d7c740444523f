"""Loading libsodium: from the system, from rbcl without leaving a file, or a clear sentence."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from crypto import sodium
from crypto.errors import CryptoError, LibraryMissing
from tests.paths import ROOT

BUNDLED = """
from crypto import sodium
library = sodium.load((sodium._by_rbcl,))
out = sodium.Buffer()
library.crypto_scalarmult_ristretto255_base(out, (7).to_bytes(32, "little"))
print(out.raw.hex())
"""
SEVEN = "44f53520926ec81fbd5a387845beb7df85a96a24ece18738bdcfa6a7822a176d"


def _none() -> Iterator[ctypes.CDLL]:
    yield from ()


def _without_the_group() -> Iterator[ctypes.CDLL]:
    yield ctypes.CDLL(None)


def test_the_bundled_library_works_and_leaves_no_file(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", BUNDLED],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.strip() == SEVEN
    if sys.platform != "win32":
        assert list(tmp_path.iterdir()) == []


def test_nothing_to_load_is_said_in_a_sentence() -> None:
    with pytest.raises(LibraryMissing, match=r"libsodium .* Install it") as caught:
        sodium.load((_none,))
    assert isinstance(caught.value, CryptoError)


@pytest.mark.skipif(sys.platform == "win32", reason="the program itself cannot be opened there")
def test_a_library_without_the_group_is_passed_over() -> None:
    with pytest.raises(LibraryMissing):
        sodium.load((_without_the_group,))
    found = sodium.load((_without_the_group, lambda: iter([sodium._library])))
    assert found is sodium._library


def test_a_temporary_folder_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise PermissionError("no programs here")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", refuse)
    with pytest.raises(LibraryMissing):
        sodium.load((sodium._by_rbcl,))


def test_a_library_that_cannot_be_mapped_leaves_no_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(_name: str) -> None:
        raise OSError("cannot map the file")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(ctypes.cdll, "LoadLibrary", refuse)
    with pytest.raises(LibraryMissing):
        sodium.load((sodium._by_rbcl,))
    assert list(tmp_path.iterdir()) == []


def test_the_search_of_the_system_is_asked_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sodium, "find_library", lambda _name: None)
    assert list(sodium._by_search()) == []
    monkeypatch.setattr(sodium, "find_library", lambda _name: sodium._library._name)
    assert len(list(sodium._by_search())) == 1
    monkeypatch.setattr(sodium, "find_library", lambda _name: "no such library")
    assert list(sodium._by_search()) == []
