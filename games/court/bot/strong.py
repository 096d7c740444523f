"""The strong bot: it plans Events, aims its cards, and answers what would cost it most."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from games.court import auction
from games.court import deeds as do
from games.court.aims import AIM
from games.court.bot.courts import worth_to
from games.court.bot.gambits import Source, asked_for, best_gambit, card_source, power_source
from games.court.bot.marks import CARD, FAVOR, melee_value, with_stake, worth_in_play
from games.court.bot.player import Eyes
from games.court.bot.plots import Plot, best_plot, hoped, outlook, turning_costs, weights
from games.court.cards import Action
from games.court.course import COUNTER
from games.court.plays import PLAY, POWER
from games.court.state import PLAYED, Pending, Stake, pool_of
from games.court.terms import Trigger
from games.court.tokens import attack, defence, open_pools
from games.engine.choice import Answer

_PRICE: Final = 10
COUNTERED: Final = 4
_KEPT: Final = 3
"""What a card has to bring in the Actions Phase to be played at all."""
_SPENT: Final = CARD // 2
"""What a card has to bring in an Event: there is always another."""
_HARM: Final = {
    do.Slay: 4 * FAVOR,
    do.Swap: 4 * FAVOR,
    do.Hire: 3 * FAVOR,
    do.StartMelee: 3 * FAVOR,
    do.Rob: FAVOR,
    do.Turn: FAVOR,
}
_IN_EVENTS: Final = (do.Add, do.Remove, do.Shift, do.Conscript, do.Withdraw)


class Schemer(Eyes):
    """One seat before one question, with plans."""

    def mark(self, answer: Answer) -> int:
        """How good an answer is; 0 is doing nothing."""
        if self.choice.kind == auction.PICK:
            return worth_to(self.state, self.seat, self.character(answer.card))
        if self.choice.kind == AIM:
            return self.aimed(answer)
        if self.choice.kind != COUNTER:
            return super().mark(answer)
        if answer.is_empty or answer.option is None:
            return 0
        return self.harm() - COUNTERED - self.turning(answer.option)

    def turning(self, option: str) -> int:
        """What it costs to turn who is named by an option."""
        return turning_costs(self.t, self.seat, self.state.people[option.split()[1]])

    def bid(self, answer: Answer) -> int:
        """A tenth of what the best on offer is worth above the next best."""
        if answer.number is None:
            return 0
        limit = self.limit
        return 1 if answer.number == self.choice.low <= limit else -answer.number - 1

    @cached_property
    def limit(self) -> int:
        """The most it bids."""
        offered = sorted(
            worth_to(self.state, self.seat, self.state.catalogue.character(self.t.face(card)))
            for card in self.t.zone("auction").cards
        )
        return (offered[-1] - offered[-2]) // _PRICE

    # Cards and powers

    def aimed(self, answer: Answer) -> int:
        """What was in mind when the card was played."""
        if answer.is_empty or answer.option is None:
            return 0
        # D-97: what it had in mind is worked out again from the question, so it keeps nothing.
        if self.choice.prompt not in asked_for(self.state.catalogue):
            return self.aim(answer)
        return 1 if answer.option.split()[1] == self.target else -1

    @cached_property
    def target(self) -> str | None:
        """Who or what that was; None if nobody."""
        source, place = asked_for(self.state.catalogue)[self.choice.prompt]
        plan = best_gambit(self.t, self.seat, source)
        return None if plan is None or place >= len(plan.words) else plan.words[place]

    def brings(self, source: Source) -> int:
        """What a card or power brings at its best."""
        plan = best_gambit(self.t, self.seat, source)
        return -1 if plan is None else plan.value

    def act(self, answer: Answer) -> int:
        """Powers and cards that bring more than they cost, Melees that are won."""
        if answer.is_empty or answer.option is None:
            return 0
        word, *rest = answer.option.split()
        if word == POWER:
            person = self.state.people[rest[0]]
            return self.brings(power_source(person.row)) - 2 * max(
                person.row.politics, person.row.combat
            )
        return super().act(answer)

    def card(self, row: Action) -> int:
        """What playing a card now brings, if it is enough."""
        value = self.brings(card_source(row))
        return value if value >= _KEPT else -1

    def fight(self, answer: Answer) -> int:
        """Turn somebody or play a card if that changes who dies, for the better."""
        bout = self.state.bout
        if answer.option != PLAY or bout is None:
            return super().fight(answer)
        row = self.action(answer.card)
        if any(isinstance(deed, do.EndMelee) for deed in row.deeds):
            ahead, behind = attack(bout), defence(bout)
            return -melee_value(self.state, bout, self.seat, ahead, behind) - CARD
        if any(isinstance(deed, do.Strengthen) for deed in row.deeds):
            return self.brings(card_source(row)) - CARD
        return -1

    # Answers

    def react(self, answer: Answer) -> int:
        """Answer what would cost more than the answer."""
        if answer.is_empty or answer.option is None or not self.state.pending:
            return 0
        pending = self.state.pending[-1]
        if answer.option == PLAY:
            deeds, cost = self.action(answer.card).deeds, _SPENT
        else:
            power = self.state.people[answer.option.split()[1]].row.power
            deeds, cost = (() if power is None else power.deeds), self.turning(answer.option)
        if pending.trigger in (Trigger.EFFECT, Trigger.SPELL):
            return self.harm() - CARD - cost
        if pending.trigger in (Trigger.CONTEST, Trigger.CHALLENGE):
            return max(self.decided(deed) for deed in deeds) - cost
        return self.saves(pending, deeds) - cost

    def decided(self, deed: do.Deed) -> int:
        """What tokens change that come when all others have acted."""
        scene = self.state.affair
        if scene is None or not isinstance(deed, do.Add | do.AddOwn):
            return 0
        own = (pool_of(self.seat),)
        pools = (
            own if isinstance(deed, do.AddOwn) else open_pools(self.t, self.state, scene, self.seat)
        )
        now = outlook(self.t, scene, self.seat)
        more = [with_stake(scene, Stake(pool, deed.amount, self.seat, "")) for pool in pools]
        return max(outlook(self.t, one, self.seat) for one in more) - now

    def saves(self, pending: Pending, deeds: tuple[do.Deed, ...]) -> int:
        """What it brings to save who is attacked or about to be killed, or to avenge them."""
        person = self.state.people.get(pending.person)
        if person is None or person.seat != self.seat:
            return -1
        killer = self.state.people.get(pending.killer)
        if any(isinstance(deed, do.Avenge) for deed in deeds):
            return 0 if killer is None else worth_in_play(self.state, killer) // 4
        bout = self.state.bout
        if pending.trigger is Trigger.ATTACKED and bout is not None:
            lead = attack(bout) - defence(bout)
            more = sum(deed.amount for deed in deeds if isinstance(deed, do.Defend))
            if lead <= 0 or 0 < more < lead:
                return 0
        return worth_in_play(self.state, person) // 2

    def harm(self) -> int:
        """What an Effect, a Spell, or a counter of one's own, takes from this seat, as far as it
        can tell.

        At whom it is aimed is not looked up: it may be at any rival of whoever plays it.
        """
        row = self.announced
        card = self.state.playing
        own = card is not None and card.by == self.seat
        # D-146: counted on the table; the words of the question name the Spell in both cases.
        if card is not None and card.counters % 2:  # it would come to nothing now
            return 2 * CARD if own else 0
        if own:
            return 0
        rivals = max(1, len(self.t.active) - 1)
        harm = sum(_HARM.get(type(deed), 0) for deed in row.deeds) // rivals
        if row.bonus is not None and row.bonus.politics + row.bonus.combat < 0:
            harm += 4 * FAVOR // rivals
        gained = sum(deed.amount for deed in row.deeds if isinstance(deed, do.Gain))
        spread = sum(deed.amount for deed in row.deeds if isinstance(deed, do.Largesse))
        if self.t.turn is not None:
            harm += weights(self.t, self.seat).get(self.t.turn, 0) * (gained - spread)
        scene = self.state.affair
        if scene is not None and any(isinstance(deed, _IN_EVENTS) for deed in row.deeds):
            harm += max(0, outlook(self.t, scene, self.seat)) // 2
        return harm

    @property
    def announced(self) -> Action:
        """The card that may be answered: of those on the table the one that was played last."""
        return self.state.catalogue.action(self.t.face(self.t.zone(PLAYED).cards[-1]))

    # Events

    def event(self, answer: Answer) -> int:
        """What begins the best plot; a card or a power that changes more than it costs; else the
        free support, in hope."""
        scene = self.state.affair
        if answer.is_empty or scene is None or answer.option is None:
            return 0
        if answer.option == PLAY:
            return self.brings(card_source(self.action(answer.card))) - _SPENT
        if answer.option.startswith(POWER):
            person = self.state.people[answer.option.split()[1]]
            return self.brings(power_source(person.row)) - self.turning(answer.option) - 1
        # D-83: acts now. A pass can be taken back, but waiting for the others to spend first won
        # less.
        plot = self.plot
        if plot is None:
            return 1 if answer.option == self.hope else -1
        return FAVOR + plot.value if plot.first.option == answer.option else -1

    @cached_property
    def plot(self) -> Plot | None:
        """The best it could do in this Event with whom it has."""
        scene = self.state.affair
        return None if scene is None else best_plot(self.t, scene, self.seat)

    @cached_property
    def hope(self) -> str | None:
        """The free support that others may make worth something."""
        scene = self.state.affair
        return None if scene is None else hoped(self.t, scene, self.seat)
