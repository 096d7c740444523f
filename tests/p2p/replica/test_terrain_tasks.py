"""Decks in one pass, and positions that a seat names: what the tasks do by themselves.

Whole games are in `tests/p2p/test_fog_games.py`, cheats in `test_fog_cheats.py` beside it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from crypto.elgamal import decrypt, face_point, open_card
from crypto.slots import Slot
from games.engine.fog_steps import NamePositions, unopened
from games.engine.values import Seat
from p2p.errors import LocalError
from p2p.replica.card_payloads import Keys, ciphertexts
from p2p.replica.dealer import Dealer
from p2p.replica.task import Reach, SeatSecrets
from p2p.replica.terrain_tasks import PositionsTask, ShuffleDecksTask
from p2p.wire import codec
from p2p.wire.message import Kind
from simulation.network import SimNet
from simulation.tables import bytes_of
from tests.crypto import independent
from tests.games.moths import MothHalf, hidden_cells, lamp
from tests.p2p.fog_tables import moths, secrets_of, table_of_moths

TABLE = b"a table"
SECRETS = SeatSecrets.derive(bytes_of("terrain"), TABLE)
FACES = [face_point("moths", bytes([number])) for number in range(7)]


def _decks(keys: Keys, sizes: tuple[int, ...]) -> ShuffleDecksTask:
    key = keys.joint((0,))
    stage = [Slot((0,), (0,), open_card(face, key)) for face in FACES[: sum(sizes)]]
    count = len(stage)
    return ShuffleDecksTask(
        Reach(TABLE, 1, (0,)),
        keys,
        seats=(0,),
        cards=tuple(range(count)),
        stage=stage,
        fresh=tuple(range(count, 2 * count)),
        sizes=sizes,
    )


@pytest.mark.parametrize("sizes", [(7,), (4, 3), (1, 5, 1)])
def test_each_deck_keeps_its_cards(sizes: tuple[int, ...]) -> None:
    task = _decks(Keys({0: SECRETS.card.public}), sizes)
    assert task.pending(0) is Kind.DECKS
    task.accept(0, Kind.DECKS, task.make(0, SECRETS), (1,))
    assert task.pending(0) is None
    assert task.complete()
    start = 0
    for size in sizes:
        deck = ciphertexts(task.stage[start : start + size])
        opened = {decrypt(SECRETS.card, ct) for ct in deck}
        assert opened == set(FACES[start : start + size])
        start += size


def test_progress_counts_the_cards_of_all_decks() -> None:
    told: list[tuple[int, int, int, int]] = []
    keys = Keys({0: SECRETS.card.public}, progress=lambda *report: told.append(report))
    task = _decks(keys, (4, 3))
    payload = task.make(0, SECRETS)
    made, told[:] = list(told), []
    task.accept(0, Kind.DECKS, payload, (1,))
    for reports in (made, told):
        assert {report[:2] for report in reports} == {(1, 0)}
        done = [report[2] for report in reports]
        assert done == sorted(done)
        assert {report[3] for report in reports} == {7}
        assert done[-1] == 7


@pytest.fixture(scope="module")
def waiting() -> Iterator[tuple[SimNet, Dealer, NamePositions]]:
    """A table at which positions are to be named."""
    with moths():
        net = table_of_moths(2)
        net.start_all()
        net.run(lambda: isinstance(net.session(0).replica.engine.waiting, NamePositions))
        replica = net.session(0).replica
        step, dealer = replica.engine.waiting, replica.dealer
        assert isinstance(step, NamePositions)
        assert dealer is not None
        yield net, dealer, step


def _named(net: SimNet, dealer: Dealer, step: NamePositions, half: MothHalf) -> list[int | None]:
    """The cells of the positions that a half has named, None for blanks."""
    secrets = secrets_of(net, 0)
    reach = Reach(net.charter.table, 6, (0, 0))
    made = codec.array(PositionsTask(reach, step=step, dealer=dealer).make(0, secrets, half))
    layout = dealer.fog.views[0].layout(secrets)
    return [layout[codec.integer(one, 0, 9999)] for one in made]


def test_a_seat_opens_what_it_wants_first(waiting: tuple[SimNet, Dealer, NamePositions]) -> None:
    """The nearest ones, as many as there may be; then blanks and cells that it knows."""
    net, dealer, step = waiting
    hidden = hidden_cells(2)
    far = MothHalf(Seat(0), known={lamp(0): "lamp"}, wants=hidden)
    assert sorted(map(str, _named(net, dealer, step, far))) == sorted(
        map(str, hidden[: step.count])
    )
    one = replace(far, wants=hidden[5:6])
    cells = _named(net, dealer, step, one)
    assert cells.count(None) == step.count - 1
    assert hidden[5] in cells


def test_known_cells_serve_as_fillers(waiting: tuple[SimNet, Dealer, NamePositions]) -> None:
    net, dealer, step = waiting
    hidden = hidden_cells(2)
    half = MothHalf(Seat(0), known=dict.fromkeys(hidden, "leaf"))
    cells = _named(net, dealer, step, half)
    assert set(cells) <= {*hidden, None}
    assert len(cells) == step.count


@pytest.mark.parametrize("wants", [0, 1, 40])
def test_positions_are_named_as_the_page_of_proofs_has_it(
    waiting: tuple[SimNet, Dealer, NamePositions], wants: int
) -> None:
    """Worked out from `docs/proofs.md`, *From a seed*, with nothing of the program but its view."""
    net, dealer, step = waiting
    table, seed, view = net.charter.table, bytes_of("page"), dealer.fog.views[0]
    known, wanted = hidden_cells(2)[:3], hidden_cells(2)[3:][:wants]
    half = MothHalf(Seat(0), known=dict.fromkeys(known, "leaf"), wants=wanted)
    task = PositionsTask(Reach(table, 6, (0, 0)), step=step, dealer=dealer)

    inputs = view.key.encode() + b"".join([ct.encode() for ct in view.inputs])
    copied = independent.context(table, view.context.step, 0)
    purpose = independent.frame(b"copy", copied, hashlib.sha512(inputs).digest())
    shows = dict(
        zip(
            view.fresh,
            independent.permutation(seed, b"shuffle permutation", purpose, size=len(view.inputs)),
            strict=True,
        )
    )
    at = {cell: card for card in view.fresh for cell in view.cells[shows[card] : shows[card] + 1]}
    chosen = [at[cell] for cell in wanted][: step.count]
    blanks = {card for card in view.fresh if shows[card] >= len(view.cells)}
    fillers = sorted({*blanks, *(at[cell] for cell in known)} - set(chosen))
    here = independent.context(table, 6, 0)
    order = independent.permutation(seed, b"fog fillers", here, size=len(fillers))
    taken = [fillers[place] for place in order[: step.count - len(chosen)]]
    made = task.make(0, SeatSecrets.derive(seed, table), half)
    assert made == tuple(sorted([*chosen, *taken]))


def test_without_fillers_a_seat_says_so(waiting: tuple[SimNet, Dealer, NamePositions]) -> None:
    """The rules renew a view before that; nobody opens what it does not want to see."""
    net, dealer, step = waiting
    more = replace(step, count=len(unopened(dealer.table, "view 0")))
    with pytest.raises(LocalError, match="too few blanks"):
        _named(net, dealer, more, MothHalf(Seat(0), known={lamp(0): "lamp"}))
