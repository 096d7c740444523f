"""How each member is reached: over a link of our own, or by whoever passes its messages on. Pure.

Only what was measured here counts: round trips of our own links, and answers of members. Held by
tests/p2p/client/reach/test_paths.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType

from p2p.net.path_kind import LinkPath, PathKind


@dataclass(frozen=True, slots=True)
class MemberPath:
    """How frames come to a member and back.

    `kind`: of our own link; None without one. `through`: the seat that passes them on then.
    `milliseconds`: there and back, if measured; never on one machine.
    """

    kind: PathKind | None
    milliseconds: int | None = None
    through: int | None = None


def paths_of(
    keys: Sequence[bytes],
    links: Mapping[bytes, LinkPath],
    linked: Sequence[Sequence[int]],
    measured: Mapping[int, tuple[int, float]] = MappingProxyType({}),
) -> dict[bytes, MemberPath]:
    """The path to each of the `keys`, which are the seats in order; those without one left out.

    `linked`: for each seat the seats that it says it has links to. `measured`: for seats without a
    link to us, through whom the last answer came, and after how many seconds.
    """
    found: dict[bytes, MemberPath] = {}
    own = {seat: links[key].round_trip for seat, key in enumerate(keys) if key in links}
    for seat, key in enumerate(keys):
        if seat in own:
            kind = links[key].kind
            near = kind is PathKind.SAME_MACHINE
            found[key] = MemberPath(kind, None if near else milliseconds(own[seat]))
            continue
        ways = ways_to(seat, own, linked)
        if ways:
            via, seconds = measured.get(seat, (ways[0], None))
            known = via in ways
            found[key] = MemberPath(
                None, milliseconds(seconds) if known else None, via if known else ways[0]
            )
    return found


def ways_to(
    seat: int, links: Mapping[int, float | None], linked: Sequence[Sequence[int]]
) -> list[int]:
    """The seats with a link to us that say they have one to `seat`: the nearest to us first.

    `links`: their round trips in seconds. What was not measured yet stands behind what was.
    """
    ways = [way for way, ends in enumerate(linked) if seat in ends and way in links]
    return sorted(ways, key=lambda way: inf if (seconds := links[way]) is None else seconds)


def milliseconds(seconds: float | None) -> int | None:
    """As it is shown: nothing takes less than one."""
    return None if seconds is None else max(1, round(seconds * 1000))
