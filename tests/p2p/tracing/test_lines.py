"""What a line says of each kind of event, and what never stands in one."""

from __future__ import annotations

import pytest

from p2p.client.reach import notes
from p2p.client.talk import chat, rematch_request, watchers
from p2p.lobby import frames as lobby
from p2p.log.beside import Beside
from p2p.net.address import Address
from p2p.net.close_reason import Reason
from p2p.net.path_kind import PathKind
from p2p.net.tls import Role
from p2p.session import frames as table
from p2p.session.effects import Changed, Drop, Send
from p2p.session.frames import Have, Messages
from p2p.tracing.lines import FIRST_OF_A_TABLE, FRAMES, Lines
from p2p.wire import codec
from p2p.wire.message import Kind, Message, Part, Signed
from simulation.network import table_of
from simulation.tables import bytes_of, person

CHARTER = table_of(2, game="inheritance").charter
KEY = CHARTER.keys[1]


def line(what: str, **facts: object) -> str:
    """The only line of an event, at a table where two sit."""
    return lines(what, **facts)[-1]


def lines(what: str, **facts: object) -> list[str]:
    made = Lines()
    made.of("me", "charter", {"charter": CHARTER})
    return made.of("me", what, facts)


def message(payload: int = 1) -> Signed:
    part = Part(3, Kind.ANSWER, payload)
    body = Message(CHARTER.table, 0, 4, bytes(32), (None, None), 3, bytes(32), (part,)).encode()
    return Signed(body, bytes(64))


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"peer": KEY}, "me up peer=seat-1"),
        ({"peer": bytes(32)}, "me up peer=key-00000000"),
        ({"peer": bytes(10)}, "me up peer=fingerprint-00000000"),
        ({"at": Address("::1", 9), "kind": PathKind.SAME_MACHINE}, "at=[::1]:9 kind=same-machine"),
        ({"reason": Reason.LOST, "role": Role.MEMBER}, 'reason="the connection was lost" role='),
        ({"counts": (1, 2), "linked": (), "way": None, "ok": True}, "1,2 linked=none way=none ok="),
        ({"seconds": 0.12345}, "seconds=0.123"),
        ({"reason": "a\nb"}, 'reason="a b"'),
        ({"reason": "a\x1b[2J"}, "reason=a�[2J"),
        ({"odd": object()}, "odd=<object>"),
        ({"frame": b""}, "frame=nonsense size=0"),
        ({"frame": Have((1, 2), (0,)).encode()}, "frame=have size=7 counts=1,2 linked=0"),
    ],
)
def test_a_fact_is_told_by_its_kind(facts: dict[str, object], said: str) -> None:
    assert said in line("up", **facts)


def test_a_message_stands_there_once_whole_and_then_by_its_name() -> None:
    made, signed = Lines(), message()
    first = made.of("me", "good", {"message": signed})
    frame = Messages((signed,)).encode()
    again = made.of("bot-1", "got", {"frame": frame})
    assert [one.split(" bytes=")[0] for one in first] == [
        f"me message 0:4 hash={signed.hash.hex()[:8]} step=3 digest=00000000 parts=3:answer",
        "me good message=0:4",
    ]
    assert again == [f"bot-1 got frame=messages size={len(frame)} messages=0:4"]


def test_another_version_of_a_message_has_another_name() -> None:
    made = Lines()
    made.of("me", "good", {"message": message()})
    other = message(2)
    assert made.of("me", "good", {"message": other})[-1].endswith(f"0:4#{other.hash.hex()[:8]}")


def test_effects_are_told_in_order() -> None:
    effects = [Send(KEY, Have((1, 2), ()).encode()), Changed(), Drop(bytes(32), "a reason")]
    assert line("wants", effects=effects) == (
        'me wants send=have:seat-1 changed drop=nonsense:key-00000000 reason="a reason"'
    )


def test_a_seed_that_is_shown_is_not_written() -> None:
    seed = bytes_of("a seed")
    entry = Beside(CHARTER.table, 1, seed=seed).signed(person(1).sign)
    said = lines("frame", frame=Messages((entry,)).encode())
    assert said[0] == "me entry seed-of-seat-1 not written"
    assert "bytes=" not in "".join(said)


def test_of_chat_and_of_a_lobby_stands_only_that_there_was_some() -> None:
    for kind in (chat.CHAT, lobby.PLACES, lobby.DRAFT):
        frame = codec.encode((kind, "a secret word"))
        assert line("frame", frame=frame) == f"me frame frame={FRAMES[kind]} size={len(frame)}"


def test_every_kind_of_frame_has_its_name() -> None:
    kinds = {
        **{name: getattr(lobby, name) for name in ("JOIN", "ROSTER", "DRAFT", "SIGNATURE")},
        **{name: getattr(lobby, name) for name in ("CHARTER", "PLACES", "REFUSED", "OBSERVED")},
        "CHAT": chat.CHAT,
        "AGAIN": rematch_request.AGAIN,
        "HERE": watchers.HERE,
        "WATCHED": watchers.WATCHED,
        "NOTE": notes.NOTE,
        **{name: getattr(table, name) for name in ("HAVE", "MESSAGES")},
        **{name: getattr(table, name) for name in ("RESYNC_REQUEST", "RESYNC_REPLY")},
    }
    assert {number: name.lower().replace("_", "-") for name, number in kinds.items()} == FRAMES
    assert min(n for n in FRAMES if n > lobby.LAST_LOBBY_FRAME) == FIRST_OF_A_TABLE
