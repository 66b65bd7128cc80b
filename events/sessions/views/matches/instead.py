"""What pages of movements say of a session that is played in matches."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from events.models import Session


def of_matches(request: HttpRequest, session: Session) -> HttpResponse:
    """To the page of the teams, where late entries and withdrawals are entered."""
    messages.info(
        request,
        _(
            "The movement of this session follows from its matches: who comes late or leaves is "
            "entered here."
        ),
    )
    return redirect("events:teams", session.pk)
