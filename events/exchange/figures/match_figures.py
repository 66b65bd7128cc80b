"""The matches of a file scored as they would be stored: the scale that fits, what the file gives
otherwise, byes, and points that stand in a total alone."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Final

from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from events.exchange.domain.plan_comparison import decimal_of
from events.exchange.domain.session_plan import MatchPlan, PlannedMatch, PlannedTeam, SessionPlan
from events.exchange.figures.exporting_lines import decimal
from events.models import MatchPlay
from events.sessions.core.selectors import Matches, MatchRecord, TeamRecord
from events.sessions.matches.figures.matches import ScoredMatches, matches_scored, refuse_scale
from events.sessions.scoring.figures.scoring import scored_lines
from events.sessions.scoring.selectors.lines import LineRecord

Points = tuple[Fraction, Fraction]
MOST: Final = 9_999
_SCALES: Final = (
    MatchPlay.Scale.WBF,
    MatchPlay.Scale.DISCRETE,
    MatchPlay.Scale.ACBL_20,
    MatchPlay.Scale.ACBL_30,
)
_FROM_FILE: Final = "As the file has it"
_TOO_MANY = gettext_noop("%(points)s are more points than a match or a total can have.")
_SCALE = gettext_noop(
    "The file does not name its scale of VPs: by “%(scale)s” %(agreeing)s of %(count)s matches have"
    " the points that the file gives."
)
_KEPT = gettext_noop(
    "Round %(round)s, %(home)s – %(away)s: the file gives %(file)s, the boards give %(boards)s."
    " The file’s points are kept, as awarded."
)
_AWARDED = gettext_noop(
    "Round %(round)s, %(home)s – %(away)s: the file gives %(file)s and has no results that could be"
    " scored. The points are kept, as awarded."
)
_BYE = gettext_noop("%(team)s has no match in round %(round)s: taken for a bye with %(points)s.")
_LEFT = gettext_noop("%(team)s has no match after round %(round)s: taken for withdrawn.")
_ADDED = gettext_noop(
    "%(team)s: %(points)s of its total come from no match of the file; they are kept as added by"
    " the director."
)
_REASONS = gettext_noop(
    "USEBIO has no place for the reasons of points added or awarded, for when byes and late entries"
    " came about, or for the tables: they are made up."
)


def settled(
    plan: SessionPlan, play: MatchPlay, published: Sequence[tuple[str, str] | None]
) -> SessionPlan:
    """The plan with its scale, awards, byes and standings. Raises :class:`Refused` for a match that
    no scale has, and for points that no match can have."""
    matches = plan.matches
    assert matches  # noqa: S101 - asked for plans of matches alone
    points = [_points(each) for each in published]
    notices = [sentence(_REASONS)]
    play, scored = _fitting(plan, play, points, notices)
    awarded = _awards(scored, matches.matches, points, notices)
    matches = replace(matches, matches=awarded, scale=str(play.scale))
    complete = _with_all_points(matches, points)
    matches = _completed(plan, matches, play, complete, notices)
    final = _score(plan, matches, play)
    standings = {row.side: (row.place, row.points) for row in final.standings}
    return replace(plan, matches=replace(matches, standings=standings, notices=tuple(notices)))


def _points(texts: tuple[str, str] | None) -> Points | None:
    if texts is None:
        return None
    both = [decimal_of(text) for text in texts]
    if both[0] is None or both[1] is None:
        return None
    return _checked(both[0]), _checked(both[1])


def _checked(points: Decimal) -> Fraction:
    if abs(points) > MOST:
        raise Refused(Problem(sentence(_TOO_MANY, points=str(points))))
    return _hundredths(Fraction(points))


def _hundredths(points: Fraction) -> Fraction:
    return Fraction(round(points * 100), 100)


def _fitting(
    plan: SessionPlan, play: MatchPlay, points: Sequence[Points | None], notices: list[Sentence]
) -> tuple[MatchPlay, ScoredMatches]:
    """The scale by which most matches have the points of the file, the usual one first."""
    matches = plan.matches
    assert matches  # noqa: S101 - as above
    best: ScoredMatches | None = None
    most, refusal = -1, None
    is_vp = play.scored_by == MatchPlay.ScoredBy.VP
    scales = _SCALES if is_vp and not play.is_pairs else _SCALES[:1]
    for scale in scales:
        play.scale = scale
        try:
            refuse_scale(play)
            scored = _score(plan, matches, play)
        except Refused as error:
            refusal = refusal or error
            continue
        agreeing = sum(
            given is not None and _agree(scored, place, given) for place, given in enumerate(points)
        )
        if agreeing > most:
            best, most, found = scored, agreeing, scale
    if best is None:
        raise refusal or Refused()
    play.scale = found
    count = sum(point is not None for point in points)
    if len(scales) > 1 and count:
        label = str(MatchPlay.Scale(found).label)
        notices.insert(0, sentence(_SCALE, scale=label, agreeing=most, count=count))
    return play, best


def _agree(scored: ScoredMatches, place: int, given: Points) -> bool:
    ours = scored.scored[place].result.points
    return ours is not None and tuple(map(_hundredths, ours)) == given


def _awards(
    scored: ScoredMatches,
    matches: Sequence[PlannedMatch],
    points: Sequence[Points | None],
    notices: list[Sentence],
) -> tuple[PlannedMatch, ...]:
    """The matches, with the file's points where they are not ours."""
    planned_matches = []
    for place, (match, given) in enumerate(zip(matches, points, strict=True)):
        if given is None or _agree(scored, place, given):
            planned_matches.append(match)
            continue
        ours = scored.scored[place].result.points
        values = {"round": match.round, "home": match.home, "away": match.away}
        text = " : ".join(map(decimal, given))
        if ours is None:
            notices.append(sentence(_AWARDED, **values, file=text))
        else:
            boards = " : ".join(map(decimal, ours))
            notices.append(sentence(_KEPT, **values, file=text, boards=boards))
        planned_matches.append(replace(match, points=given, reason=_FROM_FILE))
    return tuple(planned_matches)


def _completed(
    plan: SessionPlan,
    matches: MatchPlan,
    play: MatchPlay,
    complete: set[int],
    notices: list[Sentence],
) -> MatchPlan:
    """The plan with the byes of teams that do not play, and what else is in the totals of those
    whose matches all have points in the file."""
    standings = {row.side: row.points for row in _score(plan, matches, play).standings}
    byes: list[PlannedMatch] = []
    teams: list[PlannedTeam] = []
    for team in matches.teams:
        total = decimal_of(team.published)
        rest = Fraction(0)
        if total is not None and team.number in complete:
            rest = _checked(total) - standings[team.number]
        rest = _hundredths(rest)
        missed = _missed(matches, team.number) if play.is_swiss else []
        values = {"team": team.name or str(team.number)}
        if (
            missed
            and not rest
            and missed[-1] == matches.rounds
            and missed[0] > 1
            and (missed == list(range(missed[0], matches.rounds + 1)))
        ):
            notices.append(sentence(_LEFT, **values, round=missed[0] - 1))
            teams.append(replace(team, last_round=missed[0] - 1))
            continue
        if missed:
            each = _hundredths(rest / len(missed))
            for place, number in enumerate(missed):
                points = each if place else rest - each * (len(missed) - 1)
                notices.append(sentence(_BYE, **values, round=number, points=decimal(points)))
                byes.append(
                    PlannedMatch(
                        number, number, None, team.number, None, None,
                        (points, Fraction(0)), _FROM_FILE,
                    )
                )  # fmt: skip
        elif rest:
            notices.append(sentence(_ADDED, **values, points=decimal(rest)))
            team = replace(team, added=team.added + rest)
        teams.append(team)
    return replace(matches, teams=tuple(teams), matches=(*matches.matches, *byes))


def _with_all_points(matches: MatchPlan, points: Sequence[Points | None]) -> set[int]:
    """The teams of which the file has the points of every match."""
    silent = {
        side
        for match, given in zip(matches.matches, points, strict=True)
        if given is None and match.away is not None
        for side in (match.home, match.away)
    }
    return {team.number for team in matches.teams} - silent


def _missed(matches: MatchPlan, team: int) -> list[int]:
    played = {
        number
        for match in matches.matches
        if team in (match.home, match.away)
        for number in range(match.round, match.last_round + 1)
    }
    return [number for number in range(1, matches.rounds + 1) if number not in played]


def _score(plan: SessionPlan, matches: MatchPlan, play: MatchPlay) -> ScoredMatches:
    """The matches scored as if they were stored; ids are places."""
    ids = {contestant.key: place for place, contestant in enumerate(plan.contestants, start=1)}
    team_of = {ids[key]: team.number for team in matches.teams for key in team.contestants}
    records = []
    for place, line in enumerate(plan.lines, start=1):
        ns, ew = (tuple(ids[key] for key in side) for side in (line.ns, line.ew))
        records.append(
            LineRecord(
                place, 1, line.section, line.board, line.round, line.table, 1, line.result, ns, ew,
                scheduled_ns=ns, scheduled_ew=ew,
            )
        )  # fmt: skip
    teams = {
        team.number: TeamRecord(
            team.number, team.number, team.name, 1, team.last_round, team.added, "",
            tuple(ids[key] for key in team.contestants),
        )
        for team in matches.teams
    }  # fmt: skip
    stored = tuple(_record(place, match) for place, match in enumerate(matches.matches, start=1))
    value = Matches(play, teams, stored, team_of)
    return matches_scored(play.session, value, scored_lines(play.session, tuple(records)))


def _record(place: int, match: PlannedMatch) -> MatchRecord:
    first, last = match.boards or (1, 0)
    return MatchRecord(
        place, match.round, match.last_round, match.table, None, match.home, match.away,
        range(first, last + 1), match.points, match.reason,
    )  # fmt: skip
