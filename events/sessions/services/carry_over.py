"""Carry-over from an earlier session or series, as from a qualifying round into a final.

An earlier session counts as a series of one: what it carries over itself is not passed on; use a
series for that.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from clubscore.actor import Actor
from clubscore.problems import Refused, Sentence, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_all_series, lock_sessions
from events.common.services.log import record
from events.models import CarryOver, LogEntry, Series, SeriesSession, Session
from events.sessions.selectors.series import Link, chain, individual_sessions
from events.sessions.services.series_fit import carry_forward_problem, session_label, unfit_sessions
from events.sessions.services.series_scoring import Carrying, carry, score_chain


@dataclass(frozen=True, slots=True)
class Source:
    """Where the carry-over of a session comes from, read but not yet scored."""

    carry_over: CarryOver
    links: tuple[Link, ...]

    @property
    def name(self) -> str:
        """The earlier session's title, or the series' name."""
        earlier = self.carry_over.earlier_session
        return earlier.title if earlier else str(self.carry_over.earlier_series)

    @property
    def sessions(self) -> list[Session]:
        return [each.session for link in self.links for each in link.sessions]

    @property
    def series_ids(self) -> list[int]:
        """Those that are stored; an earlier session is a series only here."""
        return [link.series.pk for link in self.links if link.series.pk]

    @property
    def is_published(self) -> bool:
        """Whether a visitor may see all of it."""
        return all(session.is_published for session in self.sessions)


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """What is carried over, how it adds up, and why something of it does not count."""

    source: Source
    adding: str
    carrying: Carrying
    notices: tuple[Sentence, ...]


def source_of(session: Session) -> Source | None:
    """Where a session's carry-over comes from; ``None`` where there is none."""
    carry_over: CarryOver | None = getattr(session, "carry_over", None)
    if carry_over is None:
        return None
    if carry_over.earlier_series is not None:
        return Source(carry_over, tuple(chain(carry_over.earlier_series, director=True)))
    earlier = carry_over.earlier_session
    if earlier is None:
        raise ValueError("A carry-over comes from a session or from a series.")
    whole = SeriesSession(session=earlier, weight=100)
    return Source(
        carry_over, (Link(as_series(earlier, individual_sessions([earlier.pk])), (whole,)),)
    )


def carried_over(session: Session, source: Source) -> CarriedOver:
    """Score what a session carries over."""
    individuals = individual_sessions([session.pk])
    last = source.links[-1].series
    later = as_series(session, individuals)
    later.earlier_weight = source.carry_over.weight
    later.adding = _adding(later, last)
    carrying, notices = carry(score_chain(source.links), into=later)
    unfit = unfit_sessions(later, [session], individuals, measure=carrying.measure)
    if unfit:
        return CarriedOver(source, later.adding, Carrying(), (*notices, *unfit.values()))
    return CarriedOver(source, later.adding, carrying, notices)


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


def forget_sessions(*, sessions: Sequence[Session], by: Actor) -> None:
    """Remove every carry-over from sessions that are about to be erased."""
    _forget(CarryOver.objects.filter(earlier_session__in=sessions), by)


def forget_series(*, series: Sequence[Series], by: Actor) -> None:
    """Remove every carry-over from series that are about to be erased."""
    _forget(CarryOver.objects.filter(earlier_series__in=series), by)


def _forget(found: QuerySet[CarryOver], by: Actor) -> None:
    for carry_over in found:
        record(
            session_id=carry_over.session_id,
            action=LogEntry.Action.CHANGED,
            by=by,
            before={"carry-over": _values(carry_over)},
            after={"carry-over": {}},
        )
        carry_over.delete()


def _refuse(carry_over: CarryOver) -> None:
    session, earlier = carry_over.session, carry_over.earlier_session
    if earlier is not None and earlier.pk == session.pk:
        itself = gettext_noop("A session cannot carry over from itself.")
        raise Refused(sentence(itself))
    if earlier is not None and earlier.date > session.date:
        after = gettext_noop("%(earlier)s was played after this session.")
        raise Refused(sentence(after, earlier=session_label(earlier)))
    series = carry_over.earlier_series
    if series is not None and series.sessions.contains(session):
        inside = gettext_noop(
            "This session belongs to “%(name)s”: what it carries over would count twice."
        )
        raise Refused(sentence(inside, name=series.name))
    individuals = individual_sessions([session.pk, *([earlier.pk] if earlier else [])])
    before = as_series(earlier, individuals) if earlier else series
    later = as_series(session, individuals)
    if before is None:
        raise ValueError("A carry-over comes from a session or from a series.")
    if before.adding == later.adding == Series.Adding.TOTAL and earlier:
        reason = unfit_sessions(later, [earlier, session], individuals).get(session.pk)
    else:
        reason = None
    later.adding = _adding(later, before)
    if reason := reason or carry_forward_problem(before, later):
        raise Refused(reason)


def _adding(later: Series, before: Series) -> str:
    """How a session adds up what it carries: percentages in the way of the series before it."""
    both = (Series.Adding.AVERAGE, Series.Adding.MATCHPOINTS)
    return before.adding if later.adding in both and before.adding in both else later.adding


def _values(carry_over: CarryOver | None) -> dict[str, Any]:
    """A carry-over as it is logged."""
    if carry_over is None:
        return {}
    return {
        "session": carry_over.earlier_session_id,
        "series": carry_over.earlier_series_id,
        "weight": carry_over.weight,
    }


def as_series(session: Session, individuals: Collection[int]) -> Series:
    """A session as a series of one, not stored."""
    by_matchpoints = session.method == Session.Method.MATCHPOINTS
    return Series(
        name=session.title,
        adding=Series.Adding.AVERAGE if by_matchpoints else Series.Adding.TOTAL,
        unit=Series.Unit.PLAYER if session.pk in individuals else Series.Unit.PAIR,
    )
