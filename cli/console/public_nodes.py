"""What the environment says of the public nodes that five words are looked up at.

`CROWNLESS_DHT` may name other nodes to begin with, or `off`. Held by
tests/cli/console/test_public_nodes.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from cli.console.errors import UsageError

VARIABLE = "CROWNLESS_DHT"
OFF = "off"


def nodes(environment: Mapping[str, str]) -> tuple[tuple[str, int], ...]:
    """Hosts and UDP ports; empty where nothing is said.

    Raises UsageError where it is off, or names something else.
    """
    chosen = environment.get(VARIABLE, "").strip()
    if chosen == OFF:
        raise UsageError(f"the public nodes are off ({VARIABLE}={OFF}); use the written invite")
    found = []
    for part in (one.strip() for one in chosen.split(",") if one.strip()):
        host, _, port = part.rpartition(":")
        good = port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= 65535
        if not host or not good:
            raise UsageError(
                f"{VARIABLE} names {part!a}, which is no node; set it to HOST:PORT with commas"
                f" between several, or to {OFF}"
            )
        found.append((host.strip("[]"), int(port)))
    return tuple(found)
