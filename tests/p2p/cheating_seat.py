"""A seat of Fortress that cheats, as a process of its own: all of it is real but for one lie.

    CROWNLESS_HOME=/some/folder python -m tests.p2p.cheating_seat LIE INVITE

It is `crownless join --auto INVITE` by a program that was changed. Without arguments it lists the
lies.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from cli.main import entry
from games.engine.bots import Bot, RandomBot
from games.fortress.bot.player import Commander
from games.fortress.bot.temper import STRONG
from p2p.client import switchboard
from p2p.client.tables import open_table
from p2p.replica import exchange_tasks
from p2p.session.session import Session
from p2p.wire.message import Kind
from tests.p2p.cheater import Cheater, tampers
from tests.p2p.fog_lies import (
    ANSWER,
    QUERIES,
    TAG_SET,
    TAGS,
    Change,
    Lying,
    again,
    changes_places,
    doubled,
    garbled,
    posted,
    under_another_key,
)
from tests.p2p.fortress_liars import LIARS, Liar, Prospector, Unsigning, Withholder

Seated = Callable[..., Session]


def _lying(name: str, lie: Lying) -> Seated:
    def seated(*args: Any, **words: Any) -> Session:
        setattr(exchange_tasks, name, partial(lie, getattr(exchange_tasks, name)))
        return Session(*args, **words)

    return seated


def _posts(place: int, change: Change) -> Seated:
    return partial(Cheater, trick=tampers(Kind.SETS, posted(place, change)))


LIES: Final[Mapping[str, Seated]] = MappingProxyType(
    {
        "two equal tags": _posts(TAGS, doubled),
        "a tag too many": _posts(TAGS, again),
        "a question too many": _posts(QUERIES, again),
        "answers that change places": _lying(ANSWER, changes_places),
        "answers under another key": _lying(ANSWER, under_another_key),
        "details that do not open": _lying(TAG_SET, garbled),
        **{name: partial(Liar, half=half) for name, (half, _) in LIARS.items()},
        "withheld seed": Withholder,
        "withheld closing": Unsigning,
    }
)
"""By name, who takes the seat: first what is caught at once, then what is caught at the end."""


def main(lie: str = "", invite: str = "") -> None:
    """Take the seat of an invite with one of `LIES`."""
    if lie not in LIES:
        print("\n".join(LIES))
        return
    bot: Bot = Commander(STRONG) if lie == LIES_OF_GOLD else RandomBot()
    setattr(switchboard, "Session", LIES[lie])  # noqa: B010 - its type is that of the class
    setattr(open_table, "_bot", lambda config: bot)  # noqa: B010
    sys.argv = ["crownless", "--plain", "join", "--auto", invite]
    entry()


LIES_OF_GOLD: Final = next(name for name, (half, _) in LIARS.items() if half is Prospector)
"""A drawn order seldom brings gold to a Workshop, so a real bot plays for it."""

if __name__ == "__main__":
    main(*sys.argv[1:])
