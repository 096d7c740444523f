"""One client's part in one table: sans-I/O, from bytes and decisions to bytes and news.

The session joins the validator (what was said and what follows), the peers (who is on line)
and, for a seat, the author (what we owe and say). It keeps the order that makes a kill harmless:
before anything signed leaves, all it may rest on is committed. What is heard meanwhile is committed
together with the next thing said, or at the next tick.

Methods return effects for the shell to carry out. The session has no sockets, clock or randomness
of its own; the same object runs in tests, over loopback and between machines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager, suppress

from games.engine.private import NOTHING_KNOWN, Knowledge
from p2p.errors import CodecError, LocalError, SecondInstance
from p2p.log.beside import Beside, Entry, SeedFinding
from p2p.log.fault import Fault
from p2p.replica.card_payloads import OnProgress
from p2p.replica.obligations import Obligation
from p2p.replica.replica import Replica
from p2p.session.attention import Attention
from p2p.session.author import Author, Written
from p2p.session.effects import Changed, Drop, Effects, Send
from p2p.session.flood_meter import SEAT, SPECTATOR, FloodMeter, FloodMeters
from p2p.session.frames import Have, Messages, ResyncReply, ResyncRequest, binds, carries, decode
from p2p.session.keeper import Keeper
from p2p.session.late_checks import LateChecks
from p2p.session.peer_state import Peer
from p2p.session.person import Decision, Prompt
from p2p.session.replication import Peers
from p2p.session.validator import Ending as Ending
from p2p.session.validator import Good, Judged, Validator
from p2p.store import TableStore
from p2p.wire.charter import Charter
from p2p.wire.message import MESSAGE_LABEL, Signed

SEED = "seed"
"""The store's note with this seat's 32 secret bytes; erased once all have closed."""
MAX_HEARD = 1 << 16
"""Messages of a link that are remembered beside those that are good."""


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
    ) -> None:
        """`sign(label, body)` signs with the seat's identity; `entropy(n)` gives n random bytes."""
        self.charter = charter
        self.seat = seat
        self.game = charter.draft.make_game()
        seed = store.note(SEED)
        plays = seat is not None and seed is not None
        self._validator = Validator(
            charter, self.game, pool=pool, progress=progress, keeps_settled=plays
        )
        self.log = self._validator.log
        self._stopped: LocalError | None = None
        self._late_checks = LateChecks(self._validator, seat)
        self._peers = Peers(self.log, charter.keys, seat, sign, entropy)
        self._meters: FloodMeters[bytes] = FloodMeters()
        self._keeper = Keeper(store, self.log, self._late_checks)
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

    def wake_at(self) -> float | None:
        """When `tick` has something to do, if the time alone can give it."""
        due = self._author.due if self._author is not None else None
        alarms = (self._peers.wake_at(), due, self._keeper.wake_at, self._late_checks.wake_at())
        return min((at for at in alarms if at is not None), default=None)

    # What happens

    def peer_up(self, key: bytes, now: float) -> Effects:
        """A link to a member (or spectator) stands."""
        self._check_whole()
        out: Effects = [Changed()]
        self._peers.up(key, now, out)
        self._peers.refresh(now, out)
        return self._released(out, now)

    def peer_down(self, key: bytes, now: float, *, replaced: bool = False) -> Effects:
        """The link to a member is gone. `replaced`: another one took its place, which its other
        side may not know of."""
        self._check_whole()
        out: Effects = []
        if self._peers.down(key, now, out, replaced=replaced):
            self._pump(out, now)
            out.append(Changed())
        return self._released(out, now)

    def receive(self, key: bytes, data: bytes, now: float) -> Effects:
        """A frame came over the link to `key`."""
        self._check_whole()
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
                    within = self._on_messages(key, batch, out, now)
                case ResyncRequest() as request:
                    within = meter.count(now, frames=1, size=len(data))
                    self._peers.resync.on_request(key, request, now, out)
                case ResyncReply() as state:
                    asked = self._on_state(key, state, out, now)
                    within = asked or meter.count(now, frames=1, size=len(data))
        except CodecError as error:
            out.append(Drop(key, str(error)))
        except SecondInstance as error:
            self._stopped = error
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

    def _meter(self, key: bytes) -> FloodMeter:
        seated = key in self.charter.keys
        return self._meters.of(key, SEAT if seated else SPECTATOR)

    def _released(self, out: Effects, now: float) -> Effects:
        """What the shell may carry out: nothing signed is sent before all we hold is committed.

        Whoever is sent messages may answer what it holds then.
        """
        sent = [effect for effect in out if isinstance(effect, Send)]
        if any(binds(effect.frame) for effect in sent):
            self.keep()
        else:
            self._keeper.wait(now)
        for effect in sent:
            if carries(effect.frame):
                self._meter(effect.peer).asked()
        return out

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
        ending, seat = self.ending(), self.seat
        if ending is None or ending.fault is not None or not self.game.info.audited:
            return False
        return seat in ending.closed and not ending.complete and not self._has_revealed()

    def show_seed(self, now: float) -> Effects:
        """Show our seed without waiting for closings. Raises LocalError where it cannot be shown.

        What our seat did is open then; nothing of the result can change any more.
        """
        if not self.may_show_seed:
            raise LocalError("a seed is shown at the end, where the signature of a seat is missing")
        out: Effects = []
        with self._whole():
            self._reveal(out, now, early=True)
        return self._released(out, now)

    def tick(self, now: float) -> Effects:
        """Time has passed."""
        self._check_whole()
        out: Effects = []
        self._peers.tick(now, out)
        self._check_late(out, now)
        self._pump(out, now)
        if self._keeper.is_due(now):
            self.keep()
        return self._released(out, now)

    def keep(self) -> None:
        """Commit what was heard and is not committed yet, and marks once no check waits."""
        if self._keeper.waits and self._stopped is None:
            with self._whole():
                self._keeper.commit()

    def _check_whole(self) -> None:
        if self._stopped is not None:
            raise self._stopped

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """All of it or an end: what was judged and not kept must never be built upon.

        After an error in here (a full disk, say) this session says nothing more; a new one comes
        to where the store leads.
        """
        self._check_whole()
        half_way = "this table stopped half way; start Crownless again to go on with it"
        self._stopped = LocalError(half_way)
        yield
        self._stopped = None

    def _pumped(self, now: float) -> Effects:
        out: Effects = [Changed()]
        self._pump(out, now)
        return self._released(out, now)

    def _author_or_refuse(self) -> Author:
        self._check_whole()
        if self._author is None or self.fault is not None:
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
        self._forget()

    def _on_messages(self, key: bytes, batch: Messages, out: Effects, now: float) -> bool:
        """Judge what is new; says whether the rest is within what the link may bring.

        What we hold already costs a hash and no more. The first copy of it over this link is
        free, as its holder cannot know who sent us the other.
        """
        self._stop_before(batch)
        known = self.log.shown()
        waiting = self.log.count_waiting()
        heard = self.peers[key].heard
        good: list[Signed] = []
        repeats = size = 0
        with self._whole():
            try:
                for signed in batch.items:
                    held = self.log.known(signed)
                    if signed.hash in heard:
                        repeats += 1
                        size += len(signed.body)
                    if held is None:
                        good += _good(self._late_checks.feed(signed))
                    if held is not None or len(heard) < MAX_HEARD:
                        heard.add(signed.hash)
                    with suppress(CodecError):
                        self._peers.holds(key, held or signed)
            except CodecError as error:
                # What came before it in the same frame was judged, so it is kept all the same.
                out.append(Drop(key, str(error)))
            done = self._remember(good, self._news(known))
        if good:
            self._late_checks.heard(now)
        for signed in good:
            self._peers.forward(signed, key, out)
            self._peers.note_news(now)
        if done and good:
            self._peers.tell_all(out)
        grew = bool(good) or self.log.count_waiting() > waiting
        self._ask_on(key, batch.more, grew=grew, out=out)
        self._go_on(known, good, out, now)
        idle = repeats == len(batch.items)  # also of a frame that carries nothing
        return self._meter(key).count(now, frames=int(idle), size=size)

    def _stop_before(self, batch: Messages) -> None:
        """Before we have said anything: stop for what another copy of our profile has said."""
        own = self._peers.resync.instance
        if own is None or own.is_clear:
            return
        for signed in batch.items:
            if self.log.known(signed) is None:
                with suppress(CodecError):
                    own.check_ours(signed)

    def _on_state(self, key: bytes, state: ResyncReply, out: Effects, now: float) -> bool:
        """What another seat holds of us. What we sign relies on it, so it is kept before that."""
        known = self.log.shown()
        said = self._peers.resync.on_reply(key, state, now, out)
        if said is None:
            return False
        with self._whole():
            good = _good(self._late_checks.feed(said))
            if self.log.keeps(said):
                self._keeper.rely(said)
            self._remember(good, self._news(known))
        self._go_on(known, good, out, now)
        self._pump(out, now)
        return True

    def _check_late(self, out: Effects, now: float) -> None:
        """Run one of the checks that were put off; a seat may be convicted by it."""
        known = self.log.shown()
        with self._whole():
            if not self._late_checks.run_next(now):
                return
            self._remember([], self._news(known))
        self._go_on(known, [], out, now)

    def _go_on(
        self, known: tuple[Signed, ...], good: list[Signed], out: Effects, now: float
    ) -> None:
        """Do what follows from good messages, and from evidence that was not known before."""
        new = self._news(known)
        if new:
            for key in self.peers:
                self._peers.show(key, self.log.shown(), now, out)
        if good or new:
            self._peers.resync.answer_all(now, out)
            out.append(Changed())
            self._pump(out, now)

    def _news(self, known: tuple[Signed, ...]) -> tuple[Signed, ...]:
        """Evidence beyond `known`."""
        return tuple(signed for signed in self.log.shown() if signed not in known)

    def _ask_on(self, key: bytes, more: bool, *, grew: bool, out: Effects) -> None:
        """Say what we hold to a peer that has more for us, or named what we do not have."""
        missing = grew and self.log.waits()
        if missing or more:
            self._peers.tell(key, out)
        if missing:
            self._peers.dispute(key, out)

    def _remember(self, good: list[Signed], evidence: Iterable[Signed] = ()) -> bool:
        """Note what is to be committed. True when all is said and done at this table."""
        self._keeper.hear(good, evidence)
        return self._forget()

    def _forget(self) -> bool:
        """Erase the seed once all have closed. True when all is said and done at this table."""
        ending = self.ending()
        if ending is None or ending.fault is not None or not ending.complete:
            return False
        if self.game.info.audited and not self._has_revealed():
            return False
        if self._keeper.store.note(SEED) is not None:
            if (
                self._keeper.has_heard
            ):  # that all have closed must not be forgotten where the seed is
                self._keeper.commit()
            self._keeper.store.erase(SEED)
        return True

    # Saying

    def _pump(self, out: Effects, now: float) -> None:
        """Say everything that we owe and can say now: as a rule in one message."""
        self._owes_word = self._listening
        if self._listening:
            return
        self._peers.refresh(now, out)
        author = self._author
        if author is None or self._sign is None or not self._validator.goes_on:
            return
        if not self._peers.resync.may_sign(now):
            return
        with self._whole():
            while self._validator.goes_on and (draft := author.compose(now)) is not None:
                self._say(draft, out)
            self._reveal(out, now)

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
        broken = self.replica.broken
        if broken is not None and broken.seat == self.seat:
            raise LocalError("our own move broke the rules; this is a mistake in Crownless")
        self._peers.publish(signed, out)
        if self._remember([]):
            self._peers.tell_all(out)
        out.append(Changed())

    def _has_revealed(self) -> bool:
        return self.seat is None or (Entry.SEED, self.seat) in self.log.beside

    def _reveal(self, out: Effects, now: float, *, early: bool = False) -> None:
        """Show our seed once all have closed a game with an audit, or `early`, on wish."""
        if not self.game.info.audited or self._has_revealed():
            return
        ending, seed = self.ending(), self._keeper.store.note(SEED)
        if seed is None:
            return
        if ending is not None and ending.fault is None and (ending.complete or early):
            assert self.seat is not None
            self._add(Beside(self.charter.table, self.seat, seed=seed), out, now)
            self._forget()

    def say_audited(self, findings: tuple[SeedFinding, ...], now: float) -> Effects:
        """Sign what our audit has found, once. It decides nothing."""
        out: Effects = []
        seat = self.seat
        if seat is not None and self._sign and (Entry.AUDITED, seat) not in self.log.beside:
            with self._whole():
                self._add(Beside(self.charter.table, seat, findings=findings), out, now)
        return self._released(out, now)

    def _add(self, entry: Beside, out: Effects, now: float) -> None:
        """Sign an entry beside our chain, keep it, and only then show it."""
        assert self._sign is not None
        signed = entry.signed(self._sign)
        self._keeper.commit(self._keeper.stored(signed))
        self.log.take(signed)
        for key in self.peers:
            self._peers.show(key, self.log.shown(), now, out)
        out.append(Changed())

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


def _good(verdicts: Iterable[Judged]) -> list[Signed]:
    """The messages that were found good, in order."""
    return [verdict.signed for verdict in verdicts if isinstance(verdict, Good)]
