"""What the environment says of the local network."""

from __future__ import annotations

import pytest

from cli.console.errors import UsageError
from cli.console.local_network import interfaces, is_off


def test_the_environment_says_where_to_look() -> None:
    assert interfaces({}) is None
    assert interfaces({"CROWNLESS_LAN": "127.0.0.1, 192.0.2.1"}) == ["127.0.0.1", "192.0.2.1"]
    with pytest.raises(UsageError, match="invite"):
        interfaces({"CROWNLESS_LAN": "off"})
    assert is_off({"CROWNLESS_LAN": "off"})
    assert not is_off({})


def test_what_is_no_address_is_said() -> None:
    for wrong in ("foo", "127.0.0.1, eth0", "1.2.3"):
        with pytest.raises(UsageError, match="no address"):
            interfaces({"CROWNLESS_LAN": wrong})
