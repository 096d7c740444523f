"""Replication: who is on line, what they hold, and what they still have to be told.

Members say what they hold and whom they see; whoever has a message that another lacks passes it
on, so whoever reaches one member reaches the table. Nobody is sent the same over one link again
and again: who says that it lacks what it was sent gets it once more after a pause.

Spectators lag behind (`SpectatorDelay`): what we hold goes to them only so long after we took it,
by our own clock, after a restart from then on. So a spectator that has nothing but honest members
to ask learns nothing earlier. Once the game has ended, everything goes out at once. Held by
tests/p2p/session/test_replication.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from p2p.errors import CodecError
from p2p.log.log import Log
from p2p.session.effects import Changed, Effects, Send
from p2p.session.frames import BATCH_OF_A_WATCHER, Have, Messages, batches, lacking
from p2p.session.peer_state import LONGEST, Peer
from p2p.session.resync import Resync
from p2p.wire.message import Sign, Signed

Counts = tuple[int, ...]
"""How many messages of each author."""


class SpectatorDelay:
    """What of our log spectators may see. `seconds` are 0 where they see all of it."""

    def __init__(self, seconds: float, seats: int) -> None:
        self._seconds = seconds
        self._visible: Counts = (0,) * seats
        self._newest: Counts = self._visible
        self._taken: deque[tuple[float, Counts]] = deque()
        """When we held how much for the first time, as far as it is still hidden."""
        self.hides = seconds > 0
        """Whether anything is kept from spectators at all."""

    def visible(self, counts: Counts) -> Counts:
        """What a spectator may know of these."""
        return tuple(map(min, counts, self._visible)) if self.hides else counts

    def may_show(self, author: int, seq: int) -> bool:
        """Whether a spectator may have this message."""
        return not self.hides or (author < len(self._visible) and seq < self._visible[author])

    def note(self, counts: Counts, now: float, *, ended: bool) -> bool:
        """We hold `counts` at `now` (seconds). Says whether spectators may see more than before."""
        if not self.hides:
            return False
        if ended:
            self.hides = False
            self._taken.clear()
            return True
        if counts != self._newest:
            self._newest = counts
            self._taken.append((now, counts))
        before = self._visible
        while self._taken and self._taken[0][0] + self._seconds <= now:
            self._visible = self._taken.popleft()[1]
        return self._visible != before

    def wake_at(self) -> float | None:
        """When the next of what is hidden may be shown."""
        return self._taken[0][0] + self._seconds if self._taken else None


QUIET = 2.0
"""Seconds without news until everybody is told what we hold: see `tell_when_quiet`."""
PRESS = 10.0
"""Seconds until somebody who says that it holds more than we do is told again what we lack."""
PRESSED = 3
"""After being told so often, and one more pause, it is not sending on purpose."""
BATCHES = 4
"""Frames of missing messages sent at once; the rest when the receiver says what it holds then."""


class Peers:
    """Everybody we have a link to. `seat` is ours, None for a spectator."""

    def __init__(
        self,
        log: Log,
        keys: tuple[bytes, ...],
        seat: int | None,
        sign: Sign | None,
        entropy: Callable[[int], bytes],
        delay: float = 0.0,
    ) -> None:
        """`delay`: seconds that spectators lag behind."""
        self.by_key: dict[bytes, Peer] = {}
        self.resync = Resync(log, keys, seat, sign, entropy, self.by_key)
        self._said: dict[int, tuple[int, ...]] = {}
        """What each seat said last that it holds, also of one that has gone since."""
        self._heard_at: float | None = None
        """When the last foreign message came, if not all on line have been told since."""
        self.delay = SpectatorDelay(delay, len(keys))
        self._log = log
        self._keys = keys
        self._seat = seat

    # Links

    def up(self, key: bytes, now: float, out: Effects) -> None:
        """A link is up: ask a seat what it holds of us, and tell all whom we see now."""
        seat = self._keys.index(key) if key in self._keys else None
        none = [0] * len(self._keys)
        self.by_key[key] = Peer(seat, counts=none, sent=[*none])
        self.resync.up(key, now, out)
        self.tell_all(out)

    def down(self, key: bytes, now: float, out: Effects, *, replaced: bool = False) -> bool:
        """A link is gone. Says whether there was one."""
        peer = self.by_key.pop(key, None)
        if peer is None:
            return False
        self.resync.down(peer, now, out, replaced=replaced)
        self.tell_all(out)
        return True

    def wake_at(self) -> float | None:
        """When time alone gives us something to say or to give up."""
        times = [p.again_at for p in self.by_key.values() if p.asks is not None]
        resync = self.resync.wake_at()
        if resync is not None:
            times.append(resync)
        if self._heard_at is not None and self.by_key:
            times.append(self._heard_at + QUIET)
        times += [
            p.owes_since + PRESS * (p.pressed + 1)
            for p in self.by_key.values()
            if p.owes_since is not None and p.pressed <= PRESSED
        ]
        released = self.delay.wake_at()
        if released is not None and any(peer.seat is None for peer in self.by_key.values()):
            times.append(released)
        return min(times, default=None)

    def release(self, now: float, out: Effects, *, ended: bool) -> None:
        """Show spectators what has become old enough, or all of it once the game has ended."""
        if not self.delay.note(self._log.counts(), now, ended=ended):
            return
        for key, peer in self.by_key.items():
            if peer.seat is not None:
                continue
            if peer.has_said:
                self._serve(key, Have(tuple(peer.counts), peer.linked), now, out)
            self.tell(key, out)
            self.show(key, self._log.shown(), now, out)

    def tick(self, now: float, out: Effects) -> None:
        """Time has passed."""
        self.resync.tick(now, out)
        self._tell_when_quiet(now, out)
        self._press(now, out)
        for key, peer in self.by_key.items():
            if peer.asks is not None and now >= peer.again_at:
                self._serve(key, peer.asks, now, out)

    # What they hold

    def note_news(self, now: float) -> None:
        """A message of another seat has come and was found good."""
        self._heard_at = now

    def _tell_when_quiet(self, now: float, out: Effects) -> None:
        """Nothing has come for a while: say what we hold, in case somebody lacks it.

        Messages go from their author to all it has links to, so a seat that leaves one of them
        out would stop the table in its name: that one waits for the message, all others for it.
        """
        if self._heard_at is not None and now >= self._heard_at + QUIET:
            self._heard_at = None
            self.tell_all(out)

    # What they keep back

    def withheld(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Seats on line, each with the authors whose messages it says it has and does not send."""
        return tuple(
            (peer.seat, self._lacked_of(peer))
            for peer in self.by_key.values()
            if peer.seat is not None and peer.owes_since is not None and peer.pressed > PRESSED
        )

    def _lacked_of(self, peer: Peer) -> tuple[int, ...]:
        """The authors of whom a peer says that it holds more than has come here.

        Not our own chain, nor that of a seat that is convicted: what was judged before we knew
        counts there and not here. Nor what waits here for something else.
        """
        bad = {fault.seat for fault in self._log.faults()}
        return tuple(
            author
            for author, (theirs, ours) in enumerate(
                zip(peer.said, self._log.counts(), strict=bool(peer.said))
            )
            if theirs > ours and author not in (self._seat, peer.seat, *bad)
            if not self._log.chains[author].waiting
        )

    def brought(self, key: bytes, good: Iterable[Signed]) -> None:
        """These came over this link: whoever passes on what others have said keeps nothing back."""
        peer = self.by_key[key]
        if any(signed.outline.seat != peer.seat for signed in good):
            peer.owes_since, peer.pressed = None, 0

    def _press(self, now: float, out: Effects) -> None:
        # D-162: what somebody says that it holds and does not send, it does not pass on.
        for key, peer in self.by_key.items():
            if peer.seat is None or not self._lacked_of(peer):
                peer.owes_since, peer.pressed = None, 0
            elif peer.owes_since is None:
                peer.owes_since = now
            elif peer.pressed <= PRESSED and now >= peer.owes_since + PRESS * (peer.pressed + 1):
                peer.pressed += 1
                if peer.pressed > PRESSED:
                    out.append(Changed())
                else:
                    self.tell(key, out)

    def tell(self, key: bytes, out: Effects) -> None:
        """Say what we hold and whom we see."""
        linked = tuple(sorted(p.seat for p in self.by_key.values() if p.seat is not None))
        peer = self.by_key[key]
        counts = self._log.counts() if peer.seat is not None else self._seen_by_spectators()
        if counts != peer.told:  # what waits here is not in them, so it may well come again
            peer.told = counts
            peer.heard.difference_update(self._log.waiting_hashes())
        out.append(Send(key, Have(counts, linked).encode()))

    def tell_all(self, out: Effects) -> None:
        """Say it to everybody on line."""
        for key in self.by_key:
            self.tell(key, out)

    def on_have(self, key: bytes, have: Have, now: float, out: Effects) -> None:
        """A peer says what it holds: send it what it lacks. Raises CodecError."""
        if len(have.counts) != len(self._keys):
            raise CodecError("a list of heads for another number of seats")
        peer = self.by_key[key]
        if peer.seat is not None:
            self._said[peer.seat] = have.counts
        if peer.linked != have.linked:
            out.append(Changed())  # whom it reaches is who is on line for us
        peer.linked, peer.has_said = have.linked, True
        peer.said = have.counts
        if peer.owes_since is None and self._lacked_of(peer):
            peer.owes_since = now
        peer.counts = list(have.counts)
        own = self.resync.instance
        if own is not None:
            own.has_arrived(min(peer.handed, have.counts[own.seat]))
        self._serve(key, have, now, out)

    def _serve(self, key: bytes, have: Have, now: float, out: Effects) -> None:
        """Send what a peer says that it lacks; what it was sent before only after a pause.

        It may have had to let go of messages that it could not judge yet. More often its word
        has crossed what we sent, and its next one comes before the pause is over.
        """
        peer = self.by_key[key]
        held = self._shown(peer)
        again = lacking(peer.sent, have.counts)
        # D-28: mostly what it says has crossed what we sent.
        peer.asks = have if again and now < peer.again_at else None
        if peer.asks is not None or not lacking(held, have.counts):
            return
        if again:
            peer.pause = min(2 * peer.pause, LONGEST)
        peer.again_at = now + peer.pause
        peer.sent = [
            min(max(pair), ours) for *pair, ours in zip(peer.sent, have.counts, held, strict=True)
        ]
        lacked = (one for one in self._log.after(have.counts) if self._may_show(one, peer))
        waiting = list(islice(self._batches(lacked), BATCHES + 1))
        for number, batch in enumerate(waiting[:BATCHES]):
            more = number == BATCHES - 1 and len(waiting) > BATCHES
            self._send(key, Messages(batch, more), out)

    def refresh(self, now: float, out: Effects) -> bool:
        """Something may have changed. Says whether we may sign now and could not before: then
        others may also have what we kept to ourselves until now."""
        own = self.resync.instance
        if own is None or not own.refresh(now):
            return False
        self.resync.answer_all(now, out)
        for key, peer in self.by_key.items():
            if peer.has_said:
                self._serve(key, Have(tuple(peer.counts), peer.linked), now, out)
        return True

    def may_sign(self, now: float) -> bool:
        """After a start: only once every seat on line has said what it holds of us, and we too."""
        own = self.resync.instance
        return own is not None and own.may_sign(now)

    def _shown(self, peer: Peer) -> tuple[int, ...]:
        """How many messages of each author `peer` may be sent."""
        own, counts = self.resync.instance, self._log.counts()
        if own is not None:
            counts = (*counts[: own.seat], own.shown(), *counts[own.seat + 1 :])
        return counts if peer.seat is not None else self.delay.visible(counts)

    def _seen_by_spectators(self) -> tuple[int, ...]:
        return self.delay.visible(self._log.counts())

    def _may_show(self, signed: Signed, peer: Peer) -> bool:
        own = self.resync.instance
        return (own is None or own.may_show(signed)) and self._is_old_enough(signed, peer)

    def _is_old_enough(self, signed: Signed, peer: Peer) -> bool:
        """Whether `peer` has a seat, or watches and may have this message by now."""
        seen = signed.outline
        return peer.seat is not None or self.delay.may_show(seen.seat, seen.seq)

    def _batches(self, messages: Iterable[Signed]) -> Iterator[tuple[Signed, ...]]:
        """These messages in frames that our link carries: a spectator's are small."""
        if self._seat is not None:
            return batches(messages)
        short = (signed for signed in messages if len(signed.body) <= BATCH_OF_A_WATCHER)
        return batches(short, BATCH_OF_A_WATCHER)

    def _send(self, key: bytes, frame: Messages, out: Effects) -> None:
        """Send messages, and note that they went this way."""
        peer = self.by_key[key]
        for signed in frame.items:
            author, seq = signed.outline.seat, signed.outline.seq
            peer.counts[author] = max(peer.counts[author], seq + 1)
            if author == self._seat:
                peer.handed = max(peer.handed, seq + 1)
            if seq == peer.sent[author]:  # what lies between was not sent yet
                peer.sent[author] += 1
        out.append(Send(key, frame.encode()))

    def show(self, key: bytes, evidence: Iterable[Signed], now: float, out: Effects) -> None:
        """Send evidence: each piece once over a link, and again after a pause if asked."""
        peer = self.by_key[key]
        if peer.seat is None and self.delay.hides:
            return  # evidence holds messages, and most of it ends the game
        if peer.shown and now >= peer.shown_at:
            peer.shown.clear()
            peer.pause = min(2 * peer.pause, LONGEST)
        new = [signed for signed in evidence if signed not in peer.shown]
        if new:
            peer.shown.update(new)
            peer.shown_at = now + peer.pause
            out.extend(Send(key, Messages(batch).encode()) for batch in self._batches(new))

    def holds(self, key: bytes, signed: Signed) -> None:
        """Whoever sends a message holds it, and what came before it if it is the author.

        Of another's chain it may hold a later message and wait for an earlier one itself.
        """
        message, peer = signed.outline, self.by_key[key]
        counts, author = peer.counts, message.seat
        # D-122: of another's chain it may have sent evidence, and still wait for what came before.
        if author < len(counts) and (author == peer.seat or message.seq <= counts[author]):
            counts[author] = max(counts[author], message.seq + 1)

    def dispute(self, key: bytes, out: Effects) -> None:
        """Show our version of each message that somebody's heads name in another version.

        Counts are the same for two versions, so nothing else would bring them together; whoever
        holds both convicts their author.
        """
        peer = self.by_key[key]
        ours = (one for one in self._log.disputed() if self._may_show(one, peer))
        for batch in self._batches(ours):
            out.append(Send(key, Messages(batch).encode()))

    def forward(self, signed: Signed, source: bytes, out: Effects) -> None:
        """Pass a message on to those who may not have it from its author."""
        message = signed.outline
        for key, peer in self.by_key.items():
            direct = message.seat == peer.seat or message.seat in peer.linked
            if key == source or direct or peer.counts[message.seat] > message.seq:
                continue
            if not self._is_old_enough(signed, peer):
                continue
            for batch in self._batches((signed,)):
                self._send(key, Messages(batch), out)

    def publish(self, signed: Signed, out: Effects) -> None:
        """Send our own new message to everybody on line."""
        for key, peer in self.by_key.items():
            if self._is_old_enough(signed, peer):
                self._send(key, Messages((signed,)), out)

    def all_told(self, seats: Iterable[int]) -> bool:
        """Whether all these seats have said that they hold all that we hold."""
        mine = self._log.counts()
        told = {seat for seat, counts in self._said.items() if not lacking(mine, counts)}
        return told | {self._seat} >= set(seats)
