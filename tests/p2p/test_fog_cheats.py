"""Every way to cheat under fog that is caught at once, or as soon as somebody looks at its proof.

What only an audit can find (ghosts, false gold, looking where one may not) is not here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from crypto import fog
from crypto.elgamal import Ciphertext
from crypto.group import G, Scalar, base
from crypto.shuffle import shuffle
from p2p.log.fault import Charge
from p2p.replica import card_payloads, exchange_tasks
from p2p.replica.exchange_tasks import SightTask
from p2p.replica.plan_tasks import BattleTask
from p2p.wire.message import Kind, Message, Part
from simulation.network import SimNet
from tests.accepted import Accepted
from tests.games.moths import LIMITS
from tests.p2p.cheater import (
    Cheater,
    Lie,
    Trick,
    assert_caught,
    assert_found_later,
    blurts,
    cheater_of,
    rewrites,
    table_with,
    tampers,
    told,
)
from tests.p2p.fog_lies import (
    ANSWER,
    DETAILS,
    EXPONENT,
    QUERIES,
    TAG_SET,
    TAGS,
    Lying,
    again,
    answers,
    changes_places,
    doubled,
    first,
    garbled,
    lies,
    only,
    posted,
    swapped,
    two_versions,
    under_another_key,
)
from tests.p2p.fog_tables import moths, table_of_moths
from tests.p2p.test_cheats import bend, flip
from tests.p2p.tricks import IDENTITY, changed

CHEAT = 1


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    with moths():
        yield


def _played(trick: Trick, cheat: int = CHEAT) -> SimNet:
    net = table_of_moths(3)
    table_with(net, cheat, trick)
    net.start_all()
    net.run()
    assert cheater_of(net, cheat).done, "the trick does not fit into this game"
    return net


def _assert_caught(net: SimNet, charge: Charge, seat: int = CHEAT) -> None:
    """All convict the cheat of this and nobody else. Raises Accepted where it went through."""
    faults = [net.session(number).fault for number in range(3) if number != seat]
    if all(fault is None or fault.seat != seat for fault in faults):
        raise Accepted("the cheat went through")
    assert_caught(net, seat, charge)


# Lies that everybody sees in the message itself


SEEN: dict[str, tuple[Kind, Callable[[Any], Any], Charge]] = {
    "two equal tags": (Kind.SETS, posted(TAGS, doubled), Charge.PROOF),
    "tags out of order": (Kind.SETS, posted(TAGS, swapped), Charge.PROOF),
    "a tag too many": (Kind.SETS, posted(TAGS, again), Charge.PROOF),
    "a tag too few": (Kind.SETS, posted(TAGS, lambda d: d[:-32]), Charge.PROOF),
    "details too short": (Kind.SETS, posted(DETAILS, lambda d: d[:-1]), Charge.PROOF),
    "details too long": (Kind.SETS, posted(DETAILS, lambda d: d + b"\0"), Charge.PROOF),
    "no exponent": (Kind.SETS, posted(EXPONENT, lambda d: IDENTITY), Charge.PROOF),
    "an exponent that is no point": (
        Kind.SETS,
        posted(EXPONENT, lambda d: b"\xff" * 32),
        Charge.PROOF,
    ),
    "a query too many": (Kind.SETS, posted(QUERIES, again), Charge.PROOF),
    "a query too few": (Kind.SETS, posted(QUERIES, lambda d: d[:-32]), Charge.PROOF),
    "one query twice": (Kind.SETS, posted(QUERIES, doubled), Charge.PROOF),
    "queries out of order": (Kind.SETS, posted(QUERIES, swapped), Charge.PROOF),
    "the identity as a query": (
        Kind.SETS,
        posted(QUERIES, lambda d: first(d, IDENTITY)),
        Charge.PROOF,
    ),
    "a label too many": (Kind.SETS, lambda p: (*p, p[0]), Charge.PROOF),
    "no set": (Kind.SETS, lambda p: (), Charge.PROOF),
    "an answer too few": (
        Kind.ANSWERS,
        answers(lambda a: (a[0][:-32], a[1])),
        Charge.PROOF,
    ),
    "an answer too many": (
        Kind.ANSWERS,
        answers(lambda a: (again(a[0]), a[1])),
        Charge.PROOF,
    ),
    "the identity as an answer": (
        Kind.ANSWERS,
        answers(lambda a: (first(a[0], IDENTITY), a[1])),
        Charge.PROOF,
    ),
    "answers for one viewer only": (Kind.ANSWERS, lambda p: p[:1], Charge.PROOF),
    "a plan too long": (Kind.SEAL, lambda p: p + b"\0", Charge.PROOF),
    "a plan in the open": (Kind.SEAL, lambda p: b"\0\1\0\2", Charge.PROOF),
    "a position too many": (Kind.POSITIONS, lambda p: (*p, p[-1] + 1), Charge.PROOF),
    "a position too few": (Kind.POSITIONS, lambda p: p[:-1], Charge.PROOF),
    "one position twice": (Kind.POSITIONS, lambda p: (p[0], *p[:-1]), Charge.MOVE),
    "positions out of order": (Kind.POSITIONS, lambda p: p[::-1], Charge.MOVE),
    "positions of another": (
        Kind.POSITIONS,
        lambda p: tuple(sorted(one + 40 for one in p)),
        Charge.MOVE,
    ),
    "a tile of the map itself": (Kind.POSITIONS, lambda p: (0, *p[1:]), Charge.MOVE),
    "an account out of range": (Kind.ACCOUNT, lambda p: (1001,), Charge.MOVE),
    "an account below nothing": (Kind.ACCOUNT, lambda p: (-1,), Charge.MOVE),
    "an account of too much": (Kind.ACCOUNT, lambda p: (*p, 0), Charge.PROOF),
    "a tile changed in its view": (
        Kind.COPY,
        lambda p: (bend(p[0], 32), p[1]),
        Charge.PROOF,
    ),
    "a tile twice in its view": (
        Kind.COPY,
        lambda p: (p[0][:64] + p[0][:64] + p[0][128:], p[1]),
        Charge.PROOF,
    ),
    "a view that is too small": (Kind.COPY, lambda p: (p[0][:-64], p[1]), Charge.PROOF),
    "a tile changed in a deck": (
        Kind.DECKS,
        lambda p: ((bend(p[0][0], 32), p[0][1]), *p[1:]),
        Charge.PROOF,
    ),
    "two decks changed for each other": (Kind.DECKS, lambda p: p[::-1], Charge.PROOF),
    "a deck left out": (Kind.DECKS, lambda p: p[:-1], Charge.PROOF),
}


@pytest.mark.parametrize("name", SEEN)
def test_a_lie_that_all_can_see_is_caught_in_its_message(name: str) -> None:
    kind, change, charge = SEEN[name]
    _assert_caught(_played(tampers(kind, change)), charge)


def test_two_versions_of_a_set_are_caught() -> None:
    """One for each rival: the second shows a piece elsewhere."""
    _assert_caught(_played(two_versions()), Charge.EQUIVOCATION)


def test_an_exponent_is_used_once() -> None:
    """The set of the round before once more: its elements are known to those who saw it."""
    before: list[Any] = []

    def change(payload: Any) -> Any:
        if not before:
            before.append(payload[0][0])
            return None
        return posted(EXPONENT, lambda _: before[0])(payload)

    _assert_caught(_played(tampers(Kind.SETS, change)), Charge.PROOF)


def test_one_exponent_for_both_labels_is_refused() -> None:
    """Questions about targets would be spent on what stands there."""

    def change(payload: Any) -> Any:
        if len(payload) < 2:
            return None
        return (payload[0], (payload[0][0], *payload[1][1:]))

    _assert_caught(_played(tampers(Kind.SETS, change)), Charge.PROOF)


def test_nobody_answers_before_all_have_asked() -> None:
    """Who asks last could still choose its questions by what it was shown."""

    def early(cheater: Cheater, message: Message) -> Message | None:
        task = cheater.replica.waiting_task()
        if not isinstance(task, SightTask) or not any(p.kind is Kind.SETS for p in message.parts):
            return None
        nothing: Any = tuple((b"",) for _ in range(2))
        return replace(message, parts=(*message.parts, Part(task.number, Kind.ANSWERS, nothing)))

    _assert_caught(_played(rewrites(early)), Charge.UNCALLED)


@pytest.mark.parametrize("after", [Kind.SEAL, Kind.SETS])
def test_nobody_leaves_between_its_seal_and_its_answers(after: Kind) -> None:
    """Else a seat could see a battle and then take its pieces out of it."""

    def trick(cheater: Cheater) -> list[Part] | None:
        task = cheater.replica.waiting_task()
        if not isinstance(task, BattleTask) or task.pending(CHEAT) is not Kind.ANSWERS:
            return None
        return [Part(task.number, Kind.CONCEDE, ((), ()))]

    def at_once(cheater: Cheater, message: Message) -> Message | None:
        places = [i for i, part in enumerate(message.parts) if part.kind is Kind.SEAL]
        if not places or len(message.parts) < 2 or message.step < 10:
            return None
        parts = message.parts[: places[0] + 1]
        return replace(message, parts=(*parts, Part(parts[-1].step, Kind.CONCEDE, ((), ()))))

    lie = blurts(trick) if after is Kind.SETS else rewrites(at_once)
    _assert_caught(_played(lie), Charge.UNCALLED)


# Lies in a proof that concerns one seat: that seat sees it at once, the others when they look


def _lying(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, lie: Lying) -> SimNet:
    """A table at which one seat's program lies and plays on."""
    lies(monkeypatch, where, name, lie)
    net = table_of_moths(3)
    net.start_all()
    net.run()
    return net


def _copied(true: Lying, *args: Any, **words: Any) -> Any:
    """What another owner answers to that viewer, with its proof."""
    points, proof = true(*args, **words)
    _, _, _, viewer, label, seat = args
    if seat == 0 and viewer == 2:
        _OF_OTHERS[label] = points, proof
    return (
        _OF_OTHERS.get(label, (points, proof)) if (seat, viewer) == (CHEAT, 2) else (points, proof)
    )


def _for_another(true: Lying, *args: Any, **words: Any) -> Any:
    """What it answers to one viewer, said to another as well."""
    points, proof = true(*args, **words)
    *_, label, seat = args
    if seat == CHEAT:
        _OF_OTHERS.setdefault(label, (points, proof))
        return _OF_OTHERS[label]
    return points, proof


def _of_before(true: Lying, *args: Any, **words: Any) -> Any:
    """What it answered in the round before."""
    points, proof = true(*args, **words)
    _, _, _, viewer, label, seat = args
    if seat != CHEAT:
        return points, proof
    before = _OF_OTHERS.setdefault((viewer, label.name), (points, proof))
    return before if len(before[0]) == len(points) else (points, proof)


_OF_OTHERS: dict[Any, Any] = {}


@pytest.mark.parametrize(
    "lie",
    [
        only(changes_places, CHEAT, viewer=0),
        only(under_another_key, CHEAT, viewer=0),
        _copied,
        _for_another,
        _of_before,
    ],
    ids=["changes places", "under another key", "copied", "for another", "of before"],
)
def test_wrong_answers_are_found(lie: Lying, monkeypatch: pytest.MonkeyPatch) -> None:
    _OF_OTHERS.clear()
    net = _lying(monkeypatch, exchange_tasks, ANSWER, lie)
    assert_found_later(net, CHEAT, Kind.ANSWERS)


def test_who_was_lied_to_says_nothing_that_rests_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The viewer checks what it is given before it goes on; the third may have gone on."""
    net = _lying(monkeypatch, exchange_tasks, ANSWER, only(under_another_key, CHEAT, viewer=0))
    session = net.session(0)
    (bad,) = [one for fault in session.log.faults() for one in fault.evidence]
    for signed in session.log.chains[0].good:
        head = signed.message.heads[CHEAT]
        assert head is None or head.seq < bad.message.seq


def test_wrong_shares_on_an_opening_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader would see another tile, or nothing that there is."""

    def lie(true: Lying, secret: Any, pair: Any, cards: Any, context: Any) -> Any:
        shares, proof = true(secret, pair, cards, context)
        if context.seat == CHEAT and len(cards) == LIMITS.openings_in(1):
            shares = (shares[0] + G, *shares[1:])
        return shares, proof

    net = _lying(monkeypatch, card_payloads, "prove_shares", lie)
    assert_found_later(net, CHEAT, Kind.SHARES)


def test_details_that_do_not_open_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tag is there, so something stands on the cell; the viewer shows that it is denied."""

    net = _lying(monkeypatch, exchange_tasks, TAG_SET, only(garbled, CHEAT))
    assert_found_later(net, CHEAT, Kind.DENIAL, "do not open")
    denials = [
        (signed.message.seat, part.payload)
        for signed in net.session(0).log.order
        for part in signed.message.parts
        if part.kind is Kind.DENIAL
    ]
    assert denials
    for viewer, payload in denials:
        assert viewer != CHEAT
        assert isinstance(payload, tuple)
        assert payload[0] == CHEAT


# Viewers who say that they were denied what they were shown


def _denies(change: Callable[[Cheater, SightTask, Part], list[Part]]) -> Trick:
    """Says in battle that what it was shown in the first sight by somebody does not open."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        author = cheater._author
        if author is None or not cheater.replica.step:
            return None
        for task in cheater.replica._denials.open_to(CHEAT):
            for owner in task.answered:
                found = _true_match(cheater, task, owner) if owner != CHEAT else None
                if found is not None and task.pending(CHEAT) is None:
                    parts = change(cheater, task, Part(task.number, Kind.DENIAL, found))
                    return told(cheater.fresh(*parts))
        return None

    return trick


def _true_match(cheater: Cheater, task: SightTask, owner: int) -> Any:
    """A denial of details that open, proven as well as can be."""
    author, half = cheater._author, cheater.knowledge().half
    assert author is not None
    if half is None or (task.number != cheater.replica.step - 0 and not task.complete()):
        return None
    secrets = author._secrets
    said = task._said(CHEAT, secrets, half)
    for place, name in enumerate(task.exchange.labels):
        asked = task._asked(CHEAT, secrets, said, name)
        if asked.points != task.posted[CHEAT][name].queries:
            return None
        for cell, element in fog.unblind(asked, task.answered[owner][CHEAT][name].points).items():
            if task.posted[owner][name].made.find(element) is not None:
                proof = fog.prove_denial(secrets.secret, asked, cell, element, owner, CHEAT)
                return (owner, place, cell, asked.places[cell], element.encode(), proof)
    return None


def test_a_false_denial_convicts_its_sender() -> None:
    net = _played(_denies(lambda cheater, task, part: [part]))
    _assert_caught(net, Charge.PROOF)


FALSE: dict[str, Callable[[Any], Any]] = {
    "another cell": lambda p: (*p[:2], (p[2] + 1) % LIMITS.cells, *p[3:]),
    "another query": lambda p: (*p[:3], p[3] + 1, *p[4:]),
    "no query": lambda p: (*p[:3], 4000, *p[4:]),
    "an element without a tag": lambda p: (*p[:4], base(Scalar.of(9)).encode(), p[5]),
    "no element": lambda p: (*p[:4], IDENTITY, p[5]),
    "a bad proof": lambda p: (*p[:5], flip(p[5], 40)),
    "a short proof": lambda p: (*p[:5], p[5][:-1]),
    "a cell off the map": lambda p: (*p[:2], LIMITS.cells, *p[3:]),
    "no label": lambda p: (p[0], 5, *p[2:]),
}


@pytest.mark.parametrize("name", FALSE)
def test_nothing_but_the_truth_can_be_shown(name: str) -> None:
    def change(cheater: Cheater, task: SightTask, part: Part) -> list[Part]:
        return [replace(part, payload=FALSE[name](part.payload))]

    _assert_caught(_played(_denies(change)), Charge.PROOF)


def test_nothing_can_be_shown_of_a_step_without_an_exchange() -> None:
    def change(cheater: Cheater, task: SightTask, part: Part) -> list[Part]:
        return [replace(part, step=part.step - 1)]

    _assert_caught(_played(_denies(change)), Charge.UNCALLED)


def test_one_denial_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each owner a viewer shows one cell; a second is a part that nothing calls for."""

    def twice(cheater: Cheater, message: Message) -> Message | None:
        found = [part for part in message.parts if part.kind is Kind.DENIAL]
        if not found:
            return None
        cheater.replica.deferred.clear()  # it belongs to the message that is not said
        return replace(message, parts=(found[0], *message.parts))

    lies(monkeypatch, exchange_tasks, TAG_SET, only(garbled, 0))
    net = _played(rewrites(twice))
    for number in (0, 2):
        faults = {fault.seat: fault.charge for fault in net.session(number).log.faults()}
        assert faults[CHEAT] is Charge.UNCALLED


def test_who_has_gone_on_shows_nothing_of_before() -> None:
    """It has taken what it was shown."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        task = cheater.replica.waiting_task()
        if message is not None or not isinstance(task, BattleTask) or CHEAT not in task.posted:
            return None
        payload = (0, 0, 7, 0, G.encode(), bytes(96))
        return told(cheater.fresh(Part(task.number - 2, Kind.DENIAL, payload)))

    _assert_caught(_played(trick), Charge.UNCALLED)


def test_nothing_can_be_shown_of_oneself() -> None:
    def change(cheater: Cheater, task: SightTask, part: Part) -> list[Part]:
        payload: Any = part.payload
        return [replace(part, payload=(CHEAT, *payload[1:]))]

    _assert_caught(_played(_denies(change)), Charge.UNCALLED)


# Views


def test_a_view_of_other_tiles_is_refused() -> None:
    """A sound proof of a shuffle, but of cards of one's own choice: no tile would be true."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        dealer, author = cheater.replica.dealer, cheater._author
        for part in message.parts if message else ():
            if part.kind is Kind.COPY:
                assert message is not None
                assert dealer is not None
                assert author is not None
                view = dealer.fog.views[CHEAT]
                cards = [Ciphertext(card.c1, card.c2 + G) for card in view.inputs]
                outputs, proof = shuffle(
                    author._secrets.secret, cards, view.key, view.context, label="copy"
                )
                return changed(message, part, (b"".join(ct.encode() for ct in outputs), proof))
        return None

    _assert_caught(_played(trick), Charge.PROOF)


def test_a_position_is_opened_once() -> None:
    """Else a seat could make believe that it opens, and open less."""
    before: list[int] = []

    def change(payload: Any) -> Any:
        if not before:
            before.extend(payload)
            return None
        return tuple(sorted((before[0], *payload[1:])))

    _assert_caught(_played(tampers(Kind.POSITIONS, change), cheat=2), Charge.MOVE, seat=2)
