"""Intents reach their handlers by type: one mapping from the class to what carries it out."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeAlias

from cli.lifecycle.table_lifecycle import TableLifecycle
from cli.model import intents

Handler: TypeAlias = Callable[[Any], Coroutine[Any, Any, None]]
Handlers: TypeAlias = Mapping[type, Handler]


def combined(*tables: Handlers) -> dict[type, Handler]:
    """All handlers of several objects. Raises ValueError if two are for the same intent."""
    found: dict[type, Handler] = {}
    for table in tables:
        twice = found.keys() & table.keys()
        if twice:
            raise ValueError(f"two handlers for {', '.join(sorted(t.__name__ for t in twice))}")
        found.update(table)
    return found


def table_handlers(stay: TableLifecycle) -> dict[type, Handler]:
    """What carries out the intents of a person at a table. They raise BadMove and P2PError."""
    client = stay.client

    async def decide(intent: intents.Decide) -> None:
        await client.decide(intent.step, intent.decision)

    async def concede(intent: intents.Concede) -> None:
        await stay.concede()

    async def show_seed(intent: intents.ShowSeed) -> None:
        await client.show_seed()

    async def pass_until(intent: intents.PassUntil) -> None:
        await client.pass_until(intent.events)

    async def attend(intent: intents.Attend) -> None:
        await client.attend(intent.attention)

    async def say(intent: intents.Say) -> None:
        client.say(intent.text)

    async def mute(intent: intents.Mute) -> None:
        client.mute(intent.seat, intent.muted)

    async def refuse(intent: intents.Refuse) -> None:
        await stay.refuse(intent.key)

    async def seat_bot(intent: intents.SeatBot) -> None:
        for _ in range(intent.count):
            await stay.seat_bot(intent.strength)

    async def sign(intent: intents.Ready) -> None:
        stay.sign()

    return {
        intents.Decide: decide,
        intents.Concede: concede,
        intents.ShowSeed: show_seed,
        intents.PassUntil: pass_until,
        intents.Attend: attend,
        intents.Say: say,
        intents.Mute: mute,
        intents.Refuse: refuse,
        intents.SeatBot: seat_bot,
        intents.Ready: sign,
    }
