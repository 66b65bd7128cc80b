"""Reading a session's sections, movement and letters."""

from django.db.models import Prefetch, QuerySet

from clubscore.sentences import language
from events.models import MovementChange, Section, Session
from events.sessions.domain.typing.letters import LANGUAGES


def session_sections(session_id: int) -> QuerySet[Section]:
    """The sections with their movements and the changes of these, by letter."""
    sections = Section.objects.filter(session=session_id).select_related("movement")
    changes = MovementChange.objects.select_related("movement")
    return sections.prefetch_related(Prefetch("changes", changes))


def section_letters(session_id: int) -> set[str]:
    """The letters of the sections."""
    return set(Section.objects.filter(session=session_id).values_list("letter", flat=True))


def unused_sections(session_id: int) -> set[int]:
    """The ids of the sections in which nothing was ever typed."""
    unused = Section.objects.filter(session=session_id).exclude(lines__log__isnull=False)
    return set(unused.values_list("pk", flat=True))


def is_individual(session_id: int) -> bool:
    """Whether contestants are players and not pairs."""
    return Section.objects.filter(session=session_id, movement__individual=True).exists()


def letters_of_last_session() -> str:
    """The letters in which the results of the club's session made last are typed; at first those
    of the reader's language. The demo's session is no choice of the club's."""
    own = Session.objects.filter(is_demo=False)
    last = own.order_by("-pk").values_list("letters", flat=True).first()
    return last or (language() if language() in LANGUAGES else "en")
