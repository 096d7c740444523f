"""Resynchronisation: what others hold of our chain, asked of every seat on line after a start.

Before all have answered we sign nothing, so a copied or restored table file never makes an honest
seat say two different things. An answer is a signed statement; whoever states less than its own
messages had named is convicted by it (`signed_ack`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from crypto.sign import verify
from p2p.errors import CodecError
from p2p.log.log import Log
from p2p.log.signed_ack import NONCE, SignedAck, read, state_label
from p2p.session.effects import Drop, Effects, Send
from p2p.session.frames import Messages, ResyncReply, ResyncRequest
from p2p.session.peer_state import PAUSE, Peer
from p2p.wire.message import NO_HASH, Sign, Signed

REPLY_TIMEOUT = 10.0
"""Seconds until a member on line that does not answer a request counts as off line."""


class Resync:
    """What we ask, and what we answer. `seat` is ours, None for a spectator."""

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
        self._entropy = entropy
        self._peers = peers
        self._silent: set[bytes] = set()
        """Who was on line and did not answer: it does not count until it has."""

    # Asking

    def ask(self, key: bytes, now: float, out: Effects) -> None:
        """A link to a member stands: ask what it holds of us."""
        peer = self._peers[key]
        if self._sign is None or peer.seat is None:
            return
        peer.nonce_sent = self._entropy(NONCE)
        peer.requested_at = now
        peer.known = len(self._log.chains[peer.seat].good)
        out.append(Send(key, ResyncRequest(peer.nonce_sent, peer.known).encode()))

    def wake_at(self) -> float | None:
        """When the first unanswered request is overdue, or the first answer due."""
        waiting = (p for key, p in self._peers.items() if p.nonce_sent and key not in self._silent)
        times = [peer.requested_at + REPLY_TIMEOUT for peer in waiting]
        times += [p.answer_at for p in self._peers.values() if p.asking and self._can_answer(p)]
        return min(times, default=None)

    def drop_silent(self, now: float, out: Effects) -> None:
        """Who is on line and does not answer a request is not on line."""
        for key, peer in self._peers.items():
            overdue = peer.nonce_sent and now >= peer.requested_at + REPLY_TIMEOUT
            if overdue and key not in self._silent:
                self._silent.add(key)
                out.append(Drop(key, "it does not say what it holds of our messages"))

    def on_reply(self, key: bytes, state: ResyncReply) -> Signed | None:
        """A seat's answer to our request: its statement, once it counts.

        Raises CodecError for an answer that no honest seat gives.
        """
        peer = self._peers[key]
        said = read(state.said)
        if said is None:
            raise CodecError("an answer that states nothing")
        if peer.seat is None or not peer.nonce_sent:
            return None
        if (said.table, said.asker) != (self._log.table, self._seat):
            raise CodecError("a statement about another table")
        if said.nonce != peer.nonce_sent:
            return None
        label = state_label(self._log.table)
        mine = said.seat == peer.seat
        if not mine or not verify(key, label, state.said.body, state.said.signature):
            raise CodecError("a statement that its seat did not sign")
        if said.own < peer.known:
            raise CodecError("a statement from before what its seat has signed")
        self._check_newest(said, state.newest)
        peer.nonce_sent = b""
        peer.stated = said.count
        self._silent.discard(key)
        return state.said

    def _check_newest(self, said: SignedAck, newest: Sequence[Signed]) -> None:
        """Nobody holds what we never signed. Raises CodecError."""
        assert self._seat is not None
        if not said.count and not newest:
            return
        (signed,) = newest or (None,)
        if signed is None or signed.hash != said.hash:
            raise CodecError("a statement without the message that it is about")
        message = signed.message
        ours = (message.table, message.seat) == (self._log.table, self._seat)
        if not ours or message.seq + 1 != said.count or self._log.author(signed) != self._seat:
            raise CodecError("a statement about a message that we never signed")

    def may_sign(self) -> bool:
        """After a start: only once every seat on line has said what it holds of us, and we too."""
        seats = [
            peer
            for key, peer in self._peers.items()
            if peer.seat is not None and key not in self._silent
        ]
        if self._seat is None or not seats:
            return False
        chain = self._log.chains[self._seat]
        if chain.waiting:
            return False  # we have said more than we can judge yet
        mine = len(chain.good)
        return all(peer.stated is not None and peer.stated <= mine for peer in seats)

    # Answering

    def on_request(self, key: bytes, request: ResyncRequest, now: float, out: Effects) -> None:
        """A seat has started again and asks what we hold of its chain."""
        peer = self._peers[key]
        if peer.seat is None or self._sign is None:
            return
        peer.asking = request
        self._answer(key, now, out)

    def answer_all(self, now: float, out: Effects) -> None:
        """Answer whom we could not answer before."""
        for key in self._peers:
            self._answer(key, now, out)

    def _can_answer(self, peer: Peer) -> bool:
        """Whether we hold as much of our own chain as the asker.

        With an older copy of our file we do not: what we said would contradict what we state.
        """
        assert self._seat is not None
        return peer.asking is None or peer.asking.count <= len(self._log.chains[self._seat].good)

    def _answer(self, key: bytes, now: float, out: Effects) -> None:
        peer = self._peers[key]
        request, asker = peer.asking, peer.seat
        if request is None or asker is None or now < peer.answer_at or not self._can_answer(peer):
            return
        peer.asking, peer.answer_at = None, now + PAUSE
        # Messages of the asker that wait here for others: it may have lost them.
        for versions in self._log.chains[asker].waiting.values():
            out.append(Send(key, Messages(tuple(versions)).encode()))
        newest = self._log.newest(asker)
        said = self._state(asker, request.nonce, newest)
        out.append(Send(key, ResyncReply(said, (newest,) if newest else ()).encode()))

    def _state(self, asker: int, nonce: bytes, newest: Signed | None) -> Signed:
        """Sign what we hold of a seat's chain."""
        assert self._seat is not None
        assert self._sign is not None
        table = self._log.table
        body = SignedAck(
            table=table,
            seat=self._seat,
            asker=asker,
            nonce=nonce,
            own=len(self._log.chains[self._seat].good),
            count=newest.outline.seq + 1 if newest else 0,
            hash=newest.hash if newest else NO_HASH,
        ).encode()
        return Signed(body, self._sign(state_label(table), body))
