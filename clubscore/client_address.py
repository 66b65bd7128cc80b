"""From which address of the network a request came, also behind proxies.

A proxy appends the address it was asked from to ``X-Forwarded-For``; what stands before that, the
visitor may have made up. ``CLUBSCORE_PROXIES`` says how many proxies of ours stand in front.
"""

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address; of IPv6 its network, of which one household has the whole. Without any, a
    word that is the same for everybody."""
    text = request.META.get("REMOTE_ADDR", "")
    if settings.PROXIES:
        told = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
        text = told[-settings.PROXIES] if len(told) >= settings.PROXIES else text
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)
