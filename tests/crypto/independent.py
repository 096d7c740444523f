"""A second verifier, written from `docs/proofs.md` alone: plain integers, bytes in, yes or no out.

It imports nothing of `crypto`. That it agrees with the package shows that the page is complete, and
that a verdict does not depend on one library.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from tests.crypto.reference import (
    BASE,
    IDENTITY,
    Element,
    L,
    add,
    decode,
    encode,
    expand_message,
    from_uniform,
    multiply,
)


def frame(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def context(table: bytes, step: int, seat: int) -> bytes:
    return frame(table) + step.to_bytes(8, "big") + seat.to_bytes(2, "big")


def hash_to_group(label: bytes, *parts: bytes) -> Element:
    tag = b"crownless-v1:" + label + b":ristretto255_XMD:SHA-512_R255MAP_RO_"
    return from_uniform(expand_message(frame(*parts), tag, 64))


def cell(table: bytes, step: int, label: bytes, number: int) -> Element:
    where = frame(table, step.to_bytes(8, "big"), label)
    return hash_to_group(b"fog", where, number.to_bytes(2, "big"))


def tag(element: bytes) -> bytes:
    return hashlib.sha512(frame(b"crownless/fog tag/v1", element)).digest()[:32]


def key_under(element: bytes, purpose: bytes) -> bytes:
    """HKDF-SHA-512 in one block: extract, then expand."""
    extracted = hmac.new(b"crownless/secret/v1", element, "sha512").digest()
    info = frame(b"under", purpose)
    return hmac.new(extracted, info + b"\1", "sha512").digest()[:32]


def derive(seed: bytes, *info: bytes) -> bytes:
    """64 bytes from a seed: HKDF-SHA-512 in one block."""
    key = hmac.new(b"crownless/secret/v1", seed, "sha512").digest()
    return hmac.new(key, frame(*info) + b"\1", "sha512").digest()


def permutation(seed: bytes, *info: bytes, size: int) -> list[int]:
    """As *From a seed* has it."""
    words: list[int] = []
    blocks = 0
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        word = 1 << 64
        while word >= (1 << 64) // (last + 1) * (last + 1):
            if not words:
                block = derive(seed, *info, b"words", blocks.to_bytes(4, "big"))
                words = [int.from_bytes(block[at : at + 8], "big") for at in range(0, 64, 8)]
                blocks += 1
            word = words.pop(0)
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def point(data: bytes) -> Element:
    found = decode(data)
    if found is None or data == bytes(32):
        raise ValueError("no point")
    return found


def scalars(data: bytes, count: int) -> list[int]:
    numbers = [int.from_bytes(data[at : at + 32], "little") for at in range(0, len(data), 32)]
    if len(data) != 32 * count or any(number >= L for number in numbers):
        raise ValueError("no scalars")
    return numbers


def points(data: bytes) -> list[Element]:
    return [point(data[at : at + 32]) for at in range(0, len(data), 32)]


def total(terms: Sequence[tuple[int, Element]]) -> Element:
    result = IDENTITY
    for number, element in terms:
        result = add(result, multiply(number, element))
    return result


def pairs(numbers: Sequence[int], elements: Sequence[Element]) -> list[tuple[int, Element]]:
    return list(zip(numbers, elements, strict=True))


class Transcript:
    def __init__(self, label: bytes, place: bytes) -> None:
        self.data = frame(b"crownless/transcript/v1", label, place)

    def add_bytes(self, name: bytes, data: bytes) -> None:
        self.data += frame(b"bytes", name, data)

    def add_points(self, name: bytes, data: bytes) -> None:
        self.data += frame(b"points", name, data)

    def challenges(self, name: bytes, count: int) -> list[int]:
        self.data += frame(b"challenge", name, count.to_bytes(4, "big"))
        state = hashlib.sha512(self.data).digest()
        blocks = [hashlib.sha512(state + at.to_bytes(4, "big")).digest() for at in range(count)]
        return [int.from_bytes(block, "little") % L for block in blocks]

    def agrees(self, first: Sequence[Element], name: bytes, challenge: int) -> bool:
        self.add_points(b"first", b"".join(encode(element) for element in first))
        return self.challenges(name, 1) == [challenge]


def key(
    public: bytes,
    purpose: bytes,
    proof: bytes,
    place: bytes,
) -> bool:
    c, s = scalars(proof, 2)
    transcript = Transcript(b"key", place)
    transcript.add_bytes(b"purpose", purpose)
    transcript.add_points(b"public", public)
    return transcript.agrees([total([(s, BASE), (-c, point(public))])], b"key", c)


def equal_logarithms(
    kind: bytes,
    public: bytes,
    bases: bytes,
    images: bytes,
    statement: bytes,
    proof: bytes,
    place: bytes,
) -> bool:
    c, s = scalars(proof, 2)
    transcript = Transcript(b"dleq/" + kind, place)
    transcript.add_bytes(b"statement", statement)
    for name, data in ((b"public", public), (b"bases", bases), (b"images", images)):
        transcript.add_points(name, data)
    left, right = points(bases), points(images)
    weights = transcript.challenges(b"weights", len(left)) if len(left) > 1 else [1]
    a, b = (
        total(list(pairs(weights, left))),
        total(list(pairs(weights, right))),
    )
    first = [total([(s, BASE), (-c, point(public))]), total([(s, a), (-c, b)])]
    return transcript.agrees(first, b"dleq", c)


def transfer(
    giver: bytes, to: bytes, before: bytes, after: bytes, proof: bytes, place: bytes
) -> bool:
    c, s, t = scalars(proof, 3)
    transcript = Transcript(b"transfer", place)
    for name, data in ((b"keys", giver + to), (b"before", before), (b"after", after)):
        transcript.add_points(name, data)
    (c1, c2), (d1, d2) = points(before), points(after)
    first = [
        total([(s, BASE), (-c, point(giver))]),
        total([(t, BASE), (-c, d1)]),
        total([(t, point(to)), (-s, c1), (-c, d2), (c, c2)]),
    ]
    return transcript.agrees(first, b"transfer", c)


def shuffle(
    label: bytes, public: bytes, inputs: bytes, outputs: bytes, proof: bytes, place: bytes
) -> bool:
    n = len(inputs) // 64
    around = range(n)
    commitments, chain = points(proof[: 32 * n]), points(proof[32 * n : 64 * n])
    c, s1, s2, s3, s4, *rest = scalars(proof[64 * n :], 2 * n + 5)
    s_hat, s_ = rest[:n], rest[n:]
    h = hash_to_group(b"shuffle chain")
    h_i = [hash_to_group(b"shuffle generator", at.to_bytes(4, "big")) for at in around]
    e, f = points(inputs), points(outputs)

    transcript = Transcript(b"shuffle/" + label, place)
    transcript.add_points(b"key", public)
    transcript.add_bytes(b"inputs", inputs)
    transcript.add_bytes(b"outputs", outputs)
    transcript.add_points(b"commitments", proof[: 32 * n])
    u = transcript.challenges(b"weights", n)
    transcript.add_points(b"chain", proof[32 * n : 64 * n])
    product = 1
    for weight in u:
        product = product * weight % L
    cu = [-c * weight for weight in u]
    before = [h, *chain]
    first = [
        total([(s1, BASE), *((-c, x) for x in commitments), *((c, x) for x in h_i)]),
        total([(s2, BASE), (-c, chain[-1]), (c * product, h)]),
        total([(s3, BASE), *pairs(cu, commitments), *pairs(s_, h_i)]),
        total([(-s4, BASE), *pairs(cu, e[::2]), *pairs(s_, f[::2])]),
        total([(-s4, point(public)), *pairs(cu, e[1::2]), *pairs(s_, f[1::2])]),
        *(total([(s_hat[i], BASE), (-c, chain[i]), (s_[i], before[i])]) for i in around),
    ]
    return transcript.agrees(first, b"shuffle", c)


def throw_value(shares: bytes, sides: int, table: bytes, step: int, why: bytes) -> int:
    joint = encode(total([(1, share) for share in points(shares)]))
    data = frame(b"crownless/chance/v1") + frame(table, step.to_bytes(8, "big"), why, joint)
    return int.from_bytes(hashlib.sha512(data).digest(), "big") % sides


def commitment(payload: bytes, nonce: bytes, place: bytes) -> bytes:
    return hashlib.sha512(frame(b"crownless/commit/v1", place, nonce, payload)).digest()[:32]


def difference(left: bytes, right: bytes) -> bytes:
    return encode(total([(1, point(left)), (-1, point(right))]))
