"""doctor: what the network allows, one verdict, and one thing to do next; or a report of a mistake.

Held by tests/cli/commands/test_doctor.py.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from pathlib import Path

from cli.commands.tracing import trace_path
from cli.console import settings_file
from cli.console.errors import UsageError
from cli.console.exit_codes import Exit
from cli.console.stdout import say
from cli.console.text import wrapped
from cli.lifecycle.checkup_text import ASKS, STAYS, as_json, finding_lines, next_step, verdict
from p2p.client.reach.checkup import Checkup, check
from p2p.storage.places import settings_path
from p2p.storage.profile import Profile


def run(args: argparse.Namespace) -> int:
    """Look, and say what was found; with --json, all of it for a program."""
    if args.json and args.report is not None:
        raise UsageError("--json prints what was found, --report writes a file; leave one out")
    if args.report is not None:
        return _report(args)
    if not args.json:
        say(wrapped(ASKS if args.internet else STAYS))
    found = asyncio.run(check(internet=args.internet))
    if args.json:
        say(json.dumps(as_json(found), indent=2))
        return Exit.DONE
    say(["", *(line for text in finding_lines(found) for line in wrapped(text, rest="  "))])
    say(["", *(line for text in _conclusion(found) for line in wrapped(text))])
    return Exit.DONE


def _conclusion(found: Checkup) -> tuple[str, str]:
    return verdict(found), f"Next: {next_step(found)}"


def _report(args: argparse.Namespace) -> int:
    """Write the report and show it. What cannot be read or written is said before anything else."""
    from cli.lifecycle import trouble_report  # these load what reads traces
    from p2p.record.record import release

    path, trace = Path(args.report), trouble_report.trace_in(trace_path(args, os.environ))
    trouble_report.check_free(path)
    profile = Profile.open(args.profile)
    say(wrapped(ASKS if args.internet else STAYS))
    network = asyncio.run(check(internet=args.internet))
    found = trouble_report.Found(
        release(),
        settings_file.load(settings_path(os.environ)).values,
        (*finding_lines(network), *_conclusion(network)),
        trace,
        trouble_report.log_in(os.environ),
    )
    text = trouble_report.written(found, trouble_report.masker_of(profile, trace, os.environ))
    trouble_report.keep(path, text)
    say(trouble_report.shown(path, text), fit=False)
    return Exit.DONE
