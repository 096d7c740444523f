"""verify: judge the record of a game from nothing but its bytes."""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor

from cli.commands.find_record import record_called
from cli.console.quarters import Quarters
from cli.console.stdout import say
from p2p.errors import P2PError
from p2p.record.report_json import plain
from p2p.record.report_text import lines_of
from p2p.record.tally import Watch
from p2p.record.verify import verify
from p2p.storage.profile import Profile


def run(args: argparse.Namespace) -> int:
    """Print the report; the exit code is the verdict."""
    data = record_called(args.profile, args.file).read(args.profile)
    watch = None if args.json else _progress()
    with ThreadPoolExecutor(2) as pool:
        report = verify(
            data,
            contacts=contacts_of(args.profile),
            watch=watch,
            pool=pool,
            all_proofs=args.all,
        )
    if args.json:
        say(json.dumps(plain(report), ensure_ascii=False, indent=2), fit=False)
    else:
        say(lines_of(report))
    return int(report.exit)


def contacts_of(name: str | None) -> dict[bytes, str]:
    """Our names for keys. Checking needs no profile, so a missing or damaged one is no obstacle."""
    try:
        return Profile.open(name).known_names()[0]
    except P2PError:
        if name is not None:
            raise
        return {}


def _progress() -> Watch:
    """Says on standard error how far the check is, in quarters, if it takes its time."""
    quarters = Quarters("Checking")
    return lambda checked: quarters.at(checked.counts["messages"], checked.held["messages"])
