"""Two members without a link, and a third that passes their notes on: no sockets, made-up time."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import pytest

from p2p.client.reach.notes import ACCEPT, GO, NOTE_LABEL, OFFER, PING, PONG, Note, read_note
from p2p.client.reach.rendezvous import (
    ANSWER_SECONDS,
    BURST,
    NOTES,
    PING_SECONDS,
    SECONDS_A_CALL,
    TRIES,
    TRY_SECONDS,
    UNLINKED_SECONDS,
    Call,
    Rendezvous,
    may_lead_to,
)
from p2p.errors import CodecError
from p2p.net.address import Address
from p2p.wire import codec
from simulation.tables import Person, person

TABLE = bytes(range(32))
PEOPLE = sorted((person(number) for number in range(4)), key=lambda one: one.key)
ANA, PIA, BEN, DOT = range(4)
"""Ana and Ben have links to Pia alone; Dot has none. Ana's key is the smaller one."""
IMAGES = {ANA: Address("198.51.100.1", 40001), BEN: Address("198.51.100.3", 40003)}
LINKED = ((PIA,), (ANA, BEN), (PIA,), ())


class Table:
    """The seats, and a wire that takes no time unless a note is stopped on its way."""

    def __init__(self, people: list[Person] = PEOPLE) -> None:
        self.now = 100.0
        self.people = people
        self.calls: list[tuple[int, Call]] = []
        self.notes: list[tuple[int, int, Note]] = []
        """Sender, receiver, note: every hop."""
        self.delay = 0.0
        """Of each hop."""
        self.passes: Callable[[int, int, Note], Note | None] = lambda source, to, note: note
        self.images = dict(IMAGES)
        self._frames: list[tuple[int, int, bytes]] = []
        self._numbers = itertools.count()
        self.seats = [self._seat(seat) for seat in range(len(people))]

    def _seat(self, seat: int) -> Rendezvous:
        return Rendezvous(
            TABLE,
            [one.key for one in self.people],
            seat,
            self.people[seat].sign,
            lambda size: next(self._numbers).to_bytes(size, "big"),
            send=lambda to, frame: self._frames.append((seat, to, frame)),
            call=lambda call: self.calls.append((seat, call)),
        )

    def tick(self, seconds: float = 0.0, *seats: int) -> None:
        self.now += seconds
        for seat in seats or (ANA, PIA, BEN):
            links = dict.fromkeys(LINKED[seat], 0.01)
            images = {PIA: self.images[seat]} if seat in self.images else {}
            self.seats[seat].tick(links, LINKED, images, self.now)
        self.deliver()

    def deliver(self) -> None:
        while self._frames:
            source, to, frame = self._frames.pop(0)
            note, _ = read_note(codec.array(codec.decode(frame)), len(self.people))
            passed = self.passes(source, to, note)
            if passed is not None:
                self.now += self.delay
                self.notes.append((source, to, passed))
                self.say(source, to, passed)

    def say(self, source: int, to: int, note: Note) -> None:
        """Bring a note as it is over a link."""
        items = codec.array(codec.decode(note.frame()))
        self.seats[to].hear(source, items, self.now)

    def signed(self, note: Note) -> Note:
        return note.signed(self.people[note.author].sign, NOTE_LABEL + TABLE)

    def kinds(self) -> list[int]:
        """What Ana and Ben have said to each other, as it arrived."""
        return [note.kind for _, to, note in self.notes if to == note.to]


@pytest.fixture
def table() -> Table:
    made = Table()
    made.tick()
    return made


def meet(table: Table) -> None:
    table.tick(UNLINKED_SECONDS)


# The way there


def test_the_way_through_another_is_measured_at_once_and_again(table: Table) -> None:
    assert table.kinds() == [PING, PING, PONG, PONG]
    assert table.seats[ANA].measured == {BEN: (PIA, 0.0)}
    table.delay = 0.02
    table.images = {}
    table.tick(PING_SECONDS - 1)
    assert len(table.kinds()) == 4
    table.tick(1, ANA)
    via, seconds = table.seats[ANA].measured[BEN]
    assert (via, round(seconds, 6)) == (PIA, 0.08)


def test_nobody_measures_a_way_to_who_is_linked_or_out_of_reach(table: Table) -> None:
    assert {note.to for _, _, note in table.notes} == {ANA, BEN}
    seats = table.seats
    seats[ANA].tick({PIA: 0.01, BEN: 0.01}, LINKED, {}, table.now)
    assert seats[ANA].measured == {}


def test_an_answer_that_was_not_asked_for_measures_nothing(table: Table) -> None:
    table.seats[ANA].measured.clear()
    table.say(PIA, ANA, table.signed(Note(BEN, ANA, PONG, b"?" * 16, Address("", 0))))
    assert table.seats[ANA].measured == {}


# Calling each other


def test_both_call_where_the_third_sees_the_other_at_one_moment(table: Table) -> None:
    table.delay = 0.02
    meet(table)
    assert table.kinds()[-3:] == [OFFER, ACCEPT, GO]
    [(first, one), (second, other)] = table.calls
    assert (first, second) == (ANA, BEN)
    assert replace(one, delay=round(one.delay, 6)) == Call(BEN, IMAGES[BEN], 0.04)
    assert other == Call(ANA, IMAGES[ANA], 0.0)


def test_usual_calls_come_first(table: Table) -> None:
    table.tick(UNLINKED_SECONDS - 0.1)
    assert OFFER not in table.kinds()
    table.tick(0.2)
    assert OFFER in table.kinds()


@pytest.mark.parametrize("without", [ANA, BEN])
def test_who_does_not_know_where_it_is_seen_calls_nobody(table: Table, without: int) -> None:
    del table.images[without]
    table.tick()
    meet(table)
    assert table.calls == []
    assert GO not in table.kinds()


def test_what_comes_to_nothing_is_tried_again_a_few_times(table: Table) -> None:
    meet(table)
    for _ in range(20):
        table.tick(TRY_SECONDS)
    assert table.kinds().count(OFFER) == TRIES
    assert len(table.calls) == 2 * TRIES


def test_who_has_been_away_is_tried_anew_but_called_no_oftener(table: Table) -> None:
    for _ in range(3 * TRIES):
        meet(table)
        table.seats[ANA].tick({PIA: 0.01}, ((PIA,), (ANA,), (), ()), {}, table.now)
        table.tick()
    assert table.kinds().count(OFFER) > TRIES
    for seat in (ANA, BEN):
        assert [by for by, _ in table.calls].count(seat) == BURST
    table.now += SECONDS_A_CALL
    table.seats[ANA].tick({PIA: 0.01}, ((PIA,), (ANA,), (), ()), {}, table.now)
    table.tick()
    meet(table)
    assert [by for by, _ in table.calls].count(BEN) == BURST + 1


# What others may do


def flip(note: Note) -> Note:
    return replace(note, address=Address("198.51.100.99", note.address.port))


@pytest.mark.parametrize("seat", [ANA, BEN])
def test_who_passes_it_on_cannot_say_where_to_call(table: Table, seat: int) -> None:
    def lie(source: int, to: int, note: Note) -> Note:
        return flip(note) if note.author == seat and source == PIA and note.address.host else note

    table.passes = lie
    with pytest.raises(CodecError, match="did not sign"):
        meet(table)
    assert all(call.address in IMAGES.values() for _, call in table.calls)
    assert not any(by != seat for by, _ in table.calls)


def test_a_note_that_its_seat_did_not_sign_is_not_passed_on(table: Table) -> None:
    """Else whoever passed it on would lose its link over it."""
    before = len(table.notes)
    with pytest.raises(CodecError, match="did not sign"):
        table.say(ANA, PIA, flip(table.signed(Note(ANA, BEN, OFFER, b"n" * 16, IMAGES[ANA]))))
    table.deliver()
    assert len(table.notes) == before


def test_a_note_goes_over_one_member_and_no_farther(table: Table) -> None:
    before = len(table.notes)
    note = table.signed(Note(ANA, BEN, PING, b"n" * 16, Address("", 0)))
    table.say(BEN, PIA, note)  # not from its author
    table.say(ANA, PIA, table.signed(replace(note, to=DOT)))  # to somebody without a link
    table.say(ANA, BEN, note)  # over a link of its own, which it does not need
    table.deliver()
    assert len(table.notes) == before


@pytest.mark.parametrize("kind", [OFFER, ACCEPT, GO])
def test_what_was_said_before_makes_nobody_call(table: Table, kind: int) -> None:
    meet(table)
    said = [(source, to, note) for source, to, note in table.notes if to == note.to]
    calls = len(table.calls)
    table.now += 1.0
    for source, to, note in said:
        table.say(source, to, note)
        table.deliver()
    assert len(table.calls) == calls
    # Not even where the offer is taken up once more.
    offer = next(one for one in said if one[2].kind == OFFER)
    again = next(one for one in said if one[2].kind == kind)
    table.passes = lambda *_: None
    for source, to, note in (offer, again):
        table.say(source, to, note)
    assert len(table.calls) == calls


def test_a_go_that_is_late_or_comes_another_way_is_none(table: Table) -> None:
    held: list[tuple[int, int, Note]] = []

    def hold(source: int, to: int, note: Note) -> Note | None:
        if note.kind == GO and source == PIA:
            held.append((source, to, note))
            return None
        return note

    table.passes = hold
    meet(table)
    [(_, to, go)] = held
    table.now += ANSWER_SECONDS + 0.1
    table.say(PIA, to, go)
    assert [by for by, _ in table.calls] == [ANA]
    table.tick(TRY_SECONDS)
    table.say(DOT, BEN, held[-1][2])
    assert BEN not in [by for by, _ in table.calls]


def test_an_accept_that_is_late_is_none(table: Table) -> None:
    table.delay = ANSWER_SECONDS / 2
    meet(table)
    assert table.calls == []


def test_the_larger_key_proposes_nothing_and_is_not_accepted(table: Table) -> None:
    nonce = b"n" * 16
    table.say(PIA, ANA, table.signed(Note(BEN, ANA, OFFER, nonce, IMAGES[BEN])))
    table.deliver()
    assert ACCEPT not in table.kinds()
    meet(table)
    assert ACCEPT in table.kinds(), "the smaller key's proposal is"


def test_floods_of_notes_are_not_passed_on(table: Table) -> None:
    before = len(table.notes)
    note = table.signed(Note(ANA, BEN, PING, b"n" * 16, Address("", 0)))
    for _ in range(100):
        table.say(ANA, PIA, note)
    table.passes = lambda *_: None
    assert len(table._frames) <= NOTES
    table.deliver()
    assert len(table.notes) == before


@pytest.mark.parametrize(
    ("host", "port", "may"),
    [
        ("198.51.100.7", 40000, True),
        ("198.51.100.7", 1023, False),  # a service of somebody
        ("198.51.100.7", 22, False),
        ("198.51.100.1", 40000, False),  # our own router
        ("192.168.1.1", 40000, False),
        ("10.0.0.1", 40000, False),
        ("169.254.1.1", 40000, False),
        ("127.0.0.1", 40000, False),
        ("0.0.0.0", 40000, False),
        ("224.0.0.251", 5353, False),
        ("2001:db8::1", 40000, False),  # we call from IPv4
        ("some.name", 40000, False),
        ("", 0, False),
    ],
)
def test_where_a_member_may_lead_us(host: str, port: int, may: bool) -> None:
    assert may_lead_to(Address(host, port), IMAGES[ANA]) is may


def test_ipv6_leads_to_ipv6() -> None:
    image = Address("2001:db8::7", 40000)
    assert may_lead_to(Address("2001:db8:1::7", 40000), image)
    assert not may_lead_to(Address("fd00::7", 40000), image)
    for disguised in ("::ffff:192.168.1.1", "::ffff:127.0.0.1", "::ffff:0.0.0.0", "2001:DB8::7"):
        assert not may_lead_to(Address(disguised, 40000), image)
    assert not may_lead_to(Address("fe80::7", 40000), image)
