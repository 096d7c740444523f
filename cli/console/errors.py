"""What a person can get wrong on the command line, and how any mistake is said: in one sentence.

Whatever stands in the text of an error may come from a stranger, so it is made safe to show.
"""

from __future__ import annotations

import sys

from cli.console.text import fitted
from p2p.display import safe


class UsageError(Exception):
    """Arguments that make no sense. Its text is for the person; the command exits 2."""


def complain(error: Exception | str) -> None:
    """One sentence on standard error."""
    said = safe(str(error), 600)
    end = "" if said.endswith((".", "!", "?", "…")) else "."
    lines = fitted(f"crownless: {said}{end}", sys.stderr)
    print("\n".join(lines), file=sys.stderr, flush=True)
