"""Judges incoming messages and keeps the table that they make: log, replica and verdicts.

The validator joins the log (who said what) and the replica (what follows from it). It judges
whatever can be judged, in any order of arrival, also after a fault: so all clients come to hold
the same messages and the same convictions, and name the same seat. Sessions, the verifier of
records and the replay of records all judge by it. It stores nothing and sends nothing; `session`
does.

A verdict is one of three: good, refused (its author is convicted), or not yet, while something that
the message names is missing. A refused message may leave the replica half changed; then the table
is played again from what was good, before anybody looks at it.

The invariant: the log's good messages are exactly those that the replica has taken, and a message
that was judged is never judged otherwise later. What may still turn up is a fault of its author in
a check that was put off: that convicts, and leaves the message good.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass

from crypto.errors import DecodeError, ProofError
from games.engine.game import Game
from games.engine.values import Outcome
from p2p.errors import CodecError
from p2p.log import beside
from p2p.log.beside import Beside, Entry
from p2p.log.fault import Charge, Fault, Refusal
from p2p.log.log import Log
from p2p.replica.card_payloads import OnProgress
from p2p.replica.part_checks import Pending, Trust
from p2p.replica.replica import Replica
from p2p.replica.task import SeatSecrets
from p2p.trace import Trace, untraced
from p2p.wire.charter import Charter
from p2p.wire.message import Signed


@dataclass(frozen=True, slots=True)
class Good:
    """A message that holds: it is now the last of its author's chain."""

    signed: Signed


@dataclass(frozen=True, slots=True)
class Refused:
    """A message that does not hold: its author is convicted and says nothing more that counts."""

    signed: Signed
    refusal: Refusal


Judged = Good | Refused


@dataclass(frozen=True, slots=True)
class Ending:
    """How a table ended. `fault` is set where a seat broke it; `outcome` where the rules did.

    `closers` are the seats whose closings it takes: all still in and not convicted.
    """

    outcome: Outcome | None
    fault: Fault | None
    closed: tuple[int, ...]
    closers: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether nothing is left to say: all closed, or the table is broken."""
        return self.fault is not None or set(self.closers) <= set(self.closed)


class Validator:
    """One client's log and replica, and what they come to."""

    def __init__(
        self,
        charter: Charter,
        game: Game,
        *,
        pool: Executor | None = None,
        progress: OnProgress | None = None,
        convicts_at_once: bool = True,
        keeps_settled: bool = False,
        trace: Trace = untraced,
    ) -> None:
        """`pool` lends a thread to the heavy proofs; `progress` is told of shuffles, `trace` of
        verdicts and steps.

        With `convicts_at_once` a seat whose opened card breaks its claim is convicted with the
        message that opens it. Else the caller calls `convict_broken` when it has fed all: a
        record may hold messages of that seat which its writer found good before it saw the card.
        `keeps_settled`: see `Replica`.
        """
        self.log = Log(charter.table, charter.keys)
        self._charter = charter
        self._trace = trace
        self._told = 0
        """The step at which the table stands by the trace."""
        self._game = game
        self._pool = pool
        self._convicts_at_once = convicts_at_once
        self._keeps_settled = keeps_settled
        self._replica = self._fresh(progress)
        self._fitting: dict[Signed, bool] = {}
        """Of entries that show a seed, whether it gives the keys of its seat."""
        self._spoiled = False
        """Whether a refused message has left the replica half changed."""
        self.convicting: set[tuple[int, int]] = set()
        """Author and sequence of messages judged good of which a deferred check has failed."""
        self._failed: list[tuple[Pending, str]] = []
        """Deferred checks that have failed, and why, until their authors are convicted."""

    def _fresh(self, progress: OnProgress | None = None) -> Replica:
        charter = self._charter
        options = dict(charter.draft.options)
        return Replica(
            charter.table,
            self._game,
            charter.seats,
            options,
            pool=self._pool,
            progress=progress,
            keeps_settled=self._keeps_settled,
        )

    # What it has come to

    @property
    def replica(self) -> Replica:
        """The table as the messages found good so far make it."""
        if self._spoiled:
            self._mend()
        return self._replica

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules, through messages that were all found good."""
        return self.replica.over

    @property
    def fault(self) -> Fault | None:
        """What broke the table. Of several faults all clients name the one of the lowest seat.

        Once all other seats have closed, a fault takes nothing from them: in whatever order
        faults and closings come in, the table ends the same everywhere.
        """
        faults = self.log.faults()
        # D-27: the lowest seat, which needs nothing but the set of those convicted; D-12: closings
        # of seats that left are not waited for.
        if not faults or (self.over and set(self._closers()) <= set(self.replica.closed)):
            return None
        return faults[0]

    @property
    def goes_on(self) -> bool:
        """Whether the seats still have something to say: until a fault, and after the end.

        A bad proof that was found late is no end that anybody signs.
        """
        faults = self.log.faults()
        if not faults:
            return True
        late = any(fault.charge is Charge.DEFERRED for fault in faults)
        return self.over and not late

    def ending(self) -> Ending | None:
        """How the table ended, once it has."""
        fault = self.fault
        if fault is None and not self.over:
            return None
        outcome = self.replica.engine.outcome
        return Ending(outcome, fault, tuple(self.replica.closed), self._closers())

    def _closers(self) -> tuple[int, ...]:
        guilty = {fault.seat for fault in self.log.faults()}
        return tuple(seat for seat in self.replica.seats_in() if seat not in guilty)

    # Judging

    def feed(self, signed: Signed, trust: Trust = Trust.NOTHING) -> list[Judged]:
        """Take what was signed, and judge all that may be judged then: the verdicts, in order.

        `trust`: what our own disk says of it; what was checked is not checked again.

        One message may bring none (it waits for others, is known already, or convicts by its bare
        bytes: `log.faults`) or several (others waited for it). Raises CodecError for what accuses
        nobody.
        """
        entry = beside.read(signed)
        if entry is not None:
            self._check_entry(entry)
        self.log.take(signed, checked=trust is not Trust.NOTHING)
        return list(self._judge({signed: trust}))

    def judge(self) -> Iterator[Judged]:
        """Judge what the log has taken and may be judged now, one message at a time."""
        return self._judge({})

    def _judge(self, trusted: Mapping[Signed, Trust]) -> Iterator[Judged]:
        for signed in self.log.ready():
            try:
                self.log.check_chain(signed.message)
                self.replica.judge(signed.message, trusted.get(signed, Trust.NOTHING))
            except Refusal as refusal:
                self.log.refuse(signed, refusal)
                self._spoiled = self._replica.spoiled
                self._trace(
                    "refused",
                    message=signed,
                    charge=refusal.charge,
                    step=refusal.step,
                    reason=refusal.reason,
                )
                yield Refused(signed, refusal)
            else:
                self.accept(signed)
                yield Good(signed)

    def accept(self, signed: Signed) -> None:
        """A message that the replica has taken is good, whatever broken claim it shows."""
        self.log.accept(signed)
        self._tell_good(signed)
        if self._convicts_at_once and self.replica.broken is not None:
            self.convict_broken()

    def _tell_good(self, signed: Signed) -> None:
        self._trace("good", message=signed)
        if self._replica.step != self._told:
            self._told = self._replica.step
            self._trace("step", at=self._told, digest=self._replica.digest)

    def convict_broken(self) -> None:
        """Convict the seat whose opened card, or whose key, does not hold, if there is one."""
        # D-31: a record is judged by this very code, but convicts once all of it was fed.
        broken = self.replica.broken
        if broken is not None:
            self.log.convict(broken.seat, broken.charge, broken.step, broken.reason)

    # Beside the chains

    def _check_entry(self, entry: Beside) -> None:
        """Raises CodecError for an entry that no honest client has."""
        if not self._game.info.audited:
            raise CodecError("an entry beside the chain of a game that has no audit")
        if entry.seed and not self._fits(entry):
            raise CodecError("a seed that does not give the keys of its seat")

    def _fits(self, entry: Beside) -> bool:
        """Whether a seed gives both keys of its seat, once they are here (D-155)."""
        dealer = self.replica.dealer
        if dealer is None:
            return True
        secrets = SeatSecrets.derive(entry.seed, entry.table)
        return (secrets.card.public, secrets.chance.public) == (
            self.replica.keys.card[entry.seat],
            dealer.chance_keys[entry.seat],
        )

    def seeds(self) -> dict[int, bytes]:
        """The seeds that seats have shown and that give their keys, by seat."""
        shown = {}
        for (kind, seat), signed in self.log.beside.items():
            if kind is Entry.SEED and seat in self.replica.keys.card:
                if signed not in self._fitting:
                    self._fitting[signed] = self._fits(Beside.decode(signed.body))
                if self._fitting[signed]:
                    shown[seat] = Beside.decode(signed.body).seed
        return shown

    # Deferred checks

    def deferred(self) -> tuple[Pending, ...]:
        """Checks of good messages that were put off, oldest first."""
        return tuple(self.replica.deferred)

    def drop_deferred(self, author: int) -> None:
        """Run none of the checks of what `author` has said of itself: it is ourselves."""
        for one in self.deferred():
            if one.check.convicts == author:
                self.replica.deferred.remove(one)

    def run(self, pending: Pending) -> bool:
        """Run one of the deferred checks; says whether it held. If not, it convicts a seat."""
        self.replica.deferred.remove(pending)
        try:
            pending.check.run()
        except (ProofError, DecodeError, CodecError) as error:
            # D-67: the message stays good; only its author is convicted.
            self.convicting.add(pending.place)
            self._failed.append((pending, str(error)))
            if self._convicts_at_once:
                self.convict_deferred()
            return False
        return True

    def convict_deferred(self) -> None:
        """Convict the seats of whose good messages a deferred check has failed."""
        for pending, reason in self._failed:
            check = pending.check
            self.log.convict_late(check.convicts, pending.place, check.step, reason)
        self._failed.clear()

    def _mend(self) -> None:
        """Play all that was good again, as a refused message left the replica half changed.

        Its proofs have been checked; the checks that were put off stay so.
        """
        deferred, chains = self._replica.deferred, self.log.chains
        # D-27: a running game cannot be copied or set back, so it is played again, once a fault.
        self._replica, self._spoiled = self._fresh(), False
        for signed in self.log.order:
            self._replica.judge(signed.message, Trust.SETTLED)
        self._replica.deferred.extend(
            pending for pending in deferred if pending.seq < len(chains[pending.author].good)
        )
