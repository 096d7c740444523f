"""Pairing by two words: what it gives, and every message forged."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from p2p.net.invite import Invite, back_to
from p2p.net.pairing import exchange as module
from p2p.net.pairing.exchange import BadPairing, GuestPairing, GuestVerdict, HostPairing, WrongWords
from p2p.net.spoken_code import SpokenCode

INVITE = Invite(bytes(range(10)), bytes(10), (("192.0.2.1", 4000), ("2001:db8::1", 4000)))
TAG = INVITE.sni
CODE, OTHER = SpokenCode(("amber", "zebra")), SpokenCode(("zebra", "amber"))
KEY, OTHER_KEY = b"a server key", b"another server key"
ORDER = 2**252 + 27742317777372353535851937790883648493
FIELD = 2**255 - 19

Bend = Callable[[bytes], bytes]


def entropy(seed: bytes) -> Callable[[int], bytes]:
    """Bytes that are the same in every run."""
    return lambda size: hashlib.shake_256(seed).digest(size)


def host(code: SpokenCode = CODE, key: bytes = KEY, invite: Invite = INVITE) -> HostPairing:
    return HostPairing(code, TAG, key, invite, entropy(b"host"))


def guest(
    code: SpokenCode = CODE, key: bytes = KEY, tag: str | None = TAG, seed: bytes = b"guest"
) -> GuestPairing:
    return GuestPairing(code, key, tag, entropy(seed))


def same(frame: bytes) -> bytes:
    return frame


def run(
    here: GuestPairing, there: HostPairing, bends: dict[int, Bend] | None = None
) -> list[bytes]:
    """The five messages of a run; `bends` changes the one of that number on its way."""
    bend = [(bends or {}).get(place, same) for place in range(5)]
    frames = [there.greeting]
    for place in (0, 2):
        answer = here.receive(bend[place](frames[-1]))
        assert answer is not None
        frames.append(answer)
        frames.append(there.receive(bend[place + 1](answer)))
    assert here.receive(bend[4](frames[-1])) is None
    return frames


def test_the_words_bring_the_invite_over() -> None:
    here, there = guest(), host()
    frames = run(here, there)
    assert here.invite == INVITE
    assert there.verdict is GuestVerdict.RIGHT
    assert [len(frame) for frame in frames[:4]] == [18, 34, 34, 33]
    assert INVITE.encode().encode() not in b"".join(frames)


def test_the_tag_need_not_be_known() -> None:
    here = guest(tag=None)
    run(here, host())
    assert here.invite == INVITE


def test_the_bytes_are_those_of_the_document() -> None:
    """docs/protocol.md, worked out again with nothing but the package and the standard library."""
    import hmac

    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from spake2 import SPAKE2_A

    def joined(*parts: bytes) -> bytes:
        return b"".join(len(part).to_bytes(2, "big") + part for part in parts)

    service = TAG.encode() + b"._crownless._tcp.local."
    a = joined(b"crownless pairing v1 guest", service)
    b = joined(b"crownless pairing v1 host", service, hashlib.sha256(KEY).digest())
    greeting, x, y, confirm, handover = run(guest(), host())
    spake = SPAKE2_A(b"amber-zebra", idA=a, idB=b, entropy_f=entropy(b"guest"))
    assert greeting == b"\0\1" + TAG.encode()
    assert x == b"\1" + spake.start()
    shared = spake.finish(y[1:])
    transcript = hashlib.sha256(
        joined(b"crownless pairing v1 transcript", a, b, x[1:], y[1:])
    ).digest()
    k1, k2, k3 = (
        HKDF(SHA256(), 32, salt=transcript, info=info).derive(shared)
        for info in (b"guest", b"host", b"invite")
    )
    c = hmac.digest(k1, transcript, "sha256")
    d = hmac.digest(k2, transcript + c, "sha256")
    assert confirm == b"\3" + c
    assert handover[:33] == b"\4" + d
    opened = ChaCha20Poly1305(k3).decrypt(bytes(12), handover[33:], transcript + c + d)
    assert opened == INVITE.encode().encode()


@pytest.mark.parametrize(
    ("here", "there"),
    [
        (guest(OTHER), host()),
        (guest(), host(OTHER)),
        (guest(key=OTHER_KEY), host()),
        (guest(), host(key=OTHER_KEY)),
    ],
    ids=["wrong words", "words that changed", "a certificate in between", "another server"],
)
def test_who_has_other_words_or_sees_another_server_gets_nothing(
    here: GuestPairing, there: HostPairing
) -> None:
    with pytest.raises(WrongWords, match="not the words"):
        run(here, there)
    assert here.invite is None
    assert there.verdict is GuestVerdict.WRONG


def flipped(place: int) -> Bend:
    return lambda frame: frame[:place] + bytes([frame[place] ^ 1]) + frame[place + 1 :]


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize(
    "bend",
    [
        lambda frame: b"",
        lambda frame: frame[:1],
        lambda frame: frame[:-1],
        lambda frame: frame + b"\0",
        lambda frame: frame * 40,
        lambda frame: bytes([frame[0] + 1]) + frame[1:],
        lambda frame: b"\5",
        flipped(0),
        flipped(1),
        flipped(5),
        flipped(-1 + 17),
    ],
)
def test_a_message_that_was_changed_leads_nowhere(place: int, bend: Bend) -> None:
    here, there = guest(), host()
    with pytest.raises((BadPairing, WrongWords)):
        run(here, there, {place: bend})
    assert here.invite is None
    if place < 4:  # the last one shows nothing to the host, which was right to hand over
        assert there.verdict is not GuestVerdict.RIGHT


def point(y: int, sign: int = 0) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


BAD_POINTS = {
    "the identity": point(1),
    "the identity, unreduced": point(FIELD + 1),
    "the identity, with a sign": point(1, 1),
    "order 2": point(FIELD - 1),
    "order 4": point(0),
    "order 4, unreduced": point(FIELD),
    "order 8": bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    "no point": point(2),
}


@pytest.mark.parametrize("name", BAD_POINTS)
@pytest.mark.parametrize(("place", "side"), [(1, b"A"), (2, b"B")])
def test_a_point_outside_the_group_is_refused(name: str, place: int, side: bytes) -> None:
    here, there = guest(), host()
    with pytest.raises(BadPairing):
        run(here, there, {place: lambda frame: frame[:1] + side + BAD_POINTS[name]})
    assert there.verdict is GuestVerdict.OPEN


def test_messages_do_not_go_back_to_their_own_side() -> None:
    here = guest()
    x = here.receive(host().greeting)
    assert x is not None
    for reflected in (b"\2" + x[1:], b"\2B" + x[2:]):
        with pytest.raises(BadPairing):
            run(guest(), host(), {2: lambda _, reflected=reflected: reflected})  # type: ignore[misc]


def test_a_run_that_was_overheard_cannot_be_played_again() -> None:
    """Neither to a host nor to a guest: each has fresh chance in it."""
    heard = run(guest(), host())
    fresh = HostPairing(CODE, TAG, KEY, INVITE)
    assert fresh.receive(heard[1]) != heard[2]
    assert fresh.receive(heard[3]) == b"\5"
    assert fresh.verdict is GuestVerdict.WRONG
    newcomer = GuestPairing(CODE, KEY, TAG)
    newcomer.receive(heard[0])
    newcomer.receive(heard[2])
    with pytest.raises(BadPairing, match="does not know the words"):
        newcomer.receive(heard[4])


def test_the_words_of_one_table_are_no_good_for_another() -> None:
    other = Invite(bytes(10), bytes(10), INVITE.addresses)
    there = HostPairing(CODE, other.sni, KEY, other)
    with pytest.raises(BadPairing, match="another table answers"):
        guest().receive(there.greeting)
    lying = HostPairing(CODE, TAG, KEY, other)
    with pytest.raises(BadPairing, match="for another table"):
        run(guest(), lying)
    with pytest.raises(BadPairing, match="for another table"):
        run(guest(), host(invite=INVITE.for_watching()))
    with pytest.raises(BadPairing, match="for another table"):
        run(guest(), host(invite=back_to(TAG, KEY, INVITE.addresses)))


def test_a_host_that_only_says_it_knew_the_words_is_found_out() -> None:
    with pytest.raises(BadPairing, match="does not know the words"):
        run(guest(), host(), {4: lambda frame: frame[:1] + bytes(32) + frame[33:]})


def test_what_is_sealed_has_to_be_an_invite(monkeypatch: pytest.MonkeyPatch) -> None:
    there = host()
    monkeypatch.setattr(there, "_invite", Nonsense())
    with pytest.raises(BadPairing, match="no invite"):
        run(guest(), there)


class Nonsense:
    def encode(self) -> str:
        return "crown1-nonsense"


def test_nobody_goes_on_after_the_end() -> None:
    here, there = guest(), host()
    frames = run(here, there)
    with pytest.raises(BadPairing):
        there.receive(frames[3])
    with pytest.raises(BadPairing):
        here.receive(frames[4])
    bent = host()
    with pytest.raises(BadPairing):
        bent.receive(b"\1A" + BAD_POINTS["the identity"])
    with pytest.raises(BadPairing):
        bent.receive(frames[1])


@pytest.mark.parametrize(
    "greeting",
    [b"\0\2" + TAG.encode(), b"\0\1" + b"X" * 16, b"\0\1" + b"\xff" * 16, b"HTTP/1.1 400 Bad", b""],
)
def test_a_strange_greeting_ends_it_before_anything_is_said(greeting: bytes) -> None:
    with pytest.raises(BadPairing):
        guest(tag=None).receive(greeting)


def test_no_secret_shows_in_a_repr() -> None:
    here, there = guest(), host()
    run(here, there)
    assert repr(there) == "<HostPairing RIGHT>"
    assert repr(here) == f"<GuestPairing of {TAG}>"
    keys = module._Keys(b"t", b"guest", b"host", b"invite")
    assert "guest" not in repr(keys)
