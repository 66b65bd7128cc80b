"""Under which address phones reach this server: what the QR codes of cards and pages carry.

A director in hall mode reads pages at 127.0.0.1, which leads a phone nowhere.
"""

import re
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubscore import hall
from clubscore.qr import is_only_here, qr_svg


@dataclass(frozen=True, slots=True)
class PhoneAddress:
    """An address of this server; ``is_allowed`` is whether it answers to that host name."""

    url: str
    qr: SafeString
    is_allowed: bool


def phone_hosts(request: HttpRequest) -> list[str]:
    """Hosts, with the port, at which phones find this server, the best first."""
    here = request.get_host()
    if not settings.HALL:
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
