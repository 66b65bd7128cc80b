"""What a match brings: outcome, match points, game points, points of a board.

A match in which no game was played on any board is a forfeit of who has fewer game points; equal
game points of forfeits on the boards are a draw. Source: FIDE C.07, articles 11.1 and 12.
"""

from collections import defaultdict
from fractions import Fraction

from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.team_facts import TeamRules
from events.tournaments.standings.domain.stage import ZERO, exact_sum
from events.tournaments.teams.domain.event import TeamEvent, TeamMatch

Points = dict[int, dict[int, Fraction]]
"""Points by the number of the team, then by round or board."""


def game_points(match: TeamMatch, rules: TeamRules) -> tuple[Fraction, Fraction]:
    """The game points of the white team and of the other, so far."""
    white, black = _by_board(match, rules)
    return exact_sum(white), exact_sum(black)


def outcome(match: TeamMatch, rules: TeamRules) -> tuple[Code, Code]:
    """How the match ended for both sides; pending while a board has no result."""
    if match.forfeit:
        return match.forfeit
    codes = {code for board in match.boards for code in (board.first_code, board.second_code)}
    if not codes or Code.PENDING in codes:
        return Code.PENDING, Code.PENDING
    white, black = game_points(match, rules)
    if not any(code.played for code in codes) and white + black == 0:
        return Code.FORFEIT_LOSS, Code.FORFEIT_LOSS
    if white == black:
        return Code.DRAW, Code.DRAW
    played = any(code.played for code in codes)
    won, lost = (Code.WIN, Code.LOSS) if played else (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)
    return (won, lost) if white > black else (lost, won)


def game_points_by_round(event: TeamEvent) -> Points:
    """Every team's game points by round, byes among them."""
    points: Points = {team.number: {} for team in event.teams}
    for match in event.matches:
        white, black = game_points(match, event.rules)
        points[match.white][match.round] = white
        points[match.black][match.round] = black
    for bye in event.byes:
        points[bye.team][bye.round] = event.rules.bye_game_points(bye.code)
    return points


def points_by_board(event: TeamEvent, through: int | None = None) -> Points:
    """Every team's points on each board in all rounds; the bye of the pairing and a full-point
    bye count as a win on every board (C.07, article 12)."""
    found: Points = {team.number: defaultdict(Fraction) for team in event.teams}
    for match in event.matches:
        if through is None or match.round <= through:
            sides = zip((match.white, match.black), _by_board(match, event.rules), strict=True)
            for team, points in sides:
                for board, worth in enumerate(points, start=1):
                    found[team][board] += worth
    for bye in event.byes:
        if through is None or bye.round <= through:
            worth = _bye_on_a_board(bye.code, event.rules)
            for board in range(1, event.rules.boards + 1):
                found[bye.team][board] += worth
    return {team: dict(boards) for team, boards in found.items()}


def _bye_on_a_board(code: Code, rules: TeamRules) -> Fraction:
    if code in (Code.PAIRING_BYE, Code.FULL_BYE):
        return rules.games.win
    return rules.games.draw if code is Code.HALF_BYE else ZERO


def _by_board(match: TeamMatch, rules: TeamRules) -> tuple[list[Fraction], list[Fraction]]:
    """The points of both sides on each board. A forfeited match is one on all boards."""
    if match.forfeit:
        white, black = (
            rules.games.win if code is Code.FORFEIT_WIN else rules.games.forfeit_loss
            for code in match.forfeit
        )
        return [white] * rules.boards, [black] * rules.boards
    return (
        [rules.games.points(board.first_code) or ZERO for board in match.boards],
        [rules.games.points(board.second_code) or ZERO for board in match.boards],
    )
