"""What the deletion of a session or of a series would change.

What a new session can be like, and what is changed in the sections of one under way.
"""

from collections.abc import Iterator, Sequence

from django.db.models import Count, QuerySet

from clubscore.text.problems import Sentence, sentence
from clubscore.web.deletion import Plan
from events.models import (
    CarryOver,
    ContestantPlayer,
    MovementChange,
    Section,
    SeriesSession,
    Session,
)
from events.sessions.scoring.selectors.progress import progress
from movements.models import Movement


def session_plan(session: Session) -> Plan:
    """The deletion of a session with everything in it."""
    entered = sum(board.entered for board in progress(session.pk))
    return Plan(
        name=session.title, results=entered, changes=tuple(_session_changes(session, entered))
    )


def _session_changes(session: Session, entered: int) -> Iterator[Sentence]:
    seats = ContestantPlayer.objects.filter(session=session)
    if entered:
        yield sentence(
            "Its results (%(results)s), rulings, penalties and log go with it.", results=entered
        )
    else:
        yield sentence("It has no results. Its log goes with it.")
    if session.is_published:
        yield sentence("It is published: everybody can read its results until then.")
    players = seats.count()
    if players:
        yield sentence(
            "It disappears from the pages of its players (%(players)s). The players stay in the"
            " register, and the movement stays.",
            players=players,
        )
    yield from effects_of_sessions([session])


def effects_of_sessions(
    sessions: list[Session], *, without: frozenset[int] = frozenset()
) -> Iterator[Sentence]:
    """What the deletion of sessions changes in series and other sessions; ``without`` are the ids
    of series that are deleted too."""
    counting = SeriesSession.objects.filter(session__in=sessions).exclude(series__in=without)
    lost = counting.order_by("series").values_list("series__name").annotate(Count("pk"))
    for name, count in lost:
        yield sentence(
            "The series “%(series)s” loses %(count)s of its sessions; its standings change, and "
            "so do"
            " those that carry it forward.",
            series=name,
            count=count,
        )
    carrying = CarryOver.objects.filter(earlier_session__in=sessions)
    for carry_over in (
        carrying.exclude(session__in=sessions).select_related("session").order_by("pk")
    ):
        yield sentence(
            "“%(session)s” loses what it carried over; its ranking changes.",
            session=str(carry_over.session),
        )


def movement_by_id(movement_id: int) -> Movement | None:
    """The stored movement of this id, also one that is drawn for one session alone."""
    return Movement.objects.filter(pk=movement_id).first()


def all_sessions() -> QuerySet[Session]:
    """The sessions that a new one may be like: all."""
    return Session.objects.all()


def session_without_matches(session_id: int) -> Session | None:
    """The session of this id; ``None`` for one of matches, which is set up in another way."""
    return Session.objects.filter(pk=session_id, matches=Session.Matches.NONE).first()


def sections_to_choose(sections: Sequence[Section]) -> QuerySet[Section]:
    """These sections, as a form takes them."""
    return Section.objects.filter(pk__in=[section.pk for section in sections])


def movement_changes(sections: Sequence[Section]) -> QuerySet[MovementChange]:
    """The changes of sections that were made so far, with their movements."""
    return MovementChange.objects.filter(section__in=sections).select_related("movement")
