"""replay, where there is no full screen: the story of a record as lines, with what was checked."""

from __future__ import annotations

import argparse
from pathlib import Path

from cli.codes import Exit
from cli.commands.verify import contacts_of
from cli.full.checks import full
from cli.full.replay import load
from cli.output import say
from cli.text import listed, sentence, wrapped
from p2p.record import read_file


def run(args: argparse.Namespace) -> int:
    """Tell the story; 0 if the whole record holds, 1 if a part of it does not."""
    replay = load(read_file(Path(args.file)), contacts_of(args.profile))
    names = replay.names
    say([replay.game.info.title, *(person.title for person in names.people), ""])
    for number, (line, count) in enumerate(
        zip(replay.lines, replay.checks.of_lines(replay.lines), strict=True), 1
    ):
        said = f"{names.put_into(line.text)} ({full(count)})"
        say(wrapped(said, f"{number:4}. "))
    if replay.outcome is not None:
        won = listed([names[seat] for seat in replay.outcome.winners]) or "nobody"
        say(wrapped(sentence(f"Won by {won}: {names.put_into(replay.outcome.reason)}")))
    if replay.trouble:
        say(wrapped(sentence(f"Here the record ends to hold: {replay.trouble}")))
        return Exit.BROKEN
    return Exit.DONE
