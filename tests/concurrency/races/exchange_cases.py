"""Plans for the services that take sessions from files."""

from events.exchange.domain.plan_comparison import compare
from events.exchange.domain.session_plan import PlannedContestant, PlannedLine, SessionPlan
from events.exchange.services import batches, importing
from events.models import BatchFile
from events.sessions.core.domain.line_result import LineResult
from events.sessions.scoring.domain.settings import Method
from tests.concurrency.races.cases import case
from tests.concurrency.races.world import actor


def _plan() -> SessionPlan:
    ns, ew = ("A", "", "1"), ("A", "", "2")
    return SessionPlan(
        "Imported",
        "2026-03-07",
        Method.MATCHPOINTS,
        1,
        (PlannedContestant(ns, 1, ("Ada Player-A", "Newly Imported")), PlannedContestant(ew, 2)),
        (PlannedLine("A", 1, (ns,), (ew,), LineResult(420)),),
    )


@case("import a session", importing.import_session, "register")
def _imported() -> dict[str, object]:
    plan = _plan()
    return {"plan": plan, "comparison": compare(plan), "by": actor()}


@case("import a file", importing.import_file, "register")
def _file() -> dict[str, object]:
    plan = _plan()
    source = importing.source_of("evening.xml", b"an evening")
    return {"source": source, "plan": plan, "comparison": compare(plan), "by": actor()}


def _waiting() -> BatchFile:
    return BatchFile.objects.select_related("batch").get(name="lines.csv")


@case("store files to import", batches.create_batch, "batch")
def _batch() -> dict[str, object]:
    return {"files": [("evening.csv", b"board,ns,ew,score\n")], "by": actor()}


@case("begin a batch", batches.begin_batch, "batch")
def _begun() -> dict[str, object]:
    return {"batch": _waiting().batch, "by": actor()}


@case("settle a file", batches.settle_file, "register", "batch")
def _settled() -> dict[str, object]:
    plan = _plan()
    source = importing.source_of("lines.csv", b"an evening")
    outcome = batches.Outcome(source, plan, compare(plan))
    return {"file": _waiting(), "outcome": outcome, "by": actor()}
