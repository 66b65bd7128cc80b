"""Who sits on which board of a round: as stored, and as the teams are ordered."""

from events.models import LineUpSeat, Tournament

LineUps = dict[int, list[int | None]]
"""The ids of entries by the team's, board by board, ``None`` for an empty one."""


def usual_line_ups(tournament: Tournament, round_number: int) -> LineUps:
    """The line-up of every team by its own order: the first members who attend the round."""
    boards = len(tournament.board_colours)
    members: LineUps = {team.pk: [] for team in tournament.teams.all()}
    for entry in tournament.entries.exclude(team=None).order_by("team_place"):
        if entry.number is not None and entry.attends(round_number) and entry.team_id:
            members[entry.team_id].append(entry.pk)
    return {team: (own + [None] * boards)[:boards] for team, own in members.items()}


def stored_seats(tournament: Tournament, round_number: int) -> list[tuple[int, int, int | None]]:
    """Team, board and entry of every seat that is stored."""
    seats = LineUpSeat.objects.filter(team__tournament=tournament, round=round_number)
    return list(seats.order_by("team", "board").values_list("team_id", "board", "entry_id"))


def teams_with_players(tournament: Tournament) -> dict[int, tuple[str, dict[int, str]]]:
    """The name of every team and its players with a starting number, in their order."""
    teams: dict[int, tuple[str, dict[int, str]]] = {
        team.pk: (team.name, {}) for team in tournament.teams.all()
    }
    for entry in tournament.entries.exclude(team=None).order_by("team_place"):
        if entry.number is not None and entry.team_id:
            teams[entry.team_id][1][entry.pk] = str(entry)
    return teams
