"""A world of namespaces that stands until Enter is pressed on an empty line, for people to play in.

    python -m tests.netns.stand FOLDER keeps=Ana,Ben maps=Cleo public=Pia

Each argument is a network and who is on it: a home whose router `keeps` ports, gives them by
`chance` or `maps` them on request, a `lan` without a way out, or `public`: hosts that everybody can
call. What is printed for each person goes before any command, in a terminal of one's own:

    ip netns exec crown7-2-Ana env CROWNLESS_HOME=FOLDER/Ana .venv/bin/crownless host inheritance

Homes are numbered as they were named. What can be typed meanwhile is in `DEEDS`. Root, Linux and
what `.ci/netns` installs are needed. Held by tests/netns/test_stand.py.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tests.netns.namespaces import Namespace, why_not
from tests.netns.topology import Home, Router, World, world

ROUTERS = {
    "keeps": Router.KEEPS_PORTS,
    "chance": Router.RANDOM_PORTS,
    "maps": Router.MAPS_PORTS,
}


class Standing:
    """A world, and its people by name."""

    def __init__(self, earth: World, networks: Sequence[str]) -> None:
        self.earth = earth
        self.people: dict[str, Namespace] = {}
        for network in networks:
            kind, _, names = network.partition("=")
            self._settle(kind, [name for name in names.split(",") if name])

    def _settle(self, kind: str, names: Iterable[str]) -> None:
        if kind == "public":
            self.people |= {name: self.earth.public(name) for name in names}
            return
        routed = kind != "lan"
        home = self.earth.home(ROUTERS[kind]) if routed else self.earth.lan()
        self.people |= {name: self.earth.host(home, name, routed=routed) for name in names}

    def lines(self) -> list[str]:
        """What to put before the commands of each person."""
        return [
            f"{name}: {' '.join(machine.prefix)} env CROWNLESS_HOME={self.earth.folder / name}"
            for name, machine in self.people.items()
        ]

    def do(self, line: str) -> str:
        """Carry out one line; gives what there is to say of it."""
        deed, *words = line.split()
        try:
            return DEEDS[deed](self, *words)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            return f"that does not fit ({error!r}); there are: {', '.join(DEEDS)}"

    def address(self, name: str, address: str) -> str:
        """Another address in the same home, as after a lease has ended."""
        machine = self.people[name]
        routed = "default" in machine.ip("route")
        machine.ip("address", "flush", "dev", "eth0", "scope", "global")
        machine.ip("address", "add", f"{address}/24", "dev", "eth0")
        if routed:
            machine.ip("route", "add", "default", "via", "192.168.1.1")
        return f"{name} is at {address}"

    def move(self, name: str, number: str) -> str:
        """Carried into another home."""
        self.earth.move(self.people[name], self._home(number))
        return f"{name} is in home {number}"

    def cut(self, name: str) -> str:
        """The cable is out, or the Wi-Fi gone."""
        machine = self.people[name]
        machine.ip("link", "set", self._device(machine), "down")
        return f"{name} has no network"

    def mend(self, name: str) -> str:
        """The cable is in again."""
        machine = self.people[name]
        machine.ip("link", "set", self._device(machine), "up")
        if "eth0" in machine.ip("link"):
            machine.ip("route", "replace", "default", "via", "192.168.1.1")
        return f"{name} has a network again"

    def restart(self, number: str, moved: str = "") -> str:
        """A router starts anew and has forgotten every flow; with `moved` it has a new address."""
        home = self._home(number)
        self.earth.restart_router(home, moved=bool(moved))
        return f"the router of home {number} is at {home.outside}"

    def _home(self, number: str) -> Home:
        return self.earth.homes[int(number) - 1]

    def _device(self, machine: Namespace) -> str:
        return "eth0" if "eth0" in machine.ip("link") else "out"


DEEDS: dict[str, Callable[..., str]] = {
    "address": Standing.address,
    "move": Standing.move,
    "cut": Standing.cut,
    "mend": Standing.mend,
    "restart": Standing.restart,
}
"""address NAME 192.168.1.77, move NAME HOME, cut NAME, mend NAME, restart HOME [moved]."""


def main(arguments: Sequence[str]) -> int:
    """Build it, say how to get in, and do what is typed."""
    reason = why_not()
    if reason or not arguments:
        print(reason or __doc__)
        return 2
    folder = Path(arguments[0]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    with world(folder) as earth:
        standing = Standing(earth, arguments[1:])
        print(*standing.lines(), sep="\n", flush=True)
        for line in sys.stdin:
            if not line.strip():
                break
            print(standing.do(line), flush=True)
    return os.EX_OK


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
