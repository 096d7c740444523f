"""ristretto255 in plain Python integers, straight from RFC 9496. Slow, simple, for comparison only.

Nothing here is shared with `crypto`: the tests hold the library and this page against each other.
Points are tuples (X, Y, Z, T) of extended coordinates on edwards25519; helper names follow the
RFC.
"""

from __future__ import annotations

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)

Element = tuple[int, int, int, int]

IDENTITY: Element = (0, 1, 1, 0)


def is_negative(value: int) -> bool:
    return value % P % 2 == 1


def absolute(value: int) -> int:
    return -value % P if is_negative(value) else value % P


def sqrt_ratio(u: int, v: int) -> tuple[bool, int]:
    """SQRT_RATIO_M1 of section 4.2."""
    r = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    check = v * r * r % P
    correct = check == u % P
    flipped = check == -u % P
    flipped_i = check == -u * SQRT_M1 % P
    if flipped or flipped_i:
        r = r * SQRT_M1 % P
    return correct or flipped, absolute(r)


INVSQRT_A_MINUS_D = sqrt_ratio(1, -1 - D)[1]
SQRT_AD_MINUS_ONE = P - sqrt_ratio(-D - 1, 1)[1]


def decode(data: bytes) -> Element | None:
    """Section 4.3.1; None for anything that is no canonical encoding."""
    s = int.from_bytes(data, "little")
    if len(data) != 32 or s >= P or is_negative(s):
        return None
    ss = s * s % P
    u1, u2 = (1 - ss) % P, (1 + ss) % P
    v = (-(D * u1 * u1) - u2 * u2) % P
    was_square, inverse = sqrt_ratio(1, v * u2 * u2)
    den_x = inverse * u2 % P
    den_y = inverse * den_x * v % P
    x = absolute(2 * s * den_x)
    y = u1 * den_y % P
    t = x * y % P
    if not was_square or is_negative(t) or y == 0:
        return None
    return x, y, 1, t


def encode(point: Element) -> bytes:
    """Section 4.3.2."""
    x0, y0, z0, t0 = point
    u1, u2 = (z0 + y0) * (z0 - y0) % P, x0 * y0 % P
    _, inverse = sqrt_ratio(1, u1 * u2 * u2)
    den1, den2 = inverse * u1 % P, inverse * u2 % P
    z_inv = den1 * den2 * t0 % P
    if is_negative(t0 * z_inv):
        x, y, den_inv = y0 * SQRT_M1 % P, x0 * SQRT_M1 % P, den1 * INVSQRT_A_MINUS_D % P
    else:
        x, y, den_inv = x0, y0, den2
    if is_negative(x * z_inv):
        y = -y % P
    return absolute(den_inv * (z0 - y)).to_bytes(32, "little")


def _map(data: bytes) -> Element:
    """MAP of section 4.3.4."""
    t = int.from_bytes(data, "little") % 2**255 % P
    r = SQRT_M1 * t * t % P
    u = (r + 1) * (1 - D * D) % P
    v = (-1 - r * D) * (r + D) % P
    was_square, s = sqrt_ratio(u, v)
    if not was_square:
        s = -absolute(s * t) % P
    c = -1 if was_square else r
    n = (c * (r - 1) * (D - 1) ** 2 - v) % P
    w0, w1 = 2 * s * v % P, n * SQRT_AD_MINUS_ONE % P
    w2, w3 = (1 - s * s) % P, (1 + s * s) % P
    return w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P


def from_uniform(data: bytes) -> Element:
    """Section 4.3.4, from 64 bytes."""
    return add(_map(data[:32]), _map(data[32:]))


def add(left: Element, right: Element) -> Element:
    """The complete addition law for a = -1 (Hisil, Wong, Carter, Dawson)."""
    x1, y1, z1, t1 = left
    x2, y2, z2, t2 = right
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * D * t1 * t2 % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def negate(point: Element) -> Element:
    x, y, z, t = point
    return -x % P, y, z, -t % P


def multiply(scalar: int, point: Element) -> Element:
    total = IDENTITY
    for bit in bin(scalar % L)[2:]:
        total = add(total, total)
        if bit == "1":
            total = add(total, point)
    return total


def _base_point() -> Element:
    y = 4 * pow(5, -1, P) % P
    _, x = sqrt_ratio(y * y - 1, D * y * y + 1)
    return x, y, 1, x * y % P


BASE = _base_point()


def expand_message(message: bytes, tag: bytes, length: int) -> bytes:
    """expand_message_xmd with SHA-512, RFC 9380 section 5.3.1, on integers."""
    tag += bytes([len(tag)])
    b0 = hashlib.sha512(b"\0" * 128 + message + length.to_bytes(2, "big") + b"\0" + tag).digest()
    blocks: list[bytes] = []
    for index in range(1, (length + 63) // 64 + 1):
        previous = int.from_bytes(blocks[-1], "big") if blocks else 0
        mixed = (int.from_bytes(b0, "big") ^ previous).to_bytes(64, "big")
        blocks.append(hashlib.sha512(mixed + bytes([index]) + tag).digest())
    return b"".join(blocks)[:length]
