"""Records 300, 310, 320 and 802 of a tournament between teams, as the matches are.

300 RRR TTT OOO PPPP PPPP …                               line-ups against the order of the team,
                                                          or with an empty board
320 MMMM GGGG TTT TTT …                                   byes of the pairing, round by round
310 NNN name … short strength match game rank  members    as :mod:`.teams` reads it
802 NNN short match game  OOO C GGGGf  OOO C GGGGf …      a round in 13 columns, from column 30:
                                                          opponent or bye, colour, game points

802 is for readers. Its columns are those of the example of the format, which has every round one
column further to the right than its table. Source: TRF26, Team Section, Informative Records.
"""

from collections.abc import Iterable

from events.tournaments.domain.results import Code, Colour
from events.tournaments.domain.teams.as_tournament import results_of
from events.tournaments.domain.teams.event import MatchTeam, TeamEvent
from events.tournaments.domain.teams.scores import game_points_by_round
from events.tournaments.domain.teams.standings import USUAL, TeamLine, team_lines
from events.tournaments.formats.krause.lines import TEAM_OF_TRF26
from events.tournaments.formats.krause.player_lines import plain
from events.tournaments.formats.krause.points import points_text

NAME_WIDTH, SHORT_WIDTH = 32, 5
_BYES = {
    Code.PAIRING_BYE: "PAB", Code.FULL_BYE: "FPB", Code.HALF_BYE: "HPB", Code.ZERO_BYE: "ZPB",
}  # fmt: skip


def team_records(event: TeamEvent) -> Iterable[str]:
    """A record 310 for every team, in the order of the event."""
    lines = {line.number: line for line in team_lines(event, event.tie_breaks or USUAL)}
    return [_record(team, lines[team.number]) for team in event.teams]


def _record(team: MatchTeam, line: TeamLine) -> str:
    name = plain(team.name)[:NAME_WIDTH]
    strength = "" if team.strength is None else str(team.strength)
    points = f"{points_text(line.match_points):>6} {points_text(line.game_points):>6}"
    members = " ".join(f"{member:4}" for member in team.members)
    return (
        f"{TEAM_OF_TRF26} {team.number:3} {name:{NAME_WIDTH}} {_short(team)} {strength:>6}"
        f" {points} {line.place.rstrip('='):>3}  {members}"
    )


def match_records(event: TeamEvent) -> Iterable[str]:
    """The records 300 and 320 that the matches and byes need."""
    for match in event.matches:
        sides = (match.white, match.black, [board.first for board in match.boards])
        others = (match.black, match.white, [board.second for board in match.boards])
        for number, other, line_up in (sides, others):
            if not match.forfeit and _is_out_of_order(event.team(number), line_up):
                players = " ".join(f"{player:4}" if player else "0000" for player in line_up)
                yield f"300 {match.round:03} {number:3} {other:3} {players}"
    given = [bye for bye in event.byes if bye.code is Code.PAIRING_BYE]
    # Of two in a round the first one: the other follows from the lines of the members.
    byes = {bye.round: bye.team for bye in reversed(given)}
    if byes:
        match_points = event.rules.match_system.pairing_bye
        game_points = event.rules.bye_game_points(Code.PAIRING_BYE)
        teams = " ".join(f"{byes.get(round_, 0):03}" for round_ in range(1, max(byes) + 1))
        yield f"320 {points_text(match_points):>4} {points_text(game_points):>4} {teams}"


def _is_out_of_order(team: MatchTeam, line_up: list[int | None]) -> bool:
    members = [player for player in team.members if player in line_up]
    return members != line_up


def informative_records(event: TeamEvent) -> Iterable[str]:
    """A record 802 for every team, in the order of the event."""
    lines = {line.number: line for line in team_lines(event, ())}
    results, points = results_of(event), game_points_by_round(event)
    for team in event.teams:
        line = lines[team.number]
        rounds = []
        for round_, result in enumerate(results[team.number], start=1):
            worth = points_text(points[team.number].get(round_, event.rules.games.zero_bye))
            if result is None or result.opponent is None:
                met, colour = _BYES[result.code if result else Code.ZERO_BYE], " "
            else:
                met = f"{result.opponent:3}"
                colour = "w" if result.colour is Colour.WHITE else "b"
            forfeited = "f" if result and result.code.is_forfeit else " "
            rounds.append(f"{met} {colour} {worth:>4}{forfeited}")
        totals = f"{points_text(line.match_points):>6} {points_text(line.game_points):>6}"
        yield "  ".join([f"802 {team.number:3} {_short(team)} {totals}", *rounds]).rstrip()


def _short(team: MatchTeam) -> str:
    return f"{plain(team.short)[:SHORT_WIDTH]:{SHORT_WIDTH}}"
