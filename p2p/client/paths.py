"""How each member is reached: over a link of our own, or by whoever passes its messages on. Pure.

Only what was measured here counts: the round trip of our own links. Held by
tests/p2p/client/test_paths.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from p2p.net.mesh import LinkPath
from p2p.net.path_kind import PathKind


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
    keys: Sequence[bytes], links: Mapping[bytes, LinkPath], linked: Sequence[Sequence[int]]
) -> dict[bytes, MemberPath]:
    """The path to each of the `keys`, which are the seats in order; those without one left out.

    `linked`: for each seat the seats that it says it has links to.
    """
    found: dict[bytes, MemberPath] = {}
    for seat, key in enumerate(keys):
        own = links.get(key)
        if own is not None:
            near = own.kind is PathKind.SAME_MACHINE
            found[key] = MemberPath(own.kind, None if near else milliseconds(own.round_trip))
            continue
        ways = [way for way, ends in enumerate(linked) if seat in ends and keys[way] in links]
        if ways:
            best = min(ways, key=lambda way: _length(links[keys[way]]))
            found[key] = MemberPath(None, through=best)
    return found


def milliseconds(seconds: float | None) -> int | None:
    """As it is shown: nothing takes less than one."""
    return None if seconds is None else max(1, round(seconds * 1000))


def _length(link: LinkPath) -> float:
    """What was not measured yet stands behind what was."""
    return float("inf") if link.round_trip is None else link.round_trip
