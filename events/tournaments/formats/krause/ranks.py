"""The ranks of the players: those of a file checked, and those of a tournament that is finished."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from clubscore.problems import Sentence, gettext_noop, sentence
from events.tournaments.domain.results import Code
from events.tournaments.domain.tiebreaks.standings import standings
from events.tournaments.domain.tournament import Entrant, Tournament
from events.tournaments.formats.krause.points import points_text
from events.tournaments.formats.krause.report import Report

Points = Mapping[int, Fraction]


def check_ranks(entrants: tuple[Entrant, ...], points: Points, report: Report) -> bool:
    """Whether the ranks are valid; if not, a notice says why."""
    wrong = _wrong_ranks(entrants, points)
    if wrong:
        recalculated = gettext_noop("%(wrong)s; all ranks are recalculated")
        report.notice(sentence(recalculated, wrong=wrong))
    return wrong is None


def _wrong_ranks(entrants: tuple[Entrant, ...], points: Points) -> Sentence | None:
    if not any(entrant.rank for entrant in entrants):
        return sentence(gettext_noop("there are no ranks")) if entrants else None
    by_rank: dict[int, Entrant] = {}
    for entrant in entrants:
        if entrant.rank is None:
            missing = gettext_noop("player %(player)s has no rank")
            return sentence(missing, player=entrant.number)
        if entrant.rank in by_rank:
            twice = gettext_noop("rank %(rank)s appears twice")
            return sentence(twice, rank=entrant.rank)
        by_rank[entrant.rank] = entrant
    # All differ by now: 1 to n without a gap, if n is the highest.
    if max(by_rank) != len(entrants):
        gaps = gettext_noop("the ranks are not 1 to %(players)s")
        return sentence(gaps, players=len(entrants))
    order = [by_rank[rank] for rank in sorted(by_rank)]
    for better, worse in pairwise(order):
        if points[better.number] < points[worse.number]:
            against = gettext_noop(
                "the ranks contradict the points: player %(better)s with %(less)s is ahead of "
                "player %(worse)s with %(more)s"
            )
            return sentence(
                against,
                better=better.number,
                less=points_text(points[better.number]),
                worse=worse.number,
                more=points_text(points[worse.number]),
            )
    return None


def ranked(tournament: Tournament) -> Tournament:
    """The tournament with ranks by points, then its tie-breaks, then names."""
    places = {
        line.number: int(line.place.removesuffix("="))
        for line in standings(tournament, tie_breaks=tournament.tie_breaks)
    }
    order = sorted(
        tournament.entrants,
        key=lambda each: (
            places[each.number], each.family.casefold(), each.given.casefold(), each.number,
        ),
    )  # fmt: skip
    ranks = {entrant.number: rank for rank, entrant in enumerate(order, 1)}
    entrants = (replace(each, rank=ranks[each.number]) for each in tournament.entrants)
    return replace(tournament, entrants=tuple(entrants))


def with_final_ranks(tournament: Tournament) -> Tournament:
    """The tournament as it is written: once its last round is played, with everybody's rank; before
    that with ranks only if it was imported with some.

    Those stay as long as they do not contradict the results; then all are calculated.
    """
    has_ranks = any(entrant.rank for entrant in tournament.entrants)
    if not has_ranks and not _is_finished(tournament):
        return tournament
    points = {each.number: tournament.points_of(each) for each in tournament.entrants}
    return ranked(tournament) if _wrong_ranks(tournament.entrants, points) else tournament


def _is_finished(tournament: Tournament) -> bool:
    results = [each.results for each in tournament.entrants]
    last = tournament.rounds - 1
    reached = any(last < len(own) and own[last] for own in results)
    pending = any(each and each.code is Code.PENDING for own in results for each in own)
    return last >= 0 and reached and not pending
