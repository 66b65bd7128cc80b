"""The rows that a service locks before it decides by what it reads, and their order.

A service locks whatever its decision depends on, and always in this order, so that no two services
wait for each other:

1. the register (:func:`players.services.log.change_register`), then players by number;
2. all series;
3. sessions and tournaments by id;
4. a movement;
5. what belongs to a session or tournament, by id: lines, penalties, games, byes.

A session or tournament is locked in one of three ways. Whoever changes one thing in it, such as
a line, *keeps* it: many may do so at once. Whoever changes its settings *locks* it: one at a time,
beside those who keep it. Whoever deletes it or changes its shape locks it *alone*: nobody keeps it
meanwhile. SQLite has a single writer, who has locked everything.

Holding an event as it is, from before a page compares what was sent with what is stored until
the changes are written.

Each takes the values of the page's address and needs what it names; what is not there is not held,
and the page says so. What is held is what the services of the page lock first, in the order of
:mod:`.locks`.

Writing the log: one entry for everything a director does to a result or its settings.

Writing the log of deletions.

The validation errors of a model as a refusal, in one form for pages, commands and files.
"""

import datetime
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import connection
from django.db.models import Model, QuerySet
from django.utils import timezone

from clubscore.database.models import BinModel
from clubscore.text.problems import Problem, Refused, sentence, verbatim
from clubscore.web.visitors import Actor
from events.models import Deletion, LogEntry, PointsRule, Series, Session, Tournament, TravellerLine
from events.models.log import MAX_TITLE
from players.services.log import hold_register

M = TypeVar("M", bound=Model)
E = TypeVar("E", bound=BinModel)


def keep(model: type[BinModel], pk: int) -> None:
    """Let nobody delete a session or a tournament, change its shape or pair it until the
    transaction ends."""
    # What inserting the log entry would lock at the end, locked first. Django has no name for it.
    if connection.vendor == "postgresql":
        table = connection.ops.quote_name(model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {table} WHERE id = %s FOR KEY SHARE", [pk])  # noqa: S608


def lock_session(pk: int, *, alone: bool = False) -> Session:
    """The session as it is stored now. Raises :class:`Refused` when it was deleted."""
    return lock_sessions([pk], alone=alone)[0]


def lock_sessions(
    pks: Collection[int], *, alone: bool = False, with_bin: bool = False
) -> list[Session]:
    """The sessions in the order of their ids; ``with_bin`` those in the bin too. Raises
    :class:`Refused` when one was deleted."""
    sessions = _locked(_present(Session, with_bin).filter(pk__in=pks), alone)
    if len(sessions) < len(set(pks)):
        raise Refused.because("This session was deleted in the meantime.")
    return sessions


def lock_tournament(pk: int, *, alone: bool = False, with_bin: bool = False) -> Tournament:
    """The tournament as it is stored now; ``with_bin`` also one in the bin. Raises
    :class:`Refused` when it was deleted."""
    found = _locked(_present(Tournament, with_bin).filter(pk=pk), alone)
    if not found:
        raise Refused.because("This tournament was deleted in the meantime.")
    return found[0]


def lock_all_series() -> dict[int, Series]:
    """All series by id. There are few, and they carry each other forward: only one service at a
    time may change any of them."""
    every = _locked(Series.everything.all(), alone=True)
    return {series.pk: series for series in every if series.deleted_at is None}


def _present(model: type[E], with_bin: bool) -> QuerySet[E]:
    return QuerySet(model) if with_bin else model._default_manager.all()


def put_into_bin(*, event: BinModel, kept: Mapping[str, Any]) -> None:
    """Put a locked event into the bin, where it is not published; ``kept`` is what it belonged to,
    for whoever brings it back."""
    published: datetime.datetime | None = getattr(event, "published_at")  # noqa: B009
    _store_bin(
        event,
        deleted_at=timezone.now(),
        deleted_with={"published": published.isoformat() if published else "", **kept},
        published_at=None,
    )


def take_out_of_bin(*, model: type[E], pk: int) -> tuple[E, dict[str, Any]]:
    """Bring an event back as it was, and return what it belonged to. The caller logs it.

    Raises :class:`Refused` when it is not in the bin (any more).
    """
    gone: QuerySet[E] = QuerySet(model)
    found = _locked(gone.filter(pk=pk, deleted_at__isnull=False), alone=True)
    if not found:
        raise Refused.because("This is no longer in the bin.")
    [event] = found
    kept = dict(event.deleted_with)
    published = kept.pop("published", "")
    _store_bin(
        event,
        deleted_at=None,
        deleted_with={},
        published_at=datetime.datetime.fromisoformat(published) if published else None,
    )
    return event, kept


def _store_bin(event: BinModel, **columns: object) -> None:
    for name, value in columns.items():
        setattr(event, name, value)
    event.save(update_fields=list(columns))


def _locked(rows: QuerySet[M], alone: bool) -> list[M]:
    # Without NO KEY, PostgreSQL would make every insert that points to the row wait.
    return list(rows.select_for_update(of=("self",), no_key=not alone).order_by("pk"))


def hold_session(*, session_id: int, **_others: object) -> None:
    """Hold a session, for its settings and handicaps."""
    # Looked up first: an address may hold a number that no database has room for.
    for pk in Session.objects.filter(pk=session_id).values_list("pk", flat=True):
        with suppress(Refused):
            lock_session(pk)


def hold_names(*, session_id: int, **_others: object) -> None:
    """Hold a session for its names, of which some may be new to the register."""
    hold_register()
    hold_session(session_id=session_id)


def hold_carry_over(*, session_id: int, **_others: object) -> None:
    """Hold a session for what it carries over."""
    lock_all_series()
    hold_session(session_id=session_id)


def hold_series(**_others: object) -> None:
    """Hold every series."""
    lock_all_series()


def hold_tournament(*, slug: str, **_others: object) -> None:
    """Hold a tournament, for its entries."""
    _hold_tournament(slug, alone=False)


def hold_tournament_alone(*, slug: str, **_others: object) -> None:
    """Hold a tournament for its settings, or the pairings of a round."""
    _hold_tournament(slug, alone=True)


def _hold_tournament(slug: str, *, alone: bool) -> None:
    for pk in Tournament.objects.filter(slug=slug).values_list("pk", flat=True):
        with suppress(Refused):
            lock_tournament(pk, alone=alone)


def hold_points_rule(*, rule_id: int, **_others: object) -> None:
    """Hold a rule for club points."""
    PointsRule.objects.select_for_update(no_key=True).filter(pk=rule_id).first()


MAX_REASON = 200
"""Characters; of a longer one the rest is left out, with an ellipsis."""


def record(
    *,
    action: LogEntry.Action,
    by: Actor,
    session_id: int | None = None,
    tournament_id: int | None = None,
    series_id: int | None = None,
    line: TravellerLine | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
    undoes: LogEntry | None = None,
    part_of: LogEntry | None = None,
) -> LogEntry:
    """Append one entry to the log of a session, of a tournament or of a series. Raises
    :class:`Refused` for a reason that no database stores."""
    if "\0" in reason:
        raise Refused.because("A reason cannot have the character U+0000: leave it out.")
    return LogEntry.objects.create(
        session_id=session_id,
        tournament_id=tournament_id,
        series_id=series_id,
        line=line,
        user=by.user,
        device=by.device[:200],
        action=action,
        before=before or {},
        after=after or {},
        reason=reason if len(reason) <= MAX_REASON else f"{reason[: MAX_REASON - 1]}…",
        undoes=undoes,
        part_of=part_of,
    )


def as_text(values: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a model as they are logged: lists as they are, everything else as text."""
    return {
        field: value if isinstance(value, list) else str(value) for field, value in values.items()
    }


def non_blank(values: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a line as they are logged: without the blank ones."""
    # 0 stays: it is the score of a board that was passed out.
    return {name: value for name, value in values.items() if value not in ("", None)}


def record_deletion(
    *,
    kind: Deletion.Kind,
    by: Actor,
    title: str = "",
    date: datetime.date | None = None,
    results: int = 0,
    backup: str = "",
) -> None:
    """Append an entry: ``backup`` is the name of the backup that still has what was deleted."""
    Deletion.objects.create(
        kind=kind,
        title=title[:MAX_TITLE],
        date=date,
        results=results,
        user=by.user,
        device=by.device[:200],
        backup=backup,
    )


def check(instance: Model, **options: Any) -> None:
    """Run the model's own validation. Raises :class:`Refused`, each problem with its field as
    the column and its message as the model words it; ``options`` are those of ``full_clean``."""
    try:
        instance.full_clean(**options)
    except ValidationError as error:
        raise Refused(*_problems(instance, error)) from error


def _problems(instance: Model, error: ValidationError) -> list[Problem]:
    problems = []
    for name, messages in error.message_dict.items():
        for message in messages:
            if name == NON_FIELD_ERRORS:
                problems.append(Problem(verbatim(message)))
                continue
            field: Any = instance._meta.get_field(name)
            text = sentence("%(field)s: %(message)s", field=field.verbose_name, message=message)
            problems.append(Problem(text, column=name))
    return problems
