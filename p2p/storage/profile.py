"""A profile: one folder with our key, our choices, our tables and the names we gave to others.

    <profile>/identity.pem    the key, 0600
    <profile>/profile.json    the name that we show to others
    <profile>/contacts.json   public keys and our own names for them (petnames)
    <profile>/tables/<id>/    one table each: table.db, about.json

The folder is 0700 and every file in it 0600. Where it is: `CROWNLESS_HOME` itself if that is set,
else `profiles/default` in the place where this system keeps the data of programs; a name given
with `--as` picks `profiles/NAME` under the same root. Held by tests/p2p/storage/test_profile.py.
"""

from __future__ import annotations

import getpass
import json
import os
import re
import stat
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from p2p.display import MAX_NAME, clean_name, safe_name
from p2p.errors import LocalError, ProfileError, StoreBusy, StoreError, StoreNotBegun
from p2p.storage import atomic_file
from p2p.storage.identity import Identity
from p2p.storage.places import HOME_VARIABLE, data_folder
from p2p.storage.spare_notes import spare_path
from p2p.storage.table_store import Store
from p2p.table_summary import OPEN, Setting, TableSummary
from p2p.trace import NO_TRACER, Tracer

DEFAULT = "default"
_PROFILES = "profiles"
FALLBACK_NAME = "player"

_FOLDER_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_TABLE_ID = re.compile(r"[a-z0-9]{1,64}")
_IDENTITY = "identity.pem"
ID_DIGITS = 16
"""Hexadecimal digits of a table's id that people see."""
_CHOICES = "profile.json"
_CONTACTS = "contacts.json"
_TABLES = "tables"
_TABLE = "table.db"
_ABOUT = "about.json"
_MAX_FILE = 4 << 20
"""Bytes of a file of ours, far above what any has."""
_KEY_IS_NEEDED = (
    "without it you cannot go on with the tables of this profile, and a new key would make you a"
    " stranger to those who know you: restore it from a backup, or use another profile with"
    " --as NAME"
)
_KEY_IS_NOBODYS = "nobody knows it yet: mend that, or take the file away and a new key is made"
_NAME = "name"
_STATE = "state"
_ENDED = "ended"
"""In what is kept of a table: the nanoseconds at which it came to its end."""


def shown_id(folder: str, table: str) -> str:
    """The id of a table as people see it: the first digits of the `table` id that its record shows.

    Before the charter, which makes that id, the name of its folder here. A bot of ours has a folder
    called like that of its table, with more behind it.
    """
    # D-92: the id of the charter, which others see too; folders keep the tag, since a kill while
    # one is renamed would lose a table.
    return table[:ID_DIGITS] + folder[ID_DIGITS:] if table else folder


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table on this machine, known without opening it.

    `about` is what `describe_table` said of it, nothing where that is missing or damaged;
    `changed` the nanoseconds of its last change: of its last write, or of its end, as looking at it
    later writes too.
    """

    id: str
    path: Path
    about: Mapping[str, Setting]
    changed: int

    @property
    def shown(self) -> str:
        """The id by which people call it."""
        return shown_id(self.id, self.summary.table)

    @property
    def summary(self) -> TableSummary:
        """The same, typed."""
        return TableSummary.decode(self.about)


class Profile:
    """The profile in one folder. Everything is read when asked for: several processes share it."""

    def __init__(self, home: Path) -> None:
        """Open or make the profile at `home`; `Profile.open` finds the folder.

        Raises ProfileError if the folder cannot be used, or is somebody's other open folder.
        """
        _refuse_foreign_folder(home)
        self.home = atomic_file.private_folder(home)
        self.tracer: Tracer = NO_TRACER
        """What traces the tables that are opened with this profile."""
        self._identity: Identity | None = None

    @classmethod
    def open(cls, name: str | None = None, environment: Mapping[str, str] | None = None) -> Profile:
        """The profile called `name`, or the usual one, under the root that the environment says."""
        return cls(_home(name, os.environ if environment is None else environment))

    @property
    def identity(self) -> Identity:
        """This profile's key, made at the first use.

        Raises ProfileError; a key that tables or contacts hang on is never replaced by another.
        """
        if self._identity is None:
            path = self.home / _IDENTITY
            # D-50: a new key is a new person to everybody who has met the old one.
            if not os.path.lexists(path) and self._is_known():
                raise ProfileError(f"the key {path} is missing; {_KEY_IS_NEEDED}")
            try:
                self._identity = Identity.load_or_make(path)
            except ProfileError as error:
                needed = _KEY_IS_NEEDED if self._is_known() else _KEY_IS_NOBODYS
                raise ProfileError(f"{error}; {needed}") from error
        return self._identity

    def _is_known(self) -> bool:
        """Whether others may know this profile's key: it has tables or contacts."""
        try:
            if _read(self.home / _CONTACTS):
                return True
        except ProfileError:  # damaged: there was something in it
            return True
        return any(_signed_there(path) for path in (self.home / _TABLES).glob(f"*/{_TABLE}"))

    @property
    def name(self) -> str:
        """The name we show to others: as set, or else the profile's own, or the login name."""
        chosen = self.setting(_NAME, "")
        named = self.home.parent.name == _PROFILES and self.home.name != DEFAULT
        own = self.home.name.capitalize() if named else ""
        for candidate in (chosen, own, _login_name()):
            try:
                return clean_name(str(candidate))
            except LocalError:
                continue
        return FALLBACK_NAME

    @name.setter
    def name(self, name: str) -> None:
        """Raises LocalError with a sentence if this can be no name."""
        self.put_setting(_NAME, clean_name(name))

    def setting(self, key: str, default: Setting) -> Setting:
        """One choice of the user, or `default` where none was made or it is of another kind."""
        value = _read(self.home / _CHOICES).get(key)
        return value if isinstance(value, str | int) and type(value) is type(default) else default

    def put_setting(self, key: str, value: Setting) -> None:
        """Keep one choice of the user."""
        path = self.home / _CHOICES
        _write(path, {**_read(path), key: value})

    @property
    def contacts(self) -> dict[bytes, str]:
        """Our own names for the public keys of others."""
        found: dict[bytes, str] = {}
        for digits, name in _read(self.home / _CONTACTS).items():
            try:
                key = bytes.fromhex(digits)
            except ValueError:
                key = b""
            if len(key) != 32 or not isinstance(name, str):
                raise ProfileError(_damaged(self.home / _CONTACTS))
            found[key] = safe_name(name)
        return found

    def known_names(self) -> tuple[dict[bytes, str], str]:
        """The contacts for whoever only shows names, and a sentence where they cannot be read.

        Damage there costs names and nothing else; whoever changes contacts needs `contacts`.
        """
        try:
            return self.contacts, ""
        except ProfileError as error:
            return {}, f"Names that you gave to others are not shown: {error}."

    def put_contact(self, key: bytes, name: str) -> None:
        """Call the owner of `key` by `name` from now on.

        Raises LocalError if it can be no name, ProfileError if somebody else has it already.
        """
        _ = self.identity  # made first: whoever has contacts has a key that is known to them
        if len(key) != 32:
            raise ProfileError(f"a public key has 32 bytes, not {len(key)}")
        cleaned = clean_name(name)
        contacts = self.contacts
        for other, taken in contacts.items():
            if other != key and taken.casefold() == cleaned.casefold():
                raise ProfileError(f"you already know somebody as {taken}; choose another name")
        self._write_contacts(contacts | {key: cleaned})

    def remove_contact(self, key: bytes) -> None:
        """Forget our name for `key`."""
        self._write_contacts({k: name for k, name in self.contacts.items() if k != key})

    def tables(self) -> list[TableInfo]:
        """The tables of this profile, the one changed last first; also those whose file is lost."""
        found = []
        for folder in (self.home / _TABLES).glob("*"):
            path = folder / _TABLE
            about = _about(folder / _ABOUT)
            begun = path.is_file() or spare_path(path).is_file() or about.get("table")
            if _TABLE_ID.fullmatch(folder.name) and begun:
                ended = about.pop(_ENDED, None)
                changed = ended if isinstance(ended, int) else _changed(path)
                found.append(TableInfo(folder.name, path, about, changed))
        return sorted(found, key=lambda info: (-info.changed, info.id))

    def table_path(self, table_id: str) -> Path:
        """Where the table with this id, letters a-z and digits, is or will be kept."""
        if not _TABLE_ID.fullmatch(table_id):
            raise ProfileError("a table's id has up to 64 letters a-z and digits")
        return self.home / _TABLES / table_id / _TABLE

    def about_table(self, table_id: str) -> dict[str, Setting]:
        """What `describe_table` said of a table; nothing where that is missing or damaged."""
        return _about(self.table_path(table_id).with_name(_ABOUT))

    def describe_table(
        self, table_id: str, about: Mapping[str, Setting], *, ended: int | None = None
    ) -> None:
        """Keep what lists of tables show, so that they need not open each. No secrets here.

        The first time that its `state` is another than open is kept as the time of its end, or
        `ended` in its place, in nanoseconds.
        """
        path = self.table_path(table_id).with_name(_ABOUT)
        over = about.get(_STATE, OPEN) != OPEN
        kept = _about(path).get(_ENDED, ended)
        end = kept if kept is not None or not over else time.time_ns()
        about = about if end is None else {**about, _ENDED: end}
        self.folder(_TABLES)
        atomic_file.private_folder(path.parent)
        _write(path, about)

    def remove_table(self, table_id: str) -> None:
        """Delete a table with all its files; one that is not there is no mistake.

        Raises StoreBusy while another process has it open.
        """
        path = self.table_path(table_id)
        try:
            Store.open(path).close()
        except StoreBusy:
            raise
        except StoreError:
            pass  # missing or damaged: it may go all the same
        atomic_file.delete_folder(path.parent)

    def folder(self, name: str) -> Path:
        """A private folder inside the profile, made if it is missing: records, logs and so on."""
        return atomic_file.private_folder(self.home / name)

    def _write_contacts(self, contacts: Mapping[bytes, str]) -> None:
        _write(self.home / _CONTACTS, {key.hex(): name for key, name in contacts.items()})


def _home(name: str | None, environment: Mapping[str, str]) -> Path:
    root = data_folder(environment)
    if name is None:
        return root if environment.get(HOME_VARIABLE) else root / _PROFILES / DEFAULT
    folder = name.lower()
    if not _FOLDER_NAME.fullmatch(folder):
        raise ProfileError(
            f"a profile's name has 1 to 32 letters a-z, digits, - and _; not {safe_name(name)}"
        )
    return root / _PROFILES / folder


def named_profiles(environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The profiles besides the usual one, as `--as` names them.

    Raises ProfileError where no home folder is known.
    """
    folder = data_folder(os.environ if environment is None else environment) / _PROFILES
    try:
        found = sorted(one.name for one in folder.iterdir() if one.is_dir())
    except OSError:
        return ()
    return tuple(one for one in found if one != DEFAULT and _FOLDER_NAME.fullmatch(one))


def _refuse_foreign_folder(home: Path) -> None:
    """Never close a folder to others that serves another purpose, such as a whole home."""
    try:
        if not home.exists():
            return
        is_open = os.name == "posix" and home.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        if is_open and any(home.iterdir()) and not (home / _IDENTITY).exists():
            raise ProfileError(
                f"{home} is open to other users and holds other things; choose an empty folder"
            )
    except OSError as error:
        raise ProfileError(f"{home} cannot be used: {error.strerror}") from error


def _login_name() -> str:
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):  # what it raises differs between versions
        return ""
    return login[:MAX_NAME]


def _signed_there(path: Path) -> bool:
    """Whether our key may have met others at this table.

    One note, of what it is for, is there from the start; the second comes with the first link.
    """
    try:
        with Store.open(path) as store:
            return len(store.notes()) > 1 or bool(store.messages())
    except StoreNotBegun:
        return False
    except StoreError:  # open elsewhere, or damaged
        return True


def _changed(path: Path) -> int:
    """The last write of a table; while it is open, the write-ahead file is the younger."""
    files = (path, path.with_name(f"{path.name}-wal"), spare_path(path), path.with_name(_ABOUT))
    times = [one.stat().st_mtime_ns for one in files[:2] if one.exists()]
    return max(times or [one.stat().st_mtime_ns for one in files[2:] if one.exists()], default=0)


def _about(path: Path) -> dict[str, Setting]:
    """What was kept of a table; nothing where that is damaged, for it can be made again."""
    try:
        kept = _read(path)
    except ProfileError:
        return {}
    return {key: item for key, item in kept.items() if isinstance(item, str | int)}


def _read(path: Path) -> dict[str, object]:
    """What a file of ours says; nothing where there is none. Raises ProfileError."""
    data = atomic_file.read(path, _MAX_FILE)
    if data is None:
        return {}
    try:
        value = json.loads(data)
        json.dumps(value, ensure_ascii=False).encode()  # no half letters: it could not be written
    except (ValueError, RecursionError) as error:
        raise ProfileError(_damaged(path)) from error
    if not isinstance(value, dict):
        raise ProfileError(_damaged(path))
    return value


def _write(path: Path, value: Mapping[str, object]) -> None:
    text = json.dumps(dict(value), ensure_ascii=False, indent=2, sort_keys=True)
    atomic_file.write(path, text.encode() + b"\n")


def _damaged(path: Path) -> str:
    return f"{path} is damaged; mend it or move it away"
