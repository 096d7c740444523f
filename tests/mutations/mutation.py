"""What one mutation is: a check taken out, and the tests that must notice."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """In the module at `path`, `old` stands exactly once; `new` comes in its place."""

    path: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Mutation:
    """One check taken out, by hand (D-44). `tests`: pytest's names of those that must notice."""

    name: str
    edits: tuple[Edit, ...]
    tests: tuple[str, ...]


def at_one_place(path: str, name: str, old: str, new: str, *tests: str) -> Mutation:
    """A mutation of a single edit."""
    return Mutation(name, (Edit(path, old, new),), tests)
