"""What a profile has kept: its tables, the games that are over, and records. Pure.

Held by tests/cli/tui/screens/test_shelf.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cli.model import intents
from cli.model.deleting import YES, Deletion
from cli.tui.screens.invites import Invites
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.asking import AskLine
from cli.tui.toolkit.fields import Field
from cli.tui.toolkit.forms import Form, Line
from cli.tui.toolkit.ui import Ui
from cli.tui.toolkit.windows import Menu

NO_RECORD = "this table has not begun, so there is no record of it yet"

RESUME = "It leads nowhere before you go on with this table yourself."

NOTHING_SAID = Deletion("", YES)


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table of this profile in a list. `begun`: there is a record of it.

    `back`: the invite that leads the others back to it; empty where there is none to send.
    """

    id: str
    title: str
    note: str
    open: bool
    begun: bool = True
    deletion: Deletion = NOTHING_SAID
    back: str = ""


@dataclass(frozen=True, slots=True)
class Contact:
    """A key of 32 bytes that has a name of ours, and at how many tables it was met."""

    key: bytes
    name: str
    met: int = 0


@dataclass
class Shelf:
    """What was found on disk; `tables` is None until it was looked at."""

    tables: Sequence[TableEntry] | None = None
    past: Sequence[TableEntry] = ()
    scores: Sequence[str] = ()
    records: Sequence[str] = ()
    contacts: Sequence[Contact] = ()


class TableList(Form):
    """A list of tables, with what can be done with the one that has the cursor."""

    def __init__(self, ui: Ui, title: str, shelf: Shelf) -> None:
        self._entries: dict[int, TableEntry] = {}
        super().__init__(ui, title, [Line("Back", run=ui.pop)])
        self.show(shelf)

    def show(self, shelf: Shelf) -> None:
        """Show what is on disk now."""
        before, at, self._entries = self._entries, self.at, {}
        self.set_lines([*self.lines_of(shelf), Line(""), Line("Back", "To the start.",
                                                              run=self.leave)])  # fmt: skip
        if at not in before or self.at not in self._entries:
            self.at = min(self._entries, default=self.at)

    def lines_of(self, shelf: Shelf) -> list[Line]:
        """The lines; each table is given to `entry`."""
        raise NotImplementedError

    def entry(self, lines: list[Line], table: TableEntry, text: str) -> None:
        """One more line, for a table."""
        self._entries[len(lines)] = table
        lines.append(
            Line(table.title, text, run=lambda: self.ui.intent(intents.Resume(table.id)),
                 note=lambda: table.note)
        )  # fmt: skip

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        return (
            *super().actions(),
            Action("verify table", ("v",), "check the record of this table",
                   lambda: self._of_record(intents.Verify), "verify", self._is_table,
                   self._why_no_record),
            Action("replay table", ("r",), "step through this table",
                   lambda: self._of_record(intents.OpenReplay), "replay", self._is_table,
                   self._why_no_record),
            Action("delete table", ("d",), "delete this table and its record", self._delete,
                   "delete", self._is_table),
            Action("invite back", ("i",), "an invite that brings the others back to this table",
                   self._show_back, "invite back", lambda: bool(self._back)),
        )  # fmt: skip

    def _is_table(self) -> bool:
        return self.at in self._entries

    @property
    def _back(self) -> str:
        table = self._entries.get(self.at)
        return table.back if table is not None else ""

    def _show_back(self) -> None:
        self.ui.push(Invites(self.ui, self._back, "", back=True, reached=(RESUME,)))

    def _why_no_record(self) -> str:
        table = self._entries.get(self.at)
        return NO_RECORD if table is not None and not table.begun else ""

    def _of_record(self, intent: type[intents.Verify] | type[intents.OpenReplay]) -> None:
        self.ui.intent(intent(table=self._entries[self.at].id))

    def _delete(self) -> None:
        table = self._entries[self.at]
        deletion, title = table.deletion, "Delete this table?"

        def delete() -> None:
            self.ui.intent(intents.DeleteTable(table.id))

        def typed(word: str) -> None:
            if word.casefold() == deletion.word:
                delete()
            else:
                self.ui.say("Nothing was deleted.")

        if deletion.word == YES:
            entries = [("n", "keep it", lambda: None), ("y", "delete it", delete)]
            self.ui.push(Menu(self.ui, title, f"{table.title}. {deletion.said}", entries))
        else:
            said = f"{table.title}. {deletion.said} To delete it all the same, type: delete"
            self.ui.push(AskLine(self.ui, title, said, typed))


class Tables(TableList):
    """All tables of this profile."""

    def __init__(self, ui: Ui, shelf: Shelf) -> None:
        super().__init__(ui, "Tables", shelf)

    def lines_of(self, shelf: Shelf) -> list[Line]:
        """See TableList."""
        if shelf.tables is None:
            return [Line("Looking for your tables…")]
        going = [table for table in shelf.tables if table.open]
        over = [table for table in shelf.tables if not table.open]
        lines = [Line("In progress:" if going else "No table is in progress.")]
        for table in going:
            self.entry(lines, table, "Go on with this table.")
        lines += [Line(""), Line("Over:")] if over else []
        for table in over:
            self.entry(lines, table, "Look at this table again.")
        return lines


class History(TableList):
    """The games that are over, and how often we won."""

    def __init__(self, ui: Ui, shelf: Shelf) -> None:
        super().__init__(ui, "History", shelf)

    def lines_of(self, shelf: Shelf) -> list[Line]:
        """See TableList."""
        lines: list[Line] = [] if shelf.past else [Line("No game is over yet.")]
        for game in shelf.past:
            self.entry(lines, game, "Look at this game again.")
        return [*lines, Line(""), *map(Line, shelf.scores)] if shelf.scores else lines


class FileForm(Form):
    """Which record to replay or verify."""

    def __init__(
        self, ui: Ui, shelf: Shelf, intent: type[intents.OpenReplay] | type[intents.Verify]
    ) -> None:
        verb = "Replay" if intent is intents.OpenReplay else "Verify"
        self.path = Line("File", "Type or paste the path of a record.", field=Field("", 400))
        super().__init__(
            ui,
            f"{verb} a record",
            [
                self.path,
                Line(verb, f"{verb} this file.", run=self._by_path),
                Line(""),
                Line("Records of this profile:" if shelf.records else "No record is kept here yet; "
                     "s at a table writes one."),
                *(Line(name, f"{verb} this one.", run=self._of(name)) for name in shelf.records),
            ],
        )  # fmt: skip
        self._intent = intent

    def _by_path(self) -> None:
        text = self.path.value.strip()
        if text:
            self.ui.intent(self._intent(text))
        else:
            self.ui.say("Type the path of a record first.")

    def _of(self, path: str) -> Callable[[], None]:
        return lambda: self.ui.intent(self._intent(path))
