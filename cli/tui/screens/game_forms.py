"""The forms that open a table: against bots, and for others. Pure.

Held by tests/cli/tui/screens/test_start.py and the golden screens.
"""

from __future__ import annotations

from collections.abc import Mapping

from cli.model import intents
from cli.model.titles import strengths_of
from cli.tui.toolkit.fields import Field
from cli.tui.toolkit.forms import Form, Line
from cli.tui.toolkit.ui import Ui
from games import registry
from games.engine.game import GameInfo
from games.engine.guide import Guide

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
