"""What leads to people does not survive, however it is spelled; what does not, stays."""

from __future__ import annotations

import re
import unicodedata
from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from p2p.key_words import key_phrase, word_list
from p2p.net.invite import Invite
from p2p.tracing.masking import Masker

FOURS = st.builds(IPv4Address, st.integers(0, 2**32 - 1))
SIXES = st.builds(IPv6Address, st.integers(0, 2**128 - 1))
PORTS = st.integers(1, 65535)
AROUND = (
    "1.5 me up address={} peer=seat-1",
    "a caller at {}.",
    "({}), and 'x'",
    '"{}"',
    "Network eth0: {}, {}",
    "http://{}/x",
)
NAMES = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Zs", "Co", "Cn")),
    min_size=1,
    max_size=24,
)


def spelled(address: IPv4Address | IPv6Address) -> list[str]:
    """How an address may be written."""
    if isinstance(address, IPv4Address):
        return [str(address), f"::ffff:{address}"]
    return [str(address), address.exploded, str(address).upper(), f"{address}%eth0"]


@given(st.one_of(FOURS, SIXES), PORTS, st.sampled_from(AROUND))
def test_no_address_survives_and_each_keeps_its_mask(
    address: IPv4Address | IPv6Address, port: int, around: str
) -> None:
    masker = Masker()
    for form in spelled(address):
        whole = f"[{form}]:{port}" if ":" in form else f"{form}:{port}"
        assert masker.mask(around.replace("{}", form)) == around.replace("{}", "address-1")
        held = masker.mask(around.replace("{}", whole))
        assert "address-1" in held
        assert "port-1" in held
        assert not re.search(rf"(?<!-)\b{port}\b", held.replace("1.5", ""))
        assert form not in held


@given(st.lists(st.one_of(FOURS, SIXES), min_size=2, max_size=6, unique=True))
def test_different_addresses_have_different_masks(
    addresses: list[IPv4Address | IPv6Address],
) -> None:
    assume(not any(getattr(one, "ipv4_mapped", None) for one in addresses))
    said = Masker().mask(" ".join(map(str, addresses)))
    assert said == " ".join(f"address-{number}" for number, _ in enumerate(addresses, 1))


@given(NAMES, st.sampled_from(("<{}>", "{} says", "name={}", "to {}, and ({})")))
def test_no_known_name_survives(name: str, around: str) -> None:
    masker = Masker()
    masker.know("player", [name])
    expected = around.replace("{}", "player-1")
    assume(name.casefold() not in around.casefold())
    for form in (name, unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name)):
        assert masker.mask(around.replace("{}", form)) == expected
    assert masker.mask(around.replace("{}", ascii(name)[1:-1])) == expected


def test_names_that_look_like_something_else_are_covered_whole() -> None:
    masker = Masker()
    masker.know("player", ["10.0.0.7 Ana"])
    masker.know("player", ["Ana Lee"])
    said = masker.mask("10.0.0.7 Ana Lee, Ana Lee and 10.0.0.7")
    assert said == "player-1, player-2 and address-1"


@given(st.binary(min_size=10, max_size=10), st.lists(FOURS, min_size=1, max_size=3))
def test_no_invite_survives(secret: bytes, hosts: list[IPv4Address]) -> None:
    assume(not any(host.is_unspecified or host.is_multicast for host in hosts))
    invite = Invite(secret, bytes(10), tuple((str(host), 9) for host in hosts)).encode()
    for form in (invite, invite.upper(), invite.replace("-", ""), invite.replace("-", " ")):
        assert Masker().mask(f"it said {form}: no") == "it said invite-1: no"


@given(st.binary(min_size=32, max_size=32))
def test_no_key_survives(key: bytes) -> None:
    digits = key.hex()
    said = Masker().mask(f"{digits} key-{digits[:8]} seats=0:key-{digits[:8]},1:key-00000000")
    mine = "key-1"
    other = "key-1" if digits.startswith("00000000") else "key-2"
    assert said == f"{mine} {mine} seats=0:{mine},1:{other}"


def test_no_words_of_a_key_or_a_pairing_survive() -> None:
    masker = Masker()
    near = "-".join(word_list()[3:5])
    said = masker.mask(f"{key_phrase(bytes(32))} or {key_phrase(bytes(32), 6)} or {near}.")
    assert said == "words-1 or words-2 or words-3."


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("/home/alice/x and /home/alice", "/home/user-1/x and /home/user-1"),
        (r"C:\Users\Al\x", r"C:\Users\user-1\x"),
        ("at box-7.fritz.box, box-7.local", "at host-1, host-2"),
        ("host port 4321, port 4321", "host port port-1, port port-1"),
        ("aa:bb:cc:dd:ee:ff", "card-1"),
        ("17:45:00.123 1:4 12:answer,13:shares", "17:45:00.123 1:4 12:answer,13:shares"),
        ("crownless 0.2.0, Python 3.11.4", "crownless 0.2.0, Python 3.11.4"),
        ("p2p.net.links.mesh WARNING", "p2p.net.links.mesh WARNING"),
    ],
)
def test_what_is_masked_and_what_stays(text: str, masked: str) -> None:
    assert Masker().mask(text) == masked
