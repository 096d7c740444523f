"""The charter: what all seats sign, what it refuses, and that its name hashes all of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from crypto.sign import sign
from games.engine.errors import BadTable
from p2p.errors import CodecError, TableMismatch
from p2p.wire import codec
from p2p.wire.charter import (
    BOT_LABEL,
    DRAFT_LABEL,
    MAX_DELAY_MINUTES,
    MAX_MATCH_GAMES,
    MAX_RESPONSE_DELAY_MS,
    Charter,
    Draft,
    Match,
    Member,
    Policies,
    make_draft,
    signing_bytes,
)
from simulation.tables import bytes_of, charter_of, person
from tests.games.synthetic import make

PEOPLE = [person(number) for number in range(3)]


def charter(**kwargs: Any) -> Charter:
    return charter_of(make(), PEOPLE, **kwargs)


def seal(draft: Draft) -> Charter:
    nonces = [bytes_of("nonce", number) for number in range(len(PEOPLE))]
    body = draft.encode()
    return Charter(
        draft,
        tuple(
            (nonce, one.sign(DRAFT_LABEL, signing_bytes(body, nonce)))
            for one, nonce in zip(PEOPLE, nonces, strict=True)
        ),
    )


def test_a_charter_reads_back_the_same() -> None:
    one = charter(options={"rounds": 3}, response_delay_ms=800)
    read = Charter.decode(one.encode())
    assert read == one
    assert read.table == one.table
    assert len(read.table) == 32
    assert read.draft.make_game().info.id == "magpies"


def test_seats_are_in_order() -> None:
    one = charter()
    assert one.seats == 3
    assert [one.seat_of(member.key) for member in PEOPLE] == [0, 1, 2]
    assert one.seat_of(person(4).key) is None


def test_everything_is_in_the_name_of_the_table() -> None:
    names = {
        charter().table,
        charter(table="other nonces").table,
        charter(response_delay_ms=1).table,
        charter(options={"rounds": 3}).table,
        charter_of(make(), PEOPLE[::-1]).table,
        charter_of(make(), PEOPLE[:2]).table,
        charter_of(make(), [*PEOPLE[:2], person(2, "namesake")]).table,
    }
    assert len(names) == 7


@pytest.mark.parametrize("seat", range(3))
def test_every_seat_must_have_signed(seat: int) -> None:
    one = charter()
    nonce, signature = one.seals[seat]
    for bad in ((nonce, bytes(64)), (bytes(32), signature), one.seals[(seat + 1) % 3]):
        seals = (*one.seals[:seat], bad, *one.seals[seat + 1 :])
        with pytest.raises(CodecError, match=f"{PEOPLE[seat].name} did not sign"):
            Charter.decode(Charter(one.draft, seals).encode())


def test_there_is_one_seal_for_each_seat() -> None:
    one = charter()
    for seals in (one.seals[:2], (*one.seals, one.seals[0]), ()):
        with pytest.raises(CodecError):
            Charter.decode(Charter(one.draft, seals).encode())


def draft_with(**changes: Any) -> bytes:
    names = ("protocol", "game", "rules", "options", "members", "policies")
    items = list(codec.array(codec.decode(charter().draft.encode())))
    for name, value in changes.items():
        items[names.index(name)] = value
    return codec.encode(tuple(items))


def members(**changes: Any) -> Any:
    whole = charter().draft.members
    return tuple(m.wire() for m in (replace(whole[0], **changes), *whole[1:]))


@pytest.mark.parametrize(
    "changes",
    [
        {"game": 7},
        {"game": "x" * 33},
        {"rules": bytes(31)},
        {"options": (("rounds",),)},
        {"options": (("rounds", 1 << 40),)},
        {"options": ((b"rounds", 1),)},
        {"options": (("rounds", True),)},
        {"members": members(key=bytes(31))},
        {"members": members(name="x" * 65)},
        {"members": members(name="")[:1] * 3},
        {"members": members(operator=PEOPLE[1].key)},
        {"members": members(operator=PEOPLE[1].key, vouched=bytes(64))},
        {"members": members(vouched=sign(PEOPLE[1].private, BOT_LABEL, PEOPLE[0].key))},
        {"policies": ("escrow", 800, 0, False)},
        {"policies": ("wait", MAX_RESPONSE_DELAY_MS + 1, 0, False)},
        {"policies": ("wait", 800, 5, False)},
        {"policies": ("wait", 800, 0, True)},
        {"policies": ("wait", 800, 0)},
    ],
)
def test_a_draft_that_does_not_fit_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(CodecError):
        Draft.decode(draft_with(**changes))


def test_another_protocol_is_told_apart() -> None:
    with pytest.raises(TableMismatch, match="protocol"):
        Draft.decode(draft_with(protocol=99))


@pytest.mark.parametrize(
    "changes", [{"game": "chess"}, {"rules": bytes(32)}, {"options": (("rounds", 9),)}]
)
def test_another_game_is_told_apart(changes: dict[str, Any]) -> None:
    with pytest.raises(TableMismatch):
        Draft.decode(draft_with(**changes)).make_game()


def test_a_bot_is_vouched_for_by_its_operator() -> None:
    operator, bot = PEOPLE[0], PEOPLE[2]
    vouched = sign(operator.private, BOT_LABEL, bot.key)
    whole = charter().draft
    draft = replace(
        whole, members=(*whole.members[:2], Member(bot.key, "Bot", operator.key, vouched))
    )
    read = Charter.decode(seal(draft).encode())
    assert [member.is_bot for member in read.draft.members] == [False, False, True]
    stolen = replace(
        draft, members=(*draft.members[:2], replace(draft.members[2], operator=PEOPLE[1].key))
    )
    with pytest.raises(CodecError, match="has not signed for it"):
        Draft.decode(stolen.encode())


def test_one_key_has_one_seat() -> None:
    twice = charter_of(make(), [PEOPLE[0], PEOPLE[1], PEOPLE[0]])
    with pytest.raises(CodecError, match="two seats"):
        Charter.decode(twice.encode())


def test_a_draft_is_made_of_what_the_game_allows() -> None:
    game = make()
    whole = [Member(one.key, one.name) for one in PEOPLE]
    assert dict(make_draft(game, {}, whole, Policies()).options) == {"rounds": 2}
    with pytest.raises(BadTable):
        make_draft(game, {"rounds": 9}, whole, Policies())
    with pytest.raises(BadTable):
        make_draft(game, {"speed": 1}, whole, Policies())
    with pytest.raises(BadTable):
        make_draft(game, {}, whole[:1], Policies())


def test_bytes_that_are_no_charter_are_refused() -> None:
    data = charter().encode()
    for bad in (b"", data[:-1], data + b"\x00", codec.encode(()), codec.encode((b"", ()))):
        with pytest.raises(CodecError):
            Charter.decode(bad)


# Policies


@pytest.mark.parametrize(
    ("policies", "beat", "delay", "spectators", "older"),
    [
        (Policies(), 250, 0, True, ("wait", 250, 0, False)),
        (Policies(spectators=False), 250, 0, False, ("wait", 250, 0, False, False)),
        (Policies(delay_minutes=5), 250, 5, True, ("wait", 250, 0, False, 5)),
    ],
)
def test_policies_on_the_wire_have_names_since_protocol_3(
    policies: Policies, beat: int, delay: int, spectators: bool, older: codec.Value
) -> None:
    named = (
        ("absence", "wait"),
        ("beat", beat),
        ("delay", delay),
        ("pace", 0),
        ("spectators", spectators),
    )
    assert policies.wire() == named
    assert policies.wire(2) == older
    assert Policies.from_wire(named) == Policies.from_wire(older, 2) == policies


USUAL = codec.array(Policies().wire())


def changed(name: str, value: codec.Value) -> codec.Value:
    pairs = [codec.array(pair, 2) for pair in USUAL]
    return tuple((key, value if key == name else said) for key, said in pairs)


@pytest.mark.parametrize(
    "wire",
    [
        changed("absence", "others"),
        changed("absence", ""),
        changed("pace", 3),
        changed("pace", False),
        changed("beat", MAX_RESPONSE_DELAY_MS + 1),
        changed("delay", MAX_DELAY_MINUTES + 1),
        changed("delay", True),
        changed("spectators", 1),
        USUAL[:4],
        (*USUAL, ("hands", False)),
        USUAL[::-1],
        Policies(spectators=False, delay_minutes=5).wire(),
        Policies().wire(2),
    ],
)
def test_there_is_one_way_to_write_policies(wire: Any) -> None:
    with pytest.raises(CodecError):
        Policies.from_wire(wire)
    with pytest.raises(CodecError):
        Policies.from_wire(wire, 2) if wire != Policies().wire(2) else Policies.from_wire(())


@pytest.mark.parametrize("last", [0, True, -1, MAX_DELAY_MINUTES + 1, "5", b"", ()])
def test_there_was_one_way_to_write_policies_before(last: object) -> None:
    assert Policies.from_wire(("wait", 250, 0, False), 2) == Policies()
    for bad in (("wait", 250, 0, False, last), ("wait", 250, 0, False, 5, 5), ("wait", 250, 0)):
        with pytest.raises(CodecError):
            Policies.from_wire(bad, 2)  # type: ignore[arg-type]


# The match

FIRST = Match(bytes(16), 1, 3)
THIRD = Match(bytes(16), 3, 3, b"t" * 32, b"r" * 32)


@pytest.mark.parametrize("match", [None, FIRST, THIRD])
def test_a_charter_names_its_match_and_the_table_before(match: Match | None) -> None:
    draft = replace(charter().draft, match=match)
    read = Charter.decode(seal(draft).encode()).draft
    assert read == draft
    assert read.match == match
    alone = seal(replace(draft, match=None)).table
    assert (seal(draft).table == alone) == (match is None)


@pytest.mark.parametrize(
    "match",
    [
        replace(FIRST, id=b"short"),
        replace(FIRST, number=0),
        replace(FIRST, number=4),
        replace(FIRST, games=1),
        replace(FIRST, games=MAX_MATCH_GAMES + 1),
        replace(FIRST, before=b"t" * 32),
        replace(THIRD, before=b""),
        replace(THIRD, record=b""),
        replace(THIRD, record=b"r" * 31),
    ],
)
def test_a_match_that_cannot_be_is_refused(match: Match) -> None:
    with pytest.raises(CodecError):
        Charter.decode(seal(replace(charter().draft, match=match)).encode())


def test_a_draft_of_protocol_2_reads_as_it_was_written() -> None:
    old = replace(charter().draft, protocol=2)
    assert len(codec.array(codec.decode(old.encode()))) == 6
    assert Draft.decode(old.encode(), (2, 3)) == old
    with pytest.raises(TableMismatch, match="protocol 2, this Crownless speaks 3"):
        Draft.decode(old.encode())
    assert old.make_game((2, 3)).info.id == "magpies"
    with pytest.raises(TableMismatch):
        old.make_game()
    for bad in (codec.encode((2, *codec.array(codec.decode(charter().draft.encode()))[1:])),):
        with pytest.raises(CodecError):
            Draft.decode(bad, (2, 3))
