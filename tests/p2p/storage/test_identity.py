"""The key of a profile: kept, kept closed, and never shown."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
)

from crypto import sign
from p2p.errors import ProfileError
from p2p.storage.identity import Identity

posix = pytest.mark.skipif(os.name != "posix", reason="permission bits are a POSIX matter")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "identity.pem"


def put(path: Path, data: bytes) -> None:
    path.touch(mode=0o600)
    path.write_bytes(data)


def pem(key: object, encryption: KeySerializationEncryption | None = None) -> bytes:
    assert hasattr(key, "private_bytes")
    data = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption or NoEncryption())
    assert isinstance(data, bytes)
    return data


def test_a_signature_holds_for_its_label_and_body_only() -> None:
    identity = Identity.generate()
    signature = identity.sign(b"label", b"body")
    assert sign.verify(identity.public, b"label", b"body", signature)
    assert not sign.verify(identity.public, b"other", b"body", signature)
    assert not sign.verify(identity.public, b"label", b"another", signature)
    assert not sign.verify(Identity.generate().public, b"label", b"body", signature)


def test_a_key_is_made_once_and_stays(path: Path) -> None:
    made = Identity.load_or_make(path)
    assert Identity.load_or_make(path).public == made.public
    assert Identity.load(path).public == made.public
    assert len(made.public) == 32
    assert path.read_bytes().startswith(b"-----BEGIN PRIVATE KEY-----")


def test_the_key_of_the_file_counts_when_two_start_at_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = Identity.load_or_make(path)
    monkeypatch.setattr(Path, "exists", lambda self: False)  # as seen a moment earlier
    assert Identity.load_or_make(path).public == theirs.public


@posix
def test_a_made_file_is_closed(path: Path) -> None:
    Identity.load_or_make(path)
    assert path.stat().st_mode & 0o777 == 0o600


@posix
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666, 0o601])
def test_a_key_that_others_can_reach_is_refused(path: Path, mode: int) -> None:
    Identity.load_or_make(path)
    path.chmod(mode)
    with pytest.raises(ProfileError, match="chmod 600"):
        Identity.load(path)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "not a key"),
        (b"secret nonsense", "not a key"),
        (pem(Ed25519PrivateKey.generate())[:-40], "not a key"),
        (pem(generate_private_key(SECP256R1())), "not an Ed25519 key"),
        (pem(Ed25519PrivateKey.generate(), BestAvailableEncryption(b"x")), "passphrase"),
    ],
    ids=["empty", "nonsense", "cut", "another curve", "encrypted"],
)
def test_what_is_no_usable_key_is_said(path: Path, data: bytes, sentence: str) -> None:
    put(path, data)
    with pytest.raises(ProfileError, match=sentence) as caught:
        Identity.load(path)
    assert "secret" not in str(caught.value)


def test_a_missing_key_is_said(path: Path) -> None:
    with pytest.raises(ProfileError, match="cannot be read"):
        Identity.load(path)


def test_the_secret_stays_inside() -> None:
    identity = Identity.generate()
    secret = identity.private.private_bytes_raw()
    assert secret.hex() not in repr(identity)
    assert repr(secret) not in repr(identity)
    assert identity.public.hex()[:8] in repr(identity)
    with pytest.raises(TypeError):
        pickle.dumps(identity)
