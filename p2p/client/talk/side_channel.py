"""What members say beside the game: chat, rematch requests and who watches. None of it counts.

Words of a seat are passed on from member to member; a spectator hears, and says nothing. Held by
tests/p2p/client/talk/test_side_channel.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from p2p.client.talk import chat, watchers
from p2p.client.talk.chat import CHAT, Chat, ChatLine
from p2p.client.talk.rematch_request import AGAIN, Rematch
from p2p.client.talk.watchers import Watchers
from p2p.token_bucket import TokenBucket
from p2p.wire.charter import Charter
from p2p.wire.codec import Value
from p2p.wire.message import Sign

KINDS = (CHAT, AGAIN, watchers.WATCHED)
"""The kinds of frame that belong here."""

STATEMENTS, STATEMENTS_A_SECOND = 4, 0.5
"""Statements of ours about who watches, at once and then in a second: no spectator who comes and
goes, or changes its name all the time, has us flood the table."""

Tell = Callable[[bytes, "bytes | None"], None]
"""Hand a frame to everybody who is linked but the one it came from."""
Later = Callable[[float, Callable[[], None]], object]
"""Have something done after so many seconds."""


@dataclass(frozen=True, slots=True)
class Said:
    """All that has been said beside one game, as it may be shown.

    `again`: the seats that have asked for a rematch. `watchers`: the names of all who watch.
    """

    chat: tuple[ChatLine, ...] = ()
    again: tuple[int, ...] = ()
    watchers: tuple[str, ...] = ()


class SideChannel:
    """Chat and rematch requests of one table; `show` gets all of it after each word."""

    def __init__(
        self,
        charter: Charter,
        seat: int | None,
        sign: Sign,
        tell: Tell,
        show: Callable[[Said], None],
        later: Later,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._chat = Chat(charter.table, charter.keys, seat, sign)
        self._rematch = Rematch(charter.table, charter.keys, seat, sign)
        self._watchers = Watchers(charter.table, charter.keys, seat, sign)
        self._watchers.state(_now_ms())  # what was stated before a restart holds no longer
        self._passes_on = seat is not None
        self._tell = tell
        self._shown = show
        self._later = later
        self._clock = clock
        self._pace = TokenBucket(STATEMENTS, STATEMENTS_A_SECOND)
        self._is_behind = False
        """Whether others watch by now than we have stated."""

    def say(self, text: str) -> None:
        """Say a line to the table. Raises LocalError for what cannot be said."""
        self._tell(self._chat.say(text, _now_ms()), None)
        self._show()

    def ask_again(self) -> None:
        """Tell the others that we want a rematch. Raises LocalError for a spectator."""
        self._tell(self._rematch.ask(), None)
        self._show()

    def mute(self, seat: int, muted: bool) -> None:
        """Do not show what a seat says, or show it again."""
        (self._chat.muted.add if muted else self._chat.muted.discard)(seat)

    def hear(self, source: bytes, items: tuple[Value, ...], now: float) -> None:
        """A member's frame of one of the `KINDS`. Raises CodecError.

        Members pass it on; a spectator, whom nobody has to listen to, does not.
        """
        match items[0]:
            case chat.CHAT:
                heard = self._chat.hear(items, now)
            case watchers.WATCHED:
                heard = self._watchers.hear(items)
            case _:
                heard = self._rematch.hear(items)
        if heard is not None and self._passes_on:
            self._tell(heard, source)
        self._show()

    def to_say_again(self) -> list[bytes]:
        """What a member that has just been linked ought to know."""
        return [*self._rematch.frames(), *self._watchers.frames()]

    def watched_by(self, key: bytes, name: str) -> None:
        """A spectator is linked to us, under this name if it has said one."""
        if self._watchers.come(key, name):
            self._state_watchers()

    def left_by(self, key: bytes) -> None:
        """The link to `key` is gone, which may have been a spectator's."""
        if self._watchers.gone(key):
            self._state_watchers()

    def _state_watchers(self) -> None:
        """State who watches at us, now or when we may again."""
        if self._is_behind:
            return
        # D-133: what we pass on counts against us at the others, who would close our link.
        pause = self._pace.wait(self._clock())
        if pause:
            self._is_behind = True
            self._later(pause, self._catch_up)
            return
        stated = self._watchers.state(_now_ms())
        if stated is not None:
            self._pace.take(self._clock())
            self._tell(stated, None)
            self._show()

    def _catch_up(self) -> None:
        self._is_behind = False
        self._state_watchers()

    def _show(self) -> None:
        self._shown(Said(tuple(self._chat.lines), self._rematch.seats, self._watchers.names))


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
