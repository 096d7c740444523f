"""Deaths, and everything that cards and Events do to the end (HA-78, CTD-6)."""

from __future__ import annotations

from collections.abc import Sequence

from games.court import deeds as do
from games.court import doing
from games.court.aims import Cause, person_at
from games.court.people import drop, is_in_play, leave_play
from games.court.reactions import announce
from games.court.state import Pending, Person, state_of, ward
from games.court.terms import Trigger
from games.court.words import with_them
from games.engine.table import Table
from games.engine.view import who
from games.engine.words import begun


async def carry_out(t: Table, deeds: Sequence[do.Deed], cause: Cause) -> None:
    """Do everything that a row says, one after the other."""
    for deed in deeds:
        if isinstance(deed, do.Slay):
            person = person_at(state_of(t), cause)
            if person is not None:
                await slay(t, person)
        else:
            await doing.carry_out(t, deed, cause)


async def slay(t: Table, person: Person, killer: Person | None = None) -> None:
    """Somebody is about to be killed; answered by nobody, and by no charm, they are (HA-78)."""
    named = "" if killer is None else killer.key
    pending = Pending(Trigger.DOOMED, person=person.key, killer=named)
    t.say(f"{begun(person.name)} is about to be killed.")
    t.event(f"named {person.seat}")
    await announce(t, pending)
    if pending.stopped:
        t.say(f"{begun(person.name)} lives.")
    died = not pending.stopped and perish(t, person, "" if killer is None else killer.name)
    if not pending.avenged or killer is None:
        return
    if not died:  # CTD-16
        t.say(f"The kin of {person.name} have nobody to avenge.")
        return
    t.say(f"The kin of {person.name} come for {killer.name}.")
    perish(t, killer, person.name)


def perish(t: Table, person: Person, by: str = "") -> bool:
    """The death itself, which nobody answers; a charm may take it. Whether they died."""
    state = state_of(t)
    if person.is_prince or not is_in_play(state, person):  # HA-7
        return False
    charm = ward(person)
    if charm is not None:
        person.attached.remove(charm)
        drop(t, charm)
        t.say(f"{charm.row.title} is discarded in place of {person.name}.")
        return False
    state.fallen.append(f"{person.name} of {who(person.seat)}{f' by {by}' if by else ''}")
    gone = leave_play(t, person, killed=True)
    t.say(f"{begun(person.name)} is killed and out of the game{with_them(gone)}.")
    return True
