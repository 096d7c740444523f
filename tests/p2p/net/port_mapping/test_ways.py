"""PCP and NAT-PMP at a router that is made up: every code, forged and broken answers."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address

import pytest

from p2p.net.port_mapping import natpmp as natpmp_codes
from p2p.net.port_mapping import pcp as pcp_codes
from p2p.net.port_mapping.answers import Granted, OtherVersion, RefusedByRouter
from p2p.net.port_mapping.ways import NOTHING_GIVEN, NatPmpWay, PcpWay
from tests.p2p.net.port_mapping.routers import FakeRouter, natpmp, pcp, router

PATIENCE = 5.0
SHORT = 0.05
HERE = "127.0.0.1"


def pcp_way(fake: FakeRouter, patience: float = PATIENCE) -> PcpWay:
    return PcpWay(HERE, 4870, port=fake.port, patience=patience)


def natpmp_way(fake: FakeRouter, patience: float = PATIENCE) -> NatPmpWay:
    return NatPmpWay(HERE, 4870, port=fake.port, patience=patience)


async def test_pcp_grants_renews_and_ends_under_one_nonce() -> None:
    async with router(lambda request: [pcp(request, port=5000)]) as fake:
        way = pcp_way(fake)
        granted = await way.ask(None)
        assert granted == Granted(ip_address("20.0.113.5"), 5000, 7200, 100)
        assert await way.ask(granted) == granted
        await way.end(granted)
    first, second, last = fake.requests
    assert first[24:36] == second[24:36] == last[24:36]
    assert first[42:44] == (4870).to_bytes(2, "big")
    assert second[42:44] == (5000).to_bytes(2, "big")
    assert (first[4:8], last[4:8]) == ((7200).to_bytes(4, "big"), bytes(4))
    assert pcp_way(fake)._nonce != way._nonce


@pytest.mark.parametrize("code", sorted(pcp_codes.REASONS))
async def test_pcp_refuses(code: int) -> None:
    async with router(lambda request: [pcp(request, result=code)]) as fake:
        assert await pcp_way(fake).ask(None) == RefusedByRouter(pcp_codes.REASONS[code], code)


async def test_a_router_of_natpmp_says_so_to_pcp() -> None:
    async with router(lambda request: [natpmp(request)]) as fake:
        assert await pcp_way(fake).ask(None) == OtherVersion()


async def test_a_wrong_nonce_is_not_believed_and_a_right_one_behind_it_is() -> None:
    async with router(lambda request: [pcp(request, nonce=bytes(12))]) as fake:
        assert await pcp_way(fake, SHORT).ask(None) is None
        fake.reply = lambda request: [
            pcp(request, nonce=bytes(12), host="20.0.0.9"),
            pcp(request)[:-4],
            pcp(request) + bytes(1100),
            pcp(request),
        ]
        granted = await pcp_way(fake).ask(None)
    assert isinstance(granted, Granted)
    assert str(granted.host) == "20.0.113.5"


async def test_natpmp_asks_for_address_and_port() -> None:
    async with router(lambda request: [natpmp(request)]) as fake:
        way = natpmp_way(fake)
        granted = await way.ask(None)
        assert granted == Granted(ip_address("20.0.113.5"), 4870, 7200, 100)
        await way.end(granted)
    assert [request[:2] for request in fake.requests] == [b"\0\0", b"\0\2", b"\0\2"]
    assert fake.requests[-1][6:] == bytes(6)


@pytest.mark.parametrize("code", sorted(natpmp_codes.REASONS))
@pytest.mark.parametrize("at", [0, 2])
async def test_natpmp_refuses_either(code: int, at: int) -> None:
    def reply(request: bytes) -> list[bytes]:
        return [natpmp(request, result=code if request[1] == at else 0)]

    async with router(reply) as fake:
        assert await natpmp_way(fake).ask(None) == RefusedByRouter(natpmp_codes.REASONS[code], code)


async def test_a_mapping_of_no_time_is_none() -> None:
    """Its port would be 0, which no address has."""

    def reply(request: bytes) -> list[bytes]:
        if request[0] == 2:
            return [pcp(request[:42] + bytes(2) + request[44:], lifetime=0)]
        answer = natpmp(request)
        return [answer if request[1] == 0 else answer[:10] + bytes(6)]

    async with router(reply) as fake:
        assert await natpmp_way(fake).ask(None) is NOTHING_GIVEN
        assert await pcp_way(fake).ask(None) is NOTHING_GIVEN


@pytest.mark.parametrize(("way", "answer"), [(pcp_way, pcp), (natpmp_way, natpmp)])
async def test_a_question_that_was_broken_off_is_taken_back(
    way: Callable[[FakeRouter], PcpWay | NatPmpWay], answer: Callable[[bytes], bytes]
) -> None:
    async with router(lambda request: [answer(request)]) as fake:
        await way(fake).end(None)
    assert len(fake.requests) == 1
    lifetime = fake.requests[0][4:8] if answer is pcp else fake.requests[0][8:12]
    assert lifetime == bytes(4)


async def test_half_an_answer_grants_nothing() -> None:
    async with router(lambda request: [natpmp(request)] if request[1] == 0 else []) as fake:
        assert await natpmp_way(fake, SHORT).ask(None) is None


@pytest.mark.parametrize("way", [pcp_way, natpmp_way])
async def test_silence_is_no_answer_and_no_mistake(
    way: type[PcpWay] | type[NatPmpWay],
) -> None:
    async with router(lambda _: []) as fake:
        asked = way(fake, SHORT)  # type: ignore[arg-type]
        assert await asked.ask(None) is None
        await asked.end(Granted(ip_address("20.0.113.5"), 1, 1))


async def test_without_a_way_to_the_router_nothing_is_raised() -> None:
    lost = Granted(ip_address("20.0.113.5"), 1, 1)
    for way in (PcpWay("192.0.2.1", 4870, own="192.0.2.55"), PcpWay("no address", 4870)):
        assert await way.ask(None) is None
        await way.end(lost)
    assert await NatPmpWay("no address", 4870).ask(None) is None
    await NatPmpWay("no address", 4870).end(lost)


def test_a_router_that_started_anew_is_understood() -> None:
    before = Granted(ip_address("20.0.113.5"), 4870, 7200, 5000)
    of_pcp, of_natpmp = PcpWay(HERE, 4870), NatPmpWay(HERE, 4870)
    announced = bytes.fromhex("0280000000000000" + "00000001" + "00" * 12)
    assert of_pcp.has_forgotten(announced, before, 60.0)
    later = bytes.fromhex("0280000000000000") + (5060).to_bytes(4, "big") + bytes(12)
    assert not of_pcp.has_forgotten(later, before, 60.0)
    assert not of_pcp.has_forgotten(b"\0", before, 60.0)

    def outside(epoch: int, host: str) -> bytes:
        return natpmp(b"\0\0", epoch=epoch, host=host)

    assert of_natpmp.has_forgotten(outside(1, "20.0.113.5"), before, 60.0)
    assert of_natpmp.has_forgotten(outside(5060, "20.0.113.6"), before, 60.0)
    assert not of_natpmp.has_forgotten(outside(5060, "20.0.113.5"), before, 60.0)
    assert not of_natpmp.has_forgotten(announced, before, 60.0)
