"""What every game has to keep, as checks that take a game and raise ``AssertionError``.

``test_contract`` runs them all for every game of the registry and for the synthetic one, so a new
game is held to them for free.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

from games.engine.choice import CARDS_LIMIT, NOTHING, Answer, Choice
from games.engine.engine import Engine
from games.engine.errors import BadMove, BadResult
from games.engine.game import Game, rules_version
from games.engine.legal_answers import cards_status, legal, why_not
from games.engine.private import NOTHING_KNOWN, Knowledge
from games.engine.steps import Ask, AskAll, Claims
from games.engine.values import CardId, Face, Seat, encode, form
from games.engine.view import who
from simulation.dealer import Dealer, Playout, choice_for, play, quick, replay
from tests.games import synthetic

Maker = Callable[[], Game]


def makers() -> dict[str, Maker]:
    """Every game there is, and the synthetic one, by id."""
    from games import registry

    found: dict[str, Maker] = {game: partial(registry.make, game) for game in registry.GAMES}
    return {**found, "magpies": synthetic.make}


def digest_of_playouts(game: str, seeds: range) -> str:
    """One digest over seeded games at every seat count; compared across two hash seeds."""
    make = makers()[game]
    hasher = hashlib.sha256(rules_version(make()))
    info = make().info
    for seats in range(info.min_seats, info.max_seats + 1):
        for seed in seeds:
            playout = play(make(), seats, seed)
            hasher.update(playout.engine.digest)
            assert playout.engine.outcome is not None
            hasher.update(encode(playout.engine.outcome.encode()))
            for line in playout.engine.table.log:
                hasher.update(encode((line.text, line.args, line.step)))
    return hasher.hexdigest()


def replicas_agree(make: Maker, seats: int, seed: int) -> None:
    """A second engine fed with the same results is the same after every step, and at the end."""
    follower = Engine(make(), seats, quick(make()))
    follower.start()
    lead = Engine(make(), seats, quick(make()))
    lead.start()
    playout = play(make(), seats, seed)
    for result, left in playout.fed:
        assert follower.number == lead.number
        assert follower.digest == lead.digest == playout.engine.digest_at(lead.number)
        assert follower.waiting == lead.waiting
        lead.feed(result, left)
        follower.feed(result, left)
        assert [r.number for r in lead.drain()] == [r.number for r in follower.drain()]
    assert same(lead, follower)
    assert same(lead, playout.engine)


def resumes_anywhere(make: Maker, playout: Playout, cuts: int) -> None:
    """Cut the results anywhere, replay them into a new engine, go on: the same end."""
    total = len(playout.fed)
    for cut in sorted({0, total, *(total * k // cuts for k in range(cuts))}):
        engine = replay(make(), playout, cut)
        assert engine.digest == playout.engine.digest_at(engine.number)
        for result, left in playout.fed[cut:]:
            engine.feed(result, left)
        assert same(engine, playout.engine)


def same(one: Engine, other: Engine) -> bool:
    """Whether two engines agree on all that is public."""
    return (
        one.number == other.number
        and one.digest == other.digest
        and one.outcome == other.outcome
        and one.table.gone == other.table.gone
        and one.table.log == other.table.log
        and one.table.events == other.table.events
        and [(z.name, z.cards) for z in one.table.zones.values()]
        == [(z.name, z.cards) for z in other.table.zones.values()]
    )


def choices_hold(make: Maker, seats: int, seed: int) -> None:
    """At every decision: something is legal, all legal answers pass, mutated ones are refused."""
    rng = random.Random(seed)

    def watch(engine: Engine, dealer: Dealer) -> None:
        step = engine.waiting
        if isinstance(step, Ask):
            _choice_holds(step.choice, engine, dealer, step.seat, rng)
            for bad in _mutations(step.choice, rng):
                before = engine.digest
                _refuses(engine, bad)
                assert engine.digest == before
        elif isinstance(step, AskAll | Claims):
            asks = step.asks if isinstance(step, AskAll) else step.offers
            for seat, choice in asks:
                _choice_holds(choice, engine, dealer, seat, rng)
            for malformed in (None, (), (NOTHING,) * (len(asks) + 1), (3,) * len(asks)):
                try:
                    engine.feed(malformed)
                except (BadResult, BadMove):
                    continue
                raise AssertionError(f"{malformed} was taken for a result of {step}")

    play(make(), seats, seed, watch=watch)


def _choice_holds(
    choice: Choice, engine: Engine, dealer: Dealer, seat: Seat, rng: random.Random
) -> None:
    sees = engine.table.sees(dealer.knowledge(seat))
    answers = list(legal(choice, sees))
    assert answers, f"seat {seat} has no legal answer to '{choice.kind}' in {engine.table.log[-3:]}"
    assert len(set(answers)) == len(answers)
    for answer in rng.sample(answers, min(8, len(answers))):
        assert why_not(choice, answer, sees) is None
        assert Answer.from_primitives(answer.primitives()) == answer
    status = cards_status(choice, sees)
    played = {card for answer in answers for card in answer.cards}
    for card, reason in zip(choice.cards, status, strict=True):
        assert reason is None or (reason and card not in played)
    assert choice_for(engine, seat) is choice
    assert choice.form == form(choice.primitives())
    labels: list[str | None] = [option.label for option in choice.options]
    if choice.wording is not None:
        held = [(sees.faces[card],) for card in choice.cards if card in sees.faces]
        labels += [choice.wording(faces, one.key) for faces in held for one in choice.options]
    assert not any(label and who(seat) in label for label in labels), "it reads its own name"
    view = engine.game.view(engine.table, seat, dealer.knowledge(seat))
    assert all(view.card(card)[1] is not None for card in choice.cards if card in sees.faces)


def _mutations(choice: Choice, rng: random.Random) -> list[Answer]:
    """Answers that break the shape of a choice."""
    nobody = CardId(10**9)
    keys = [option.key for option in choice.options]
    cards = choice.cards[: choice.min_cards]
    right = Answer(
        cards,
        rng.choice(keys) if keys else None,
        choice.low if choice.low <= choice.high else None,
        tuple(range(len(choice.items))),
    )
    mutations = [
        replace(right, cards=(nobody,)),
        replace(right, cards=(*choice.cards[: choice.max_cards], nobody)),
        replace(right, option="no such option"),
        replace(right, number=choice.high + 1 if right.number is not None else 1),
        replace(right, order=(*right.order, len(right.order))),
    ]
    if choice.cards and choice.max_cards > 0:
        mutations.append(replace(right, cards=(choice.cards[0],) * 2))
    if keys:
        mutations.append(replace(right, option=None, number=7))
    return mutations


def _refuses(engine: Engine, answer: object) -> None:
    try:
        engine.feed(answer)
    except BadMove:
        return
    raise AssertionError(f"{answer} was taken for an answer to {engine.waiting}")


def malformed_answers() -> list[object]:
    """Values that are no primitives of an answer."""
    return [
        None,
        3,
        "answer",
        (),
        ((), None, None),
        ([], None, None, ()),
        ((True,), None, None, ()),
        ((-1,), None, None, ()),
        ((1.0,), None, None, ()),
        (("1",), None, None, ()),
        ((), 3, None, ()),
        ((), "x" * (CARDS_LIMIT + 1), None, ()),
        ((), None, "3", ()),
        ((), None, True, ()),
        ((), None, 1 << 60, ()),
        ((), None, None, (None,)),
        (tuple(range(CARDS_LIMIT + 1)), None, None, ()),
    ]


def views_keep_secrets(make: Maker, seats: int, seed: int) -> None:
    """No view shows anything of a face that its viewer has not seen.

    A hidden card must look the same whichever it is: in every area all cards that the viewer
    cannot read are drawn alike, and redrawing who holds what among the cards
    unknown to a viewer leaves that view as it was.
    """
    rng = random.Random(seed)

    def watch(engine: Engine, dealer: Dealer) -> None:
        if rng.randrange(3):
            return
        table = engine.table
        for viewer in (None, *(Seat(seat) for seat in range(seats))):
            known = {} if viewer is None else dict(dealer.known[viewer])
            view = engine.game.view(table, viewer, Knowledge(known))
            for cards in (*(area.cards for area in view.areas), view.hand):
                backs = set()
                for card in cards:
                    if card.id is None or card.id in known or table.is_open(card.id):
                        continue
                    assert not card.open
                    backs.add((card.short, card.title, card.text))
                assert len(backs) <= 1, f"{viewer} tells hidden cards apart: {backs}"
            swapped = _swapped(dealer, known, rng)
            for other in range(seats):
                engine.game.view(table, Seat(other), Knowledge(swapped[other]))
            assert engine.game.view(table, viewer, Knowledge(known)) == view

    play(make(), seats, seed, watch=watch)


def tells_how_it_went(make: Maker, seats: int, seed: int) -> None:
    """A game that is over tells its turning points in sentences, the same to all; none before."""
    rng = random.Random(seed)

    def watch(engine: Engine, dealer: Dealer) -> None:
        if engine.outcome is None and not rng.randrange(20):
            assert engine.game.view(engine.table, None, NOTHING_KNOWN).tale == ()

    engine = play(make(), seats, seed, watch=watch).engine
    told = engine.game.view(engine.table, None, NOTHING_KNOWN).tale
    assert told
    assert all(said.endswith(".") and said[0] == said[0].upper() for said in told), told
    for seat in range(seats):
        assert engine.game.view(engine.table, Seat(seat), NOTHING_KNOWN).tale == told


def _swapped(
    dealer: Dealer, known: dict[CardId, Face], rng: random.Random
) -> list[dict[CardId, Face]]:
    """What the seats would know if two cards hidden from the viewer were exchanged."""
    hidden = sorted({card for seen in dealer.known for card in seen if card not in known})
    swap: dict[CardId, Face] = {}
    if len(hidden) > 1:
        one, other = rng.sample(hidden, 2)
        swap = {one: dealer.true[other], other: dealer.true[one]}
    return [{card: swap.get(card, face) for card, face in seen.items()} for seen in dealer.known]


@cache
def length_of(make: Maker, seats: int, seed: int) -> int:
    """How many results such a game is fed with, if nobody leaves."""
    return len(play(make(), seats, seed).fed)


def leaving_is_fine(make: Maker, seats: int, seed: int) -> None:
    """Seats leave at random moments, several at once too: the game still ends by its rules."""
    rng = random.Random(seed)
    length = length_of(make, seats, seed)
    leavers = [Seat(seat) for seat in rng.sample(range(seats), rng.randint(1, seats))]
    leave: dict[int, tuple[Seat, ...]] = {}
    for seat in leavers:
        moment = rng.randrange(length)
        leave[moment] = (*leave.get(moment, ()), seat)
    playout = play(make(), seats, seed, leave=leave)
    outcome = playout.engine.outcome
    assert outcome is not None
    assert all(seat not in playout.engine.table.gone for seat in outcome.winners)
    again = replay(make(), playout)
    assert same(again, playout.engine)


def waiting_is_for_the_present(make: Maker, seats: int, seed: int) -> None:
    """Nobody who has left is asked anything or dealt anything."""
    rng = random.Random(seed)

    def watch(engine: Engine, dealer: Dealer) -> None:
        gone = engine.table.gone
        assert all(choice_for(engine, seat) is None for seat in gone)

    length = length_of(make, seats, seed)
    gone = {rng.randrange(length): (Seat(rng.randrange(seats)),)}
    playout = play(make(), seats, seed, leave=gone, watch=watch)
    (moment, leaver) = next(iter(gone.items()))
    at = replay(make(), playout, min(moment, len(playout.fed))).number
    steps = playout.dealer.steps
    for step in steps[at:]:
        assert getattr(step, "to", None) not in leaver
        assert getattr(step, "owner", None) not in leaver
