"""doctor: what the network allows, one verdict, and one thing to do next.

Held by tests/cli/commands/test_doctor.py.
"""

from __future__ import annotations

import argparse
import asyncio
import json

from cli.console.exit_codes import Exit
from cli.console.stdout import say
from cli.console.text import wrapped
from cli.lifecycle.checkup_text import ASKS, STAYS, as_json, finding_lines, next_step, verdict
from p2p.client.reach.checkup import check


def run(args: argparse.Namespace) -> int:
    """Look, and say what was found; with --json, all of it for a program."""
    if not args.json:
        say(wrapped(ASKS if args.internet else STAYS))
    found = asyncio.run(check(internet=args.internet))
    if args.json:
        say(json.dumps(as_json(found), indent=2))
        return Exit.DONE
    say(["", *(line for text in finding_lines(found) for line in wrapped(text, rest="  "))])
    say(["", *wrapped(verdict(found)), *wrapped(f"Next: {next_step(found)}")])
    return Exit.DONE
