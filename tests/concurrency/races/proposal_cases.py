"""Plans for the services that propose a round, and for the jobs that do it."""

from clubscore.jobs import queue as jobs
from clubscore.keeping.backups.store import Reason, ask_for_backup
from clubscore.models import Job
from events.models import Round
from events.tournaments.pairing import services as proposing
from events.tournaments.pairing.domain.proposal import System
from tests.concurrency.races.cases import case, cup
from tests.concurrency.races.world import actor


def _round() -> Round:
    return cup("Cup").rounds.get(number=2)


def _job() -> dict[str, object]:
    return {"job": Job.objects.get(kind="proposal")}


@case("ask for a proposal", proposing.ask_for_proposal, "Cup")
def _ask() -> dict[str, object]:
    values = {"system": System.ROUND_ROBIN, "is_accelerated": False}
    return {"round": _round(), "by": actor(), **values}


case("take a job", jobs.take, "Cup")(lambda: {"worker": "race"})
case("keep a job", jobs.keep, "Cup")(_job)
case("release a job", jobs.release, "Cup")(lambda: {"worker": "race"})
case("finish a job", jobs.finish, "Cup")(lambda: {**_job(), "answer": {"problems": []}})
case("give a job up", jobs.fail, "Cup")(lambda: {**_job(), "why": jobs.Why.ERROR})


@case("stop a job", jobs.stop, "Cup")
def _stop() -> dict[str, object]:
    return {"kind": "proposal", "subject": _round().pk}


@case("ask for a job", jobs.ask, "Cup")
def _ask_for_job() -> dict[str, object]:
    return {"kind": "analysis", "by": actor(), "again": True}


@case("ask for many jobs", jobs.ask_for_each, "Cup")
def _ask_for_each() -> dict[str, object]:
    return {"kind": "file", "subjects": [1, 2], "by": actor()}


@case("ask for a backup", ask_for_backup, "Cup")
def _backup() -> dict[str, object]:
    return {"reason": Reason.ASKED, "by": actor()}
