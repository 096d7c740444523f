"""One name, one thing: no two classes or type aliases of p2p are called the same."""

from __future__ import annotations

import ast
from pathlib import Path

import p2p


def types_of(path: Path) -> set[str]:
    """The public classes and aliases that a module defines."""
    found: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        match node:
            case ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
    return {name for name in found if name[0].isupper() and not name.isupper()}


def test_each_type_of_p2p_has_a_name_of_its_own() -> None:
    homes: dict[str, list[str]] = {}
    for path in sorted(Path(p2p.__file__).parent.rglob("*.py")):
        for name in types_of(path):
            homes.setdefault(name, []).append(str(path))
    assert homes["Session"]
    assert not {name: paths for name, paths in homes.items() if len(paths) > 1}
