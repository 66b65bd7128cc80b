"""The hall as pages know it: whether phones reach this server, and the button that lets them."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.server import configuration as server, hall, opening
from clubscore.web.next_page import own_page
from clubscore.web.permissions import director_required


@dataclass(frozen=True, slots=True)
class Hall:
    """Whether phones reach this server, since when, and what can be done about it.

    ``is_new`` is whether the machine has an address at which it does not answer yet.
    """

    is_open: bool
    was_opened: bool
    can_open: bool
    is_new: bool
    addresses: tuple[str, ...]


def hall_now() -> Hall:
    """The state of the hall."""
    own = hall.own_addresses()
    return Hall(
        is_open=in_hall() or server.address not in {"127.0.0.1", "::1", "localhost"},
        was_opened=opening.is_open(),
        can_open=opening.is_possible(),
        is_new=opening.is_open() and not {*own} <= {*settings.ALLOWED_HOSTS},
        addresses=tuple(hall.addresses_of(server.port)) if own else (),
    )


def in_hall() -> bool:
    """Whether phones on the same Wi-Fi reach this server: from its start, or as it was opened."""
    return bool(settings.HALL) or opening.is_open()


def login_only_here() -> bool:
    """Whether a director's password is taken on this machine alone: it would cross a Wi-Fi that
    everybody shares."""
    return bool(settings.LOGIN_ONLY_HERE) or opening.needs_login_here()


@require_POST
@director_required
def change(request: HttpRequest) -> HttpResponse:
    """Open the hall or close it, and go back to the page that asked."""
    if not opening.is_possible():
        messages.error(request, _("This server was started in a way that cannot be changed here."))
    elif request.POST.get("do") == "close":
        opening.close_hall()
        messages.success(request, _("Closed: only this laptop reaches clubscore."))
    else:
        _open(request)
    return redirect(own_page(request, request.POST.get("next", ""), otherwise="try-check"))


def _open(request: HttpRequest) -> None:
    try:
        opening.open_hall()
    except opening.NoNetworkError:
        text = _("This laptop is in no network. Connect it to the Wi-Fi of the hall first.")
        messages.error(request, text)
    except OSError as error:
        text = _("Another program has port %(port)s in this network: %(reason)s")
        messages.error(request, text % {"port": server.port, "reason": error.strerror or error})
    else:
        messages.success(request, _("Open: phones on the same Wi-Fi reach clubscore."))
