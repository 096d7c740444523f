"""Our seat's seed at the end: shown where the game has an audit, erased once all is told.

Until then it is in the store alone. Held by tests/p2p/session/test_session.py and
tests/p2p/test_fog_audit.py.
"""

from __future__ import annotations

from p2p.errors import LocalError
from p2p.log.beside import Beside, Entry, SeedFinding
from p2p.session.effects import Changed, Effects
from p2p.session.keeper import Keeper
from p2p.session.replication import Peers
from p2p.session.validator import Validator
from p2p.wire.message import Sign

SEED = "seed"
"""The store's note with this seat's 32 secret bytes; erased once all have closed."""


class SeedKeeper:
    """Of one client; `seat` is ours, None for a spectator, who has no seed and no `sign`."""

    def __init__(
        self,
        seat: int | None,
        validator: Validator,
        keeper: Keeper,
        peers: Peers,
        sign: Sign | None,
        *,
        audited: bool,
    ) -> None:
        self._seat = seat
        self._validator = validator
        self._log = validator.log
        self._keeper = keeper
        self._peers = peers
        self._sign = sign
        self._audited = audited

    @property
    def may_show(self) -> bool:
        """Whether the game is over, with our signature, and our seed could be shown before all
        others have signed: for a person who waits for them no longer."""
        ending, seat = self._validator.ending(), self._seat
        if ending is None or ending.fault is not None or not self._audited:
            return False
        return seat in ending.closed and not ending.complete and not self._has_shown()

    def check_early(self) -> None:
        """Raises LocalError where our seed cannot be shown without waiting for closings."""
        if not self.may_show:
            raise LocalError("a seed is shown at the end, where the signature of a seat is missing")

    def show_early(self, out: Effects, now: float) -> None:
        """Show our seed without waiting for closings."""
        self._show(out, now)

    def show(self, out: Effects, now: float) -> None:
        """Show our seed if the game has an audit and all have closed it."""
        ending = self._validator.ending()
        # D-104: alone it waits for all closings; a seed that was shown cannot be taken back.
        if not self._audited or ending is None or ending.fault is not None or not ending.complete:
            return
        if not self._has_shown():
            self._show(out, now)

    def forget(self) -> bool:
        """Erase the seed once all have closed. True when all is said and done at this table."""
        ending = self._validator.ending()
        if ending is None or ending.fault is not None or not ending.complete:
            return False
        if self._audited and not self._has_shown():
            return False
        if self._keeper.store.note(SEED) is not None:
            if self._keeper.has_heard:
                # That all have closed must not be forgotten where the seed is.
                self._keeper.commit()
            self._keeper.store.erase(SEED)
        return True

    def say_audited(self, findings: tuple[SeedFinding, ...], out: Effects, now: float) -> None:
        """Sign what our audit has found, once. It decides nothing."""
        seat = self._seat
        if seat is not None and self._sign and (Entry.AUDITED, seat) not in self._log.beside:
            self._add(Beside(self._log.table, seat, findings=findings), out, now)

    def _has_shown(self) -> bool:
        return self._seat is None or (Entry.SEED, self._seat) in self._log.beside

    def _show(self, out: Effects, now: float) -> None:
        seed = self._keeper.store.note(SEED)
        if seed is not None:
            assert self._seat is not None
            self._add(Beside(self._log.table, self._seat, seed=seed), out, now)
            self.forget()

    def _add(self, entry: Beside, out: Effects, now: float) -> None:
        """Sign an entry beside our chain, keep it, and only then show it."""
        assert self._sign is not None
        signed = entry.signed(self._sign)
        self._keeper.commit(self._keeper.stored(signed))
        self._log.take(signed)
        for key in self._peers.by_key:
            self._peers.show(key, self._log.shown(), now, out)
        out.append(Changed())
