"""Plans survive a restart, open the right doors, and lead to the right lobby."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p.errors import CodecError
from p2p.lobby.guest import GuestLobby
from p2p.lobby.host import HostLobby
from p2p.lobby.table_config import TableConfig, vouch
from p2p.net.invite import fingerprint, watch_secret
from p2p.net.tls import Role
from p2p.storage.identity import Identity
from p2p.wire import codec

SECRET = bytes(range(10))
HOST = TableConfig(
    role="host",
    secret=SECRET,
    name="Ana",
    game="inheritance",
    seats=3,
    options=(("a", "b"), ("n", -2)),
    port=4000,
)
GUEST = TableConfig(
    role="guest",
    secret=SECRET,
    name="Ben",
    host_key=bytes(10),
    addresses=(("192.0.2.1", 4000), ("2001:db8::1", 4000)),
    loopback=True,
    operator=bytes(32),
    vouched=bytes(64),
)


@pytest.mark.parametrize(
    "config",
    [
        HOST,
        GUEST,
        replace(HOST, response_delay_ms=0),
        replace(HOST, strength="fair"),
        replace(HOST, guided=True),
    ],
)
def test_a_config_comes_back_as_it_was(config: TableConfig) -> None:
    assert TableConfig.decode(config.encode()) == config


def test_a_config_that_an_older_release_kept_is_read() -> None:
    who, what, bot, agreed = codec.array(codec.decode(HOST.encode()), 4)
    for kept in (6, 7):
        old = codec.encode((who, codec.array(what)[:kept], bot, agreed))
        assert TableConfig.decode(old) == HOST


def test_a_damaged_config_is_refused() -> None:
    data = HOST.encode()
    for broken in (b"", data[:-1], data + b"\0", data[:5] + b"\xff" + data[6:]):
        with pytest.raises(CodecError):
            TableConfig.decode(broken)


def test_the_secret_is_not_shown() -> None:
    assert repr(SECRET) not in repr(HOST)
    assert HOST.secret == SECRET
    assert repr(HOST.name) in repr(HOST)


def test_members_open_two_doors_and_watchers_one() -> None:
    member, watcher = HOST.credentials()
    assert (member.role, watcher.role) == (Role.MEMBER, Role.WATCHER)
    (only,) = replace(HOST, role="watch", secret=watch_secret(SECRET)).credentials()
    assert only == watcher
    assert member.ca_seed != watcher.ca_seed


def test_any_member_can_invite_to_itself() -> None:
    identity = Identity.generate()
    invite = HOST.invite(identity.public, (("192.0.2.1", 1),) * 6)
    assert invite.host_key == fingerprint(identity.public)
    assert len(invite.addresses) == 4
    assert not invite.watch
    guest = replace(GUEST, host_key=invite.host_key)
    assert guest.is_host(identity.public)
    assert not guest.is_host(bytes(32))
    assert not HOST.is_host(identity.public)


def test_each_role_has_its_lobby() -> None:
    identity = Identity.generate()
    assert isinstance(replace(HOST, options=()).lobby(identity), HostLobby)
    assert isinstance(GUEST.lobby(identity), GuestLobby)
    assert replace(GUEST, role="watch").lobby(identity) is None


def test_a_bot_asks_for_its_seat_with_the_signature_of_its_operator() -> None:
    operator, bot = Identity.generate(), Identity.generate()
    config = replace(GUEST, operator=operator.public, vouched=vouch(operator, bot.public))
    member = config.member(bot)
    assert member.from_wire(member.wire()) == member


@pytest.mark.parametrize(
    ("own", "named"),
    [
        (["192.0.2.1", "127.0.0.1", "::1"], ["192.0.2.1"]),
        (["192.0.2.1", "2001:db8::1", "::1"], ["192.0.2.1", "2001:db8::1"]),
        (["127.0.0.1", "::1"], ["127.0.0.1", "::1"]),
        ([f"192.0.2.{n}" for n in range(1, 7)], [f"192.0.2.{n}" for n in range(1, 5)]),
    ],
)
def test_an_invite_names_loopback_only_where_there_is_nothing_else(
    own: list[str], named: list[str]
) -> None:
    invite = HOST.invite(bytes(32), tuple((host, 4000) for host in own))
    assert [host for host, _ in invite.addresses] == named
