"""Fortress on its smallest map with real cryptography: what every kind of lie ends in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import pytest

from games.engine.bots import Bot, RandomBot
from games.engine.private import Lesson, Plan, PlanForm, Seen
from games.engine.values import Seat
from games.fortress.bot.player import Commander
from games.fortress.bot.temper import STRONG
from games.fortress.course import state_of
from games.fortress.half import FortressHalf
from games.fortress.rules import Fortress
from games.fortress.whole import WholeGame
from p2p.client.play.auditor import Auditor, AuditState
from p2p.errors import LocalError
from p2p.record.audit import Verdict
from p2p.record.record import record_of
from p2p.record.report import Report, VerifyExit
from p2p.record.report_json import plain
from p2p.record.report_text import lines_of
from p2p.record.verify import verify
from p2p.session.seed_keeper import SEED
from p2p.session.session import Session
from p2p.wire.message import Kind
from simulation.network import SimNet, assert_ended_well, table_of
from simulation.tables import register
from tests.accepted import Accepted
from tests.p2p.fortress_liars import (
    LIARS,
    Concealer,
    Forger,
    Liar,
    Mumbler,
    Prospector,
    Unsigning,
    Withholder,
)

CHEAT = 1


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    undo = register(Fortress)
    yield
    undo()


def played(
    seats: int,
    rounds: int,
    cheat: Callable[..., Session] | None = None,
    *,
    gauge: int = 3,
    bot: Bot | None = None,
) -> SimNet:
    net = table_of(seats, game="fortress", options={"units": 2, "rounds": rounds, "gauge": gauge})
    if cheat is not None:
        net.nodes[CHEAT].make = cheat
    for node in net.nodes:
        node.bot = bot or RandomBot()
    net.start_all()
    net.run()
    assert_ended_well(net)
    return net


def verified(net: SimNet) -> Report:
    session = net.session(0)
    return verify(record_of(net.charter, session.log, session.replica.engine).encode())


@pytest.mark.parametrize("seats", [2, 3])
def test_an_honest_game_is_proven_and_its_halves_fit_together(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[int] = []
    real = WholeGame.doubt

    def doubt(whole: WholeGame, half: FortressHalf) -> str | None:
        held.append(half.seat)
        return real(whole, half)

    monkeypatch.setattr(WholeGame, "doubt", doubt)
    report = verified(played(seats, 5))
    assert report.exit is VerifyExit.SOUND, report.verdict()
    assert [found.said() for found in report.audit] == ["proven"] * seats
    assert set(held) == set(range(seats))
    assert len(held) > 8 * seats


def test_a_half_that_does_not_fit_the_full_game_is_not_proven(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(WholeGame, "doubt", lambda whole, half: "its Units and Tiles")
    report = verified(played(2, 5))
    assert report.exit is VerifyExit.UNFINISHED
    assert "the full game differs in its Units and Tiles" in report.audit[0].reason


@pytest.mark.parametrize("name", LIARS)
def test_a_lie_is_found_at_the_audit_and_the_liar_cannot_win(name: str) -> None:
    half, kind = LIARS[name]
    if half is Prospector:
        assert_named(golden(), kind, ended_it=True)
    else:
        assert_named(played(2, 5, partial(Liar, half=half)), kind)


def golden() -> SimNet:
    """A seat spends gold that nobody has mined; one step makes an Artifact, and these the end."""
    return played(2, 20, partial(Liar, half=Prospector), gauge=1, bot=Commander(STRONG))


def assert_named(net: SimNet, kind: Kind, *, ended_it: bool = False) -> None:
    """Nobody is convicted while it is played; the audit names the liar, and where it lied first."""
    report = verified(net)
    assert report.exit is VerifyExit.UNFINISHED
    assert report.failure is None
    assert report.convictions == ()
    (cheat,) = report.cheats
    assert (cheat.seat, cheat.verdict) == (CHEAT, Verdict.CHEATED)
    assert report.audit[0].verdict is Verdict.PROVEN
    steps = {
        part.step
        for signed in net.session(0).log.chains[CHEAT].good
        for part in signed.message.parts
        if part.kind is kind
    }
    assert cheat.step in steps
    assert cheat.round is not None
    assert [found.seat for found in report.upshot.broken_by] == [CHEAT] * ended_it
    assert report.proven_winners == (() if ended_it else (0,))  # FTD-30


def test_a_finding_names_its_round_and_the_rule() -> None:
    said = {}
    for name in ("builds too far", "opens far terrain", "looks too far", "false artifacts"):
        report = verified(played(2, 5, partial(Liar, half=LIARS[name][0])))
        said[name] = (report.cheats[0].round, report.cheats[0].reason)
    assert said == {
        "builds too far": (1, "sealed plan: every Tile lies within 1 of your start"),
        "opens far terrain": (
            2,
            "place of a view opened: it opened land that is out of its sight",
        ),
        "looks too far": (2, "hidden set: it asked about other cells than it may"),
        "false artifacts": (
            5,
            "account of a seat: artifacts: it said 1, and it is 0, gauge: it said 2, and it is 0",
        ),
    }


def test_gold_that_nobody_has_mined_made_the_artifacts() -> None:
    """What the liar of the test above says of itself holds every check while it is played."""
    net = golden()
    half = net.session(CHEAT).knowledge().half
    assert isinstance(half, FortressHalf)
    assert half.force.artifacts
    outcome = net.session(0).replica.engine.outcome
    assert outcome is not None
    assert CHEAT in outcome.winners


# Seeds that are not shown


def looked_at(session: Session) -> AuditState:
    """What a client finds by the seeds that it holds."""
    auditor = Auditor(session, clock=iter(range(0, 10_000, 4)).__next__)
    state = auditor.state()
    while auditor.waits:
        state = auditor.advance()
    return state


def test_what_lay_hidden_is_told_once_all_are_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WholeGame, "tale", lambda whole: ("{0} passed {1}.",))
    session = played(2, 5).session(0)
    state = looked_at(session)
    assert state.settled
    assert state.tale == ("{0} passed {1}.",)
    monkeypatch.setattr(WholeGame, "doubt", lambda whole, half: "its Units and Tiles")
    assert looked_at(session).tale == ()


def test_a_seat_that_withholds_its_seed_is_named_and_the_rest_stands() -> None:
    net = played(3, 5, Withholder)
    honest = [net.session(seat) for seat in (0, 2)]
    outcome = honest[0].replica.engine.outcome
    assert outcome is not None
    for session in honest:
        assert session.seeds().keys() == {0, 2}
        assert session.fault is None
        state = looked_at(session)
        assert [found.said() for found in state.findings] == [
            "proven",
            "not proven: its seed is not here",
            "proven",
        ]
        assert not state.settled
        assert state.tale == ()
        assert state.winners
        assert CHEAT not in state.winners
    report = verified(net)
    assert report.exit is VerifyExit.UNFINISHED
    assert (report.convictions, report.cheats) == ((), ())
    assert report.lacks == (f"no seed of {net.nodes[CHEAT].name} in this file",)
    assert report.proven_winners == state.winners


def test_a_seed_that_is_shown_after_all_turns_the_mark() -> None:
    net = played(3, 5, Withholder)
    net.nodes[CHEAT].make = Session
    net.restart(CHEAT)
    net.run()
    report = verified(net)
    assert report.exit is VerifyExit.SOUND
    assert [found.said() for found in report.audit] == ["proven"] * 3


# Lies that a half cannot take


def test_what_a_liar_shows_is_not_charged_to_who_cannot_read_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Say that halves ran into an error over noise: they go on as if nothing stood there."""
    real, fell = FortressHalf._saw, set[int]()

    def saw(half: FortressHalf, lesson: Seen) -> FortressHalf:
        shown = (one for said in lesson.pieces.values() for one in said["sight"].values())
        if any(details.startswith(b"\xff") for details in shown):
            fell.add(half.seat)
            raise TypeError("noise")
        return real(half, lesson)

    monkeypatch.setattr(FortressHalf, "_saw", saw)
    net = played(3, 5, partial(Liar, half=Mumbler), bot=Commander(STRONG))
    assert fell == {0, 2}
    report = verified(net)
    assert [found.verdict for found in report.audit] == [
        Verdict.PROVEN,
        Verdict.CHEATED,
        Verdict.PROVEN,
    ]
    assert report.audit[CHEAT].reason.startswith("hidden set")
    assert report.proven_winners
    assert CHEAT not in report.proven_winners


def test_a_seat_that_cannot_be_derived_again_costs_nobody_else_the_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = FortressHalf.why_not

    def why_not(half: FortressHalf, form: PlanForm, plan: Plan) -> str | None:
        if half.seat == CHEAT:
            raise TypeError("nonsense")
        return real(half, form, plan)

    net = played(3, 5, partial(Liar, half=LIARS["seals nonsense"][0]))
    monkeypatch.setattr(FortressHalf, "why_not", why_not)
    report = verified(net)
    assert [found.verdict for found in report.audit] == [
        Verdict.PROVEN,
        Verdict.NOT_PROVEN,
        Verdict.PROVEN,
    ]
    assert "cannot be derived again (nonsense)" in report.audit[CHEAT].reason


def test_a_mistake_in_the_full_game_is_charged_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    net = played(2, 5)

    def learned(whole: WholeGame, lessons: Mapping[Seat, Lesson]) -> None:
        raise TypeError("a mistake")

    monkeypatch.setattr(WholeGame, "learned", learned)
    assert verified(net).exit is VerifyExit.SOUND


# An account that ends the game


def ended_by_a_lie(cheat: Callable[..., Session], seats: int = 3) -> SimNet:
    """A seat announces the one Artifact that wins as soon as anybody could have it."""
    options: dict[str, str | int] = {"units": 2, "rounds": 5, "artifacts": 1, "gauge": 1}
    net = table_of(seats, game="fortress", options=options)
    net.nodes[CHEAT].make = partial(cheat, half=Forger)
    net.start_all()
    net.run()
    assert_ended_well(net)
    session = net.session(0)
    outcome = session.replica.engine.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ended_by) == ((CHEAT,), (CHEAT,))
    assert state_of(session.replica.engine.table).round == 3
    return net


def assert_broken(net: SimNet) -> None:
    name = net.nodes[CHEAT].name
    says = f"the game is broken by {name}, whose false account ended it: nobody has won"
    report = verified(net)
    assert report.exit is VerifyExit.UNFINISHED
    assert (report.convictions, report.proven_winners) == ((), ())
    assert report.verdict().startswith(f"sound as far as it goes: {says}; {name}: cheated: round 3")
    lines = lines_of(report, words=False)
    assert f"{says[0].upper()}{says[1:]}" in lines
    assert f"The seats signed: {name} won (1 Artifact)" in lines
    said = plain(report)
    assert (said["proven_winners"], said["broken_by_account_of"]) == ([], [CHEAT])
    for seat in (0, 2):
        state = looked_at(net.session(seat))
        assert [found.seat for found in state.upshot.broken_by] == [CHEAT]


def test_ftd_30_a_false_account_that_ends_a_game_breaks_it_and_nobody_is_ranked() -> None:
    assert_broken(ended_by_a_lie(Liar))


def test_ftd_30_a_game_is_open_until_who_ended_it_shows_its_seed_and_the_seed_turns_it() -> None:
    net = ended_by_a_lie(Concealer)
    name = net.nodes[CHEAT].name
    report = verified(net)
    assert report.exit is VerifyExit.UNFINISHED
    assert (report.convictions, report.cheats, report.proven_winners) == ((), (), ())
    assert report.lacks == (f"no seed of {name} in this file",)
    assert f"the game is open until {name} shows the seed" in report.verdict()
    assert f"The game is open until {name} shows the seed" in lines_of(report, words=False)
    assert plain(report)["open_until_proven"] == [CHEAT]
    for seat in (0, 2):
        assert net.session(seat).fault is None
        assert [one.seat for one in looked_at(net.session(seat)).upshot.open_until] == [CHEAT]
    net.nodes[CHEAT].make = partial(Liar, half=Forger)
    net.restart(CHEAT)
    net.run()
    assert_broken(net)


# A seat that does not sign the result


def unsigned() -> SimNet:
    """A game of three that one seat plays to the end, but for its closing."""
    net = table_of(3, game="fortress", options={"units": 2, "rounds": 5})
    net.nodes[CHEAT].make = Unsigning
    net.start_all()
    net.run()
    return net


def test_who_waits_for_a_signature_may_show_its_seed_and_is_proven() -> None:
    """A closing withheld takes nothing from the others but the word of its seat."""
    net = unsigned()
    for seat in (0, 2):
        session = net.session(seat)
        ending = session.ending()
        assert ending is not None
        assert (sorted(ending.closed), ending.complete, session.fault) == ([0, 2], False, None)
        assert not session.seeds()
        assert not Auditor.is_due(session)
        assert session.may_show_seed
        net.do(seat, lambda s: s.show_seed(net.now))
        assert not session.may_show_seed
    net.run()
    outcome = net.session(0).replica.engine.outcome
    assert outcome is not None
    for seat in (0, 2):
        session = net.session(seat)
        assert session.seeds().keys() == {0, 2}
        assert Auditor.is_due(session)
        state = looked_at(session)
        assert [found.verdict for found in state.findings] == [
            Verdict.PROVEN,
            Verdict.NOT_PROVEN,
            Verdict.PROVEN,
        ]
        assert state.winners
        assert CHEAT not in state.winners
    report = verified(net)
    assert report.exit is VerifyExit.UNFINISHED
    assert report.proven_winners == state.winners
    name = net.nodes[CHEAT].name
    assert report.lacks == (f"no closing of {name} in this file", f"no seed of {name} in this file")


def test_a_closing_and_a_seed_that_come_after_all_make_the_record_whole() -> None:
    net = unsigned()
    for seat in (0, 2):
        net.do(seat, lambda s: s.show_seed(net.now))
    net.run()
    net.nodes[CHEAT].make = Session
    net.restart(CHEAT)
    net.run()
    assert_ended_well(net)
    assert verified(net).exit is VerifyExit.SOUND
    assert all(node.store.note(SEED) is None for node in net.nodes)


def test_no_seed_is_shown_before_the_end_nor_twice_nor_by_who_has_not_signed() -> None:
    net = table_of(3, game="fortress", options={"units": 2, "rounds": 5})
    net.start_all()
    net.run(lambda: net.session(0).replica.step > 12)
    refused(net, 0)
    net.run()
    refused(net, 0)
    late = unsigned()
    refused(late, CHEAT)


def refused(net: SimNet, seat: int) -> None:
    before = net.session(seat).seeds()
    if net.session(seat).may_show_seed:
        raise Accepted("a seed may be shown before its seat has closed, or twice")
    with pytest.raises(LocalError, match="shown at the end"):
        net.session(seat).show_seed(net.now)
    assert net.session(seat).seeds() == before
