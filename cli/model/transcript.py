"""A record as plain text: the story line by line with what was checked, and how it ended. Pure.

Held by tests/cli/tui/test_records.py.
"""

from __future__ import annotations

from cli.console.text import sentence, wrapped
from cli.model.check_marks import full
from cli.model.end_text import result_line, tale_lines
from cli.model.replay import NOT_RULED, Replay


def transcript(replay: Replay) -> list[str]:
    """All of it in lines."""
    names = replay.names
    lines = [replay.game.info.title, *(person.title for person in names.people), ""]
    if not replay.ruled:
        lines += [*wrapped(NOT_RULED), ""]
    counts = replay.checks.of_lines(replay.lines)
    for number, (line, count) in enumerate(zip(replay.lines, counts, strict=True), 1):
        lines += wrapped(f"{names.put_into(line.text)} ({full(count)})", f"{number:4}. ")
    if replay.outcome is not None:
        lines += wrapped(result_line(replay.outcome, names, ruled=replay.ruled))
        if replay.ruled:
            lines += tale_lines(replay.view(len(replay.moments) - 1, None), names)
    if replay.trouble:
        lines += wrapped(sentence(f"Here the record ends to hold: {replay.trouble}"))
    return lines
