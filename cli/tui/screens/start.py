"""The start screen and what begins there: play, host, join, rules. Pure.

Held by tests/cli/tui/test_terminal.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from cli.console.text import counted
from cli.model import intents
from cli.model.titles import strengths_of
from cli.tui.screens.contacts import Contacts
from cli.tui.screens.settings_form import SettingsForm
from cli.tui.screens.shelf import FileForm, History, Shelf, Tables
from cli.tui.table.rules import rules_window
from cli.tui.toolkit.cells import wrap
from cli.tui.toolkit.fields import Field
from cli.tui.toolkit.forms import Form, Line
from cli.tui.toolkit.ui import Ui
from cli.tui.toolkit.windows import Menu
from games import registry
from games.engine.game import GameInfo
from games.engine.guide import Guide

INTRO = "Games of succession, played peer to peer: no server, and every move can be verified."


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


class Start(Form):
    """The first screen. It shows at once; the lists on it come when they have been read."""

    back_keys = ("q",)
    back_title = "leave Crownless"
    back_hint = "quit"

    def __init__(self, ui: Ui, name: str) -> None:
        self.shelf = Shelf()
        self.name = name
        super().__init__(ui, f"you are {name}", self._entries(ui), INTRO)

    def _entries(self, ui: Ui) -> list[Line]:
        return [
            Line("Play against bots", "A table on this machine: real peers, the same protocol.",
                 run=lambda: ui.push(PlayForm(ui)), key="p"),
            Line("A guided first game", "A short game against gentle bots that tells how to play.",
                 run=lambda: ui.push(Guided(ui)), key="g"),
            Line("Host a table", "Open a table, give the invite to others, or let them find it.",
                 run=lambda: ui.push(HostForm(ui)), key="o"),
            Line("Join a table", "By invite or words, or one of those shown on the local network.",
                 run=self._join, key="j"),
            Line("Tables", "Go on with a table of yours, check it, or delete it.",
                 run=lambda: ui.push(Tables(ui, self.shelf)), key="t", note=self._count),
            Line("History", "Games that are over, and who won how often.",
                 run=lambda: ui.push(History(ui, self.shelf)), key="y"),
            Line("Contacts", "The keys that have a name of yours.",
                 run=lambda: ui.push(Contacts(ui, self.shelf)), key="c"),
            Line("Rules", "How each game is played.", run=lambda: ui.push(Rules(ui)), key="u"),
            Line("Replay a record", "Step through a finished game.",
                 run=lambda: ui.push(FileForm(ui, self.shelf, intents.OpenReplay)), key="r"),
            Line("Verify a record", "Check every signature, proof and move of a game.",
                 run=lambda: ui.push(FileForm(ui, self.shelf, intents.Verify)), key="v"),
            Line("Settings", "Colours, glyphs, mouse, and your name.",
                 run=lambda: ui.push(SettingsForm(ui, self.name)), key="s"),
            Line("Quit", "Leave Crownless.", run=lambda: ui.intent(intents.Quit())),
        ]  # fmt: skip

    def _count(self) -> str:
        tables = self.shelf.tables
        if tables is None:
            return ""
        going = sum(table.open for table in tables)
        return f"{counted(going, 'table')} in progress" if tables else "none yet"

    def _join(self) -> None:
        self.ui.push(JoinForm(self.ui))

    def leave(self) -> None:
        """See Form."""
        self.ui.intent(intents.Quit())

    def offer(self) -> None:
        """To somebody who is here for the first time, once: a game that is told as it is played."""
        ui = self.ui
        ui.settings = replace(ui.settings, offered=True)
        ui.intent(intents.KeepSettings())
        entries: list[tuple[str, str, Callable[[], None]]] = [
            (str(number), title, _guiding(ui, game))
            for number, (game, title) in enumerate(_guided(), 1)
        ]
        entries.append(("n", "not now; it stays in this menu", lambda: None))
        text = (
            "New here? Play a short first game against gentle bots. It tells you how, bit by bit."
        )
        ui.push(Menu(ui, "A guided first game", text, entries))

    def renamed(self, name: str) -> None:
        """The person is called otherwise now."""
        self.name = name
        self.title = f"you are {name}"


DELAYS = (5, 15, 60)
"""Minutes that spectators can be made to lag behind."""
MOST_BEAT = 10_000
"""Milliseconds: as many as a charter allows."""


def _beat_line() -> Line:
    return Line(
        "Beat (ms)",
        "Passes leave so long after a question, all alike; empty takes 250, or 0 among your bots.",
        field=Field("", 5),
    )


class _GameForm(Form):
    """Game, number of seats or bots, and the game's own options."""

    def __init__(self, ui: Ui, title: str, intro: str) -> None:
        self._games = tuple(registry.GAMES)
        self._infos: dict[str, GameInfo] = {}
        titles = [self.info(one).title for one in self._games]
        self.game = Line("Game", values=titles, changed=self._rebuild)
        self.preset = Line("Preset", values=[])
        self.count = Line("", values=["1"])
        self.options: list[Line] = []
        self.beat = _beat_line()
        super().__init__(ui, title, [self.game], intro)
        self._rebuild()

    def info(self, game: str) -> GameInfo:
        """The card of a game."""
        if game not in self._infos:
            self._infos[game] = registry.make(game).info
        return self._infos[game]

    @property
    def chosen(self) -> GameInfo:
        """The game that is set."""
        return self.info(self._games[self.game.at])

    def _rebuild(self) -> None:
        info, guide = self.chosen, registry.guide(self.chosen.id)
        self.game.help = f"{info.min_seats} to {info.max_seats} players. {guide.aim}"
        self.count = self.count_line(info)
        self.options = [
            Line(option.label or option.key, _option_help(guide, option.key),
                 [str(value) for value in option.values])
            for option in info.options
        ]  # fmt: skip
        self.preset = Line("Preset", "Sets the options below to values that go together.",
                           ["usual", *info.presets], changed=self._set_options)  # fmt: skip
        presets = [self.preset] if info.presets else []
        self.set_lines([self.game, self.count, *presets, *self.options, *self.more_lines()])

    def _set_options(self) -> None:
        """Set all options as the preset says."""
        wanted = self.chosen.presets.get(self.preset.value, {})
        for option, line in zip(self.chosen.options, self.options, strict=True):
            line.at = option.values.index(wanted.get(option.key, option.default))

    def count_line(self, info: GameInfo) -> Line:
        """How many."""
        raise NotImplementedError

    def more_lines(self) -> list[Line]:
        """What follows the options."""
        raise NotImplementedError

    def typed_beat(self) -> int | None:
        """What is typed as the beat; None for nothing. Raises ValueError with a sentence."""
        text = self.beat.value.strip()
        if not text:
            return None
        if not (text.isascii() and text.isdecimal() and int(text) <= MOST_BEAT):
            raise ValueError(f"The beat is a number from 0 to {MOST_BEAT}, or nothing.")
        return int(text)

    def settled(self) -> Mapping[str, str | int]:
        """The options as they are set."""
        return {
            option.key: option.values[line.at]
            for option, line in zip(self.chosen.options, self.options, strict=True)
        }


def _option_help(guide: Guide, key: str) -> str:
    said = "An option of this game, agreed before the start."
    return guide.topic(f"option.{key}").text if guide.has(f"option.{key}") else said


class PlayForm(_GameForm):
    """A table against bots."""

    def __init__(self, ui: Ui) -> None:
        self.new = Line(
            "Unfinished table", "What to do if you have an unfinished table of just this kind.",
            ["go on with it", "begin another"],
        )  # fmt: skip
        self.strength = Line("", values=[""])
        super().__init__(ui, "Play against bots", "")

    def count_line(self, info: GameInfo) -> Line:
        """See _GameForm."""
        values = [str(n) for n in range(max(1, info.min_seats - 1), info.max_seats)]
        return Line("Bots", "How many bots sit with you.", values, at=min(1, len(values) - 1))

    def more_lines(self) -> list[Line]:
        """See _GameForm."""
        kinds = strengths_of(self.chosen.id)
        self.strength = Line("Their strength", "How well the bots play.", kinds)
        several = [self.strength] if len(kinds) > 1 else []
        return [*several, self.beat, self.new, Line(""),
                Line("Begin", "Shuffle and deal.", run=self._begin)]  # fmt: skip

    def _begin(self) -> None:
        try:
            beat = self.typed_beat()
        except ValueError as error:
            self.ui.say(str(error))
            return
        bots, new = int(self.count.value), self.new.at == 1
        strength = self.strength.value if self.strength.at else ""
        game, options = self.chosen.id, self.settled()
        self.ui.intent(intents.Play(game, bots, options, new, beat, strength))


class HostForm(_GameForm):
    """A table for others."""

    def __init__(self, ui: Ui) -> None:
        self.port = Line("Port", "Where to listen; empty takes any free one.", field=Field("", 5))
        self.shown = Line(
            "Local network", "An open table can be picked by whoever is there; to a closed one you "
            "let people in by two words that you say to them.",
            ["open to all there", "closed, by two words", "do not show it"],
        )  # fmt: skip
        self.internet = Line(
            "Internet", "Nothing beyond the local network is spoken to unless you choose it. Nodes "
            "that keep five words for you belong to strangers, and learn your address.",
            ["do not use it", "ask the router to let the others in",
             "the router, and five words at public nodes"],
        )  # fmt: skip
        self.watch = Line(
            "Spectators", "Whether people may watch, and how long after the players.",
            ["see it at once", *(f"{one} minutes behind" for one in DELAYS), "may not watch"],
        )  # fmt: skip
        super().__init__(ui, "Host a table", "")

    def count_line(self, info: GameInfo) -> Line:
        """See _GameForm."""
        values = [str(n) for n in range(max(2, info.min_seats), info.max_seats + 1)]
        return Line("Seats", "How many seats, yours included.", values)

    def more_lines(self) -> list[Line]:
        """See _GameForm."""
        return [self.beat, self.shown, self.internet, self.watch, self.port, Line(""),
                Line("Open it", "Open the table and show its invite.", run=self._open)]  # fmt: skip

    def _open(self) -> None:
        text = self.port.value.strip()
        if text and not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 65535):
            self.ui.say("A port is a number from 1 to 65535, or nothing.")
            return
        try:
            beat = self.typed_beat()
        except ValueError as error:
            self.ui.say(str(error))
            return
        self.ui.intent(
            intents.Host(
                self.chosen.id,
                int(self.count.value),
                self.settled(),
                int(text or 0),
                show=self.shown.at < 2,
                closed=self.shown.at == 1,
                words=self.internet.at == 2,
                asked=True,
                beat=beat,
                internet=self.internet.at > 0,
                spectators=self.watch.at <= len(DELAYS),
                delay=(0, *DELAYS, 0)[self.watch.at],
            )
        )


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


def _guided() -> list[tuple[str, str]]:
    """The games that have a guided first game, with their titles."""
    return [(g, registry.make(g).info.title) for g in registry.GAMES if registry.tutorial(g)]


def _guiding(ui: Ui, game: str) -> Callable[[], None]:
    return lambda: ui.intent(intents.guided(game))


class Guided(Form):
    """Which game to learn by playing it."""

    def __init__(self, ui: Ui) -> None:
        lines = [
            Line(title, registry.guide(game).aim, run=_guiding(ui, game))
            for game, title in _guided()
        ]
        intro = (
            "A short game against gentle bots. What is new is told when it comes; a key goes on."
        )
        back = Line("Back", "To the start.", run=ui.pop)
        super().__init__(ui, "A guided first game", [*lines, Line(""), back], intro)


class Rules(Form):
    """Which game to read about."""

    def __init__(self, ui: Ui) -> None:
        lines = [
            Line(registry.make(game).info.title, registry.guide(game).aim, run=self._reads(game))
            for game in registry.GAMES
        ]
        super().__init__(ui, "Rules", [*lines, Line(""), Line("Back", "To the start.", run=ui.pop)])

    def _reads(self, game: str) -> Callable[[], None]:
        return lambda: self.ui.push(rules_window(self.ui, game))
