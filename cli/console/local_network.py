"""What the environment says of the local network. Nothing there is needed to play.

`CROWNLESS_LAN` may name the addresses of the network interfaces to use, or `off`. Held by
tests/cli/console/test_local_network.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address

from cli.console.errors import UsageError

VARIABLE = "CROWNLESS_LAN"
OFF = "off"


def is_off(environment: Mapping[str, str]) -> bool:
    """Whether no table is to be shown or looked for."""
    return environment.get(VARIABLE) == OFF


def interfaces(environment: Mapping[str, str]) -> list[str] | None:
    """Where to show and look: None for everywhere.

    Raises UsageError where it is off, or where something else than an address is named.
    """
    if is_off(environment):
        raise UsageError(f"the local network is off ({VARIABLE}={OFF}); join with an invite")
    chosen = environment.get(VARIABLE, "")
    named = [part.strip() for part in chosen.split(",") if part.strip()]
    for part in named:
        try:
            ip_address(part)
        except ValueError:
            raise UsageError(
                f"{VARIABLE} names {part!a}, which is no address; set it to addresses of this"
                f" machine with commas between them, or to {OFF}"
            ) from None
    return named or None
