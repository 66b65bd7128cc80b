"""The matches between the teams of a TRF26 file, put together from the games of the players.

Every game of a round between members of two teams belongs to the match of these teams. Who sits on
which board follows from the order of the team, or record 300; which team has White from the
colours. A member with a full point and no opponent, while the team plays, has won against an empty
board. See :mod:`events.tournaments.files.formats.krause.team_records`.

Tournaments between teams in TRF26, where points and byes are those of the teams.

    162  … P 5.0         what a bye brings the team, in game points
    192  FIDE_TEAM_…     the type of the tournament
    310                  match points, game points and place of each team
    320                  byes of teams, with the match points and game points that they bring
    352 362              colours of the boards, match points

A player's points (columns 81-84) are those scored over the board or by forfeit: a team's bye
brings its members nothing, although their lines say ``U``. Some programs add it all the same, as
a part of the team's points or as a win. Source: TRF26, records 001, 162, 310 and 320.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, PointSystem, Result
from events.tournaments.core.domain.tournament import Team, Tournament
from events.tournaments.files.formats.krause.checks import points_of
from events.tournaments.files.formats.krause.games import Results
from events.tournaments.files.formats.krause.lines import (
    TEAM_OF_TRF26,
    Line,
    Place,
    Report,
    points_from,
    points_text,
)
from events.tournaments.files.formats.krause.players import Row
from events.tournaments.files.formats.krause.preserved import is_record
from events.tournaments.files.formats.krause.team_records import (
    Forfeit,
    TeamRecords,
    read_team_records,
)
from events.tournaments.files.formats.krause.teams import match_teams, name_of
from events.tournaments.teams.domain.event import (
    Board,
    MatchTeam,
    TeamBye,
    TeamEvent,
    TeamMatch,
    TeamRules,
    judge,
)
from events.tournaments.teams.domain.standings import team_lines

_WON_ALONE = frozenset({Code.FULL_BYE, Code.PAIRING_BYE})

_ALIKE = (Code.PAIRING_BYE, Code.FULL_BYE, Code.HALF_BYE)

Sides = tuple[int, int]


def team_event_of(
    tournament: Tournament, teams: tuple[MatchTeam, ...], records: TeamRecords, report: Report
) -> TeamEvent:
    """The event; what the records contradict is reported, and the games count."""
    return _Builder(tournament, teams, records, report).event()


@dataclass(slots=True)
class _Found:
    """A match while it is put together: the smaller number first."""

    sides: Sides
    boards: list[Board]


class _Builder:
    def __init__(
        self,
        tournament: Tournament,
        teams: tuple[MatchTeam, ...],
        records: TeamRecords,
        report: Report,
    ) -> None:
        self.tournament, self.teams, self.records, self.report = (
            tournament,
            teams,
            records,
            report,
        )
        self.of_number = {team.number: team for team in teams}
        self.team_of = {member: team.number for team in teams for member in team.members}
        self.results = {each.number: each.results for each in tournament.entrants}

    def event(self) -> TeamEvent:
        rounds = range(1, max((len(each) for each in self.results.values()), default=0) + 1)
        found = {round_: self._matches(round_) for round_ in rounds}
        boards = self.records.rules.boards or self._usual_boards(found.values())
        rules = replace(self.records.rules, boards=boards, games=self.tournament.system)
        rules = replace(
            rules,
            bye_match=rules.match_system.pairing_bye,
            bye_game=rules.bye_game_points(Code.PAIRING_BYE),
        )
        matches = [
            self._coloured(round_, each, rules) for round_ in found for each in found[round_]
        ]
        self._judge_line_ups(matches, boards)
        matches = self._with_forfeits(matches)
        return TeamEvent(
            self.teams,
            rules,
            tuple(sorted(matches, key=lambda each: (each.round, each.white))),
            tuple(self._byes(matches, rounds)),
            self.tournament.rounds,
            self.tournament.kind or self.records.kind,
            tuple(self.records.forbidden),
            self.records.tie_breaks,
            self.tournament.start,
        )

    def _usual_boards(self, found: Iterable[Iterable[_Found]]) -> int:
        """As many as the largest match has, else as the smallest team has players."""
        played = [len(each.boards) for matches in found for each in matches]
        return max(played or [min((len(team.members) for team in self.teams), default=1), 1])

    def _result(self, player: int, round_: int) -> Result | None:
        results = self.results.get(player, ())
        return results[round_ - 1] if round_ <= len(results) else None

    def _matches(self, round_: int) -> Iterable[_Found]:
        games: Counter[Sides] = Counter()
        for player, team in self.team_of.items():
            result = self._result(player, round_)
            other = self.team_of.get(result.opponent or 0) if result else None
            if other is not None and team < other:
                games[team, other] += 1
        taken: set[int] = set()
        found = []
        for sides, _games in sorted(games.items(), key=lambda each: (-each[1], each[0])):
            if taken.isdisjoint(sides):
                taken |= set(sides)
                found.append(_Found(sides, self._boards(round_, sides)))
            else:
                self._report_two_opponents(round_, sides)
        return found

    def _report_two_opponents(self, round_: int, sides: Sides) -> None:
        names = [self.of_number[number].name for number in sides]
        several = gettext_noop(
            "round %(round)s: players of %(one)s meet players of %(other)s, but a team has another"
            " match in this round; these games count in no match"
        )
        self.report.notice(sentence(several, round=round_, one=names[0], other=names[1]))

    def _boards(self, round_: int, sides: Sides) -> list[Board]:
        """The boards from 1, by the order of the first team; who sits alone for the second one
        goes to a board that the first left empty, or behind the one above in the own team."""
        first, second = (self._sitting(round_, team, other) for team, other in (sides, sides[::-1]))
        seats = [
            (player or None, self._opponent(player, round_) if player else None) for player in first
        ]
        for place, player in enumerate(second):
            if not player or self._opponent(player, round_):
                continue
            if place < len(seats) and seats[place] == (None, None):
                seats[place] = (None, player)
                continue
            above = second[place - 1] if place else None
            at = next((at for at, seat in enumerate(seats, 1) if above and seat[1] == above), 0)
            seats.insert(at, (None, player))
        return [self._board(*seat, round_) for seat in seats]

    def _judge_line_ups(self, matches: Iterable[TeamMatch], boards: int) -> None:
        """Report the line-ups that are against the order of a team, unless record 300 has them."""
        against = gettext_noop("round %(round)s: %(what)s")
        for match in matches:
            line_ups = {
                match.white: [board.first for board in match.boards],
                match.black: [board.second for board in match.boards],
            }
            for number, line_up in line_ups.items():
                if (match.round, number) not in self.records.line_ups:
                    for problem in judge(self.of_number[number], line_up, boards):
                        what = sentence(against, round=match.round, what=problem.message)
                        self.report.notice(what)

    def _sitting(self, round_: int, team: int, other: int) -> list[int]:
        """Who sits on the boards; 0 for an empty one."""
        if (named := self.records.line_ups.get((round_, team))) is not None:
            return [player if player in self.results else 0 for player in named]
        members = self.of_number[team].members
        return [player for player in members if self._sits(player, round_, other)]

    def _sits(self, player: int, round_: int, other: int) -> bool:
        result = self._result(player, round_)
        if result is None:
            return False
        if result.opponent is not None:
            return self.team_of.get(result.opponent) == other
        return result.code in _WON_ALONE

    def _opponent(self, player: int, round_: int) -> int | None:
        result = self._result(player, round_)
        return result.opponent if result else None

    def _board(self, first: int | None, second: int | None, round_: int) -> Board:
        one, other = (self._code(player, round_) for player in (first, second))
        if first is None or second is None:
            one, other = (
                Code.FORFEIT_WIN if code in _WON_ALONE else Code.FORFEIT_LOSS
                for code in (one, other)
            )
        return Board(first, second, one, other)

    def _code(self, player: int | None, round_: int) -> Code:
        result = self._result(player, round_) if player else None
        return result.code if result else Code.FORFEIT_LOSS

    def _coloured(self, round_: int, found: _Found, rules: TeamRules) -> TeamMatch:
        """The match with White's team first, as most boards show it."""
        votes = 0
        for number, board in enumerate(found.boards, start=1):
            result = self._result(board.first, round_) if board.first else None
            if result and result.colour:
                votes += 1 if result.colour is rules.colour(number) else -1
        one, other = found.sides
        if votes >= 0:
            return TeamMatch(round_, one, other, tuple(found.boards))
        turned = tuple(
            Board(each.second, each.first, each.second_code, each.first_code)
            for each in found.boards
        )
        return TeamMatch(round_, other, one, turned)

    def _with_forfeits(self, matches: list[TeamMatch]) -> list[TeamMatch]:
        for forfeit in self.records.forfeits:
            if not self._is_known(forfeit.white, forfeit.line, forfeit.black):
                continue
            own = {forfeit.white, forfeit.black}
            there = [each for each in matches if each.round == forfeit.round]
            same = [each for each in there if {each.white, each.black} == own]
            busy = [each for each in there if own & {each.white, each.black} and each not in same]
            if busy or any(code.played for each in same for code in _codes(each)):
                played = gettext_noop(
                    "%(white)s and %(black)s have games in round %(round)s; the record is left out"
                )
                self._report_match(played, forfeit)
                continue
            boards = same[0].boards if same and same[0].white == forfeit.white else ()
            matches = [each for each in matches if each not in same]
            matches.append(
                TeamMatch(forfeit.round, forfeit.white, forfeit.black, boards, forfeit.codes)
            )
        return matches

    def _report_match(self, template: str, forfeit: Forfeit) -> None:
        white, black = (self.of_number[each].name for each in (forfeit.white, forfeit.black))
        values = {"white": white, "black": black, "round": forfeit.round}
        self.report.notice(sentence(template, **values), Place(forfeit.line))

    def _is_known(self, team: int, line: int, *others: int) -> bool:
        unknown = [each for each in (team, *others) if each not in self.of_number]
        if unknown:
            nobody = gettext_noop("there is no team %(team)s; the record is left out")
            self.report.notice(sentence(nobody, team=unknown[0]), Place(line))
        return not unknown

    def _byes(self, matches: Iterable[TeamMatch], rounds: Iterable[int]) -> Iterable[TeamBye]:
        busy = {(each.round, team) for each in matches for team in (each.white, each.black)}
        for round_, team, code, line in self.records.byes:
            if not self._is_known(team, line):
                continue
            if (round_, team) in busy:
                twice = gettext_noop(
                    "%(team)s has a match in round %(round)s, or a bye already; this one is left"
                    " out"
                )
                name = self.of_number[team].name
                self.report.notice(sentence(twice, team=name, round=round_), Place(line))
                continue
            busy.add((round_, team))
            yield TeamBye(round_, team, code)
        for each in self.teams:
            for round_ in rounds:
                common = self._common(each, round_)
                if common and (round_, each.number) not in busy:
                    yield TeamBye(round_, each.number, common)

    def _common(self, team: MatchTeam, round_: int) -> Code | None:
        """The bye that the lines of the members have, where no record names their team."""
        results = [self._result(member, round_) for member in team.members]
        codes = {result.code for result in results if result}
        return next((code for code in _ALIKE if code in codes), None)


def _codes(match: TeamMatch) -> Iterable[Code]:
    return (code for each in match.boards for code in (each.first_code, each.second_code))


TYPE = "192"

BYES = "320"

OF_TEAMS = frozenset({BYES, "330", "352", "362"})
"""Records that only a tournament between teams has."""

OTHER_POINTS = "299"

_NOT_COUNTED = gettext_noop(
    "points of teams besides those of their matches (record 299) are kept, and not counted here"
)

KEPT = frozenset({"162", TEAM_OF_TRF26})
"""Records that are understood in part here, and preserved for the rest."""

OF_STANDINGS = frozenset({"202", "212"})
"""Tie-breaks: those of the teams, which are preserved with the other records of the teams."""


def is_team_event(lines: Iterable[Line]) -> bool:
    """Whether teams meet each other; an individual tournament can have club teams beside it."""
    lines = list(lines)
    return any(line.tag == TEAM_OF_TRF26 for line in lines) and says_matches(lines)


def says_matches(lines: Iterable[Line]) -> bool:
    """Whether one of the records is there that only a tournament between teams has."""
    return any(
        line.tag in OF_TEAMS or (line.tag == TYPE and "TEAM" in line.data.upper()) for line in lines
    )


def read_team_event(tournament: Tournament, lines: Iterable[Line], report: Report) -> TeamEvent:
    """The matches, byes and rules of the teams; what contradicts the games is reported."""
    lines = list(lines)
    records = read_team_records(lines, report)
    event = team_event_of(tournament, match_teams(lines, tournament.teams), records, report)
    for line in lines:
        if line.tag == OTHER_POINTS:
            report.notice(Sentence(_NOT_COUNTED), Place(line.number, value=line.text.strip()))
    _check_totals(event, lines, report)
    return event


def team_event(tournament: Tournament) -> TeamEvent | None:
    """The matches of a tournament that was read before, by the records that it preserves;
    ``None`` where teams do not meet each other."""
    lines = kept_lines(each.text for each in tournament.preserved)
    if not tournament.teams or not says_matches(lines):
        return None
    return read_team_event(tournament, lines, Report(strict=False))


def kept_lines(texts: Iterable[str]) -> list[Line]:
    """The records among the lines that a tournament preserves."""
    return [Line(0, text, text[:3]) for text in texts if is_record(text)]


def _check_totals(event: TeamEvent, lines: Iterable[Line], report: Report) -> None:
    """Compare the points of records 310 with those of the matches."""
    standing = {event.team(line.number).name: line for line in team_lines(event, ())}
    differs = gettext_noop(
        'the team "%(team)s" has %(given)s match points and %(given_game)s game points here; its'
        " matches give %(match)s and %(game)s"
    )
    for line in lines:
        found = standing.get(name_of(line)) if line.tag == TEAM_OF_TRF26 else None
        match, game = (points_from(line.columns(*each)) for each in ((55, 60), (62, 67)))
        if found and None not in (match, game):
            ours = found.match_points, found.game_points
            if (match, game) != ours:
                values = {
                    "team": name_of(line),
                    "given": points_text(match or Fraction(0)),
                    "given_game": points_text(game or Fraction(0)),
                    "match": points_text(ours[0]),
                    "game": points_text(ours[1]),
                }
                report.notice(sentence(differs, **values), Place(line.number))


def system_of_members(
    system: PointSystem,
    bye_of_team: Fraction | None,
    rows: Mapping[int, Row],
    results: Results,
    teams: Iterable[Team],
) -> PointSystem:
    """The points of the players, where the bye is their team's.

    ``bye_of_team`` is the value of record 162. A member has nothing from it, unless the points in
    the players' lines agree better with a share of it, half a point, a win, or all of it.
    """
    candidates = [Fraction(0), system.draw, system.win]
    if bye_of_team is not None:
        boards = _boards_of_byes(results, teams)
        candidates += [bye_of_team, *(bye_of_team / boards for boards in sorted(boards))]
    systems = [replace(system, pairing_bye=worth) for worth in dict.fromkeys(candidates)]
    return max(systems, key=lambda each: _agreeing(rows, results, each))


def _boards_of_byes(results: Results, teams: Iterable[Team]) -> set[int]:
    """How many members have a bye when their team has one."""
    found: set[int] = set()
    for team in teams:
        for round_ in zip(*(results[member] for member in team.members), strict=True):
            codes = [result.code for result in round_ if result]
            found.add(codes.count(Code.PAIRING_BYE))
    return found - {0}


def _agreeing(rows: Mapping[int, Row], results: Results, system: PointSystem) -> int:
    """How many lines give the points that their results bring."""
    points = points_of(results, system)
    return sum(points_from(row.points) == points[row.number] for row in rows.values())
