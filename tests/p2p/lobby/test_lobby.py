"""From an invite to a charter, without any network: the opener's machine and the guests'."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import pytest

from games import registry
from p2p.errors import CodecError, LobbyError, P2PError, TableMismatch
from p2p.lobby.frames import (
    CHARTER,
    DRAFT,
    JOIN,
    ROSTER,
    SIGNATURE,
    Outgoing,
    Roster,
    charter_frame,
    read_charter,
    refusal,
)
from p2p.lobby.guest import GuestLobby
from p2p.lobby.host import HostLobby, usual_policies
from p2p.lobby.table_config import decode_signed_drafts, encode_signed_drafts
from p2p.wire import codec
from p2p.wire.charter import BOT_LABEL, PROTOCOL, Charter, Draft, Member, Policies
from simulation.tables import Person, entropy_of, person


def member(one: Person) -> Member:
    return Member(one.key, one.name)


def host_of(one: Person, seats: int) -> HostLobby:
    game = registry.make("inheritance")
    return HostLobby(
        game, seats, {}, Policies(), member(one), one.sign, entropy_of("host", one.name)
    )


def guest_of(one: Person) -> GuestLobby:
    return GuestLobby(member(one), one.sign, entropy_of("guest", one.name))


def items(frame: bytes) -> tuple[codec.Value, ...]:
    return codec.array(codec.decode(frame))


class Room:
    """An opener and guests that hand frames to each other at once."""

    def __init__(self, seats: int, guests: int) -> None:
        self.people = [person(n) for n in range(guests + 1)]
        self.host = host_of(self.people[0], seats)
        self.guests = {one.key: guest_of(one) for one in self.people[1:]}
        self.sent: list[tuple[bytes, bytes]] = []

    def join(self, key: bytes) -> None:
        self.to_host(key, self.guests[key].hello())

    def to_host(self, key: bytes, frame: bytes) -> None:
        for target, answer in self.host.frame(key, items(frame)):
            self.sent.append((target, answer))
            for _, reply in self.guests[target].frame(self.people[0].key, items(answer)):
                self.to_host(target, reply)

    def join_all(self) -> None:
        for key in self.guests:
            self.join(key)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_full_table_has_one_charter_that_all_have_signed(seats: int) -> None:
    room = Room(seats, seats - 1)
    room.join_all()
    charter = room.host.charter
    assert charter is not None
    assert charter.keys == tuple(one.key for one in room.people)
    assert Charter.decode(charter.encode()).table == charter.table
    for guest in room.guests.values():
        assert guest.charter == charter


def test_the_roster_is_told_as_it_fills() -> None:
    room = Room(3, 2)
    first = room.people[1].key
    room.join(first)
    assert room.guests[first].roster == room.host.roster
    assert [m.name for m in room.host.roster.members] == ["Ana", "Ben"]
    assert room.host.charter is None


def waiting_room() -> Room:
    """An opener and a guest who both say themselves when they are ready."""
    room = Room(2, 1)
    ana, ben = room.people
    game = registry.make("inheritance")
    room.host = HostLobby(
        game, 2, {}, Policies(), member(ana), ana.sign, entropy_of("waits"), waits=True
    )
    room.guests[ben.key] = GuestLobby(member(ben), ben.sign, entropy_of("ben"), waits=True)
    room.join(ben.key)
    return room


def hand_over(room: Room, out: list[tuple[bytes, bytes]]) -> None:
    for target, frame in out:
        room.guests[target].frame(room.people[0].key, items(frame))


@pytest.mark.parametrize("opener_first", [True, False])
def test_nothing_is_signed_before_each_person_is_ready(opener_first: bool) -> None:
    room = waiting_room()
    ben = room.people[1].key
    guest = room.guests[ben]
    assert room.host.to_sign
    assert guest.to_sign
    assert room.host.roster.signed == ()
    if opener_first:
        hand_over(room, room.host.make_ready())
        assert guest.roster is not None
        assert guest.roster.signed == (0,)
        assert room.host.charter is None
        room.to_host(ben, guest.make_ready())
    else:
        room.to_host(ben, guest.make_ready())
        assert guest.roster is not None
        assert guest.roster.signed == (1,)
        assert room.host.charter is None
        hand_over(room, room.host.make_ready())
    assert room.host.charter is not None
    assert guest.charter == room.host.charter
    assert not room.host.to_sign
    assert not guest.to_sign
    assert room.host.make_ready() == []


def test_who_was_ready_is_asked_again_when_somebody_else_sits_down() -> None:
    room = waiting_room()
    room.to_host(room.people[1].key, room.guests[room.people[1].key].make_ready())
    assert room.host.roster.signed == (1,)
    room.host.gone(room.people[1].key)
    assert not room.host.to_sign
    cleo = person(2)
    room.guests[cleo.key] = GuestLobby(member(cleo), cleo.sign, entropy_of("cleo"), waits=True)
    room.join(cleo.key)
    assert room.host.to_sign
    assert room.host.roster.signed == ()
    assert room.guests[cleo.key].to_sign


def test_who_goes_before_the_charter_frees_the_seat() -> None:
    room = Room(3, 2)
    ben, cleo = list(room.guests)
    room.join(ben)
    room.host.gone(ben)
    room.join(cleo)
    assert [m.name for m in room.host.roster.members] == ["Ana", "Cleo"]
    assert room.host.charter is None


def test_after_the_charter_a_lost_guest_is_handed_it_again() -> None:
    room = Room(2, 1)
    room.join_all()
    ben = room.people[1]
    assert room.host.gone(ben.key) == []
    kept = decode_signed_drafts(encode_signed_drafts(room.guests[ben.key].signed_drafts))
    again = GuestLobby(member(ben), ben.sign, entropy_of("again"), kept)
    ((_, frame),) = room.host.frame(ben.key, items(again.hello()))
    again.frame(room.people[0].key, items(frame))
    assert again.charter == room.host.charter


def test_an_old_charter_is_not_begun_again_under_a_new_invite() -> None:
    room = Room(2, 1)
    room.join_all()
    ana, ben = room.people
    assert room.host.charter is not None
    old = items(charter_frame(room.host.charter))
    fresh = guest_of(ben)
    with pytest.raises(TableMismatch, match="another table"):
        fresh.frame(ana.key, old)
    assert fresh.charter is None
    other = GuestLobby(member(ben), ben.sign, entropy_of("other"))
    show(other, ana.key, room.host.charter.draft)
    with pytest.raises(TableMismatch, match="another table"):
        other.frame(ana.key, old)  # the same draft, signed again, is another table


def test_a_caller_without_a_seat_signs_nothing() -> None:
    room = Room(2, 1)
    ben, dov = room.people[1], person(3)
    room.guests[ben.key].frame = lambda key, items: []  # type: ignore[method-assign]
    room.join(ben.key)
    (draft,) = {items(f)[1] for _, f in room.sent if items(f)[0] == DRAFT}
    digest = sha256(codec.blob(draft)).digest()
    signature = codec.encode((SIGNATURE, digest, bytes(32), bytes(64)))
    assert room.host.frame(dov.key, items(signature)) == []
    assert room.host.charter is None


def test_a_stranger_is_refused_in_words_once_the_game_has_begun() -> None:
    room = Room(2, 1)
    room.join_all()
    late = guest_of(person(4))
    ((_, frame),) = room.host.frame(person(4).key, items(late.hello()))
    with pytest.raises(LobbyError, match="the game has begun"):
        late.frame(room.people[0].key, items(frame))


def test_no_seat_is_left() -> None:
    room = Room(3, 2)
    room.host.seats = 2
    ben, cleo = list(room.guests)
    room.guests[ben].frame = lambda key, items: []  # type: ignore[method-assign]
    room.join(ben)
    with pytest.raises(LobbyError, match="all seats are taken"):
        room.join(cleo)


def test_a_seat_is_asked_for_by_the_one_who_sits_on_it() -> None:
    room = Room(2, 1)
    with pytest.raises(CodecError, match="the one who sits on it"):
        room.host.frame(person(3).key, items(room.guests[room.people[1].key].hello()))


def test_another_protocol_is_named_on_both_sides() -> None:
    host = host_of(person(0), 2)
    hello = codec.encode((JOIN, PROTOCOL + 1, member(person(1)).wire()))
    ((_, frame),) = host.frame(person(1).key, items(hello))
    with pytest.raises(LobbyError, match=f"protocol {PROTOCOL}, you speak {PROTOCOL + 1}"):
        guest_of(person(1)).frame(person(0).key, items(frame))


@pytest.mark.parametrize("spoken", ["x" * 3000, (1, (2, (3,))), b"\xff" * 500, None, "\x1b[2J"])
def test_a_protocol_that_is_no_number_is_not_said_over(spoken: codec.Value) -> None:
    host = host_of(person(0), 2)
    hello = codec.encode((JOIN, spoken, member(person(1)).wire()))
    ((_, frame),) = host.frame(person(1).key, items(hello))
    with pytest.raises(LobbyError, match="you speak of no number"):
        guest_of(person(1)).frame(person(0).key, items(frame))
    with pytest.raises(TableMismatch, match="protocol of no number") as refused:
        Draft.decode(codec.encode((spoken,)))
    assert len(str(refused.value)) < 200


def test_what_an_opener_says_is_safe_to_show_and_to_log() -> None:
    with pytest.raises(LobbyError) as refused:
        guest_of(person(1)).frame(person(0).key, items(refusal("\x1b[2J\u202eno\nyes")))
    assert str(refused.value).isprintable()
    room = Room(2, 1)
    room.join_all()
    assert room.host.charter is not None
    evil = replace(person(2), name="\x1b[2JAna\n")
    draft = replace(room.host.charter.draft, members=(member(evil), member(person(3))))
    forged = Charter(draft, room.host.charter.seals)
    with pytest.raises(CodecError, match="did not sign") as unsigned:
        read_charter(items(charter_frame(forged)), None)
    assert str(unsigned.value).isprintable()


def draft_for(*people: Person) -> Draft:
    host = host_of(people[0], len(people))
    for one in people[1:-1]:
        host.frame(one.key, items(guest_of(one).hello()))
    last = people[-1]
    out = host.frame(last.key, items(guest_of(last).hello()))
    (encoded,) = {frame for _, frame in out if items(frame)[0] == DRAFT}
    return Draft.decode(codec.blob(items(encoded)[1]))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda d: replace(d, rules=bytes(32)), TableMismatch),
        (lambda d: replace(d, game="chess"), TableMismatch),
        (lambda d: replace(d, options=(("colour", "red"),)), TableMismatch),
        (lambda d: replace(d, members=(*d.members[:1], member(person(5)))), TableMismatch),
        (lambda d: replace(d, members=(d.members[1], d.members[1])), LobbyError),
        (lambda d: replace(d, policies=Policies(absence="escrow")), LobbyError),
        (lambda d: replace(d, policies=Policies(pace=3)), LobbyError),
    ],
)
def test_a_guest_does_not_sign_a_draft_it_cannot_keep(
    change: Callable[[Draft], Draft], error: type[P2PError]
) -> None:
    ana, ben = person(0), person(1)
    draft = change(draft_for(ana, ben))
    with pytest.raises(error):
        guest_of(ben).frame(ana.key, items(codec.encode((DRAFT, draft.encode()))))


def test_a_signature_by_somebody_else_is_nonsense() -> None:
    room = Room(2, 1)
    ben = room.people[1]
    room.guests[ben.key].frame = lambda key, items: []  # type: ignore[method-assign]
    room.join(ben.key)
    draft = draft_for(room.people[0], ben)
    other = guest_of(person(3))  # the same draft, another key
    with pytest.raises(TableMismatch):
        other.frame(room.people[0].key, items(codec.encode((DRAFT, draft.encode()))))
    forged = codec.encode(
        (SIGNATURE, codec.array(codec.decode(_signature(ben, draft)))[1], bytes(32), bytes(64))
    )
    with pytest.raises(CodecError, match="does not fit the draft"):
        room.host.frame(ben.key, items(forged))
    assert room.host.charter is None


def _signature(one: Person, draft: Draft) -> bytes:
    ((_, frame),) = show(guest_of(one), b"", draft)
    return frame


def roster_of(draft: Draft) -> Roster:
    seats, policies = len(draft.members), draft.policies
    return Roster(draft.game, seats, draft.options, draft.members, policies)


def show(guest: GuestLobby, opener: bytes, draft: Draft, roster: Roster | None = None) -> Outgoing:
    """Tell a guest who sits there, and what to sign."""
    guest.frame(opener, items((roster or roster_of(draft)).encode()))
    return guest.frame(opener, items(codec.encode((DRAFT, draft.encode()))))


@pytest.mark.parametrize(
    "change",
    [
        lambda r: replace(r, game="king"),
        lambda r: replace(r, seats=3),
        lambda r: replace(r, options=(("colour", "red"),)),
        lambda r: replace(r, members=(r.members[1], r.members[0])),
        lambda r: replace(r, members=(replace(r.members[0], name="Ann"), r.members[1])),
        lambda r: replace(r, policies=Policies(response_delay_ms=0)),
    ],
)
def test_nothing_is_signed_but_what_was_shown(change: Callable[[Roster], Roster]) -> None:
    ana, ben = person(0), person(1)
    draft = draft_for(ana, ben)
    guest = guest_of(ben)
    with pytest.raises(TableMismatch, match="not what it shows"):
        show(guest, ana.key, draft, change(roster_of(draft)))
    assert guest.signed_drafts == []


def test_the_policies_are_shown_before_they_are_signed() -> None:
    room = Room(3, 2)
    room.host = HostLobby(
        registry.make("inheritance"),
        3,
        {},
        Policies(response_delay_ms=300),
        member(room.people[0]),
        room.people[0].sign,
        entropy_of("host"),
    )
    ben = room.people[1].key
    room.join(ben)
    assert room.guests[ben].roster == room.host.roster
    assert room.host.roster.policies == Policies(response_delay_ms=300)


def test_who_is_refused_frees_the_seat_and_does_not_come_back() -> None:
    room = Room(3, 2)
    ben, cleo = list(room.guests)
    room.join(ben)
    (refused, no), *told = room.host.refuse(ben)
    assert refused == ben
    assert told == []
    with pytest.raises(LobbyError, match="does not seat you"):
        room.guests[ben].frame(room.people[0].key, items(no))
    assert [m.name for m in room.host.roster.members] == ["Ana"]
    with pytest.raises(LobbyError, match="does not seat you"):
        room.join(ben)
    room.join(cleo)
    assert [m.name for m in room.host.roster.members] == ["Ana", "Cleo"]


def test_a_refusal_undoes_the_draft_that_the_others_have_signed() -> None:
    room = Room(3, 2)
    ana = room.people[0]
    game, policies = registry.make("inheritance"), Policies()
    room.host = HostLobby(
        game, 3, {}, policies, member(ana), ana.sign, entropy_of("waits"), waits=True
    )
    ben, cleo = list(room.guests)
    room.join_all()
    assert room.host.to_sign
    assert set(room.host.roster.signed) == {1, 2}
    told = room.host.refuse(cleo)[1:]
    assert [key for key, _ in told] == [ben]
    assert not room.host.to_sign
    assert room.host.roster.signed == ()


def test_nobody_is_refused_after_the_charter_and_never_oneself() -> None:
    room = Room(2, 1)
    room.host.refuse(room.people[0].key)
    assert [m.name for m in room.host.roster.members] == ["Ana"]
    room.join_all()
    assert room.host.refuse(room.people[1].key) == []
    assert room.host.charter is not None


class Again(Room):
    """The same people once more, all agreeing beforehand, coming in any order."""

    def __init__(self, before: Charter, people: list[Person]) -> None:
        super().__init__(len(people), 0)
        draft = before.draft
        self.people = people
        ana = people[0]
        self.host = HostLobby(
            registry.make(draft.game),
            len(people),
            dict(draft.options),
            draft.policies,
            member(ana),
            ana.sign,
            entropy_of("again", ana.name),
            agreed=draft,
        )
        self.guests = {
            one.key: GuestLobby(member(one), one.sign, entropy_of("again", one.name), agreed=draft)
            for one in people[1:]
        }


def played(people: int) -> tuple[Charter, list[Person]]:
    room = Room(people, people - 1)
    room.join_all()
    assert room.host.charter is not None
    return room.host.charter, room.people


def test_a_rematch_seats_the_same_people_in_the_same_order() -> None:
    before, people = played(4)
    room = Again(before, people)
    for key in reversed(room.guests):
        room.join(key)
    assert room.host.charter is not None
    assert room.host.charter.draft == before.draft
    assert room.host.charter.table != before.table
    assert all(guest.charter == room.host.charter for guest in room.guests.values())


def test_a_rematch_is_for_nobody_else() -> None:
    before, people = played(2)
    room = Again(before, people)
    stranger = guest_of(person(4))
    ((_, frame),) = room.host.frame(person(4).key, items(stranger.hello()))
    with pytest.raises(LobbyError, match="rematch of people who have played together"):
        stranger.frame(people[0].key, items(frame))


@pytest.mark.parametrize(
    "change",
    [
        lambda d: replace(d, policies=Policies(response_delay_ms=0)),
        lambda d: replace(d, members=(d.members[0], d.members[2], d.members[1])),
        lambda d: replace(d, members=(*d.members[:2], member(person(5)))),
        lambda d: replace(d, members=d.members[:2]),
    ],
)
def test_a_rematch_is_the_same_or_none(change: Callable[[Draft], Draft]) -> None:
    before, people = played(3)
    ben = people[1]
    guest = GuestLobby(member(ben), ben.sign, entropy_of("again"), agreed=before.draft)
    with pytest.raises(TableMismatch, match="not the same game with the same people"):
        show(guest, people[0].key, change(before.draft))
    assert guest.signed_drafts == []


def test_a_charter_with_a_missing_or_wrong_signature_is_none() -> None:
    room = Room(3, 2)
    room.join_all()
    charter = room.host.charter
    assert charter is not None
    swapped = replace(charter, seals=(charter.seals[1], charter.seals[0], charter.seals[2]))
    for broken in (swapped, replace(charter, seals=charter.seals[:2])):
        with pytest.raises(CodecError):
            read_charter(items(charter_frame(broken)), None)


def test_a_charter_without_us_is_not_ours() -> None:
    room = Room(2, 1)
    room.join_all()
    assert room.host.charter is not None
    frame = items(charter_frame(room.host.charter))
    assert frame[0] == CHARTER
    assert read_charter(frame, None) == room.host.charter
    with pytest.raises(TableMismatch, match="without you"):
        read_charter(frame, person(4).key)


def test_a_bot_needs_the_signature_of_its_operator() -> None:
    operator, bot = person(0), person(1)
    vouched = operator.sign(BOT_LABEL, bot.key)
    good = Member(bot.key, "Ben", operator.key, vouched)
    assert Member.from_wire(good.wire()) == good
    assert good.is_bot
    for broken in (replace(good, vouched=bytes(64)), replace(good, operator=person(2).key)):
        with pytest.raises(CodecError, match="has not signed for it"):
            Member.from_wire(broken.wire())


def test_rosters_travel() -> None:
    roster = Roster("inheritance", 3, (("a", "b"), ("n", 2)), (member(person(0)),))
    assert Roster.from_items(items(roster.encode())) == roster


@pytest.mark.parametrize(
    ("seats", "people", "signed", "says"),
    [
        (2, (0, 1, 2), (), "more people than seats"),
        (3, (0, 1, 1), (), "one key on two seats"),
        (2, (0,), (1,), "is not between"),
        (2, (), (0,), "is not between"),
    ],
)
def test_what_is_wrong_with_an_evil_hosts_roster_is_said(
    seats: int, people: tuple[int, ...], signed: tuple[int, ...], says: str
) -> None:
    """It cost the link and a line of the log, and the guest called again without end."""
    members = tuple(member(person(number)) for number in people)
    evil = Roster("inheritance", seats, (), members, signed=signed)
    with pytest.raises(LobbyError, match=f"host of this table.*{says}"):
        guest_of(person(1)).frame(person(0).key, items(evil.encode()))


def test_a_guest_that_the_opener_has_lost_asks_again() -> None:
    room = Room(3, 1)
    ana, ben = room.people
    guest = room.guests[ben.key]
    room.join(ben.key)
    room.host.gone(ben.key)
    ((target, hello),) = guest.frame(ana.key, items(room.host.roster.encode()))
    assert (target, hello) == (ana.key, guest.hello())
    room.to_host(ben.key, hello)
    assert guest.roster == room.host.roster
    assert guest.frame(ana.key, items(room.host.roster.encode())) == []


def test_who_asks_twice_is_told_again_and_nobody_else_is_disturbed() -> None:
    room = waiting_room()
    ben = room.people[1].key
    room.to_host(ben, room.guests[ben].make_ready())
    told = room.host.frame(ben, items(room.guests[ben].hello()))
    assert {key for key, _ in told} == {ben}
    assert [items(frame)[0] for _, frame in told] == [ROSTER, DRAFT]
    assert room.host.roster.signed == (1,)


def test_who_comes_back_under_another_name_is_named_so() -> None:
    room = Room(3, 1)
    ben = room.people[1]
    room.join(ben.key)
    renamed = GuestLobby(Member(ben.key, "Benno"), ben.sign, entropy_of("benno"))
    room.host.frame(ben.key, items(renamed.hello()))
    assert [m.name for m in room.host.roster.members] == ["Ana", "Benno"]


def seated(keeper: int | None, number: int) -> Member:
    """A person, or a bot of the person with that number."""
    one = person(number)
    if keeper is None:
        return Member(one.key, one.name)
    return Member(one.key, one.name, person(keeper).key, person(keeper).sign(BOT_LABEL, one.key))


@pytest.mark.parametrize(
    ("keepers", "delay"),
    [
        ((None, 0, 0), 0),
        ((0, 0), 0),
        ((1, 2, 0), 0),
        ((None,), 0),
        ((None, None), 250),
        ((None, None, 0), 250),
        ((None, 1), 250),
        ((None, 0, 1), 250),
    ],
)
def test_answers_wait_where_they_would_tell_another_person(
    keepers: tuple[int | None, ...], delay: int
) -> None:
    members = [seated(keeper, number) for number, keeper in enumerate(keepers)]
    assert usual_policies(members) == Policies(response_delay_ms=delay)


def test_the_usual_policies_follow_from_who_sits_there_in_the_end() -> None:
    host = person(0)
    for vouching, delay in ((True, 0), (False, 250)):
        lobby = HostLobby(
            registry.make("inheritance"), 2, {}, None, member(host), host.sign, entropy_of("host")
        )
        assert lobby.roster.policies == Policies()
        guest = seated(0, 1) if vouching else seated(None, 1)
        lobby.frame(guest.key, (JOIN, PROTOCOL, guest.wire()))
        assert lobby.roster.policies == Policies(response_delay_ms=delay)
