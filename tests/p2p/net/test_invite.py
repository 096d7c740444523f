"""Invites: one line, any slip found, and a watch invite that opens the watchers' door only."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import InviteError
from p2p.net import invite as module
from p2p.net.invite import Invite, ca_seed, parse

SECRET = bytes(range(10))
HOST = bytes(range(100, 110))
INVITE = Invite(SECRET, HOST, (("192.168.1.20", 40123),))


def is_mapped(ip: IPv4Address | IPv6Address) -> bool:
    """Whether the address has another, shorter spelling, which comes back instead."""
    return isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None


ADDRESSES = st.lists(
    st.tuples(
        (st.ip_addresses(v=4) | st.ip_addresses(v=6))
        .filter(lambda ip: not (ip.is_multicast or ip.is_unspecified or is_mapped(ip)))
        .map(str),
        st.integers(1, 65535),
    ),
    min_size=1,
    max_size=4,
).map(tuple)
ONIONS = st.none() | st.tuples(st.binary(min_size=32, max_size=32), st.integers(1, 65535))
INVITES = st.builds(
    lambda addresses, onion, **others: Invite(
        addresses=addresses[: 2 if onion else 4], onion=onion, **others
    ),
    onion=ONIONS,
    secret=st.binary(min_size=10, max_size=10),
    host_key=st.binary(min_size=10, max_size=10),
    addresses=ADDRESSES,
    watch=st.booleans(),
)


@given(INVITES)
def test_every_invite_comes_back(invite: Invite) -> None:
    assert parse(invite.encode()) == invite


def test_an_invite_looks_the_same_for_ever() -> None:
    line = INVITE.encode()
    assert line == "crown1-01j6-ask7-d1mp-mtvc-dm00-20g3-0g2g-c1r8-170a-g08m-kjxg-zsj"
    assert len(line.replace("-", "")) == len("crown1") + 44 + 3


@pytest.mark.parametrize(
    "change",
    [
        str.upper,
        lambda line: line.replace("-", ""),
        lambda line: line.replace("-", " "),
        lambda line: line.replace("-", "–"),
        lambda line: f"\n  {line}\n",
        lambda line: f'"{line}".',
        lambda line: line[:30] + "\r\n" + line[30:],
        lambda line: f"crownless join {line}",
        lambda line: line * 2,
        lambda line: line.replace("0", "O").replace("1", "l"),
        lambda line: line.replace("1", "I"),
        lambda line: line.replace("crown1-", "Crown 1"),
    ],
)
def test_people_may_write_it_as_they_like(change: object) -> None:
    assert callable(change)
    assert parse(change(INVITE.encode())) == INVITE


ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


@given(INVITES, st.data())
def test_any_single_slip_is_found(invite: Invite, draw: st.DataObject) -> None:
    chars = invite.encode().replace("-", "")
    at = draw.draw(st.integers(6, len(chars) - 1))
    char = draw.draw(st.sampled_from(ALPHABET).filter(lambda char: char != chars[at]))
    with pytest.raises(InviteError, match="slip"):
        parse(chars[:at] + char + chars[at + 1 :])
    for slip in (chars[:at] + chars[at + 1 :], chars[:at] + char + chars[at:]):
        with pytest.raises(InviteError, match="missing"):
            parse(slip)


def test_every_slip_of_one_character_and_every_swap_is_found() -> None:
    chars = INVITE.encode().replace("-", "")
    for at in range(6, len(chars)):
        for char in ALPHABET:
            if char != chars[at]:
                with pytest.raises(InviteError):
                    parse(chars[:at] + char + chars[at + 1 :])
    for at in range(6, len(chars) - 1):
        if chars[at] != chars[at + 1]:
            with pytest.raises(InviteError, match="slip"):
                parse(chars[:at] + chars[at + 1] + chars[at] + chars[at + 2 :])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "an invite is needed"),
        ("  \n", "an invite is needed"),
        ("hello", "no Crownless invite"),
        ("crownless", "no Crownless invite"),
        (INVITE.encode()[7:], "no Crownless invite"),
        (INVITE.encode().replace("crown1", "crown2"), "update this one"),
        (INVITE.encode() + "u", "no 'u' in it"),
        (INVITE.encode() + "\u202e", "no '\\\\u202e' in it"),
        ("crown1-", "missing"),
        (INVITE.encode()[:30], "missing"),
        ("crown1-" + "0" * 2000, "too long"),
    ],
)
def test_each_mistake_has_its_sentence(line: str, sentence: str) -> None:
    with pytest.raises(InviteError, match=sentence):
        parse(line)


@given(st.text(max_size=200) | st.text(ALPHABET, max_size=90).map(lambda chars: "crown1" + chars))
def test_any_text_is_an_invite_or_an_invite_error(text: str) -> None:
    try:
        invite = parse(text)
    except InviteError:
        return
    assert parse(invite.encode()) == invite


@pytest.mark.parametrize(
    ("addresses", "sentence"),
    [
        ((), "1 to 4"),
        ((("127.0.0.1", 1),) * 5, "1 to 4"),
        ((("example.org", 1),), "IP addresses only"),
        ((("fe80::1%eth0", 1),), "network card"),
        ((("0.0.0.0", 1),), "nobody can connect"),
        ((("ff02::1", 1),), "nobody can connect"),
        ((("127.0.0.1", 0),), "no port"),
        ((("127.0.0.1", 65536),), "no port"),
    ],
)
def test_addresses_nobody_can_use_are_refused(
    addresses: tuple[tuple[str, int], ...], sentence: str
) -> None:
    with pytest.raises(InviteError, match=sentence):
        Invite(SECRET, HOST, addresses)


@pytest.mark.parametrize("size", [0, 9, 11, 32])
def test_secret_and_fingerprint_have_their_sizes(size: int) -> None:
    for secret, host in ((bytes(size), HOST), (SECRET, bytes(size))):
        with pytest.raises(InviteError):
            Invite(secret, host, INVITE.addresses)


def test_addresses_have_one_spelling() -> None:
    spelled = Invite(SECRET, HOST, (("::ffff:10.0.0.1", 5), ("2001:DB8:0::1", 6)))
    assert spelled.addresses == (("10.0.0.1", 5), ("2001:db8::1", 6))


def test_an_invite_of_unknown_kind_is_refused() -> None:
    for head in (0x40, 0x02, 0x01):  # five addresses; a second that is not there; IPv6 cut short
        payload = bytes([head]) + module._pack(INVITE)[1:]
        number = int.from_bytes(payload, "big") << 4
        chars = module._base32(number, 44) + module._base32(module._crc(payload), 3)
        with pytest.raises(InviteError, match="another version"):
            parse(module.PREFIX + chars)


def test_a_watch_invite_opens_another_door_and_leads_nowhere_else() -> None:
    watch = INVITE.for_watching()
    assert watch.watch
    assert watch.for_watching() == watch
    assert (watch.host_key, watch.addresses) == (INVITE.host_key, INVITE.addresses)
    assert len({INVITE.secret, watch.secret}) == 2
    assert len({INVITE.sni, watch.sni}) == 2
    assert len({ca_seed(INVITE.secret), ca_seed(watch.secret)}) == 2
    # Turning the mark off in the line does not turn it into a seat's invite.
    forged = Invite(watch.secret, HOST, INVITE.addresses, watch=False)
    assert ca_seed(forged.secret) != ca_seed(INVITE.secret)
    assert forged.sni == watch.sni


def test_derived_values_have_their_sizes_and_never_change() -> None:
    assert (
        ca_seed(SECRET).hex() == "1f7d99f83d7db08f6847e2f9213e65e25d68e8994e32a3e68038ef1f7f32f41c"
    )
    assert INVITE.sni == "da8cf920ad6168c0"
    assert INVITE.for_watching().secret.hex() == "199aebc0dd4c1baf1b18"


def test_the_secret_is_not_in_the_repr() -> None:
    assert "secret" not in repr(INVITE)
    assert repr(SECRET)[2:-1] not in repr(INVITE)
    assert INVITE.secret == SECRET
    assert repr(INVITE).startswith("Invite(")


def test_no_error_repeats_the_invite() -> None:
    chars = INVITE.encode()[:-1] + ("0" if INVITE.encode()[-1] != "0" else "1")
    with pytest.raises(InviteError) as caught:
        parse(chars)
    assert chars[8:20] not in str(caught.value)


def test_an_invite_that_was_selected_with_its_frame_is_read() -> None:
    whole = INVITE.encode()
    for left, right in (("│ ", " │"), ("| ", " |"), ("┌│", "│┘"), ("+ ", " +")):
        framed = f"{left}{whole[:40]}{right}\n{left}{whole[40:]}{right}"
        assert parse(framed) == INVITE


def test_an_invite_may_name_an_onion_service_beside_its_addresses() -> None:
    onion = (bytes(range(32)), 9735)
    line = replace(INVITE, onion=onion).encode()
    assert len(line.replace("-", "")) == len("crown1") + 101 + 3
    found = parse(line)
    assert (found.addresses, found.onion) == (INVITE.addresses, onion)
    assert found.for_watching().onion == onion
    three = tuple((f"192.0.2.{place}", 1) for place in range(1, 4))
    with pytest.raises(InviteError, match="1 to 2"):
        Invite(SECRET, HOST, three, onion=onion)


def test_an_invite_through_tor_alone_says_what_to_do() -> None:
    payload = bytes([0x08]) + HOST + SECRET + bytes(range(32)) + b"\x26\x07" + bytes(2)
    width = -(-len(payload) * 8 // 5)
    number = int.from_bytes(payload, "big") << (width * 5 - len(payload) * 8)
    line = "crown1" + module._base32(number, width) + module._base32(module._crc(payload), 3)
    with pytest.raises(InviteError, match=r"through Tor alone.*update Crownless"):
        parse(line)
