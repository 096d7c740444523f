"""The charter: what all seats signed before the first card, and the table's name.

A draft names the game, its rules version, the options, the seats in order and the policies. Every
seat signs it together with a nonce of its own, so no seat alone chooses the table id, which is the
hash of everything. After the charter nobody has rights that others lack.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from crypto.sign import verify
from games import registry
from games.engine.errors import BadTable
from games.engine.game import Game, number_of, plays, rules_version, settled_options
from p2p.display import safe_name
from p2p.errors import CodecError, TableMismatch
from p2p.wire import codec
from p2p.wire.codec import Value

PROTOCOL = 3
"""Version of messages, proofs and records. Other versions cannot play together."""
READABLE = (1, 2, PROTOCOL)
"""Versions whose records can be read."""
PLAYED_ALIKE = (2, PROTOCOL)
"""Versions whose messages are judged alike: they differ in the form of the draft alone."""
RELEASES = {1: "0.1.0", 2: "0.2.0"}
"""The last release that plays by an older version: tables begun with it end with it."""
MAX_CHARTER = 1 << 16
"""Bytes of one charter."""
DRAFT_LABEL = b"crownless charter v1"
TABLE_LABEL = b"crownless table v1"
BOT_LABEL = b"crownless bot v1"
MAX_RESPONSE_DELAY_MS = 10_000
MAX_DELAY_MINUTES = 24 * 60
MAX_MATCH_GAMES = 64
MATCH_ID_BYTES = 16


@dataclass(frozen=True, slots=True)
class Member:
    """One seat's person or bot: its key, the name it gives itself, and for a bot its operator."""

    key: bytes
    name: str
    operator: bytes = b""
    """The key of the person who runs this bot; empty for a person."""
    vouched: bytes = b""
    """The operator's signature over the bot's key."""

    @property
    def is_bot(self) -> bool:
        """Whether a program sits here."""
        return bool(self.operator)

    def wire(self) -> Value:
        """As it stands in a draft."""
        return (self.key, self.name, self.operator, self.vouched)

    @classmethod
    def from_wire(cls, value: Value) -> Member:
        """Read a member. Raises CodecError, also for a bot that nobody vouches for."""
        key, name, operator, vouched = codec.array(value, 4)
        member = cls(
            codec.blob(key, 32),
            codec.text(name, 64),
            codec.blob(operator),
            codec.blob(vouched),
        )
        if member.vouched and not member.is_bot:
            raise CodecError("a person for whom somebody vouches as for a bot")
        if member.is_bot and not verify(member.operator, BOT_LABEL, member.key, member.vouched):
            raise CodecError("a bot whose operator has not signed for it")
        return member


@dataclass(frozen=True, slots=True)
class Policies:
    """How the table is kept.

    `absence`: what becomes of a seat that stays away; here everybody waits for it. `beat`:
    `response_delay_ms`, from a question that may be passed until answers to it leave, at least.
    `pace`: minutes for a decision, 0 for no end. `spectators`: whether anybody may watch.
    `delay_minutes`: how far those who watch lag behind.
    """

    absence: str = "wait"
    response_delay_ms: int = 250
    pace: int = 0
    spectators: bool = True
    delay_minutes: int = 0

    def wire(self, protocol: int = PROTOCOL) -> Value:
        """As they stand in a draft: all of them, by name. Before protocol 3 they had no names."""
        if protocol >= 3:
            return (
                ("absence", self.absence),
                ("beat", self.response_delay_ms),
                ("delay", self.delay_minutes),
                ("pace", self.pace),
                ("spectators", self.spectators),
            )
        usual = (self.absence, self.response_delay_ms, self.pace, False)
        # D-121: in protocol 2 the fifth item stands only where it is used.
        if not self.spectators:
            return (*usual, False)
        return (*usual, self.delay_minutes) if self.delay_minutes else usual

    @classmethod
    def from_wire(cls, value: Value, protocol: int = PROTOCOL) -> Policies:
        """Read policies that this version can keep. Raises CodecError."""
        items = codec.array(value)
        if protocol >= 3:
            pairs = [codec.array(item, 2) for item in items]
            if [name for name, _ in pairs] != _POLICIES:
                raise CodecError(UNKNOWN_POLICY)
            absence, beat, delay, pace, spectators = (said for _, said in pairs)
        else:
            absence, beat, pace, hands = codec.array(items[:4], 4)
            spectators, delay = True, 0
            if items[4:]:
                (lag,) = codec.array(items[4:], 1)
                spectators = lag is not False
                delay = codec.integer(lag, 1, MAX_DELAY_MINUTES) if spectators else 0
            if codec.flag(hands):
                raise CodecError(UNKNOWN_POLICY)
        if absence != "wait" or type(pace) is not int or pace != 0:
            raise CodecError(UNKNOWN_POLICY)
        policies = cls(
            response_delay_ms=codec.integer(beat, 0, MAX_RESPONSE_DELAY_MS),
            spectators=codec.flag(spectators),
            delay_minutes=codec.integer(delay, 0, MAX_DELAY_MINUTES),
        )
        if policies.delay_minutes and not policies.spectators:
            raise CodecError("nobody may watch, and yet they lag behind")
        return policies


_POLICIES = ["absence", "beat", "delay", "pace", "spectators"]
UNKNOWN_POLICY = "a policy that this version of Crownless does not know"


@dataclass(frozen=True, slots=True)
class Match:
    """Which game of a match this table is: several games of one evening, one after the other.

    `id`: 16 bytes that all its games share. `number` of `games`, from 1. `before` and `record`: id
    and record digest of the table before, empty for the first.
    """

    id: bytes
    number: int
    games: int
    before: bytes = b""
    record: bytes = b""

    def wire(self) -> Value:
        """As it stands in a draft."""
        return (self.id, self.number, self.games, self.before, self.record)

    @classmethod
    def from_wire(cls, value: Value) -> Match | None:
        """Read what a draft says of its match, None outside one. Raises CodecError."""
        if value == ():
            return None
        ident, number, games, before, record = codec.array(value, 5)
        count = codec.integer(games, 2, MAX_MATCH_GAMES)
        place = codec.integer(number, 1, count)
        size = 0 if place == 1 else 32
        return cls(
            codec.blob(ident, MATCH_ID_BYTES),
            place,
            count,
            codec.blob(before, size),
            codec.blob(record, size),
        )


@dataclass(frozen=True)
class Draft:
    """Everything agreed on, before the signatures."""

    game: str
    rules: bytes
    options: tuple[tuple[str, str | int], ...]
    members: tuple[Member, ...]
    policies: Policies
    protocol: int = PROTOCOL
    match: Match | None = None

    def encode(self) -> bytes:
        """The canonical bytes that every seat signs with its nonce."""
        match = (() if self.match is None else self.match.wire(),)
        return codec.encode(
            (
                self.protocol,
                self.game,
                self.rules,
                self.options,
                tuple(member.wire() for member in self.members),
                self.policies.wire(self.protocol),
                *(match if self.protocol >= 3 else ()),
            )
        )

    @classmethod
    def decode(cls, data: bytes, protocols: Collection[int] = (PROTOCOL,)) -> Draft:
        """Read a draft. Raises CodecError, or TableMismatch for a version not of `protocols`."""
        value = codec.decode(data)
        items = codec.array(value)
        if items and (type(items[0]) is not int or items[0] not in protocols):
            theirs = shown_protocol(items[0])
            raise TableMismatch(
                f"that table speaks protocol {theirs}, this Crownless speaks {PROTOCOL}; "
                "whoever has the lower number should update"
            )
        protocol = codec.integer(items[0] if items else None, min(protocols), max(protocols))
        _, game, rules, options, members, policies = codec.array(items[:6], 6)
        (match,) = codec.array(items[6:], 1) if protocol >= 3 else (items[6:],)
        seats = codec.array(members, most=16)
        draft = cls(
            codec.text(game, 32),
            codec.blob(rules, 32),
            tuple(_option(item) for item in codec.array(options, most=32)),
            tuple(Member.from_wire(item) for item in seats),
            Policies.from_wire(policies, protocol),
            protocol,
            Match.from_wire(match),
        )
        if len({member.key for member in draft.members}) != len(draft.members):
            raise CodecError("one key on two seats")
        return draft

    def repeats(self, other: Draft) -> bool:
        """Whether this is the same game among the same keys; names and rules may be newer."""
        mine, theirs = ([one.key for one in draft.members] for draft in (self, other))
        same = (self.game, self.options, self.policies) == (
            other.game,
            other.options,
            other.policies,
        )
        return same and mine == theirs

    def named(self) -> tuple[str, int]:
        """The title of the game, and the number that its rules have or had.

        The id and 0 where no release up to this one knows them.
        """
        try:
            game = registry.make(self.game)
        except BadTable:
            return self.game, 0
        return game.info.title, number_of(game, self.rules)

    def make_game(self, protocols: Collection[int] = (PROTOCOL,)) -> Game:
        """The rules, if ours are the same and it is of one of `protocols`. Raises TableMismatch."""
        try:
            game = registry.make(self.game)
            settled_options(game.info, len(self.members), dict(self.options))
        except BadTable as error:
            raise TableMismatch(str(error)) from error
        if self.protocol not in protocols or not plays(game, self.rules):
            raise TableMismatch(
                f"that table plays other rules of {game.info.title} than this Crownless; "
                "all players need the same version"
            )
        return game


def _option(item: Value) -> tuple[str, str | int]:
    key, value = codec.array(item, 2)
    if isinstance(value, str):
        return codec.text(key, 32), codec.text(value, 64)
    return codec.text(key, 32), codec.integer(value, -(1 << 31), 1 << 31)


def make_draft(
    game: Game,
    options: Mapping[str, str | int],
    members: Sequence[Member],
    policies: Policies,
) -> Draft:
    """A draft for these seats. Raises BadTable for options or counts the game does not have."""
    settled = settled_options(game.info, len(members), options)
    return Draft(
        game.info.id,
        rules_version(game),
        tuple(settled.items()),
        tuple(members),
        policies,
    )


def shown_protocol(value: Value) -> str:
    """A protocol's number that somebody has sent, for a sentence: it may be anything."""
    return str(value) if type(value) is int else "of no number"


def signing_bytes(draft: bytes, nonce: bytes) -> bytes:
    """What a seat signs: the draft's hash and its own nonce."""
    return sha256(draft).digest() + nonce


def table_id(charter: bytes) -> bytes:
    """The name of the table with this charter, in its bytes."""
    return sha256(TABLE_LABEL + charter).digest()


@dataclass(frozen=True)
class Charter:
    """A draft that every seat has signed. `seals`: nonce and signature of each seat in order."""

    draft: Draft
    seals: tuple[tuple[bytes, bytes], ...]

    @cached_property
    def table(self) -> bytes:
        """The table id: 32 bytes that hash all of the charter."""
        return table_id(self.encode())

    @cached_property
    def keys(self) -> tuple[bytes, ...]:
        """The seats' Ed25519 public keys in seat order."""
        return tuple(member.key for member in self.draft.members)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.draft.members)

    def seat_of(self, key: bytes) -> int | None:
        """The seat of a key, if it has one."""
        return self.keys.index(key) if key in self.keys else None

    def encode(self) -> bytes:
        """The canonical bytes."""
        return codec.encode((self.draft.encode(), self.seals))

    @classmethod
    def decode(cls, data: bytes, protocols: Collection[int] = (PROTOCOL,)) -> Charter:
        """Read a charter and check every seat's signature.

        Raises CodecError, or TableMismatch for a version not of `protocols`.
        """
        body, seals = codec.array(codec.decode(data), 2)
        encoded = codec.blob(body)
        draft = Draft.decode(encoded, protocols)
        # Canonical values are not enough: what was read, written again, must be the bytes signed.
        if draft.encode() != encoded:
            raise CodecError("a charter that is not in its canonical form")
        read = []
        for member, seal in zip(draft.members, codec.array(seals, len(draft.members)), strict=True):
            nonce, signature = codec.array(seal, 2)
            entry = (codec.blob(nonce, 32), codec.blob(signature, 64))
            if not verify(member.key, DRAFT_LABEL, signing_bytes(encoded, entry[0]), entry[1]):
                raise CodecError(f"{safe_name(member.name)} did not sign this charter")
            read.append(entry)
        return cls(draft, tuple(read))
