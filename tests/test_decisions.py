"""The decisions: their form, their numbers, and that everything which is cited is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.paths import ROOT

FOLDER = ROOT / "docs" / "decisions"
INDEX = FOLDER / "README.md"
FILES = sorted(set(FOLDER.glob("*.md")) - {INDEX})
ENTRY = re.compile(
    r"D-(?P<number>[1-9][0-9]*) (?P<title>\S.*)\n\n"
    r"(?P<date>20[0-9]{2}-[01][0-9]-[0-3][0-9]) · "
    r"(?P<status>stands|(?:in part )?replaced by D-(?P<later>[1-9][0-9]*))\n\n"
    r"(?:\S.*\n)+"
)
"""A heading, a line with the date and the status, and one paragraph."""
CITED = re.compile(r"\bD-([0-9]+)\b")
CODE = ("crypto", "games", "p2p", "cli", "simulation", "bench", "tests")


@dataclass(frozen=True, slots=True)
class Entry:
    number: int
    date: str
    later: int | None
    """The entry that replaces this one, all of it or in part."""


def entries_of(path: Path) -> Iterator[Entry]:
    """The entries of one file; fails at the first that has another form."""
    head, *blocks = re.split(r"^## ", path.read_text("utf-8"), flags=re.MULTILINE)
    assert re.fullmatch(r"# .+\n\n(?:\S.*\n)+\n", head), f"{path.name}: the head"
    for block in blocks:
        found = ENTRY.fullmatch(block.rstrip("\n") + "\n")
        assert found, f"{path.name}: an entry has another form: {block[:60]!r}"
        later = found["later"]
        yield Entry(int(found["number"]), found["date"], int(later) if later else None)


def all_entries() -> list[Entry]:
    found = (entry for path in FILES for entry in entries_of(path))
    return sorted(found, key=lambda entry: entry.number)


def cited_in(folder: str, suffix: str) -> dict[int, str]:
    """The numbers cited in a folder's files, each with one place."""
    places: dict[int, str] = {}
    for path in sorted((ROOT / folder).rglob(f"*{suffix}")):
        if path == Path(__file__) or path == INDEX:
            continue
        for number in CITED.findall(path.read_text("utf-8")):
            places.setdefault(int(number), str(path.relative_to(ROOT)))
    return places


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_entry_has_number_date_status_and_one_paragraph(path: Path) -> None:
    numbers = [entry.number for entry in entries_of(path)]
    assert numbers
    assert numbers == sorted(numbers)


def test_numbers_are_unique_without_gaps_and_in_the_order_of_dates() -> None:
    found = all_entries()
    assert [entry.number for entry in found] == list(range(1, len(found) + 1))
    dates = [entry.date for entry in found]
    assert dates == sorted(dates)


def test_what_replaces_an_entry_came_later() -> None:
    found = all_entries()
    for entry in found:
        assert entry.later is None or entry.number < entry.later <= len(found), entry.number


def test_every_number_that_is_cited_exists() -> None:
    known = {entry.number for entry in all_entries()}
    cited: dict[int, str] = {}
    for folder in CODE:
        cited |= cited_in(folder, ".py")
    cited |= cited_in("docs", ".md")
    for path in sorted(ROOT.glob("*.md")):
        cited |= {int(n): path.name for n in CITED.findall(path.read_text("utf-8"))}
    assert {n: place for n, place in cited.items() if n not in known} == {}


def test_every_decision_that_stands_is_cited_in_code_where_it_bites() -> None:
    cited: set[int] = set()
    for folder in CODE:
        cited |= cited_in(folder, ".py").keys()
    standing = {entry.number for entry in all_entries() if entry.later is None}
    assert sorted(standing - cited) == []


def test_the_index_names_every_file() -> None:
    named = re.findall(r"\]\(([a-z-]+\.md)\)", INDEX.read_text("utf-8"))
    assert sorted(named) == [path.name for path in FILES]
