"""What goes wrong behind the scenes goes into one file, not onto the screen.

It loads `logging` only once there is something to keep: help must come at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from p2p.errors import P2PError
from p2p.storage import atomic_file
from p2p.storage.places import logs_folder

LOG_NAME = "crownless.log"
LOG_BYTES = 1 << 20
"""Size at which a new file is begun; one old file is kept."""


def keep_log(environment: Mapping[str, str]) -> Path:
    """Write warnings and errors into the log file from now on; gives its path.

    Those of Python too: what a stranger sends makes some library warn, which would else be
    written over the screen. Raises ProfileError where no such file can be written.
    """
    import logging
    from logging.handlers import RotatingFileHandler

    path = atomic_file.private_folder(logs_folder(environment)) / LOG_NAME
    handler = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=1, delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.raiseExceptions = False
    logging.captureWarnings(True)
    return path


def write_error(error: Exception, environment: Mapping[str, str]) -> Path | None:
    """Write an unforeseen error into the log; gives its path, None where that is not possible."""
    import logging

    try:
        path = keep_log(environment)
    except P2PError:
        return None
    logging.getLogger("cli").error("an unforeseen error", exc_info=error)
    return path


def internal_error(error: Exception, path: Path | None) -> str:
    """What to say of an unforeseen error; `path`: of the log, if there is one."""
    where = f"; details are in {path}" if path is not None else ""
    return f"internal error ({type(error).__name__}); your tables are safe{where}"
