"""One door for every file: its content decides which page shows what is in it.

The file is sent on to the page of its format (a redirect that repeats what was sent), which shows
it before anything is stored. Results are previewed here.
"""

from typing import Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from clubscore.files.decoding import refuse_old_office
from clubscore.files.reader_process import read_in_steps
from clubscore.files.uploads import Received, SourceFileField, read_upload
from clubscore.text.problems import Refused, sentence
from clubscore.text.sentences import translate
from clubscore.web.limits import MAX_BODY
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor
from events.club.file_kinds import MEMBERS, SPREADSHEET, UNKNOWN, kind_of_file
from events.exchange.figures import opening
from events.exchange.figures.opening import Kind
from events.exchange.figures.remarks import with_lines
from events.exchange.formats.zip_files import compressed, files_of_zip, is_spreadsheet
from events.exchange.services.batches import create_batch
from events.exchange.views.hands import hands_of_file
from events.exchange.views.importing import preview
from players.forms.importing import LENIENT

_OF_TOURNAMENTS: Final = "events:import-tournament"
_PAGES: Final[dict[str, tuple[str, Promise]]] = {
    "asc": ("movements:upload", gettext_lazy("“%(file)s” is a movement.")),
    "ebuscore": ("movements:upload", gettext_lazy("“%(file)s” is a movement of EBUScore.")),
    "bridgescore": ("events:bridgescore", gettext_lazy("“%(file)s” is a BridgeScore file.")),
    "register": ("players:import", gettext_lazy("“%(file)s” is a file of the register.")),
    MEMBERS: ("players:import", gettext_lazy("“%(file)s” is a list of members.")),
    SPREADSHEET: ("players:import", gettext_lazy("“%(file)s” is a list of members.")),
    "krause": (_OF_TOURNAMENTS, gettext_lazy("“%(file)s” is a tournament (Krause or TRF).")),
    "egf": (_OF_TOURNAMENTS, gettext_lazy("“%(file)s” is a result file of the EGF.")),
    "opengotha": (_OF_TOURNAMENTS, gettext_lazy("“%(file)s” is a tournament of OpenGotha.")),
}
"""The page that shows a kind of file, and what it is."""
MAX_SHOWN: Final = 200
"""How many problems a page shows; of the rest only their number."""


class _ManyFiles(forms.FileInput):
    allow_multiple_selected = True

    def __init__(self) -> None:
        super().__init__({"multiple": True})


class OpenForm(forms.Form):
    """A file of whatever kind; ``profile`` is for the pages that it is sent on to."""

    file = SourceFileField(label=gettext_lazy("Files"), widget=_ManyFiles)
    profile = forms.CharField(required=False, widget=forms.HiddenInput, initial=LENIENT)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def open_file(request: HttpRequest) -> HttpResponse:
    """Ask for a file, and show what is in it."""
    sent = request.FILES.getlist("file")
    if request.method != "POST" or not sent:
        problems = [_("Choose a file.")] if request.method == "POST" else []
        return _page(request, problems)
    name = str(sent[0].name)
    try:
        if len(sent) > 1:
            return _batch(request, [(str(each.name), compressed(each.read())) for each in sent])
        came = Received(read_upload(sent[0], limit=MAX_BODY), name)
        refuse_old_office(came.data)
        if came.data.startswith(opening.ZIP) and not is_spreadsheet(came.data):
            limit = opening.MAX_FILE_SIZE
            return _batch(request, list(read_in_steps(files_of_zip, came.data, limit=limit)))
        if len(came.data) > opening.MAX_FILE_SIZE:
            read_upload(sent[0], limit=opening.MAX_FILE_SIZE)
        kind = _kind(came.data)
        if kind in _PAGES:
            return _send_on(request, kind, name)
        return _preview(request, came, Kind(kind))
    except Refused as refusal:
        return _page(request, list(map(translate, with_lines(refusal.problems))), name)


def _batch(request: HttpRequest, sent: list[tuple[str, bytes]]) -> HttpResponse:
    """The page of several files, which wait there for the button."""
    batch = create_batch(files=sent, by=actor(request))
    return redirect("events:import-batch", batch.pk)


def _kind(data: bytes) -> str:
    """What a file is. Raises :class:`Refused` where it is nothing that can be read."""
    try:
        kind = kind_of_file(data)
    except Refused as refusal:
        if data.startswith(opening.ZIP):
            raise
        raise Refused(*refusal.problems, sentence(UNKNOWN)) from refusal
    if kind is None:
        raise Refused(sentence(UNKNOWN))
    return kind


def _send_on(request: HttpRequest, kind: str, name: str) -> HttpResponse:
    page, what = _PAGES[kind]
    messages.info(request, str(what) % {"file": name})
    answer = HttpResponseRedirect(reverse(page))
    # The browser sends the same again there, the file too.
    answer.status_code = 307
    return answer


def _preview(request: HttpRequest, came: Received, kind: Kind) -> HttpResponse:
    opened = opening.read(came.data, kind)
    hands = opening.hands_of(opened.reading)
    if hands and not opening.has_results(opened.reading):
        boards = [board for board, _deal in hands]
        nobody = opening.results_of_nobody(opened.reading)
        return hands_of_file(request, came, boards, opened.losses, of_nobody=nobody)
    return preview(request, came, opened)


def _page(request: HttpRequest, problems: list[str], name: str = "") -> HttpResponse:
    context = {
        "form": OpenForm(),
        "file_name": name,
        "problems": problems[:MAX_SHOWN],
        "more": max(0, len(problems) - MAX_SHOWN),
    }
    return render(request, "events/club/open.html", context, status=422 if problems else 200)
