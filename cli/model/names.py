"""How the people at a table are called on this screen. Pure.

A name is what a key calls itself, made safe to show, unless we have a name of our own for the key
(a petname). Two seats never read alike, and nobody reads like one of our contacts without being it.
Held by tests/cli/model/test_names.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from p2p.display import NOBODY, safe_name, told_apart, without_brackets
from p2p.lookalike import skeleton
from p2p.wire.charter import Member

OUR_BOT = "your bot"


def seat_letter(seat: int) -> str:
    """The letter of a seat: the first is A."""
    return chr(ord("A") + seat)


@dataclass(frozen=True, slots=True)
class Person:
    """One seat's person or bot. `operator` says in words who runs this bot."""

    name: str
    key: bytes
    mine: bool = False
    operator: str = ""
    contact: bool = False
    """Whether the name is ours for this key."""

    @property
    def is_ours(self) -> bool:
        """Whether it is a bot that we run."""
        return self.operator == OUR_BOT

    @property
    def title(self) -> str:
        """The name with what everybody should know about it."""
        if self.mine:
            return f"{self.name} (you)"
        if self.operator:
            return f"{self.name} ({self.operator})"
        return self.name


def people(
    members: Sequence[Member], own_key: bytes, contacts: Mapping[bytes, str]
) -> tuple[Person, ...]:
    """The people of these seats in order."""
    names = _names(members, contacts)
    by_key = {member.key: name for member, name in zip(members, names, strict=True)}
    return tuple(
        Person(
            name,
            member.key,
            member.key == own_key,
            _operator(member, own_key, by_key),
            member.key in contacts,
        )
        for member, name in zip(members, names, strict=True)
    )


def _operator(member: Member, own_key: bytes, names: Mapping[bytes, str]) -> str:
    if not member.is_bot:
        return ""
    if member.operator == own_key:
        return OUR_BOT
    return f"bot of {names.get(member.operator, 'somebody who does not play')}"


def _names(members: Sequence[Member], contacts: Mapping[bytes, str]) -> list[str]:
    known = {skeleton(name) for name in contacts.values()}
    names: list[str] = []
    for member in members:
        name = contacts.get(member.key)
        if name is None:
            # What we add to names stands in brackets; nobody may add it to their own.
            name = without_brackets(safe_name(member.name)) or NOBODY
            if skeleton(name) in known:
                name = f"{name} [not your contact]"
        names.append(name)
    return told_apart(names)
