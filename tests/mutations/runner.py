"""Takes checks out of a copy of the sources, one at a time, and runs the tests that must notice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from crypto.errors import ProofError
from tests.accepted import Accepted
from tests.mutations.mutation import Edit, Mutation
from tests.paths import ROOT

COPIED = ("crypto", "games", "p2p", "cli", "simulation", "tests", "pyproject.toml")
MOST_SECONDS = 120
"""How long the tests of one mutation may take."""

PASSED = "passed"


class Unnoticed(Exception):
    """A mutation that says nothing about the tests, or that they do not notice."""


@dataclass(frozen=True, slots=True)
class Sources:
    """A copy of the sources in a folder of its own."""

    root: Path

    def mutated(self, edits: Iterable[Edit]) -> dict[str, str]:
        """The changed texts by path. Raises Unnoticed unless each place is found exactly once."""
        texts: dict[str, str] = {}
        for edit in edits:
            text = texts.get(edit.path) or (self.root / edit.path).read_text()
            if text.count(edit.old) != 1:
                raise Unnoticed(f"{edit.path} holds {text.count(edit.old)} times: {edit.old!r}")
            texts[edit.path] = text.replace(edit.old, edit.new)
        return texts

    @contextmanager
    def with_edits(self, edits: Iterable[Edit]) -> Iterator[None]:
        """Within this, the edits are made."""
        texts = self.mutated(edits)
        before = {path: (self.root / path).read_text() for path in texts}
        try:
            self._write(texts)
            yield
        finally:
            self._write(before)

    def _write(self, texts: Mapping[str, str]) -> None:
        for path, text in texts.items():
            (self.root / path).write_text(text)

    def run(self, tests: Sequence[str]) -> dict[str, str]:
        """Run tests in a fresh process; by name `passed`, or what they failed with.

        Raises Unnoticed when they do not come to an end in time, or are not found.
        """
        report = self.root / "report.xml"
        report.unlink(missing_ok=True)
        options = ("-o", "addopts=", "-q", "-p", "no:cacheprovider", f"--junitxml={report}")
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root),
            "PYTHONDONTWRITEBYTECODE": "1",  # a stale one would hide an edit of the same length
        }
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", *options, *tests],
                cwd=self.root,
                env=environment,
                capture_output=True,
                text=True,
                timeout=MOST_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            raise Unnoticed(f"its tests take longer than {MOST_SECONDS} seconds") from late
        results = dict(_results(report)) if report.exists() else {}
        if set(results) != set(tests):
            raise Unnoticed(f"its tests cannot be run:\n{done.stdout}{done.stderr}")
        return results


def _results(report: Path) -> Iterator[tuple[str, str]]:
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        module = case.attrib["classname"].replace(".", "/")
        bad = next((item for item in case if item.tag in ("failure", "error", "skipped")), None)
        result = PASSED if bad is None else bad.attrib.get("message", bad.tag)
        yield f"{module}.py::{case.attrib['name']}", result


@contextmanager
def copy_of_sources() -> Iterator[Sources]:
    """A copy in a temporary folder, which is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="crownless-mutate-") as folder:
        root = Path(folder).resolve()
        for name in COPIED:
            if (ROOT / name).is_dir():
                ignored = shutil.ignore_patterns("__pycache__", ".*")
                shutil.copytree(ROOT / name, root / name, ignore=ignored)
            else:
                shutil.copy(ROOT / name, root / name)
        yield Sources(root)


def check_baseline(sources: Sources, mutations: Sequence[Mutation]) -> None:
    """Without any mutation all tests pass, and it is the copy that they run. Raises Unnoticed."""
    tests = sorted({test for mutation in mutations for test in mutation.tests})
    wrong = {t: why for t, why in sources.run(tests).items() if why != PASSED}
    if wrong:
        raise Unnoticed(f"tests that fail as it is: {wrong}")
    with sources.with_edits(
        [Edit("crypto/__init__.py", '"""Shuffle', 'raise OSError\n"""Shuffle')]
    ):
        try:
            results = sources.run(tests[:1])
        except Unnoticed:
            return
    raise Unnoticed(f"the tests do not run on the copy: {results}")


def went_through(why: str) -> bool:
    """Whether a failure says that a cheat went through, in one of the two ways tests do."""
    accepted = f"{Accepted.__module__}.{Accepted.__qualname__}"
    not_refused = why.startswith("Failed: DID NOT RAISE") and ProofError.__name__ in why
    return why.startswith(accepted) or not_refused


def check_noticed(sources: Sources, mutation: Mutation) -> None:
    """Every test of a mutation fails because a cheat went through. Raises Unnoticed."""
    with sources.with_edits(mutation.edits):
        results = sources.run(mutation.tests)
    for test, why in results.items():
        if why == PASSED:
            raise Unnoticed(f"{test} passes all the same")
        if not went_through(why):
            raise Unnoticed(f"{test} fails for another reason: {why}")
