"""replay, where there is no full screen: the story of a record as lines, with what was checked."""

from __future__ import annotations

import argparse
from pathlib import Path

from cli.commands.verify import contacts_of
from cli.console.exit_codes import Exit
from cli.console.stdout import say
from cli.model.replay import load
from cli.model.transcript import transcript
from p2p.record.record_file import read_file


def run(args: argparse.Namespace) -> int:
    """Tell the story; 0 if the whole record holds, 1 if a part of it does not."""
    replay = load(read_file(Path(args.file)), contacts_of(args.profile))
    say(transcript(replay))
    return Exit.BROKEN if replay.trouble else Exit.DONE
