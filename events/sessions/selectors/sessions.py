"""Reading a session's sections, movement and letters."""

from django.db.models import Max, Prefetch, QuerySet

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


def late_codes(session_id: int) -> dict[str, int]:
    """What a contestant who registers late is called, in every section with a movement: the code
    and its number, the one after the highest."""
    sections = Section.objects.filter(session=session_id, movement__isnull=False)
    highest = sections.annotate(highest=Max("contestants__number")).order_by("pk")
    rows = highest.values_list("letter", "highest")
    return {f"{letter}{(number or 0) + 1}": (number or 0) + 1 for letter, number in rows}


def is_individual(session_id: int) -> bool:
    """Whether contestants are players and not pairs."""
    return Section.objects.filter(session=session_id, movement__individual=True).exists()


def letters_of_last_session() -> str:
    """The letters in which the results of the club's session made last are typed; at first those
    of the reader's language. The demo's session is no choice of the club's."""
    own = Session.objects.filter(is_demo=False)
    last = own.order_by("-pk").values_list("letters", flat=True).first()
    return last or (language() if language() in LANGUAGES else "en")
