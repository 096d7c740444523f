"""Which firewall is seen, by the files of machines made up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from p2p.net.firewall import firewall


def says(text: str | None) -> Callable[[Path], str]:
    def read(path: Path) -> str:
        if text is None:
            raise FileNotFoundError
        return text

    return read


@pytest.mark.parametrize(
    ("platform", "ufw", "firewalld", "name"),
    [
        ("linux", None, False, ""),
        ("linux", "ENABLED=no\n", False, ""),
        ("linux", "# ENABLED=yes\nLOGLEVEL=low\n", False, ""),
        ("linux", "ENABLED = yes\n", False, "ufw"),
        ("linux", "ENABLED=no\n", True, "firewalld"),
        ("win32", None, False, "Windows Defender Firewall"),
        ("darwin", None, False, "the macOS firewall"),
    ],
)
def test_a_firewall_is_named(platform: str, ufw: str | None, firewalld: bool, name: str) -> None:
    assert firewall(platform, says(ufw), lambda path: firewalld) == name
