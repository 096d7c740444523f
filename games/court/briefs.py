"""The shortest names, written by hand: of people where six stand in one row of a board, and of
what lies under them. A name that is not here is short enough as it is.
"""

from __future__ import annotations

from typing import Final

from games.court.cards import Action, Character, Event
from games.engine.words import begun

MOST: Final = 8
"""So many letters a brief name has at most."""

_PEOPLE: Final = {
    "brann": "Brann",
    "lambert": "Lambert",
    "pike": "Pike",
    "ironhand": "Ironhand",
    "vane": "Vane",
    "fencer": "Fencer",
    "agnes": "Agnes",
    "quill": "Quill",
    "seer": "Seer",
    "nightshade": "Nightsh.",
    "humbert": "Humbert",
    "ambrose": "Ambrose",
    "isaura": "Isaura",
    "odo": "Odo",
    "anselm": "Anselm",
    "clemence": "Clemence",
    "inquisitor": "Inquis.",
}
_UNDER: Final = {
    "apron": "apron",
    "axe": "axe",
    "boots": "boots",
    "chain": "chain",
    "hat": "hat",
    "petticoat": "mail",
    "ring": "ring",
    "hairshirt": "shirt",
    "slippers": "slippers",
    "spyglass": "spyglass",
    "strongbox": "box",
    "sword": "sword",
    "tabard": "tabard",
    "charmed": "charm",
    "eye": "eye",
    "giant": "giant",
    "midas": "Midas",
    "saint": "saint",
    "sleep": "nap",
    "toad": "toad",
    "tongue": "tongue",
    "seal": "Seal",
    "stag": "antlers",
}


_DOES: Final = {
    "hob": "stops an Effect of a rival",
    "clemence": "saves somebody from death",
    "jocasta": "moves 2 tokens to another pool",
    "fennick": "takes 2 tokens from a pool",
}


def does(row: Character) -> str:
    """What somebody does by turning, in few words; empty for who has no power."""
    if row.power is None:
        return ""
    return _DOES.get(row.key, f"turns to {row.power.says}")


def brief(row: Character) -> str:
    """The shortest name of a Character or Prince."""
    return _PEOPLE.get(row.key, begun(row.short))


def brief_under(row: Action | Event) -> str:
    """The shortest name of a card that lies under somebody."""
    return _UNDER.get(row.key, row.title)
