"""Who does something, for the logs.

From which address of the network a request came, also behind proxies.

A proxy appends the address of its client to ``X-Forwarded-For``; the addresses before that, the
visitor may have made up. ``CLUBSCORE_PROXIES`` is the number of our own proxies in front. Some
proxies add the port: ``203.0.113.7:5123``, ``[2001:db8::1]:443``.

From which device somebody asks, in two words: ``Firefox on Windows``.

The logs store nothing else. The browser's own header also has its version, the model of the
telephone and more, which nobody who reads a log needs.
"""

import ipaddress
import re
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something, and from which device; a command has no user."""

    user: User | None = None
    device: str = ""


def actor(request: HttpRequest) -> Actor:
    """Who asks, and from which device."""
    device = device_name(request.headers.get("User-Agent", ""))
    return Actor(user=request.user, device=device)  # type: ignore[arg-type]


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
    if match := _WITH_PORT.fullmatch(text):
        text = match["six"] or match["four"] or ""
    try:
        # The zone of an address only means something on the machine that wrote it.
        return ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None


MAX_LENGTH = 40

# The first that is found counts: most browsers name those they descend from as well.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)

_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)

_TWO_WORDS = re.compile(r"(?P<browser>[\w ]+) on (?P<system>\w+)")


def device_name(user_agent: str) -> str:
    """The browser and the system that a User-Agent header names; of any other program its first
    word, and empty for none.
    """
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    if browser and system:
        return f"{browser} on {system}"
    first = re.match(r"[^\s/\0]*", user_agent.strip())
    return browser or (first.group()[:MAX_LENGTH] if first else "")


def show_device(stored: str) -> str:
    """A log's device in the reader's language; a whole header is shortened."""
    # Logs of early releases have the whole header.
    short = device_name(stored) if "/" in stored else stored
    words = _TWO_WORDS.fullmatch(short)
    return _("%(browser)s on %(system)s") % words.groupdict() if words else short
