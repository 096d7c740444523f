"""UPnP at a router that is made up, on loopback: what it may lead to, and what its errors mean."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from ipaddress import IPv4Address

import pytest
from aiohttp import web
from async_upnp_client.const import HttpRequest
from async_upnp_client.exceptions import UpnpActionError, UpnpCommunicationError
from async_upnp_client.profiles.igd import IgdDevice, PortMappingEntry

from p2p.net.port_mapping import upnp
from p2p.net.port_mapping.answers import LIFETIME, Granted, RefusedByRouter
from p2p.net.port_mapping.upnp import MAX_BYTES, MAX_REQUESTS, RouterRequester, UpnpWay, is_at

HERE = "127.0.0.1"


@pytest.mark.parametrize(
    ("url", "fits"),
    [
        ("http://192.168.1.1/rootDesc.xml", True),
        ("http://192.168.1.1:5000/rootDesc.xml", True),
        ("https://192.168.1.1/", False),
        ("file://192.168.1.1/etc/passwd", False),
        ("http://192.168.1.2/", False),
        ("http://192.168.1.1@192.168.1.2/", False),
        ("http://192.168.1.1.example/", False),
        ("http://192.168.1.1:99999/", False),
        ("http://[::1/", False),
        ("", False),
    ],
)
def test_only_the_router_itself_is_spoken_to(url: str, fits: bool) -> None:
    assert is_at(url, "192.168.1.1") is fits


Answering = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serving(answer: Answering) -> AsyncIterator[str]:
    """A web server on loopback; gives the start of its URLs."""
    server = web.Server(answer)
    runner = web.ServerRunner(server)
    await runner.setup()
    site = web.TCPSite(runner, HERE, 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    try:
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()


def get(url: str) -> HttpRequest:
    return HttpRequest("GET", url, {}, None)


async def test_a_page_of_the_router_is_read() -> None:
    async def answer(request: web.BaseRequest) -> web.Response:
        return web.Response(text=f"<{request.path}>")

    async with serving(answer) as url:
        page = await RouterRequester(HERE).async_http_request(get(f"{url}/x"))
    assert (page.status_code, page.body) == (200, "</x>")


async def test_redirections_sizes_and_numbers_have_an_end() -> None:
    async def answer(request: web.BaseRequest) -> web.Response:
        if request.path == "/away":
            raise web.HTTPFound("http://127.0.0.2/secret")
        return web.Response(body=b"x" * (MAX_BYTES + 1))

    async with serving(answer) as url:
        speaking = RouterRequester(HERE)
        assert (await speaking.async_http_request(get(f"{url}/away"))).status_code == 302
        with pytest.raises(UpnpCommunicationError):
            await speaking.async_http_request(get(f"{url}/huge"))
        with pytest.raises(UpnpCommunicationError):
            await speaking.async_http_request(get("http://127.0.0.2/"))
        for _ in range(MAX_REQUESTS - 3):
            await speaking.async_http_request(get(f"{url}/away"))
        with pytest.raises(UpnpCommunicationError):
            await speaking.async_http_request(get(f"{url}/away"))


async def test_a_page_of_entities_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A billion laughs: the description is parsed by defusedxml."""
    bomb = (
        '<!DOCTYPE b [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
        '<root xmlns="urn:schemas-upnp-org:device-1-0"><device>&b;</device></root>'
    )

    async def answer(request: web.BaseRequest) -> web.Response:
        return web.Response(text=bomb)

    async with serving(answer) as url:

        async def found(router: str) -> str:
            return f"{url}/rootDesc.xml"

        monkeypatch.setattr(upnp, "_search", found)
        assert await UpnpWay(HERE, 4870).ask(None) is None


async def test_nothing_is_unpacked() -> None:
    bomb = gzip.compress(bytes(50 * MAX_BYTES))
    asked: list[str] = []

    async def answer(request: web.BaseRequest) -> web.Response:
        asked.append(request.headers["Accept-Encoding"])
        return web.Response(body=bomb, headers={"Content-Encoding": "gzip"})

    async with serving(answer) as url:
        page = await RouterRequester(HERE).async_http_request(get(url))
    assert page.body is not None
    assert len(page.body) <= len(bomb)
    assert asked == ["identity"]


SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"
DESCRIBED = {
    "/root": f"""<root xmlns="urn:schemas-upnp-org:device-1-0"><device>
        <deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType>
        <friendlyName>r</friendlyName><manufacturer>m</manufacturer><modelName>n</modelName>
        <UDN>uuid:1</UDN><serviceList><service><serviceType>{SERVICE}</serviceType>
        <serviceId>urn:upnp-org:serviceId:WANIPConn1</serviceId><controlURL>/c</controlURL>
        <eventSubURL>/e</eventSubURL><SCPDURL>/scpd</SCPDURL></service></serviceList>
        </device></root>""",
    "/scpd": """<scpd xmlns="urn:schemas-upnp-org:service-1-0"><actionList><action>
        <name>GetExternalIPAddress</name><argumentList><argument>
        <name>NewExternalIPAddress</name><direction>out</direction>
        <relatedStateVariable>There is none</relatedStateVariable>
        </argument></argumentList></action></actionList><serviceStateTable><stateVariable
        sendEvents="no"><name>Other</name><dataType>string</dataType></stateVariable>
        </serviceStateTable></scpd>""",
}


async def test_a_description_that_the_package_stumbles_over_is_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It names what it does not describe: a KeyError in there."""
    pages: list[str] = []

    async def answer(request: web.BaseRequest) -> web.Response:
        pages.append(request.path)
        return web.Response(text=DESCRIBED[request.path], content_type="text/xml")

    async with serving(answer) as url:

        async def found(router: str) -> str:
            return f"{url}/root"

        monkeypatch.setattr(upnp, "_search", found)
        way = UpnpWay(HERE, 4870)
        assert await way.ask(None) is None
        await way.end(Granted(IPv4Address("20.0.113.5"), 4870, LIFETIME))
    assert pages == ["/root", "/scpd"] * 2


@dataclass
class FakeDevice:
    """What the package makes of a router; `errors` are raised by the next requests, in order."""

    outside: str | None = "20.0.113.5"
    errors: list[int] = field(default_factory=list)
    added: list[tuple[IPv4Address, int, str, int, IPv4Address, int]] = field(default_factory=list)
    deleted: list[tuple[IPv4Address, int, str]] = field(default_factory=list)
    silent: bool = False
    holder: str = HERE
    """To whom its port leads."""

    async def async_get_external_ip_address(self) -> str | None:
        return self.outside

    async def async_add_port_mapping(
        self,
        *,
        remote_host: IPv4Address,
        external_port: int,
        protocol: str,
        internal_port: int,
        internal_client: IPv4Address,
        enabled: bool,
        description: str,
        lease_duration: timedelta,
    ) -> None:
        assert enabled
        assert description == "Crownless"
        if self.errors:
            code = self.errors.pop(0)
            raise UpnpActionError(error_code=code, error_desc="no")
        if self.silent:
            await asyncio.Event().wait()
        seconds = int(lease_duration.total_seconds())
        self.added.append(
            (remote_host, external_port, protocol, internal_port, internal_client, seconds)
        )

    async def async_delete_port_mapping(self, host: IPv4Address, port: int, protocol: str) -> None:
        self.deleted.append((host, port, protocol))

    async def async_get_specific_port_mapping_entry(
        self, host: IPv4Address, port: int, protocol: str
    ) -> PortMappingEntry:
        holder = IPv4Address(self.holder)
        return PortMappingEntry(host, port, protocol, 4870, holder, True, "Crownless", None)


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> FakeDevice:
    made = FakeDevice()

    async def found(_: UpnpWay) -> FakeDevice:
        return made

    monkeypatch.setattr(UpnpWay, "_device", found)
    return made


ANYBODY, OURS = IPv4Address("0.0.0.0"), IPv4Address(HERE)


async def test_a_port_is_mapped_and_given_up(device: FakeDevice) -> None:
    way = UpnpWay(HERE, 4870)
    granted = await way.ask(None)
    assert granted == Granted(IPv4Address("20.0.113.5"), 4870, LIFETIME)
    assert device.added == [(ANYBODY, 4870, "TCP", 4870, OURS, LIFETIME)]
    await way.end(granted)
    assert device.deleted == [(ANYBODY, 4870, "TCP")]


@pytest.mark.parametrize(("holder", "deleted"), [(HERE, 1), ("127.0.0.9", 0)])
async def test_a_question_that_was_broken_off_is_taken_back_if_it_was_ours(
    device: FakeDevice, holder: str, deleted: int
) -> None:
    device.silent, device.holder = True, holder
    way = UpnpWay(HERE, 4870)
    asking = asyncio.create_task(way.ask(None))
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await way.end(None)
    assert device.deleted == [(ANYBODY, 4870, "TCP")] * deleted


async def test_a_question_that_was_refused_leaves_nothing_to_take_back(device: FakeDevice) -> None:
    device.errors = [606]
    way = UpnpWay(HERE, 4870)
    assert isinstance(await way.ask(None), RefusedByRouter)
    await way.end(None)
    assert device.deleted == []


async def test_what_was_mapped_before_is_asked_for_again(device: FakeDevice) -> None:
    await UpnpWay(HERE, 4870).ask(Granted(IPv4Address("20.0.113.5"), 5000, LIFETIME))
    assert device.added[0][1] == 5000


async def test_a_router_that_maps_for_ever_only_does_so(device: FakeDevice) -> None:
    device.errors = [725]
    assert isinstance(await UpnpWay(HERE, 4870).ask(None), Granted)
    assert device.added == [(ANYBODY, 4870, "TCP", 4870, OURS, 0)]


async def test_a_port_that_is_taken_gives_way_to_another(device: FakeDevice) -> None:
    device.errors = [718]
    granted = await UpnpWay(HERE, 4870).ask(None)
    assert isinstance(granted, Granted)
    assert granted.port == device.added[0][1] >= 49152


@pytest.mark.parametrize("code", sorted(upnp.REASONS))
async def test_every_refusal_has_its_sentence(device: FakeDevice, code: int) -> None:
    device.errors = [code, code, code]
    assert await UpnpWay(HERE, 4870).ask(None) == RefusedByRouter(upnp.REASONS[code], code)


@pytest.mark.parametrize("outside", ["0.0.0.0", "", None])
async def test_a_router_without_the_internet_opens_nothing(
    device: FakeDevice, outside: str | None
) -> None:
    device.outside = outside
    assert isinstance(await UpnpWay(HERE, 4870).ask(None), RefusedByRouter)
    assert device.added == []


@pytest.mark.parametrize("outside", ["<b>", "2001:db8::1", "300.1.1.1"])
async def test_an_outside_address_that_is_none_is_not_believed(
    device: FakeDevice, outside: str
) -> None:
    device.outside = outside
    assert await UpnpWay(HERE, 4870).ask(None) is None
    assert device.added == []


async def test_where_no_router_answers_there_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upnp, "SEARCH_SECONDS", 0.02)
    way = UpnpWay(HERE, 4870)
    assert await way.ask(None) is None
    await way.end(Granted(IPv4Address("20.0.113.5"), 4870, LIFETIME))
    assert not way.has_forgotten(b"", Granted(OURS, 1, 1), 0.0)


def test_the_device_types_are_those_of_the_package() -> None:
    assert [kind.rpartition(":")[2] for kind in IgdDevice.DEVICE_TYPES] == ["1", "2"]
