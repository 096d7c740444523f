"""contact: our own names for the keys of others, given once their words have been compared.

Held by tests/cli/commands/test_contact.py.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence

from cli.console.errors import UsageError
from cli.console.exit_codes import Exit
from cli.console.stdout import say
from cli.console.text import counted, listed, wrapped
from cli.lifecycle.naming import name_key
from p2p.client.tables.table_list import tables_of
from p2p.display import safe
from p2p.key_words import LONG, SHORT, key_phrase, word_list
from p2p.storage.profile import Profile

KEY_DIGITS = 64
"""Hexadecimal digits of a public key."""
NONE_YET = (
    "You have no contacts yet. Once you have compared the words of a key with its owner:",
    "crownless contact NAME WORDS",
)


def run(args: argparse.Namespace) -> int:
    """List, show, name or remove. Raises UsageError, LocalError and ProfileError."""
    profile = Profile.open(args.profile)
    if args.name is None:
        if args.remove:
            raise UsageError("say whom to remove: crownless contact NAME --remove")
        say(_all(profile))
    elif args.remove:
        if args.words:
            raise UsageError("--remove takes a name and no words")
        key, _ = _contact(profile, args.name)
        say(wrapped(name_key(profile, key, "")))
    elif args.words:
        say(wrapped(name_key(profile, chosen_key(args.words, met_keys(profile)), args.name)))
    else:
        say(_one(profile, *_contact(profile, args.name)))
    return Exit.DONE


def met_keys(profile: Profile) -> dict[bytes, list[str]]:
    """The keys of people who sat at tables of this profile, with the ids of those tables."""
    found: dict[bytes, list[str]] = {}
    for info in tables_of(profile):
        for digits in info.summary.keys:
            if _is_key(digits):
                found.setdefault(bytes.fromhex(digits), []).append(info.shown)
    found.pop(profile.identity.public, None)
    return found


def chosen_key(words: Sequence[str], met: Iterable[bytes]) -> bytes:
    """The key with these words, or the one that they spell out in digits. Raises UsageError."""
    given = [word.casefold() for text in words for word in re.split(r"[\s-]+", text) if word]
    digits = "".join(given)
    if _is_key(digits):
        return bytes.fromhex(digits)
    if len(given) not in (SHORT, LONG):
        raise UsageError(
            f"give a key by its {SHORT} or {LONG} words, or by all its {KEY_DIGITS} digits, as"
            f" whoami shows them to its owner; this is {counted(len(given), 'word')}"
        )
    unknown = [word for word in given if word not in word_list()]
    if unknown:
        raise UsageError(f"{unknown[0]!a} is no word that a key can have; compare once more")
    phrase = "-".join(given)
    found = [key for key in met if key_phrase(key, len(given)) == phrase]
    if not found:
        raise UsageError(
            "nobody who sat at one of your tables has these words; play with them first, or give"
            f" all {KEY_DIGITS} digits of the key"
        )
    if len(found) > 1:
        raise UsageError(f"{len(found)} keys have these words; give all {LONG}")
    return found[0]


def _contact(profile: Profile, text: str) -> tuple[bytes, str]:
    for key, name in profile.contacts.items():
        if name.casefold() == text.strip().casefold():
            return key, name
    raise UsageError(f"you have no contact {safe(text, 40)!a}; 'crownless contact' lists yours")


def _one(profile: Profile, key: bytes, name: str) -> list[str]:
    met = met_keys(profile).get(key, [])
    return [
        f"Name: {name}",
        f"Key: {key.hex()}",
        f"Words: {key_phrase(key)}",
        f"Six words, for the lobby: {key_phrase(key, LONG)}",
        f"Tables: {listed(met)}" if met else "You have not played with this key.",
    ]


def _all(profile: Profile) -> Sequence[str]:
    contacts = sorted(profile.contacts.items(), key=lambda entry: entry[1].casefold())
    return [f"{name}: {key_phrase(key)}" for key, name in contacts] or NONE_YET


def _is_key(digits: str) -> bool:
    return re.fullmatch(rf"[0-9a-f]{{{KEY_DIGITS}}}", digits) is not None
