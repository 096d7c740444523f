"""The invite: all a friend needs to find a table, in one line to be pasted or read out.

    crown1-  payload, 44 characters with one IPv4 address, in groups of four  and 3 of checksum

The alphabet is Crockford's base 32: any case, spaces and hyphens anywhere, I and L read as 1, O as
0. The checksum is CRC-15/CAN (polynomial 0x4599): it finds every single wrong character and every
swap of two neighbours, so a slip is told before anything is dialled.

    payload = head 1 byte, fingerprint of the host's key 10, secret 10, each address: IP, port 2
    head    = bit 7: for watching; bit 6: leads back; bits 5-4: addresses less one;
              bits 3-0: address i is IPv6; with fewer than four, bit 3: the last is an onion service

An onion service (of Tor, version 3) has the 32 bytes of its key in the place of an IP address, and
two zero bytes after its port. This release reads such invites and goes to their other addresses.

An invite lets its holder ask; it does not seat anyone. A watch invite carries another secret,
derived from the table's by a one-way function: its holder can watch under an authority of its own,
and can compute nothing that belongs to the seats. An invite back carries no secret at all: it has
the table's public tag (and two zero bytes) in its place, and tells the members, who have the
secret, where one of them is now. Held by tests/p2p/net/test_invite.py.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from p2p.errors import InviteError

SECRET_BYTES = 10
FINGERPRINT_BYTES = 10
MAX_ADDRESSES = 4
"""Addresses in one invite; each makes the line longer."""
MAX_BESIDE_ONION = 2
"""The bit of the fourth address says that there is an onion service."""
TAG_BYTES = 8
"""Of the table's tag, which its links show in the clear."""
PREFIX = "crown1"

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_VALUES = {char: value for value, char in enumerate(_ALPHABET)} | {"i": 1, "l": 1, "o": 0}
_CHECK_CHARS = 3
_CHECK_BITS = 15
_CRC_POLYNOMIAL = 0x4599
_GROUP = 4
_WATCH = 0x80
_BACK = 0x40
_ONION = 0x08
_ONION_BYTES = 36
# Blanks, every stroke that a mail program or a phone makes out of a hyphen, and the lines of a box
# that was selected with it.
_SEPARATORS = re.compile("[\\s\u00ad\u200b\u2010-\u2015\u2212\u2500-\u257f\ufeff_|+-]+")
_START = re.compile("crown[1il]")
_HEAD_BYTES = 1 + FINGERPRINT_BYTES + SECRET_BYTES


@dataclass(frozen=True, slots=True)
class Invite:
    """Where a table is, whose it is, and the secret that its links run under.

    `secret` has 10 bytes, `host_key` is the `fingerprint` of the host's public key, `addresses`
    are one to four IP addresses with TCP ports. With `back` it leads members back to their table:
    `host_key` is of whoever made it, and `secret` is the tag. Raises InviteError for anything else.
    """

    secret: bytes = field(repr=False)
    host_key: bytes
    addresses: tuple[tuple[str, int], ...]
    watch: bool = False
    back: bool = False
    onion: tuple[bytes, int] | None = None
    """The key and the port of an onion service that leads there as well."""

    def __post_init__(self) -> None:
        if self.back and (self.watch or any(self.secret[TAG_BYTES:])):
            raise InviteError("this invite was made by another version of Crownless; update both")
        if len(self.secret) != SECRET_BYTES or len(self.host_key) != FINGERPRINT_BYTES:
            raise InviteError("an invite has a secret and a fingerprint of 10 bytes each")
        if not self.addresses and self.onion is not None:
            raise InviteError(
                "this invite leads through Tor alone, which this release cannot; update Crownless"
            )
        most = MAX_ADDRESSES if self.onion is None else MAX_BESIDE_ONION
        if not 1 <= len(self.addresses) <= most:
            raise InviteError(f"an invite has 1 to {most} addresses")
        normal = tuple((str(_address(host)), _port(port)) for host, port in self.addresses)
        object.__setattr__(self, "addresses", normal)

    @property
    def sni(self) -> str:
        """The TLS server name of the table (RFC 6066): 16 hexadecimal digits, sent in the clear."""
        return self.secret[:TAG_BYTES].hex() if self.back else sni(self.secret)

    def for_watching(self) -> Invite:
        """The invite that lets somebody watch the same table, and never sit down at it."""
        if self.watch:
            return self
        if self.back:
            raise InviteError(
                "this invite leads players back to their seats; nobody can watch by it"
            )
        secret = watch_secret(self.secret)
        return Invite(secret, self.host_key, self.addresses, watch=True, onion=self.onion)

    def encode(self) -> str:
        """The line to paste. It holds the secret: whoever reads it can ask for a seat."""
        payload = _pack(self)
        width = -(-len(payload) * 8 // 5)
        number = int.from_bytes(payload, "big") << (width * 5 - len(payload) * 8)
        chars = _base32(number, width) + _base32(_crc(payload), _CHECK_CHARS)
        groups = [chars[i : i + _GROUP] for i in range(0, len(chars), _GROUP)]
        return "-".join([PREFIX, *groups])


def parse(text: str) -> Invite:
    """The invite in a pasted or typed text, which may have other words in front of it.

    Raises InviteError with a sentence for each kind of mistake.
    """
    if len(text) > 1000:
        raise InviteError("this is too long for an invite; copy only the line with crown1-")
    letters = _SEPARATORS.sub("", text).strip("\"'`<>.,;“”").lower()
    starts = list(_START.finditer(letters.replace("crownless", "")))
    if not starts:
        raise InviteError(_why_no_invite(letters))
    chars = starts[-1].string[starts[-1].end() :]
    for char in chars:
        if char not in _VALUES:
            raise InviteError(f"an invite has no {char!a} in it; check what you typed or pasted")
    return _unpack(_payload(chars))


def fingerprint(public: bytes) -> bytes:
    """The 10 bytes by which an invite names a public key."""
    return hashlib.sha256(b"crownless host key v1\0" + public).digest()[:FINGERPRINT_BYTES]


def ca_seed(secret: bytes) -> bytes:
    """The seed of the table's certificate authority for holders of `secret`."""
    return _derive(secret, b"table-ca v1", 32)


def sni(secret: bytes) -> str:
    """The TLS server name for holders of `secret`: 16 hexadecimal digits."""
    return _derive(secret, b"sni v1", TAG_BYTES).hex()


def watch_secret(secret: bytes) -> bytes:
    """The secret of the table's watch invites. No way leads back from it."""
    return _derive(secret, b"watch v1", SECRET_BYTES)


def next_secret(secret: bytes, table: bytes) -> bytes:
    """The secret of the rematch of `table` (a table id): its members can derive it, no watcher."""
    return _derive(secret, b"rematch v1" + table, SECRET_BYTES)


def back_to(tag: str, maker: bytes, addresses: tuple[tuple[str, int], ...]) -> Invite:
    """The invite that leads the members of the table of `tag` to the one with the key `maker`."""
    return Invite(
        bytes.fromhex(tag) + bytes(SECRET_BYTES - TAG_BYTES),
        fingerprint(maker),
        addresses,
        back=True,
    )


def _derive(secret: bytes, label: bytes, length: int) -> bytes:
    """HKDF-SHA256 (RFC 5869)."""
    return HKDF(SHA256(), length, salt=b"crownless table", info=label).derive(secret)


def _pack(invite: Invite) -> bytes:
    head = (_WATCH if invite.watch else 0) | (_BACK if invite.back else 0)
    head |= (len(invite.addresses) - (invite.onion is None)) << 4
    tail = b""
    for place, (host, port) in enumerate(invite.addresses):
        address = ipaddress.ip_address(host)
        head |= (address.version == 6) << place
        tail += address.packed + port.to_bytes(2, "big")
    if invite.onion is not None:
        key, port = invite.onion
        head |= _ONION
        tail += key + port.to_bytes(2, "big") + bytes(2)
    return bytes([head]) + invite.host_key + invite.secret + tail


def _payload(chars: str) -> bytes:
    """The bytes behind the characters, once length and checksum have been found right."""
    body, check = chars[:-_CHECK_CHARS], chars[-_CHECK_CHARS:]
    size = len(body) * 5 // 8
    spare = len(body) * 5 - size * 8
    # Every address adds a multiple of 6 bytes, so one character more or less is always seen.
    if size < _HEAD_BYTES or (size - _HEAD_BYTES) % 6 or spare >= 5:
        raise InviteError("part of the invite is missing or twice there; copy the whole line")
    number = _number(body)
    payload = (number >> spare).to_bytes(size, "big")
    if _crc(payload) != _number(check) or number & ((1 << spare) - 1):
        raise InviteError("the invite has a slip in it; compare it letter by letter")
    return payload


def _unpack(payload: bytes) -> Invite:
    head = payload[0]
    count = (head >> 4 & 3) + 1
    hidden = count < MAX_ADDRESSES and bool(head & _ONION)
    count -= hidden
    sixes = [bool(head >> place & 1) for place in range(count)]
    expected = _HEAD_BYTES + sum(18 if six else 6 for six in sixes) + _ONION_BYTES * hidden
    unused = head & 0x0F & -(1 << count) & ~(_ONION * hidden)
    if unused or len(payload) != expected or (hidden and any(payload[-2:])):
        raise InviteError("this invite was made by another version of Crownless; update both")
    secret_at = 1 + FINGERPRINT_BYTES
    addresses, at = [], _HEAD_BYTES
    for six in sixes:
        size = 16 if six else 4
        port = int.from_bytes(payload[at + size : at + size + 2], "big")
        addresses.append((str(ipaddress.ip_address(payload[at : at + size])), port))
        at += size + 2
    key, port = payload[at : at + 32], int.from_bytes(payload[at + 32 : at + 34], "big")
    return Invite(
        secret=payload[secret_at:_HEAD_BYTES],
        host_key=payload[1:secret_at],
        addresses=tuple(addresses),
        watch=bool(head & _WATCH),
        back=bool(head & _BACK),
        onion=(key, _port(port)) if hidden else None,
    )


def _why_no_invite(letters: str) -> str:
    if not letters:
        return "an invite is needed; it begins with crown1-"
    if re.search(r"crown[2-9]", letters):
        return "this invite was made by a newer Crownless; update this one to join"
    return "this is no Crownless invite; one begins with crown1-"


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    try:
        address = ipaddress.ip_address(host)
    except ValueError as error:
        raise InviteError("an invite can hold IP addresses only, no names") from error
    if isinstance(address, ipaddress.IPv6Address):
        if address.scope_id is not None:
            raise InviteError("an address that needs a network card's name cannot be invited to")
        address = address.ipv4_mapped or address
    if address.is_unspecified or address.is_multicast:
        raise InviteError(f"nobody can connect to the address {address}")
    return address


def _port(port: int) -> int:
    if not 1 <= port <= 65535:
        raise InviteError(f"{port} is no port; ports go from 1 to 65535")
    return port


def _base32(number: int, width: int) -> str:
    return "".join(_ALPHABET[number >> (5 * place) & 31] for place in reversed(range(width)))


def _number(chars: str) -> int:
    number = 0
    for char in chars:
        number = number << 5 | _VALUES[char]
    return number


def _crc(data: bytes) -> int:
    """CRC-15/CAN of the payload, most significant bit first, starting from zero."""
    value = 0
    for byte in data:
        value ^= byte << (_CHECK_BITS - 8)
        for _ in range(8):
            value <<= 1
            if value >> _CHECK_BITS:
                value ^= _CRC_POLYNOMIAL | 1 << _CHECK_BITS
    return value
