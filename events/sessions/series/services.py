"""Series: made, changed, published. Every change is in the log of the series.

Removing series, with their logs; the sessions stay.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Problem, Refused, refuse_if, sentence
from clubscore.web.visitors import Actor
from events.common.services import (
    check,
    lock_all_series,
    lock_sessions,
    put_into_bin,
    record,
    record_deletion,
    take_out_of_bin,
)
from events.models import CarryOver, Deletion, LogEntry, Series, SeriesSession, Session
from events.sessions.scoring.figures.carry_over import way_of_adding
from events.sessions.scoring.figures.series import (
    as_series,
    carry_forward_problem,
    session_label,
    unfit_sessions,
)
from events.sessions.scoring.selectors.sessions import individual_sessions

FIELDS = (
    "name",
    "club",
    "adding",
    "unit",
    "best",
    "minimum",
    "handicap",
    "earlier",
    "earlier_weight",
)
"""The choices of a series, as they are typed, stored and logged."""

Weights = Mapping[int, int]
"""A session's id → its weight in percent."""


@in_transaction
def create_series(*, series: Series, weights: Weights, by: Actor) -> Series:
    """Save a new series with its sessions.

    Raises :class:`Refused` for sessions that do not add up, with the session's id as the column.
    """
    lock_all_series()
    _refuse_misfits(series, weights)
    series.created_by_id = by.user.pk if by.user else None
    check(series)
    series.save(force_insert=True)
    _set_sessions(series, weights)
    record(
        series_id=series.pk,
        action=LogEntry.Action.CREATED,
        by=by,
        after=_series_values(series, weights),
    )
    return series


@in_transaction
def change_series(*, series: Series, weights: Weights, by: Actor) -> None:
    """Save a changed series with its sessions. Raises as :func:`create_series`."""
    stored = lock_series(series)
    before = _series_values(stored, _weights(stored))
    _refuse_misfits(series, weights)
    after = _series_values(series, weights)
    changed = [name for name in after if after[name] != before[name]]
    if not changed:
        return
    check(series)
    # Not published_at: somebody may have published the series since the form was opened.
    series.save(update_fields=FIELDS)
    _set_sessions(series, weights)
    record(
        series_id=series.pk,
        action=LogEntry.Action.CHANGED,
        by=by,
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )


@in_transaction
def publish_series(*, series: Series, by: Actor) -> None:
    """Let everybody see the standings, as far as the sessions are published."""
    _publish(series, LogEntry.Action.PUBLISHED, by)


@in_transaction
def withdraw_series(*, series: Series, by: Actor) -> None:
    """Let only directors see the standings again."""
    _publish(series, LogEntry.Action.WITHDRAWN, by)


@in_transaction
def leave_series(*, sessions: Sequence[Session], by: Actor) -> list[tuple[int, int]]:
    """Take deleted sessions out of every series; which ones, with the weight in each."""
    left = []
    counted = SeriesSession.objects.filter(session__in=sessions).select_related("session")
    for series_session in counted.order_by("pk"):
        gone = {"left out": f"{series_session.session.title}, {series_session.session.date}"}
        record(
            series_id=series_session.series_id, action=LogEntry.Action.CHANGED, by=by, after=gone
        )
        left.append((series_session.series_id, series_session.weight))
        series_session.delete()
    return left


def join_series(*, session: Session, weights: Sequence[tuple[int, int]], by: Actor) -> None:
    """Count a session again in the series that it left and that are still there, each a pair of id
    and weight. The caller must hold a lock on all series."""
    there = Series.everything.in_bulk([pk for pk, _weight in weights])
    for pk, weight in weights:
        if pk in there:
            SeriesSession.objects.create(series_id=pk, session=session, weight=weight)
            back = {"counted again": f"{session.title}, {session.date}"}
            record(series_id=pk, action=LogEntry.Action.CHANGED, by=by, after=back)


def _publish(series: Series, action: LogEntry.Action, by: Actor) -> None:
    is_public = action == LogEntry.Action.PUBLISHED
    stored = lock_series(series)
    if stored.is_published == is_public:
        return
    series.published_at = timezone.now() if is_public else None
    series.save(update_fields=["published_at"])
    record(series_id=series.pk, action=action, by=by)


def _refuse_misfits(series: Series, weights: Weights) -> None:
    """Raise :class:`Refused` with a problem for each session, and for the series before."""
    # A change of scoring meanwhile could make them unfit.
    sessions = sorted(lock_sessions(weights), key=lambda session: (session.date, session.pk))
    unfit = unfit_sessions(series, sessions, individual_sessions(weights.keys()))
    problems = [Problem(reason, column=str(pk)) for pk, reason in unfit.items()]
    if series.earlier is not None:
        if _comes_back(series):
            problems.append(
                Problem(
                    sentence(
                        "“%(name)s” carries this series forward itself.", name=series.earlier.name
                    ),
                    column="earlier",
                )
            )
        elif (reason := carry_forward_problem(series.earlier, series)) is not None:
            problems.append(Problem(reason, column="earlier"))
    problems += _counted_twice(series, weights)
    refuse_if(problems)


def _counted_twice(series: Series, weights: Weights) -> Iterator[Problem]:
    """A problem for each session that another series of the chain already counts."""
    earlier = dict(Series.objects.values_list("pk", "earlier")) | {series.pk: series.earlier_id}
    before = set(_before(series.pk, earlier))
    after = {number for number in earlier if series.pk in _before(number, earlier)}
    sessions = SeriesSession.objects.filter(series__in=before | after, session__in=weights)
    for session in sessions.exclude(series=series.pk).select_related("series").order_by("pk"):
        yield Problem(
            sentence(
                "This session belongs to “%(name)s” as well, and what is carried forward would "
                "count twice.",
                name=session.series.name,
            ),
            column=str(session.session_id),
        )


def _before(number: int, earlier: Mapping[int, int | None]) -> Iterator[int]:
    """The series that are carried forward into one, the last first."""
    seen = {number}
    before = earlier.get(number)
    # The series itself is not saved yet and may close a circle, which would never end.
    while before is not None and before not in seen:
        seen.add(before)
        yield before
        before = earlier.get(before)


def lock_series(series: Series) -> Series:
    """The series as it is stored now; two changes at once could make a circle of series, each
    carrying forward the other. Raises :class:`Refused` when it was deleted."""
    stored = lock_all_series().get(series.pk)
    if stored is None:
        raise Refused.because("This series was deleted in the meantime.")
    return stored


def _comes_back(series: Series) -> bool:
    """Whether going back from the series leads to it again."""
    earlier = dict(Series.everything.values_list("pk", "earlier"))
    seen = set()
    number = series.earlier_id
    while number is not None and number not in seen:
        if number == series.pk:
            return True
        seen.add(number)
        number = earlier.get(number)
    return False


def _set_sessions(series: Series, weights: Weights) -> None:
    series.counted_sessions.exclude(session__in=weights).delete()
    # One statement for new and changed weights: a dozen rows take 0.4 ms, by bulk_update 4.7.
    SeriesSession.objects.bulk_create(
        [
            SeriesSession(series=series, session_id=pk, weight=weight)
            for pk, weight in weights.items()
        ],
        update_conflicts=True,
        unique_fields=["series", "session"],
        update_fields=["weight"],
    )


def _weights(series: Series) -> dict[int, int]:
    return dict(series.counted_sessions.values_list("session", "weight"))


def _series_values(series: Series, weights: Weights) -> dict[str, Any]:
    """A series as it is logged."""
    values: dict[str, Any] = {name: getattr(series, name) for name in FIELDS}
    values["club"], values["earlier"] = series.club_id, series.earlier_id
    return values | {"sessions": {str(pk): weights[pk] for pk in sorted(weights)}}


@in_transaction
def delete_series(*, series: Series, by: Actor) -> None:
    """Put a series into the bin; until it is brought back, what carried it forward does not. Raises
    :class:`Refused` when it is gone."""
    stored = lock_series(series)
    record_deletion(kind=Deletion.Kind.SERIES, title=stored.name, by=by)
    kept = {"carried": forget_series(series=[stored], by=by), "later": _forget_later([stored], by)}
    put_into_bin(event=stored, kept=kept)
    record(series_id=stored.pk, action=LogEntry.Action.BINNED, by=by)


@in_transaction
def restore_series(*, pk: int, by: Actor) -> Series:
    """Bring a series back from the bin as it was; what carried it forward does so again, unless
    it carries another one by now. Raises :class:`Refused` when it is not there (any more)."""
    lock_all_series()
    series, kept = take_out_of_bin(model=Series, pk=pk)
    record(series_id=pk, action=LogEntry.Action.BROUGHT_BACK, by=by)
    carry_again(carried=kept.get("carried", []), by=by, earlier_series=series)
    later_ones = Series.everything.filter(pk__in=kept.get("later", []), earlier=None)
    for later in later_ones.order_by("pk"):
        later.earlier = series
        if _comes_back(later):
            continue
        later.save(update_fields=["earlier"])
        record(
            series_id=later.pk, action=LogEntry.Action.CHANGED, by=by,
            before={"earlier": None}, after={"earlier": pk},
        )  # fmt: skip
    return series


def erase_series(*, series: Sequence[Series], by: Actor) -> None:
    """Erase series with their logs; whatever carried them forward has an entry in its own log.

    The caller must hold a lock on all series.
    """
    log = LogEntry.objects.filter(series__in=series)
    # _raw_delete: the delete() of an append-only log refuses, and the rows protect the series.
    log._raw_delete(log.db)
    forget_series(series=series, by=by)
    _forget_later(series, by)
    Series.everything.filter(pk__in=[each.pk for each in series]).delete()


def _forget_later(series: Sequence[Series], by: Actor) -> list[int]:
    """Let no series carry these forward any more; which ones did."""
    later = Series.everything.filter(earlier__in=series)
    others = later.exclude(pk__in=[each.pk for each in series])
    numbers = []
    for pk, earlier in others.order_by("pk").values_list("pk", "earlier"):
        record(
            series_id=pk,
            action=LogEntry.Action.CHANGED,
            by=by,
            before={"earlier": earlier},
            after={"earlier": None},
        )
        numbers.append(pk)
    later.update(earlier=None)
    return numbers


@in_transaction
def set_carry_over(
    *,
    session: Session,
    by: Actor,
    earlier_session: Session | None = None,
    earlier_series: Series | None = None,
    weight: int = 50,
) -> None:
    """Let a session carry over an earlier session or a series; with neither, nothing is carried.

    Raises :class:`Refused` for what cannot be added to this session.
    """
    # How they are scored must not change meanwhile.
    lock_all_series()
    lock_sessions([session.pk, *([earlier_session.pk] if earlier_session else [])])
    stored = CarryOver.objects.filter(session=session).first()
    before = _values(stored)
    if earlier_session is None and earlier_series is None:
        CarryOver.objects.filter(session=session).delete()
        wanted = None
    else:
        wanted = stored or CarryOver(session=session)
        wanted.earlier_session, wanted.earlier_series = earlier_session, earlier_series
        wanted.weight = weight
        _refuse(wanted)
    after = _values(wanted)
    if after == before:
        return
    if wanted is not None:
        wanted.full_clean()
        wanted.save()
    record(
        session_id=session.pk,
        action=LogEntry.Action.CHANGED,
        by=by,
        before={"carry-over": before},
        after={"carry-over": after},
    )


def forget_sessions(*, sessions: Sequence[Session], by: Actor) -> list[tuple[int, int]]:
    """Remove every carry-over from deleted sessions; to which session, and with what weight."""
    return _forget(CarryOver.objects.filter(earlier_session__in=sessions), by)


def forget_series(*, series: Sequence[Series], by: Actor) -> list[tuple[int, int]]:
    """Remove every carry-over from deleted series; to which session, and with what weight."""
    return _forget(CarryOver.objects.filter(earlier_series__in=series), by)


def carry_again(
    *, carried: Iterable[tuple[int, int]], by: Actor, **earlier: Session | Series
) -> None:
    """Let sessions carry over again what they did, each a pair of id and weight, unless they carry
    something else by now. The caller must hold a lock on all series."""
    weights = dict(carried)
    free = Session.everything.filter(pk__in=weights, carry_over=None)
    for session in free.order_by("pk"):
        back = CarryOver(session=session, weight=weights[session.pk], **earlier)
        with suppress(Refused):
            _refuse(back)
            back.save()
            record(
                session_id=session.pk, action=LogEntry.Action.CHANGED, by=by,
                before={"carry-over": {}}, after={"carry-over": _values(back)},
            )  # fmt: skip


def _forget(found: QuerySet[CarryOver], by: Actor) -> list[tuple[int, int]]:
    forgotten = []
    for carry_over in found.order_by("session"):
        record(
            session_id=carry_over.session_id,
            action=LogEntry.Action.CHANGED,
            by=by,
            before={"carry-over": _values(carry_over)},
            after={"carry-over": {}},
        )
        forgotten.append((carry_over.session_id, carry_over.weight))
        carry_over.delete()
    return forgotten


def _refuse(carry_over: CarryOver) -> None:
    session, earlier = carry_over.session, carry_over.earlier_session
    if earlier is not None and earlier.pk == session.pk:
        raise Refused.because("A session cannot carry over from itself.")
    if earlier is not None and earlier.date > session.date:
        raise Refused.because(
            "%(earlier)s was played after this session.", earlier=session_label(earlier)
        )
    series = carry_over.earlier_series
    if series is not None and series.sessions.contains(session):
        raise Refused.because(
            "This session belongs to “%(name)s”: what it carries over would count twice.",
            name=series.name,
        )
    individuals = individual_sessions([session.pk, *([earlier.pk] if earlier else [])])
    before = as_series(earlier, individuals) if earlier else series
    later = as_series(session, individuals)
    if before is None:
        raise ValueError("A carry-over comes from a session or from a series.")
    if before.adding == later.adding == Series.Adding.TOTAL and earlier:
        reason = unfit_sessions(later, [earlier, session], individuals).get(session.pk)
    else:
        reason = None
    later.adding = way_of_adding(later, before)
    if reason := reason or carry_forward_problem(before, later):
        raise Refused(reason)


def _values(carry_over: CarryOver | None) -> dict[str, Any]:
    """A carry-over as it is logged."""
    if carry_over is None:
        return {}
    return {
        "session": carry_over.earlier_session_id,
        "series": carry_over.earlier_series_id,
        "weight": carry_over.weight,
    }
