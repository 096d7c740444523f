"""Authors who write messages by hand, for tests of the log."""

from __future__ import annotations

from p2p.log.log import Log
from p2p.wire.message import MESSAGE_LABEL, NO_HASH, Head, Kind, Message, Part, Signed
from simulation.tables import person

TABLE = bytes(range(32))
PEOPLE = [person(number, "log") for number in range(3)]
KEYS = [one.key for one in PEOPLE]


def sign(message: Message, by: int | None = None, table: bytes = TABLE) -> Signed:
    body = message.encode()
    signer = PEOPLE[message.seat if by is None else by]
    return Signed(body, signer.sign(MESSAGE_LABEL + table, body))


class Writer:
    """Honest authors who each see what they are told to see."""

    def __init__(self) -> None:
        self.chains: list[list[Signed]] = [[], [], []]

    def next(self, seat: int, sees: tuple[int, ...], word: str = "x") -> Message:
        heads = tuple(
            None if other == seat or not sees[other] else self.head(other, sees[other] - 1)
            for other in range(3)
        )
        mine = self.chains[seat]
        part = Part(0, Kind.STANDING, word)
        prev = mine[-1].hash if mine else NO_HASH
        return Message(TABLE, seat, len(mine), prev, heads, 0, NO_HASH, (part,))

    def head(self, seat: int, seq: int) -> Head:
        return Head(seq, self.chains[seat][seq].hash)

    def say(self, seat: int, sees: tuple[int, ...], word: str = "x") -> Signed:
        signed = sign(self.next(seat, sees, word))
        self.chains[seat].append(signed)
        return signed


def judge_all(log: Log) -> list[Signed]:
    """Accept what is ready, as far as chain and heads go."""
    judged = []
    for signed in log.ready():
        log.check_chain(signed.message)
        log.accept(signed)
        judged.append(signed)
    return judged
