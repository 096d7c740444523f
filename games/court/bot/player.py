"""A player of sound habits: it bids what a Character is worth, supports where it pays, and no more.

It knows what a person in its seat knows and keeps nothing between two decisions. Each legal answer
to a question gets a mark; the best is taken, among equal ones by chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.court import affair, auction, drawing, hands, melee, people, turn
from games.court import deeds as do
from games.court.aims import AIM
from games.court.bot.marks import (
    CARD,
    FAVOR,
    TURNED,
    after,
    hand_worth,
    melee_gain,
    melee_value,
    prospect,
    with_stake,
    worth_in_play,
    worth_of,
)
from games.court.cards import Action, Character
from games.court.course import COUNTER
from games.court.doing import FORESEE, HONOUR
from games.court.plays import PLAY, answers
from games.court.reactions import REACT
from games.court.state import (
    OPPOSE,
    SUPPORT,
    Stake,
    court,
    is_caster,
    pool_of,
    rating,
    slots,
    state_of,
)
from games.court.terms import Ability, Kind, Trigger
from games.court.tokens import attack, defence
from games.engine.bots import Chooser, Situation
from games.engine.choice import Answer, Choice
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat

_NEVER: Final = -1000


class Envoy:
    """A bot of this game: one who looks at each question with eyes of its kind."""

    def __init__(self, eyes: type[Eyes] | None = None) -> None:
        self._eyes = Eyes if eyes is None else eyes

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        """A legal answer to the choice."""
        choice, sees = situation.choice, situation.sees
        eyes = self._eyes(situation.table, situation.seat, sees.faces, choice)
        possible = answers(choice, sees)
        marks = [eyes.mark(answer) for answer in possible]
        best = max(marks)
        good = [answer for answer, mark in zip(possible, marks, strict=True) if mark == best]
        return good[randbelow(len(good))]


class Eyes:
    """One seat before one question."""

    def __init__(self, t: Table, seat: Seat, faces: Mapping[CardId, Face], choice: Choice) -> None:
        self.t, self.seat, self.faces, self.choice = t, seat, faces, choice
        self.state = state_of(t)

    def action(self, card: CardId) -> Action:
        """An Action card that this seat can read."""
        return self.state.catalogue.action(self.faces[card])

    def character(self, card: CardId) -> Character:
        """A Character that this seat can read."""
        return self.state.catalogue.character(self.faces[card])

    def mark(self, answer: Answer) -> int:
        """How good an answer is; 0 is doing nothing."""
        match self.choice.kind:
            case auction.BID:
                return self.bid(answer)
            case auction.PICK:
                return worth_of(self.character(answer.card))
            case drawing.DRAW:
                return self.draw(answer)
            case drawing.NEWCOMER:
                return self.newcomer(answer)
            case drawing.MAGIC:
                return 0 if answer.is_empty else -1
            case turn.ACT:
                return self.act(answer)
            case affair.ACT:
                return self.event(answer)
            case melee.FIGHT:
                return self.fight(answer)
            case hands.SACK:
                return -sum(hand_worth(self.action(card)) for card in answer.cards)
            case people.PART:
                return -self.person(answer)
            case affair.SUBJECT:
                return self.person(answer) if self.is_rival(answer) else _NEVER
            case kind if kind in (AIM, HONOUR):
                return self.aim(answer)
            case kind if kind == REACT:
                return self.react(answer)
            case kind if kind == COUNTER:
                return 0 if answer.is_empty else -1
            case kind if kind == FORESEE:
                return int(answer.option == "keep")
        return 0

    # Set-up and drawing

    def bid(self, answer: Answer) -> int:
        """A third of what the best on offer is worth above the middle of it."""
        if answer.number is None:
            return 0
        row = self.state.catalogue.character
        auction_cards = self.t.zone("auction").cards
        offered = sorted(worth_of(row(self.t.face(card))) for card in auction_cards)
        limit = (offered[-1] - offered[len(offered) // 2]) // (FAVOR // 2)
        return 1 if answer.number == self.choice.low <= limit else -answer.number - 1

    def draw(self, answer: Answer) -> int:
        """What is free; a Character only into an open slot, after the cards it would cost."""
        draws = self.state.draws
        if answer.is_empty or draws is None:
            return 0
        if answer.option == "action":
            return CARD if draws.free or draws.credits < slots(self.state, self.seat) else 2 * CARD
        if answer.option == "character":
            return 2 * CARD - 1 if slots(self.state, self.seat) and not draws.free else -1
        return -TURNED

    def newcomer(self, answer: Answer) -> int:
        """Whoever is better than the weakest."""
        word, *rest = (answer.option or "refuse").split()
        if word == "for":
            return -worth_in_play(self.state, self.state.people[rest[0]])
        return 100 if word == "keep" else -20

    # The own turn

    def act(self, answer: Answer) -> int:
        """Powers that gain, cards that help, Melees that are won."""
        if answer.is_empty:
            return 0
        if answer.option == PLAY:
            return self.card(self.action(answer.card))
        word, key = (answer.option or "").split()
        person = self.state.people[key]
        if word == turn.FIGHT:
            mine = rating(self.state, person, Ability.COMBAT)
            rivals = [p for p in self.state.people.values() if p.seat != self.seat]
            weak = [
                worth_in_play(self.state, one)
                for one in rivals
                if not one.is_prince and rating(self.state, one, Ability.COMBAT) + 1 < mine
            ]
            return max(weak, default=_NEVER) // 4 - 2
        if word == turn.TIRE:
            return -1
        assert person.row.power is not None
        return FAVOR - 3 * max(person.row.politics, person.row.combat)

    def card(self, row: Action) -> int:
        """What playing a card now is worth, roughly."""
        if row.kind.is_attached:
            return CARD
        if any(isinstance(deed, do.StartMelee) for deed in row.deeds):
            strong = max(
                (rating(self.state, one, Ability.COMBAT) for one in court(self.state, self.seat)),
                default=0,
            )
            return CARD if strong > 2 else -1
        return CARD

    def person(self, answer: Answer) -> int:
        """What somebody named by an answer is worth."""
        key = (answer.option or "").split()[1]
        return worth_in_play(self.state, self.state.people[key])

    def is_rival(self, answer: Answer) -> bool:
        """Whether a rival controls who is named."""
        return self.state.people[(answer.option or "").split()[1]].seat != self.seat

    def aim(self, answer: Answer) -> int:
        """The best of one's own, the best of the richest rival; one's own pool and side."""
        if answer.is_empty:
            return 0
        word, what = (answer.option or "").split()
        if word == "at":
            value = self.person(answer)
            if self.is_rival(answer):
                return value + self.state.favor[self.state.people[what].seat]
            return value
        if word == "rival":
            return self.state.favor[Seat(int(what))]
        if word == "pool":
            return self.pool(what)
        if word == "side":
            return self.side(what)
        if word == "tokens":
            return int(what)
        return 0

    # Events

    def pool(self, pool: str) -> int:
        """What two tokens in a pool are worth."""
        scene = self.state.affair
        if scene is None:
            return 0
        if pool == pool_of(self.seat):
            return 2 * FAVOR
        more = with_stake(scene, Stake(pool, 2, self.seat, ""))
        return prospect(self.t, more, self.seat) - prospect(self.t, scene, self.seat)

    def event(self, answer: Answer) -> int:
        """What an offer changes, less what it costs."""
        scene = self.state.affair
        if answer.is_empty or scene is None or answer.option is None:
            return 0
        now = prospect(self.t, scene, self.seat)
        if answer.option == PLAY:
            row = self.action(answer.card)
            useful = [deed.amount for deed in row.deeds if isinstance(deed, do.Add | do.Shift)]
            if not useful:
                return -1
            pools = [pool_of(self.seat)] if scene.event.is_contest else [SUPPORT, OPPOSE]
            more = [with_stake(scene, Stake(pool, useful[0], self.seat, "")) for pool in pools]
            return max(prospect(self.t, one, self.seat) for one in more) - now - CARD
        if answer.option.startswith("power"):
            return -1
        ahead = after(self.t, scene, self.seat, answer.option)
        cost = 0 if answer.option.startswith(affair.GIFT) else TURNED
        amount = ahead.stakes[-1].amount
        gain = prospect(self.t, ahead, self.seat) - now
        return (gain - cost) * 2 - amount if gain > cost else -1

    # Melees and answers

    def side(self, side: str) -> int:
        """Whether a side of the Melee is ours."""
        bout = self.state.bout
        if bout is None:
            return 0
        key = bout.attacker if side == "attack" else bout.defender
        return int(self.state.people[key].seat == self.seat)

    def fight(self, answer: Answer) -> int:
        """Turn somebody if that changes who dies, for the better."""
        bout = self.state.bout
        if answer.is_empty or bout is None or answer.option is None:
            return 0
        word = answer.option.split()[0]
        if word in ("attack", "defence"):
            return melee_gain(self.state, bout, self.seat, answer.option) - TURNED
        if word == PLAY:
            mine = any(
                self.state.people[k].seat == self.seat for k in (bout.attacker, bout.defender)
            )
            now = melee_value(self.state, bout, self.seat, attack(bout), defence(bout))
            row = self.action(answer.card)
            strong = any(isinstance(deed, do.Strengthen | do.EndMelee) for deed in row.deeds)
            return CARD if mine and now < 0 and strong else -1
        return -1

    def react(self, answer: Answer) -> int:
        """Save one's own, spoil what rivals do to oneself, and decide what is close."""
        if answer.is_empty or not self.state.pending:
            return 0
        pending = self.state.pending[-1]
        subject = self.state.people.get(pending.person)
        if pending.trigger in (Trigger.ATTACKED, Trigger.DOOMED):
            return 1 if subject is not None and subject.seat == self.seat else -1
        if pending.trigger in (Trigger.EFFECT, Trigger.SPELL):
            return 1 if is_caster(self.state, self.seat, Kind.EFFECT) else -1
        scene = self.state.affair
        if scene is None:
            return -1
        pools = [pool_of(self.seat)] if scene.event.is_contest else [SUPPORT, OPPOSE]
        more = [with_stake(scene, Stake(pool, 2, self.seat, "")) for pool in pools]
        best = max(prospect(self.t, one, self.seat) for one in more)
        return best - prospect(self.t, scene, self.seat) - CARD
