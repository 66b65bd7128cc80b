"""From which address of the network a request came, also behind proxies.

A proxy appends the address of its client to ``X-Forwarded-For``; the addresses before that, the
visitor may have made up. ``CLUBSCORE_PROXIES`` is the number of our own proxies in front.
"""

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address; of IPv6 its network. Without any, a word that is the same for everybody."""
    text = request.META.get("REMOTE_ADDR", "")
    if settings.PROXIES:
        header = request.headers.get("X-Forwarded-For", "")
        addresses = [part.strip() for part in header.split(",")]
        text = addresses[-settings.PROXIES] if len(addresses) >= settings.PROXIES else text
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        # A household has a whole /64, and could try from another address every time.
        mapped = address.ipv4_mapped
        return str(mapped or ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)
