"""The errors of the crypto package, in one small tree.

`DecodeError` and `ProofError` mean that bytes of another seat are no good; the caller turns them
into a fault of that seat. `MisuseError` means that our own caller asked for something that makes
no sense. No text ever holds a secret.
"""

from __future__ import annotations


class CryptoError(Exception):
    """Root of all errors of this package."""


class LibraryMissing(CryptoError):
    """No usable libsodium could be loaded; the text tells a person what to install."""


class DecodeError(CryptoError):
    """Bytes are of the wrong length, not canonical, or the identity where it is refused."""


class ProofError(CryptoError):
    """A proof, share, commitment or signature does not hold for its statement."""


class MisuseError(CryptoError):
    """Our own caller broke a precondition; never the fault of another seat."""
