"""From which address of the network a request came, also behind proxies.

A proxy appends the address of its client to ``X-Forwarded-For``; the addresses before that, the
visitor may have made up. ``CLUBSCORE_PROXIES`` is the number of our own proxies in front. Some
proxies add the port: ``203.0.113.7:5123``, ``[2001:db8::1]:443``.
"""

import ipaddress
import re
from typing import Final

from django.conf import settings
from django.http import HttpRequest

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_WITH_PORT: Final = re.compile(r"(?:\[(?P<six>[^\[\]]*)\]|(?P<four>[\d.]+))(?::\d{1,5})?", re.ASCII)
"""An address as proxies write it; of IPv6 only with brackets, for it has colons of its own."""


def client_address(request: HttpRequest) -> str:
    """The address; of IPv6 its network. Without any, a word that is the same for everybody."""
    address = _forwarded(request) or _address(request.META.get("REMOTE_ADDR", ""))
    if address is None:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        # A household has a whole /64, and could try from another address every time.
        mapped = address.ipv4_mapped
        return str(mapped or ipaddress.ip_network((int(address), 64), strict=False)[0])
    return str(address)


def is_this_machine(request: HttpRequest) -> bool:
    """Whether the request came from the machine that this server runs on."""
    address = _forwarded(request) or _address(request.META.get("REMOTE_ADDR", ""))
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    # A socket of the machine itself has no address.
    return address is None or address.is_loopback


def _forwarded(request: HttpRequest) -> _Address | None:
    """The address that the outermost of our proxies reports."""
    entries = request.headers.get("X-Forwarded-For", "").split(",")
    if not 0 < settings.PROXIES <= len(entries):
        return None
    return _address(entries[-settings.PROXIES])


def _address(text: str) -> _Address | None:
    """What a text names, with or without quotes and port; ``None`` when it is no address."""
    text = text.strip().strip('"')
    if found := _WITH_PORT.fullmatch(text):
        text = found["six"] or found["four"] or ""
    try:
        # The zone of an address only means something on the machine that wrote it.
        return ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
