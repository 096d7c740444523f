"""How a player is reached, in few words: `LAN 1 ms`, `direct 38 ms`, `through Ana`. Pure.

No address is ever among them. Held by tests/cli/model/test_path_text.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from cli.model.table_text import Names
from p2p.client.reach.paths import MemberPath


def path_words(path: MemberPath, names: Names, *, timed: bool = True) -> str:
    """One path in words. `names` are those of the seats; `timed`: how long it takes as well."""
    if path.kind is not None:
        said = path.kind.words
    elif path.through is not None:
        said = f"through {names[path.through]}"
    else:
        return ""
    return f"{said} {path.milliseconds} ms" if timed and path.milliseconds is not None else said


def paths_in_words(
    paths: Mapping[bytes, MemberPath], names: Names, *, timed: bool = True
) -> tuple[str, ...]:
    """For each seat how it is reached; empty for our own, our own bots and where none is known."""
    return tuple(
        path_words(paths[person.key], names, timed=timed)
        if person.key in paths and not person.mine and not person.is_ours
        else ""
        for person in names.people
    )
