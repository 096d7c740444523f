"""What the strong bot expects: how the board would lie after a deed, and what that is worth.

Places are counted from the throne. Nothing here asks anybody or changes the table: boards to come
are copies of the Ranks, settled by the same functions as the real one. Whole numbers alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from games.engine.values import Seat
from games.king import cards as kinds
from games.king.board import (
    demote_librarian,
    king_of,
    lift,
    people,
    prefer_friend,
    rank_of,
    reset,
    succeed,
)
from games.king.bot.evaluation import Outlook
from games.king.hands import size
from games.king.heirs import (
    FOOL,
    GENERAL,
    HANGED_MAN,
    HERMIT,
    JUDGE,
    MAGICIAN,
    PRINCE,
    QUEEN,
    SPY,
    TRUE_HEIR,
    Person,
    player,
    seat_of,
)
from games.king.loyalty import holder, holds, sources_of
from games.king.ranks import Rank
from games.king.state import State

THRONE: Final = 1800
SECOND: Final = 1000
FADE: Final = 86
"""Each place further from the throne is worth so many hundredths of the one before."""
CROWN: Final = 3000
"""What it is worth to win here and now; what all lose is as bad as half of it."""
RIVALRY: Final = 15
"""How many hundredths the place of the best other player counts against the own. With much more
nobody lets anybody have the throne, and no game ends before its last round."""
FALL: Final = 3
"""Places that the turn and the hand of somebody who dies are worth."""


def _values() -> tuple[int, ...]:
    found = [THRONE, SECOND]
    while len(found) < 40:
        found.append(found[-1] * FADE // 100)
    return tuple(found)


VALUES: Final = _values()
"""What each place is worth, the throne first."""


@dataclass(frozen=True)
class Forecast(Outlook):
    """An outlook that weighs what would become of the board."""

    # Boards to come

    def copied(self) -> State:
        """The Ranks and loyalties, free to be changed."""
        now = self.state
        ranks = {rank: list(ranked) for rank, ranked in now.ranks.items()}
        return replace(
            now,
            ranks=ranks,
            dead=list(now.dead),
            owners=dict(now.owners),
            bribes={heir: list(stack) for heir, stack in now.bribes.items()},
        )

    def settled(self, board: State) -> State:
        """Succession, the Librarian and the Prince's friend, until all stand where they stay."""
        while True:
            succeed(board)
            demote_librarian(board)
            prefer_friend(board, holder(board, PRINCE))
            judged = king_of(board) == HANGED_MAN and rank_of(board, JUDGE) not in (
                None,
                Rank.COMMONER,
            )
            if king_of(board) != HERMIT and not judged:
                return board
            self._kill(board, HERMIT if king_of(board) == HERMIT else HANGED_MAN)

    def _kill(self, board: State, person: Person) -> None:
        lift(board, person)
        board.dead.append(person)
        board.owners.pop(person, None)
        board.bribes.pop(person, None)

    def after_death(self, person: Person) -> State:
        """The board without somebody; the Magician dies for his friend."""
        seat = seat_of(person)
        if seat is not None and holds(self.state, seat, MAGICIAN):
            person = MAGICIAN
        board = self.copied()
        self._kill(board, person)
        if seat_of(person) is not None:
            for heir, owner in list(board.owners.items()):
                if owner == seat:
                    del board.owners[heir]
        return self.settled(board)

    def after_reset(self, person: Person) -> State:
        """The board with somebody as the least senior of the Rank."""
        board = self.copied()
        reset(board, person)
        return self.settled(board)

    def after_gain(self, person: Person) -> State:
        """The board with somebody as this player's friend."""
        board = self.copied()
        board.owners[person] = self.seat
        board.bribes.pop(person, None)
        return self.settled(board)

    # What they are worth

    @cached_property
    def now(self) -> int:
        """What the board as it lies is worth."""
        return self.value(self.state)

    def value(self, board: State) -> int:
        """What a board is worth to this player: its own place against those of the others."""
        king = king_of(board)
        if king == TRUE_HEIR:
            return -CROWN // 2
        if king == HANGED_MAN:
            return self._crowned(board)
        order = people(board)
        mine = self._place(board, order, self.seat)
        others = [self._place(board, order, seat) for seat in board.order if seat != self.seat]
        best = max(others, default=0)
        # D-89: at half or more it still wins, but four of them let nobody have the throne.
        return mine - best * RIVALRY // 100

    def _place(self, board: State, order: Sequence[Person], seat: Seat) -> int:
        if self.table.is_gone(seat):
            return 0
        person = player(seat)
        if seat == self.seat and order and order[0] == person:
            return self.throne
        place = order.index(person) if person in order else len(order) + FALL
        return VALUES[min(place, len(VALUES) - 1)]

    @cached_property
    def throne(self) -> int:
        """What it is worth to be King until the own turn starts, with the Knights in this hand."""
        guard = sum(card.value for card in self.hand() if card.kind is kinds.KNIGHT)
        rivals = len(self.table.active) - 1
        safe = max(5, min(90, 18 + 18 * guard - 8 * rivals))
        return (safe * CROWN + (100 - safe) * VALUES[12]) // 100

    def _crowned(self, board: State) -> int:
        """The Hanged Man as King, with no Judge to hinder him: the friend wins who has him last."""
        can_bribe = self.has(kinds.BRIBE) and not holds(board, self.seat, TRUE_HEIR)
        if holder(board, HANGED_MAN) == self.seat and not holds(board, self.seat, TRUE_HEIR):
            return CROWN * 3 // 4
        return CROWN // 2 if can_bribe else -CROWN // 2

    def has(self, kind: kinds.Kind) -> bool:
        """Whether this player has a card of a kind."""
        return any(card.kind is kind for card in self.hand())

    @cached_property
    def step(self) -> int:
        """What one place upwards is worth."""
        order = people(self.state)
        place = order.index(self.me) if self.me in order else len(order)
        return max(1, VALUES[max(0, place - 1)] - VALUES[place])

    def gain_by_death(self, person: Person) -> int:
        """What somebody's death would bring."""
        return self.value(self.after_death(person)) - self.now

    def gain_by_reset(self, person: Person) -> int:
        """What a loss of Seniority would bring."""
        return self.value(self.after_reset(person)) - self.now

    def gain_by_loyalty(self, person: Person) -> int:
        """What a friend would bring by the place alone (the Prince's)."""
        return self.value(self.after_gain(person)) - self.now

    # Attacks

    def chance(self, person: Person, strength: int) -> int:
        """In hundredths, how likely an attack of this strength kills."""
        if person == GENERAL:
            return 90 if strength > 10 else 0
        if person == SPY:
            return 95
        if person == self.king and self._queen_helps:
            strength += 1
        seat = seat_of(person)
        if seat is None:
            friend = holder(self.state, person)
            if friend not in (None, self.seat):
                return min(90, 60 + 10 * strength)
            sure = min(95, 82 + 5 * strength)
            return sure // 2 if person == MAGICIAN else sure
        if holds(self.state, seat, MAGICIAN):
            return 85
        cards = size(self.table, seat)
        drafts = 14 * cards if sources_of(self.state, seat, Rank.BARON) else 0
        return max(2, min(95, 55 + 18 * (strength + self.poison) - 9 * cards - drafts))

    @cached_property
    def king(self) -> Person | None:
        """The King."""
        return king_of(self.state)

    @cached_property
    def poison(self) -> int:
        """How much Poison this player could add."""
        return sum(card.kind is kinds.POISON for card in self.hand())

    @property
    def _queen_helps(self) -> bool:
        return rank_of(self.state, QUEEN) not in (None, Rank.COMMONER) and holder(
            self.state, QUEEN
        ) in (None, self.seat)

    def gain_by_attack(self, person: Person, strength: int) -> int:
        """What an attack may be expected to bring, before what its cards are worth."""
        hit = self.chance(person, strength) * self.gain_by_death(person)
        if person == FOOL and self.king not in (None, FOOL):
            assert self.king is not None
            led = self.chance(self.king, strength) * self.gain_by_death(self.king)
            hit = (hit + led) // 2
        return hit // 100
