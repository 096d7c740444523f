"""The step at which seats meet under fog: each shows each other what it asks about, and no more.

All seats post their sets and queries before anybody answers, so nobody's depend on another's. The
form of all that is checked by everybody at once. The proof under an answer concerns its viewer: it
checks that before it acts, the others later.
"""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial
from typing import ClassVar, Final

from crypto.errors import MisuseError, ProofError
from crypto.fog import (
    Asked,
    Label,
    answer,
    check_answer,
    check_denial,
    open_details,
    prove_denial,
    tag_key,
    tag_set,
    unblind,
)
from games.engine.fog_steps import Sight
from games.engine.private import Exchange, ExchangePlan, Half, Lesson, Seen
from games.engine.values import Seat
from p2p.log.fault import Charge, Refusal
from p2p.replica.card_payloads import read_clocks
from p2p.replica.dealer import Builders, Dealer
from p2p.replica.fog_payloads import (
    Answered,
    Denial,
    Posted,
    read_answered,
    read_posted,
    write_answered,
    write_posted,
)
from p2p.replica.fog_state import Fog
from p2p.replica.part_checks import Check, DeferredCheck, Owed, PartKind, ProofName, once
from p2p.replica.task import Clock, Reach, SeatSecrets, Task, differs
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, dominates, merge

_QUERIES: Final = 3
"""The place of the queries in what is posted under one label, behind all that is shown."""


class SightTask(Task):
    """Each seat learns what stands on the cells it asks about, by one exchange."""

    blocking = True
    holds: ClassVar[Kind | None] = Kind.SETS

    def __init__(
        self, reach: Reach, *, exchange: Exchange, fog: Fog, pool: Executor | None = None
    ) -> None:
        """`pool` lends a thread to products; it never changes a result."""
        super().__init__(reach)
        self._pool = pool
        self.exchange = exchange
        self.seats: tuple[int, ...] = tuple(exchange.seats)
        self.posted: dict[int, dict[str, Posted]] = {}
        self.answered: dict[int, dict[int, dict[str, Answered]]] = {}
        """By owner, then by viewer."""
        self._fog = fog
        self._called = reach.clock  # what answers rest on
        self._put_off: list[DeferredCheck] = []
        self._given: dict[int, Clock] = {}
        self._denied: set[tuple[int, int]] = set()
        self._garbled: dict[int, Denial] = {}

    # Parts

    def pending(self, seat: int) -> Kind | None:
        if seat not in self.seats or seat in self.answered:
            return None
        return Kind.ANSWERS if seat in self.posted else Kind.SETS

    def required_clock(self, seat: int) -> Clock | None:
        if self.pending(seat) is Kind.ANSWERS:
            return self._called if all(s in self.posted for s in self.seats) else None
        opened = self._fog.opened(seat)
        if any(slot.ciphertext is None or slot.missing(seat) for slot in opened):
            return None
        return read_clocks(self.clock, opened, seat)

    def make(self, seat: int, secrets: SeatSecrets, half: Half | None = None) -> Value:
        assert half is not None, "an exchange is made from a half"
        said = self._said(seat, secrets, half)
        if self.pending(seat) is Kind.SETS:
            return tuple(self._set(seat, secrets, said, name) for name in self.exchange.labels)
        return tuple(
            tuple(self._answer(seat, secrets, said, name, viewer) for name in self.exchange.labels)
            for viewer in self._others(seat)
        )

    def accept(self, seat: int, kind: Kind, payload: Value, clock: Clock) -> None:
        if kind is Kind.SETS:
            self._take_sets(seat, payload)
            self._called = merge(self._called, clock)
        else:
            self._take_answers(seat, payload)
            self._given[seat] = merge(self._called, clock)
        self.depends_on = merge(self.depends_on, clock)

    def audit(
        self, seat: int, kind: Kind, payload: Value, secrets: SeatSecrets, half: Half | None
    ) -> str | None:
        made = self.make(seat, secrets, half)
        return _told_apart(made, payload) if kind is Kind.SETS else differs(made, payload)

    def deferred(self) -> tuple[DeferredCheck, ...]:
        put_off, self._put_off = tuple(self._put_off), []
        return put_off

    def complete(self) -> bool:
        return all(seat in self.answered for seat in self.seats)

    def label(self, name: str) -> Label:
        """What is made for one label of this exchange is bound to it."""
        return Label(self.table, self.number, name)

    def _others(self, seat: int) -> tuple[int, ...]:
        """Whom a seat answers, in the order of its answers."""
        return tuple(other for other in self.seats if other != seat)

    # Making

    def _said(self, seat: int, secrets: SeatSecrets, half: Half) -> ExchangePlan:
        """What a seat says and asks here: the same each time, for a half does not change."""
        return half.exchange(self.exchange, None)

    def _set(self, seat: int, secrets: SeatSecrets, said: ExchangePlan, name: str) -> Value:
        limit, label = self.exchange.limit(name), self.label(name)
        made = tag_set(
            secrets.secret,
            dict(said.pieces[name]),
            label,
            seat,
            size=limit.tags,
            length=limit.details,
        )
        return write_posted(made, self._asked(seat, secrets, said, name))

    def _asked(self, seat: int, secrets: SeatSecrets, said: ExchangePlan, name: str) -> Asked:
        count = self.exchange.limit(name).asks
        return secrets.asked(seat, self.label(name), said.asks[name], count, self._pool)

    def _answer(
        self, seat: int, secrets: SeatSecrets, said: ExchangePlan, name: str, viewer: int
    ) -> Value:
        label = self.label(name)
        key = tag_key(secrets.secret, dict(said.pieces[name]), label, seat)
        if key.public != self.posted[seat][name].made.public:
            raise MisuseError("what this seat says now is not what it has posted")
        queries = self.posted[viewer][name].queries
        pool = self._pool
        return write_answered(*answer(secrets.secret, key, queries, viewer, label, seat, pool=pool))

    # Taking

    def _take_sets(self, seat: int, payload: Value) -> None:
        names = self.exchange.labels
        posted: dict[str, Posted] = {}
        for name, item in zip(names, codec.array(payload, len(names)), strict=True):
            posted[name] = read_posted(item, self.exchange.limit(name))
            self.check(posted[name].check)
            self._fog.use_exponent(posted[name].public, seat, self.number)
        self.posted[seat] = posted

    def _take_answers(self, seat: int, payload: Value) -> None:
        viewers, names = self._others(seat), self.exchange.labels
        answered: dict[int, dict[str, Answered]] = {}
        for viewer, items in zip(viewers, codec.array(payload, len(viewers)), strict=True):
            answered[viewer] = {}
            for name, item in zip(names, codec.array(items, len(names)), strict=True):
                given = read_answered(item, self.exchange.limit(name).asks)
                self.check(given.check)
                answered[viewer][name] = given
                proof = partial(self._check_answer, seat, viewer, name, given)
                self._put_off.append(DeferredCheck(seat, self.number, viewer, proof))
        self.answered[seat] = answered

    def _check_answer(self, seat: int, viewer: int, name: str, given: Answered) -> None:
        public, queries = self.posted[seat][name].made.public, self.posted[viewer][name].queries
        label = self.label(name)
        pool = self._pool
        check_answer(public, queries, given.points, given.proof, viewer, label, seat, pool=pool)

    # Learning

    def lessons(self, seat: int, secrets: SeatSecrets, half: Half) -> tuple[Lesson, ...]:
        if seat not in self.answered:
            return ()
        said = self._said(seat, secrets, half)
        pieces = {}
        for owner in sorted(self.answered):
            if owner != seat:
                found = [
                    self._met(seat, secrets, said, name, owner) for name in self.exchange.labels
                ]
                pieces[Seat(owner)] = dict(zip(self.exchange.labels, found, strict=True))
        return (Seen(self.exchange, pieces),)

    def _met(
        self, seat: int, secrets: SeatSecrets, said: ExchangePlan, name: str, owner: int
    ) -> dict[int, bytes]:
        """What one owner has on the cells that a seat asked about, by cell."""
        asked = self._asked(seat, secrets, said, name)
        made = self.posted[owner][name].made
        answers = self.answered[owner][seat][name].points
        met = {}
        for cell, element in sorted(unblind(asked, answers, pool=self._pool).items()):
            place = made.find(element)
            if place is None:
                continue
            try:
                met[cell] = open_details(made, place, element)
            except ProofError:
                proof = prove_denial(secrets.secret, asked, cell, element, owner, seat)
                label = self.exchange.labels.index(name)
                denial = Denial(owner, label, cell, asked.places[cell], element, proof)
                self._garbled.setdefault(seat, denial)
        return met

    # Details that do not open

    def denial(self, seat: int) -> Value | None:
        """What `seat` has to show of an owner whose details did not open to it, once learned."""
        found = self._garbled.get(seat)
        if found is None or not self.may_deny(seat, found.owner):
            return None
        return found.write()

    def may_deny(self, seat: int, owner: int) -> bool:
        """Whether `seat` may still show something of `owner` here."""
        given = self.answered.get(owner, {})
        return seat in given and (seat, owner) not in self._denied

    def take_denial(self, seat: int, payload: Value, clock: Clock) -> None:
        """Check what `seat` shows of an owner whose details did not open to it.

        `clock`: all that its message rests on. Raises ProofError, DecodeError, CodecError or
        Refusal.
        """
        denial = Denial.read(
            payload,
            seats=len(self.clock),
            labels=len(self.exchange.labels),
            cells=self.exchange.limits.cells,
        )
        given = self._given.get(denial.owner)
        if given is None or not self.may_deny(seat, denial.owner) or not dominates(clock, given):
            raise Refusal(Charge.UNCALLED, self.number, "nothing to show of that seat")
        self._check_denial(seat, denial)
        self._denied.add((seat, denial.owner))
        self._put_off.append(DeferredCheck(denial.owner, self.number, None, _garbled))

    def _check_denial(self, seat: int, denial: Denial) -> None:
        owner, name = denial.owner, self.exchange.labels[denial.label]
        made = self.posted[owner][name].made
        queries = self.posted[seat][name].queries
        place = made.find(denial.element)
        if place is None or denial.place >= len(queries):
            raise ProofError("there is no such tag, or no such query")
        check_denial(
            self.label(name),
            denial.cell,
            denial.element,
            queries[denial.place],
            self.answered[owner][seat][name].points[denial.place],
            denial.proof,
            owner,
            seat,
        )
        try:
            open_details(made, place, denial.element)
        except ProofError:
            return
        raise ProofError("the details that are said not to open do open")


def _told_apart(made: Value, payload: Value) -> str | None:
    """What an audit says of sets beside those that their seat must have posted."""
    pairs = list(zip(codec.array(made), codec.array(payload), strict=True))
    shown, asked = (
        any(differs(codec.array(own)[place], codec.array(said)[place]) for own, said in pairs)
        for place in (slice(_QUERIES), slice(_QUERIES, None))
    )
    reasons = (
        "what it showed is not what it had" if shown else "",
        "it asked about other cells than it may" if asked else "",
    )
    return ", and ".join(filter(None, reasons)) or None


def _garbled() -> None:
    raise ProofError("the details that it sealed for a cell do not open")


def _sight(step: Sight, reach: Reach, dealer: Dealer) -> Task:
    return SightTask(reach, exchange=step.exchange, fog=dealer.fog, pool=dealer.keys.pool)


def _answers(payload: Value) -> int:
    """How many proofs there are: one a viewer and label."""
    return sum(len(codec.array(labels)) for labels in codec.array(payload))


BUILDERS: Builders = {Sight: _sight}
PARTS = (
    PartKind(
        Kind.SETS,
        Check(
            132, "sets", "exchange under fog", "exchanges under fog",
            "what stands where, and what is asked, was fixed before any answer, in full count",
            "that it is true: the audit shows that",
        ),
        {"sets": once},
        owed=Owed("what it has and asks under fog", "looking through the fog"),
        mark=ProofName("hidden set", "set of hidden pieces", "sets of hidden pieces"),
        binds=True,
    ),
    PartKind(
        Kind.ANSWERS,
        Check(
            134, "answers", "proof of answers under fog", "proofs of answers under fog",
            "each viewer was shown what stands on the cells it asked about, and no other",
            "that it asked only where it may: the audit shows that",
        ),
        {"answers": _answers},
        owed=Owed("its answers under fog", "answering through the fog"),
        mark=ProofName("answers", "proof of answers under fog", "proofs of answers under fog"),
        binds=True,
    ),
    PartKind(
        Kind.DENIAL,
        Check(
            136, "denials", "denial shown", "denials shown",
            "details of a cell did not open to who was shown them",
            "why",
        ),
        {"denials": once},
        owed=None,
    ),
)  # fmt: skip
