"""record: write down a table as far as it is known here, without going there."""

from __future__ import annotations

import argparse
import secrets
import shlex
from pathlib import Path

from cli.commands.find_table import table_called
from cli.console.errors import UsageError
from cli.console.exit_codes import Exit
from cli.console.invocation import own_name
from cli.console.stdout import say
from p2p.lobby.table_config import CHARTER_NOTE
from p2p.record.record import record_of
from p2p.record.record_file import may_write, why_not, write_file
from p2p.session.session import Session
from p2p.storage.profile import Profile
from p2p.storage.table_store import Store
from p2p.wire.charter import Charter


def run(args: argparse.Namespace) -> int:
    """Write it. A table that is open in another terminal has to be left first."""
    profile = Profile.open(args.profile)
    table = table_called(profile, args.table)
    path = Path(args.file)
    with Store.open(profile.table_path(table)) as store:
        kept = store.note(CHARTER_NOTE)
        if kept is None:
            raise UsageError("this table has not begun, so there is no record of it yet")
        # A spectator's session: it reads what was said and adds nothing.
        session = Session(
            Charter.decode(kept), store, seat=None, sign=None, entropy=secrets.token_bytes
        )
        if not may_write(path, kept):
            raise UsageError(why_not(path))
        write_file(path, record_of(session.charter, session.log, session.replica.engine))
        over = session.ending() is not None
    say(f"Record written. To check it: {own_name()} verify {shlex.quote(str(path))}")
    if not over:
        say("The game is not over: the record ends where the table stands now.")
    return Exit.DONE
