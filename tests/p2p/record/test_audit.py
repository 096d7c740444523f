"""The audit: all that a seat sent follows from its seed, or the first part that does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from crypto.derive import Secret
from crypto.shuffle import check_shuffle
from games.engine.game import GameInfo
from games.engine.values import Outcome, Seat
from p2p.errors import CodecError
from p2p.log.beside import Beside, Entry, SeedFinding, read, seed_hash
from p2p.record import conclusion
from p2p.record.audit import WITHHELD, Audit, Finding, Upshot, Verdict, upshot_of
from p2p.record.progress import Checked, Mark, Phase
from p2p.record.record import Record, record_of
from p2p.record.report import VerifyExit
from p2p.record.report_json import plain
from p2p.record.report_text import lines_of
from p2p.record.verify import verify
from p2p.replica import shuffle_tasks
from p2p.replica.obligations import Obligation
from p2p.replica.task import SeatSecrets
from p2p.session.seed_keeper import SEED
from p2p.session.session import Session
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import MESSAGE_LABEL, Kind, Signed
from simulation.network import SimNet, assert_ended_well, table_of
from simulation.tables import bytes_of, charter_of, person, register
from tests.games.synthetic import Magpies
from tests.p2p.records import record_by


class Owls(Magpies):
    """Magpies, with an audit."""

    @property
    def info(self) -> GameInfo:
        return replace(Magpies().info, id="owls", title="Owls", audited=True, golden="", hashes={})


@pytest.fixture(autouse=True, scope="module")
def owls() -> Iterator[None]:
    undo = register(Owls)
    yield
    undo()


def table_of_owls(seats: int) -> SimNet:
    people = [person(number) for number in range(seats)]
    return SimNet(charter_of(Owls(), people, options={"rounds": 1}), people, seed=seats)


def played(seats: int) -> SimNet:
    net = table_of_owls(seats)
    net.start_all()
    net.run()
    assert_ended_well(net)
    return net


def seeds_of(net: SimNet) -> dict[int, bytes]:
    """The seeds that the tests gave these seats."""
    return {
        node.seat: bytes_of("seed", node.name, net.charter.table)
        for node in net.nodes
        if node.seat is not None
    }


def audited(net: SimNet, seeds: dict[int, bytes]) -> tuple[Finding, ...]:
    audit = Audit(net.charter, Owls())
    while audit.advance(net.session(0).log.order, seeds):
        pass
    return audit.findings()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_honest_seats_are_proven(seats: int) -> None:
    net = played(seats)
    found = audited(net, seeds_of(net))
    assert [one.said() for one in found] == ["proven"] * seats


def test_a_seat_without_a_seed_is_not_proven_and_takes_nothing_from_others() -> None:
    net = played(3)
    seeds = seeds_of(net)
    del seeds[1]
    found = audited(net, seeds)
    assert [one.verdict for one in found] == [
        Verdict.PROVEN,
        Verdict.NOT_PROVEN,
        Verdict.PROVEN,
    ]


def test_a_seed_that_comes_later_turns_the_mark() -> None:
    net = played(3)
    seeds = seeds_of(net)
    late = {1: seeds.pop(1)}
    audit = Audit(net.charter, Owls())
    for here in (seeds, {**seeds, **late}):
        while audit.advance(net.session(0).log.order, here):
            done, total = audit.progress()
            assert 0 <= done <= total
    assert [one.said() for one in audit.findings()] == ["proven"] * 3


class Fickle(Session):
    """Makes parts of some kinds by secrets that do not come from its seed; their proofs hold."""

    def __init__(self, *args: Any, kinds: tuple[Kind, ...], **words: Any) -> None:
        super().__init__(*args, **words)
        author = self._author
        assert author is not None
        true, real = author._secrets, author._payload
        other = SeatSecrets(Secret(bytes(32)), true.card, true.chance)

        def payload(obligation: Obligation, now: float) -> Value | None:
            author._secrets = other if obligation.kind in kinds else true
            return real(obligation, now)

        author._payload = payload  # type: ignore[method-assign]


@pytest.mark.parametrize(
    "kinds",
    [
        (Kind.KEYS,),
        (Kind.SHUFFLE,),
        (Kind.MIX,),
        (Kind.SHARES,),
        (Kind.THROW,),
        (Kind.COMMIT, Kind.OPENING),
    ],
)
def test_what_does_not_follow_from_the_seed_is_found_and_nobody_else_is_named(
    kinds: tuple[Kind, ...],
) -> None:
    net = table_of_owls(3)
    net.nodes[1].make = partial(Fickle, kinds=kinds)
    net.start_all()
    net.run()
    assert_ended_well(net)
    first = next(
        part
        for signed in net.session(1).log.chains[1].good
        for part in signed.message.parts
        if part.kind is kinds[-1]
    )
    found = audited(net, seeds_of(net))
    assert [one.verdict for one in found] == [Verdict.PROVEN, Verdict.CHEATED, Verdict.PROVEN]
    assert found[1].step == first.step
    assert "not what the seed" in found[1].said()


def test_a_concession_is_audited_too() -> None:
    net = table_of_owls(3)
    net.start_all()
    net.run(lambda: net.session(0).replica.step > 6)
    net.do(1, lambda s: s.concede(net.now))
    net.run()
    assert_ended_well(net)
    assert net.session(0).replica.left == [1]
    assert [one.said() for one in audited(net, seeds_of(net))] == ["proven"] * 3
    assert net.session(0).seeds() == seeds_of(net), "who has left shows its seed as well"


def test_who_has_won_as_far_as_it_is_proven() -> None:
    def findings(*verdicts: Verdict) -> list[Finding]:
        return [Finding(seat, verdict) for seat, verdict in enumerate(verdicts)]

    good, bad, lack = Verdict.PROVEN, Verdict.CHEATED, Verdict.NOT_PROVEN
    ranks = ((Seat(0), Seat(1)), (Seat(2),), (Seat(3),))
    outcome = Outcome((Seat(0), Seat(1)), "crowned", ranking=ranks)
    for verdicts, winners in (
        ((good, good, good, good), (0, 1)),
        ((good, bad, good, good), (0,)),
        ((lack, good, bad, lack), (1,)),
        ((lack, bad, good, good), (2,)),
        ((bad, bad, bad, good), (3,)),
        ((bad, bad, lack, bad), ()),
    ):
        assert upshot_of(outcome, findings(*verdicts)) == Upshot(winners)


def test_ftd_30_who_ended_a_game_by_its_own_word_has_to_be_proven_first() -> None:
    good = [Finding(seat, Verdict.PROVEN) for seat in range(4)]
    bad = [Finding(seat, Verdict.CHEATED, "so", 9) for seat in range(4)]
    lack = [Finding(seat, Verdict.NOT_PROVEN, WITHHELD) for seat in range(4)]
    ranks = ((Seat(0), Seat(1)), (Seat(2),), (Seat(3),))
    outcome = Outcome((Seat(0), Seat(1)), "crowned", ranking=ranks, ended_by=(Seat(0), Seat(1)))
    for seats, upshot, says in (
        ((good, good), Upshot((0, 1)), "won as far as proven: A and B"),
        ((good, bad), Upshot((0,)), "won as far as proven: A"),
        ((lack, good), Upshot((1,)), "won as far as proven: B"),
        (
            (bad, bad),
            Upshot(broken_by=(bad[0], bad[1])),
            "the game is broken by A and B, whose false account ended it: nobody has won",
        ),
        ((bad, lack), Upshot(open_until=(lack[1],)), "the game is open until B shows the seed"),
        (
            (lack, lack),
            Upshot(open_until=(lack[0], lack[1])),
            "the game is open until A and B show the seed",
        ),
    ):
        found = [seats[0][0], seats[1][1], good[2], good[3]]
        assert upshot_of(outcome, found) == upshot
        assert upshot.said("ABCD".__getitem__) == says
    doubted = Finding(0, Verdict.NOT_PROVEN, "the full game differs in its Units", 9)
    alone = replace(outcome, winners=(Seat(0),), ended_by=(Seat(0),))
    open_still = upshot_of(alone, [doubted, *good[1:]])
    assert open_still.said("ABCD".__getitem__) == "the game is open until A is proven"


def test_ftd_30_a_game_that_hangs_on_who_has_left_is_not_sound_while_it_is_open() -> None:
    """Nothing lacks in the file: who left closes nothing, and need not show its seed."""
    net = table_of_owls(3)
    net.start_all()
    net.run(lambda: net.session(0).replica.step > 1)
    net.do(2, lambda session: session.concede(net.now))
    net.run()
    session = net.session(0)
    record = record_of(net.charter, session.log, session.replica.engine)
    whole = verify(record.encode(), find_rules=lambda draft: Owls())
    replica, game = session.replica, whole.game
    assert (whole.exit, replica.left, whole.lacks) == (VerifyExit.SOUND, [2], ())
    assert game is not None
    proven = [Finding(seat, Verdict.PROVEN) for seat in range(2)]
    findings = (*proven, Finding(2, Verdict.NOT_PROVEN, WITHHELD))
    found = []
    for enders in ((), (Seat(2),), (Seat(0), Seat(2))):
        outcome = replica.engine.outcome
        assert outcome is not None
        replica.engine.outcome = replace(outcome, ended_by=enders)
        report = conclusion.judged(
            net.charter, replica, (), {}, game, replica.step, whole.checked, findings=findings
        )
        found.append((report.exit, [one.seat for one in report.upshot.open_until]))
    assert found == [(VerifyExit.SOUND, []), (VerifyExit.UNFINISHED, [2]), (VerifyExit.SOUND, [])]


def test_seeds_are_shown_once_all_have_closed_and_everybody_holds_them() -> None:
    net = table_of_owls(3)
    net.start_all()
    watcher = net.spectator("Gil")
    net.start(watcher)
    for number in range(3):
        net.link(number, watcher)
    while not net.finished():
        assert all(not session.log.beside or session.ending() for session in net.sessions())
        assert net.step()
    net.run()
    for session in net.sessions():
        assert session.seeds() == seeds_of(net)
        assert session.all_told()
    assert all(node.store.note(SEED) is None for node in net.nodes)


# In a record


def recorded(net: SimNet, seat: int = 0) -> Record:
    session = net.session(seat)
    return record_of(net.charter, session.log, session.replica.engine)


def test_verify_audits_a_closed_game_and_says_who_is_proven() -> None:
    net = played(3)
    made = recorded(net)
    assert Record.decode(made.encode()) == made
    report = verify(made.encode())
    assert report.exit is VerifyExit.SOUND, report.verdict()
    assert "all who stayed proven by their seeds" in report.verdict()
    assert [found.verdict for found in report.audit] == [Verdict.PROVEN] * 3
    assert report.standing is not None
    assert report.proven_winners == report.standing.winners
    marks = {line.check.key: (line.mark, line.found) for line in report.checklist()}
    assert marks["seeds"] == (Mark.DONE, 3)
    assert marks["audited"] == (Mark.DONE, len(made.messages))
    assert "  Ana: proven" in lines_of(report, words=False)
    audit = plain(report)["audit"]
    assert isinstance(audit, list)
    assert audit[0]["verdict"] == "proven"


def test_verify_tells_how_far_the_audit_has_come() -> None:
    seen: list[tuple[str, int, int]] = []

    def watch(checked: Checked) -> None:
        if checked.phase is Phase.AUDIT:
            seen.append(checked.share())

    made = recorded(played(2))
    verify(made.encode(), watch=watch)
    assert seen == sorted(seen)
    assert seen[-1] == ("audited", len(made.messages), len(made.messages))


def without_seed(made: Record, seat: int) -> Record:
    left = tuple(
        one
        for one in made.entries
        if (entry := read(one)) and (entry.seat != seat or entry.findings)
    )
    return replace(made, entries=left)


def test_a_record_without_a_seed_says_so_of_the_file_and_exits_3() -> None:
    made = recorded(played(3))
    for seat, name in enumerate(("Ana", "Ben", "Cleo")):
        report = verify(without_seed(made, seat).encode())
        assert report.exit is VerifyExit.UNFINISHED
        assert report.lacks == (f"no seed of {name} in this file",)
        assert [found.seat for found in report.audit if found.verdict is Verdict.PROVEN] == [
            other for other in range(3) if other != seat
        ]
        assert report.standing is not None
        assert report.proven_winners == tuple(
            winner for winner in report.standing.winners if winner != seat
        )
        assert report.failure is None
        assert report.convictions == ()


def test_a_record_of_a_cheat_is_sound_and_the_seat_is_not() -> None:
    net = table_of_owls(3)
    net.nodes[1].make = partial(Fickle, kinds=(Kind.MIX,))
    net.start_all()
    net.run()
    report = verify(recorded(net).encode())
    assert report.exit is VerifyExit.UNFINISHED
    assert report.failure is None
    (cheat,) = report.cheats
    assert cheat.seat == 1
    assert f"Ben: cheated: step {cheat.step}: " in report.verdict()
    assert 1 not in report.proven_winners
    (line,) = [one for one in report.checklist() if one.mark is Mark.BROKEN]
    assert line.check.key == "audited"
    text = lines_of(report, words=False)
    assert any(one.startswith("  Ben: cheated: step") for one in text)
    assert any(one.startswith("What a cheat did to others stays") for one in text)


def entry_of(seat: int, made: SimNet, **words: Any) -> Signed:
    owner = made.nodes[seat].person
    assert owner is not None
    return Beside(made.charter.table, seat, **words).signed(owner.sign)


def test_entries_that_no_honest_client_holds_fail_the_file() -> None:
    net = played(2)
    made = recorded(net)
    first, second = made.entries[:2]
    wrong = entry_of(0, net, seed=bytes(32))
    forged = Signed(first.body, second.signature)
    message = made.messages[0]
    for entries, check in (
        ((wrong, second), "seeds"),
        ((forged, second), "signatures"),
        ((message,), "signatures"),
        ((second, first), "chains"),
        ((first, first), "chains"),
    ):
        report = verify(replace(made, entries=entries).encode())
        assert report.exit in (VerifyExit.FAILED, VerifyExit.UNREADABLE)
        if report.failure is not None and report.failure.check:
            assert report.failure.check == check


def test_a_place_for_entries_is_never_empty() -> None:
    made = recorded(played(2))
    data = replace(made, entries=()).encode()
    assert data[0] == 0x98
    with pytest.raises(CodecError, match="no place"):
        Record.decode(b"\x99" + data[1:] + b"\x90")


def test_the_proofs_of_proven_seats_are_checked_only_on_wish(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = recorded(played(3))
    checked: list[int] = []
    real = check_shuffle

    def check(*args: Any, **words: Any) -> None:
        checked.append(args[4].seat)
        real(*args, **words)

    monkeypatch.setattr(shuffle_tasks, "check_shuffle", check)
    whole = verify(made.encode(), all_proofs=True)
    assert set(checked) == {0, 1, 2}
    checked.clear()
    assert verify(made.encode()) == whole
    assert checked == []
    assert verify(without_seed(made, 1).encode()).exit is VerifyExit.UNFINISHED
    assert set(checked) == {1}


def test_a_bad_proof_is_found_though_its_seat_shows_a_seed() -> None:
    """What is not what the seed gives is judged like all else: by its proof."""
    net = played(3)
    made = recorded(net)
    at, message = next(
        (at, signed.message)
        for at, signed in enumerate(made.messages)
        if signed.message.parts[0].kind is Kind.SHUFFLE
    )
    outputs, proof = codec.array(message.parts[0].payload)
    bad = replace(message.parts[0], payload=(outputs, codec.blob(proof)[:-1] + b"\x01"))
    body = replace(message, parts=(bad, *message.parts[1:])).encode()
    owner = net.nodes[message.seat].person
    assert owner is not None
    lie = Signed(body, owner.sign(MESSAGE_LABEL + net.charter.table, body))
    messages = (*made.messages[:at], lie)
    report = verify(replace(made, messages=messages).encode())
    assert report.exit is VerifyExit.FAILED
    assert "bad proof" in report.verdict()


# Entries at a table


def test_a_wrong_seed_is_refused_and_held_against_nobody() -> None:
    net = played(2)
    session = net.session(0)
    del session.log.beside[Entry.SEED, 1]
    wrong = entry_of(1, net, seed=bytes(32))
    with pytest.raises(CodecError, match="does not give"):
        session._validator.feed(wrong)
    assert session.fault is None
    assert session.seeds().keys() == {0}


class OtherKey(Session):
    """Plays with a key that does not come from its seed, and proves it honestly."""

    def __init__(self, *args: Any, key: str, **words: Any) -> None:
        super().__init__(*args, **words)
        author = self._author
        assert author is not None
        other = SeatSecrets.derive(bytes(32), self.charter.table)
        author._secrets = replace(author._secrets, **{key: getattr(other, key)})
        author.sight._secrets = author._secrets


@pytest.mark.parametrize("key", ["card", "chance"])
def test_a_seed_has_to_give_both_keys_of_its_seat(key: str) -> None:
    net = table_of_owls(3)
    net.nodes[1].make = partial(OtherKey, key=key)
    net.start_all()
    net.run(lambda: all(session.ending() for session in net.sessions()))
    session = net.session(0)
    session.log.beside.pop((Entry.SEED, 1), None)
    with pytest.raises(CodecError, match="does not give the keys"):
        session._validator.feed(entry_of(1, net, seed=seeds_of(net)[1]))
    assert session.fault is None
    assert 1 not in session.seeds()
    session._validator.feed(entry_of(2, net, seed=seeds_of(net)[2]))
    assert 2 in session.seeds()
    made = recorded(net)
    shown = entry_of(1, net, seed=seeds_of(net)[1])
    report = verify(replace(made, entries=(shown,)).encode())
    assert report.exit is VerifyExit.FAILED
    assert "does not give the keys of its seat" in report.verdict()


def test_what_a_seat_found_is_said_once_and_kept() -> None:
    net = played(3)
    seeds = seeds_of(net)
    found = tuple(SeedFinding(seat, seed_hash(seed), True) for seat, seed in sorted(seeds.items()))
    net.do(1, lambda s: s.say_audited(found, net.now))
    net.do(1, lambda s: s.say_audited(found[:1], net.now))
    net.run()
    for number in range(3):
        net.kill(number)
        net.start(number)
        entry = read(net.session(number).log.beside[Entry.AUDITED, 1])
        assert entry is not None
        assert entry.findings == found
    assert verify(recorded(net).encode()).exit is VerifyExit.SOUND


def test_records_of_all_seats_differ_in_findings_alone() -> None:
    """Who left before another one's audit was done lacks what that one has found."""
    net = played(3)
    left = record_by(net.session(2))
    net.kill(2)
    seeds = seeds_of(net)
    found = tuple(SeedFinding(seat, seed_hash(seed), True) for seat, seed in sorted(seeds.items()))
    net.do(1, lambda s: s.say_audited(found, net.now))
    net.run()
    stayed = {record_by(net.session(seat)).encode() for seat in (0, 1)}
    assert len(stayed) == 1
    whole = Record.decode(stayed.pop())
    assert len(whole.entries) == 4
    assert replace(whole, entries=whole.entries[:3]) == left
    with_them, without = verify(whole.encode()), verify(left.encode())
    assert with_them.exit is without.exit is VerifyExit.SOUND
    assert with_them.audit == without.audit
    assert with_them.standing == without.standing


def test_a_game_without_an_audit_takes_no_seeds() -> None:
    net = table_of(2)
    net.start_all()
    net.run(net.finished)
    with pytest.raises(CodecError, match="no audit"):
        net.session(0)._validator.feed(entry_of(1, net, seed=bytes(32)))


@pytest.mark.parametrize("kept", [False, True])
def test_a_kill_around_the_showing_of_a_seed(kept: bool) -> None:
    """The seed is there until its entry is: at whatever commit the client dies."""
    whole = table_of_owls(2)
    commits = 0
    commit = whole.nodes[0].store.commit

    def counted(*args: Any, **words: Any) -> None:
        nonlocal commits
        commits += 1
        commit(*args, **words)

    whole.nodes[0].store.commit = counted  # type: ignore[method-assign]
    whole.start_all()
    whole.run()
    for at in range(commits - 6, commits + 1):
        net = table_of_owls(2)
        net.nodes[0].revives = True
        net.nodes[0].store.crash_at(at, kept=kept)
        net.start_all()
        net.run()
        assert_ended_well(net)
        for node in net.nodes:
            assert node.session is not None
            assert node.session.seeds().keys() == {0, 1}
            assert node.store.note(SEED) is None
