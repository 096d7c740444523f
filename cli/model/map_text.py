"""A map in plain lines, and what is around one hex in words. Pure.

Held by tests/cli/model/test_map_text.py.
"""

from __future__ import annotations

from cli.console.text import wrapped
from cli.model.plan_words import place_named
from cli.model.table_text import Names
from games.engine.map_view import MapView, Place, direction
from games.engine.plan_draft import PlanDraft

PITCH = 4
"""Characters of one hex; every row lies two further right than the one above."""
COLUMNS = 76
AROUND = 3
"""How far `map 3,-2` looks."""
UNSEEN = "never"


def map_command(
    seen: MapView | None, typed: str, names: Names, plan: PlanDraft | None = None
) -> list[str]:
    """What `map`, `map 3,-2` and, while orders are given, `map i3` show."""
    if seen is None:
        return ["There is no map in this game, or none yet."]
    if not typed:
        return map_lines(seen, seen.home)
    cell = place_named(seen, typed, plan)
    return [cell] if isinstance(cell, str) else around_lines(seen, cell, names)


# As a picture


def column(place: Place) -> int:
    """Where a place is drawn in its row, in characters from the middle of the map."""
    return PITCH * place.q + PITCH // 2 * place.r


def map_lines(seen: MapView, middle: int, columns: int = COLUMNS) -> list[str]:
    """The map as rows of signs, as wide as fits, with what the signs mean."""
    lead = 5
    all_columns = [column(place) for place in seen.places]
    least, most = min(all_columns), max(all_columns) + PITCH
    start = column(seen.places[middle]) - (columns - lead) // 2
    start = max(least, min(start, most - (columns - lead)))
    lines = []
    for r, cells in seen.rows.items():
        row = [" "] * (columns - lead)
        for cell in cells:
            place = seen.places[cell]
            at = column(place) - start
            text = f"{place.mark or ' '}{place.sign}"
            if at >= 0 and at + len(text) <= len(row):
                row[at : at + len(text)] = text
        lines.append(f"{r:>3}  {''.join(row)}".rstrip())
    west = seen.places[next(iter(seen.rows[0]))].name
    lines += wrapped(
        f"The number before a row is its r; q grows by one to the right, from {west} in row 0."
    )
    return lines + wrapped("; ".join(f"{sign} {words}" for sign, words in seen.legend))


# In words


def around_lines(seen: MapView, cell: int, names: Names) -> list[str]:
    """The same in lines of the usual width."""
    first, *rest = around(seen, cell, names)
    return [*wrapped(first), *(line for text in rest for line in wrapped(text, "  ", "    "))]


def around(seen: MapView, cell: int, names: Names) -> list[str]:
    """All that is known around a hex: itself, then what is worth telling, nearest first."""
    here = seen.places[cell]
    said = [f"{here.name}: {here.words}."]
    plain = unseen = 0
    for away, other in seen.around(cell, AROUND):
        place = seen.places[other]
        if not away:
            continue
        if place.seen == UNSEEN:
            unseen += 1
        elif place.is_bare and not place.mark:
            plain += 1
        else:
            said.append(f"{direction(here, place)} ({place.name}): {place.words}")
    rest = [f"{plain} plain"] * bool(plain) + [f"{unseen} never seen"] * bool(unseen)
    if rest:
        said.append(f"The rest within {AROUND}: {' and '.join(rest)}.")
    return [names.put_into(text) for text in said]
