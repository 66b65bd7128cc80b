"""The desk of a session or a tournament: its stages, the next step, what needs attention, and the
address that everybody may read.

Shared by the desks of sessions and tournaments: finish, reopen, publish, unpublish.

The tabs of a session or a tournament: the same component for both, in groups.

What was typed in the field of a line, as the page's script sends it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubscore.text.problems import Refused
from clubscore.web.qr import is_only_here, phone_base, qr_svg
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
    """Something that a director should look at, and where."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class PublicLink:
    """What the players open: the address, its QR code, and whether it leads only to this
    computer."""

    address: str
    qr: SafeString
    is_only_here: bool


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
    base = phone_base(request)
    address = f"{base}{path}"
    qr = qr_svg(address, label=_("QR code of the public results"))
    return PublicLink(address, qr, is_only_here(base.partition("://")[2]))


class Step(NamedTuple):
    """A change of state: the service that makes it, and its message (lazily translated)."""

    make: Callable[..., Any]
    message: Any


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
    messages.success(request, step.message)
    (desk,) = subject.values()
    return redirect(desk)


class TabPage(NamedTuple):
    """A page that has a tab: its name among the tabs, its label, the name of its address, and
    whether everybody may read it once the results are published."""

    name: str
    label: Promise
    view: str
    is_public: bool = False


class TabPages(NamedTuple):
    """Pages that belong together, under a heading."""

    heading: Promise
    pages: tuple[TabPage, ...]


@dataclass(frozen=True, slots=True)
class Tab:
    """A link to a page. The tab of a page below it is marked as well, and ``is_current`` is that
    page itself."""

    label: str
    address: str
    is_marked: bool
    is_current: bool


@dataclass(frozen=True, slots=True)
class TabGroup:
    """The tabs of a heading."""

    heading: str
    tabs: tuple[Tab, ...]


def tab_groups(
    groups: Iterable[TabPages],
    *,
    key: int | str,
    current: str,
    director: bool,
    below: str = "",
    left_out: Collection[str] = (),
) -> list[TabGroup]:
    """The groups with tabs for this reader: a visitor gets the public pages alone.

    ``key`` is what the addresses of the pages take, ``current`` the name of the page shown, and
    ``below`` that of the tab it belongs to when it has none of its own. Pages that are
    ``left_out`` have nothing to show.
    """
    shown = []
    for group in groups:
        public = [page for page in group.pages if director or page.is_public]
        pages = [page for page in public if page.name not in left_out]
        tabs = tuple(
            Tab(
                label=str(page.label),
                address=reverse(f"events:{page.view}", args=[key]),
                is_marked=page.name in (current, below),
                is_current=page.name == current,
            )
            for page in pages
        )
        if tabs:
            shown.append(TabGroup(str(group.heading), tabs))
    return shown


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
