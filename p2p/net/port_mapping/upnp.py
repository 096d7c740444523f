"""UPnP Internet Gateway Device, by async-upnp-client: the optional part `upnp`.

The only module that knows that package; `mapper` asks for it by `upnp_way`, which gives nothing
where it is not installed. All that a router sends here is hostile input: only the router itself is
spoken to, whatever its answer names, no redirection is followed, nothing is unpacked, and an answer
has a largest size. What the package makes of nonsense is not promised, so any error of it counts as
no answer.
Held by tests/p2p/net/port_mapping/test_upnp.py.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from contextlib import suppress
from datetime import timedelta
from ipaddress import IPv4Address
from urllib.parse import urlsplit

import aiohttp
from async_upnp_client.client import UpnpRequester
from async_upnp_client.client_factory import UpnpFactory
from async_upnp_client.const import HttpRequest, HttpResponse
from async_upnp_client.exceptions import UpnpActionError, UpnpCommunicationError
from async_upnp_client.profiles.igd import IgdDevice
from async_upnp_client.search import SsdpSearchListener
from async_upnp_client.utils import CaseInsensitiveDict

from p2p.net.port_mapping.answers import LIFETIME, Answer, Granted, Protocol, RefusedByRouter

SEARCH_SECONDS = 2.0
SECONDS = 6.0
"""For all of one request, the search included."""
MAX_BYTES = 64 * 1024
"""Of one answer."""
MAX_REQUESTS = 40
"""In one conversation: a description, a page for each service, what is asked for."""
DESCRIPTION = "Crownless"
"""What the router shows its owner beside the mapping."""
_ANYBODY = IPv4Address(0)
_SSDP_PORT = 1900
_CONFLICT, _PERMANENT_ONLY = 718, 725
REASONS = {
    402: "it did not understand the request",
    501: "it could not do it",
    606: "it does not allow that",
    718: "the outside port is taken",
    728: "it has no room for another mapping now",
}
"""What its error codes mean, said of the router."""


class UpnpWay:
    """UPnP at one router, of IPv4."""

    protocol = Protocol.UPNP

    def __init__(self, router: str, inside_port: int) -> None:
        self.router = router
        self._inside_port = inside_port
        self._location = ""
        """Where the router has described itself, once it was found."""
        self._adding = 0
        """The outside port that was asked for and not refused; 0 for none."""

    @property
    def place(self) -> tuple[str, ...]:
        """See p2p.net.port_mapping.ways.Way."""
        return (self.protocol.value, self.router)

    async def ask(self, before: Granted | None) -> Answer | None:
        """See p2p.net.port_mapping.ways.Way."""
        try:
            async with asyncio.timeout(SECONDS):
                return await self._map(before)
        except UpnpActionError as error:
            code = int(error.error_code or 0)
            return RefusedByRouter(REASONS.get(code, "it gave a reason unknown here"), code)
        except Exception:  # the package over nonsense: KeyError and others
            self._location = ""
            return None

    async def end(self, granted: Granted | None) -> None:
        """See p2p.net.port_mapping.ways.Way."""
        with suppress(Exception):
            async with asyncio.timeout(SECONDS):
                device = await self._device()
                if device is not None:
                    await self._delete(device, granted)

    async def _delete(self, device: IgdDevice, granted: Granted | None) -> None:
        if granted is not None:
            await device.async_delete_port_mapping(_ANYBODY, granted.port, "TCP")
        elif self._adding:
            # The router has not said whose it is, and would take anybody's away.
            # D-132: with UPnP anybody may end anybody's mapping.
            entry = await device.async_get_specific_port_mapping_entry(
                _ANYBODY, self._adding, "TCP"
            )
            if entry is not None and entry.internal_client == _own_address(self.router):
                await device.async_delete_port_mapping(_ANYBODY, self._adding, "TCP")

    def has_forgotten(self, data: bytes, before: Granted, passed: float) -> bool:
        """See p2p.net.port_mapping.ways.Way: it announces nothing of the kind."""
        return False

    async def _map(self, before: Granted | None) -> Answer | None:
        device = await self._device()
        if device is None:
            return None
        outside = IPv4Address(await device.async_get_external_ip_address() or "0.0.0.0")  # noqa: S104
        if outside == _ANYBODY:
            return RefusedByRouter("it has no connection to the internet now")
        wanted = before.port if before is not None else self._inside_port
        try:
            await self._add(device, wanted)
        except UpnpActionError as error:
            if error.error_code != _CONFLICT:
                raise
            wanted = 49152 + secrets.randbelow(16384)
            await self._add(device, wanted)
        return Granted(outside, wanted, LIFETIME)

    async def _add(self, device: IgdDevice, port: int) -> None:
        try:
            await self._add_for(device, port, LIFETIME)
        except UpnpActionError as error:
            if error.error_code != _PERMANENT_ONLY:
                raise
            await self._add_for(device, port, 0)  # until it is ended, or the router restarts

    async def _add_for(self, device: IgdDevice, port: int, seconds: int) -> None:
        self._adding = port
        try:
            await device.async_add_port_mapping(
                remote_host=_ANYBODY,  # None is refused by the package itself
                external_port=port,
                protocol="TCP",
                internal_port=self._inside_port,
                internal_client=_own_address(self.router),
                enabled=True,
                description=DESCRIPTION,
                lease_duration=timedelta(seconds=seconds),
            )
        except UpnpActionError:
            self._adding = 0
            raise

    async def _device(self) -> IgdDevice | None:
        """The router's device, if it has one that can map ports."""
        location = self._location or await _search(self.router)
        if not location:
            return None
        factory = UpnpFactory(RouterRequester(self.router), non_strict=True)
        device = IgdDevice(await factory.async_create_device(location), None)
        self._location = location
        return device


class RouterRequester(UpnpRequester):
    """Speaks HTTP to one router and nobody else."""

    def __init__(self, router: str) -> None:
        self._router = router
        self._left = MAX_REQUESTS

    async def async_http_request(self, http_request: HttpRequest) -> HttpResponse:
        """Raises UpnpCommunicationError for another host, and for what is too much."""
        self._left -= 1
        if self._left < 0 or not is_at(http_request.url, self._router):
            raise UpnpCommunicationError(message="the router leads elsewhere")
        try:
            async with (
                aiohttp.ClientSession(auto_decompress=False) as session,
                session.request(
                    http_request.method,
                    http_request.url,
                    headers={**http_request.headers, "Accept-Encoding": "identity"},
                    data=http_request.body,
                    allow_redirects=False,
                    timeout=aiohttp.ClientTimeout(total=SECONDS),
                ) as response,
            ):
                body = await _read(response)
                return HttpResponse(response.status, response.headers, body)
        except aiohttp.ClientError as error:
            raise UpnpCommunicationError(message="the router does not answer") from error


def is_at(url: str, router: str) -> bool:
    """Whether a URL leads to the router itself."""
    try:
        parts = urlsplit(url)
        return parts.scheme == "http" and parts.hostname == router and parts.port != 0
    except ValueError:
        return False


async def _read(response: aiohttp.ClientResponse) -> str:
    body = b""
    async for part in response.content.iter_chunked(4096):
        body += part
        if len(body) > MAX_BYTES:
            raise UpnpCommunicationError(message="the router says too much")
    return body.decode("utf-8", "replace")


async def _search(router: str) -> str:
    """Where the router describes itself; empty if it does not answer to the search."""
    found: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def hear(headers: CaseInsensitiveDict) -> None:
        location = str(headers.get("location", ""))
        wanted = headers.get("st") in IgdDevice.DEVICE_TYPES and headers.get("_host") == router
        if wanted and is_at(location, router) and not found.done():
            found.set_result(location)

    searches = [
        SsdpSearchListener(callback=hear, source=(str(_own_address(router)), 0), search_target=kind)
        for kind in IgdDevice.DEVICE_TYPES
    ]
    try:
        for search in searches:
            await search.async_start()
            search.async_search()
            search.async_search((router, _SSDP_PORT))  # some routers hear no multicast from Wi-Fi
        async with asyncio.timeout(SEARCH_SECONDS):
            return await found
    except TimeoutError:
        return ""
    finally:
        for search in searches:
            search.async_stop()


def _own_address(router: str) -> IPv4Address:
    """This machine's address on the way to the router; nothing is sent. Raises OSError."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((router, 9))
        return IPv4Address(probe.getsockname()[0])
