"""Every way to cheat that we could think of, and what each of the others then says about it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from crypto.elgamal import Ciphertext
from crypto.group import G, Point
from crypto.shuffle import shuffle
from crypto.shuffle_argument import proof_length
from games.engine.choice import Answer
from games.engine.legal_answers import legal
from games.engine.private import Knowledge
from p2p.log.fault import Charge
from p2p.record.report import VerifyExit
from p2p.record.verify import verify as check_record
from p2p.replica.card_payloads import ciphertexts
from p2p.replica.card_tasks import OpenTask
from p2p.replica.choice_tasks import AskTask
from p2p.replica.shuffle_tasks import ShuffleTask
from p2p.session.effects import Drop
from p2p.session.frames import Messages
from p2p.session.seed_keeper import SEED
from p2p.wire import codec
from p2p.wire.message import MESSAGE_LABEL, Head, Kind, Message, Part, Signed
from simulation.network import SimNet, assert_ended_well, table_of
from simulation.tables import Person, bytes_of, person
from tests.p2p.cheater import (
    Cheater,
    Lie,
    Trick,
    assert_caught,
    blurts,
    cheater_of,
    rewrites,
    stranger,
    table_with,
    tampers,
    told,
)
from tests.p2p.records import record_by
from tests.p2p.tricks import IDENTITY, changed, leaving, play_against, uncalled

JUNK_POINT = b"\xff" * 32


def other(point: bytes) -> bytes:
    """Another point, as good as the first."""
    return (Point.decode(point, allow_identity=True) + G).encode()


def bend(data: bytes, at: int = 0) -> bytes:
    """The same bytes with the point at `at` replaced by another."""
    return data[:at] + other(data[at : at + 32]) + data[at + 32 :]


def flip(data: bytes, at: int = -1) -> bytes:
    """The same bytes with one bit turned; the last byte of a scalar stays in range."""
    flipped = bytearray(data)
    flipped[at] ^= 1
    return bytes(flipped)


def proven(points: Any, proof: Any = lambda proof: proof) -> Any:
    """A change to a payload of points and proof."""
    return lambda payload: (points(payload[0]), proof(payload[1]))


def first_of(change: Any) -> Any:
    """A change to the first of several (ciphertext, proof) pairs."""
    return lambda payload: (change(payload[0]), *payload[1:])


def same(value: Any) -> Any:
    return value


def swap(cards: bytes) -> bytes:
    return cards[64:128] + cards[:64] + cards[128:]


def double(cards: bytes) -> bytes | None:
    return cards[:64] + cards[:64] + cards[128:]


def another_card(cards: bytes) -> bytes:
    return bend(cards, 32)


# Tricks that take some thought


def shuffles_another_deck(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    """Keeps its last input deck in mind, and proves a shuffle of that deck with a card changed."""
    if message is None or not any(p.kind is Kind.SHUFFLE for p in message.parts):
        task = cheater.replica.waiting_task()
        if isinstance(task, ShuffleTask):
            kept[id(cheater)] = (task, tuple(task.stage))
        return None
    place = next(i for i, p in enumerate(message.parts) if p.kind is Kind.SHUFFLE)
    part = message.parts[place]
    task, stage = kept.get(id(cheater), (None, ()))
    if task is None or task.number != part.step or any(s.ciphertext is None for s in stage):
        return None
    deck = list(ciphertexts(stage))
    deck[0] = Ciphertext(deck[1].c1, deck[1].c2)
    author = cheater._author
    assert author is not None
    outputs, proof = shuffle(
        author._secrets.secret, deck, task._keys.joint(task.seats), task.context(message.seat)
    )
    payload = (b"".join(ct.encode() for ct in outputs), proof)
    parts = (*message.parts[:place], replace(part, payload=payload), *message.parts[place + 1 :])
    return told(replace(message, parts=parts))


kept: dict[int, Any] = {}


def breaks_its_promise(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    """Chooses a card that it holds but may not choose, and opens it."""
    prompt = cheater.prompt() if message is None else None
    author = cheater._author
    if prompt is None or author is None or prompt.claiming or prompt.choice.predicate is None:
        return None
    sees = cheater.replica.engine.table.sees(cheater.knowledge())
    fitting = {answer.cards for answer in legal(prompt.choice, sees)}
    wrong = [card for card in prompt.choice.cards if (card,) not in fitting]
    if not wrong:
        return None
    author.person._decisions[prompt.step] = Answer((wrong[0],))
    draft = author.compose(math.inf)  # no answer is too early
    assert draft is not None
    return told(draft.message)


def answers_for_another(cheater: Cheater) -> list[Part] | None:
    task = cheater.replica.waiting_task()
    if not isinstance(task, AskTask) or task.seat == cheater.seat:
        return None
    return [Part(task.number, Kind.ANSWER, task.choice.default.primitives())]


def shuffles_out_of_turn(cheater: Cheater) -> list[Part] | None:
    task = cheater.replica.waiting_task()
    if not isinstance(task, ShuffleTask) or task.pending(1) is None or task.turn() == cheater.seat:
        return None
    size = len(task.stage)
    return [Part(task.number, Kind.SHUFFLE, (bytes(64 * size), bytes(proof_length(size))))]


def again(kind: Kind) -> Trick:
    """Says an honest part, and then the same part once more."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        for part in message.parts if message else ():
            if part.kind is kind:
                return told(message, cheater.following(message, part))  # type: ignore[arg-type]
        return None

    return trick


def acts_unmixed(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    """Keeps the mix of its hand back, and answers."""
    task = cheater.replica.waiting_task()
    if message is None or not isinstance(task, AskTask) or task.seat != cheater.seat:
        return None
    kept = tuple(part for part in message.parts if part.kind is not Kind.MIX)
    if len(kept) == len(message.parts):
        return None
    answer = next(legal(task.choice, Knowledge(dict.fromkeys(task.choice.cards, ("gem", 5)))))
    more = Part(task.number, Kind.ANSWER, answer.primitives())
    return told(replace(message, parts=(*kept, more)))


def older_heads(cheater: Cheater, message: Message) -> Message | None:
    good = cheater.log.chains[message.seat].good
    for author, head in enumerate(good[-1].message.heads if good else ()):
        if head is not None and head.seq > 0:
            before = cheater.log.chains[author].good[head.seq - 1]
            heads = list(message.heads)
            heads[author] = Head(head.seq - 1, before.hash)
            return replace(message, heads=tuple(heads))
    return None


def open_heads(cheater: Cheater, message: Message) -> Message | None:
    """Heads that do not reach those of a message they name, and yet do not go back."""
    good = cheater.log.chains[message.seat].good
    floor = good[-1].message.clock if good else (0,) * len(message.heads)
    for author, head in enumerate(message.heads):
        if author == message.seat or head is None or head.seq == 0:
            continue
        for third, named in enumerate(message.heads):
            if third in (author, message.seat) or named is None:
                continue
            reached = cheater.log.chains[third].good[named.seq].message.heads[author]
            if reached is not None and reached.seq == head.seq and floor[author] <= head.seq:
                before = cheater.log.chains[author].good[head.seq - 1]
                heads = list(message.heads)
                heads[author] = Head(head.seq - 1, before.hash)
                return replace(message, heads=tuple(heads))
    return None


def two_versions(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    """Two messages that are both good, one to each of the others."""
    if message is None or message.parts[0].kind is not Kind.SHUFFLE:
        return None
    seats = [seat for seat in range(len(message.heads)) if seat != message.seat]
    more = Part(message.step, Kind.STANDING, ("never",))
    second = replace(message, parts=(*message.parts, more))
    return [Lie(message.encode(), (seats[0],)), Lie(second.encode(), tuple(seats[1:]))]


def two_versions_to_all(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    if message is None or message.seq < 3:
        return None
    more = Part(message.step, Kind.STANDING, ("never",))
    return told(message, replace(message, parts=(*message.parts, more)))


def two_versions_unseen(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    """The second version cannot even be judged, but it is signed."""
    if message is None or message.seq < 3:
        return None
    future = cheater.following(message, *message.parts)
    return told(future, replace(future, parts=(*future.parts, *future.parts)))


def another_form(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    """A message in a longer form than the canonical one."""
    if message is None:
        return None
    body = message.encode()
    assert body[0] == 0x98
    return [Lie(b"\xdc\x00\x08" + body[1:])]


def signs(make: Any) -> Trick:
    """Signs whatever bytes `make` makes of an honest message."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        return [Lie(make(message))] if message is not None and message.seq > 1 else None

    return trick


def raw(message: Message, **changes: Any) -> bytes:
    """The body of a message with fields that the decoder refuses."""
    fields = list(codec.array(codec.decode(message.encode())))
    for place, value in changes.items():
        fields[int(place[1:])] = value
    return codec.encode(tuple(fields), array_limit=10_000)


def speaks_on(cheater: Cheater, message: Message, part: Part) -> list[Lie]:
    return told(message, cheater.following(message, Part(part.step, Kind.STANDING, ("never",))))


def keeps_its_layers(cheater: Cheater, message: Message, part: Part) -> list[Lie] | None:
    shares, transfers = codec.array(part.payload, 2)
    return changed(message, part, ((), transfers)) if shares else None


def gives_false_layers(cheater: Cheater, message: Message, part: Part) -> list[Lie] | None:
    shares, transfers = codec.array(part.payload, 2)
    if not shares:
        return None
    return changed(message, part, (proven(bend)(shares), transfers))


def leaves_in_debt(cheater: Cheater, message: Message, part: Part) -> list[Lie] | None:
    kept = tuple(p for p in message.parts if p is part or p.step != part.step)
    return told(replace(message, parts=kept)) if kept != message.parts else None


def closing(*then: Any) -> Trick:
    """Pays what it owes, and then closes in its own way."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        if message is None or message.parts[-1].kind is not Kind.CLOSE:
            return None
        *paid, close = message.parts
        parts = tuple(make(close) for make in then)
        if not paid:
            return told(replace(message, parts=parts))
        first = replace(message, parts=tuple(paid))
        return told(first, cheater.following(first, *parts))

    return trick


def honestly(close: Part) -> Part:
    return close


def another_result(close: Part) -> Part:
    result, digest = codec.array(close.payload, 2)
    winners, reason = codec.array(result, 2)
    others = tuple(codec.integer(seat, 0, 3) ^ 1 for seat in codec.array(winners))
    return replace(close, payload=((others, reason), digest))


def another_digest(close: Part) -> Part:
    return replace(close, payload=(close.payload[0], bytes(32)))  # type: ignore[index]


def chatter(close: Part) -> Part:
    return Part(close.step, Kind.STANDING, ("never",))


def speaks_after_closing(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    if message is None or message.parts[-1].kind is not Kind.CLOSE:
        return None
    return told(message, cheater.following(message, chatter(message.parts[-1])))


def chooses(cards: tuple[int, ...] | None = None, option: str | None = None) -> Trick:
    """Another answer than the honest one, by hand."""

    def change(payload: Any) -> Any:
        if cards is not None:
            return (cards, *payload[1:]) if payload[0] else None
        return (payload[0], option, *payload[2:]) if payload[1] else None

    return tampers(Kind.ANSWER, change)


def changes_its_mind(payload: Any) -> Any:
    (cards, *rest), salt = payload
    return ((cards[0] + 1,), *rest), salt


TRICKS: dict[str, tuple[Trick, Charge]] = {
    "key of another": (tampers(Kind.KEYS, lambda p: (other(p[0]), *p[1:])), Charge.PROOF),
    "no chance key": (tampers(Kind.KEYS, lambda p: (p[0], p[1], IDENTITY, p[3])), Charge.PROOF),
    "keys swapped": (tampers(Kind.KEYS, lambda p: (p[2], p[3], p[0], p[1])), Charge.PROOF),
    "shuffle swaps two": (tampers(Kind.SHUFFLE, proven(swap)), Charge.PROOF),
    "shuffle doubles one": (tampers(Kind.SHUFFLE, proven(double)), Charge.PROOF),
    "shuffle changes one": (tampers(Kind.SHUFFLE, proven(another_card)), Charge.PROOF),
    "shuffle drops one": (tampers(Kind.SHUFFLE, proven(lambda c: c[64:])), Charge.PROOF),
    "shuffle without proof": (tampers(Kind.SHUFFLE, proven(same, lambda p: b"")), Charge.PROOF),
    "shuffle to the identity": (
        tampers(Kind.SHUFFLE, proven(lambda c: IDENTITY + c[32:])),
        Charge.PROOF,
    ),
    "shuffle of another deck": (shuffles_another_deck, Charge.PROOF),
    "shuffle out of turn": (blurts(shuffles_out_of_turn), Charge.UNCALLED),
    "false share": (tampers(Kind.SHARES, proven(bend)), Charge.PROOF),
    "share that is nothing": (
        tampers(Kind.SHARES, proven(lambda s: IDENTITY + s[32:])),
        Charge.PROOF,
    ),
    "share that is no point": (
        tampers(Kind.SHARES, proven(lambda s: JUNK_POINT + s[32:])),
        Charge.PROOF,
    ),
    "one share less": (tampers(Kind.SHARES, proven(lambda s: s[32:])), Charge.PROOF),
    "share with a bent proof": (tampers(Kind.SHARES, proven(same, flip)), Charge.PROOF),
    "shares twice": (again(Kind.SHARES), Charge.UNCALLED),
    "false mix": (tampers(Kind.MIX, proven(another_card)), Charge.PROOF),
    "mix doubles a card": (
        tampers(Kind.MIX, lambda p: proven(double)(p) if len(p[0]) > 64 else None),
        Charge.PROOF,
    ),
    "acts before its mix": (acts_unmixed, Charge.UNCALLED),
    "false gift": (
        tampers(Kind.TRANSFER, first_of(lambda p: (bend(p[0], 32), p[1]))),
        Charge.PROOF,
    ),
    "gift with a bent proof": (
        tampers(Kind.TRANSFER, first_of(lambda p: (p[0], flip(p[1])))),
        Charge.PROOF,
    ),
    "no gift": (tampers(Kind.TRANSFER, lambda p: ()), Charge.PROOF),
    "false re-mask": (
        tampers(Kind.REMASK, first_of(lambda p: (bend(p[0], 32), p[1]))),
        Charge.PROOF,
    ),
    "re-mask to the identity": (
        tampers(Kind.REMASK, first_of(lambda p: (IDENTITY + p[0][32:], p[1]))),
        Charge.PROOF,
    ),
    "false throw": (tampers(Kind.THROW, proven(bend)), Charge.PROOF),
    "throw of nothing": (tampers(Kind.THROW, proven(lambda s: IDENTITY)), Charge.PROOF),
    "throws twice": (again(Kind.THROW), Charge.UNCALLED),
    "changes its mind": (tampers(Kind.OPENING, changes_its_mind), Charge.PROOF),
    "opens with another salt": (tampers(Kind.OPENING, lambda p: (p[0], bytes(32))), Charge.PROOF),
    "short commitment": (tampers(Kind.COMMIT, lambda p: p[:31]), Charge.PROOF),
    "commits twice": (again(Kind.COMMIT), Charge.UNCALLED),
    "plays a card it does not hold": (chooses(cards=(9999,)), Charge.MOVE),
    "plays the card of another": (chooses(cards=(0,)), Charge.MOVE),
    "chooses what is not offered": (chooses(option="everything"), Charge.MOVE),
    "answers with rubbish": (tampers(Kind.ANSWER, lambda p: (1, 2, 3)), Charge.MOVE),
    "breaks its promise": (breaks_its_promise, Charge.CLAIM),
    "answers for another": (blurts(answers_for_another), Charge.UNCALLED),
    "answers twice": (again(Kind.ANSWER), Charge.UNCALLED),
    "claims maybe": (tampers(Kind.CLAIM, lambda p: 1), Charge.PROOF),
    "claims twice": (again(Kind.CLAIM), Charge.UNCALLED),
    "shares on an uncalled slot": (uncalled(Kind.SHARES, (bytes(32), bytes(64))), Charge.UNCALLED),
    "throws what nobody asked for": (uncalled(Kind.THROW, (bytes(32), bytes(64))), Charge.UNCALLED),
    "throws ahead": (uncalled(Kind.THROW, (bytes(32), bytes(64)), ahead=4), Charge.UNCALLED),
    "leaves where it owes nothing": (uncalled(Kind.CONCEDE, ((), ())), Charge.UNCALLED),
    "closes before the end": (uncalled(Kind.CLOSE, ((), "")), Charge.UNCALLED),
    "stands ahead": (uncalled(Kind.STANDING, "round", ahead=1), Charge.UNCALLED),
    "stands until an endless word": (uncalled(Kind.STANDING, "x" * 65), Charge.PROOF),
    "keys again": (uncalled(Kind.KEYS, ()), Charge.UNCALLED),
    "wrong digest": (
        rewrites(lambda _, m: replace(m, digest=flip(m.digest)) if m.step else None),
        Charge.DIGEST,
    ),
    "wrong step": (rewrites(lambda _, m: replace(m, step=m.step + 1)), Charge.DIGEST),
    "step out of sight": (rewrites(lambda _, m: replace(m, step=1 << 20)), Charge.DIGEST),
    "broken chain": (rewrites(lambda _, m: replace(m, prev=flip(m.prev))), Charge.CHAIN),
    "heads that go back": (rewrites(older_heads), Charge.HEADS),
    "heads that are not closed": (rewrites(open_heads), Charge.HEADS),
    "no message": (signs(lambda m: b"hello"), Charge.MALFORMED),
    "empty bytes": (signs(lambda m: b""), Charge.MALFORMED),
    "half a message": (signs(lambda m: m.encode()[:-1]), Charge.MALFORMED),
    "not canonical": (another_form, Charge.MALFORMED),
    "no part": (signs(lambda m: raw(m, _7=())), Charge.MALFORMED),
    "too many parts": (
        signs(lambda m: raw(m, _7=((0, int(Kind.STANDING), "never"),) * 257)),
        Charge.MALFORMED,
    ),
    "a part too long": (
        signs(lambda m: raw(m, _7=((0, int(Kind.SHARES), (0,) * 4097),))),
        Charge.MALFORMED,
    ),
    "a part of no kind": (signs(lambda m: raw(m, _7=((0, 99, ()),))), Charge.MALFORMED),
    "heads of another table": (signs(lambda m: raw(m, _4=((),) * 7)), Charge.MALFORMED),
    "its own head": (
        signs(lambda m: raw(m, _4=tuple((0, bytes(32)) for _ in m.heads))),
        Charge.MALFORMED,
    ),
    "two versions": (two_versions, Charge.EQUIVOCATION),
    "two versions to all": (two_versions_to_all, Charge.EQUIVOCATION),
    "two versions of what is to come": (two_versions_unseen, Charge.EQUIVOCATION),
    "speaks on after it left": (leaving(speaks_on), Charge.UNCALLED),
    "keeps its layers": (leaving(keeps_its_layers), Charge.PROOF),
    "gives false layers": (leaving(gives_false_layers), Charge.PROOF),
    "leaves in debt": (leaving(leaves_in_debt, OpenTask), Charge.UNCALLED),
}

AT_THE_END: dict[str, Trick] = {
    "closes another result": closing(another_result),
    "closes another digest": closing(another_digest),
    "closes and says more": closing(honestly, chatter),
    "closes two results": closing(honestly, another_result),
    "speaks on after closing": speaks_after_closing,
}
"""Once the rules have ended, lies take nothing from those who close."""


FITS = {"acts before its mix": 1, "breaks its promise": 2, "leaves in debt": 2}
"""The seed of a game in which a trick fits, where that is not 0."""


@pytest.mark.parametrize("name", TRICKS)
def test_a_cheater_is_caught_by_everybody(name: str) -> None:
    trick, charge = TRICKS[name]
    net = play_against(trick, 3, 1, seed=FITS.get(name, 0))
    assert_caught(net, 1, charge)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", AT_THE_END)
def test_a_lie_after_the_end_takes_nothing_from_the_others(
    name: str, seats: int, seed: int
) -> None:
    net = table_of(seats, seed=seed)
    table_with(net, 1, AT_THE_END[name])
    net.start_all()
    net.run()
    assert cheater_of(net, 1).done
    for number in range(seats):
        if number == 1:
            continue
        for session in (net.session(number), stranger(net, number)):
            ending = session.ending()
            assert ending is not None
            assert ending.fault is None
            assert ending.complete
            assert ending.outcome == net.session(0).replica.engine.outcome
            assert [f.seat for f in session.log.faults()] == [1]
        assert net.nodes[number].store.note(SEED) is None


def closes_twice(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    """A good closing to one, a bad one to the others."""
    if message is None or message.parts[-1].kind is not Kind.CLOSE:
        return None
    second = replace(message, parts=(chatter(message.parts[-1]), *message.parts))
    seats = [seat for seat in range(len(message.heads)) if seat != message.seat]
    return [Lie(message.encode(), (seats[0],)), Lie(second.encode(), tuple(seats[1:]))]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("speed", [0.01, 3.0])
def test_two_closings_of_one_seat_part_nobody(seats: int, speed: float) -> None:
    """Whoever closes after it names no closing, so each can judge the closing of each other."""
    net = table_of(seats, delay=lambda one, other: speed if 1 in (one, other) else 1.0)
    table_with(net, 1, closes_twice)
    net.start_all()
    net.run()
    assert cheater_of(net, 1).done
    for number in range(seats):
        if number == 1:
            continue
        ending = net.session(number).ending()
        assert ending is not None
        assert ending.fault is None
        assert ending.complete
        assert [fault.seat for fault in net.session(number).log.faults()] == [1]


@pytest.mark.parametrize("name", ["false share", "false mix", "answers with rubbish"])
def test_with_two_seats_the_other_has_won(name: str) -> None:
    trick, charge = TRICKS[name]
    net = play_against(trick, 2, 1)
    assert_caught(net, 1, charge)
    report = check_record(record_by(net.session(0)).encode())
    assert report.exit is VerifyExit.UNFINISHED
    assert report.standing is not None
    assert report.standing.winners == (0,)
    assert [c.seat for c in report.convictions] == [1]


SHAPES = {
    "Ben between": [(0, 1), (1, 2)],
    "Ana between": [(0, 1), (0, 2)],
    "Cleo between": [(1, 2), (0, 2)],
}
FITS_THERE = {
    ("Ben between", "breaks its promise"): 7,
    ("Ana between", "breaks its promise"): 1,
    ("Cleo between", "breaks its promise"): 1,
}


@pytest.mark.parametrize(
    "name", ["false share", "wrong digest", "breaks its promise", "no message"]
)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_cheater_is_caught_whoever_can_reach_whom(name: str, shape: str) -> None:
    trick, charge = TRICKS[name]
    net = play_against(trick, 3, 1, SHAPES[shape], seed=FITS_THERE.get((shape, name), 0))
    assert_caught(net, 1, charge)


def test_two_versions_and_a_message_after_one_of_them_part_nobody() -> None:
    """One sees a broken chain, the other a good one; together they see two versions."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        if message is None or message.parts[0].kind is not Kind.SHUFFLE:
            return None
        first, second = two_versions(cheater, message) or []
        after = cheater.following(message, Part(message.step, Kind.STANDING, ("round",)))
        return [first, second, Lie(after.encode())]

    net = play_against(trick, 3, 1)
    for number in (0, 2):
        for session in (net.session(number), stranger(net, number)):
            assert session.fault is not None
            assert session.fault.seat == 1
            assert session.fault.charge in (Charge.CHAIN, Charge.EQUIVOCATION)
            assert len(session.fault.evidence) == 2
        report = check_record(record_by(net.session(number)).encode())
        assert report.exit is VerifyExit.UNFINISHED
        assert [c.seat for c in report.convictions] == [1]
    assert net.dropped == []


# What accuses nobody


def naming(change: Any) -> Trick:
    def rewrite(cheater: Cheater, message: Message) -> Message | None:
        for author, head in enumerate(message.heads):
            if head is not None and head.seq > 1:
                heads = list(message.heads)
                heads[author] = change(head)
                return replace(message, heads=tuple(heads))
        return None

    return rewrites(rewrite)


@pytest.mark.parametrize(
    "change",
    [
        lambda head: Head(head.seq + 1, bytes(32)),
        lambda head: Head(head.seq, bytes(32)),
        lambda head: Head(head.seq - 1, bytes(32)),
        lambda head: Head(1 << 20, head.hash),
    ],
)
def test_heads_that_nobody_can_show_leave_their_author_the_root(change: Any) -> None:
    net = play_against(naming(change), 3, 1)
    for number in (0, 2):
        session = net.session(number)
        assert session.fault is None
        assert session.ending() is None
        assert {obligation.seat for obligation in session.waiting_for()} == {1}
        assert session.log.waits()
    assert net.dropped == []


def running(seed: int = 0) -> SimNet:
    net = table_of(3, seed=seed)
    net.start_all()
    for _ in range(40):
        net.step()
    net.settle()
    return net


def stands(net: SimNet, number: int) -> tuple[Any, ...]:
    session = net.session(number)
    return session.log.counts(), session.replica.step, session.replica.digest, session.fault


def signed_by(one: Person, table: bytes, body: bytes) -> Signed:
    return Signed(body, one.sign(MESSAGE_LABEL + table, body))


def next_of(net: SimNet, seat: int, *parts: Part) -> Message:
    log = net.session(0).log
    replica = net.session(0).replica
    return Message(
        log.table,
        seat,
        log.counts()[seat],
        log.prev(seat),
        log.heads(seat),
        replica.step,
        replica.digest,
        parts or (Part(replica.step, Kind.STANDING, ("never",)),),
    )


def harmless(net: SimNet) -> dict[str, Signed]:
    """Things that come over the link to seat 1 and are signed by none of the table."""
    table = net.charter.table
    ben = person(1)
    message = next_of(net, 2)
    other_table = table_of(3, seed=99).charter.table
    foreign = replace(next_of(net, 1), table=other_table)
    return {
        "garbage": Signed(b"garbage", bytes(64)),
        "nobody's signature": Signed(message.encode(), bytes(64)),
        "another seat's signature": signed_by(ben, table, message.encode()),
        "a stranger's signature": signed_by(person(4), table, message.encode()),
        "a message of another table": signed_by(ben, other_table, foreign.encode()),
        "another table's message signed here": signed_by(ben, table, foreign.encode()),
        "a message moved to this table": signed_by(
            ben, other_table, replace(foreign, table=table).encode()
        ),
        "a seat that does not exist": signed_by(
            ben, table, replace(message, seat=7, heads=(None,) * 9).encode()
        ),
    }


HARMLESS = (
    "garbage",
    "nobody's signature",
    "another seat's signature",
    "a stranger's signature",
    "a message of another table",
    "another table's message signed here",
    "a message moved to this table",
    "a seat that does not exist",
)


@pytest.mark.parametrize("name", HARMLESS)
def test_what_nobody_signed_accuses_nobody(name: str) -> None:
    net = running()
    before = stands(net, 0)
    frame = Messages((harmless(net)[name],)).encode()
    effects = net.session(0).receive(person(1).key, frame, net.now)
    assert [effect.peer for effect in effects if isinstance(effect, Drop)] == [person(1).key]
    assert stands(net, 0) == before
    net.run(net.finished)
    assert_ended_well(net)


def test_garbage_behind_a_good_message_does_not_hide_it_from_the_store() -> None:
    """Else a later message of ours would rest on one that a restart does not find."""
    net = running()
    good = signed_by(person(1), net.charter.table, next_of(net, 1).encode())
    frame = Messages((good, Signed(b"garbage", bytes(64)))).encode()
    effects = net.session(0).receive(person(1).key, frame, net.now)
    assert any(isinstance(effect, Drop) for effect in effects)
    assert net.session(0).log.chains[1].good[-1].hash == good.hash
    net.session(0).keep()
    kept = {(m.author, m.seq) for m in net.nodes[0].store.messages()}
    assert (1, good.message.seq) in kept


def test_after_a_fault_no_frame_makes_a_client_stumble() -> None:
    net = play_against(TRICKS["wrong digest"][0], 3, 1)
    message = replace(next_of(net, 2), seat=15, heads=(None,) * 16)
    frames = [
        Messages((Signed(message.encode(), bytes(64)),)).encode(),
        Messages((Signed(b"", bytes(64)),)).encode(),
        b"",
        bytes(1000),
    ]
    for frame in frames:
        net.session(0).receive(person(2).key, frame, net.now)
    assert net.session(0).fault is not None


def test_an_old_message_again_is_no_news() -> None:
    net = running()
    before = stands(net, 0)
    for signed in tuple(net.session(0).log.order):
        frame = Messages((signed,)).encode()
        assert net.session(0).receive(person(1).key, frame, net.now) == []
    assert stands(net, 0) == before


def test_the_same_body_under_another_signature_is_the_same_message() -> None:
    net = running()
    signed = net.session(0).log.chains[1].good[-1]
    again = Signed(signed.body, bytes_of("junk", size=64))
    frame = Messages((again,)).encode()
    assert net.session(0).receive(person(1).key, frame, net.now) == []
    assert net.session(0).fault is None
