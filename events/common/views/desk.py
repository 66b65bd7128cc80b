"""The desk of a session or a tournament: its stages, the next step, what needs attention, and the
address that everybody may read.

Shared by the desks of sessions and tournaments: finish, reopen, publish, unpublish.

What was typed in the field of a line, as the page's script sends it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubscore.keeping.backups.store import back_up_results
from clubscore.text.problems import Refused
from clubscore.web.qr import phone_base, phone_qr
from clubscore.web.visitors import actor
from events.models import Session, Tournament


@dataclass(frozen=True, slots=True)
class StageMark:
    """A stage of the strip; ``state`` is ``done``, ``current`` or ``coming``. The last one is done
    while it is current."""

    label: str
    state: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one large action: a link to an ``address``, or an ``action`` that is posted to change
    the state. ``note`` says why, or how far it is."""

    label: str
    address: str = ""
    action: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Attention:
    """Something that a director should look at, and where; ``button`` is what is done there. With
    ``fields`` it is done at once: they are posted to the address."""

    text: str
    address: str
    button: str = ""
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PublicLink:
    """What the players open: the address, and its QR code, which is empty where phones do not
    reach this computer."""

    address: str
    qr: SafeString


def stage_marks(
    labels: Mapping[str, str | Promise], current: str, *, is_over: bool = False
) -> list[StageMark]:
    """The stages, in the order of ``labels``: those before the current one are done, and it is
    itself when nothing is left to do (``is_over``)."""
    names = list(labels)
    at = names.index(current)
    states = ["done"] * at + ["current"] + ["coming"] * (len(names) - at - 1)
    return [
        StageMark(str(label), state, is_over or state == "done")
        for label, state in zip(labels.values(), states, strict=True)
    ]


def public_link(request: HttpRequest, path: str) -> PublicLink:
    """The public address of a page of this server, as this reader reaches it; in a hall, as phones
    do."""
    address = f"{phone_base(request)}{path}"
    return PublicLink(address, phone_qr(address, label=_("QR code of the public results")))


class Step(NamedTuple):
    """A change of state: the service that makes it, and its message (lazily translated)."""

    make: Callable[..., Any]
    message: Any


WORTH_A_BACKUP = ("finish", "publish")


def take_step(
    request: HttpRequest, steps: Mapping[str, Step], **subject: Session | Tournament
) -> HttpResponse:
    """Take the step that was posted as ``action``, and go back to the desk.

    ``subject`` is the session or the tournament, named as the services name it.
    """
    step = steps.get(request.POST.get("action", ""))
    if step is None:
        return HttpResponseBadRequest(_("There is no such action."))
    step.make(**subject, by=actor(request))
    if request.POST["action"] in WORTH_A_BACKUP:
        back_up_results(by=actor(request))
    messages.success(request, step.message)
    (desk,) = subject.values()
    return redirect(desk)


def typed_text(sent: QueryDict) -> str:
    """The text; empty clears the line. Raises :class:`Refused` where none was sent.

    A page that was opened before an upgrade may send the text under another name: read as
    empty, it would clear the line.
    """
    text = sent.get("typed")
    if text is None:
        raise Refused.because(
            "This page is older than the program on the server. Reload it, and type the result"
            " again."
        )
    return text
