"""The page that a link, a form or a browser names to go back to; one elsewhere is none."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def own_page(request: HttpRequest, asked: str, *, otherwise: str = "") -> str:
    """The page that was asked for, a path or a whole address, if it is one of this server; else
    ``otherwise``."""
    is_ours = url_has_allowed_host_and_scheme(
        asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    # A word is none: a redirection would take it for the name of a page.
    is_address = asked.startswith(("/", request.build_absolute_uri("/")))
    return asked if is_ours and is_address else otherwise


def next_page(request: HttpRequest, *, otherwise: str = "") -> str:
    """The same of ``?next=``."""
    return own_page(request, request.GET.get("next", ""), otherwise=otherwise)
