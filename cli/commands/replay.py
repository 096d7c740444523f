"""replay, where there is no full screen: the story of a record as lines, with what was checked."""

from __future__ import annotations

import argparse

from cli.commands.find_record import record_called
from cli.commands.verify import contacts_of
from cli.console.exit_codes import Exit
from cli.console.quarters import Quarters
from cli.console.stdout import say
from cli.model.replay import load
from cli.model.transcript import transcript


def run(args: argparse.Namespace) -> int:
    """Tell the story; 0 if the whole record holds, 1 if a part of it does not."""
    data = record_called(args.profile, args.file).read(args.profile)
    replay = load(data, contacts_of(args.profile), told=Quarters("Reading").at)
    say(transcript(replay))
    return Exit.BROKEN if replay.trouble else Exit.DONE
