"""Sentences on why a file was not written: each names the file, and the disk or limit in its way.

Pure: what the system reported is passed in. Held by tests/p2p/test_disk_errors.py.
"""

from __future__ import annotations

import errno

DISK_FULL = "its disk is full; make room there and try again"
QUOTA_USED_UP = "your quota of its disk is used up; make room there and try again"
FILE_LIMIT = "it would exceed the limit on file size; raise that (ulimit -f) and try again"
READ_ONLY = "its disk is read-only; make it writable or use another folder"

_REASONS = {
    errno.ENOSPC: DISK_FULL,
    errno.EFBIG: FILE_LIMIT,
    errno.EROFS: READ_ONLY,
}
if hasattr(errno, "EDQUOT"):  # not on every system
    _REASONS[errno.EDQUOT] = QUOTA_USED_UP


def not_written(path: object, error: OSError) -> str:
    """Why the file or folder at `path` was not written."""
    reason = _REASONS.get(error.errno or 0)
    if reason is not None:
        return f"{path} was not written: {reason}"
    return f"{path} cannot be written: {error.strerror or 'the disk does not say why'}"
