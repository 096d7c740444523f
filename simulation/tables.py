"""Tables for tests: keys, charters and seats made by hand, with randomness that a seed gives."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from crypto.sign import sign
from games import registry
from games.engine.game import Game
from games.engine.guide import Guide
from p2p.wire.charter import DRAFT_LABEL, Charter, Member, Policies, make_draft, signing_bytes


def bytes_of(*words: object, size: int = 32) -> bytes:
    """Bytes that look random and follow from the words."""
    return hashlib.shake_256(repr(words).encode()).digest(size)


def entropy_of(*words: object) -> Callable[[int], bytes]:
    """A source of bytes that follows from the words."""
    count = 0

    def draw(size: int) -> bytes:
        nonlocal count
        count += 1
        return bytes_of(*words, count, size=size)

    return draw


@dataclass(frozen=True)
class Person:
    """Somebody with a key."""

    name: str
    private: Ed25519PrivateKey

    @property
    def key(self) -> bytes:
        return self.private.public_key().public_bytes_raw()

    def sign(self, label: bytes, body: bytes) -> bytes:
        return sign(self.private, label, body)


NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn")


@lru_cache(maxsize=256)
def person(number: int, table: object = "") -> Person:
    """The same person for the same number and table word."""
    private = Ed25519PrivateKey.from_private_bytes(bytes_of("identity", number, table))
    return Person(NAMES[number], private)


def charter_of(
    game: Game,
    people: list[Person],
    *,
    options: dict[str, str | int] | None = None,
    response_delay_ms: int = 0,
    table: object = "",
) -> Charter:
    """A charter that all these people have signed."""
    members = [Member(one.key, one.name) for one in people]
    draft = make_draft(game, options or {}, members, Policies(response_delay_ms=response_delay_ms))
    seals = []
    for one in people:
        nonce = bytes_of("nonce", one.name, table)
        seals.append((nonce, one.sign(DRAFT_LABEL, signing_bytes(draft.encode(), nonce))))
    return Charter(draft, tuple(seals))


GUIDE = Guide("Play.", "Play.", ("Play.",), ())


def register(make: Callable[[], Game]) -> Callable[[], None]:
    """Add a game of the tests to the registry; returns what takes it out again."""
    before = registry.GAMES
    registry.GAMES = {**before, make().info.id: lambda: registry.Entry(make, GUIDE)}

    def undo() -> None:
        registry.GAMES = before

    return undo
