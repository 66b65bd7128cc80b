"""Stamps: texts that change whenever the pages of a session, series or tournament change.

Everything done to them is in the log, which only grows; the names come from the register, where
every change has its time.

The sessions of the home page: today's, coming and past ones; and the tournaments.

The players of the register by their numbers.

Reading the log: the last changes, and what a director could undo next.
"""

import datetime
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db import connection
from django.db.models import (
    BigIntegerField,
    Count,
    Exists,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    prefetch_related_objects,
)
from django.db.models.functions import Coalesce

from events.models import (
    Contestant,
    ContestantPlayer,
    Deletion,
    Entry,
    LogEntry,
    Round,
    Section,
    Session,
    Tournament,
    TravellerLine,
)
from events.models.log import AT_THE_TABLE
from movements.models import Movement
from players.models import Player, RegisterVersion

_LATE = 1000

ONE_DAY = datetime.timedelta(days=1)

_RESULTS = (LogEntry.Action.ENTERED, LogEntry.Action.CLEARED, *AT_THE_TABLE)

_LOG = LogEntry._meta.db_table

_OF_CLUB = f"""
    (action NOT IN ({", ".join(["%s"] * len(_RESULTS))}) OR EXISTS (
        SELECT 1 FROM {Session._meta.db_table} WHERE id = entry.session_id AND state = %s
    ) OR EXISTS (
        SELECT 1 FROM {Tournament._meta.db_table} WHERE id = entry.tournament_id AND state = %s
    ))
"""  # noqa: S608 - the names of tables and columns are our own


def session_stamp(session_id: int) -> str:
    """A text that changes after any change of a session."""
    return _stamp("session_id = %s", session_id)


def tournament_stamp(tournament_id: int) -> str:
    """A text that changes after any change of a tournament."""
    return _stamp("tournament_id = %s", tournament_id)


def people_stamp(session_id: int) -> str:
    """A text that changes after any change of who plays in a session: results are none."""
    others = f"AND action NOT IN ({_places(_RESULTS[1:])})"
    return _stamp(f"session_id = %s {others}", session_id, *_RESULTS)


def entries_stamp(tournament_id: int) -> str:
    """A text that changes after any change of who plays in a tournament: results are none."""
    others = f"AND action NOT IN ({_places(_RESULTS[1:])})"
    return _stamp(f"tournament_id = %s {others}", tournament_id, *_RESULTS)


def club_stamp() -> str:
    """A text that changes after any change of any event; results count once an event is finished,
    and has winners."""
    # The number as well, of the last ones alone: who took a number first may commit later, but not
    # a thousand entries later.
    last = f"""
        SELECT COALESCE(MAX(id), 0) FROM (
            SELECT id FROM {_LOG} AS entry WHERE {_OF_CLUB} ORDER BY id DESC LIMIT 1
        ) AS last
    """  # noqa: S608 - the names of tables and columns are our own
    sql = f"""
        SELECT COUNT(*), MAX(id), (SELECT MAX(number) FROM {RegisterVersion._meta.db_table}),
               (SELECT MAX(id) FROM {Deletion._meta.db_table})
        FROM {_LOG} AS entry WHERE id > ({last}) - {_LATE} AND {_OF_CLUB}
    """  # noqa: S608 - the names of tables and columns are our own
    with connection.cursor() as cursor:
        cursor.execute(sql, [*_RESULTS, Session.State.FINISHED, Tournament.State.FINISHED] * 2)
        return "-".join(map(str, cursor.fetchone()))


def _stamp(condition: str, *values: int | str) -> str:
    """The number of entries counts as well as the last one: of two directors, the one whose entry
    has the lower id may commit later. Raw SQL, because every request for results begins with it.
    """
    # A number in an address, which no column holds.
    if any(isinstance(value, int) and value > BigIntegerField.MAX_BIGINT for value in values):
        return ""
    sql = f"""
        SELECT COUNT(*), MAX(id), (SELECT MAX(number) FROM {RegisterVersion._meta.db_table})
        FROM {LogEntry._meta.db_table} WHERE {condition}
    """  # noqa: S608 - the names of tables and columns are our own
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return "-".join(map(str, cursor.fetchone()))


def common_stamp(*, session_ids: Sequence[int] = (), series_ids: Sequence[int] = ()) -> str:
    """One stamp of several sessions and series, in one query: short, however many they are."""
    # Each part by its own index: with OR between them, SQLite would read the whole log.
    log = LogEntry._meta.db_table
    sql = f"""
        SELECT 1, session_id, COUNT(*), MAX(id) FROM {log}
        WHERE session_id IN ({_places(session_ids)}) GROUP BY session_id
        UNION ALL
        SELECT 2, series_id, COUNT(*), MAX(id) FROM {log}
        WHERE series_id IN ({_places(series_ids)}) GROUP BY series_id
        UNION ALL
        SELECT 3, 0, 0, MAX(number) FROM {RegisterVersion._meta.db_table}
        ORDER BY 1, 2
    """  # noqa: S608 - the tables' names are our own
    with connection.cursor() as cursor:
        cursor.execute(sql, [*session_ids, 0, *series_ids, 0])
        rows = cursor.fetchall()
    return sha256(repr((session_ids, series_ids, rows)).encode()).hexdigest()


def log_stamps(session_ids: Collection[int]) -> dict[int, str]:
    """A text for each session that changes after any change of what is scored, in one query. Names
    are not part of it: a change in the register leaves the points as they are; nor is what
    opponents confirm.
    """
    return _log_stamps("session_id", list(session_ids))


def tournament_stamps(tournament_ids: Collection[int]) -> dict[int, str]:
    """The same for tournaments."""
    return _log_stamps("tournament_id", list(tournament_ids))


def _log_stamps(column: str, ids: list[int]) -> dict[int, str]:
    sql = f"""
        SELECT {column}, COUNT(*), MAX(id) FROM {LogEntry._meta.db_table}
        WHERE {column} IN ({_places(ids)}) AND action NOT IN ({_places(AT_THE_TABLE[1:])})
        GROUP BY {column}
    """  # noqa: S608 - the names of the table and the column are our own
    with connection.cursor() as cursor:
        cursor.execute(sql, [*ids, 0, *AT_THE_TABLE])
        counted = {event: f"{count}-{last}" for event, count, last in cursor.fetchall()}
    return {event: counted.get(event, "0") for event in ids}


def log_state(**event: int) -> str:
    """A text that changes after any change of one event, such as ``session=12``; names are not part
    of it."""
    found = LogEntry.objects.filter(**event).aggregate(count=Count("pk"), last=Max("pk"))
    return f"{found['count']}-{found['last']}"


def _places(ids: Sequence[object]) -> str:
    # One place more, for an id 0 that no row has: IN () is no SQL.
    return ", ".join(["%s"] * (len(ids) + 1))


PAST_SHOWN = 12

TOURNAMENTS_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Calendar:
    """Sessions, each with its ``field``."""

    today: Sequence[Session]
    coming: Sequence[Session]
    past: Sequence[Session]

    @property
    def is_empty(self) -> bool:
        return not (self.today or self.coming or self.past)


def sessions_for(*, director: bool, today: datetime.date) -> Calendar:
    """What a visitor (published sessions) or a director (all) sees, the latest first; on today is
    also what began yesterday and is not finished."""
    sessions = Session.objects.select_related("club")
    if not director:
        sessions = sessions.filter(published_at__isnull=False)
    # An evening goes on after midnight, and on the next day still has to be finished.
    entered = LogEntry.objects.filter(session=OuterRef("pk"), action__in=_RESULTS)
    late = Q(Exists(entered), date=today - ONE_DAY, state=Session.State.OPEN)
    shown = list(sessions.filter(Q(date__gte=today) | late))
    past = list(sessions.filter(date__lt=today).exclude(late)[:PAST_SHOWN])
    fields = fields_of([session.pk for session in (*shown, *past)])
    for session in (*shown, *past):
        session.field = fields[session.pk]  # type: ignore[attr-defined]
    return Calendar(
        today=[session for session in shown if session.date <= today],
        coming=[session for session in shown if session.date > today][::-1],
        past=past,
    )


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays in a session: so many pairs, or players of an individual, and teams where these
    meet; and whether somebody seats them by a movement."""

    pairs: int
    players: int
    teams: int
    has_movement: bool


_FIELDS = f"""
    SELECT section.session_id,
           COUNT(DISTINCT contestant.id), COUNT(DISTINCT contestant.team_id), COUNT(seat.id),
           COUNT(DISTINCT CASE WHEN movement.id IS NOT NULL THEN contestant.id END),
           COUNT(DISTINCT CASE WHEN movement.individual THEN contestant.id END)
    FROM {Section._meta.db_table} AS section
    JOIN {Contestant._meta.db_table} AS contestant ON contestant.section_id = section.id
    LEFT JOIN {Movement._meta.db_table} AS movement ON movement.id = section.movement_id
    LEFT JOIN {ContestantPlayer._meta.db_table} AS seat ON seat.contestant_id = contestant.id
    WHERE section.session_id IN
"""  # noqa: S608 - the names of tables and columns are our own


def fields_of(session_ids: Sequence[int]) -> dict[int, Field]:
    """The fields of sessions by their ids, in one query; raw SQL, because every page asks."""
    fields = dict.fromkeys(session_ids, Field(0, 0, 0, has_movement=False))
    if not fields:
        return fields
    with connection.cursor() as cursor:
        sql = f"{_FIELDS} ({_places(session_ids)}) GROUP BY section.session_id"
        cursor.execute(sql, [0, *session_ids])
        for pk, contestants, teams, seats, moving, individuals in cursor.fetchall():
            is_individual = individuals or (not moving and 0 < seats <= contestants)
            pairs, players = (0, contestants) if is_individual else (contestants, 0)
            fields[pk] = Field(pairs, players, teams, has_movement=bool(moving))
    return fields


_ENTRIES = f"SELECT COUNT(*) FROM {Entry._meta.db_table} WHERE tournament_id = %s"  # noqa: S608


def entry_count(tournament_id: int) -> int:
    """How many have entered a tournament; raw SQL, because every page of it asks."""
    with connection.cursor() as cursor:
        cursor.execute(_ENTRIES, [tournament_id])
        return int(cursor.fetchone()[0])


def tournaments_for(*, director: bool, max_count: int | None = None) -> QuerySet[Tournament]:
    """The tournaments that a visitor (published ones) or a director (all) sees, the latest first,
    each with its ``entry_count``."""
    # A subquery: grouping would count the entries of all before a page takes some.
    entries = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    tournaments = (
        Tournament.objects.select_related("club")
        .annotate(entry_count=Coalesce(Subquery(entries.annotate(n=Count("pk")).values("n")), 0))
        # The databases disagree where NULL sorts by default; a tournament without a date is new.
        .order_by(F("start").desc(nulls_first=True), "-pk")
    )
    if not director:
        tournaments = tournaments.filter(published_at__isnull=False)
    return tournaments[:max_count]


def tournaments_today(*, director: bool, today: datetime.date) -> QuerySet[Tournament]:
    """The tournaments that are played today, each with its ``entry_count`` and ``round_today``: the
    round of today's date, ``None`` where only the days of the tournament say that it is on."""
    rounds = Round.objects.filter(tournament=OuterRef("pk"), date=today).order_by("-number")
    one_day = Q(start=today, finish__isnull=True)
    is_on = one_day | Q(start__lte=today, finish__gte=today) | Q(round_today__isnull=False)
    return (
        tournaments_for(director=director)
        .annotate(round_today=Subquery(rounds.values("number")[:1]))
        .filter(is_on)
    )


TABLE_DEVICE = "Table "
"""How the device of an entry begins that a table's phone made; it has no user."""

UNDOABLE = (
    LogEntry.Action.ENTERED,
    LogEntry.Action.CLEARED,
    LogEntry.Action.RULED,
    LogEntry.Action.UNRULED,
    LogEntry.Action.PENALISED,
    LogEntry.Action.PARDONED,
    LogEntry.Action.FOULED,
    LogEntry.Action.RESTORED,
    LogEntry.Action.SEATED,
    LogEntry.Action.FIXED,
    LogEntry.Action.DISMISSED,
)


def _not_undone() -> Q:
    """The condition that entries of the log are not undone. Not a join: once SQLite knows that
    next to nothing is undone, it takes the index for useless and makes one of the whole log for
    each query."""
    return Q(~Exists(LogEntry.objects.filter(undoes=OuterRef("pk"))))


# Raw SQL: the page of a board asks after every line.
_NOT_UNDONE = f"NOT EXISTS (SELECT 1 FROM {_LOG} WHERE undoes_id = entry.id)"  # noqa: S608
_LAST_CHANGES = f"""
    SELECT * FROM {_LOG} AS entry
    WHERE session_id = %s AND action IN ({", ".join(["%s"] * (len(UNDOABLE) + 1))})
      AND {_NOT_UNDONE} AND part_of_id IS NULL
    ORDER BY id DESC LIMIT %s
"""  # noqa: S608 - the names of the table and the columns are our own


def last_change(
    *, session_id: int, user_id: int, before: int | None = None, tables_on: int | None = None
) -> LogEntry | None:
    """The last change of results that a user made in a session and has not undone, of those
    ``before`` an entry; with ``tables_on``, also those of the tables' phones on that board.
    """
    whose = "user_id = %s"
    values: list[int | str] = [session_id, *UNDOABLE, user_id]
    if tables_on is not None:
        whose += f"""
            OR user_id IS NULL AND device LIKE %s AND line_id IN (
                SELECT id FROM {TravellerLine._meta.db_table} WHERE board = %s
            )
        """  # noqa: S608 - the name of the table is our own
        values += [f"{TABLE_DEVICE}%", tables_on]
    since = "" if before is None else "AND id < %s"
    values += [] if before is None else [before]
    sql = f"""
        SELECT * FROM {_LOG} AS entry
        WHERE session_id = %s AND action IN ({_places(UNDOABLE[1:])}) AND {_NOT_UNDONE}
          AND ({whose}) {since}
        ORDER BY id DESC LIMIT 1
    """  # noqa: S608 - the names of the table and the columns are our own
    return next(iter(LogEntry.objects.raw(sql, values)), None)


def last_changes(
    *, session_id: int, count: int, reader: int | None = None
) -> list[tuple[LogEntry, int]]:
    """The last changes of results in a session that are not undone, by any director, the latest
    first, in three queries; changes made together are one, with the number of other parts. The
    users are read with them, but for the ``reader``.
    """
    changes = (*UNDOABLE, LogEntry.Action.UNDONE)
    latest = list(LogEntry.objects.raw(_LAST_CHANGES, [session_id, *changes, count]))
    prefetch_related_objects([entry for entry in latest if entry.user_id != reader], "user")
    # Counted only for these: an annotation of the first query would count the whole session.
    sql = f"""
        SELECT part_of_id, COUNT(*) FROM {_LOG}
        WHERE part_of_id IN ({_places(latest)}) AND action IN ({_places(changes[1:])})
        GROUP BY part_of_id
    """  # noqa: S608 - the names of the table and the column are our own
    with connection.cursor() as cursor:
        cursor.execute(sql, [*(entry.pk for entry in latest), 0, *changes])
        others = dict(cursor.fetchall())
    return [(entry, others.get(entry.pk, 0)) for entry in latest]


def first_of(*, entry_id: int, session_id: int, user_id: int) -> LogEntry | None:
    """A result entered by this user that others may be made together with, if it is not undone."""
    return LogEntry.objects.filter(
        _not_undone(),
        pk=entry_id,
        session=session_id,
        user=user_id,
        action__in=(LogEntry.Action.ENTERED, LogEntry.Action.CLEARED),
        part_of__isnull=True,
    ).first()


def parts_of(entry: LogEntry) -> list[LogEntry]:
    """The changes that were made together with this one, itself among them, in their order, unless
    they are undone. That the opponents confirmed one of them is no change.
    """
    first = entry.part_of_id or entry.pk
    parts = LogEntry.objects.filter(
        Q(pk=first) | Q(part_of=first), _not_undone(), action__in=UNDOABLE
    )
    return list(parts.order_by("pk"))


def reasons_of_fouled_boards(session_id: int) -> dict[int, str]:
    """The last reason given for marking the deals of a fouled board, by board."""
    entries = LogEntry.objects.filter(
        _not_undone(), session=session_id, action=LogEntry.Action.FOULED
    ).exclude(reason="")
    # In order of the log: a later reason replaces an earlier one.
    return {entry.after["board"]: entry.reason for entry in entries.order_by("pk")}


def players_in_register(numbers: Iterable[int]) -> dict[int, Player]:
    """The players of these numbers by number, without guests; no query for no numbers."""
    return Player.objects.in_bulk(list(numbers))
