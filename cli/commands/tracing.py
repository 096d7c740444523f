"""Where what happens at a table is traced: by --trace, or by a variable of the environment.

Held by tests/cli/commands/test_tracing.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from p2p.trace import NO_TRACER, Tracer

VARIABLE = "CROWNLESS_TRACE"


def trace_path(args: argparse.Namespace, environment: Mapping[str, str]) -> Path | None:
    """The file of the trace; None where nothing is to be traced."""
    named = getattr(args, "trace", None) or environment.get(VARIABLE)
    return Path(named) if named else None


def tracer_of(args: argparse.Namespace, environment: Mapping[str, str]) -> Tracer:
    """The trace that was asked for, begun. Raises LocalError where it cannot be written."""
    path = trace_path(args, environment)
    if path is None:
        return NO_TRACER
    from p2p.record.record import release  # these load what reads messages
    from p2p.tracing.trace_file import TraceFile

    return TraceFile(path, release())
