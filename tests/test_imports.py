"""Who may import whom, read from the import statements of all four packages."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = frozenset({"games", "crypto", "p2p", "cli"})
STANDARD = frozenset(sys.stdlib_module_names)
UNFIT_FOR_RULES = frozenset({"asyncio", "time", "os", "random", "secrets", "socket"})
NO_IO = frozenset(
    {"asyncio", "socket", "ssl", "subprocess", "sqlite3", "logging", "random", "time"}
)

ALLOWED = {
    "games": STANDARD - UNFIT_FOR_RULES | {"games"},
    "crypto": STANDARD - NO_IO | {"crypto", "cryptography", "rbcl"},
    "p2p": STANDARD
    | {"p2p", "games", "crypto", "cryptography", "msgpack", "websockets", "zeroconf"},
    "cli": STANDARD | {"cli", "p2p", "games", "prompt_toolkit"},
}
"""The top-level modules that each package may name in an import."""


def imported(source: str) -> set[str]:
    """The top-level names of everything that a module imports, wherever it does so."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("relative" if node.level else node.module or "")
        elif isinstance(node, ast.Call) and _called(node.func) in ("__import__", "import_module"):
            names.add("by name at run time")
    return {name.partition(".")[0] for name in names}


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def modules(package: str) -> list[Path]:
    """All modules of a package."""
    return sorted((ROOT / package).rglob("*.py"))


@pytest.mark.parametrize(
    ("package", "module"),
    [
        pytest.param(package, module, id=str(module.relative_to(ROOT)))
        for package in ALLOWED
        for module in modules(package)
    ],
)
def test_a_module_imports_only_what_its_package_may(package: str, module: Path) -> None:
    wrong = imported(module.read_text()) - ALLOWED[package] - {"__future__"}
    assert not wrong, f"{module.relative_to(ROOT)} may not import {', '.join(sorted(wrong))}"


@pytest.mark.parametrize("package", ALLOWED)
def test_each_package_is_looked_at(package: str) -> None:
    assert modules(package)


def test_no_other_package_is_hidden_in_ours() -> None:
    assert set(ALLOWED) == OURS
    assert ALLOWED["games"] & OURS == {"games"}
    assert ALLOWED["crypto"] & OURS == {"crypto"}
    assert ALLOWED["p2p"] & OURS == {"p2p", "games", "crypto"}
    assert ALLOWED["cli"] & OURS == {"cli", "p2p", "games"}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import os.path", {"os"}),
        ("import json, random as r", {"json", "random"}),
        ("from crypto.group import G", {"crypto"}),
        ("def f():\n    from p2p import log", {"p2p"}),
        ("if True:\n    import time", {"time"}),
        ("from . import table", {"relative"}),
        ("__import__('os')", {"by name at run time"}),
        ("importlib.import_module(name)", {"by name at run time"}),
        ("text = 'import os'", set()),
    ],
)
def test_the_reader_finds_every_import(source: str, names: set[str]) -> None:
    assert imported(source) == names
