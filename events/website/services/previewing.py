"""The club's site as it would be now, in a folder of its own: to look at what would change, and to
be carried by hand. Made beside the requests, as a job; nothing is sent.
"""

from pathlib import Path
from typing import Final

from django.conf import settings

from clubscore.jobs import queue as jobs
from clubscore.models import Job
from clubscore.text.problems import Refused, sentence_to_json
from clubscore.web.visitors import Actor
from events.website.services.exporting import export_site

KIND: Final = "site pages"
"""Of the jobs."""

FOLDER: Final = "site-by-hand"
"""Where these pages are, in the data folder; what is uploaded is made in another one."""


def ask_for_pages(*, by: Actor) -> Job:
    """Ask for the pages to be made, or brought up to date."""
    job, _is_new = jobs.ask(kind=KIND, by=by)
    return job


def stop_pages(*, by: Actor) -> bool:
    """Stop making them. Whether somebody was."""
    return jobs.stop(kind=KIND, subject="")


def make_pages(_job: Job) -> jobs.Answer:
    """Make the pages that a job is on; the answer is how many files they are, or what is wrong."""
    try:
        made = export_site(folder=Path(settings.DATA_DIR) / FOLDER)
    except Refused as refusal:
        return {"problem": sentence_to_json(refusal.problems[0].message)}
    return {"files": made.files, "removed": list(made.removed)}
