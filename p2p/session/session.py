"""One client's part in one table: sans-I/O, from bytes and decisions to bytes and news.

The session joins the validator (what was said and what follows), the peers (who is on line)
and, for a seat, the author (what we owe and say). It keeps the order that makes a kill harmless:
before anything signed leaves, all it may rest on is committed. What is heard meanwhile is committed
together with the next thing said, or at the next tick.

Methods return effects for the shell to carry out. The session has no sockets, clock or randomness
of its own; the same object runs in tests, over loopback and between machines. It is longer than
other modules: all that the shell may call is in one place, with the order of what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager

from games.engine.private import NOTHING_KNOWN, Knowledge
from p2p.errors import CodecError, LocalError, SecondInstance
from p2p.log.beside import SeedFinding
from p2p.log.fault import Fault
from p2p.replica.card_payloads import OnProgress
from p2p.replica.obligations import Obligation
from p2p.replica.replica import Replica
from p2p.session.author import Author, Written
from p2p.session.effects import Changed, Drop, Effects, Send
from p2p.session.frames import (
    BINDING,
    MESSAGES,
    Have,
    Messages,
    ResyncReply,
    ResyncRequest,
    decode,
    frame_kind,
)
from p2p.session.hearing import Heard, Hearing
from p2p.session.keeper import Intact, Keeper, LateChecks
from p2p.session.peer_state import Peer
from p2p.session.person import Attention, Decision, Prompt
from p2p.session.replication import Peers
from p2p.session.seed_keeper import SEED, SeedKeeper
from p2p.session.validator import Ending as Ending
from p2p.session.validator import Validator
from p2p.store import TableStore
from p2p.token_bucket import SEAT, SPECTATOR, FloodMeter, FloodMeters
from p2p.trace import Trace, untraced
from p2p.wire.charter import Charter
from p2p.wire.message import MESSAGE_LABEL, Signed


class Session:
    """One seat's (or spectator's) view of one table, and its voice."""

    def __init__(
        self,
        charter: Charter,
        store: TableStore,
        *,
        seat: int | None,
        sign: Callable[[bytes, bytes], bytes] | None,
        entropy: Callable[[int], bytes],
        pool: Executor | None = None,
        progress: OnProgress | None = None,
        trace: Trace = untraced,
    ) -> None:
        """`sign(label, body)` signs with the seat's identity; `entropy(n)` gives n random bytes.

        `trace` is told what is judged, kept and wanted.
        """
        self._trace = trace
        self.charter = charter
        self.seat = seat
        self.game = charter.draft.make_game()
        seed = store.note(SEED)
        plays = seat is not None and seed is not None
        self._validator = Validator(
            charter, self.game, pool=pool, progress=progress, keeps_settled=plays, trace=trace
        )
        self.log = self._validator.log
        self._intact = Intact()
        self._late_checks = LateChecks(self._validator, seat)
        delay = 60.0 * charter.draft.policies.delay_minutes
        self._peers = Peers(self.log, charter.keys, seat, sign, entropy, delay)
        self._keeper = Keeper(store, self.log, self._late_checks, trace)
        self._seed = SeedKeeper(
            seat, self._validator, self._keeper, self._peers, sign, audited=self.game.info.audited
        )
        self._hearing = Hearing(
            self.log,
            self._late_checks,
            self._peers,
            self._keeper,
            self._seed,
            self._intact,
        )
        self._meters: FloodMeters[bytes] = FloodMeters()
        self._listening = False
        self._owes_word = False
        """Whether there may be something to say once all that came together is heard."""
        self._sign = sign
        self._author: Author | None = None
        self.decides: Callable[[Session, Prompt], Decision | None] = lambda *_: None
        """Decides for this seat without asking a person, or gives None where one has to be asked.

        Asked while a message is written, so that what it decides leaves in the same message.
        """
        if seat is not None and seed is not None:
            response_delay = charter.draft.policies.response_delay_ms / 1000
            self._author = Author(
                seat, seed, self.game, self._validator, store, response_delay, entropy
            )
            # D-82: asked while a message is written, so a bot's decision leaves with the shares
            # before it.
            self._author.person.alone = lambda prompt: self.decides(self, prompt)
        self._reload()

    # What the shell may ask

    @property
    def replica(self) -> Replica:
        """The table as the messages found good so far make it."""
        return self._validator.replica

    @property
    def fault(self) -> Fault | None:
        """What broke the table."""
        return self._validator.fault

    @property
    def peers(self) -> Mapping[bytes, Peer]:
        """Everybody on line, by key."""
        return self._peers.by_key

    def knowledge(self) -> Knowledge:
        """What this seat alone knows."""
        return self._author.sight.knowledge() if self._author else NOTHING_KNOWN

    def prompt(self) -> Prompt | None:
        """What the table asks of this seat's person now."""
        if self._author is None or self.fault is not None:
            return None
        return self._author.person.prompt()

    @property
    def conceding(self) -> bool:
        """Whether this seat's person has conceded and the word is not yet out."""
        return self._author is not None and self._author.person.conceding

    @property
    def started(self) -> bool:
        """Whether keys are exchanged and the game has begun."""
        return self.replica.step > 0

    def ending(self) -> Ending | None:
        """How the table ended, once it has."""
        return self._validator.ending()

    def waiting_for(self) -> tuple[Obligation, ...]:
        """What holds the table up: nothing else has to come before it can move on."""
        return () if self.fault is not None else self.replica.blocking()

    @property
    def withheld(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Seats on line, each with the authors whose messages it says it has and does not send."""
        return self._peers.withheld()

    def wake_at(self) -> float | None:
        """When `tick` has something to do, if the time alone can give it."""
        due = self._author.due if self._author is not None else None
        alarms = (self._peers.wake_at(), due, self._keeper.wake_at, self._late_checks.wake_at())
        return min((at for at in alarms if at is not None), default=None)

    # What happens

    def peer_up(self, key: bytes, now: float) -> Effects:
        """A link to a member (or spectator) stands."""
        self._intact.check()
        out: Effects = [Changed()]
        self._peers.up(key, now, out)
        self._peers.refresh(now, out)
        return self._released(out, now)

    def peer_down(self, key: bytes, now: float, *, replaced: bool = False) -> Effects:
        """The link to a member is gone. `replaced`: another one took its place, which its other
        side may not know of."""
        self._intact.check()
        out: Effects = []
        if self._peers.down(key, now, out, replaced=replaced):
            self._pump(out, now)
            out.append(Changed())
        return self._released(out, now)

    def receive(self, key: bytes, data: bytes, now: float) -> Effects:
        """A frame came over the link to `key`."""
        self._intact.check()
        out: Effects = []
        if key not in self.peers:
            return out
        meter = self._meter(key)
        try:
            match decode(data):
                case Have() as have:
                    within = meter.count(now, frames=1, size=len(data))
                    self._peers.on_have(key, have, now, out)
                    self._peers.show(key, self.log.shown(), now, out)
                case Messages() as batch:
                    heard = self._hearing.messages(key, batch, out, now)
                    within = meter.count(now, frames=heard.frames, size=heard.size)
                    self._go_on(heard, out, now)
                case ResyncRequest() as request:
                    within = meter.count(now, frames=1, size=len(data))
                    self._peers.resync.on_request(key, request, now, out)
                case ResyncReply() as state:
                    asked = self._on_state(key, state, out, now)
                    within = asked or meter.count(now, frames=1, size=len(data))
        except CodecError as error:
            out.append(Drop(key, str(error)))
        except SecondInstance as error:
            self._intact.stop(error)
            raise
        else:
            if not within:
                out.append(Drop(key, "it goes on sending what nobody asked for", flood=True))
        if self._peers.refresh(now, out):
            self._pump(out, now)
        return self._released(out, now)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """In here nothing of our own is said: what has come together is heard first.

        Whoever opens it calls `speak` afterwards. So the answer to several frames leaves in one
        message, as that to several messages of one frame does.
        """
        self._listening = True
        try:
            yield
        finally:
            self._listening = False

    def speak(self, now: float) -> Effects:
        """Say what follows from all that was heard while `listening`."""
        out: Effects = []
        if self._owes_word:
            self._pump(out, now)
        return self._released(out, now)

    def _released(self, out: Effects, now: float) -> Effects:
        """What the shell may carry out: nothing signed is sent before all we hold is committed.

        Whoever is sent messages may answer what it holds then.
        """
        if self._peers.delay.hides:
            self._peers.release(now, out, ended=self.ending() is not None)
        binds, carriers = False, []
        for effect in out:
            if isinstance(effect, Send):
                kind = frame_kind(effect.frame)
                binds = binds or kind in BINDING
                if kind == MESSAGES:
                    carriers.append(effect.peer)
        # D-81: frames that only say what we hold do not wait for the disk: nobody signs relying on
        # them.
        if binds:
            self.keep()
        else:
            self._keeper.wait(now)
        for key in carriers:
            self._meter(key).asked()
        if out:
            self._trace("wants", effects=out)
        return out

    def _meter(self, key: bytes) -> FloodMeter:
        """What the holder of `key` has brought that nobody asked for."""
        return self._meters.of(key, SEAT if key in self.charter.keys else SPECTATOR)

    def decide(self, step: int, decision: Decision, now: float) -> Effects:
        """The person (or bot) of this seat answers the prompt of `step`. Raises BadMove."""
        self._author_or_refuse().person.decide(step, decision)
        return self._pumped(now)

    def pass_until(self, events: Iterable[str], now: float) -> Effects:
        """Post a standing pass until the first of these public events. It cannot be taken back."""
        self._author_or_refuse().person.pass_until(events)
        return self._pumped(now)

    def attend(self, attention: Attention) -> Effects:
        """Ask this seat's person so much from now on."""
        if self._author is not None:
            self._author.person.attend(attention)
        return [Changed()]

    def concede(self, now: float) -> Effects:
        """Leave the game for good at the first step this seat owes."""
        self._author_or_refuse().person.concede()
        return self._pumped(now)

    @property
    def may_show_seed(self) -> bool:
        """Whether the game is over, with our signature, and our seed could be shown before all
        others have signed: for a person who waits for them no longer."""
        return self._seed.may_show

    def show_seed(self, now: float) -> Effects:
        """Show our seed without waiting for closings. Raises LocalError where it cannot be shown.

        What our seat did is open then; nothing of the result can change any more.
        """
        self._seed.check_early()  # what is refused leaves the session whole
        out: Effects = []
        with self._intact.whole():
            self._seed.show_early(out, now)
        return self._released(out, now)

    def tick(self, now: float) -> Effects:
        """Time has passed."""
        self._intact.check()
        out: Effects = []
        self._peers.tick(now, out)
        heard = self._hearing.late(now)
        if heard is not None:
            self._go_on(heard, out, now)
        self._pump(out, now)
        if self._keeper.is_due(now):
            self.keep()
        return self._released(out, now)

    def keep(self) -> None:
        """Commit what was heard and is not committed yet, and marks once no check waits."""
        if self._keeper.waits and not self._intact.stopped:
            with self._intact.whole():
                self._keeper.commit()

    def _pumped(self, now: float) -> Effects:
        out: Effects = [Changed()]
        self._pump(out, now)
        return self._released(out, now)

    def _author_or_refuse(self) -> Author:
        self._intact.check()
        if self._author is None or self._validator.fault is not None:
            raise LocalError("this table takes no more decisions here; you can only watch it")
        return self._author

    # Hearing

    def _reload(self) -> None:
        """Come to where the stored messages lead."""
        for stored in self._keeper.store.stream():
            self._late_checks.reload(stored)
            self.log.shelve(self._keeper.store.body)
            if self._author is not None:
                self._author.sight.learn()
        self._seed.forget()
        counts = self.log.counts()
        self._trace("reloaded", counts=counts, at=self.replica.step, digest=self.replica.digest)

    def _on_state(self, key: bytes, state: ResyncReply, out: Effects, now: float) -> bool:
        """Hear a statement; says whether it was asked for."""
        heard = self._hearing.state(key, state, out, now)
        if heard is None:
            return False
        self._go_on(heard, out, now)
        self._pump(out, now)
        return True

    def _go_on(self, heard: Heard, out: Effects, now: float) -> None:
        """Do what follows from good messages, and from evidence that was not known before."""
        if heard.news:
            for fault in self.log.faults():
                self._trace(
                    "fault",
                    seat=fault.seat,
                    charge=fault.charge,
                    step=fault.step,
                    reason=fault.reason,
                )
            for key in self.peers:
                self._peers.show(key, self.log.shown(), now, out)
        if heard.good or heard.news:
            self._peers.resync.answer_all(now, out)
            out.append(Changed())
            self._pump(out, now)

    # Saying

    def _pump(self, out: Effects, now: float) -> None:
        """Say everything that we owe and can say now: as a rule in one message."""
        # D-98: frames that came together are all heard before we answer the first.
        self._owes_word = self._listening
        if self._listening:
            return
        self._peers.refresh(now, out)
        author = self._author
        if author is None or self._sign is None or not self._validator.goes_on:
            return
        # D-80: another copy of this profile may have gone on with the table.
        if not self._peers.may_sign(now):
            return
        with self._intact.whole():
            while self._validator.goes_on and (draft := author.compose(now)) is not None:
                self._say(draft, out)
            if self._validator.over:
                self._seed.show(out, now)

    def _say(self, draft: Written, out: Effects) -> None:
        """Sign a message, keep it, and only then send it."""
        assert self._sign is not None
        body = draft.message.encode()
        signature = self._sign(MESSAGE_LABEL + self.charter.table, body)
        signed = Signed(body, signature, draft.message)
        stored = self._keeper.stored(signed, self._late_checks.mark(signed))
        self._keeper.commit(stored, notes=draft.notes)
        self._validator.accept(signed)
        self._late_checks.run_ours()
        # D-14: a mistake of ours ends in an error here, and convicts us of nothing.
        broken = self._validator.replica.broken
        if broken is not None and broken.seat == self.seat:
            raise LocalError("our own move broke the rules; this is a mistake in Crownless")
        self._peers.publish(signed, out)
        if self._validator.over and self._seed.forget():
            self._peers.tell_all(out)
        out.append(Changed())

    def say_audited(self, findings: tuple[SeedFinding, ...], now: float) -> Effects:
        """Sign what our audit has found, once. It decides nothing."""
        out: Effects = []
        with self._intact.whole():
            self._seed.say_audited(findings, out, now)
        return self._released(out, now)

    def all_told(self) -> bool:
        """Whether every other seat still in has said that it holds all that we hold.

        In a game with an audit also whether the seeds of all of them are here.
        """
        seats = self.replica.seats_in()
        waits = self.game.info.audited and not set(seats) <= set(self._validator.seeds())
        return not waits and self._peers.all_told(seats)

    def seeds(self) -> Mapping[int, bytes]:
        """The seeds that seats have shown, by seat."""
        return self._validator.seeds()
