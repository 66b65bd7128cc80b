"""Series: made, changed, published. Every change is in the log of the series."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils import timezone

from clubscore.actor import Actor
from clubscore.problems import Problem, Refused, gettext_noop, refuse_if, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_all_series, lock_sessions
from events.common.services.log import record
from events.common.services.validation import check
from events.models import LogEntry, Series, SeriesSession, Session
from events.sessions.selectors.series import individual_sessions
from events.sessions.services.series_fit import carry_forward_problem, unfit_sessions

LOGGED = (
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
        series_id=series.pk, action=LogEntry.Action.CREATED, by=by, after=_values(series, weights)
    )
    return series


@in_transaction
def change_series(*, series: Series, weights: Weights, by: Actor) -> None:
    """Save a changed series with its sessions. Raises as :func:`create_series`."""
    stored = lock_series(series)
    before = _values(stored, _weights(stored))
    _refuse_misfits(series, weights)
    after = _values(series, weights)
    changed = [name for name in after if after[name] != before[name]]
    if not changed:
        return
    check(series)
    # Not published_at: somebody may have published the series since the form was opened.
    series.save(update_fields=LOGGED)
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
def leave_series(*, sessions: Sequence[Session], by: Actor) -> None:
    """Take sessions out of every series, because they are about to be erased."""
    for each in SeriesSession.objects.filter(session__in=sessions).select_related("session"):
        gone = {"left out": f"{each.session.title}, {each.session.date}"}
        record(series_id=each.series_id, action=LogEntry.Action.CHANGED, by=by, after=gone)
        each.delete()


def refuse_unfit_settings(*, session: Session) -> None:
    """Refuse settings of a session that no longer add up with its series.

    The caller must hold a lock on the session. Raises :class:`Refused`.
    """
    reasoned = gettext_noop("This session belongs to the series “%(series)s”. %(reason)s")
    problems = []
    for series in Series.objects.filter(sessions=session):
        others = [
            each.session
            for each in series.counted_sessions.select_related("session").exclude(session=session)
        ]
        individuals = individual_sessions([session.pk, *(other.pk for other in others)])
        reason = unfit_sessions(series, [*others, session], individuals).get(session.pk)
        if reason is not None:
            problems.append(Problem(sentence(reasoned, series=series.name, reason=reason)))
    refuse_if(problems)


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
            circle = gettext_noop("“%(name)s” carries this series forward itself.")
            problems.append(Problem(sentence(circle, name=series.earlier.name), column="earlier"))
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
    twice = gettext_noop(
        "This session belongs to “%(name)s” as well, and what is carried forward would count twice."
    )
    for each in sessions.exclude(series=series.pk).select_related("series").order_by("pk"):
        yield Problem(sentence(twice, name=each.series.name), column=str(each.session_id))


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
        raise Refused(sentence(gettext_noop("This series was deleted in the meantime.")))
    return stored


def _comes_back(series: Series) -> bool:
    """Whether going back from the series leads to it again."""
    earlier = dict(Series.objects.values_list("pk", "earlier"))
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


def _values(series: Series, weights: Weights) -> dict[str, Any]:
    """A series as it is logged."""
    values: dict[str, Any] = {name: getattr(series, name) for name in LOGGED}
    values["club"], values["earlier"] = series.club_id, series.earlier_id
    return values | {"sessions": {str(pk): weights[pk] for pk in sorted(weights)}}
