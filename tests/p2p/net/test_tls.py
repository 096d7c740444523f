"""The table's certificate authority, without sockets: two TLS objects over memory."""

from __future__ import annotations

import contextlib
import datetime
import ssl
from pathlib import Path
from typing import cast

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, rsa
from cryptography.hazmat.primitives.asymmetric.types import CertificateIssuerPrivateKeyTypes
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_public_key,
)
from cryptography.x509.oid import NameOID
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.errors import LinkError
from p2p.net.pairing.frames import server_key
from p2p.net.tls import Credential, Role, TableTls, make_authority, make_leaf, peer_key
from tests.p2p.transport import credential, identity, public

Pair = tuple[ssl.SSLObject, ssl.SSLObject]
PrivateKey = rsa.RSAPrivateKey | ed25519.Ed25519PrivateKey


def shake(server: ssl.SSLContext, client: ssl.SSLContext, name: str | None) -> Pair:
    """Run a handshake to its end; raises what the side that refuses raises."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    answering = server.wrap_bio(to_server, to_client, server_side=True)
    calling = client.wrap_bio(to_client, to_server, server_hostname=name)
    for _ in range(4):
        for end in (calling, answering):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
    return answering, calling


def both(folder: Path, ana: Credential, ben: Credential) -> tuple[TableTls, TableTls]:
    return (
        TableTls(identity("ana"), [ana], folder),
        TableTls(identity("ben"), [ben], folder),
    )


def test_members_of_one_table_learn_each_others_keys(tmp_path: Path) -> None:
    ana, ben = both(tmp_path, credential(), credential())
    answering, calling = shake(ana.server, ben.client(credential()), credential().tag)
    assert peer_key(calling) == public("ana")
    assert peer_key(answering) == public("ben")
    assert ana.credential_of(answering) == credential()
    assert calling.version() == "TLSv1.3"


def test_another_secret_under_the_same_tag_is_refused_by_the_caller(tmp_path: Path) -> None:
    other = credential("other", tag=credential().tag)
    ana, ben = both(tmp_path, credential(), other)
    with pytest.raises(ssl.SSLCertVerificationError):
        shake(ana.server, ben.client(other), other.tag)


def test_a_caller_that_trusts_anyone_is_refused_for_its_leaf(tmp_path: Path) -> None:
    other = credential("other", tag=credential().tag)
    ana, ben = both(tmp_path, credential(), other)
    careless = ben.client(other)
    careless.verify_mode = ssl.CERT_NONE
    with pytest.raises(ssl.SSLError, match=r"(?i)certificate verify failed"):
        shake(ana.server, careless, other.tag)


def test_a_caller_without_a_leaf_is_refused(tmp_path: Path) -> None:
    ana = TableTls(identity("ana"), [credential()], tmp_path)
    stranger = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    stranger.check_hostname = False
    stranger.verify_mode = ssl.CERT_NONE
    with pytest.raises(ssl.SSLError, match=r"(?i)peer did not return a certificate"):
        shake(ana.server, stranger, credential().tag)


@pytest.mark.parametrize("name", [None, "elsewhere"])
def test_an_unknown_tag_is_refused(tmp_path: Path, name: str | None) -> None:
    ana, ben = both(tmp_path, credential(), credential())
    careful = ben.client(credential())
    with pytest.raises(ssl.SSLCertVerificationError):
        shake(ana.server, careful, name)
    careful.verify_mode = ssl.CERT_NONE
    with pytest.raises(ssl.SSLError, match=r"(?i)certificate verify failed"):
        shake(ana.server, careful, name)


def test_a_caller_with_an_unknown_tag_does_not_learn_who_listens(tmp_path: Path) -> None:
    ana, ben = both(tmp_path, credential(), credential())
    curious = ben.client(credential())
    curious.verify_mode = ssl.CERT_NONE
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    answering = ana.server.wrap_bio(to_server, to_client, server_side=True)
    calling = curious.wrap_bio(to_client, to_server, server_hostname="elsewhere")
    for end in (calling, answering):
        with pytest.raises(ssl.SSLWantReadError):
            end.do_handshake()
    calling.do_handshake()
    assert peer_key(calling) != public("ana")


def test_members_and_watchers_have_authorities_of_their_own(tmp_path: Path) -> None:
    watch = credential(role=Role.WATCHER)
    ana = TableTls(identity("ana"), [credential(), watch], tmp_path)
    ben = TableTls(identity("ben"), [watch], tmp_path)
    answering, _ = shake(ana.server, ben.client(watch), watch.tag)
    assert ana.credential_of(answering).role is Role.WATCHER
    with pytest.raises(ssl.SSLError):
        shake(ana.server, ben.client(watch), credential().tag)


def test_older_tls_is_refused(tmp_path: Path) -> None:
    ana, ben = both(tmp_path, credential(), credential())
    old = ben.client(credential())
    old.minimum_version = ssl.TLSVersion.TLSv1_2
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(ssl.SSLError):
        shake(ana.server, old, credential().tag)


def test_no_session_is_handed_out(tmp_path: Path) -> None:
    ana, ben = both(tmp_path, credential(), credential())
    answering, calling = shake(ana.server, ben.client(credential()), credential().tag)
    answering.write(b"after the handshake, where tickets would be")
    assert calling.read(100).startswith(b"after")
    assert ana.server.num_tickets == 0
    assert calling.session is None or not calling.session.has_ticket


def test_the_authority_is_the_same_on_every_machine() -> None:
    key, root = make_authority(credential().ca_seed)
    again, same = make_authority(credential().ca_seed)
    assert key.private_bytes_raw() == again.private_bytes_raw()
    assert root.public_bytes(Encoding.DER) == same.public_bytes(Encoding.DER)
    other, _ = make_authority(credential("other").ca_seed)
    assert other.private_bytes_raw() != key.private_bytes_raw()


def reissued(key: PrivateKey, year: int, folder: Path) -> ssl.SSLContext:
    """A caller with a leaf that the table's authority signed for `key` and for one year only."""
    authority, _ = make_authority(credential().ca_seed)
    good = make_leaf(authority, identity("ben").public_key())
    builder = (
        x509.CertificateBuilder()
        .subject_name(good.subject)
        .issuer_name(good.issuer)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(datetime.datetime(year, 1, 1, tzinfo=datetime.UTC))
        .not_valid_after(datetime.datetime(year + 1, 1, 1, tzinfo=datetime.UTC))
    )
    for extension in good.extensions:
        builder = builder.add_extension(extension.value, extension.critical)
    path = folder / "test.pem"
    path.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        + builder.sign(authority, None).public_bytes(Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.load_cert_chain(path)
    return context


def test_wrong_clocks_do_not_matter(tmp_path: Path) -> None:
    """A leaf that is long out of date stands for a clock that is decades off."""
    ana = TableTls(identity("ana"), [credential()], tmp_path)
    caller = reissued(identity("ben"), 1990, tmp_path)
    answering, _ = shake(ana.server, caller, credential().tag)
    assert peer_key(answering) == public("ben")


def test_a_member_with_another_kind_of_key_has_no_identity(tmp_path: Path) -> None:
    ana = TableTls(identity("ana"), [credential()], tmp_path)
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    answering, _ = shake(ana.server, reissued(key, 2020, tmp_path), credential().tag)
    with pytest.raises(LinkError, match="another kind"):
        peer_key(answering)


class Showing:
    """Stands for a TLS object whose other side showed these bytes as its certificate."""

    def __init__(self, certificate: bytes | None) -> None:
        self.certificate = certificate

    def getpeercert(self, binary_form: bool) -> bytes | None:
        assert binary_form
        return self.certificate


def test_a_key_that_signs_anything_is_no_identity() -> None:
    authority, _ = make_authority(credential().ca_seed)
    neutral = ed25519.Ed25519PublicKey.from_public_bytes(b"\x01" + bytes(31))
    leaf = make_leaf(authority, neutral).public_bytes(Encoding.DER)
    with pytest.raises(LinkError, match="any signature"):
        peer_key(cast(ssl.SSLObject, Showing(leaf)))


@pytest.mark.parametrize(
    ("shown", "message"), [(None, "no certificate"), (b"0\x03abc", "cannot be read")]
)
def test_what_is_no_certificate_is_no_identity(shown: bytes | None, message: str) -> None:
    with pytest.raises(LinkError, match=message):
        peer_key(cast(ssl.SSLObject, Showing(shown)))


def certificates() -> list[bytes]:
    """Of keys of every kind, each signed by a table's authority."""
    authority, _ = make_authority(credential().ca_seed)
    keys: list[CertificateIssuerPrivateKeyTypes] = [
        identity("ana"),
        ed448.Ed448PrivateKey.generate(),
        ec.generate_private_key(ec.SECP256R1()),
        rsa.generate_private_key(public_exponent=65537, key_size=2048),
    ]
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "seat")])
    issued = (
        x509.CertificateBuilder(name, name, key.public_key(), number)
        .not_valid_before(datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC))
        .not_valid_after(datetime.datetime(2099, 1, 1, tzinfo=datetime.UTC))
        .sign(authority, None)
        for number, key in enumerate(keys, 1)
    )
    return [one.public_bytes(Encoding.DER) for one in issued]


CERTIFICATES = certificates()


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A certificate in which bytes are changed, missing or too many."""
    data = bytearray(draw(st.sampled_from(CERTIFICATES)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        cut = draw(st.integers(0, 8))
        data[at : at + cut] = draw(st.binary(max_size=8))
    return bytes(data)


@given(st.one_of(damaged(), st.binary(max_size=64)))
@settings(max_examples=300, deadline=None)
def test_hostile_certificates_give_a_key_or_a_sentence(shown: bytes) -> None:
    """As well where the host of a pairing shows one, which no authority has signed."""
    tls = cast(ssl.SSLObject, Showing(shown))
    with contextlib.suppress(LinkError):
        assert len(peer_key(tls)) == 32
    with contextlib.suppress(LinkError):
        key = load_der_public_key(server_key(tls))
        assert server_key(tls) == key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def test_the_leaf_leaves_no_file_behind(tmp_path: Path) -> None:
    TableTls(identity("ana"), [credential(), credential("other")], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_leaf_on_disk_is_private_and_encrypted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, bytes]] = []
    real = ssl.SSLContext.load_cert_chain

    def spy(self: ssl.SSLContext, path: Path, password: bytes) -> None:
        seen.append((path.stat().st_mode & 0o777, path.read_bytes()))
        real(self, path, password=password)

    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", spy)
    TableTls(identity("ana"), [credential()], tmp_path)
    assert len(seen) == 3  # listening and dialling at the table, and the door to no table
    for mode, text in seen:
        assert mode == 0o600
        assert b"ENCRYPTED PRIVATE KEY" in text
        assert b"BEGIN PRIVATE KEY" not in text


def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(LinkError, match="could not be written"):
        TableTls(identity("ana"), [credential()], tmp_path / "missing")


def test_credentials_hide_their_seed_and_are_checked() -> None:
    assert repr(credential().ca_seed) not in repr(credential())
    with pytest.raises(ValueError, match="tag"):
        Credential("two words", Role.MEMBER, bytes(32))
    with pytest.raises(ValueError, match="32 bytes"):
        Credential("tag", Role.MEMBER, bytes(31))


def test_two_credentials_cannot_share_a_tag(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="one tag"):
        TableTls(identity("ana"), [credential(), credential()], tmp_path)
