"""The verifier: what is sound passes, what is damaged never does, and only bad faith convicts."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from games.engine.choice import Answer
from games.engine.engine import Engine
from games.engine.steps import Ask
from p2p.log.fault import Charge
from p2p.record.record import canonical
from p2p.record.report import Piece, VerifyExit
from p2p.record.report_json import plain
from p2p.record.report_text import lines_of
from p2p.record.verify import verify
from p2p.replica.replica import Replica
from p2p.session.author import Author
from p2p.session.frames import Messages, decode
from p2p.session.session import Session
from p2p.wire import codec
from p2p.wire.charter import DRAFT_LABEL, PROTOCOL, Draft, signing_bytes
from p2p.wire.codec import Value
from p2p.wire.message import MESSAGE_LABEL, Kind, Message, Part, Signed
from simulation.network import SimNet, table_of
from simulation.tables import NAMES, person
from tests.accepted import Accepted
from tests.p2p.fog_liars import audited, audited_moths
from tests.p2p.fog_tables import flown, moths
from tests.p2p.records import (
    accusing,
    causal,
    changed,
    first_with,
    in_order,
    is_message,
    played,
    record,
    record_by,
    signed_by,
    signer,
    with_part,
)
from tests.p2p.verdicts import CHANGES, broken_record, judged, whole

# A sound record


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", ["magpies", "inheritance"])
def test_a_finished_game_is_sound(seats: int, game: str) -> None:
    net = played(seats, 3, game)
    made = record_by(net.session(0))
    report = judged(made)
    assert report.exit is VerifyExit.SOUND, report.verdict()
    assert int(report.exit) == 0
    assert report.failure is None
    assert (report.lacks, report.convictions) == ((), ())
    replica = net.session(0).replica
    outcome = replica.engine.outcome
    assert outcome is not None
    standing = report.standing
    assert standing is not None
    assert standing.winners == outcome.winners
    assert standing.reason == outcome.said
    assert standing.digest == replica.digest
    assert set(standing.closed) == set(range(seats))
    parts = [part for s in made.messages for part in s.message.parts]
    counts = report.checked.counts
    assert counts["signatures"] == counts["messages"] == len(made.messages)
    assert counts["seals"] == counts["closings"] == seats
    assert counts["keys"] == 2 * seats
    assert counts["steps"] == replica.step - 1
    assert counts["shares"] == sum(shares_in(p) for p in parts if p.kind is Kind.SHARES)
    kinds = {
        "shuffles": Kind.SHUFFLE,
        "mixes": Kind.MIX,
        "share_proofs": Kind.SHARES,
        "throws": Kind.THROW,
        "commitments": Kind.OPENING,
        "window_answers": Kind.CLAIM,
    }
    for key, kind in kinds.items():
        assert counts[key] == sum(part.kind is kind for part in parts)
    assert counts["moves"] == sum(part.kind in (Kind.ANSWER, Kind.OPENING) for part in parts)
    assert counts["shuffles"] % seats == 0


def shares_in(part: Part) -> int:
    encoded, _ = codec.array(part.payload)
    return len(codec.blob(encoded)) // 32


def test_every_kind_of_check_is_counted() -> None:
    """Magpies and Moths together use everything; what they never count would never be shown."""
    with moths():
        reports = [judged(record_by(flown(3).session(0)))]
    with audited_moths():
        reports.append(judged(record_by(audited(2).session(0))))
    reports += [judged(record(4, seed)) for seed in range(6)]
    total: dict[str, int] = {}
    for report in reports:
        for key, number in report.checked.counts.items():
            total[key] = total.get(key, 0) + number
    never = {"concessions", "standing_passes", "lost", "evidence", "vouched", "denials"}
    assert {key for key, number in total.items() if not number} == never


def test_cards_held_against_a_promise_are_counted() -> None:
    """By hand, from what the rules were fed: each card chosen where a predicate holds."""
    kinds: set[str] = set()
    for seed in range(6):
        promised = promises(played(4, seed))
        kinds |= set(promised)
        assert judged(record(4, seed)).checked.counts["claims"] == len(promised)
    assert kinds
    assert kinds <= {"sell", "scare", "show"}


def promises(net: SimNet) -> list[str]:
    """The kind of choice for each card that was chosen under a predicate."""
    charter = net.charter
    game = charter.draft.make_game()
    replica = Replica(charter.table, game, charter.seats, dict(charter.draft.options))
    for signed in net.session(0).log.order:
        replica.judge(signed.message)
    assert replica.over
    engine = Engine(game, charter.seats, dict(charter.draft.options))
    engine.start()
    found: list[str] = []
    for fed in replica.results:
        step = engine.waiting
        if isinstance(step, Ask) and step.choice.predicate is not None:
            assert isinstance(fed.result, Answer)
            found += [step.choice.kind for _ in fed.result.cards]
        engine.feed(fed.result, fed.left, fed.lost)
    assert engine.digest == replica.digest
    return found


def test_leaving_and_standing_passes_are_counted() -> None:
    net = table_of(3, seed=2)
    net.start_all()
    net.run(lambda: net.session(0).replica.step >= 14)
    net.do(1, lambda s: s.pass_until(["round"], net.now))
    net.do(2, lambda s: s.concede(net.now))
    net.run(net.finished)
    report = judged(record_by(net.session(0)))
    assert report.exit is VerifyExit.SOUND, report.verdict()
    counts = report.checked.counts
    assert (counts["standing_passes"], counts["concessions"]) == (1, 1)
    assert report.standing is not None
    assert report.standing.left == (2,)
    assert report.standing.closers == (0, 1)
    assert "Left the table: Cleo" in lines_of(report, words=False)
    assert "Closed by 2 of 2 who stayed" in lines_of(report, words=False)


# Every byte counts


def damage(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]


@pytest.mark.parametrize("count", [150, pytest.param(1000, marks=pytest.mark.slow)])
def test_no_byte_can_be_changed(count: int) -> None:
    data = whole()
    rng = random.Random("each byte")
    found = set()
    in_the_title = bytes([data[0], data[1] ^ 1]) + data[2:]
    for broken in (in_the_title, *(damage(data, rng) for _ in range(count))):
        report = verify(broken)
        found.add(report.exit)
        assert report.exit in (VerifyExit.FAILED, VerifyExit.UNREADABLE), report.verdict()
        assert report.convictions == ()
        assert report.failure is not None
        assert lines_of(report, words=False)
    assert found == {VerifyExit.FAILED, VerifyExit.UNREADABLE}


def test_no_byte_of_evidence_can_be_changed() -> None:
    made = broken_record("digest")
    data = made.encode()
    assert verify(data).exit is VerifyExit.UNFINISHED
    at = data.index(made.evidence[0].body)
    rng = random.Random("evidence")
    for _ in range(100):
        spot = rng.randrange(at, len(data))
        report = verify(data[:spot] + bytes([data[spot] ^ 1]) + data[spot + 1 :])
        assert report.exit in (VerifyExit.FAILED, VerifyExit.UNREADABLE)
        assert report.convictions == ()


def test_a_cut_file_is_no_record() -> None:
    data = whole()
    for size in range(0, len(data), 50):
        assert verify(data[:size]).exit is VerifyExit.UNREADABLE
    assert verify(data[:-1]).exit is VerifyExit.UNREADABLE


def test_nothing_may_follow() -> None:
    assert verify(whole() + b"\x00").exit is VerifyExit.UNREADABLE
    assert verify(whole() * 2).exit is VerifyExit.UNREADABLE


def test_other_versions_are_named() -> None:
    made = record()
    other = codec.encode(("crownless record", 2, b""))
    assert "format" in verify(other).verdict()
    body, seals = codec.array(codec.decode(made.charter))
    draft = codec.array(codec.decode(codec.blob(body)))
    newer = codec.encode((codec.encode((PROTOCOL + 1, *draft[1:])), seals))
    report = judged(replace(made, charter=newer))
    assert report.exit is VerifyExit.UNREADABLE
    assert f"protocol {PROTOCOL + 1}" in report.verdict()


@pytest.mark.parametrize("field", ["rules", "game"])
def test_other_rules_are_named(field: str) -> None:
    net = played(2)
    draft = net.charter.draft
    other: Draft = replace(draft, rules=bytes(32)) if field == "rules" else replace(draft, game="x")
    seals = []
    for seat in range(2):
        nonce = bytes(32)
        body = signing_bytes(other.encode(), nonce)
        seals.append((nonce, person(seat).sign(DRAFT_LABEL, body)))
    charter = codec.encode((other.encode(), tuple(seals)))
    report = judged(replace(record(), charter=charter, messages=(), steps=()))
    assert report.exit is VerifyExit.UNRULED
    assert report.verdict().startswith("rules not checked: played under rules ")
    assert not report.ruled


def test_a_seat_that_did_not_sign_the_charter_is_named() -> None:
    made = record()
    body, seals = codec.array(codec.decode(made.charter))
    first, second = codec.array(seals)
    nonce, _ = codec.array(second)
    forged = codec.encode((codec.blob(body), (first, (nonce, bytes(64)))))
    report = judged(replace(made, charter=forged))
    assert report.exit is VerifyExit.FAILED
    assert "Ben did not sign" in report.verdict()


# Bad faith


@pytest.mark.parametrize("name", CHANGES)
def test_a_bad_message_convicts_its_author(name: str) -> None:
    _, _, charge = CHANGES[name]
    made = broken_record(name)
    (bad,) = made.evidence
    report = judged(made)
    assert report.exit is VerifyExit.UNFINISHED, report.verdict()
    (one,) = report.convictions
    assert (one.seat, one.charge) == (bad.message.seat, charge)
    assert one.evidence[-1] == Piece(bad.message.seq, bad.hash)
    accused = f"broken by {NAMES[one.seat]}: {charge} at step {one.step}: {one.reason}"
    assert accused in report.verdict()
    text = "\n".join(lines_of(report, words=False))
    assert f"signed by {NAMES[one.seat]}: message {bad.message.seq}, {bad.hash.hex()}" in text
    (said,) = json.loads(json.dumps(plain(report)))["broken_by"]
    assert said["seat"] == one.seat
    assert report.checked.counts["signatures"] == len(made.messages) + 1


@pytest.mark.parametrize("name", CHANGES)
def test_unsigned_evidence_convicts_nobody(name: str) -> None:
    made = broken_record(name)
    (bad,) = made.evidence
    for forger in (signer(5), signer((bad.message.seat + 1) % 3)):
        forged = signed_by(forger, bad.message.table, bad.body)
        report = judged(replace(made, evidence=(forged,)))
        assert report.exit is VerifyExit.FAILED
        assert report.convictions == ()
        assert "broken by" not in "\n".join(lines_of(report, words=False))


def test_two_versions_convict_their_author() -> None:
    made = record(3, 1)
    signed = made.messages[20]
    other = changed(signed, lambda m: replace(m, digest=bytes(32)))
    report = judged(replace(made, evidence=(other,)))
    assert report.exit is VerifyExit.UNFINISHED
    (one,) = report.convictions
    assert (one.seat, one.charge) == (signed.message.seat, Charge.EQUIVOCATION)
    assert {piece.hash for piece in one.evidence} == {signed.hash, other.hash}
    assert report.standing is not None
    assert report.standing.over  # all had closed: it takes nothing from the others
    assert report.standing.winners == judged(made).standing.winners  # type: ignore[union-attr]


def test_two_versions_that_rest_on_what_is_not_here_convict_too() -> None:
    made = record(3, 1)
    late = next(s for s in made.messages[30:] if s.message.seat == 1)
    other = changed(late, lambda m: replace(m, digest=bytes(32)))
    report = judged(accusing(made, 10, late, other))
    assert report.exit is VerifyExit.UNFINISHED
    assert [one.charge for one in report.convictions] == [Charge.EQUIVOCATION]


def test_signed_bytes_that_are_no_message_convict() -> None:
    made = record(3, 1)
    junk = signed_by(signer(1), played(3, 1).charter.table, b"junk")
    assert not is_message(junk)
    report = judged(accusing(made, 10, junk))
    (one,) = report.convictions
    assert (one.seat, one.charge) == (1, Charge.MALFORMED)
    assert one.evidence == (Piece(None, junk.hash),)
    assert "bytes that are no message" in "\n".join(lines_of(report, words=False))


def test_a_good_message_is_no_evidence() -> None:
    made = record(3, 1)
    for at in range(0, len(made.messages), 9):
        report = judged(accusing(made, at, made.messages[at]))
        assert report.exit is VerifyExit.FAILED
        assert report.convictions == ()
        inside = judged(accusing(made, at + 1, made.messages[at]))
        assert inside.exit is VerifyExit.FAILED
        assert inside.convictions == ()


def test_a_message_that_rests_on_what_is_not_here_is_no_evidence() -> None:
    made = record(3, 1)
    for at in range(10, 40):
        bad = changed(made.messages[at], lambda m: replace(m, digest=bytes(32)))
        report = judged(accusing(made, at - 8, bad))
        assert report.exit is VerifyExit.FAILED or bad.message.seat == report.convictions[0].seat
        if report.exit is VerifyExit.FAILED:
            assert "does not convict" in report.verdict()


def test_a_bad_message_does_not_drag_a_good_one_along() -> None:
    """A refused message leaves its table in pieces: the next is judged on a whole one."""
    made = record(3, 1)
    dragged = 0
    for at in range(4, len(made.messages) - 1):
        signed, after = made.messages[at], made.messages[at + 1]
        if after.message.seat == signed.message.seat or dragged == 6:
            continue
        head = after.message.heads[signed.message.seat]
        if head is not None and head.seq >= signed.message.seq:
            continue
        bad = changed(
            signed,
            lambda m: replace(m, parts=(*m.parts, Part(m.step, Kind.THROW, (b"", b"")))),
        )
        report = judged(accusing(made, at, bad, after))
        assert report.exit is VerifyExit.FAILED
        assert report.convictions == ()
        alone = judged(accusing(made, at, bad))
        assert [one.seat for one in alone.convictions] == [signed.message.seat]
        dragged += 1
        if dragged == 6:
            return
    raise AssertionError("too few messages cross")


def test_evidence_has_one_order_too() -> None:
    made = record(3, 1)
    table = played(3, 1).charter.table
    pieces = in_order([signed_by(signer(seat), table, b"junk" * seat) for seat in range(3)])
    report = judged(replace(made, messages=(), evidence=pieces))
    assert {one.seat for one in report.convictions} == {0, 1, 2}
    assert judged(replace(made, messages=(), evidence=pieces[::-1])).exit is VerifyExit.FAILED
    assert (
        judged(replace(made, messages=(), evidence=pieces + pieces[-1:])).exit is VerifyExit.FAILED
    )


def test_one_conviction_takes_no_passengers() -> None:
    made = record(3, 1)
    table = played(3, 1).charter.table
    both = in_order([signed_by(signer(1), table, text) for text in (b"one", b"two")])
    report = judged(replace(made, messages=(), evidence=both))
    assert report.exit is VerifyExit.FAILED
    assert "does not convict" in report.verdict()


def test_a_closing_is_compared_byte_by_byte() -> None:
    """True equals 1 in Python, and in no other verifier."""
    made = record(2)
    at = first_with(made.messages, Kind.CLOSE)
    closing = made.messages[at]

    def odd(part: Part) -> Part:
        result, digest = codec.array(part.payload, 2)
        winners, reason = codec.array(result, 2)
        assert winners, "this table needs a winner"
        flags: Value = tuple(map(bool, codec.array(winners)))
        assert flags == winners
        return replace(part, payload=((flags, reason), digest))

    report = judged(accusing(made, at, changed(closing, with_part(Kind.CLOSE, odd))))
    assert [one.seat for one in report.convictions] == [closing.message.seat]


@pytest.mark.parametrize("away", [-1, 1])
def test_a_closing_names_the_step_that_the_table_stands_at(away: int) -> None:
    made = record(2)
    at = first_with(made.messages, Kind.CLOSE)
    moved = with_part(Kind.CLOSE, lambda part: replace(part, step=part.step + away))
    report = judged(accusing(made, at, changed(made.messages[at], moved)))
    if not report.convictions:
        raise Accepted("a closing that names another step")
    (convicted,) = report.convictions
    assert (convicted.seat, convicted.charge) == (made.messages[at].message.seat, Charge.UNCALLED)


# Bad faith at a table in play


def cheating(net: SimNet, seat: int, kind: Kind, change: Callable[[Message], Message]) -> None:
    """Have what `seat` sends be changed, from the first message with such a part on."""

    def tampered(source: int, target: int, frame: bytes) -> bytes:
        found = decode(frame)
        if source != seat or not isinstance(found, Messages):
            return frame
        items = tuple(changed(s, change) if has_own(s, seat, kind) else s for s in found.items)
        return Messages(items).encode()

    net.filter = tampered


def has_own(signed: Signed, seat: int, kind: Kind) -> bool:
    message = signed.message
    return message.seat == seat and any(part.kind is kind for part in message.parts)


@pytest.mark.parametrize("name", ["shuffle", "share", "digest", "move", "opening"])
def test_the_record_of_a_broken_table_convicts_the_cheat(name: str) -> None:
    kind, change, charge = CHANGES[name]
    net = table_of(3, seed=4)
    cheating(net, 1, kind, change)
    net.start_all()
    net.run()
    for seat in (0, 2):
        fault = net.session(seat).fault
        assert fault is not None
        assert (fault.seat, fault.charge) == (1, charge)
        report = judged(record_by(net.session(seat)))
        assert report.exit is VerifyExit.UNFINISHED, report.verdict()
        (one,) = report.convictions
        assert (one.seat, one.charge, one.reason) == (1, charge, fault.reason)
        assert one.step == fault.step


def test_a_card_that_breaks_its_promise_convicts_whoever_played_it() -> None:
    net, seat, step, crow = crow_for_sale()
    session = net.session(seat)
    author = session._author
    assert isinstance(author, Author)
    author.person._decisions[step] = Answer((crow,))  # type: ignore[arg-type]
    draft = author.compose(net.now)
    assert draft is not None
    body = draft.message.encode()
    lie = Signed(body, signer(seat).sign(MESSAGE_LABEL + net.charter.table, body))
    frame = Messages((lie,)).encode()
    others = [number for number in range(3) if number != seat]
    for other in others:
        net.do(other, lambda s: s.receive(net.nodes[seat].key, frame, net.now))
    net.nodes[seat].session = None
    net.run(lambda: all(net.session(other).fault is not None for other in others))
    for other in others:
        fault = net.session(other).fault
        assert fault is not None
        assert (fault.seat, fault.charge) == (seat, Charge.CLAIM)
        made = record_by(net.session(other))
        assert made.evidence == ()
        report = judged(made)
        assert report.exit is VerifyExit.UNFINISHED, report.verdict()
        (one,) = report.convictions
        assert (one.seat, one.charge) == (seat, Charge.CLAIM)
        assert one.reason == "only gems can be sold"


def crow_for_sale() -> tuple[SimNet, int, int, int]:
    """A table at which somebody is asked for a gem and holds a crow."""
    for seed in range(40):
        net = table_of(3, seed=seed)
        net.start_all()

        def lure(net: SimNet = net) -> tuple[int, int, int] | None:
            for seat, session in enumerate(net.sessions()):
                found = crow_offered(session)
                if found is not None:
                    return seat, *found
            return None

        net.run(lambda lure=lure: lure() is not None)  # type: ignore[misc]
        found = lure()
        if found is not None:
            return net, *found
    raise AssertionError("nobody ever held a crow when selling")


def crow_offered(session: Session) -> tuple[int, int] | None:
    prompt = session.prompt()
    if prompt is None or prompt.choice.kind != "sell":
        return None
    known = session.knowledge().faces
    crows = [card for card in prompt.choice.cards if known[card][0] == "crow"]  # type: ignore[index]
    return (prompt.step, crows[0]) if crows else None


# Good faith


@pytest.mark.parametrize("seed", range(40))
def test_nothing_done_to_an_honest_record_accuses_anybody(seed: int) -> None:
    """Dropped, mixed, doubled, filed as evidence: whoever signed honestly is never at fault."""
    rng = random.Random(f"honest {seed}")
    made = record(rng.choice([2, 3]), rng.randrange(3))
    messages = list(made.messages)
    if rng.random() < 0.7:
        messages = [s for s in messages if rng.random() > rng.choice([0.02, 0.3])]
    if rng.random() < 0.5:
        messages = messages[: rng.randrange(len(messages) + 1)]
    if rng.random() < 0.2:
        messages += rng.sample(messages, min(2, len(messages)))
    kept = {s.hash for s in messages}
    evidence = [s for s in made.messages if s.hash not in kept and rng.random() < 0.2][:20]
    if rng.random() < 0.6:
        messages = list(canonical(messages))
    elif rng.random() < 0.5:
        rng.shuffle(messages)
    else:
        messages = causal(list(canonical(messages)), rng)
    report = judged(replace(made, messages=tuple(messages), evidence=in_order(evidence)))
    assert report.convictions == ()
    assert report.exit in (VerifyExit.FAILED, VerifyExit.UNFINISHED, VerifyExit.SOUND)
    assert (report.exit is VerifyExit.SOUND) == (tuple(messages) == made.messages and not evidence)


JUNK: tuple[Value, ...] = (
    *(None, True, False, 0, 1, 2, 5, -1, 2**63, 2**64 - 1, "", "x", "round", b"", (), ((),)),
    *(bytes(32), bytes(64), b"\xff" * 32, (1, 2), ((0,), None, None, ()), (b"", b"")),
)


def nonsense(value: Value, rng: random.Random) -> Value:
    """The value with something in it replaced, dropped or doubled."""
    if isinstance(value, tuple) and value and rng.random() < 0.85:
        at = rng.randrange(len(value))
        chance = rng.random()
        if chance < 0.08:
            return value[:at] + value[at + 1 :]
        if chance < 0.14:
            return (*value[:at], value[at], *value[at:])
        return (*value[:at], nonsense(value[at], rng), *value[at + 1 :])
    if isinstance(value, bytes) and value and rng.random() < 0.6:
        at = rng.randrange(len(value))
        return value[:at] + bytes([value[at] ^ (1 << rng.randrange(8))]) + value[at + 1 :]
    if type(value) is int and rng.random() < 0.5:
        return max(0, value + rng.choice([-1, 1, 2]))
    return rng.choice(JUNK)


@pytest.mark.parametrize("seed", range(8))
def test_signed_nonsense_convicts_its_author_or_nobody(seed: int) -> None:
    """No bytes that somebody signs may stop a verifier, or fall on another seat."""
    rng = random.Random(f"nonsense {seed}")
    made = record(rng.choice([2, 3]), rng.randrange(3))
    convicted = 0
    for _ in range(25):
        at = rng.randrange(len(made.messages))
        signed = made.messages[at]
        fields = codec.array(codec.decode(signed.body))
        if rng.random() < 0.75:
            value: Value = (*fields[:7], nonsense(fields[7], rng))
        else:
            value = nonsense(fields, rng)
        body = codec.encode(value)
        if body == signed.body:
            continue
        author = signed.message.seat
        report = judged(accusing(made, at, signed_by(signer(author), signed.message.table, body)))
        if report.exit is VerifyExit.UNFINISHED:
            assert [one.seat for one in report.convictions] == [author]
            convicted += 1
        else:
            assert report.exit is VerifyExit.FAILED
            assert report.convictions == ()
    assert convicted > 10


@pytest.mark.parametrize("data", [b"", b"Dear Ada", b"\x07" * 1221, b"\x95\xa3abc"])
def test_what_is_no_record_is_plainly_called_so(data: bytes) -> None:
    report = verify(data)
    assert report.exit is VerifyExit.UNREADABLE
    assert report.failure is not None
    assert report.failure.reason == "this is no record of a Crownless table"


def test_of_half_a_record_it_is_said_that_something_is_missing() -> None:
    report = verify(record().encode()[:-5])
    assert report.exit is VerifyExit.UNREADABLE
    assert report.failure is not None
    assert "damaged, or not all of one" in report.failure.reason
