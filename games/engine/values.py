"""The plain values that rules, players and the network agree on, and their one canonical form.

Everything that is hashed anywhere in this package is a ``Primitive`` and goes through ``encode``.
The form is injective and has no freedom, so that two machines never differ over the same value:

    None        n
    False True  f t
    int         i<decimal>,
    str         s<bytes in UTF-8, decimal>:<the text>
    tuple       (<items>)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NewType, TypeAlias

Seat = NewType("Seat", int)
CardId = NewType("CardId", int)

Face: TypeAlias = str | int | tuple["Face", ...]
Primitive: TypeAlias = bool | int | str | tuple["Primitive", ...] | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: somebody has won, all have lost, or nobody has won (a draw).

    ``winners`` may name several. Without any, ``all_lost`` says whether that is a loss for all.

    ``reason`` is an identifier of the game and is hashed and signed; ``text`` says the same to
    people and is neither. ``ranking``: all seats from the first to the last, those of one rank
    together, where a game says what counts if a winner turns out to be none; it is hashed and
    signed where there is one. ``ended_by``: the seats whose word of themselves, which only an audit
    can check, ended the game; it follows from what is signed.
    """

    winners: tuple[Seat, ...]
    reason: str
    text: str = field(default="", compare=False)
    all_lost: bool = field(default=False, compare=False)
    ranking: tuple[tuple[Seat, ...], ...] = ()
    ended_by: tuple[Seat, ...] = field(default=(), compare=False)

    @property
    def said(self) -> str:
        """The reason for people; where nobody gave a text, the identifier."""
        return self.text or self.reason

    def encode(self) -> Primitive:
        """The outcome as primitives, for signing and storing."""
        ranking = tuple(tuple(int(seat) for seat in rank) for rank in self.ranking)
        return (
            tuple(int(seat) for seat in self.winners),
            self.reason,
            *((ranking,) * bool(ranking)),
        )


class Form(str):
    """The canonical form of a value, made once, to stand for that value inside others."""

    __slots__ = ()


def form(value: Primitive) -> Form:
    """The canonical form as text. Raises ``TypeError`` for anything that is no primitive."""
    return Form(_text(value))


@lru_cache(maxsize=1024)
def text_form(text: str) -> str:
    """The canonical form of a text that comes again and again, such as the key of an option."""
    return _text(text)


@lru_cache(maxsize=1024)
def ids_form(cards: tuple[CardId, ...]) -> str:
    """The canonical form of a list of cards: those of a hand are asked about again and again."""
    return f"({''.join([f'i{card},' for card in cards])})"


def encode(value: Primitive) -> bytes:
    """The canonical bytes of a value. Raises ``TypeError`` for anything that is no primitive."""
    return _text(value).encode("utf-8")


def decode(data: bytes) -> Primitive:
    """The value whose canonical bytes these are. Raises ``ValueError`` for any others."""
    value, end = _read(data, 0, 0)
    if end != len(data) or encode(value) != data:
        raise ValueError("bytes that are no value in its canonical form")
    return value


_MOST_DEPTH = 16
_CONSTANTS: dict[int, bool | None] = {ord("n"): None, ord("f"): False, ord("t"): True}


def _read(data: bytes, at: int, depth: int) -> tuple[Primitive, int]:
    """The value that begins at ``at``, and where it ends."""
    kind = data[at : at + 1]
    if kind == b"(":
        if depth == _MOST_DEPTH:
            raise ValueError("lists are nested too deep")
        items = []
        at += 1
        while data[at : at + 1] != b")":
            item, at = _read(data, at, depth + 1)
            items.append(item)
        return tuple(items), at + 1
    if kind == b"i":
        end = data.index(b",", at, at + 32)
        return int(data[at + 1 : end]), end + 1
    if kind == b"s":
        start = data.index(b":", at, at + 16) + 1
        end = start + int(data[at + 1 : start - 1])
        return data[start:end].decode("utf-8"), end
    if kind and kind[0] in _CONSTANTS:
        return _CONSTANTS[kind[0]], at + 1
    raise ValueError("bytes that begin no value")


def _text(value: Primitive) -> str:
    parts: list[str] = []
    _write((value,), parts)
    return "".join(parts)


def _write(values: tuple[Primitive, ...], parts: list[str]) -> None:
    """The forms of all values, one after the other: the commonest kinds first, by their very type.

    What is of a subclass (a named tuple, an enumeration) comes last and takes a little longer.
    """
    add = parts.append
    for value in values:
        kind = type(value)
        if kind is int:
            add(f"i{value},")
        elif kind is tuple:
            add("(")
            _write(value, parts)  # type: ignore[arg-type]
            add(")")
        elif kind is Form:
            add(value)  # type: ignore[arg-type]
        elif value is None:
            add("n")
        elif value is True:
            add("t")
        elif value is False:
            add("f")
        elif isinstance(value, str):
            size = len(value) if value.isascii() else len(value.encode("utf-8"))
            add(f"s{size}:{value}")
        elif isinstance(value, tuple):
            add("(")
            _write(value, parts)
            add(")")
        elif isinstance(value, int):
            add(f"i{int(value)},")
        else:
            raise TypeError(f"{kind.__name__} has no canonical form")


def is_face(value: object) -> bool:
    """Whether a value may be a face: text, a number, or a tuple of such."""
    if type(value) is tuple:
        return all(is_face(item) for item in value)
    return type(value) is int or type(value) is str


def face_bytes(face: Face) -> bytes:
    """The canonical bytes of a face; equal for equal faces only. ``TypeError`` if it is none."""
    if not is_face(face):
        raise TypeError(f"{face!r} is no face: use text, whole numbers and tuples of them")
    return encode(face)
