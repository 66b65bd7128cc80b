"""QR codes as SVG, by segno; and whether the address in one leads anywhere from a phone.

Under which address phones reach this server: what the QR codes of cards and pages carry.

A director in hall mode reads pages at 127.0.0.1, which leads a phone nowhere.
"""

import re
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from clubscore.server import hall
from clubscore.web.caching import kept
from clubscore.web.hall import in_hall

BORDER = 4
"""The quiet zone that the standard asks for, in modules."""

_ONLY_HERE: Final = ("127.0.0.1", "localhost", "[::1]")


def is_only_here(host: str) -> bool:
    """Whether a host, with or without a port, is this computer by a name that no other knows.

    >>> is_only_here("localhost:8000")
    True
    """
    return re.sub(r":\d+\Z", "", host) in _ONLY_HERE


def qr_svg(text: str, *, label: str) -> SafeString:
    """A QR code that leads to a text; ``label`` is what a screen reader says."""
    return _drawn(text, label, error="m")


def phone_qr(address: str, *, label: str) -> SafeString:
    """The code of an address of this server; nothing where it leads no phone anywhere."""
    return mark_safe("") if is_only_here(urlsplit(address).netloc) else qr_svg(address, label=label)


def card_qr(text: str, *, label: str) -> SafeString:
    """A QR code for paper on a table: a quarter of it may be stained (level Q)."""
    return _drawn(text, label, error="q", boost_error=False)


def _drawn(text: str, label: str, **how: Any) -> SafeString:
    def draw() -> SafeString:
        # A process loads it with its first code.
        import segno

        code = segno.make(text, micro=False, **how)
        # Black on white also in a dark page: not every phone reads it the other way round.
        drawn = code.svg_inline(
            border=BORDER, omitsize=True, dark="#000", light="#fff", title=label, svgclass="qr"
        )
        return mark_safe(drawn)  # noqa: S308 - segno escapes the title; all else are numbers

    return kept(("qr", text, label, *how.values()), state="", make=draw)


def wifi_text(name: str, key: str) -> str:
    r"""What a phone's camera joins a Wi-Fi by; without a key an open one.

    >>> wifi_text("Hall; 2", "a:b")
    'WIFI:T:WPA;S:Hall\\; 2;P:a\\:b;;'
    """
    kind = "WPA" if key else "nopass"
    password = f"P:{_escaped(key)};" if key else ""
    return f"WIFI:T:{kind};S:{_escaped(name)};{password};"


def _escaped(text: str) -> str:
    return re.sub(r'([\\;,:"])', r"\\\1", text)


@dataclass(frozen=True, slots=True)
class PhoneAddress:
    """An address of this server; ``is_allowed`` is whether it answers to that host name."""

    url: str
    qr: SafeString
    is_allowed: bool


def phone_hosts(request: HttpRequest) -> list[str]:
    """Hosts, with the port, at which phones find this server, the best first."""
    here = request.get_host()
    if not in_hall():
        return [here]
    port = re.search(r":\d+\Z", here)
    found = [host + (port.group() if port else "") for host in hall.own_hosts()]
    return found if is_only_here(here) and found else list(dict.fromkeys([here, *found]))


def phone_base(request: HttpRequest) -> str:
    """``http://192.168.178.23:8000``; of several addresses the one asked for by ``?host=``."""
    hosts = phone_hosts(request)
    asked = request.GET.get("host", "")
    host = asked if asked in hosts else hosts[0]
    return f"{request.scheme}://{host}"


def phone_addresses(request: HttpRequest, path: str) -> list[PhoneAddress]:
    """A page of this server under each of its present addresses."""
    label = _("QR code of this address")
    found = []
    for host in phone_hosts(request):
        url = f"{request.scheme}://{host}{path}"
        name = re.sub(r":\d+\Z", "", host)
        allowed = host == request.get_host() or name in settings.ALLOWED_HOSTS
        found.append(PhoneAddress(url, qr_svg(url, label=label), allowed))
    return found
