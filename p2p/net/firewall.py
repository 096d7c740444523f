"""Firewalls of this machine that can be seen without being an administrator.

Whether they let a program through is not for us to read; that one is on is worth a hint. Held by
tests/p2p/net/test_firewall.py.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

_UFW = Path("/etc/ufw/ufw.conf")
_FIREWALLD = Path("/run/firewalld")


def firewall(
    platform: str = sys.platform,
    read: Callable[[Path], str] = Path.read_text,
    exists: Callable[[Path], bool] = Path.exists,
) -> str:
    """The name of a firewall that is on here or always asks; empty where none is seen."""
    if platform == "win32":
        return "Windows Defender Firewall"
    if platform == "darwin":
        return "the macOS firewall"
    try:
        lines = read(_UFW).splitlines()
    except (OSError, ValueError):
        lines = []
    if any(line.replace(" ", "").lower() == "enabled=yes" for line in lines):
        return "ufw"
    return "firewalld" if exists(_FIREWALLD) else ""
