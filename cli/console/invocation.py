"""How a person calls this command from where they stand."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

NAME = "crownless"


def own_name() -> str:
    """The bare name if the shell finds it, else the path by which it was called just now."""
    called = sys.argv[0]
    if shutil.which(NAME) is None and Path(called).name == NAME:
        return shlex.quote(called)
    return NAME
