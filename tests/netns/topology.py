"""An internet of namespaces: homes behind routers, a public host, no way out to the real one.

    internet   a bridge with 203.0.113.0/24 and 2001:db8:ffff::/64, no uplink
    router     one outside address there; a LAN 192.168.1.0/24, the same in each home on purpose,
               its hosts behind masquerading, nothing let in but answers and what was mapped
    public     a host on the bridge itself

A router differs from another by its `Router`: one that keeps ports, one that gives every flow a
port by chance, one with miniupnpd. That daemon refuses to map on a documentation address, so every
machine has a second outside address in 20.0.113.0/24, which leads nowhere else either.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

from tests.cli.run import Running
from tests.netns.namespaces import Namespace, sweep

MINIUPNPD_SECONDS = 10


class Router(Enum):
    """How a router treats its home."""

    KEEPS_PORTS = auto()
    """Outside port = inside port where that is free, the same towards everybody."""
    RANDOM_PORTS = auto()
    """Every flow gets a port by chance: nobody can be told where to call."""
    MAPS_PORTS = auto()
    """As the first, and miniupnpd opens ports on request: PCP, NAT-PMP and UPnP."""


class Upnp(Enum):
    """What miniupnpd answers to."""

    ALL = auto()
    PCP_AND_NATPMP = auto()
    ONLY_UPNP = auto()


@dataclass
class Home:
    """A router and its LAN, whose bridge is the router's device `lan`."""

    router: Namespace
    number: int
    hosts: int = 0
    shared: bool = False
    """Whether the provider gives it one of the addresses that it shares among customers."""
    kind: Router = Router.KEEPS_PORTS
    upnp: Upnp = Upnp.ALL
    leases: int = 0
    """How often the provider has given it another address."""

    @property
    def outside(self) -> str:
        """The router's address on the internet."""
        if self.shared:
            return f"100.64.0.{self._last}"
        return f"203.0.113.{self._last}"

    @property
    def net6(self) -> str:
        """The first half of its IPv6 addresses."""
        return f"2001:db8:{self.number}"

    @property
    def mapped(self) -> str:
        """The address that a mapping router names, of the second prefix (D-109)."""
        return f"20.0.113.{self._last}"

    @property
    def _last(self) -> int:
        return 10 + self.number + 20 * self.leases


@dataclass
class World:
    """The machines of one test."""

    folder: Path
    machines: list[Namespace] = field(default_factory=list)
    homes: list[Home] = field(default_factory=list)
    running: list[Running] = field(default_factory=list)
    internet: Namespace = field(init=False)
    _public: int = 0

    def __post_init__(self) -> None:
        self.internet = self.machine("internet")
        _bridge(self.internet, "internet")
        self.internet.set(ipv6__conf__internet__disable_ipv6=1)  # else it joins multicast groups

    def public(self, label: str = "p") -> Namespace:
        """A host that everybody can call: 203.0.113.100 and so on."""
        host = self.machine(label)
        self._public += 1
        self._plug(host, "out", f"203.0.113.{99 + self._public}", f"20.0.113.{99 + self._public}")
        return host

    def home(
        self,
        kind: Router = Router.KEEPS_PORTS,
        *,
        upnp: Upnp = Upnp.ALL,
        shared: bool = False,
    ) -> Home:
        """A router with an empty LAN. `shared`: behind a provider's own translation."""
        number = len(self.homes) + 1
        router = self.machine(f"router{number}")
        home = Home(router, number, shared=shared, kind=kind, upnp=upnp)
        self.homes.append(home)
        self._plug(router, "out", *_outside(home))
        _bridge(router, "lan")
        router.ip("address", "add", "192.168.1.1/24", "dev", "lan")
        router.set(ipv4__ip_forward=1)
        router.run("nft", "-f", "-", text=_firewall(kind))
        if kind is Router.MAPS_PORTS:
            self.start_miniupnpd(home, upnp)
        return home

    def home6(self) -> Home:
        """A router whose firewall lets nobody in to its IPv6 hosts but whom PCP was told of."""
        number = len(self.homes) + 1
        router = self.machine(f"router{number}")
        home = Home(router, number)
        self.homes.append(home)
        router.set(ipv6__conf__all__forwarding=1, ipv6__conf__default__accept_dad=0)
        self._plug6(router, f"2001:db8:ffff::{10 + number}")
        router.ip("address", "add", f"{home.outside}/24", "dev", "out")
        router.ip("address", "add", f"{home.mapped}/24", "dev", "out")
        _bridge(router, "lan")
        router.ip("address", "add", f"{home.net6}::1/64", "dev", "lan", "nodad")
        router.run("nft", "-f", "-", text=_firewall(Router.MAPS_PORTS))
        self.start_miniupnpd(home, Upnp.PCP_AND_NATPMP, ipv6=True)
        return home

    def public6(self, home: Home, label: str = "p") -> Namespace:
        """A host with IPv6 alone that everybody can call; it knows the way to one home."""
        host = self.machine(label)
        host.set(ipv6__conf__default__accept_dad=0)
        self._plug6(host, "2001:db8:ffff::99")
        gateway = f"2001:db8:ffff::{10 + home.number}"
        host.ip("route", "add", f"{home.net6}::/64", "via", gateway)
        return host

    def stop_miniupnpd(self, home: Home) -> None:
        """A mapping router forgets what it has mapped, and answers no more."""
        home.router.end_processes()
        home.router.run("nft", "flush", "ruleset")
        home.router.run("nft", "-f", "-", text=_firewall(Router.MAPS_PORTS))

    def restart_router(self, home: Home, *, moved: bool = False) -> None:
        """A router starts anew: nothing it knew of flows is left. `moved`: its address is another.

        The kernel drops what it has masqueraded when the device goes down.
        """
        router = home.router
        router.end_processes()
        router.ip("link", "set", "out", "down")
        router.run("nft", "flush", "ruleset")
        if moved:
            home.leases += 1
            router.ip("address", "flush", "dev", "out")
            for address in _outside(home):
                router.ip("address", "add", f"{address}/24", "dev", "out")
        router.run("nft", "-f", "-", text=_firewall(home.kind))
        router.ip("link", "set", "out", "up")
        if home.kind is Router.MAPS_PORTS:
            self.start_miniupnpd(home, home.upnp)

    def lan(self) -> Home:
        """A LAN without uplink and without a router: a switch, and nobody who gives routes."""
        number = len(self.homes) + 1
        switch = self.machine(f"switch{number}")
        home = Home(switch, number)
        self.homes.append(home)
        _bridge(switch, "lan")
        switch.set(ipv6__conf__lan__disable_ipv6=1)
        return home

    def host6(self, home: Home, label: str, *, routed: bool = True) -> Namespace:
        """A machine with IPv6 alone: 2001:db8:1::2 and so on, in the net of its home."""
        host = self.machine(label)
        home.hosts += 1
        host.set(ipv6__conf__default__accept_dad=0)
        _cable(host, "eth0", home.router, f"port{home.hosts}", "lan")
        host.ip("address", "add", f"{home.net6}::{1 + home.hosts}/64", "dev", "eth0", "nodad")
        if routed:
            host.ip("route", "add", "default", "via", f"{home.net6}::1")
        return host

    def dual_host(self, home: Home, label: str) -> Namespace:
        """A machine of a LAN without a way out: 192.168.1.2 and 2001:db8:1::2, and so on."""
        host = self.host(home, label, routed=False)
        host.set(ipv6__conf__eth0__accept_dad=0)
        address = f"{home.net6}::{1 + home.hosts}/64"
        host.ip("address", "add", address, "dev", "eth0", "nodad")
        return host

    def host(self, home: Home, label: str, *, routed: bool = True) -> Namespace:
        """A machine in a home: 192.168.1.2 and so on, with the router as its way out."""
        host = self.machine(label)
        self.plug_in(home, host)
        if routed:
            host.ip("route", "add", "default", "via", "192.168.1.1")
        return host

    def plug_in(self, home: Home, host: Namespace) -> None:
        """A cable to the LAN, and the next address there."""
        home.hosts += 1
        _cable(host, "eth0", home.router, f"port{home.hosts}", "lan")
        host.ip("address", "add", f"192.168.1.{1 + home.hosts}/24", "dev", "eth0")

    def move(self, host: Namespace, home: Home) -> None:
        """Carry a machine into another home: its address is gone, and it gets one there."""
        host.ip("link", "delete", "eth0")
        self.plug_in(home, host)
        host.ip("route", "add", "default", "via", "192.168.1.1")

    def start_miniupnpd(self, home: Home, upnp: Upnp = Upnp.ALL, *, ipv6: bool = False) -> None:
        """Start the daemon that maps ports in a router, and wait until it answers."""
        config = self.folder / f"miniupnpd{home.number}.conf"
        config.write_text(_miniupnpd(home, upnp, ipv6=ipv6))
        pid = self.folder / f"miniupnpd{home.number}.pid"
        daemon = home.router.start("miniupnpd", "-d", "-f", str(config), "-P", str(pid))
        deadline = time.monotonic() + MINIUPNPD_SECONDS
        while ":5351" not in (bound := home.router.run("ss", "-Hlnu")) and (
            upnp is not Upnp.ONLY_UPNP or ":1900" not in bound
        ):
            assert daemon.poll() is None, "miniupnpd has ended"
            assert time.monotonic() < deadline, f"miniupnpd does not listen:\n{bound}"
            time.sleep(0.02)

    def crownless(
        self,
        machine: Namespace,
        *arguments: str,
        home: str = "",
        typed: bool = False,
        by_hand: bool = False,
        module: str = "",
    ) -> Running:
        """Start the command, or another module, on a machine; its profile is the machine's own."""
        running = Running(
            self.folder / (home or machine.label),
            *arguments,
            typed=typed,
            by_hand=by_hand,
            module=module,
            within=machine.prefix,
            lan="",
        )
        self.running.append(running)
        return running

    def remove(self) -> None:
        """End everything and take it down, whatever state it is in."""
        for running in self.running:
            running.stop()
        for machine in reversed(self.machines):
            machine.remove()

    def machine(self, label: str) -> Namespace:
        """A machine that nothing is connected to."""
        machine = Namespace(label)
        self.machines.append(machine)
        return machine

    def _plug6(self, machine: Namespace, address: str) -> None:
        """Connect a machine to the internet with an IPv6 address."""
        _cable(machine, "out", self.internet, machine.label, "internet")
        machine.ip("address", "add", f"{address}/64", "dev", "out", "nodad")

    def _plug(self, machine: Namespace, device: str, *addresses: str) -> None:
        """Connect a machine to the internet with IPv4 addresses."""
        _cable(machine, device, self.internet, machine.label, "internet")
        for address in addresses:
            machine.ip("address", "add", f"{address}/24", "dev", device)
        machine.set(**{f"ipv6__conf__{device}__disable_ipv6": 1})


@contextlib.contextmanager
def world(folder: Path) -> Iterator[World]:
    """A world in which nothing is left over when the test is over."""
    sweep()
    made = World(folder)
    try:
        yield made
    finally:
        made.remove()


def _outside(home: Home) -> list[str]:
    """The addresses of a router on the internet."""
    return [home.outside] if home.shared else [home.outside, home.mapped]


def _bridge(machine: Namespace, name: str) -> None:
    # With snooping, the bridge itself joins a group, and that would be heard as a packet.
    machine.ip("link", "add", name, "type", "bridge", "mcast_snooping", "0")
    machine.ip("link", "set", name, "up")


def _cable(machine: Namespace, device: str, other: Namespace, port: str, bridge: str) -> None:
    """A cable from a machine's device to a port of a bridge."""
    machine.ip("link", "add", device, "type", "veth", "peer", "name", port, "netns", other.name)
    other.set(**{f"ipv6__conf__{port}__disable_ipv6": 1})
    other.ip("link", "set", port, "master", bridge, "up")
    machine.ip("link", "set", device, "up")


def _firewall(kind: Router) -> str:
    """Masquerading to the outside, and in come only answers and what was mapped."""
    ports = "masquerade fully-random" if kind is Router.RANDOM_PORTS else "masquerade"
    return f"""
table inet home {{
  chain mapped_forward {{
  }}
  chain mapped_in {{
  }}
  chain mapped_out {{
  }}
  chain from_outside {{
    type nat hook prerouting priority dstnat; policy accept;
    iifname "out" jump mapped_in
  }}
  chain to_outside {{
    type nat hook postrouting priority srcnat; policy accept;
    jump mapped_out
    oifname "out" {ports}
  }}
  chain passing {{
    type filter hook forward priority filter; policy drop;
    ct state established,related accept
    iifname "lan" accept
    ct status dnat accept
    jump mapped_forward
  }}
  chain for_router {{
    type filter hook input priority filter; policy accept;
    iifname "out" ct state new drop
  }}
}}
"""


def _miniupnpd(home: Home, upnp: Upnp, *, ipv6: bool) -> str:
    pcp = "no" if upnp is Upnp.ONLY_UPNP else "yes"
    igd = "no" if upnp is Upnp.PCP_AND_NATPMP else "yes"
    return f"""
ext_ifname=out
{"" if home.shared else f"ext_ip={home.mapped}"}
listening_ip=lan
http_port=5000
enable_natpmp={pcp}
enable_upnp={igd}
secure_mode=yes
ipv6_disable={"no" if ipv6 else "yes"}
upnp_table_name=home
upnp_nat_table_name=home
upnp_forward_chain=mapped_forward
upnp_nat_chain=mapped_in
upnp_nat_postrouting_chain=mapped_out
uuid=00000000-0000-4000-8000-0000000000{home.number:02x}
allow 1024-65535 192.168.1.0/24 1024-65535
deny 0-65535 0.0.0.0/0 0-65535
"""
