"""Where teams meet: the matches of a round in a line each, and the best teams for the desk."""

from dataclasses import dataclass

from events.models import Tournament
from events.tournaments.formats.krause.team_events import team_event
from events.tournaments.views.ranked import read_value
from events.tournaments.views.team_match_rows import ShownRound, match_table, shown_round
from events.tournaments.views.team_papers import teams_meet


@dataclass(frozen=True, slots=True)
class TeamLeader:
    place: str
    name: str
    points: str


def matches_of(tournament: Tournament, number: int) -> ShownRound | None:
    """The matches of a round with their scores; ``None`` where teams do not meet."""
    event = team_event(read_value(tournament)) if teams_meet(tournament) else None
    return shown_round(event, number, {}) if event else None


def team_leaders(tournament: Tournament, count: int) -> list[TeamLeader]:
    """The first of the standings of teams, with the score that decides; nobody where teams do not
    meet."""
    event = team_event(read_value(tournament)) if teams_meet(tournament) else None
    if event is None:
        return []
    table = match_table(event)
    return [
        TeamLeader(
            row.place, row.name, row.game_points if table.by_game_points else row.match_points
        )
        for row in table.rows[:count]
    ]
