"""What goes over an interface of a namespace, as an AF_PACKET socket sees it."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address

from tests.netns.namespaces import Namespace

_EVERY_KIND = 0x0003
_SNAP = 2048
_PACKET_LEVEL, _ADD_MEMBERSHIP, _PROMISCUOUS = 263, 1, 1
_POLL_SECONDS = 0.1
_IPV4, _ARP, _IPV6 = 0x0800, 0x0806, 0x86DD


@dataclass(frozen=True, slots=True)
class Frame:
    """One Ethernet frame; `kind` is its EtherType, `came` the seconds of a clock that goes on."""

    data: bytes
    came: float

    @property
    def kind(self) -> int:
        return int.from_bytes(self.data[12:14], "big")

    @property
    def source(self) -> str:
        """The address that it comes from; of an ARP request, the asker's."""
        return self._address(26, 28, 22)

    @property
    def target(self) -> str:
        """The address that it goes to; of an ARP request, the one that is asked for."""
        return self._address(30, 38, 38)

    @property
    def is_ip(self) -> bool:
        return self.kind in (_IPV4, _IPV6)

    def _address(self, ipv4: int, arp: int, ipv6: int) -> str:
        if self.kind == _IPV6:
            return str(IPv6Address(self.data[ipv6 : ipv6 + 16]))
        if self.kind not in (_IPV4, _ARP):
            return ""
        at = ipv4 if self.kind == _IPV4 else arp
        return ".".join(str(byte) for byte in self.data[at : at + 4])

    def __str__(self) -> str:
        return f"{self.kind:04x} {self.source} -> {self.target}, {len(self.data)} bytes"


class Capture:
    """All frames on an interface since it was begun."""

    def __init__(self, socket_: socket.socket) -> None:
        self.frames: list[Frame] = []
        self._socket = socket_
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Hear no more; what came before is in `frames`."""
        self._ended.set()
        self._thread.join()
        self._socket.close()

    def _read(self) -> None:
        self._socket.settimeout(_POLL_SECONDS)
        while True:
            try:
                data = self._socket.recv(_SNAP)
            except TimeoutError:
                if self._ended.is_set():
                    return
                continue
            self.frames.append(Frame(data, time.monotonic()))


@contextmanager
def capture(machine: Namespace, device: str) -> Iterator[Capture]:
    """Hear what goes over a device of a machine; a bridge hears all that goes over it."""

    def opened() -> socket.socket:
        made = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(_EVERY_KIND))
        made.bind((device, _EVERY_KIND))
        # Promiscuous: else a bridge hears only what is meant for itself or for all.
        wish = struct.pack("iHH8x", socket.if_nametoindex(device), _PROMISCUOUS, 0)
        made.setsockopt(_PACKET_LEVEL, _ADD_MEMBERSHIP, wish)
        return made

    heard = Capture(machine.within(opened))
    try:
        yield heard
    finally:
        heard.end()
