"""Federations' lists: loading and removing them, and finding players in them while typing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text
from clubscore.web.one_time_keys import in_its_own_transactions
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_in, refusals_told
from clubscore.web.visitors import actor
from players.domain.lookup import displayed, name_with_month, stated_month
from players.forms.importing import LookupForm
from players.models import LookupList, LookupPlayer
from players.models.lookup import MAX_LIST_NAME
from players.selectors.lookup import (
    common_facts,
    current_lists,
    loaded_list,
    look_up,
    upload_under_way,
    uploads_under_way,
)
from players.services import uploads
from players.services.lookup import remove_list

PART = "part"


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def lists(request: HttpRequest) -> HttpResponse:
    """The lists there are, those that are being loaded, and a form that loads one."""
    form = LookupForm(request.POST or None, request.FILES or None)
    if request.method != "POST":
        return _page(request, LookupForm(initial={"name": "FIDE"}), 200)
    if not form.is_valid():
        return _page(request, form, 422)
    values = form.cleaned_data
    file = values["file"]
    with refusals_in(form, "file"):
        upload = uploads.begin_upload(
            name=_named(values["name"], file.name),
            federations=values["federations"],
            size=file.size,
            by=actor(request),
        )
        uploads.add_part(upload_id=upload.pk, number=0, data=file.read())
        uploads.load_upload(upload_id=upload.pk, by=actor(request))
        return redirect(f"{reverse('players:lookup')}?loading={upload.pk}")
    return _page(request, form, 422)


@require_POST
@director_required
def begin(request: HttpRequest) -> JsonResponse:
    """Begin a file that comes in pieces: ``{"upload": …}``, or why it is refused."""
    form = LookupForm(request.POST, comes_in_pieces=True)
    size = whole_number(request.POST.get("size", "")) or 0
    if not form.is_valid():
        problems = [str(each) for errors in form.errors.values() for each in errors]
        return JsonResponse({"refused": " ".join(problems)}, status=422)
    values = form.cleaned_data
    try:
        upload = uploads.begin_upload(
            name=_named(values["name"], request.POST.get("file_name", "")),
            federations=values["federations"],
            size=size,
            by=actor(request),
        )
    except Refused as refusal:
        return JsonResponse({"refused": refusal_text(refusal)}, status=422)
    return JsonResponse({"upload": upload.pk})


def _named(name: str, file_name: str) -> str:
    """The name of a list, with the month that the name of its file says."""
    return name_with_month(name, stated_month(file_name), most=MAX_LIST_NAME)


@require_POST
@director_required
def piece(request: HttpRequest, upload_id: int) -> JsonResponse:
    """Take a piece of a file, or with ``last`` load what has come."""
    try:
        if request.POST.get("last"):
            uploads.load_upload(upload_id=upload_id, by=actor(request))
        else:
            sent = request.FILES.get(PART)
            uploads.add_part(
                upload_id=upload_id,
                number=whole_number(request.POST.get("number", "")) or 0,
                data=sent.read() if sent else b"",
            )
    except Refused as refusal:
        status = 422 if upload_under_way(upload_id)[0] else 404
        return JsonResponse({"refused": refusal_text(refusal)}, status=status)
    return JsonResponse({})


@require_GET
@director_required
def progress(request: HttpRequest, upload_id: int) -> JsonResponse:
    """How far the loading of a file is; at the end that the list is loaded, or why not."""
    upload, job = upload_under_way(upload_id)
    if upload and job and job.is_under_way:
        return JsonResponse({"done": upload.read, "total": upload.size, "count": upload.count})
    return JsonResponse(_ended(upload_id), status=200 if upload or job else 404)


def _ended(upload_id: int | None) -> dict[str, str]:
    """What came of a file: that its list is loaded, and where that is, or why not; nothing while
    it is under way."""
    if upload_id is None:
        return {}
    _upload, job = upload_under_way(upload_id)
    if job is None:
        return {"refused": _("The list was not loaded: its file is gone. Choose it again.")}
    if job.is_under_way:
        return {}
    loaded = loaded_list(job.answer.get("list"))
    if loaded:
        address = f"{reverse('players:lookup')}?loaded={loaded.pk}"
        return {"said": _loaded(loaded), "afterwards": address}
    return {
        "refused": job.answer.get("refused") or _("The list could not be loaded. Try it again.")
    }


@require_POST
@director_required
@in_its_own_transactions
def remove(request: HttpRequest, list_id: int) -> HttpResponse:
    """Remove a list; the register keeps what was taken from it."""
    lookup_list = current_lists().filter(pk=list_id).first()
    with refusals_told(request):
        remove_list(pk=list_id)
        messages.success(request, _("The list “%(name)s” is removed.") % {"name": lookup_list})
    return redirect("players:lookup")


@require_GET
@director_required
def search(request: HttpRequest) -> JsonResponse:
    """Players of the lists whose names or numbers begin as typed: ``{"players": [{…}]}``."""
    found = look_up(request.GET.get("q", "")[:100])
    return JsonResponse({"players": [_found(player) for player in found]})


def _loaded(loaded: LookupList) -> str:
    count = f"{loaded.count:,}"
    players = ngettext(
        "“%(name)s” is loaded: %(count)s player.",
        "“%(name)s” is loaded: %(count)s players.",
        loaded.count,
    ) % {"name": loaded, "count": count}
    if not loaded.skipped:
        return players
    left_out = ngettext(
        "%(count)s line without a number or a name was left out.",
        "%(count)s lines without a number or a name were left out.",
        loaded.skipped,
    ) % {"count": f"{loaded.skipped:,}"}
    return f"{players} {left_out}"


def _found(player: LookupPlayer) -> dict[str, object]:
    """A player as the pages' scripts fill one in, by the names of the register's fields."""
    ratings = "/".join(str(each or "–") for each in (player.rating, player.rapid, player.blitz))
    if not (player.rapid or player.blitz):
        ratings = str(player.rating or "")
    facts = (player.title, ratings, player.grade, player.federation, player.born)
    return {
        "id": player.pk,
        "name": displayed(player.name),
        player.list.kind: player.number,
        "number": player.number,
        "list": player.list.source,
        **common_facts(player),
        "facts": " ".join(str(fact) for fact in facts if fact),
    }


def _page(request: HttpRequest, form: LookupForm, status: int) -> HttpResponse:
    lists = list(current_lists().select_related("loaded_by"))
    loaded = next(
        (lookup_list for lookup_list in lists if str(lookup_list.pk) == request.GET.get("loaded")),
        None,
    )
    ended = _ended(whole_number(request.GET.get("loading", "")))
    context = {
        "form": form,
        "lists": lists,
        "said": _loaded(loaded) if loaded else ended.get("said", ""),
        "refused": ended.get("refused", ""),
        "loading": uploads_under_way(),
    }
    return render(request, "players/lookup.html", context, status=status)
