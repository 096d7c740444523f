"""One seat in a process of its own, for the measurements: says what happens, as lines of JSON.

Times are seconds on the system's monotonic clock, which all processes of a machine share.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import sys
import time
from pathlib import Path

os.umask(0o077)


def say(event: str, **more: object) -> None:
    """Tell the measuring process that something has happened."""
    print(json.dumps({"event": event, "at": time.monotonic(), **more}), flush=True)


def peak_memory() -> float:
    """The most memory this process has held, in MB.

    Where the system tells it of this program alone: `getrusage` counts what the process that
    started us had held before.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def run(home: Path, invite: str, seats: int, auto: bool) -> None:
    """Open or join a table; with `auto`, play it to the end."""
    from p2p.client.open_table import open_guest, open_host
    from p2p.net.invite import parse
    from p2p.storage.profile import Profile

    profile = Profile(home)
    if invite:
        table = open_guest(profile, parse(invite), auto=auto)
    else:
        table = open_host(profile, "inheritance", seats, {}, new=True, auto=auto)
    await table.start()
    client = table.client
    if not invite:
        seat, watch = client.invites()
        say("invite", text=seat.encode(), watch=watch.encode())
    said: set[str] = set()
    while True:
        await client.state.next()
        if client.state.failure is not None:
            raise client.state.failure
        snapshot = client.state.snapshot
        if client.state.charter is not None and "charter" not in said:
            said.add("charter")
            say("charter")
        if snapshot is not None and snapshot.prompt is not None and "prompt" not in said:
            said.add("prompt")
            say("prompt")
            if not auto:
                break
        if snapshot is not None and snapshot.ending is not None and snapshot.ending.complete:
            say("end", steps=snapshot.step, messages=snapshot.messages, memory=peak_memory())
            if not invite:
                (home / "record").write_bytes(await client.record())
            await client.farewell()
            break
    if not auto:
        await asyncio.to_thread(sys.stdin.read)  # stay on line until the measuring process is done
    await table.close()


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("home", type=Path)
    parser.add_argument("--invite", default="")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--auto", action="store_true")
    given = parser.parse_args()
    asyncio.run(run(given.home, given.invite, given.seats, given.auto))


if __name__ == "__main__":
    main()
