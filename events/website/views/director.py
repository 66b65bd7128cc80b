"""The director's page *Club's site*: where it goes, what it says of itself, what would change,
uploads and their progress, and the site as one file."""

import contextlib
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.jobs.queue import jobs_on
from clubscore.models import Job
from clubscore.text.problems import Refused, sentence_from_json
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.editing import under_lock
from clubscore.web.one_time_keys import in_its_own_transactions
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_at_fields, refusals_in, refusals_told
from clubscore.web.visitors import actor
from events.models import SiteUpload
from events.website.domain import MANIFEST, TargetKind
from events.website.figures import (
    breaking_at_slashes,
    changes as changes_by_event,
    shown_places,
    shown_target,
)
from events.website.forms import AccountForm, SiteForm
from events.website.selectors import behind, last_uploads, problem_of, stored_site, upload_under_way
from events.website.services.account import (
    Trial,
    accept_host_key,
    change_site,
    forget_account,
    hold_site,
    store_account,
    target_of,
    try_account,
)
from events.website.services.exporting import manifest_in
from events.website.services.previewing import (
    FOLDER as BY_HAND,
    KIND,
    ask_for_pages,
    forget_removed,
    is_as_now,
    stop_pages,
)
from events.website.services.sending import start_upload, stop_upload, what_is_there

_PIECE: Final = 2**16

_FIRST_DAY: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip file knows: its files have no time of their own."""


@require_safe
@director_required
def index(request: HttpRequest) -> HttpResponse:
    """The page."""
    return _page(request)


def _page(
    request: HttpRequest,
    *,
    account: AccountForm | None = None,
    said: SiteForm | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    site = stored_site()
    uploads = last_uploads()
    last = next((each for each in uploads if each.target == site.target), None)
    problem_last = problem_of(last) if last else None
    shown = str(dict(problem_last.values).get("fingerprint", "")) if problem_last else ""
    widget = reverse("events:last-ranking").removeprefix("/")
    made, problem = _made(site.target)
    context = {
        **made,
        "pages_problem": problem,
        "site": site,
        "account": account or AccountForm.of(site),
        "said": said or SiteForm(instance=site),
        "goes_to": shown_target(site.target),
        "running": upload_under_way(),
        "uploads": [
            (each, breaking_at_slashes(shown_target(each.target)), _problem(each))
            for each in uploads
        ],
        "last": last,
        "last_problem": translate(problem_last) if problem_last else "",
        "last_fingerprint": shown if shown != site.host_key else "",
        "behind": behind(),
        "widget": f"{site.address or 'https://…/'}{widget}index.html",
    }
    return render(request, "events/website/site.html", context | more, status=status)


def _made(target: str) -> tuple[dict[str, Any], str]:
    """The pages as they were made to be looked at, and what would change by them; and why they
    could not be made."""
    job = jobs_on(KIND, [""]).first()
    if job is not None and job.is_under_way:
        return {"pages_under_way": True}, ""
    answer = job.answer if job is not None else {}
    if "problem" in answer:
        return {}, translate(sentence_from_json(answer["problem"]))
    try:
        now = manifest_in(Path(settings.DATA_DIR) / BY_HAND)
        was_sent, before = what_is_there(target)
    except Refused as refusal:
        return {}, refusal_text(refusal)
    if now is None or job is None or job.state != Job.State.DONE:
        return {}, ""
    is_known = before is not None or not was_sent
    is_now = is_as_now(job)
    return {
        "pages": len(now.files),
        "pages_made_at": job.active_at,
        "pages_are_as_now": is_now,
        "pages_removed": answer.get("removed", ()),
        "was_sent": was_sent,
        "is_known": is_known,
        "changes": changes_by_event(before, now.files) if is_now and is_known else (),
    }, ""


def _problem(upload: SiteUpload) -> str:
    problem = problem_of(upload)
    return translate(problem) if problem else ""


@require_POST
@director_required
def account(request: HttpRequest) -> HttpResponse:
    """Store where the site goes, or forget it."""
    if request.POST.get("action") == "forget":
        forget_account(by=actor(request))
        messages.success(request, _forgotten())
        return redirect("events:site")
    form = AccountForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with refusals_at_fields(form):
            store_account(
                target=target_of(
                    kind=TargetKind(data["kind"]),
                    host=data["host"],
                    folder=data["folder"],
                    name=data["name"],
                ),
                password=data["password"],
                key=data["key"],
                allows_plain=data["allows_plain"],
                by=actor(request),
            )
            messages.success(request, _("Stored. Try whether it can be reached."))
            return redirect("events:site")
    return _page(request, account=form, status=422)


def _forgotten() -> str:
    """What stays where, once the program does not know any more where the site goes."""
    stays = "; ".join(f"{place} ({what})" for place, what, _is_chosen in shown_places())
    if not stays:
        return _("Forgotten. Nothing was sent from here.")
    return _("Forgotten. What was sent stays where it is: %(places)s.") % {"places": stays}


@require_POST
@director_required
@under_lock(hold_site)
def say(request: HttpRequest) -> HttpResponse:
    """Store what the site says of itself."""
    form = SiteForm(request.POST, instance=stored_site())
    if form.is_valid():
        with refusals_in(form, "address"):
            change_site(site=form.instance, by=actor(request))
            messages.success(request, _("Stored. It shows after the next upload."))
            return redirect("events:site")
    return _page(request, said=form, status=422)


@require_POST
@director_required
@in_its_own_transactions
def attempt(request: HttpRequest) -> HttpResponse:
    """Connect, and show what the host shows; or take its fingerprint for the right one."""
    if fingerprint := request.POST.get("fingerprint", ""):
        with refusals_told(request):
            accept_host_key(fingerprint=fingerprint, by=actor(request))
    trial: Trial = try_account()
    if trial.is_successful:
        messages.success(request, _("It can be reached. Nothing was written."))
        return redirect("events:site")
    problems = [translate(problem) for problem in trial.problems]
    return _page(request, trial=trial, trial_problems=problems, status=422)


@require_POST
@director_required
def upload(request: HttpRequest) -> HttpResponse:
    """Begin an upload."""
    with refusals_told(request):
        start_upload(by=actor(request), may_remove_unknown=request.POST.get("unknown") == "remove")
    return redirect("events:site")


@require_POST
@director_required
def stop(request: HttpRequest) -> HttpResponse:
    """Stop the upload that is under way."""
    if stop_upload(by=actor(request)):
        messages.success(request, _("Stopped. The next upload goes on from there."))
    return redirect("events:site")


@require_POST
@director_required
def pages(request: HttpRequest) -> HttpResponse:
    """Make the pages as they would be now, or stop it; or note that what left the site is deleted
    where it was carried."""
    action = request.POST.get("action")
    if action == "stop":
        stop_pages(by=actor(request))
    elif action == "deleted":
        forget_removed(by=actor(request))
    else:
        ask_for_pages(by=actor(request))
    return redirect(f"{reverse('events:site')}#changes")


@require_safe
@director_required
def download(request: HttpRequest) -> HttpResponseBase:
    """The site as one file: the same bytes for the same site."""
    folder = Path(settings.DATA_DIR) / BY_HAND
    with refusals_told(request):
        manifest = manifest_in(folder)
        if manifest is not None:
            return StreamingHttpResponse(
                _pieces(_zip(folder, sorted([MANIFEST, *manifest.files]))),
                content_type="application/zip",
                headers={"Content-Disposition": 'attachment; filename="club-site.zip"'},
            )
    messages.error(request, _("Make the pages first."))
    return redirect("events:site")


def _zip(folder: Path, names: list[str]) -> IO[bytes]:
    file = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it was sent
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            entry = zipfile.ZipInfo(name, _FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            # The same on every system.
            entry.create_system = 3
            archive.writestr(entry, (folder / name).read_bytes())
    file.seek(0)
    return file


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with contextlib.closing(file):
        while piece := file.read(_PIECE):
            yield piece
