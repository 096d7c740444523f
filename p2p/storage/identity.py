"""Who we are: one Ed25519 key per profile, kept in a file that nobody else may read.

The same key is the leaf of the table's TLS links and signs the log. TLS 1.3 signs under its own
fixed context and `crypto.sign` under a label, so neither can pass for the other.
Held by tests/p2p/storage/test_identity.py.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NoReturn

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from crypto import sign
from p2p.errors import ProfileError
from p2p.storage import atomic_file

_MAX_FILE = 4096
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Identity:
    """A private key and what may be done with it. It cannot be pickled, and shows no secret."""

    __slots__ = ("_private", "public")

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public: bytes = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        """The public key, 32 bytes: by this the others know us."""

    @classmethod
    def generate(cls) -> Identity:
        """A new key from the system's randomness; bots and tests never store theirs."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def load(cls, path: Path) -> Identity:
        """Read a PKCS#8 PEM file.

        Raises ProfileError if it is missing, is no Ed25519 key, or may be read by other users.
        """
        try:
            with atomic_file.reading(path) as file:
                _refuse_open_file(path, os.fstat(file.fileno()).st_mode)
                data = file.read(_MAX_FILE)
        except OSError as error:
            raise ProfileError(f"the key {path} cannot be read: {error.strerror}") from error
        try:
            private = load_pem_private_key(data, password=None)
        except TypeError as error:
            raise ProfileError(
                f"the key {path} is locked with a passphrase, which is not supported; unlock it"
                " with: openssl pkey"
            ) from error
        except (ValueError, UnsupportedAlgorithm):
            # Its text could repeat parts of the file, so it goes no further.
            raise ProfileError(f"{path} is not a key") from None
        if not isinstance(private, Ed25519PrivateKey):
            raise ProfileError(f"{path} is not an Ed25519 key")
        return cls(private)

    @classmethod
    def load_or_make(cls, path: Path) -> Identity:
        """Read the key at `path`; where there is none yet, make one and keep it there."""
        if not path.exists():
            made = Ed25519PrivateKey.generate()
            data = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
            # Another process may do the same at this moment: the first one's key is everybody's.
            atomic_file.write_new(path, data)
        return cls.load(path)

    @property
    def private(self) -> Ed25519PrivateKey:
        """The key itself, for the TLS context."""
        return self._private

    def sign(self, label: bytes, body: bytes) -> bytes:
        """A signature of 64 bytes over label and body (crypto.sign)."""
        return sign.sign(self._private, label, body)

    def __repr__(self) -> str:
        return f"Identity({self.public.hex()[:8]}…)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("an identity stays in its process")


def _refuse_open_file(path: Path, mode: int) -> None:
    if os.name == "posix" and mode & _OTHERS:
        raise ProfileError(
            f"other users of this machine may read your key {path};"
            f" if nobody has, close it with: chmod 600 '{path}'"
        )
