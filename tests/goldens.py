"""Golden files: what came out once, kept beside the tests and compared with what comes out now.

`make golden` writes all of them anew: it runs the tests marked `golden` with WRITE set, those of
the games' playthroughs first, since the digest of these is part of every charter. On an unchanged
tree it changes nothing; whoever changed something reads the difference before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

WRITE = "CROWNLESS_WRITE_GOLDEN"
WRITING = bool(os.environ.get(WRITE))
AGAIN = "if that is as it should be: make golden"


def kept(path: Path, made: str) -> str:
    """The text of a golden file. When goldens are written, `made` goes into it first."""
    if WRITING:
        path.parent.mkdir(exist_ok=True)
        path.write_text(made, "utf-8", newline="\n")
    assert path.exists(), f"there is no {path.name}; {AGAIN}"
    return path.read_text("utf-8")
