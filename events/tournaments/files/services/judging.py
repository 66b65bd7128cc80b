"""Comparing the rounds of a file with the rules, by a job: in FIDE mode, once it is stored."""

from typing import Any

from clubscore.jobs.queue import ask
from clubscore.models import Job
from clubscore.web.visitors import Actor
from events.models import Tournament as StoredTournament
from events.tournaments.fide.domain.imports import import_breaches
from events.tournaments.fide.selectors import IMPORT_CHECK
from events.tournaments.files.figures import file_value
from events.tournaments.files.judging import differing_rounds


def ask_to_judge(stored: StoredTournament, by: Actor) -> None:
    """Have the rounds of a file compared with the rules, in FIDE mode."""
    if stored.fide_mode and stored.is_paired:
        ask(kind=IMPORT_CHECK, subject=str(stored.pk), seconds=MAX_JUDGING, by=by)


MAX_JUDGING = 600
"""Seconds for all rounds of a file."""


def judge_import(job: Job) -> dict[str, Any]:
    """The answer to a job: what the rules pair otherwise, to be asked about; empty where nothing
    is."""
    stored = StoredTournament.objects.filter(pk=int(job.subject), fide_mode=True).first()
    if stored is None:
        return {}
    value = file_value(stored)
    found = import_breaches(value, differing_rounds(value))
    breaches = [[breach.round, breach.what] for breach in found]
    return {"breaches": breaches} if breaches else {}
