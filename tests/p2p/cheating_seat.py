"""A seat of Fortress that cheats, as a process of its own: all of it is real but for one lie.

    CROWNLESS_HOME=/some/folder python -m tests.p2p.cheating_seat LIE INVITE

It is `crownless join --auto INVITE` by a program that was changed. Without arguments it lists the
lies.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from cli.main import entry
from crypto import fog
from crypto.group import Scalar
from crypto.keys import KeyPair
from games.engine.bots import Bot, RandomBot
from games.fortress.bot.player import Commander
from games.fortress.bot.temper import STRONG
from p2p.client import client, open_table
from p2p.replica import exchange_tasks
from p2p.session.session import Session
from p2p.wire.message import Kind
from tests.p2p.cheater import Cheater, tampers
from tests.p2p.fortress_liars import LIARS, Liar, Prospector, Unsigning, Withholder

Seated = Callable[..., Session]


def _doubled(payload: Any) -> Any:
    """Two tags of the first label are equal."""
    public, tags, details, queries = payload[0]
    return ((public, tags[:32] + tags[:32] + tags[64:], details, queries), *payload[1:])


def _asks_more(payload: Any) -> Any:
    """One question more than all have."""
    public, tags, details, queries = payload[0]
    return ((public, tags, details, queries + queries[-32:]), *payload[1:])


def _under_another_key(*args: Any, **words: Any) -> Any:
    """Nothing of its set is visible to whoever asks."""
    secret, key, queries, viewer, label, seat = args
    return fog.answer(secret, KeyPair(Scalar.of(7), key.public), queries, viewer, label, seat)


def _garbled(*args: Any, **words: Any) -> fog.TagSet:
    """Details that nobody can open."""
    made = fog.tag_set(*args, **words)
    return replace(made, details=tuple(bytes(len(one)) for one in made.details))


def _lying(name: str, lie: Callable[..., Any]) -> Seated:
    def seated(*args: Any, **words: Any) -> Session:
        setattr(exchange_tasks, name, lie)
        return Session(*args, **words)

    return seated


LIES: Final[Mapping[str, Seated]] = MappingProxyType(
    {
        "two equal tags": partial(Cheater, trick=tampers(Kind.SETS, _doubled)),
        "a question too many": partial(Cheater, trick=tampers(Kind.SETS, _asks_more)),
        "answers under another key": _lying("answer", _under_another_key),
        "details that do not open": _lying("tag_set", _garbled),
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
    setattr(client, "Session", LIES[lie])  # noqa: B010 - its type is that of the class
    setattr(open_table, "_bot", lambda config: bot)  # noqa: B010
    sys.argv = ["crownless", "--plain", "join", "--auto", invite]
    entry()


LIES_OF_GOLD: Final = next(name for name, (half, _) in LIARS.items() if half is Prospector)
"""A drawn order seldom brings gold to a Workshop, so a real bot plays for it."""

if __name__ == "__main__":
    main(*sys.argv[1:])
