"""Before the charter: who has come, and the words by which people know each other's keys. Pure.

Held by tests/cli/model/test_lobby_text.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cli.console.text import counted, listed, wrapped
from cli.model.intents import SeatBot
from cli.model.names import people
from cli.model.table_text import Names
from games import registry
from p2p.display import safe_name
from p2p.lobby.frames import Roster
from p2p.wire.charter import Member, Policies

READY = (
    "All seats are taken. Read the words of the keys to each other, then type ready; the game "
    "begins when everybody has."
)
REFUSE = "Somebody does not belong here? Type refuse and the number of the seat; seats shows it."
BOT = "Type bot to give a free seat to a bot of yours; everybody sees whose it is."


def watching_words(policies: Policies) -> str:
    """Who may watch and when, where it is not everybody at once."""
    if not policies.spectators:
        return "Nobody may watch."
    if policies.delay_minutes:
        return f"Who watches is {behind(policies)} and hears no talk, until the game is over."
    return ""


def behind(policies: Policies) -> str:
    """How far spectators lag behind: 5 minutes behind; empty where they do not."""
    lag = policies.delay_minutes
    return f"{counted(lag, 'minute')} behind" if lag else ""


class LobbyFeed:
    """What has been said of who sits down; each change is said once."""

    def __init__(self, own_key: bytes, contacts: Mapping[bytes, str]) -> None:
        self._own = own_key
        self._contacts = contacts
        self._members: tuple[Member, ...] = ()
        self._title = ""
        self._signed: frozenset[bytes] = frozenset()

    def know(self, contacts: Mapping[bytes, str]) -> None:
        """Our names for keys are these from now on."""
        self._contacts = contacts

    def names(self, members: Sequence[Member]) -> Names:
        """How these members are called here."""
        keys = [member.key for member in members]
        own = keys.index(self._own) if self._own in keys else None
        return Names(people(members, self._own, self._contacts), own)

    def news(self, roster: Roster, phrases: Mapping[bytes, str]) -> list[str]:
        """Who came or went since the last roster. `phrases`: the key words of each member."""
        lines = []
        game = _title(roster)
        if game != self._title:
            self._title = game
            lines.append(game)
            watching = watching_words(roster.policies)
            lines += wrapped(watching) if watching else []
        before = {member.key for member in self._members}
        now = {member.key for member in roster.members}
        old = dict(
            zip((m.key for m in self._members), self.names(self._members).people, strict=True)
        )
        lines += [
            f"{old[member.key].name} has left." for member in self._members if member.key not in now
        ]
        for member, person in zip(roster.members, self.names(roster.members).people, strict=True):
            if member.key not in before:
                phrase = "" if person.operator else phrases.get(member.key, "")
                whose = ", your contact," if person.contact else ""
                said = f"{person.title}{whose} sits here{': ' + phrase if phrase else ''}"
                lines += wrapped(said, rest="  ")
        free = roster.seats - len(roster.members)
        if lines and free > 0:
            lines.append(f"{len(roster.members)} of {roster.seats} seats are taken.")
        self._members = roster.members
        return lines

    def agreement(self, roster: Roster, *, asked: bool, refuses: bool) -> list[str]:
        """Who has said ready since the last time, and if we are asked, the question.

        `refuses`: we can refuse a seat.
        """
        people = self.names(roster.members).people
        signed = frozenset(people[n].key for n in roster.signed if n < len(people))
        lines = [
            f"{person.name} is ready."
            for person in people
            if person.key in signed - self._signed and not person.mine
        ]
        self._signed = signed
        if asked:
            lines += wrapped(READY)
            lines += wrapped(REFUSE) if refuses else []
        return lines


def _title(roster: Roster) -> str:
    """The game and how it is set up, each setting by the name that the form gives it."""
    info = registry.make(roster.game).info if roster.game in registry.GAMES else None
    title = "a game this Crownless does not know" if info is None else info.title
    labels = {} if info is None else {option.key: option.label for option in info.options}
    settings = "".join(
        f" {labels.get(key, safe_name(key))}: {safe_name(str(value))}."
        for key, value in roster.options
    )
    return f"{title}, {roster.seats} seats.{settings}"


def bots_wanted(typed: str, strengths: Sequence[str]) -> SeatBot | str:
    """What stands behind the command bot, such as 2 strong; else a sentence on what may."""
    count, strength = 1, ""
    for word in typed.casefold().split():
        if word in strengths:
            strength = word
        elif len(word) == 1 and word in "123456789":
            count = int(word)
        else:
            return (
                f"Say how many and how well they play, such as: bot, or bot 2 {strengths[-1]}. "
                f"There are {listed(strengths)} ones; without a word, {strengths[0]} ones."
            )
    return SeatBot(strength, count)


def others_in(names: Names) -> list[str]:
    """The people who sit in a lobby beside us and our bots."""
    return [one.name for one in names.people if not one.mine and not one.is_ours]


def conceding_words(names: Names) -> str:
    """That bots of ours leave with us, where others play on; empty where there are none."""
    ours = [one.name for one in names.people if one.is_ours]
    if not ours or not others_in(names):
        return ""
    verb = "leaves" if len(ours) == 1 else "leave"
    return f"{listed(ours)} {verb} with you."


def leaving_words(others: Sequence[str], *, hosting: bool) -> str:
    """What it means for these people if we leave the lobby; `hosting`: it is ours."""
    verb = "sits" if len(others) == 1 else "sit"
    kept = (
        "Nobody can sit down or begin until you come back to the table."
        if hosting
        else "Your seat is free for anybody until you come back."
    )
    return f"{listed(others)} {verb} here. {kept}"


def seated_lines(names: Names, lag: str = "") -> list[str]:
    """The charter stands. `lag`: how far behind we are, if we watch."""
    others = [p.title for p in names.people if not p.mine]
    lead = "You play with" if names.own is not None else "There play"
    own = f" You are called {names[names.own]}." if names.own is not None else ""
    said = f"{lead} {listed(others)}.{own} Type help for what you can type."
    lines = wrapped(said, rest="  ")
    if names.own is None and lag:
        lines += wrapped(f"You watch {lag}; all is shown at once when the game is over.")
    return lines
