"""Carry-over from an earlier session or series, as from a qualifying round into a final.

An earlier session counts as a series of one: what it carries over itself is not passed on; use a
series for that.
"""

from dataclasses import dataclass

from clubscore.text.problems import Sentence
from events.models import CarryOver, Series, SeriesSession, Session
from events.sessions.scoring.figures.series import (
    Carrying,
    as_series,
    carry,
    score_chain,
    unfit_sessions,
)
from events.sessions.scoring.selectors.sessions import Link, chain, individual_sessions


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
        """The series that are stored; an earlier session is a series only here."""
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
    """Where a session's carry-over comes from, for the same reader; ``None`` where there is
    none."""
    carry_over: CarryOver | None = getattr(session, "carry_over", None)
    if carry_over is None:
        return None
    source = _source(session, carry_over)
    for each in source.sessions:
        each.reader_is_director = session.reader_is_director
    return source


def _source(session: Session, carry_over: CarryOver) -> Source:
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
    later.adding = way_of_adding(later, last)
    carrying, notices = carry(score_chain(source.links), into=later)
    unfit = unfit_sessions(later, [session], individuals, measure=carrying.measure)
    if unfit:
        return CarriedOver(source, later.adding, Carrying(), (*notices, *unfit.values()))
    return CarriedOver(source, later.adding, carrying, notices)


def way_of_adding(later: Series, before: Series) -> str:
    """How a session adds up what it carries: percentages in the way of the series before it."""
    both = (Series.Adding.AVERAGE, Series.Adding.MATCHPOINTS)
    return before.adding if later.adding in both and before.adding in both else later.adding
