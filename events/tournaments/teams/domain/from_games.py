"""The matches between the teams of a tournament, put together from the games of the players.

Every game of a round between members of two teams belongs to the match of these teams. Who sits on
which board follows from the order of the team, or from a line-up that is stored; which team has
White from the colours. A member with a full point and no opponent, while the team plays, has won
against an empty board. Facts that contradict the games are left out, with a notice.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, Result
from events.tournaments.core.domain.team_facts import TeamBye, TeamForfeit, TeamRules
from events.tournaments.core.domain.tournament import Team, Tournament, team_numbers
from events.tournaments.teams.domain.event import Board, MatchTeam, TeamEvent, TeamMatch, judge

_WON_ALONE = frozenset({Code.FULL_BYE, Code.PAIRING_BYE})
_ALIKE = (Code.PAIRING_BYE, Code.FULL_BYE, Code.HALF_BYE)
_UNKNOWN = TeamRules(boards=0)
Sides = tuple[int, int]
Notice = tuple[Sentence, TeamBye | TeamForfeit | None]
"""What is wrong, and the fact that it is about."""


def team_event(tournament: Tournament) -> TeamEvent | None:
    """The matches of a tournament; ``None`` where teams do not meet each other."""
    if not tournament.teams or tournament.team_facts.rules is None:
        return None
    return judged_event(tournament)[0]


def judged_event(tournament: Tournament) -> tuple[TeamEvent, list[Notice]]:
    """The matches, with what the games contradict."""
    builder = _Builder(tournament)
    return builder.event(), builder.notices


def match_teams(teams: Iterable[Team]) -> tuple[MatchTeam, ...]:
    """The teams with their numbers. One without a number of its own gets its place, or the next
    that is free."""
    teams = tuple(teams)
    return tuple(
        MatchTeam(number, team.name, team.members, team.short, team.strength)
        for number, team in zip(team_numbers(teams), teams, strict=True)
    )


@dataclass(slots=True)
class _Found:
    """A match while it is put together: the smaller number first."""

    sides: Sides
    boards: list[Board]


class _Builder:
    def __init__(self, tournament: Tournament) -> None:
        self.tournament, self.facts = tournament, tournament.team_facts
        self.teams = match_teams(tournament.teams)
        self.notices: list[Notice] = []
        self.line_ups = {(each.round, each.team): each.players for each in self.facts.line_ups}
        self.of_number = {team.number: team for team in self.teams}
        self.team_of = {member: team.number for team in self.teams for member in team.members}
        self.results = {entrant.number: entrant.results for entrant in tournament.entrants}

    def _report(self, what: Sentence, about: TeamBye | TeamForfeit | None = None) -> None:
        self.notices.append((what, about))

    def event(self) -> TeamEvent:
        rounds = range(1, max((len(result) for result in self.results.values()), default=0) + 1)
        found = {round_: self._matches(round_) for round_ in rounds}
        rules = self.facts.rules or _UNKNOWN
        boards = rules.boards or self._usual_boards(found.values())
        rules = replace(rules, boards=boards, games=self.tournament.system)
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
            tuple(sorted(matches, key=lambda match: (match.round, match.white))),
            tuple(self._byes(matches, rounds)),
            self.tournament.rounds,
            self.tournament.kind or self.facts.type_code,
            self.tournament.forbidden_teams,
            self.facts.tie_breaks,
            self.tournament.start,
        )

    def _usual_boards(self, found: Iterable[Iterable[_Found]]) -> int:
        """The boards of the largest match; without one, the players of the smallest team."""
        played = [len(match.boards) for matches in found for match in matches]
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
        matches = []
        for sides, _games in sorted(games.items(), key=lambda each: (-each[1], each[0])):
            if taken.isdisjoint(sides):
                taken |= set(sides)
                matches.append(_Found(sides, self._boards(round_, sides)))
            else:
                self._report_two_opponents(round_, sides)
        return matches

    def _report_two_opponents(self, round_: int, sides: Sides) -> None:
        names = [self.of_number[number].name for number in sides]
        self._report(
            sentence(
                "round %(round)s: players of %(one)s meet players of %(other)s, but a team has "
                "another"
                " match in this round; these games count in no match",
                round=round_,
                one=names[0],
                other=names[1],
            )
        )

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
        """Report the line-ups that are against the order of a team, unless they are stored."""
        for match in matches:
            line_ups = {
                match.white: [board.first for board in match.boards],
                match.black: [board.second for board in match.boards],
            }
            for number, line_up in line_ups.items():
                if (match.round, number) not in self.line_ups:
                    for problem in judge(self.of_number[number], line_up, boards):
                        what = sentence(
                            "round %(round)s: %(what)s", round=match.round, what=problem.message
                        )
                        self._report(what)

    def _sitting(self, round_: int, team: int, other: int) -> list[int]:
        """Who sits on the boards; 0 for an empty one."""
        if (named := self.line_ups.get((round_, team))) is not None:
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
            Board(board.second, board.first, board.second_code, board.first_code)
            for board in found.boards
        )
        return TeamMatch(round_, other, one, turned)

    def _with_forfeits(self, matches: list[TeamMatch]) -> list[TeamMatch]:
        for forfeit in self.facts.forfeits:
            if not self._are_known(forfeit, forfeit.white, forfeit.black):
                continue
            own = {forfeit.white, forfeit.black}
            there = [match for match in matches if match.round == forfeit.round]
            same = [match for match in there if {match.white, match.black} == own]
            busy = [
                match for match in there if own & {match.white, match.black} and match not in same
            ]
            if busy or any(code.played for match in same for code in _codes(match)):
                played = gettext_noop(
                    "%(white)s and %(black)s have games in round %(round)s; the record is left out"
                )
                self._report_match(played, forfeit)
                continue
            boards = same[0].boards if same and same[0].white == forfeit.white else ()
            matches = [match for match in matches if match not in same]
            matches.append(
                TeamMatch(forfeit.round, forfeit.white, forfeit.black, boards, forfeit.codes)
            )
        return matches

    def _report_match(self, template: str, forfeit: TeamForfeit) -> None:
        white, black = (self.of_number[each].name for each in (forfeit.white, forfeit.black))
        values = {"white": white, "black": black, "round": forfeit.round}
        self._report(sentence(template, **values), forfeit)

    def _are_known(self, about: TeamBye | TeamForfeit, *teams: int) -> bool:
        unknown = [team for team in teams if team not in self.of_number]
        if unknown:
            self._report(
                sentence("there is no team %(team)s; the record is left out", team=unknown[0]),
                about,
            )
        return not unknown

    def _byes(self, matches: Iterable[TeamMatch], rounds: Iterable[int]) -> Iterable[TeamBye]:
        busy = {(match.round, team) for match in matches for team in (match.white, match.black)}
        for bye in self.facts.byes:
            if not self._are_known(bye, bye.team):
                continue
            if (bye.round, bye.team) in busy:
                name = self.of_number[bye.team].name
                self._report(
                    sentence(
                        "%(team)s has a match in round %(round)s, or a bye already; this one is "
                        "left"
                        " out",
                        team=name,
                        round=bye.round,
                    ),
                    bye,
                )
                continue
            busy.add((bye.round, bye.team))
            yield bye
        for team in self.teams:
            for round_ in rounds:
                common = self._common(team, round_)
                if common and (round_, team.number) not in busy:
                    yield TeamBye(round_, team.number, common)

    def _common(self, team: MatchTeam, round_: int) -> Code | None:
        """The bye that the lines of the members have, where no record names their team."""
        results = [self._result(member, round_) for member in team.members]
        codes = {result.code for result in results if result}
        return next((code for code in _ALIKE if code in codes), None)


def _codes(match: TeamMatch) -> Iterable[Code]:
    return (code for board in match.boards for code in (board.first_code, board.second_code))
