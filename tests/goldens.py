"""Golden files: what came out once, kept beside the tests and compared with what comes out now.

`make golden` writes all of them anew: it runs the tests marked `golden` with WRITE set, those of
the games' playthroughs first, since the digest of these is part of every charter. On an unchanged
tree it changes nothing; whoever changed something reads the difference before it is committed.

What nobody would read is kept as a digest. With TEXTS set to a folder, the tests marked `golden`
write there what the digests are of: so two commits can be compared.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path

WRITE = "CROWNLESS_WRITE_GOLDEN"
WRITING = bool(os.environ.get(WRITE))
TEXTS = "CROWNLESS_GOLDEN_TEXTS"
COMPARE = f"to compare whole texts: {TEXTS}=FOLDER python -m pytest -m golden, in both commits"
AGAIN = "if that is as it should be: make golden"
HEADING = "== "
"""How a line begins that says what comes below it in a file."""


def kept(path: Path, made: str) -> str:
    """The text of a golden file. When goldens are written, `made` goes into it first."""
    if WRITING:
        path.parent.mkdir(exist_ok=True)
        path.write_text(made, "utf-8", newline="\n")
    assert path.exists(), f"there is no {path.name}; {AGAIN}"
    return path.read_text("utf-8")


def kept_part(path: Path, heading: str, made: str) -> str:
    """The text under a heading of a golden file; others lie beside it, by their headings."""
    parts = _parts(path.read_text("utf-8")) if path.exists() else {}
    if WRITING:
        parts[heading] = made
        kept(path, "".join(f"{HEADING}{one}\n{text}" for one, text in sorted(parts.items())))
    assert heading in parts, f"there is no '{heading}' in {path.name}; {AGAIN}"
    return parts[heading]


def _parts(text: str) -> dict[str, str]:
    _, *parts = re.split(f"^{HEADING}(.*)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def digest_of(name: str, text: str) -> str:
    """What is kept of a text that nobody would read: one line."""
    write_out(name, text)
    return f"{sha256(text.encode()).hexdigest()[:12]}\n"


def write_out(name: str, text: str) -> None:
    """Write the whole of what a digest is of, if a folder is named for it."""
    if folder := os.environ.get(TEXTS):
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / name).write_text(text, "utf-8", newline="\n")
