"""Network namespaces: made with names of their own, gone when a test is over, bounded in time.

A name holds the number of the process that made it, so what a killed run has left behind is told
from what is in use, and swept away by the next one.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
SECONDS = 20
"""How long a command that sets something up may take."""
_CLONE_NEWNET = 0x40000000
_NAMED = Path("/run/netns")
_OURS = re.compile(r"crown(\d+)-")
_numbers = itertools.count(1)


def why_not() -> str:
    """Why there can be no namespaces on this machine; empty where there can."""
    if not sys.platform.startswith("linux"):
        return "network namespaces are of Linux"
    if os.geteuid() != 0:
        return "only root can make network namespaces with names"
    for tool in ("ip", "ss", "sysctl", "nft", "miniupnpd", "timeout"):
        if shutil.which(tool) is None:
            return f"there is no '{tool}' here"
    try:
        Namespace("try").remove()
    except AssertionError as error:
        return f"no network namespace can be made here: {error}"
    return ""


def sweep() -> None:
    """Remove the namespaces of processes that are no more."""
    for path in _NAMED.glob("crown*") if _NAMED.is_dir() else ():
        made_by = _OURS.match(path.name)
        if made_by and not Path("/proc", made_by[1]).exists():
            subprocess.run(["ip", "netns", "del", path.name], check=False, timeout=SECONDS)


class Namespace:
    """One machine of a test: interfaces, routes and processes of its own."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.name = f"crown{os.getpid()}-{next(_numbers)}-{label}"
        self._processes: list[subprocess.Popen[bytes]] = []
        run(["ip", "netns", "add", self.name])
        self.ip("link", "set", "lo", "up")

    def __repr__(self) -> str:
        return f"<namespace {self.label}>"

    @property
    def prefix(self) -> tuple[str, ...]:
        """What to put before a command so that it runs here; the process keeps its number."""
        return ("ip", "netns", "exec", self.name)

    def ip(self, *arguments: str) -> str:
        """Run `ip` on this machine's interfaces; gives what it prints."""
        return run(["ip", "-netns", self.name, *arguments])

    def run(self, *command: str, text: str = "") -> str:
        """Run a short command to its end; gives what it prints."""
        return run([*self.prefix, *command], text)

    def set(self, **values: int) -> None:
        """Set kernel values of the network, their dots written as double underscores."""
        for name, value in values.items():
            self.run("sysctl", "-qw", f"net.{name.replace('__', '.')}={value}")

    def start(self, *command: str, seconds: int = 240) -> subprocess.Popen[bytes]:
        """Start something that runs on; it ends by itself after so long, and with the test."""
        process = subprocess.Popen(
            [*self.prefix, "timeout", "--foreground", str(seconds), *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._processes.append(process)
        return process

    def within(self, work: Callable[[], T]) -> T:
        """Call a function on a thread that is in here; a socket that it makes stays in here."""
        results: list[T] = []
        failures: list[BaseException] = []

        def enter() -> None:
            try:
                _enter(_NAMED / self.name)
                results.append(work())
            except BaseException as error:
                failures.append(error)

        thread = threading.Thread(target=enter, name=self.label, daemon=True)
        thread.start()
        thread.join(SECONDS)
        if failures:
            raise failures[0]
        (result,) = results
        return result

    def socket(self, family: int, kind: int, protocol: int = 0) -> socket.socket:
        """A socket of this machine, to be used from anywhere."""
        return self.within(lambda: socket.socket(family, kind, protocol))

    def end_processes(self) -> None:
        """End what was started here and still runs."""
        for process in self._processes:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(SECONDS)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
            assert process.stdout is not None
            process.stdout.close()
        self._processes.clear()

    def remove(self) -> None:
        """End what runs here and take the namespace away."""
        self.end_processes()
        subprocess.run(["ip", "netns", "del", self.name], check=False, timeout=SECONDS)


def run(command: Sequence[str], text: str = "") -> str:
    """Run a command to its end; AssertionError with what it said where it fails."""
    done = subprocess.run(
        command,
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(command)}: {done.stdout.strip()}"
    return done.stdout


def _enter(path: Path) -> None:
    """Move the calling thread, and no other, into a namespace."""
    libc = ctypes.CDLL(None, use_errno=True)
    handle = os.open(path, os.O_RDONLY)
    try:
        if libc.setns(handle, _CLONE_NEWNET) != 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), str(path))
    finally:
        os.close(handle)
