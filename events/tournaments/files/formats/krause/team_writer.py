"""Records 300, 310, 320 and 802 of a tournament between teams, as the matches are.

300 RRR TTT OOO PPPP PPPP …                               line-ups against the order of the team,
                                                          or with an empty board
320 MMMM GGGG TTT TTT …                                   byes of the pairing, round by round
310 NNN name … short strength match game rank  members    as :mod:`.teams` reads it
802 NNN short match game  OOO C GGGGf  OOO C GGGGf …      a round in 13 columns, from column 30:
                                                          opponent or bye, colour, game points

802 is for readers. Its columns are those of the example of the format, which has every round one
column further to the right than its table. Source: TRF26, Team Section, Informative Records.

The records of a tournament between teams that are written back as they were read.

162 holds more than is stored, what a bye brings a team; it is written as it was as long as the
rest of it is still true. 300, 310, 320, 801 and 802 are computed from the matches; where the file
awards points besides (record 299), which are not counted here, 310 is written as 162 is, and the
others as they were. See :mod:`events.tournaments.files.formats.krause.team_matches`.
"""

from collections.abc import Iterable
from fractions import Fraction

from clubscore.text.numbers import integer_of
from events.tournaments.core.domain.results import Code, Colour, PointSystem, points_text
from events.tournaments.core.domain.tournament import PreservedLine, Team
from events.tournaments.files.formats.krause.lines import TEAM_OF_TRF26, Line, read_system
from events.tournaments.files.formats.krause.player_lines import plain
from events.tournaments.files.formats.krause.teams import members_of, name_of
from events.tournaments.teams.domain.as_tournament import results_of
from events.tournaments.teams.domain.event import MatchTeam, TeamEvent
from events.tournaments.teams.domain.matches import game_points_by_round
from events.tournaments.teams.domain.standings import USUAL, TeamLine, team_lines

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
        f" {points} {line.place.number:>3}  {members}"
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


def kept_points(preserved: Iterable[PreservedLine], system: PointSystem) -> str | None:
    """The file's own record 162, unless the points of a game have been changed since."""
    return next(
        (
            preserved_line.text
            for preserved_line in preserved
            if _is(preserved_line, "162") and _is_of(system, preserved_line.text)
        ),
        None,
    )


def kept_team(preserved: Iterable[PreservedLine], team: Team) -> str | None:
    """The file's own record 310, unless the team's name or members have been changed since."""
    for preserved_line in preserved:
        if _is(preserved_line, TEAM_OF_TRF26):
            line = Line(0, preserved_line.text, TEAM_OF_TRF26)
            members = tuple(
                integer_of(text) for _column, text in members_of(line) if text.isdigit()
            )
            if (name_of(line), members) == (team.name, team.members):
                return preserved_line.text
    return None


def is_written_elsewhere(line: PreservedLine) -> bool:
    """Whether it has its place among the records, and not at the end of the file."""
    return _is(line, "162") or _is(line, TEAM_OF_TRF26)


def is_computed(line: PreservedLine) -> bool:
    """Whether it only repeats what the matches of the teams say."""
    return line.text[:4].rstrip() in ("300", "320", "801", "802")


def has_other_points(preserved: Iterable[PreservedLine]) -> bool:
    """Whether teams have points besides those of their matches (record 299)."""
    return any(_is(preserved_line, "299") for preserved_line in preserved)


def _is(line: PreservedLine, tag: str) -> bool:
    return line.text[:4].rstrip() == tag


def _is_of(system: PointSystem, text: str) -> bool:
    points: dict[str, Fraction] = {}
    read_system(Line(0, text, "162"), points)
    points.pop("pairing_bye", None)
    return all(getattr(system, field) == worth for field, worth in points.items())
