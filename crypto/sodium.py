"""The C functions of libsodium for ristretto255 and Ed25519, loaded once through ctypes.

The library of the system is preferred; otherwise the one inside the `rbcl` package is used. `rbcl`
writes its library into a temporary file and leaves it there: here the file is removed as soon as
it is loaded, where the system allows that (Windows does not).

Two handles to the same library are kept. Group operations take 4 to 40 microseconds and go through
`CDLL`, which lets other Python threads run meanwhile; scalar operations take a fraction of a
microsecond and go through `PyDLL`, because handing the interpreter lock over would cost more than
the work.

This module knows nothing of cards, proofs or bytes of peers. Its functions trust their arguments:
every buffer has its exact length, every point is valid. `crypto.group` guarantees both. Three traps
of the library that it has to know: a product returns -1 for an identity result *and* for an invalid
point; in the second case the output is not written; and `is_valid_point` of 1.0.18 does not look at
the highest bit.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from ctypes.util import find_library
from pathlib import Path
from types import ModuleType

from crypto.errors import LibraryMissing

Function = Callable[..., int]

_GROUP_FUNCTIONS = {
    "crypto_scalarmult_ristretto255": 3,
    "crypto_scalarmult_ristretto255_base": 2,
    "crypto_core_ristretto255_add": 3,
    "crypto_core_ristretto255_sub": 3,
    "crypto_core_ristretto255_is_valid_point": 1,
    "crypto_core_ristretto255_from_hash": 2,
}
_SCALAR_FUNCTIONS = {
    "crypto_core_ristretto255_scalar_add": 3,
    "crypto_core_ristretto255_scalar_sub": 3,
    "crypto_core_ristretto255_scalar_mul": 3,
    "crypto_core_ristretto255_scalar_negate": 2,
    "crypto_core_ristretto255_scalar_invert": 2,
    "crypto_core_ristretto255_scalar_reduce": 2,
}
_NO_RESULT = {
    "crypto_core_ristretto255_scalar_add",
    "crypto_core_ristretto255_scalar_sub",
    "crypto_core_ristretto255_scalar_mul",
    "crypto_core_ristretto255_scalar_negate",
    "crypto_core_ristretto255_scalar_reduce",
}
_FILE_NAMES = {
    "linux": ("libsodium.so.26", "libsodium.so.23", "libsodium.so"),
    "darwin": (
        "libsodium.dylib",
        "/opt/homebrew/lib/libsodium.dylib",
        "/usr/local/lib/libsodium.dylib",
    ),
    "win32": ("libsodium.dll",),
}


def _by_file_name() -> Iterator[ctypes.CDLL]:
    """Open the system's library by its usual names: quick, no search programs are started."""
    for name in _FILE_NAMES.get(sys.platform, ()):
        with contextlib.suppress(OSError):
            yield ctypes.CDLL(name)


def _by_rbcl() -> Iterator[ctypes.CDLL]:
    """Open the library inside `rbcl` without importing the rest of that package."""
    package = importlib.util.find_spec("rbcl")
    for folder in (package.submodule_search_locations or ()) if package else ():
        spec = importlib.util.spec_from_file_location(
            "crypto._bundled_sodium", Path(folder) / "_sodium.py"
        )
        if spec is None or spec.loader is None:
            continue
        module = ModuleType(spec.name)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ResourceWarning)  # it forgets to close its file
                spec.loader.exec_module(module)
        except (OSError, ImportError):
            continue
        finally:
            left_behind = getattr(module, "lib_path", None)
            if isinstance(left_behind, str):
                with contextlib.suppress(OSError):
                    os.unlink(left_behind)
        library = getattr(module, "_sodium", None)
        if isinstance(library, ctypes.CDLL):
            yield library


def _by_search() -> Iterator[ctypes.CDLL]:
    """Ask the system's own search; slow, as it may start a compiler, so it comes last."""
    name = find_library("sodium")
    if name is not None:
        with contextlib.suppress(OSError):
            yield ctypes.CDLL(name)


def _is_usable(library: ctypes.CDLL) -> bool:
    """Say whether the library starts and has ristretto255 (builds before 1.0.18 lack it)."""
    try:
        started = library.sodium_init() >= 0
    except AttributeError:
        return False
    names = (*_GROUP_FUNCTIONS, *_SCALAR_FUNCTIONS)
    return started and all(hasattr(library, name) for name in names)


def load(
    sources: tuple[Callable[[], Iterator[ctypes.CDLL]], ...] = (
        _by_file_name,
        _by_rbcl,
        _by_search,
    ),
) -> ctypes.CDLL:
    """Return the first usable library of the sources.

    Raises LibraryMissing with a sentence for a person.
    """
    for source in sources:
        for library in source():
            if _is_usable(library):
                return library
    raise LibraryMissing(
        "The cryptographic library libsodium (1.0.18 or newer) could not be loaded. Install it"
        " (Debian, Ubuntu: apt install libsodium23; Fedora: dnf install libsodium; macOS: brew"
        " install libsodium), or make sure that the temporary folder lets programs be loaded"
        " from it, so that the copy inside the Python package rbcl can be used."
    )


def _declare_verify(library: ctypes.CDLL) -> Function:
    """Return the check of an Ed25519 signature: signature, message, its length, public key."""
    function = library["crypto_sign_verify_detached"]
    text = ctypes.c_char_p
    function.argtypes = (text, text, ctypes.c_ulonglong, text)
    function.restype = ctypes.c_int
    return function


def _declare(library: ctypes.CDLL, name: str, arguments: int) -> Function:
    """Return one function of the library with its argument types fixed."""
    function = library[name]
    function.argtypes = (ctypes.c_char_p,) * arguments
    function.restype = None if name in _NO_RESULT else ctypes.c_int
    return function


_library = load()
_locked = ctypes.PyDLL(_library._name, handle=_library._handle)

Buffer: Callable[[], ctypes.Array[ctypes.c_char]] = ctypes.c_char * 32
"""Makes a zeroed output buffer of 32 bytes; `.raw` copies it out."""

multiply = _declare(_library, "crypto_scalarmult_ristretto255", 3)
multiply_base = _declare(_library, "crypto_scalarmult_ristretto255_base", 2)
add = _declare(_library, "crypto_core_ristretto255_add", 3)
subtract = _declare(_library, "crypto_core_ristretto255_sub", 3)
is_valid_point = _declare(_locked, "crypto_core_ristretto255_is_valid_point", 1)
from_hash = _declare(_library, "crypto_core_ristretto255_from_hash", 2)
verify_signature = _declare_verify(_library)

scalar_add = _declare(_locked, "crypto_core_ristretto255_scalar_add", 3)
scalar_subtract = _declare(_locked, "crypto_core_ristretto255_scalar_sub", 3)
scalar_multiply = _declare(_locked, "crypto_core_ristretto255_scalar_mul", 3)
scalar_negate = _declare(_locked, "crypto_core_ristretto255_scalar_negate", 2)
scalar_invert = _declare(_locked, "crypto_core_ristretto255_scalar_invert", 2)
scalar_reduce = _declare(_locked, "crypto_core_ristretto255_scalar_reduce", 2)
