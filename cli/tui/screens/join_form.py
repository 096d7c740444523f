"""The forms that lead to somebody else's table: by invite or words, or one found nearby. Pure.

Held by tests/cli/tui/screens/test_start.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cli.model import intents
from cli.tui.toolkit.cells import wrap
from cli.tui.toolkit.fields import Field
from cli.tui.toolkit.forms import Form, Line
from cli.tui.toolkit.ui import Ui
from cli.tui.toolkit.windows import Menu


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table on the local network."""

    title: str
    note: str
    invite: str
    """Empty for a closed one."""
    tag: str = ""
    answers: bool = True
    """Whether it has answered when it was called last."""


KEYS = "123456789"
"""Of the tables in a menu."""
QUIET_SECONDS = 5.0
"""After so long without a table it is said what to do in place of picking one."""


class JoinForm(Form):
    """By invite, words or address, or one of the tables found on the local network."""

    def __init__(self, ui: Ui) -> None:
        self.invite = Line(
            "Invite or words",
            "Paste the invite, or type the two words of a table on the local network.",
            field=Field("", 400),
        )
        self.role = Line(
            "As", "A spectator sees what everybody may see.", ["a player", "a spectator"]
        )
        self.found: Sequence[FoundTable] = ()
        self.own_address = ""
        """Where this machine is on the local network; empty where that is not known yet."""
        self._since = ui.now
        self._quiet = False
        super().__init__(ui, "Join a table", [self.invite])
        self.find()
        ui.intent(intents.FindTables())

    def find(self, found: Sequence[FoundTable] = ()) -> None:
        """These tables are shown on the local network now."""
        self.found = found
        self.set_lines([
            self.invite, self.role,
            Line("Join", "Ask for a seat at the table of this invite.", run=self._by_invite),
            Line(""), *(Line(text) for text in self._heading()),
            *(self._entry(table) for table in found),
        ])  # fmt: skip

    def tick(self, now: float) -> bool:
        """See Screen: when a list that stays empty is explained."""
        quiet = now >= self._since + QUIET_SECONDS
        if quiet == self._quiet:
            return False
        self._quiet = quiet
        self.find(self.found)
        return True

    def _heading(self) -> list[str]:
        if self.found:
            return ["On the local network (names are not proven):"]
        if not self._quiet:
            return ["On the local network: none so far; they appear here by themselves."]
        here = f" This machine is {self.own_address}; theirs begins alike." * bool(self.own_address)
        return wrap(
            "No table is found on the local network. Some networks (guest Wi-Fi, a VPN) carry no "
            "announcements. Then type the address and the two words that the host sees with i, "
            f"such as: 192.168.1.5 amber-zebra.{here}",
            76,
        )

    def _entry(self, table: FoundTable) -> Line:
        if not table.answers:
            return Line(f"  {table.title}   {table.note}")
        return Line(
            table.title, "Join this table.", run=self._joins(table), note=lambda: table.note
        )

    def _by_invite(self) -> None:
        text = self.invite.value.strip()
        if not text:
            self.ui.say("Paste an invite or type words first; the host has them on the screen.")
            return
        self.ui.intent(intents.Join(text, self.role.at == 1))

    def _joins(self, table: FoundTable) -> Callable[[], None]:
        def join() -> None:
            watches = self.role.at == 1
            if table.invite:
                self.ui.intent(intents.Join(table.invite, watches))
            else:
                self.ui.push(WordsForm(self.ui, table, watches=watches))

        return join

    def leave(self) -> None:
        """See Form."""
        self.ui.intent(intents.FindTables(on=False))
        super().leave()


def keeping_menu(ui: Ui, host: intents.Host) -> Menu:
    """Says what five words mean for a host, before the first packet leaves."""
    text = (
        "Five words are kept by public nodes on the internet, those of the BitTorrent network. "
        "They belong to strangers, learn your address, and learn nothing of the table."
    )
    return Menu(ui, "Let five words lead here?", text, [
        ("y", "yes, put them there", lambda: ui.intent(replace(host, asked=True))),
        ("n", "no; open the table without them", lambda: ui.intent(replace(host, words=False))),
    ])  # fmt: skip


def public_nodes_menu(ui: Ui, join: intents.Join) -> Menu:
    """Says what five words mean, before the first packet leaves."""
    text = (
        "Five words are looked up at public nodes on the internet, those of the BitTorrent "
        "network. They belong to strangers, learn your address, and learn nothing of the table."
    )
    return Menu(ui, "Look it up on the internet?", text, [
        ("y", "yes, look it up", lambda: ui.intent(replace(join, asked=True))),
        ("n", "no; there is still the written invite", lambda: None),
    ])  # fmt: skip


def whose_words_menu(ui: Ui, join: intents.Join, tables: Sequence[tuple[str, str]]) -> Menu:
    """Asks which of several closed tables two words are of. `tables`: what each is called, tag."""
    text = "There are several closed tables here. Wrong words cost a table one of five tries."
    return Menu(ui, "Whose words are these?", text, [
        (key, said, lambda tag=tag: ui.intent(replace(join, table=tag, host="")))  # type: ignore[misc]
        for key, (said, tag) in zip(KEYS, tables, strict=False)
    ])  # fmt: skip


class WordsForm(Form):
    """The two words of a closed table that was picked."""

    def __init__(self, ui: Ui, table: FoundTable, *, watches: bool) -> None:
        self.words = Line(
            "Its two words", "The host sees them; four letters of each are enough.",
            field=Field("", 80),
        )  # fmt: skip
        self._table = table
        self._watches = watches
        super().__init__(ui, table.title, [
            self.words,
            Line("Join", "Ask for a seat. A wrong word costs one of five tries.", run=self._join),
            Line(""), Line("Back", "To the list.", run=ui.pop),
        ])  # fmt: skip

    def _enter(self) -> None:
        if self.line is self.words:
            self._join()
        else:
            super()._enter()

    def _join(self) -> None:
        text = self.words.value.strip()
        if text:
            self.ui.intent(intents.Join(text, self._watches, self._table.tag))
        else:
            self.ui.say("Type the two words first; the host has them on the screen.")
