"""Scoring series: applies the rules to the sessions' standings with the settings of the series.

Nothing is stored: every call computes the standings again.

Pairs and players are the same from one session to the next by their numbers in the register. A
*link* is a series of a chain, in which each carries forward into the next.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from clubscore.problems import Sentence, gettext_noop, sentence
from events.models import Series, SeriesSession, Session
from events.sessions.domain.carry_over import Carried, carry_forward
from events.sessions.domain.scoring.ranking import Standing
from events.sessions.domain.series import (
    Adding,
    SeriesSettings,
    SeriesStanding,
    SessionResult,
    Unit,
    rank_series,
    session_results,
)
from events.sessions.selectors.contestants import ContestantRecord, contestants_of_sessions
from events.sessions.selectors.series import Link, individual_sessions
from events.sessions.services.series_fit import carry_forward_problem, session_label, unfit_sessions
from events.sessions.services.standings_cache import SessionStandings, standings_of_sessions
from players.domain.names import Name

Contestants = Mapping[int, ContestantRecord]


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
        """Those that count and have results."""
        return [each for each in self.evenings if each.counts and each.scored.entered]


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
    sessions = list(dict.fromkeys(each.session_id for link in links for each in link.sessions))
    data = _Field(
        standings_of_sessions(sessions),
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
    measure = next((each.session for each in score.evenings if each.counts), None)
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
        series,
        [each.session for each in link.sessions],
        data.individuals,
        measure=carrying.measure,
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
            Evening(each, data.scored[each.session_id], each.session_id not in unfit)
            for each in link.sessions
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
    placed = {each.contestant for each in data.scored[session.pk].standings if each.place}
    nameless = sum(len(contestants[pk].player_ids) < seats for pk in placed)  # type: ignore[index]
    if not nameless:
        return []
    values = {"number": nameless, "session": session_label(session)}
    if seats == 1:
        players = gettext_noop(
            "Players without a name in %(session)s: %(number)s. They do not count."
        )
        return [sentence(players, **values)]
    if series.unit == Series.Unit.PAIR:
        pairs = gettext_noop(
            "Pairs without both names in %(session)s: %(number)s. They do not count."
        )
        return [sentence(pairs, **values)]
    halves = gettext_noop(
        "Pairs without both names in %(session)s: %(number)s. Players who are not named do not "
        "count."
    )
    return [sentence(halves, **values)]


def _names(contestants: Mapping[int, Contestants]) -> dict[int, Name]:
    return {
        player: name
        for session in contestants.values()
        for record in session.values()
        for player, name in zip(record.player_ids, record.names, strict=True)
    }
