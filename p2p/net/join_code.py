"""What somebody types to join: an invite, words, or the address that was read out to them.

One field takes all of it, and each kind is told from the others by its looks alone. Held by
tests/p2p/net/test_join_code.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TypeAlias

from p2p.errors import InviteError
from p2p.net import spoken_code
from p2p.net.address import Address
from p2p.net.invite import Invite, parse
from p2p.net.spoken_code import SpokenCode

PAIRING_PORT = 4873
"""Where a host listens for whoever knows its words, if that port is free; else it names another."""

# A port stands behind an IPv4 address, or behind an IPv6 address in brackets (RFC 3986).
_WITH_PORT = re.compile(r"(?:\[([^\]]*)\]|([0-9.]+)):(\d{1,6})")


@dataclass(frozen=True, slots=True)
class AtAddress:
    """A host that was named by its address, and its words if they were typed as well."""

    address: Address
    code: SpokenCode | None = None


JoinCode: TypeAlias = Invite | SpokenCode | AtAddress


def read(text: str) -> JoinCode:
    """What a typed or pasted text means. Raises InviteError with a sentence for each mistake."""
    if spoken_code.may_be_words(text):
        return spoken_code.read(text)
    first, _, rest = text.strip().partition(" ")
    address = read_address(first)
    if address is None:
        return parse(text)
    code = spoken_code.read(rest) if rest.strip() else None
    if code is not None and not code.is_near:
        raise InviteError("with an address go two words; five words are typed alone")
    return AtAddress(address, code)


def is_two_words(code: JoinCode) -> bool:
    """Whether these are two words alone, whose table is looked for on the local network."""
    return isinstance(code, SpokenCode) and code.is_near


def read_address(text: str) -> Address | None:
    """An address as it is read out, with a port or without; None for any other text.

    Raises InviteError for a port that is none.
    """
    with_port = _WITH_PORT.fullmatch(text)
    host = (with_port[1] or with_port[2] or "") if with_port else text.strip("[]")
    port = int(with_port[3]) if with_port else PAIRING_PORT
    try:
        found = Address(str(ip_address(host)), port)
    except ValueError:
        return None
    if not 1 <= port <= 65535:
        raise InviteError(f"{port} is no port; ports go from 1 to 65535")
    return found


def shown_address(address: Address) -> str:
    """How an address is read out: without the port that everybody tries first."""
    return address.host if address.port == PAIRING_PORT else str(address)
