"""Requests of seats that have started, answers to them, and both passed on to whom they are for.

Everybody who gets a request of a seat answers it over the link on which it came and passes it on
to all other seats, once in a while for each; an answer goes back the way its request came. Where
two clients run under one key, each gets to see what the other asks, and what it answers: see
`instance`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from crypto.sign import verify
from p2p.errors import CodecError
from p2p.log.log import Log
from p2p.log.testimony import SignedAck, read, state_label
from p2p.session.effects import Effects, Send
from p2p.session.frames import Messages, ResyncReply, ResyncRequest
from p2p.session.instance import (
    HESITATION,
    REPLY_TIMEOUT,
    Instance,
    StartRequest,
    TwinAnswer,
    check_newest,
    read_request,
    start_label,
)
from p2p.session.peer_state import PAUSE, Peer
from p2p.wire.message import NO_HASH, Sign, Signed

MAX_ASKED = 8
"""Requests of one seat that are remembered."""


@dataclass(slots=True)
class Asked:
    """A request of a seat, ours included: where it came from, and what is still to be done."""

    signed: Signed
    request: StartRequest
    first_at: float
    routes: list[bytes] = field(default_factory=list)
    """The links it came over."""
    answer_to: bytes = b""
    """Where we still have to send our own answer, if anywhere."""
    answer_at: float = 0.0
    """When we may answer it again, and pass it on."""
    twin: bytes = b""
    """The answer of another instance of the seat that asks: with it, ours is not needed."""
    passed: dict[int, float] = field(default_factory=dict)
    """When we may pass on another answer of each seat."""


class Resync:
    """What we ask, what we answer and what we pass on. `seat` is ours, None for a spectator."""

    def __init__(
        self,
        log: Log,
        keys: tuple[bytes, ...],
        seat: int | None,
        sign: Sign | None,
        entropy: Callable[[int], bytes],
        peers: Mapping[bytes, Peer],
    ) -> None:
        self._log = log
        self._keys = keys
        self._seat = seat
        self._sign = sign
        self._peers = peers
        self.instance: Instance | None = None
        if seat is not None and sign is not None:
            self.instance = Instance(log, seat, sign, entropy, peers)
        self._asked: dict[tuple[int, bytes], Asked] = {}
        """What seats have asked, by seat and nonce."""
        self._replaced: dict[int, tuple[bytes, float]] = {}
        """Of a seat whose link another link took over: its instance, and until when it counts."""

    # Asking

    def up(self, key: bytes, now: float, out: Effects) -> None:
        """A link stands: ask a seat what it holds of us."""
        if self.instance is not None and self._peers[key].seat is not None:
            out.append(Send(key, ResyncRequest(self.instance.request).encode()))

    def down(self, peer: Peer, now: float, out: Effects, *, replaced: bool) -> None:
        """A link is gone. `replaced`: another link of the same key took its place unasked."""
        if peer.seat is not None and peer.mark and replaced:
            self._replaced[peer.seat] = (peer.mark, now + REPLY_TIMEOUT)
        own = self.instance
        if own is not None and peer.seat is not None:
            own.lost(peer.seat, alone=all(other.seat is None for other in self._peers.values()))
            if own.awaits(peer.seat):  # others still report it, and can pass our request on
                self._ask_all(out)

    def wake_at(self) -> float | None:
        """When time alone gives us something to do."""
        times = [at for asked in self._asked.values() if (at := self._due(asked)) is not None]
        if self.instance is not None:
            times += self.instance.deadlines()
            if self.instance.ask_again_at is not None:
                times.append(self.instance.ask_again_at)
        return min(times, default=None)

    def tick(self, now: float, out: Effects) -> None:
        """Time has passed."""
        self.answer_all(now, out)
        own = self.instance
        if own is None or own.ask_again_at is None or now < own.ask_again_at:
            return
        own.ask_again_at = None
        self._ask_all(out)

    def _ask_all(self, out: Effects) -> None:
        assert self.instance is not None
        frame = ResyncRequest(self.instance.request).encode()
        out += [Send(key, frame) for key, peer in self._peers.items() if peer.seat is not None]

    # What comes in

    def on_request(self, key: bytes, frame: ResyncRequest, now: float, out: Effects) -> None:
        """A seat asks, over its own link or another. Raises CodecError for no request of a seat."""
        request = read_request(frame.asked, self._log.table, self._log.seats)
        own, peer = self.instance, self._peers[key]
        if own is None or peer.seat is None or not peer.requests.take(now):
            return
        if (request.seat, request.mark) == (own.seat, own.mark):
            return
        asked = self._kept(request, frame.asked, now)
        if key not in asked.routes:
            asked.routes.append(key)
        direct = peer.seat == request.seat
        if direct:
            self._announced(key, request, now, out)
        due = now >= asked.answer_at
        if due:
            self._pass_on(asked, out)
            asked.answer_at = now
        if due or direct:
            asked.answer_to = key
        self._answer(asked, now, out)
        if due:
            asked.answer_at = now + PAUSE

    def _kept(self, request: StartRequest, signed: Signed, now: float) -> Asked:
        """What is known of a request; a new one is remembered. Raises CodecError."""
        known = self._asked.get((request.seat, request.nonce))
        if known is not None and known.signed == signed:
            return known
        label = start_label(self._log.table)
        if not verify(self._keys[request.seat], label, signed.body, signed.signature):
            raise CodecError("a request that its seat did not sign")
        self._make_room(request.seat)
        asked = Asked(signed, request, now)
        self._asked[request.seat, request.nonce] = asked
        return asked

    def _make_room(self, seat: int) -> None:
        """Of too many requests of one seat, forget the oldest that did not come from itself."""
        kept = [(name, one) for name, one in self._asked.items() if name[0] == seat]
        if len(kept) >= MAX_ASKED:
            relayed = [name for name, one in kept if self._keys[seat] not in one.routes]
            del self._asked[(relayed or [name for name, _ in kept])[0]]

    def _announced(self, key: bytes, request: StartRequest, now: float, out: Effects) -> None:
        """An instance of a seat speaks over its link: it hears what others of that seat ask."""
        peer, seat = self._peers[key], request.seat
        if peer.mark not in (b"", request.mark):
            self._replaced[seat] = (peer.mark, now + REPLY_TIMEOUT)
        peer.mark = request.mark
        for (asker, _), asked in self._asked.items():
            if asker != seat:
                continue
            if asked.request.mark == request.mark:
                if asked.twin:
                    out.append(Send(key, asked.twin))
            elif not asked.twin and now < asked.first_at + REPLY_TIMEOUT:
                out.append(Send(key, ResyncRequest(asked.signed).encode()))

    def _pass_on(self, asked: Asked, out: Effects) -> None:
        """To all other seats, and to another instance of the seat that asks."""
        if asked.request.seat == self._seat:
            return
        for key, peer in self._peers.items():
            itself = peer.seat == asked.request.seat and peer.mark == asked.request.mark
            if peer.seat is not None and key not in asked.routes and not itself:
                out.append(Send(key, ResyncRequest(asked.signed).encode()))

    def on_reply(self, key: bytes, frame: ResyncReply, now: float, out: Effects) -> Signed | None:
        """An answer: to us, then its statement, once it counts; or to be passed on.

        Raises CodecError for an answer that no honest seat gives, if it comes from that seat, and
        SecondInstance if we have to stop.
        """
        said = read(frame.said)
        if said is None:
            raise CodecError("an answer that states nothing")
        if max(said.seat, said.asker) >= self._log.seats or said.table != self._log.table:
            raise CodecError("a statement about another table")
        try:
            return self._on_statement(key, said, frame, now, out)
        except CodecError:
            if self._peers[key].seat == said.seat:
                raise
            return None  # whoever passed it on did not write it

    def _on_statement(
        self, key: bytes, said: SignedAck, frame: ResyncReply, now: float, out: Effects
    ) -> Signed | None:
        own = self.instance
        to_us = own is not None and said.asker == self._seat and own.drew(said.nonce)
        asked = self._asked.get((said.asker, said.nonce))
        if not to_us and (asked is None or now < asked.passed.get(said.seat, 0.0)):
            return None
        label = state_label(self._log.table)
        if not verify(self._keys[said.seat], label, frame.said.body, frame.said.signature):
            raise CodecError("a statement that its seat did not sign")
        newest = frame.newest[0] if frame.newest else None
        if to_us:
            assert own is not None
            return frame.said if own.on_ack(said, newest) else None
        assert asked is not None
        asked.passed[said.seat] = now + PAUSE
        if said.seat == said.asker:
            self._on_twin(asked, frame)
        else:
            check_newest(said, newest, self._log)
        self._pass_back(key, asked, frame, out)
        return None

    def _on_twin(self, asked: Asked, frame: ResyncReply) -> None:
        """One instance of a seat has answered another: that other one stops when it sees it."""
        asked.twin, asked.answer_to = frame.encode(), b""
        seat, mark = asked.request.seat, asked.request.mark
        if self._replaced.get(seat, (b"", 0.0))[0] == mark:
            del self._replaced[seat]

    def _pass_back(self, key: bytes, asked: Asked, frame: ResyncReply, out: Effects) -> None:
        """The way the request came: best to the seat itself, unless another instance is there."""
        for route in sorted(asked.routes, key=lambda one: one != self._keys[asked.request.seat]):
            peer = self._peers.get(route)
            if peer is None or route == key:
                continue
            if peer.seat != asked.request.seat or peer.mark == asked.request.mark:
                out.append(Send(route, frame.encode()))
                return

    # Answering

    def answer_all(self, now: float, out: Effects) -> None:
        """Answer whom we could not answer before."""
        for asked in tuple(self._asked.values()):
            self._answer(asked, now, out)

    def _due(self, asked: Asked) -> float | None:
        """When we can answer a request, if we still have to and nothing but time is missing."""
        own = self.instance
        if own is None or not asked.answer_to:
            return None
        request = asked.request
        if request.seat == own.seat:
            match own.answers_twin(request.mark):
                case TwinAnswer.NEVER:
                    return None
                # D-80: both have just started; the smaller mark answers after a moment, so that
                # mostly one goes on.
                case TwinAnswer.HESITATES:
                    return max(asked.answer_at, asked.first_at + HESITATION)
                case TwinAnswer.AT_ONCE:
                    return asked.answer_at
        return None if own.says_before(request) is None else asked.answer_at

    def _answer(self, asked: Asked, now: float, out: Effects) -> None:
        due, to = self._due(asked), asked.answer_to
        if due is None or now < due:
            return
        asked.answer_to, asked.answer_at = b"", now + PAUSE
        peer = self._peers.get(to)
        if peer is None or asked.twin:
            return
        asker = asked.request.seat
        if asker == self._seat:
            out.append(Send(to, ResyncReply(self._state(asked.request, None, now)).encode()))
            return
        if peer.seat == asker:
            # Messages of the asker that wait here for others: it may have lost them.
            for versions in self._log.chains[asker].waiting.values():
                out.append(Send(to, Messages(tuple(versions)).encode()))
        # D-7: whoever says "more than you have" shows that message, or it could mute a seat by a
        # lie.
        newest = self._log.newest(asker)
        said = self._state(asked.request, newest, now)
        out.append(Send(to, ResyncReply(said, (newest,) if newest else ()).encode()))

    def _state(self, request: StartRequest, newest: Signed | None, now: float) -> Signed:
        """Sign what we hold of a seat's chain, and whom we see."""
        own = self.instance
        assert own is not None
        assert self._sign is not None
        table = self._log.table
        seats = {peer.seat for peer in self._peers.values() if peer.seat is not None}
        seats.discard(request.seat)
        if self._sees_another(request, now):
            seats.add(request.seat)
        body = SignedAck(
            table=table,
            seat=own.seat,
            asker=request.seat,
            nonce=request.nonce,
            own=0 if own.seat == request.seat else own.says_before(request) or 0,
            count=newest.outline.seq + 1 if newest else 0,
            hash=newest.hash if newest else NO_HASH,
            linked=tuple(sorted(seats)),
        ).encode()
        return Signed(body, self._sign(state_label(table), body))

    def _sees_another(self, request: StartRequest, now: float) -> bool:
        """Whether another instance of the asker has a link to us, or had one that was taken over.

        The end of a link that its other side has closed is the end of its instance, too.
        """
        marks = [peer.mark for peer in self._peers.values() if peer.seat == request.seat]
        mark, until = self._replaced.get(request.seat, (b"", 0.0))
        if now < until:
            marks.append(mark)
        return any(mark not in (b"", request.mark) for mark in marks)
