"""The table as rules see it: the public ledger, and everything that rules may await.

Every awaited call here turns into steps (``games.engine.steps``); nothing else yields. So what a
game asks of the world is a list of steps, and whoever has their results can run it again.

Three invariants are kept here, so that no rulebook has to think of them:

* A seat that leaves never breaks the rules: it is not asked (its default comes back at once),
  nothing is dealt or given to it, and hidden cards that only it could read drop out of play when
  they would be shuffled, given or put back.
* A hand has no history: no single hidden card of it is used between its coming in and the next mix,
  so nobody can say which draw or gift a card came from.
* Rules never see a hidden face. A claim on one (a ``predicate``) is opened in the very next
  blocking step, when everybody can judge it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from games.engine.choice import NOTHING, Answer, Choice
from games.engine.errors import RulesError
from games.engine.ledger import Ledger, LogLine, Where, Zone
from games.engine.steps import (
    Ask,
    AskAll,
    Chance,
    Claims,
    Deal,
    Give,
    Mix,
    Open,
    Peek,
    PutBack,
    Reveal,
    Shuffle,
    ShuffleAhead,
)
from games.engine.values import CardId, Face, Seat

__all__ = ["LogLine", "Table", "Where", "Zone"]

SIDES_LIMIT = 1 << 32


class Table(Ledger):
    """Public knowledge of one game in progress, and the verbs of its rulebook."""

    # Cards

    async def shuffle(
        self, zones: str | Sequence[str], into: str | None = None, *, ahead: bool = False
    ) -> tuple[CardId, ...]:
        """Gather zones, shuffle, and lay all in ``into`` (else the first zone). Gives fresh ids.

        Faces of open cards among them are forgotten. Cards held by one seat are put back first;
        lost cards drop out of play. What lies in ``into`` already, if it is not one of ``zones``,
        stays on top of the shuffled cards.

        With ``ahead`` the rules go on at once; what deals from these cards waits for the shuffle.
        """
        names = (zones,) if isinstance(zones, str) else tuple(zones)
        gathered = [card for name in names for card in self.zone(name).cards]
        target = self.zone(names[0] if into is None else into)
        # A hand that still needs its mix may be gathered as a whole: that tells nothing of one
        # card.
        self._use(gathered)
        gathered = await self._release(gathered, self._holders)
        if not gathered:
            return ()
        fresh = self.fresh_ids(len(gathered))
        kind = ShuffleAhead if ahead else Shuffle
        await kind(tuple(gathered), fresh, target.name)
        return fresh

    async def hand(self, seat: Seat) -> tuple[CardId, ...]:
        """The cards of a hand, ready for use: mixed first if a card came in since the last mix.

        A hand of open cards alone needs no mix: there is nothing to hide. Cards opened in the hand
        itself stay open, until a card comes in or the rules ask for a ``mix``.
        """
        zone = self.hand_zone(seat)
        if self.needs_mix(zone):
            await self.mix(seat)
        return tuple(zone.cards)

    async def mix(self, seat: Seat) -> tuple[CardId, ...]:
        """Shuffle the hand of a seat by that seat alone; open cards in it are hidden again."""
        zone = self.hand_zone(seat)
        cards = tuple(zone.cards)
        if not cards or seat in self.gone:
            return cards
        for card in cards:
            if card not in self._faces and self._readers.get(card) != seat:
                raise RulesError(f"seat {seat} cannot read card {card} of its own hand")
        fresh = self.fresh_ids(len(cards))
        await Mix(seat, cards, fresh)
        return fresh

    async def deal(
        self, src: str, dst: str, cards: int | Sequence[CardId], to: Seat | None
    ) -> tuple[CardId, ...]:
        """The top ``cards`` (fewer if there are not so many), or these ids, go from src to dst.

        Hidden ones are learned by ``to``, one seat or nobody. Open ones just move. Nothing is
        dealt to a seat that has left. Gives the ids.
        """
        source = self.zone(src)
        chosen = tuple(source.cards[:cards]) if isinstance(cards, int) else tuple(cards)
        if to is not None and to in self.gone:
            return ()
        if any(self._zone_of.get(card) is not source for card in chosen):
            raise RulesError(f"only cards of '{src}' can be dealt from it")
        target = self.zone(dst)
        hidden = tuple(card for card in chosen if card not in self._faces)
        # A slot has one reader (crypto.slots, law 2): a kept card changes hands by a transfer.
        if any(self._readers.get(card, to) != to for card in hidden):
            raise RulesError("a card kept by a seat is not dealt: give it, or put it back first")
        if target.hand and hidden and to != target.owner:
            raise RulesError(f"'{dst}' is the hand of another seat")
        self._use(chosen)
        unread = tuple(card for card in hidden if card not in self._readers)
        if unread:
            await Deal(unread, to)
        self._place(chosen, target, "bottom")
        return chosen

    async def open(self, cards: Sequence[CardId]) -> tuple[Face, ...]:
        """Everybody learns these cards; gives their faces in order.

        A card kept by a seat must have been named in that seat's answer by the blocking step
        right before (opens between do not count); any other is shown by ``reveal``.
        """
        hidden = tuple(dict.fromkeys(card for card in cards if card not in self._faces))
        if hidden:
            self.check_cards(hidden)
            self._use(hidden)
            for card in hidden:
                if card in self._readers and card not in self._committed:
                    raise RulesError(f"nobody has just committed to card {card}: reveal it")
            await Open(hidden)
        return self.faces(cards)

    async def reveal(self, cards: Sequence[CardId], holder: Seat) -> tuple[Face | None, ...]:
        """A seat shows cards that it keeps, to all. Cards of a seat that has left give None."""
        hidden = tuple(dict.fromkeys(card for card in cards if card not in self._faces))
        self.check_cards(hidden)
        if any(self._readers.get(card) != holder for card in hidden):
            raise RulesError(f"seat {holder} does not keep all of {hidden}")
        if hidden and holder not in self.gone:
            self._use(hidden)
            await Reveal(hidden, holder)
        return tuple(self._faces.get(card) for card in cards)

    async def peek(self, cards: Sequence[CardId], to: Seat) -> None:
        """A seat looks at hidden cards that nobody keeps, without moving them."""
        hidden = tuple(card for card in cards if card not in self._faces)
        self.check_cards(hidden)
        if any(self._readers.get(card, to) != to for card in hidden):
            raise RulesError("only cards that nobody keeps can be peeked at")
        hidden = tuple(card for card in hidden if card not in self._readers)
        if hidden and to not in self.gone:
            await Peek(hidden, to)

    async def give(self, cards: Sequence[CardId], giver: Seat, to: Seat, dst: str) -> None:
        """Cards of one seat go to another, into ``dst``; only these two learn the hidden ones.

        Nothing is given to a seat that has left; lost cards drop out of play.
        """
        if giver == to:
            raise RulesError(f"seat {giver} cannot give to itself: move the cards")
        if to in self.gone:
            return
        target = self.zone(dst)
        if target.hand and target.owner != to:
            raise RulesError(f"'{dst}' is not the hand of seat {to}")
        wanted = self._drop_lost(cards)
        hidden = tuple(card for card in wanted if card not in self._faces)
        if any(self._readers.get(card) != giver for card in hidden):
            raise RulesError(f"seat {giver} does not keep all of {hidden}")
        self._use(hidden)
        if hidden:
            await Give(hidden, giver, to)
        self._place(wanted, target, "bottom")

    async def put_back(self, cards: Sequence[CardId], zone: str, where: Where = "top") -> None:
        """Cards go face down where nobody may look, and keep their ids until a shuffle.

        An open card is turned face down: people remember it, views do not show it.
        """
        target = self.zone(zone)
        wanted = self._in_play(cards)
        self._use(wanted)
        wanted = await self._release(wanted, self._readers)
        self._hide(wanted)
        self._place(wanted, target, where)

    # Fortune

    async def chance(self, sides: int, why: str) -> int:
        """A fair number from 0 to ``sides`` - 1. With one side there is nothing to throw."""
        if not 1 <= sides <= SIDES_LIMIT:
            raise RulesError(f"a throw has 1 to {SIDES_LIMIT} sides")
        # One side is no throw, and would still cost a message of every seat.
        return await Chance(sides, why) if sides > 1 else 0

    # Decisions

    async def ask(self, seat: Seat, choice: Choice) -> Answer:
        """One seat decides. A seat that has left is not asked: its default comes back."""
        if seat in self.gone:
            return choice.default
        self._askable(choice)
        return await Ask(seat, choice)

    async def ask_in_order(
        self,
        seats: Iterable[Seat],
        make_choice: Callable[[Seat], Choice | None],
        took: Callable[[Seat, Answer], bool] | None = None,
    ) -> tuple[Answer, ...]:
        """Once each, in this order, each seeing the earlier answers; standing passes count.

        ``make_choice`` says what a seat is asked as things stand, or None. All seats whose choice
        may be passed first claim or pass at once, which commits a claimant to nothing; a single
        one is asked without that. Then the choice of a seat is made anew when its turn comes. Not
        asked is who has passed or left, or has no choice now: ``NOTHING``. A choice that may not
        be passed is asked in its place in any case, and so is one that the seat did not have at
        first.

        Hidden cards chosen under a predicate are opened before the next seat is asked. ``took``
        is told each answer that is no pass, and gives whether nobody is asked after it.
        """
        order = tuple(seats)
        passed = await self._passed(order, make_choice)
        answers: list[Answer] = []
        for seat in order:
            choice = None if seat in self.gone else make_choice(seat)
            if choice is None or (choice.may_pass and seat in passed):
                answers.append(NOTHING)
                continue
            answer = await self.ask(seat, _standing(choice))
            if choice.predicate is not None:
                await self.open(answer.cards)
            answers.append(answer)
            if took is not None and not answer.is_empty and took(seat, answer):
                break
        return (*answers, *[NOTHING] * (len(order) - len(answers)))

    async def _passed(
        self, order: Sequence[Seat], make_choice: Callable[[Seat], Choice | None]
    ) -> tuple[Seat, ...]:
        """Who says at once that it does not want to be asked."""
        made = [(seat, make_choice(seat)) for seat in order if seat not in self.gone]
        offers = tuple([(seat, _standing(c)) for seat, c in made if c is not None and c.may_pass])
        for _, choice in offers:
            self._offerable(choice)
        # D-47: a single claim would cost a message delay and tell more than the answer.
        if len(offers) < 2:
            return ()
        claims = await Claims(offers[0][1].kind, offers, in_order=True)
        return tuple([seat for (seat, _), claim in zip(offers, claims, strict=True) if not claim])

    async def ask_all(self, choices: Mapping[Seat, Choice]) -> tuple[Answer, ...]:
        """All decide and none sees another's answer first; answers in the order of ``choices``.

        Seats that have left are not asked and answer by their default.
        """
        asks = tuple((seat, c) for seat, c in choices.items() if seat not in self.gone)
        for _, choice in asks:
            self._askable(choice)
        given = await AskAll(asks) if asks else ()
        answers = {seat: answer for (seat, _), answer in zip(asks, given, strict=True)}
        return tuple(answers.get(seat, choice.default) for seat, choice in choices.items())

    async def window(
        self, name: str, order: Iterable[Seat], offers: Mapping[Seat, Choice]
    ) -> tuple[Seat, Answer] | None:
        """Whoever wants may react. Gives who plays what, or None if nobody does.

        All seats with an offer say at once whether they claim; claimants are then asked in
        ``order`` and may decline. The rules resolve the play and open the window again.
        """
        offered = tuple(
            [(seat, offers[seat]) for seat in order if seat in offers and seat not in self.gone]
        )
        if not offered:
            return None
        for _, choice in offered:
            self._offerable(choice)
        for (seat, choice), claimed in zip(offered, await Claims(name, offered), strict=True):
            if claimed:
                answer = await self.ask(seat, choice)
                if not answer.is_empty:
                    return seat, answer
        return None

    # Helpers

    def _askable(self, choice: Choice) -> None:
        if choice.cards:
            self.check_cards(choice.cards)
            self._use(choice.cards, chosen=True)

    def _offerable(self, choice: Choice) -> None:
        self._askable(choice)
        if not (choice.may_pass and choice.default.is_empty):
            raise RulesError(f"the offer '{choice.kind}' must allow to decline")

    def _drop_lost(self, cards: Iterable[CardId]) -> list[CardId]:
        wanted = self._in_play(cards)
        if self.gone:
            self.remove([card for card in wanted if self.lost(card)])
            wanted = [card for card in wanted if not self.lost(card)]
        return wanted

    async def _release(self, cards: Sequence[CardId], owned: Mapping[CardId, Seat]) -> list[CardId]:
        """Have the cards that are ``owned`` put back, one step a seat; lost cards are removed."""
        wanted = self._drop_lost(cards)
        for seat in dict.fromkeys(owned[card] for card in wanted if card in owned):
            await PutBack(tuple(card for card in wanted if owned.get(card) == seat), seat)
        return wanted


def _standing(choice: Choice) -> Choice:
    """The choice as one that a standing pass answers, if it may be passed."""
    return replace(choice, standing=True) if choice.may_pass and not choice.standing else choice
