"""Reading a session's sections, movement and letters.

Reading series: which there are, and which sessions belong to them.

Reading what is played in a section: its movement as a value, with every change made so far.
"""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Max, Min, Prefetch, Q, QuerySet

from events.models import Contestant, MovementChange, Section, Series, SeriesSession, Session
from events.models.session import LAST_ROUND
from movements.domain.change import absent, continued, joined
from movements.domain.movement import Movement
from movements.models import Movement as StoredMovement
from movements.selectors import movement_values


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
    """The letters that the club set for its session made last; empty where it set none. The demo's
    session is no choice of the club's."""
    own_sessions = Session.objects.filter(is_demo=False)
    return own_sessions.order_by("-pk").values_list("letters", flat=True).first() or ""


MAX_FOUND = 60
"""The most series or sessions that a search returns."""

MAX_SEARCH = 200
"""Characters that are looked for; a database takes neither thousands of words nor endless ones."""


@dataclass(frozen=True, slots=True)
class Link:
    """A series of a chain in which each carries forward into the next, with its sessions."""

    series: Series
    sessions: tuple[SeriesSession, ...]


def all_series(*, director: bool) -> QuerySet[Series]:
    """The published series, or all for a director, the one with the latest session first.

    Each has its ``session_count``, ``first_date`` and ``last_date``, as far as the reader may
    see its sessions.
    """
    seen = Q() if director else Q(sessions__published_at__isnull=False)
    series = Series.objects.select_related("club").annotate(
        session_count=Count("sessions", filter=seen),
        first_date=Min("sessions__date", filter=seen),
        last_date=Max("sessions__date", filter=seen),
    )
    if not director:
        series = series.filter(published_at__isnull=False)
    # Series without a session are new; the databases disagree where NULL sorts by default.
    return series.order_by(F("last_date").desc(nulls_first=True), "-pk")


def chain(series: Series, *, director: bool) -> list[Link]:
    """The series with everything that is carried forward into it, the earliest first.

    Three queries, however long the chain is. For a visitor, only the published sessions.
    """
    earlier = dict(Series.objects.filter(earlier__isnull=False).values_list("pk", "earlier"))
    numbers = [series.pk]
    # The database does not forbid a circle, which would never end.
    while (before := earlier.get(numbers[0])) and before not in numbers:
        numbers.insert(0, before)
    stored = Series.objects.in_bulk(numbers)
    sessions = sessions_of(numbers, director=director)
    return [Link(stored[pk], tuple(sessions[pk])) for pk in numbers if pk in stored]


def sessions_of(
    series_ids: Collection[int], *, director: bool
) -> defaultdict[int, list[SeriesSession]]:
    """The sessions of each series as the reader may see them, in the order of their dates, in one
    query."""
    sessions = SeriesSession.objects.filter(series__in=series_ids).select_related("session")
    if not director:
        sessions = sessions.filter(session__published_at__isnull=False)
    found: defaultdict[int, list[SeriesSession]] = defaultdict(list)
    for session in sessions.order_by("session__date", "session_id"):
        session.session.reader_is_director = director
        found[session.series_id].append(session)
    return found


def individual_sessions(session_ids: Collection[int]) -> set[int]:
    """The sessions in which contestants are players and not pairs."""
    return set(
        Section.objects.filter(session__in=session_ids, movement__individual=True).values_list(
            "session", flat=True
        )
    )


def series_of_session(session_id: int, *, director: bool) -> list[Series]:
    """The series that a session belongs to and that the reader may see."""
    series = Series.objects.filter(sessions=session_id)
    if not director:
        series = series.filter(published_at__isnull=False)
    return list(series)


def find_series(text: str) -> QuerySet[Series]:
    """Series whose name or club has every word of the text."""
    found = Q()
    # PostgreSQL refuses text that contains NUL.
    for word in text[:MAX_SEARCH].replace("\0", "").split():
        found &= Q(name__icontains=word) | Q(club__name__icontains=word)
    return Series.objects.select_related("club").filter(found)[:MAX_FOUND]


def find_sessions(
    text: str, *, since: datetime.date | None = None, until: datetime.date | None = None
) -> QuerySet[Session]:
    """Sessions whose title or club has every word of the text, between two dates."""
    found = Q()
    # PostgreSQL refuses text that contains NUL.
    for word in text[:MAX_SEARCH].replace("\0", "").split():
        found &= Q(title__icontains=word) | Q(club__name__icontains=word)
    sessions = Session.objects.select_related("club").filter(found)
    if since:
        sessions = sessions.filter(date__gte=since)
    if until:
        sessions = sessions.filter(date__lte=until)
    return sessions[:MAX_FOUND]


@dataclass(frozen=True, slots=True)
class SectionPlay:
    """A section with the value of its movement."""

    section: Section
    movement: Movement


@dataclass(frozen=True, slots=True)
class Latecomer:
    """A contestant of a section who is to play from a round on, or who has no seat
    (``first_round`` is ``None``)."""

    section: Section
    number: int
    first_round: int | None = None


def section_plays(session_id: int) -> list[SectionPlay]:
    """The sections of a session that have a movement, by letter, in three queries."""
    sections = [section for section in session_sections(session_id) if section.movement]
    values = movement_values(movement for section in sections for movement in _movements(section))
    return [SectionPlay(section, _played(section, values)) for section in sections]


@dataclass(frozen=True, slots=True)
class SitOut:
    """A round that a contestant (its id) sits out by the movement, and its number of boards."""

    section_id: int
    contestant: int
    round: int
    boards: int


def scheduled_sit_outs(session_id: int) -> tuple[set[int], list[SitOut]]:
    """The sections that have a movement, and who sits out by it; whoever comes late or leaves
    does not."""
    sections = [section for section in session_sections(session_id) if section.movement]
    contestants = {
        (section, number): pk
        for pk, section, number in Contestant.objects.filter(
            section__session=session_id
        ).values_list("pk", "section", "number")
    }
    found = [
        SitOut(section.pk, contestants[section.pk, number], round_number, section.boards_per_round)
        for section, movement in zip(sections, movements_with_everybody(sections), strict=True)
        for round_number in range(1, len(movement.rounds) + 1)
        for number in movement.sitting_out(round_number)
        if (section.pk, number) in contestants
    ]
    return {section.pk for section in sections}, found


def section_movement(section: Section) -> Movement:
    """The movement as it is played: the first one, with the changes in their order."""
    return _played(section, movement_values(_movements(section)))


def movements_with_everybody(sections: Sequence[Section]) -> list[Movement]:
    """The movements as they are played, with those too who are away: their seats are not free."""
    values = movement_values(movement for section in sections for movement in _movements(section))
    return [_with_everybody(section, values, section.changes.all()) for section in sections]


def changed(change: MovementChange) -> Movement:
    """The movement as it is played after a change that is not stored yet."""
    others = [change.movement] if change.movement else []
    values = movement_values([*_movements(change.section), *others])
    return _played(change.section, values, change)


def present_movement(section: Section) -> StoredMovement | None:
    """The stored movement that is played now: the one of the last change, or the first."""
    movements = _movements(section)
    return movements[-1] if movements else None


def absences(changes: Iterable[MovementChange]) -> dict[int, list[range]]:
    """The rounds in which contestants are away, by number.

    Whoever has left stays away, in a later movement too, until recorded as coming back.
    """
    away: dict[int, list[range]] = {}
    for change in changes:
        if change.absent is None:
            continue
        spans = away.setdefault(change.absent, [])
        if returns(change, spans):
            end = change.last_round + 1
            away[change.absent] = [range(span.start, min(span.stop, end)) for span in spans]
        else:
            spans.append(range(change.first_round, change.last_round + 1))
    return {number: [span for span in spans if span] for number, spans in away.items()}


def has_absences(session_id: int) -> bool:
    """Whether anybody came late or left."""
    changes = MovementChange.objects.filter(section__session=session_id)
    return changes.filter(absent__isnull=False).exists()


def latecomers(sections: Sequence[Section], latest: Mapping[int, int]) -> list[Latecomer]:
    """Whose names are known but who has no seat, and who arrives for a round that has not begun.

    ``latest`` is the highest round of which anything is in, by section. One query.
    """
    played = {section.pk: section for section in sections if section.movement_id}
    away = {pk: absences(section.changes.all()) for pk, section in played.items()}
    unseated = Contestant.objects.filter(section__in=played, sides=None)
    named = unseated.exclude(memberships=None).order_by().distinct()
    found = [
        Latecomer(played[pk], number)
        for pk, number in named.values_list("section", "number")
        if not away[pk].get(number)
    ]
    found += [
        Latecomer(played[pk], number, span.stop)
        for pk, spans_of in away.items()
        for number, spans in spans_of.items()
        for span in spans
        if span.start == 1 and latest.get(pk, 0) < span.stop <= LAST_ROUND
    ]
    return sorted(found, key=lambda each: (each.section.letter, each.number))


def returns(change: MovementChange, spans: Iterable[range]) -> bool:
    """Whether a change brings back a contestant who had left, by the rounds it was away so far."""
    return change.last_round != LAST_ROUND and any(span.stop > LAST_ROUND for span in spans)


def _movements(section: Section) -> list[StoredMovement]:
    """Every movement that a section was played by."""
    changes = [change.movement for change in section.changes.all()]
    return [movement for movement in (section.movement, *changes) if movement]


def _played(section: Section, values: Mapping[int, Movement], *more: MovementChange) -> Movement:
    """The movements one after the other, then without whoever is away."""
    changes = [*section.changes.all(), *more]
    value = _with_everybody(section, values, changes)
    # Last: whoever is away is taken out of the whole, also of the movements that follow.
    for number, spans in absences(changes).items():
        for span in spans:
            value = absent(value, number, span.start, span.stop - 1)
    return value


def _with_everybody(
    section: Section, values: Mapping[int, Movement], changes: Iterable[MovementChange]
) -> Movement:
    if section.movement is None:
        raise ValueError("A section of a file has no movement.")
    value = values[section.movement.pk]
    for change in changes:
        if change.movement is not None:
            value = continued(value, values[change.movement.pk], change.first_round)
        elif change.joins is not None:
            value = joined(value, change.joins, change.first_round)
    return value
