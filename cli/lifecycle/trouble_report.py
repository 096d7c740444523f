"""The report of a mistake: what a stranger needs to look into it, and nothing that leads to people.

It is one text: what runs here, the settings, what the network allows, the end of a trace and of the
log. All of it is masked by one masker, so `address-1` is the same address everywhere in it. Held by
tests/cli/lifecycle/test_trouble_report.py.
"""

from __future__ import annotations

import getpass
import platform
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cli.console.log_file import LOG_BYTES, LOG_NAME
from p2p.client.tables.table_list import tables_of
from p2p.errors import LocalError
from p2p.storage import atomic_file
from p2p.storage.places import data_folder, logs_folder
from p2p.storage.profile import Profile
from p2p.tracing.masking import Masker
from p2p.tracing.reading import held, text_of, without_bytes
from p2p.wire.charter import PROTOCOL, Charter

FIRST_LINE = "Crownless: a report of a mistake"
TRACE_LINES = 400
LOG_LINES = 200
"""So many of the newest lines of each."""
NO_TRACE = "no trace; to make one, play with --trace FILE until it happens again"


@dataclass(frozen=True, slots=True)
class Found:
    """What goes into a report, before it is masked."""

    release: str
    settings: Mapping[str, object]
    network: tuple[str, ...]
    trace: str
    log: str


def written(found: Found, masker: Masker) -> str:
    """The text of the report."""
    system = f"Python {platform.python_version()}, {platform.platform()}"
    trace = [without_bytes(line) for line in found.trace.splitlines()]
    heads = [line for line in trace if line.startswith("#")][-3:]
    trace = [line for line in trace if not line.startswith("#")]
    parts = {
        "Program": [f"crownless {found.release}, protocol {PROTOCOL}", system],
        "Settings": [f"{name} = {value}" for name, value in sorted(found.settings.items())],
        "Network": found.network,
        "Trace": [*heads, *_end(trace, TRACE_LINES)] or [NO_TRACE],
        "Log": _end(found.log.splitlines(), LOG_LINES),
    }
    text = "\n".join(
        line
        for title, lines in parts.items()
        for line in ("", f"{title}:", *(f"  {one}" for one in lines or ("nothing",)))
    )
    return f"{FIRST_LINE}\n{masker.mask(text)}\n"


def _end(lines: list[str], most: int) -> list[str]:
    left_out = len(lines) - most
    return [f"({left_out} lines before these)", *lines[-most:]] if left_out > 0 else lines


def masker_of(profile: Profile, trace: str, environment: Mapping[str, str]) -> Masker:
    """What masks whatever this machine, its profile and the trace name."""
    masker = Masker()
    for name in dict.fromkeys(_names(profile, trace)):
        masker.know("player", [name])
    node = platform.node()
    masker.know("host", [node, node.partition(".")[0]])
    for folder in (profile.home, data_folder(environment), logs_folder(environment)):
        masker.know("folder", [str(folder)])
    with suppress(RuntimeError):
        masker.know("home", [str(Path.home())])
        masker.know("user", [Path.home().name])
    with suppress(OSError, KeyError):
        masker.know("user", [getpass.getuser()])
    return masker


def _names(profile: Profile, trace: str) -> Iterator[str]:
    """Of us, of contacts, and of everybody at a table of this profile or of the trace."""
    yield profile.name
    yield from profile.known_names()[0].values()
    for info in tables_of(profile):
        yield from str(info.about.get("people", "")).split(", ")
    yield from (member.name for charter in _charters(trace) for member in charter.draft.members)


def _charters(trace: str) -> Iterator[Charter]:
    with suppress(LocalError):  # the last line may be cut
        yield from (one.what for one in held(trace) if isinstance(one.what, Charter))


def trace_in(path: Path | None) -> str:
    """The text of the trace; empty where none is named. Raises LocalError for what is none."""
    return "" if path is None else text_of(path)


def log_in(environment: Mapping[str, str]) -> str:
    """The text of the log; empty where there is none. Raises LocalError."""
    data = atomic_file.read(logs_folder(environment) / LOG_NAME, 2 * LOG_BYTES)
    return (data or b"").decode("utf-8", "replace")


def check_free(path: Path) -> None:
    """Whether a report may be written there: in place of an older one, or of nothing.

    Raises LocalError.
    """
    if not path.absolute().parent.is_dir():
        raise LocalError(f"cannot write to {path}; name a file in an existing folder")
    try:
        with atomic_file.reading(path) as file:
            before = file.read(len(FIRST_LINE))
    except FileNotFoundError:
        return
    except OSError as error:
        raise LocalError(f"cannot write to {path}: {error.strerror}") from error
    if before and before != FIRST_LINE.encode():
        raise LocalError(f"{path} holds something else than a report; name another file")


def keep(path: Path, text: str) -> None:
    """Write a report, for this user alone. Raises ProfileError."""
    atomic_file.write(path, text.encode())


def shown(path: Path, text: str) -> Iterable[str]:
    """What a person reads of it: where it is, how long, and all of it."""
    size = len(text.encode())
    yield from (f"The report is in {path}, {size:,} bytes. This is all of it:", "")
    yield from text.splitlines()
    yield from (
        "",
        f"That was {path}. It was sent to nobody. Names, keys and addresses are masked in it;",
        "read it all the same, and send it yourself to whoever is to look into the mistake.",
    )
