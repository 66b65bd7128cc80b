"""A file compared with itself: points, dates, and rounds without results.

Points, the start, the name and an empty round have one sensible correction, which the director
accepts; about round dates there is only a notice.

The ranks of the players: those of a file checked, and those of a tournament that is finished.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import pairwise
from math import lcm

from clubscore.text.problems import Sentence, sentence
from events.tournaments.core.domain.results import Code, PointSystem, points_text
from events.tournaments.core.domain.tournament import Award, Entrant, Tournament
from events.tournaments.files.formats.krause.games import Results
from events.tournaments.files.formats.krause.header import MAX_TEXT_LENGTH, Header
from events.tournaments.files.formats.krause.lines import Report, in_century_of, points_from
from events.tournaments.files.formats.krause.players import Row
from events.tournaments.standings.domain.standings import standings

Points = dict[int, Fraction]


def check_name(header: Header, file_name: str, report: Report) -> str:
    """The tournament's name, from the file's name where the file has none."""
    if header.name:
        return header.name
    file_name = file_name[:MAX_TEXT_LENGTH]
    missing = sentence("the tournament's name is missing")
    if file_name:
        stored = sentence('the file name is used: "%(name)s"', name=file_name)
    else:
        stored = sentence("it must be given")
    report.adjust(missing, stored, header.place("012"))
    return file_name


def check_days(
    header: Header, rounds: int, report: Report
) -> tuple[date | None, date | None, tuple[date, ...]]:
    """The first day, the last, and the days of the rounds if they can be."""
    start = header.start or _missing_start(header, report)
    finish = header.finish
    if start and finish and start > finish:
        report.error(
            sentence("the start %(start)s is after the end %(finish)s", start=start, finish=finish),
            header.place("042"),
        )
    # Record 132 has years of two digits.
    dates = tuple(in_century_of(day, start) for day in header.dates)
    wrong = _wrong_dates(dates, rounds, start, finish, strict=report.strict) if dates else None
    if wrong:
        report.tolerate(
            sentence("%(wrong)s; the round dates are dropped", wrong=wrong), header.place("132")
        )
        return start, finish, ()
    # Without record 052 the last round's day is the end.
    return start, finish or (dates[-1] if dates else None), dates


def _missing_start(header: Header, report: Report) -> date | None:
    wrong = sentence("the start date is missing")
    if header.start_text:
        wrong = sentence('"%(text)s" is not a date', text=header.start_text)
    if not header.dates:
        report.adjust(wrong, sentence("the start must be given"), header.place("042"))
        return None
    first = header.dates[0]
    report.adjust(
        wrong,
        sentence("the date of the first round is used: %(day)s", day=first),
        header.place("042"),
    )
    return first


def _wrong_dates(
    dates: tuple[date, ...], rounds: int, start: date | None, finish: date | None, *, strict: bool
) -> Sentence | None:
    if len(dates) != rounds:
        return sentence(
            "the number of round dates is %(dates)s, that of rounds %(rounds)s",
            dates=len(dates),
            rounds=rounds,
        )
    for round_, (day, following) in enumerate(pairwise(dates), 1):
        if day > following:
            return sentence(
                "round %(round)s is on %(day)s, after round %(next)s",
                round=round_,
                day=day,
                next=round_ + 1,
            )
    # The reader of 2006 wants the same day; others write when the players arrive.
    if start and (dates[0] != start if strict else dates[0] < start):
        return sentence(
            "the first round is on %(day)s, the start on %(start)s", day=dates[0], start=start
        )
    if finish and (dates[-1] != finish if strict else dates[-1] > finish):
        return sentence(
            "the last round is on %(day)s, the end on %(finish)s", day=dates[-1], finish=finish
        )
    return None


def check_rounds(results: Results, report: Report) -> None:
    """Report rounds without any result before one that has some."""
    played = [any(round_) for round_ in zip(*results.values(), strict=True)]
    if report.strict and not any(played):
        report.error(sentence("there are no results"))
    for place in range(len(played)):
        if not played[place] and any(played[place:]):
            values = {"round": place + 1}
            report.adjust(
                sentence("round %(round)s has no results, and a later one has", **values),
                sentence("round %(round)s is kept as a round without games", **values),
            )


def check_points(rows: Mapping[int, Row], points: Points, before: Points, report: Report) -> None:
    """Compare the points by the results with those given in the lines.

    ``before`` are those without the byes that were only announced: a line may leave them out.
    """
    for row in rows.values():
        if not row.points:
            continue
        given = points_from(row.points)
        if given is not None and given in (points[row.number], before[row.number]):
            continue
        if given is None:
            wrong = sentence('the points "%(said)s" cannot be read', said=row.points)
        else:
            wrong = sentence(
                "the points are given as %(said)s, but the results add up to %(holds)s",
                said=row.points,
                holds=points_text(points[row.number]),
            )
        place = row.place().at(row.source[80:84], 81)
        report.adjust(wrong, sentence("the results count"), place)


def points_of(results: Results, system: PointSystem, awards: Iterable[Award] = ()) -> Points:
    """Everybody's points, with those that are awarded besides the games."""
    # Added as whole numbers of the smallest part, for adding fractions is slow.
    worth = {code: system.points(code) or Fraction(0) for code in Code}
    parts = lcm(*(points.denominator for points in worth.values()))
    whole = {code: int(points * parts) for code, points in worth.items()}
    points = {
        number: Fraction(sum(whole[result.code] for result in own if result), parts)
        for number, own in results.items()
    }
    for award in awards:
        points[award.number] += award.points
    return points


PointsOfPlayer = Mapping[int, Fraction]


def check_ranks(entrants: tuple[Entrant, ...], points: PointsOfPlayer, report: Report) -> bool:
    """Whether the ranks are valid; if not, a notice says why."""
    wrong = _wrong_ranks(entrants, points)
    if wrong:
        report.notice(sentence("%(wrong)s; all ranks are recalculated", wrong=wrong))
    return wrong is None


def _wrong_ranks(entrants: tuple[Entrant, ...], points: PointsOfPlayer) -> Sentence | None:
    if not any(entrant.rank for entrant in entrants):
        return sentence("there are no ranks") if entrants else None
    by_rank: dict[int, Entrant] = {}
    for entrant in entrants:
        if entrant.rank is None:
            return sentence("player %(player)s has no rank", player=entrant.number)
        if entrant.rank in by_rank:
            return sentence("rank %(rank)s appears twice", rank=entrant.rank)
        by_rank[entrant.rank] = entrant
    # All differ by now: 1 to n without a gap, if n is the highest.
    if max(by_rank) != len(entrants):
        return sentence("the ranks are not 1 to %(players)s", players=len(entrants))
    order = [by_rank[rank] for rank in sorted(by_rank)]
    for better, worse in pairwise(order):
        if points[better.number] < points[worse.number]:
            return sentence(
                "the ranks contradict the points: player %(better)s with %(less)s is ahead of "
                "player %(worse)s with %(more)s",
                better=better.number,
                less=points_text(points[better.number]),
                worse=worse.number,
                more=points_text(points[worse.number]),
            )
    return None


def ranked(tournament: Tournament) -> Tournament:
    """The tournament with ranks by points, then its tie-breaks, then names."""
    places = {
        line.number: line.place.number
        for line in standings(tournament, tie_breaks=tournament.tie_breaks)
    }
    order = sorted(
        tournament.entrants,
        key=lambda each: (
            places[each.number], each.family.casefold(), each.given.casefold(), each.number,
        ),
    )  # fmt: skip
    ranks = {entrant.number: rank for rank, entrant in enumerate(order, 1)}
    entrants = (replace(entrant, rank=ranks[entrant.number]) for entrant in tournament.entrants)
    return replace(tournament, entrants=tuple(entrants))


def with_final_ranks(tournament: Tournament) -> Tournament:
    """The tournament as it is written: once its last round is played, with everybody's rank; before
    that with ranks only if it was imported with some.

    Those stay as long as they do not contradict the results; then all are calculated.
    """
    has_ranks = any(entrant.rank for entrant in tournament.entrants)
    if not has_ranks and not _is_finished(tournament):
        return tournament
    points = {entrant.number: tournament.points_of(entrant) for entrant in tournament.entrants}
    return ranked(tournament) if _wrong_ranks(tournament.entrants, points) else tournament


def _is_finished(tournament: Tournament) -> bool:
    results = [entrant.results for entrant in tournament.entrants]
    last = tournament.rounds - 1
    reached = any(last < len(own) and own[last] for own in results)
    pending = any(each and each.code is Code.PENDING for own in results for each in own)
    return last >= 0 and reached and not pending
