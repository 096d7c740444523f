"""NAT-PMP (RFC 6886), the older protocol: the outside address and a mapping are asked for apart.

Sans-I/O like `pcp`. It has no nonce: an answer is believed because it comes from the router's
address. Held by tests/p2p/net/port_mapping/test_natpmp.py.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from ipaddress import IPv4Address

from p2p.net.port_mapping.answers import OtherVersion, RefusedByRouter

_ADDRESS, _MAP_TCP = 0, 2
_RESPONSE = 0x80
_HEAD = struct.Struct("!BBHI")  # version, opcode, result, epoch
_MAPPED = struct.Struct("!HHI")  # inside port, outside port, lifetime
_REQUEST = struct.Struct("!BBxxHHI")  # version, opcode, inside port, outside port, lifetime
_SUCCESS, _UNSUPPORTED_VERSION = 0, 1
REASONS = {
    2: "it does not allow that",
    3: "it has no connection to the internet now",
    4: "it has no room for another mapping now",
    5: "it does not know this kind of request",
}
"""What the result codes of section 3.5 mean, said of the router."""

ASK_ADDRESS = bytes((0, _ADDRESS))
"""The request for the outside address (section 3.2)."""


@dataclass(frozen=True, slots=True)
class Outside:
    """The router's outside address, and the seconds since its memory of mappings began."""

    host: IPv4Address
    epoch: int


@dataclass(frozen=True, slots=True)
class Mapped:
    """Which outside port leads to the inside port, and for how many seconds."""

    port: int
    seconds: int
    epoch: int


def map_request(inside_port: int, lifetime: int, wanted_port: int) -> bytes:
    """Ask for a mapping of TCP (section 3.3); a lifetime of 0 ends it (3.4)."""
    return _REQUEST.pack(0, _MAP_TCP, inside_port, wanted_port if lifetime else 0, lifetime)


def read_outside(data: bytes) -> Outside | RefusedByRouter | OtherVersion | None:
    """The answer to `ASK_ADDRESS`, or such an answer that nobody asked for (3.2.1).

    None for anything else, which is ignored.
    """
    found = _read(data, _ADDRESS)
    if not isinstance(found, int):
        return found
    if len(data) != _HEAD.size + 4:
        return None
    return Outside(IPv4Address(data[_HEAD.size :]), found)


def read_mapped(data: bytes, inside_port: int) -> Mapped | RefusedByRouter | OtherVersion | None:
    """The answer to `map_request` for this port; None for anything else, which is ignored.

    Of 0 seconds is the answer to a request that ends a mapping, and then its port may be 0.
    """
    found = _read(data, _MAP_TCP)
    if not isinstance(found, int):
        return found
    if len(data) != _HEAD.size + _MAPPED.size:
        return None
    inside, outside, seconds = _MAPPED.unpack_from(data, _HEAD.size)
    if inside != inside_port or (not outside and seconds):
        return None
    return Mapped(outside, seconds, found)


def has_forgotten(before: int, now: int, passed: float) -> bool:
    """Whether a router has lost its mappings, by its epochs and our seconds between them (3.6)."""
    return now < before + passed * 7 / 8 - 2


def _read(data: bytes, opcode: int) -> int | RefusedByRouter | OtherVersion | None:
    """The epoch of an answer that says that it went well, or what it says instead."""
    if not _HEAD.size <= len(data) <= _HEAD.size + _MAPPED.size:
        return None
    version, answered, result, epoch = _HEAD.unpack_from(data)
    if not answered & _RESPONSE or version > 2:
        return None
    if result == _UNSUPPORTED_VERSION or version != 0:
        return OtherVersion()
    if answered != opcode | _RESPONSE:
        return None
    if result != _SUCCESS:
        return RefusedByRouter(REASONS.get(result, "it gave a reason unknown here"), result)
    return int(epoch)
