"""What can be added up: which sessions fit a series, and what can be carried forward into what.

Percentages, IMPs of different methods and points are never mixed; every refusal says which
session, why, and what to do.

Scoring series: applies the rules to the sessions' standings with the settings of the series.

Nothing is stored: every call computes the standings again.

Pairs and players are the same from one session to the next by their numbers in the register. A
*link* is a series of a chain, in which each carries forward into the next.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from django.utils.formats import date_format

from clubscore.text.problems import Problem, Sentence, refuse_if, sentence
from events.models import Series, SeriesSession, Session
from events.sessions.scoring.domain.ranking import Standing
from events.sessions.scoring.domain.series import (
    Adding,
    Carried,
    SeriesSettings,
    SeriesStanding,
    SessionResult,
    Unit,
    carry_forward,
    rank_series,
    session_results,
)
from events.sessions.scoring.figures.scoring import SessionStandings, standings_of_sessions
from events.sessions.scoring.selectors.contestants import Contestants, contestants_of_sessions
from events.sessions.scoring.selectors.sessions import Link, individual_sessions
from players.domain.names import Name


def session_label(session: Session) -> str:
    """A session as messages name it: its title with its date."""
    return f"“{session.title}” ({date_format(session.date, 'j F Y')})"


def unfit_sessions(
    series: Series,
    sessions: Sequence[Session],
    individuals: Collection[int],
    *,
    measure: Session | None = None,
) -> dict[int, Sentence]:
    """Why sessions cannot be in the series, by their ids.

    ``individuals`` are the ids of the individual sessions. The others must be scored as the
    ``measure`` is: by default the first session that fits the series.
    """
    sentences: dict[int, Sentence] = {}
    for session in sessions:
        reason = _unfit_alone(session, series, individuals)
        if reason is None and measure is not None:
            reason = _unfit_together(session, measure, series.adding)
        if reason is not None:
            sentences[session.pk] = reason
        else:
            measure = measure or session
    return sentences


def carry_forward_problem(earlier: Series, later: Series) -> Sentence | None:
    """Why a series cannot be carried forward into another one; ``None`` where it can."""
    if earlier.unit != later.unit:
        return sentence(
            "“%(earlier)s” ranks %(unit)s and “%(later)s” %(other)s: nothing can be carried"
            " forward.",
            earlier=earlier.name,
            unit=earlier.get_unit_display(),
            later=later.name,
            other=later.get_unit_display(),
        )
    if earlier.adding != later.adding:
        return sentence(
            "“%(earlier)s” has the %(way)s and “%(later)s” the %(other)s: nothing can be carried"
            " forward.",
            earlier=earlier.name,
            way=earlier.get_adding_display(),
            later=later.name,
            other=later.get_adding_display(),
        )
    return None


def _unfit_alone(session: Session, series: Series, individuals: Collection[int]) -> Sentence | None:
    if series.unit == Series.Unit.PAIR and session.pk in individuals:
        return sentence(
            "%(session)s is an individual and has no pairs to rank. Rank players, or leave it out.",
            session=session_label(session),
        )
    by_matchpoints = session.method == Session.Method.MATCHPOINTS
    if by_matchpoints == (series.adding != Series.Adding.TOTAL):
        return None
    if by_matchpoints:
        return sentence(
            "%(session)s is scored by matchpoints: choose the average of the percentages or"
            " matchpoints over tops, or leave it out.",
            session=session_label(session),
        )
    return sentence(
        "%(session)s is scored by %(method)s and has no percentages: choose the sum of the IMPs or"
        " points, or leave it out.",
        session=session_label(session),
        method=session.get_method_display(),
    )


def _unfit_together(session: Session, other: Session, adding: str) -> Sentence | None:
    values = {"session": session_label(session), "other": session_label(other)}
    # Matchpoints over tops: the same score counts double on the scale of two for a win.
    if adding == Series.Adding.MATCHPOINTS and session.scale != other.scale:
        return sentence(
            "%(session)s and %(other)s give different matchpoints for a win: choose the average of"
            " the percentages, or leave one out.",
            **values,
        )
    if adding != Series.Adding.TOTAL:
        return None
    if session.method != other.method:
        return sentence(
            "%(session)s is scored by %(method)s, %(other)s by %(other_method)s: they do not add"
            " up. Leave one out.",
            **values,
            method=session.get_method_display(),
            other_method=other.get_method_display(),
        )
    crossed = session.method == Session.Method.CROSS_IMPS
    if crossed and session.cross_imps_mean != other.cross_imps_mean:
        return sentence(
            "Of %(session)s and %(other)s, one has the mean of the cross-IMPs and one their sum:"
            " they do not add up. Leave one out.",
            **values,
        )
    return None


@dataclass(frozen=True, slots=True)
class Evening:
    """A session of a series; ``counts`` unless it does not fit the others."""

    of_series: SeriesSession
    scored: SessionStandings
    counts: bool

    @property
    def session(self) -> Session:
        return self.of_series.session

    @property
    def is_provisional(self) -> bool:
        """Whether results are in, and more may come."""
        return self.scored.entered > 0 and not self.session.is_finished


@dataclass(frozen=True, slots=True)
class Carrying:
    """What everybody brings into a series, in the scratch and in the handicap list."""

    scratch: Mapping[Hashable, Carried] = field(default_factory=dict)
    handicap: Mapping[Hashable, Carried] = field(default_factory=dict)
    measure: Session | None = None


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """The standings of a series, as played and with handicap, and what they are made of."""

    series: Series
    evenings: tuple[Evening, ...]
    scratch: tuple[SeriesStanding, ...]
    handicap: tuple[SeriesStanding, ...]
    carrying: Carrying
    names: Mapping[int, Name]
    notices: tuple[Sentence, ...]

    @property
    def played(self) -> list[Evening]:
        """The sessions that count and have results."""
        return [evening for evening in self.evenings if evening.counts and evening.scored.entered]


@dataclass(frozen=True, slots=True)
class _Field:
    """Everything that is read of the sessions of a chain."""

    scored: Mapping[int, SessionStandings]
    contestants: Mapping[int, Contestants]
    individuals: frozenset[int]


def score_chain(links: Sequence[Link], *, full_names: bool = False) -> SeriesScore:
    """Score the last series of a chain, with what the others carry forward into it.

    A player shown by initials has no other name in it, unless a director reads (``full_names``).
    Six queries, however many series and sessions there are; three where nothing has changed.
    """
    # A session may be in several series of the chain; it is read and scored once.
    sessions = {each.session_id: each.session for link in links for each in link.sessions}
    data = _Field(
        standings_of_sessions(sessions.values()),
        contestants_of_sessions(sessions, full_names=full_names),
        frozenset(individual_sessions(sessions)),
    )
    score = _score(links[0], Carrying(), data)
    for link in links[1:]:
        carrying, notices = carry(score, into=link.series)
        score = _score(link, carrying, data)
        score = replace(score, notices=(*notices, *score.notices))
    return score


def carry(score: SeriesScore, *, into: Series) -> tuple[Carrying, tuple[Sentence, ...]]:
    """What the standings bring into a later series, by its weight; or the reason why nothing."""
    reason = carry_forward_problem(score.series, into)
    if reason is not None:
        return Carrying(), (reason,)
    weight = Fraction(into.earlier_weight, 100)
    # A later session must be scored as the earlier ones were; the first that counts stands
    # for all, since they fit each other.
    measure = next((evening.session for evening in score.evenings if evening.counts), None)
    carrying = Carrying(
        carry_forward(score.scratch, weight),
        carry_forward(score.handicap, weight),
        measure or score.carrying.measure,
    )
    return carrying, score.notices


def players_of(
    contestants: Contestants, unit: Unit, *, individual: bool
) -> Callable[[Standing], Sequence[int]]:
    """The players of a standing; none until both names of a pair are known.

    Where players are ranked, a partner who is named counts without the other.
    """

    def players(standing: Standing) -> Sequence[int]:
        ids = contestants[standing.contestant].player_ids  # type: ignore[index]
        return ids if unit is Unit.PLAYER or len(ids) == (1 if individual else 2) else ()

    return players


def handicap_of(contestants: Contestants) -> Callable[[Standing], Fraction]:
    """The handicap of a standing's contestant, 0 for none."""

    def handicap(standing: Standing) -> Fraction:
        return contestants[standing.contestant].handicap or Fraction(0)  # type: ignore[index]

    return handicap


def _score(link: Link, carrying: Carrying, data: _Field) -> SeriesScore:
    series = link.series
    unfit = unfit_sessions(
        series, [each.session for each in link.sessions], data.individuals, measure=carrying.measure
    )
    results: list[SessionResult] = []
    notices = list(unfit.values())
    for each in link.sessions:
        if each.session_id in unfit:
            continue
        results += _results(each, series, data)
        notices += _nameless(each.session, series, data)
    settings = SeriesSettings(Adding(series.adding), series.best, series.minimum)
    scratch = handicap = rank_series(results, settings, carried=carrying.scratch)
    # Without any handicap the second list is the first one; it is not ranked again.
    if carrying.handicap != carrying.scratch or any(result.handicap for result in results):
        handicap = rank_series(results, settings, handicap=True, carried=carrying.handicap)
    return SeriesScore(
        series,
        tuple(
            Evening(session, data.scored[session.session_id], session.session_id not in unfit)
            for session in link.sessions
        ),
        scratch,
        handicap,
        carrying,
        _names(data.contestants),
        tuple(notices),
    )


def _results(each: SeriesSession, series: Series, data: _Field) -> list[SessionResult]:
    contestants = data.contestants[each.session_id]
    unit = Unit(series.unit)
    return session_results(
        each.session_id,
        data.scored[each.session_id].standings,
        players_of(contestants, unit, individual=each.session_id in data.individuals),
        unit=unit,
        weight=Fraction(each.weight, 100),
        handicap=handicap_of(contestants),
    )


def _nameless(session: Session, series: Series, data: _Field) -> list[Sentence]:
    """A sentence when contestants with a place have names missing."""
    contestants = data.contestants[session.pk]
    seats = 1 if session.pk in data.individuals else 2
    placed = {
        standing.contestant for standing in data.scored[session.pk].standings if standing.place
    }
    nameless = sum(len(contestants[pk].player_ids) < seats for pk in placed)  # type: ignore[index]
    if not nameless:
        return []
    values = {"number": nameless, "session": session_label(session)}
    if seats == 1:
        return [
            sentence(
                "Players without a name in %(session)s: %(number)s. They do not count.", **values
            )
        ]
    if series.unit == Series.Unit.PAIR:
        return [
            sentence(
                "Pairs without both names in %(session)s: %(number)s. They do not count.", **values
            )
        ]
    return [
        sentence(
            "Pairs without both names in %(session)s: %(number)s. Players who are not named do not "
            "count.",
            **values,
        )
    ]


def _names(contestants: Mapping[int, Contestants]) -> dict[int, Name]:
    return {
        player: name
        for session in contestants.values()
        for record in session.values()
        for player, name in zip(record.player_ids, record.names, strict=True)
    }


def as_series(session: Session, individuals: Collection[int]) -> Series:
    """A session as a series of one, not stored."""
    by_matchpoints = session.method == Session.Method.MATCHPOINTS
    return Series(
        name=session.title,
        adding=Series.Adding.AVERAGE if by_matchpoints else Series.Adding.TOTAL,
        unit=Series.Unit.PLAYER if session.pk in individuals else Series.Unit.PAIR,
    )


def refuse_unfit_settings(*, session: Session) -> None:
    """Refuse settings of a session that no longer add up with its series.

    The caller must hold a lock on the session. Raises :class:`Refused`.
    """
    problems = []
    for series in Series.objects.filter(sessions=session):
        others = [
            counted_session.session
            for counted_session in series.counted_sessions.select_related("session").exclude(
                session=session
            )
        ]
        individuals = individual_sessions([session.pk, *(other.pk for other in others)])
        reason = unfit_sessions(series, [*others, session], individuals).get(session.pk)
        if reason is not None:
            problems.append(
                Problem(
                    sentence(
                        "This session belongs to the series “%(series)s”. %(reason)s",
                        series=series.name,
                        reason=reason,
                    )
                )
            )
    refuse_if(problems)
