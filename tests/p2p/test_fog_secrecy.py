"""Messages under fog look the same whatever they hide, and nobody opens more than it may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

import pytest

from crypto.elgamal import decrypt, face_point, open_card
from crypto.fog import tag_of
from crypto.group import Point
from crypto.slots import Slot
from games.engine.bots import Chooser, RandomBot, Situation
from games.engine.choice import Answer
from games.engine.fog_steps import NamePositions, unopened
from games.engine.private import NOTHING_KNOWN, Plan
from games.engine.table import Table
from games.engine.values import Seat
from games.fortress.half import FortressHalf
from games.fortress.kinds import TileKind
from games.fortress.mapping import map_of
from games.fortress.orders import UnitOrder, orders_of
from games.fortress.report import report_lines
from games.fortress.standing import GoTo, orders_for_round
from p2p.replica.card_payloads import Keys, ciphertexts
from p2p.replica.dealer import Dealer
from p2p.replica.obligations import Obligation
from p2p.replica.task import Reach, SeatSecrets
from p2p.replica.terrain_tasks import PositionsTask, ShuffleDecksTask
from p2p.session.session import Session
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, Part
from simulation.network import SimNet, assert_ended_well, table_of
from simulation.tables import bytes_of
from tests.accepted import Accepted
from tests.games.moths import MothHalf, hidden_cells, lamp
from tests.p2p.fog_tables import flown, halves_of, moths, secrets_of, table_of_moths

Shape = tuple[int, Kind, object]


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    with moths():
        yield


class Homely:
    """Gives no orders."""

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        half, form = situation.knowledge.half, situation.choice.plan
        assert form is not None
        assert half is not None
        return Answer(plan=half.default(form))


# One form, whatever is hidden


def _form(value: Value) -> object:
    """All that a payload shows of itself besides its bytes and the numbers in it."""
    if isinstance(value, tuple):
        return tuple(_form(item) for item in value)
    if isinstance(value, bytes):
        return len(value)
    return type(value)


def _shapes(net: SimNet, seat: int) -> list[Shape]:
    """What the chain of a seat looks like to the others."""
    return [(part.step, part.kind, _form(part.payload)) for part in _parts(net, seat)]


def _parts(net: SimNet, *seats: int) -> list[Part]:
    """All parts in the chains of these seats."""
    chains = [net.session(0).log.chains[seat] for seat in seats]
    return [part for chain in chains for signed in chain.good for part in signed.message.parts]


@lru_cache
def _lone_game(nest: Plan) -> SimNet:
    """A game in which nobody meets: the third seat sits and flies far from the others."""
    plans: dict[int, dict[str, list[Plan]]] = {
        0: {"sit": [(1, 1)], "fly": [(1, 1)]},
        1: {"sit": [(5, 5)], "fly": [(5, 5)]},
        2: {"sit": [nest], "fly": [(nest[0], nest[0])]},
    }
    net = table_of_moths(3, rounds=1, plans=plans)
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    return net


def test_messages_look_alike_whatever_they_hide() -> None:
    """The same public game: on one cell or two, at the edge or not, with much to see or little."""
    games = [_lone_game(nest) for nest in ((9, 8), (9, 9), (15, 14))]
    assert len({frozenset(halves_of(net, 2)[-1].known) for net in games}) > 1
    shapes = [[_shapes(net, seat) for seat in range(3)] for net in games]
    for other in shapes[1:]:
        assert other == shapes[0]
    outcomes = {net.session(0).replica.engine.outcome for net in games}
    assert len(outcomes) == 1


class Timed(Session):
    """Notes how long after it was called for a part leaves; its half takes `effort` seconds."""

    def __init__(self, *args: Any, net: SimNet, effort: float, **words: Any) -> None:
        super().__init__(*args, **words)
        self.waits: dict[Kind, set[float]] = {}
        self._net = net
        author = self._author
        assert author is not None
        makes, called = author._made, dict[tuple[int, Kind], float]()

        def made(obligation: Obligation, now: float) -> Value | None:
            place = (obligation.task.number, obligation.kind)
            if place not in called:
                called[place] = now
                net.now += effort
            payload = makes(obligation, now)
            if payload is not None:
                kept = self.waits.setdefault(obligation.kind, set())
                kept.add(round(max(now, net.now) - called[place], 3))
            return payload

        author._made = made  # type: ignore[method-assign]


def _waits(effort: float, response_delay_ms: int = 400) -> dict[Kind, set[float]]:
    """How long a seat of a whole game holds its parts, by kind."""
    net = table_of(
        2,
        game="fortress",
        options={"units": 2, "rounds": 5},
        response_delay_ms=response_delay_ms,
        delay=lambda source, target: 0.001,
    )
    net.nodes[1].make = partial(Timed, net=net, effort=effort)
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    session = net.session(1)
    assert isinstance(session, Timed)
    return session.waits


def test_how_long_a_half_thinks_shows_in_no_part_that_no_person_decides() -> None:
    """Who has more Units, and meets more, works out more: its parts leave at the same moment."""
    quick, slow = _waits(0.0), _waits(0.05)
    if not quick[Kind.ACCOUNT] == quick[Kind.POSITIONS] == {0.4}:
        raise Accepted(f"parts leave as soon as they are made: {quick}")
    assert quick[Kind.SETS] == {0.0, 0.4}, "of a battle they leave with the plan"
    for kind in (Kind.ACCOUNT, Kind.POSITIONS):
        assert slow[kind] == {0.4}
    assert slow[Kind.SETS] == {0.05, 0.4}
    assert _waits(0.05, 0)[Kind.ACCOUNT] == {0.05}


def test_what_differs_differs_only_where_it_is_hidden() -> None:
    """Else the test before would compare a game with itself."""
    one, other = _lone_game((9, 8)), _lone_game((15, 14))
    bodies = [
        {part.kind: codec.encode(part.payload) for part in _parts(net, 2)} for net in (one, other)
    ]
    for kind in (Kind.SEAL, Kind.SETS, Kind.ANSWERS):
        assert bodies[0][kind] != bodies[1][kind]
    assert bodies[0][Kind.ACCOUNT] == bodies[1][Kind.ACCOUNT]


def test_messages_of_fortress_look_alike_whoever_plays() -> None:
    """On its smallest map, by bots that stay at home and by some that roam."""
    shapes = []
    for bot in (Homely(), RandomBot()):
        net = table_of(2, game="fortress", options={"units": 2, "rounds": 5})
        net.nodes[0].bot, net.nodes[1].bot = bot, bot
        net.start_all()
        net.run(net.finished)
        assert_ended_well(net)
        shapes.append([_shapes(net, seat) for seat in (0, 1)])
    assert shapes[0] == shapes[1]


# Two equal Units that change places


@dataclass
class March:
    """Lays what it must, and goes for the other seat; it keeps the halves that it was asked with.

    In round 3 it has two Units that are alike. It moves one of them, or both such that they end on
    the same two cells, each where the other would be: `swaps`.
    """

    swaps: bool = False
    halves: list[FortressHalf] = field(default_factory=list)

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        half, form = situation.knowledge.half, situation.choice.plan
        assert isinstance(half, FortressHalf)
        assert form is not None
        self.halves.append(half)
        if half.round == 1:
            return Answer(plan=half.default(form))
        return Answer(plan=half.plan(orders_of(half.force, self._orders(half))))

    def _orders(self, half: FortressHalf) -> Mapping[int, UnitOrder]:
        start, rival = half.public.chart.starts[half.seat], half.public.chart.starts[1 - half.seat]
        (lodging,) = (one.cell for one in half.force.tiles if one.kind is TileKind.LODGING)
        if half.round == 2:
            return {0: UnitOrder((start,))}
        if half.round == 3:
            near = half.board.neighbours
            beside = UnitOrder((min(set(near[start]) & set(near[lodging]) & set(half.known)),))
            return {0: beside, 1: UnitOrder((start,))} if self.swaps else {1: beside}
        goals = {unit.number: GoTo(rival) for unit in half.force.units}
        return orders_for_round(half.situation, half.rival_units, goals, {}).orders


@lru_cache
def _marched(*, swaps: bool) -> SimNet:
    """Six rounds; in the third one seat's two Units end on two cells, one way or the other."""
    net = table_of(2, game="fortress", options={"units": 2, "rounds": 10})
    net.nodes[0].bot, net.nodes[1].bot = March(swaps), March()
    net.start_all()
    net.run(lambda: len(_marcher(net, 1).halves) == 7)
    return net


def _marcher(net: SimNet, seat: int) -> March:
    bot = net.nodes[seat].bot
    assert isinstance(bot, March)
    return bot


def test_two_equal_units_that_change_places_leave_no_trace() -> None:
    """FTD-31: all that others get is the same to the byte; a seal only has the same length."""
    one, other = (_marched(swaps=swaps) for swaps in (False, True))
    for seat in (0, 1):
        parts = [_parts(net, seat) for net in (one, other)]
        assert len(parts[0]) == len(parts[1]) > 40
        for left, right in zip(*parts, strict=True):
            assert (left.step, left.kind) == (right.step, right.kind)
            if left.kind is Kind.SEAL:
                assert _form(left.payload) == _form(right.payload)
            else:
                assert left.payload == right.payload
    first, second = (_marcher(net, 1).halves for net in (one, other))
    assert first == second
    assert [map_of(half) for half in first] == [map_of(half) for half in second]
    views = {net.session(0).game.view(_table(net), None, NOTHING_KNOWN) for net in (one, other)}
    assert len(views) == 1


def test_they_did_change_places_and_were_met() -> None:
    """Else the test before would compare a game with itself, or nobody would look."""
    own = [_marcher(_marched(swaps=swaps), 0).halves[3].force.units for swaps in (False, True)]
    assert [(unit.cell, unit.kind, unit.health, unit.gold) for unit in own[0]] == [
        (unit.cell, unit.kind, unit.health, unit.gold) for unit in own[1]
    ]
    assert [unit.number for unit in own[0]] == [unit.number for unit in reversed(own[1])]
    watcher = _marcher(_marched(swaps=True), 1).halves
    assert any(len(half.rival_units) == 2 for half in watcher)
    assert any("{0}'s Infantry" in line for half in watcher for line in report_lines(half))
    seals = [
        [part.payload for part in _parts(_marched(swaps=swaps), 0) if part.kind is Kind.SEAL]
        for swaps in (False, True)
    ]
    assert sum(one != other for one, other in zip(*seals, strict=True)) == 1


def _table(net: SimNet) -> Table:
    return net.session(0).replica.engine.table


# Which positions are opened


def _waiting(seats: int = 2) -> tuple[Dealer, NamePositions]:
    """A table at which positions are to be named."""
    net = table_of_moths(seats)
    net.start_all()
    net.run(lambda: isinstance(net.session(0).replica.engine.waiting, NamePositions))
    replica = net.session(0).replica
    step, dealer = replica.engine.waiting, replica.dealer
    assert isinstance(step, NamePositions)
    assert dealer is not None
    return dealer, step


def test_positions_do_not_tell_which_cell_is_opened() -> None:
    """Over many seeds, each place of a view is named equally often whatever its owner wants."""
    dealer, step = _waiting()
    zone = unopened(dealer.table, "view 0")
    reach = Reach(b"a table", 6, (0, 0))
    hidden = hidden_cells(2)
    for wants in ((hidden[0],), (hidden[-1],), hidden[:4], ()):
        named: Counter[int] = Counter()
        for number in range(300):
            secrets = SeatSecrets.derive(bytes_of("layout", number), b"a table")
            task = PositionsTask(reach, step=step, dealer=dealer)
            half = MothHalf(Seat(0), known={lamp(0): "lamp"}, wants=wants)
            positions = [
                codec.integer(one, 0, 999) for one in codec.array(task.make(0, secrets, half))
            ]
            assert positions == sorted(set(positions))
            assert len(positions) == step.count
            layout = dealer.fog.views[0].layout(secrets)
            assert set(wants) <= {layout[card] for card in positions}
            named.update(positions)
        even = 300 * step.count / len(zone)
        chi = sum((named[card] - even) ** 2 / even for card in zone)
        assert len(zone) == 22
        assert chi < 46.8, wants  # p = 0.001 at 21 degrees


def test_two_views_of_one_map_have_nothing_in_common() -> None:
    """Neither do two of one seat: each copy has an order and ciphertexts of its own."""
    net = flown(3)
    dealer = net.session(0).replica.dealer
    assert dealer is not None
    views = dealer.fog.views
    layouts = [tuple(views[seat].layout(secrets_of(net, seat)).values()) for seat in range(3)]
    assert len(set(layouts)) == 3
    assert all(set(one) == set(layouts[0]) for one in layouts)
    halves = [dealer.slot(card).ciphertext for view in views.values() for card in view.fresh]
    assert len(set(halves)) == len(halves)


def test_decks_with_the_same_cards_get_different_orders() -> None:
    """Both go into one pass: if their proofs were for the same thing, so would the orders be."""
    secrets = SeatSecrets.derive(bytes_of("decks"), b"a table")
    keys = Keys({0: secrets.card.public})
    faces = [face_point("moths", bytes([number])) for number in range(8)]
    stage = [Slot((0,), (0,), open_card(face, keys.joint((0,)))) for face in faces * 2]
    task = ShuffleDecksTask(
        Reach(b"a table", 1, (0,)),
        keys,
        seats=(0,),
        cards=tuple(range(16)),
        stage=stage,
        fresh=tuple(range(16, 32)),
        sizes=(8, 8),
    )
    task.accept(0, Kind.DECKS, task.make(0, secrets), (1,))
    orders = [
        [
            faces.index(decrypt(secrets.card, ct))
            for ct in ciphertexts(task.stage[start : start + 8])
        ]
        for start in (0, 8)
    ]
    assert sorted(orders[0]) == sorted(orders[1]) == list(range(8))
    if orders[0] == orders[1]:
        raise Accepted("two decks are in the same order")


# What a coalition of all others has


def _hidden(net: SimNet) -> list[Slot]:
    """The tiles of the map, and every position that nobody opened."""
    dealer = net.session(0).replica.dealer
    assert dealer is not None
    zones = ["map", *(f"view {seat}" for seat in range(net.charter.seats))]
    cards = [card for zone in zones for card in unopened(dealer.table, zone)]
    return dealer.slots_of(cards)


def _left_over(net: SimNet, slot: Slot, seats: tuple[int, ...]) -> Point:
    """What is left of a tile when these seats take their layers off."""
    ct = slot.ciphertext
    assert ct is not None
    point = ct.c2
    for seat in seats:
        point = point - secrets_of(net, seat).card.secret * ct.c1
    return point


@pytest.mark.parametrize("alone", [0, 1, 2])
def test_all_others_together_cannot_open_a_tile(alone: int) -> None:
    net = flown(3)
    dealer = net.session(0).replica.dealer
    assert dealer is not None
    dealer._learn_faces()
    faces = set(dealer._points.values())
    given = {slot.shares[alone] for slot in dealer._slots.values() if alone in slot.shares}
    others = tuple(seat for seat in range(3) if seat != alone)
    slots = _hidden(net)
    assert len(slots) > 40
    for slot in slots:
        assert alone not in slot.shares
        left = _left_over(net, slot, others)
        assert left not in faces
        assert not {left - share for share in given} & faces
        assert _left_over(net, slot, (0, 1, 2)) in faces  # so the guesses are good ones


# What third seats have of an exchange


def test_no_point_of_any_message_is_the_element_of_a_tag() -> None:
    """Nor a sum or difference of two: tags are found by who asked alone."""
    net = flown(3)
    tags: set[bytes] = set()
    points: list[Point] = []
    for part in _parts(net, 0, 1, 2):
        if part.kind is Kind.SETS:
            for label in codec.array(part.payload):
                public, hashes, _, queries = codec.array(label, 4)
                tags |= set(_split(hashes))
                points += [Point.decode(data) for data in (*_split(public), *_split(queries))]
        elif part.kind is Kind.ANSWERS:
            labels = [one for viewer in codec.array(part.payload) for one in codec.array(viewer)]
            for label in labels:
                answers, _ = codec.array(label, 2)
                points += [Point.decode(data) for data in _split(answers)]
    assert len(tags) > 20
    assert len(points) > 100
    assert not tags & {tag_of(point) for point in points}
    sample = points[:: max(1, len(points) // 40)]
    assert not tags & {tag_of(a - b) for a, b in combinations(sample, 2)}
    assert not tags & {tag_of(a + b) for a, b in combinations(sample, 2)}


def _split(data: Value) -> list[bytes]:
    assert isinstance(data, bytes)
    return [data[at : at + 32] for at in range(0, len(data), 32)]
