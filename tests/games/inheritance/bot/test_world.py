"""The world that the strong bot plays in does what the rules do, card by card, and deals fairly."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.values import Seat
from games.inheritance.bot.lookahead import after, determined
from games.inheritance.bot.world import NOBODY, NUMBER, RULES, Dice, World, move_of, number_of
from games.inheritance.cards import DECK, Card, Influence, Suit
from games.inheritance.position import FAMILY, PROPOSAL, Position, admirer_of
from games.inheritance.uses import Verb, legal_uses
from tests.games.inheritance.build import card, position

ME = Seat(0)
HELD = {0: ["1 peace"], 1: ["2 peace", "6 love"], 2: ["5 peace"]}


def tables() -> list[Position]:
    """Tables with open, secret and missing Admirers and Parents, under every rule and suit."""
    rows: list[tuple[list[str], tuple[str, str], int | None]] = [
        (["3 love", "8 dowry", ""], ("6 peace", "7 war"), 1),
        (["", "?", "4 war"], ("?", "7 war"), 2),
        (["?", "?", "4 peace"], ("?", "?"), None),
        (["3 love", "8 dowry", "4 war"], ("6 peace", "7 war"), 0),
        (["9 war", "9 love", "9 peace"], ("10 love", "2 love"), 2),
    ]
    return [
        position(
            admirers,
            hands=[2, 2, 1],
            proposal=f"7 {proposal}" if proposal is not Suit.WAR else "10 war",
            successor="5 love",
            parents=parents,
            influence=influence,
            ring=ring,
        )
        for admirers, parents, ring in rows
        for proposal in Suit
        for influence in Influence
    ]


def world_of(given: Position, hand: list[Card]) -> World:
    """The world of a position: under face-down places lie any cards that are nowhere else."""
    taken = {one for one in given.board.values() if one is not None} | {*hand}
    taken |= {card(short) for shorts in HELD.values() for short in shorts}
    spare = [NUMBER[one] for one in DECK if one not in taken]

    def at(place: str) -> int:
        if place not in given.board:
            return NOBODY
        one = given.board[place]
        return spare.pop() if one is None else NUMBER[one]

    return World(
        [at(admirer_of(seat)) for seat in given.seats],
        [given.is_secret(seat) for seat in given.seats],
        [at(place) for place in FAMILY],
        [given.board[place] is None for place in FAMILY],
        at(PROPOSAL),
        RULES[given.influence],
        NOBODY if given.ring is None else given.ring,
        [
            [NUMBER[one] for one in hand],
            *([NUMBER[card(short)] for short in HELD[seat]] for seat in (1, 2)),
        ],
        [],
        given.gone,
    )


def seen(world: World) -> tuple[object, ...]:
    """What everybody sees of a world."""
    admirers = [
        None if secret else one for one, secret in zip(world.admirers, world.secret, strict=True)
    ]
    members = [
        None if veiled else one for one, veiled in zip(world.family, world.veiled, strict=True)
    ]
    hands = [len(hand) for hand in world.hands]
    return admirers, members, world.proposal, world.influence, world.ring, hands


def shown(given: Position) -> tuple[object, ...]:
    """The same of a position."""

    def number(place: str) -> int | None:
        if place not in given.board:
            return NOBODY
        one = given.board[place]
        return None if one is None else NUMBER[one]

    admirers = [number(admirer_of(seat)) for seat in given.seats]
    members = [number(place) for place in FAMILY]
    ring = NOBODY if given.ring is None else given.ring
    proposal, influence = number(PROPOSAL), RULES[given.influence]
    return admirers, members, proposal, influence, ring, list(given.hands)


@pytest.mark.parametrize("one", DECK, ids=lambda one: one.name)
def test_every_use_of_every_card_does_what_the_position_says(one: Card) -> None:
    other = card("6 war") if one != card("6 war") else card("4 dowry")
    for given in tables():
        if one in given.board.values() or other in given.board.values():
            continue
        uses = legal_uses(given, ME, one)
        world = world_of(given, [one, other])
        moves = [move_of(one, use, other if use.verb is Verb.DISGUISE else None) for use in uses]
        assert sorted(move for move in world.moves(ME) if move[0] == NUMBER[one]) == sorted(moves)
        for use, move in zip(uses, moves, strict=True):
            tried = world.copy()
            tried.apply(ME, move, Dice(1))
            ahead = after(given, ME, one, use, other)
            assert seen(tried) == shown(ahead)
            tried.determine()
            assert seen(tried) == shown(determined(ahead))


def test_trying_a_copy_leaves_the_world_as_it_is() -> None:
    given = tables()[0]
    world = world_of(given, [card("10 dowry"), card("5 war")])
    before = world.copy()
    for move in list(world.moves(ME)):
        world.copy().apply(ME, move, Dice(3))
    assert world == before


def test_a_soldier_takes_the_admirer_to_the_hand_and_any_of_its_cards_lies_secret() -> None:
    laid = Counter[int]()
    for seed in range(200):
        world = world_of(tables()[0], [card("5 war")])
        world.apply(ME, (NUMBER[card("5 war")], Verb.COMMAND, 1), Dice(seed))
        assert world.secret[1]
        assert NUMBER[card("8 dowry")] in world.hands[1]
        laid[world.admirers[1]] += 1
    assert set(laid) == {NUMBER[card("2 peace")], NUMBER[card("6 love")]}
    assert min(laid.values()) > 60


def test_a_card_is_drawn_while_there_are_any() -> None:
    world = world_of(tables()[0], [card("5 war")])
    world.deck = [NUMBER[card("1 love")]]
    assert not world.is_out_of_cards()
    world.draw(ME)
    assert world.hands[ME] == [NUMBER[card("5 war")], NUMBER[card("1 love")]]
    world.draw(ME)
    assert len(world.hands[ME]) == 2


def test_the_cards_of_those_who_have_left_are_no_cards_to_play() -> None:
    world = world_of(position(["3 love", "8 dowry", ""], gone=[1], hands=[0, 2, 0]), [])
    world.hands = [[], [NUMBER[card("1 love")]], []]
    assert world.is_out_of_cards()


def test_dice_put_cards_into_any_order() -> None:
    dice, orders = Dice(9), Counter[tuple[int, ...]]()
    for _ in range(2400):
        cards = [0, 1, 2, 3]
        dice.shuffle(cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert all(50 < count < 160 for count in orders.values())


def test_no_card_has_the_number_of_nobody() -> None:
    assert number_of(None) == NOBODY
    assert [number_of(one) for one in DECK] == list(range(40))
    assert all(
        number // 10 == list(Suit).index(one.suit) and number % 10 == one.rank - 1
        for one, number in NUMBER.items()
    )
