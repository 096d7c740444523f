"""The Port Control Protocol (RFC 6887), as far as a client needs it to be called: opcode MAP.

Sans-I/O: bytes of requests out, bytes of answers in. One `PcpMapping` stands for one mapping at one
router: of IPv4, or of IPv6, where no address is changed and the mapping is a hole in the firewall.
Every request of a mapping carries the same nonce, so only the router and whoever sees the LAN can
answer for it, and nobody else can end it. Held by tests/p2p/net/port_mapping/test_pcp.py.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address

from p2p.net.port_mapping.answers import Answer, Granted, Ip, OtherVersion, RefusedByRouter

PORT = 5351
"""Of the router, UDP (section 19.1); NAT-PMP has the same."""
VERSION = 2
NONCE_BYTES = 12
MAX_BYTES = 1100
"""Of any message (section 7)."""

_MAP = 1
_ANNOUNCE = 0
_RESPONSE = 0x80
_TCP = 6
_HEADER = struct.Struct("!BBxBII12x")  # of an answer: version, opcode, result, lifetime, epoch
_REQUEST = struct.Struct("!BBxxI16s")  # version, opcode, lifetime, the client's address
_BODY = struct.Struct("!12sB3xHH16s")  # nonce, protocol, inside port, outside port and address
_SUCCESS, _UNSUPPORTED_VERSION = 0, 1
REASONS = {
    2: "it does not allow that",
    3: "it did not understand the request",
    4: "it does not know this kind of request",
    5: "it does not know an option of the request",
    6: "it did not understand an option of the request",
    7: "it has no connection to the internet now",
    8: "it has no room for another mapping now",
    9: "it maps nothing for TCP",
    10: "this machine has as many mappings as it may have",
    11: "it cannot give the outside port that was asked for",
    12: "there is another router between it and this machine",
    13: "it cannot tell the outside which callers to let in",
}
"""What the result codes of section 7.4 mean, said of the router."""


@dataclass(frozen=True, slots=True)
class PcpMapping:
    """What is asked for: that TCP from outside comes to `inside_port` of `client`.

    `client` is this machine's address on the way to the router; `nonce` has 12 bytes by chance.
    """

    client: Ip
    inside_port: int
    nonce: bytes

    def request(self, lifetime: int, wanted: Granted | None = None) -> bytes:
        """Ask for so many seconds, 0 to end it; `wanted` is what was granted before (11.2.1).

        Without that, the outside port is asked to be the inside port.
        """
        anything = IPv4Address(0) if self.client.version == 4 else IPv6Address(0)
        host, port = (wanted.host, wanted.port) if wanted else (anything, self.inside_port)
        if lifetime == 0:  # section 15.1: the suggestions are zero when a mapping is deleted
            host, port = anything, 0
        head = _REQUEST.pack(VERSION, _MAP, lifetime, _packed(self.client))
        return head + _BODY.pack(self.nonce, _TCP, self.inside_port, port, _packed(host))

    def read(self, data: bytes) -> Answer | None:
        """The answer to a request of this mapping; None for anything else, which is ignored.

        Of 0 seconds is the answer to a request that ends it, and then its port may be 0.
        """
        head = _read_head(data)
        if head is None or head.opcode not in (_MAP, None):
            return None
        if head.result == _UNSUPPORTED_VERSION:
            return OtherVersion()
        if len(data) < _HEADER.size + _BODY.size:
            return None
        nonce, protocol, inside, port, packed = _BODY.unpack_from(data, _HEADER.size)
        if (nonce, protocol, inside) != (self.nonce, _TCP, self.inside_port):
            return None
        if head.result != _SUCCESS:
            return RefusedByRouter(
                REASONS.get(head.result, "it gave a reason unknown here"), head.result
            )
        host = _unpacked(packed)
        if host.version != self.client.version or host.is_multicast:
            return None
        if not port and head.lifetime:
            return None
        return Granted(host, port, head.lifetime, head.epoch)


@dataclass(frozen=True, slots=True)
class _Head:
    """`opcode` is None in what only says that this version is not spoken."""

    opcode: int | None
    result: int
    lifetime: int
    epoch: int


def epoch_of(data: bytes) -> int | None:
    """The epoch in an unsolicited ANNOUNCE (section 14.1); None for anything else."""
    head = _read_head(data)
    return head.epoch if head is not None and (head.opcode, head.result) == (_ANNOUNCE, 0) else None


def has_forgotten(before: int, now: int, passed: float) -> bool:
    """Whether a router has lost its mappings, by its epochs and our seconds between them (8.5)."""
    if now + 1 < before:
        return True
    told = now - before
    return passed + 2 < told - told // 16 or told + 2 < passed - passed / 16


def _read_head(data: bytes) -> _Head | None:
    """The head of an answer; None for what none can be (section 8.3)."""
    if len(data) >= 4 and data[0] != VERSION and data[1] & _RESPONSE:
        # A router of NAT-PMP answers in its own form: version 0, result in two bytes (8.1, 9).
        result = int.from_bytes(data[2:4], "big") if data[0] == 0 else data[3]
        return _Head(None, result, 0, 0) if result == _UNSUPPORTED_VERSION else None
    if not _HEADER.size <= len(data) <= MAX_BYTES or len(data) % 4:
        return None
    version, opcode, result, lifetime, epoch = _HEADER.unpack_from(data)
    if version != VERSION or not opcode & _RESPONSE:
        return None
    return _Head(opcode & ~_RESPONSE, result, lifetime, epoch)


def _packed(host: Ip) -> bytes:
    """16 bytes; IPv4 as IPv4-mapped IPv6 (section 5)."""
    return host.packed if host.version == 6 else b"\0" * 10 + b"\xff\xff" + host.packed


def _unpacked(packed: bytes) -> Ip:
    host = IPv6Address(packed)
    return host.ipv4_mapped or host
