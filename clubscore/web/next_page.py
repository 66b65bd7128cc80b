"""The page that a link or a form names to go back to."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def next_page(request: HttpRequest, *, otherwise: str = "") -> str:
    """The page of this server in ``?next=``; ``otherwise`` where it is none."""
    asked = request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return asked if is_ours else otherwise
