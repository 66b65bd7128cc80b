"""The club's site as it would be now, in a folder of its own: to look at what would change, and to
be carried by hand. Made beside the requests, as a job; nothing is sent.
"""

from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings

from clubscore.database.transactions import in_transaction
from clubscore.jobs import queue as jobs
from clubscore.jobs.worker import giving_way
from clubscore.models import Job
from clubscore.text.problems import Refused, sentence_to_json
from clubscore.web.visitors import Actor
from events.models import ClubSite
from events.website.selectors import Logged, has_changed_since, stored_site
from events.website.services.exporting import export_site

KIND: Final = "site pages"
"""Of the jobs."""

FOLDER: Final = "site-by-hand"
"""Where these pages are, in the data folder; what is uploaded is made in another one."""


@in_transaction
def ask_for_pages(*, by: Actor) -> Job:
    """Ask for the pages to be made, or brought up to date. What earlier makings have removed is
    remembered until somebody says that it is deleted where the site was carried."""
    before = Job.objects.filter(kind=KIND).first()
    removed = _removed(before) if before else []
    job, _is_new = jobs.ask(kind=KIND, by=by, removed=removed)
    return job


def _removed(job: Job) -> list[str]:
    found: list[str] = job.answer.get("removed") or job.arguments.get("removed") or []
    return found


@in_transaction
def forget_removed(*, by: Actor) -> None:
    """Note that the files are deleted where the site was carried by hand."""
    for job in Job.objects.select_for_update().filter(kind=KIND, state=Job.State.DONE):
        job.answer = {**job.answer, "removed": []}
        job.arguments = {}
        job.save(update_fields=["answer", "arguments"])


def stop_pages(*, by: Actor) -> bool:
    """Stop making them. Whether somebody was."""
    return jobs.stop(kind=KIND, subject="")


def make_pages(job: Job) -> jobs.Answer:
    """Make the pages that a job is on; the answer is how many files they are and which are gone,
    or what is wrong."""
    site, logged = stored_site(), Logged.now()
    try:
        made = export_site(folder=Path(settings.DATA_DIR) / FOLDER, between=giving_way(job))
    except Refused as refusal:
        problem = sentence_to_json(refusal.problems[0].message)
        return {"problem": problem, "removed": _removed(job)}
    there = made.manifest.files
    removed = {name for name in (*_removed(job), *made.removed) if name not in there}
    return {
        "files": made.files,
        "removed": sorted(removed),
        "moment": _moment_of(site),
        "logged": [logged.log_entry, logged.register_entry],
    }


def _moment_of(site: ClubSite) -> str:
    """A digest of what was stored of the site, and of where it goes."""
    said = (site.address, site.is_listed, site.has_search, site.language, site.contact, site.reason)
    return sha256(repr((site.target, *said)).encode()).hexdigest()


def is_as_now(job: Job) -> bool:
    """Whether the pages that were made are those of now: nothing was changed since, and the site
    goes where it went."""
    logged = job.answer.get("logged")
    return (
        bool(logged)
        and job.answer.get("moment") == _moment_of(stored_site())
        and not has_changed_since(Logged(*logged))
    )
