"""What a client set out to do at a table, kept so that the same command goes on with it.

It is written before the first connection: who opens, who joins and by which invite, who
watches. It holds the table's secret and therefore lives in the table's private store.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from games import registry
from p2p.errors import CodecError
from p2p.lobby.frames import SignedDraft
from p2p.lobby.guest import GuestLobby
from p2p.lobby.host import HostLobby
from p2p.lobby.places import Addresses
from p2p.net.address import is_loopback
from p2p.net.invite import (
    MAX_ADDRESSES,
    Invite,
    back_to,
    ca_seed,
    fingerprint,
    sni,
    watch_secret,
)
from p2p.net.tls import Credential, Role
from p2p.storage.identity import Identity
from p2p.wire import codec
from p2p.wire.charter import (
    BOT_LABEL,
    MAX_DELAY_MINUTES,
    MAX_RESPONSE_DELAY_MS,
    Draft,
    Member,
    Policies,
)

CONFIG_NOTE = "plan"
CHARTER_NOTE = "charter"
PORT_NOTE = "port"
INTERNET_NOTE = "internet"
"""Begins with 1 once our person has chosen the internet for this table."""
ORDERS_NOTE = "orders"
"""What our own person has ordered, for a draft that goes on after a restart."""
ONLINE_NOTE = "public nodes"
"""Set where the table's people find each other by public nodes on the internet."""
SIGNED_NOTE = "seals"
REFUSED_NOTE = "refused"
"""The keys to which we have refused a seat at our table, one after the other."""
MUTED_NOTE = "muted"
"""The seats whose chat our own person does not want to see, a byte each."""


@dataclass(frozen=True, slots=True)
class TableConfig:
    """`role`: host, guest or watch. `host_key`: the opener's key fingerprint, empty for itself.

    `operator` and `vouched` are set for a bot: who runs it, and that person's word for its key.
    """

    role: str
    secret: bytes = field(repr=False)
    name: str
    host_key: bytes = b""
    addresses: Addresses = ()
    game: str = ""
    seats: int = 0
    options: tuple[tuple[str, str | int], ...] = ()
    response_delay_ms: int | None = None
    """None where nobody has said: as usual for those who sit there."""
    port: int = 0
    loopback: bool = False
    strength: str = ""
    """The kind of the bots that we run there; empty for the best that the game has."""
    guided: bool = False
    """Whether its person is told how to play as it goes on: somebody's first game of its title."""
    spectators: bool = True
    delay_minutes: int = 0
    """How far spectators lag behind."""
    operator: bytes = b""
    vouched: bytes = b""
    agreed: bytes = b""
    """For a rematch: the encoded draft of the game before."""

    @property
    def before(self) -> Draft | None:
        """For a rematch: what was agreed on for the game before. Raises CodecError if damaged."""
        return Draft.decode(self.agreed) if self.agreed else None

    @property
    def practice(self) -> bool:
        """Whether all the others are bots of this machine."""
        return self.role == "host" and self.loopback and not self.agreed

    @property
    def tag(self) -> str:
        """The table's public tag: its folder's name, and the server name (SNI) of its links."""
        return sni(self.secret)

    def encode(self) -> bytes:
        """For the table's store."""
        return codec.encode(
            (
                (self.role, self.secret, self.name, self.host_key, self.addresses),
                (
                    self.game,
                    self.seats,
                    self.options,
                    self.response_delay_ms,
                    self.port,
                    self.loopback,
                    self.strength,
                    self.guided,
                    self.spectators,
                    self.delay_minutes,
                ),
                (self.operator, self.vouched),
                self.agreed,
            )
        )

    @classmethod
    def decode(cls, data: bytes) -> TableConfig:
        """Read it back. Raises CodecError for a damaged one."""
        who, what, bot, agreed = codec.array(codec.decode(data), 4)
        role, secret, name, host_key, addresses = codec.array(who, 5)
        parts = codec.array(what)
        if len(parts) == 6:  # kept by a release whose bots had no strength
            parts = (*parts, "")
        if len(parts) == 7:  # kept by a release without guided games
            parts = (*parts, False)
        if len(parts) == 8:  # kept by a release whose spectators saw everything at once
            parts = (*parts, True, 0)
        (
            game, seats, options, response_delay_ms, port, loopback, strength, guided,
            spectators, delay_minutes,
        ) = codec.array(parts, 10)  # fmt: skip
        operator, vouched = codec.array(bot, 2)
        return cls(
            role=codec.text(role),
            secret=codec.blob(secret),
            name=codec.text(name),
            host_key=codec.blob(host_key),
            addresses=tuple(_address(item) for item in codec.array(addresses)),
            game=codec.text(game),
            seats=codec.integer(seats, 0, 16),
            options=tuple(_option(item) for item in codec.array(options)),
            response_delay_ms=_response_delay(response_delay_ms),
            port=codec.integer(port, 0, 65535),
            loopback=codec.flag(loopback),
            strength=codec.text(strength),
            guided=codec.flag(guided),
            spectators=codec.flag(spectators),
            delay_minutes=codec.integer(delay_minutes, 0, MAX_DELAY_MINUTES),
            operator=codec.blob(operator),
            vouched=codec.blob(vouched),
            agreed=codec.blob(agreed),
        )

    def credentials(self) -> tuple[Credential, ...]:
        """The TLS credentials: for members, and for watchers; a watcher has only its own."""
        if self.role == "watch":
            return (Credential(self.tag, Role.WATCHER, ca_seed(self.secret)),)
        watching = watch_secret(self.secret)
        return (
            Credential(self.tag, Role.MEMBER, ca_seed(self.secret)),
            Credential(sni(watching), Role.WATCHER, ca_seed(watching)),
        )

    def is_host(self, key: bytes) -> bool:
        """Whether `key` is the opener's."""
        return bool(self.host_key) and fingerprint(key) == self.host_key

    def invite(self, own_key: bytes, own_addresses: Addresses) -> Invite:
        """An invite to this table. Any member can give one out; it leads to that member."""
        places = worth_naming(own_addresses)
        return Invite(self.secret, fingerprint(own_key), places, self.role == "watch")

    def way_back(self, own_key: bytes, own_addresses: Addresses) -> Invite:
        """An invite that leads the members of this table to us, and lets in nobody else."""
        return back_to(self.tag, own_key, worth_naming(own_addresses))

    def member(self, identity: Identity) -> Member:
        """How this client asks for a seat."""
        return Member(identity.public, self.name, self.operator, self.vouched)

    def lobby(
        self,
        identity: Identity,
        signed_drafts: Sequence[SignedDraft] = (),
        *,
        waits: bool = False,
        refused: Collection[bytes] = (),
    ) -> HostLobby | GuestLobby | None:
        """The machine that leads to a charter; a spectator needs none.

        `signed_drafts`: what a guest has signed at this table before a restart. With `waits` our
        signature waits for our person's word. `refused`: who was refused a seat before a restart.
        """
        if self.role == "watch":
            return None
        me, before = self.member(identity), self.before
        if self.role == "guest":
            return GuestLobby(
                me, identity.sign, secrets.token_bytes, signed_drafts, waits=waits, agreed=before
            )
        return HostLobby(
            registry.make(self.game),
            self.seats,
            dict(self.options),
            before.policies if before else self._policies(),
            me,
            identity.sign,
            secrets.token_bytes,
            waits=waits,
            agreed=before,
            spectators=self.spectators,
            delay_minutes=self.delay_minutes,
            refused=refused,
        )

    def _policies(self) -> Policies | None:
        delay = self.response_delay_ms
        if delay is None:
            return None
        return Policies(
            response_delay_ms=delay,
            spectators=self.spectators,
            delay_minutes=self.delay_minutes,
        )


def vouch(operator: Identity, bot: bytes) -> bytes:
    """A person's word that this bot counts as theirs."""
    return operator.sign(BOT_LABEL, bot)


def encode_signed_drafts(signed: Sequence[SignedDraft]) -> bytes:
    """For the table's store."""
    return codec.encode(tuple(signed))


def decode_signed_drafts(data: bytes | None) -> tuple[SignedDraft, ...]:
    """Read them back. Raises CodecError."""
    items = codec.array(codec.decode(data)) if data else ()
    read = []
    for item in items:
        digest, nonce = codec.array(item, 2)
        read.append((codec.blob(digest, 32), codec.blob(nonce, 32)))
    return tuple(read)


def worth_naming(addresses: Addresses) -> Addresses:
    """Every address makes an invite longer: loopback only where there is nothing else."""
    outside = tuple(place for place in addresses if not is_loopback(place[0]))
    return (outside or addresses)[:MAX_ADDRESSES]


def _address(item: codec.Value) -> tuple[str, int]:
    host, port = codec.array(item, 2)
    return codec.text(host), codec.integer(port, 1, 65535)


def _response_delay(item: codec.Value) -> int | None:
    return None if item is None else codec.integer(item, 0, MAX_RESPONSE_DELAY_MS)


def _option(item: codec.Value) -> tuple[str, str | int]:
    key, value = codec.array(item, 2)
    if isinstance(value, str):
        return codec.text(key), value
    if isinstance(value, int):
        return codec.text(key), value
    raise CodecError("an option is a word or a number")
