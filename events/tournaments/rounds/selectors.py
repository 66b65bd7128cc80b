"""Everybody's points before a round, counted from the rows of the results alone; in a McMahon
tournament the McMahon scores.

What was done to a game.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from django.db.models import F, QuerySet

from events.models import Entry, Game, GameReport, LogEntry, Tournament
from events.tournaments.core.domain.results import Code, Outcome, read_outcome
from events.tournaments.core.domain.tournament import KNOCKOUT, kind_of
from events.tournaments.core.selectors.rounds import visible_results
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.go.domain.event import go_event
from events.tournaments.go.domain.scores import Scores
from events.tournaments.standings.domain.catalogue import chosen
from events.tournaments.standings.domain.knockout import rounds_reached


def shows_mcmahon_scores(tournament: Tournament) -> bool:
    """Whether McMahon scores decide, and stand beside a player instead of points."""
    return tournament.has_grades and any(each.leads for each in chosen(tournament.tie_breaks)[:1])


def shown_before(tournament: Tournament, number: int) -> dict[int, Fraction]:
    """What stands beside everybody before round ``number``, by starting number: the points, or the
    McMahon score where that decides."""
    if not shows_mcmahon_scores(tournament):
        return scores_before(tournament, number)
    after = number - 1
    scores = Scores(go_event(tournament_value(tournament), after), after)
    return {entrant: Fraction(doubled, 2) for entrant, doubled in scores.mms.items()}


def scores_before(tournament: Tournament, number: int) -> dict[int, Fraction]:
    """Everybody's points before round ``number``, by starting number, in two queries."""
    before = visible_results(tournament).filter(
        round__number__lt=number, entry__number__isnull=False
    )
    rows = before.values_list("entry__number", "bye", "side", "game__outcome")
    numbers = tournament.entries.filter(number__isnull=False).values_list("number", flat=True)
    # A large tournament has thousands of results, many of them the same ones of the same player.
    found = Counter(rows.order_by())
    worth = {kind: _worth(tournament, *kind) for kind in {row[1:] for row in found}}
    unit = lcm(*(points.denominator for points in worth.values()))
    units = {kind: int(points * unit) for kind, points in worth.items()}
    totals = dict.fromkeys(numbers.order_by(), 0)
    for row, count in found.items():
        totals[row[0]] += units[row[1:]] * count
    points = {entrant or 0: Fraction(total, unit) for entrant, total in totals.items()}
    for award in tournament.awards_of_numbers:
        if award.round < number and award.number in points:
            points[award.number] += award.points
    return points


def _worth(tournament: Tournament, bye: str, side: int | None, outcome: str | None) -> Fraction:
    """The points of one side of a game, or of a bye."""
    if outcome is None:
        code = Code(bye)
    else:
        game = Outcome(outcome)
        code = game.first if side == Game.FIRST else game.second
    return tournament.system.points(code) or Fraction(0)


def game_log(tournament: Tournament, game_id: int) -> QuerySet[LogEntry]:
    """What was done to a game of a tournament, the latest first, each with its user."""
    entries = LogEntry.objects.filter(tournament=tournament, after__game=game_id)
    return entries.select_related("user")


def said_by_phones(game_id: int) -> list[Outcome]:
    """What players' phones say of a game and nobody has written yet: once a result is typed, it
    stands no more."""
    said = GameReport.objects.filter(game=game_id, version=F("game__version")).order_by("side")
    return list(dict.fromkeys(read_outcome(each.result) for each in said))


def expected_in(tournament: Tournament, number: int, entries: Iterable[Entry]) -> list[Entry]:
    """Who is to be paired in a round: everybody who attends it, and is not knocked out."""
    attending = [entry for entry in entries if entry.attends(number)]
    if kind_of(tournament.kind) != KNOCKOUT:
        return attending
    reached = rounds_reached(tournament_value(tournament), number - 1)
    return [entry for entry in attending if reached.get(entry.number or 0, number) >= number]
