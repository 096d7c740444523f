"""The address book: who fills it, how fast, and what it gives out."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.lobby.address_book import BURST, PLACES_NOTE, SECONDS_A_STATEMENT, AddressBook, met_again
from p2p.lobby.places import MAX_ADDRESSES, Addresses, Place, places_frame, read_places
from p2p.wire import codec
from p2p.wire.message import MAX_SEATS
from simulation.memory_store import MemoryStore
from simulation.tables import Person, bytes_of, person

TAG = "table"
ME, ANA, BEN = person(0), person(1), person(2)
ALL = tuple(person(number).key for number in range(4))
LAN: Addresses = (("192.168.1.5", 4000), ("127.0.0.1", 4000))


def book(store: MemoryStore | None = None, tag: str = TAG) -> AddressBook:
    return AddressBook(store or MemoryStore(), ME.key, tag, ME.sign)


def at_home() -> AddressBook:
    made = book()
    made.announce(LAN)
    return made


def somebody(number: int) -> Person:
    """One of as many people as we like; the first ones are those with names."""
    if number < len(ALL):
        return person(number)
    return Person("somebody", Ed25519PrivateKey.from_private_bytes(bytes_of("crowd", number)))


def place(number: int, counter: int = 1, host: str = "192.0.2.1", tag: str = TAG) -> Place:
    who = somebody(number)
    return Place.signed(tag, who.key, counter, ((host, 5000),), who.sign)


def test_the_highest_counter_that_the_member_signed_wins() -> None:
    one = at_home()
    first, second = place(1, 1, "192.0.2.1"), place(1, 2, "192.0.2.2")
    assert one.learn([second], ALL, 0.0) == (second,)
    assert one.learn([first, second], ALL, 0.0) == ()
    assert one.of(ANA.key) == (("192.0.2.2", 5000),)


def test_nobody_says_where_another_member_is() -> None:
    """What somebody else wrote under a member's key used to be believed if it came first."""
    one = at_home()
    forged = Place(ANA.key, 9, (("203.0.113.9", 443),), bytes(64))
    assert one.learn([forged, place(1, 9, tag="another")], ALL, 0.0) == ()
    assert one.of(ANA.key) == ()


def test_only_members_are_in_it() -> None:
    """A watcher's 2.5 kB frame of strangers used to fill it, and then no frame of it was valid."""
    one = at_home()
    assert one.learn([place(n) for n in range(4, 9)], ALL, 0.0) == ()
    one.learn([place(1), place(2)], ALL, 0.0)
    one.forget_all_but((ME.key, BEN.key))
    assert [known.key for known in one.all()] == [ME.key, BEN.key]
    assert read_places(codec.array(codec.decode(places_frame(one.all())))) == one.all()


def test_a_member_says_something_new_only_so_often() -> None:
    one = at_home()
    taken = [bool(one.learn([place(1, n)], ALL, 0.0)) for n in range(1, 20)]
    assert sum(taken) == BURST
    assert one.learn([place(1, 30)], ALL, SECONDS_A_STATEMENT)
    assert one.learn([place(2)], ALL, 0.0)  # nobody pays for somebody else


def test_where_a_link_led_counts_first_and_is_known() -> None:
    one = at_home()
    assert one.of(ANA.key) == ()
    one.met(ANA.key, "198.51.100.7", 0)
    assert one.of(ANA.key) == ()  # it called us, and nobody has said at which port it listens
    one.learn([place(1)], ALL, 0.0)
    assert one.of(ANA.key) == (("198.51.100.7", 5000), ("192.0.2.1", 5000))
    assert one.knows("198.51.100.7")
    assert not one.knows("192.0.2.1")  # what somebody only says keeps no place for it
    for number in range(9):
        one.met(ANA.key, f"198.51.100.{number}", 7)
    assert len(one.of(ANA.key)) == MAX_ADDRESSES + 1
    assert not one.knows("198.51.100.4")


def test_a_members_loopback_is_not_ours() -> None:
    one = at_home()
    one.learn([place(1, host="127.0.0.1")], ALL, 0.0)
    assert one.of(ANA.key) == ()
    one.met(ANA.key, "127.0.0.1", 0)
    assert one.of(ANA.key) == (("127.0.0.1", 5000),)
    practice = book()
    practice.announce((("127.0.0.1", 1),))
    practice.learn([place(1, host="127.0.0.1")], ALL, 0.0)
    assert practice.of(ANA.key) == (("127.0.0.1", 5000),)


def test_where_others_see_us_is_signed_by_ourselves() -> None:
    one = at_home()
    (before,) = one.all()
    assert before.addresses == LAN
    assert one.observed(ANA.key, "198.51.100.1", 0.0)
    (after,) = one.all()
    assert after.addresses == (LAN[0], ("198.51.100.1", 4000), LAN[1])
    assert after.counter == before.counter + 1
    assert after.holds(TAG)
    assert not one.observed(BEN.key, "198.51.100.1", 0.0)
    assert not one.observed(BEN.key, "127.0.0.1", 0.0)
    assert not one.observed(BEN.key, "nowhere.example", 0.0)


def test_no_crowd_of_observers_takes_our_own_addresses_away() -> None:
    one = at_home()
    for number in range(100):
        one.observed(bytes([number]) * 32, f"198.51.100.{number}", 0.0)
    (own,) = one.all()
    assert own.addresses[0] == LAN[0]
    assert len(own.addresses) == MAX_ADDRESSES
    assert sum(one.observed(ANA.key, f"203.0.113.{n}", 0.0) for n in range(100)) <= BURST


def test_it_survives_a_restart_and_the_counter_goes_on() -> None:
    store = MemoryStore()
    first = book(store)
    first.announce(LAN)
    first.learn([place(1)], ALL, 0.0)
    first.met(BEN.key, "192.0.2.8", 80)
    assert first.changed
    first.save()
    assert not first.changed
    again = book(store.crash())
    assert again.of(ANA.key) == (("192.0.2.1", 5000),)
    assert again.of(BEN.key) == (("192.0.2.8", 80),)
    again.announce(LAN)
    assert again.all()[0].counter == first.all()[0].counter + 1


def test_an_older_copy_of_a_profile_states_something_newer_again() -> None:
    lost = at_home()
    assert lost.learn([place(0, 40)], ALL, 0.0) == ()
    assert lost.all()[0].counter == 41
    assert lost.all()[0].addresses == LAN


def test_damage_costs_hints_and_no_table() -> None:
    store = MemoryStore()
    store.put_note(PLACES_NOTE, b"junk")
    assert book(store).of(ANA.key) == ()
    assert met_again(b"junk") == b""


def test_a_rematch_goes_where_its_members_were() -> None:
    store = MemoryStore()
    one = book(store)
    one.learn([place(1), place(2)], ALL, 0.0)
    one.met(ANA.key, "192.0.2.8", 80)
    one.save()
    kept = store.note(PLACES_NOTE)
    assert kept is not None
    store = MemoryStore()
    store.put_note(PLACES_NOTE, met_again(kept))
    again = book(store, "next")
    again.announce(LAN)
    assert again.of(ANA.key) == (("192.0.2.8", 80), ("192.0.2.1", 5000))
    assert again.of(BEN.key) == (("192.0.2.1", 5000),)
    assert [known.key for known in again.all()] == [ME.key]  # nobody signed anything there


def test_it_does_not_grow_without_end() -> None:
    one = at_home()
    everybody = [somebody(number).key for number in range(40)]
    for number in range(1, 40):
        one.learn([place(number)], everybody, 0.0)
        one.met(everybody[number], "192.0.2.1", 1)
    assert len(one.all()) == MAX_SEATS
    one.save()
    assert len(one._met) == MAX_SEATS


def test_what_a_router_has_opened_stands_behind_the_lan_and_takes_the_place_of_a_guess() -> None:
    """Others see us at the router's address: there the port is the router's, not ours."""
    one = at_home()
    assert one.observed(ANA.key, "20.0.113.5", 0.0)
    assert ("20.0.113.5", LAN[0][1]) in one.own
    opened = (("20.0.113.5", 50000), ("2001:db8::2", LAN[0][1]))
    assert one.announce(LAN, opened)
    assert one.own[:3] == (LAN[0], *opened)
    assert ("20.0.113.5", LAN[0][1]) not in one.own
    assert not one.announce(LAN, opened)
    assert one.announce(LAN)
    assert ("20.0.113.5", LAN[0][1]) in one.own
