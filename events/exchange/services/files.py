"""A file of results becomes a session, and only one."""

import hashlib
from dataclasses import dataclass

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.exchange.domain.session_plan import Comparison, SessionPlan
from events.exchange.services.importing import import_session
from events.models import ImportedFile, Session
from events.models.imported_file import MAX_FILE_NAME
from players.services.version import change_register

_BEFORE = gettext_noop("This file was imported before: it is the session “%(session)s”.")


@dataclass(frozen=True, slots=True)
class Source:
    """A file by its name, and the digest of its bytes."""

    name: str
    digest: str


class ImportedBeforeError(Refused):
    """A file whose session is stored already."""

    def __init__(self, session: Session) -> None:
        super().__init__(sentence(_BEFORE, session=str(session)))
        self.session = session


def source_of(name: str, data: bytes) -> Source:
    """How a file of these bytes is known."""
    return Source(name[-MAX_FILE_NAME:], hashlib.sha256(data).hexdigest())


def session_of(source: Source) -> Session | None:
    """The session that was made of this file."""
    found = ImportedFile.objects.select_related("session").filter(digest=source.digest).first()
    return found.session if found else None


def content_of(plan: SessionPlan) -> str:
    """How the day and the results of a plan are known, whatever file they came in; empty where it
    lacks either, for that would be the same of many."""
    if not (plan.date and plan.lines):
        return ""
    lines = sorted(
        (line.section, line.board, line.ns, line.ew, str(line.result)) for line in plan.lines
    )
    return hashlib.sha256(repr((plan.date, lines)).encode()).hexdigest()


def session_of_content(plan: SessionPlan) -> Session | None:
    """The session that was made of a file with the same day and results."""
    content = content_of(plan)
    if not content:
        return None
    found = ImportedFile.objects.select_related("session").filter(content=content)
    first = found.order_by("pk").first()
    return first.session if first else None


def alike(plan: SessionPlan) -> Session | None:
    """A session of the same title and day, perhaps from another file."""
    if not plan.date:
        return None
    return Session.objects.filter(date=plan.date, title=plan.title).first()


@in_transaction
def import_file(
    *, source: Source, plan: SessionPlan, comparison: Comparison, by: Actor
) -> ImportedFile:
    """Store the session of a file. Raises :class:`ImportedBeforeError` when there is one."""
    # The register is locked before anything else, and one import waits for the other.
    change_register()
    before = session_of(source)
    if before:
        raise ImportedBeforeError(before)
    session = import_session(plan=plan, comparison=comparison, by=by, file_name=source.name)
    return ImportedFile.objects.create(
        session=session,
        name=source.name,
        digest=source.digest,
        content=content_of(plan),
        published=comparison.published,
        agreeing=comparison.agreeing,
        differing=[
            [each.contestant, each.published, each.computed] for each in comparison.differing
        ],
    )
