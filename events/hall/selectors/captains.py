"""The matches of teams as captains see them: whom they play, and whom they may set."""

from copy import copy
from dataclasses import dataclass
from typing import Any

from events.hall.selectors.games import Asker
from events.hall.selectors.rights import KIND
from events.models import Entry, LineUp, Team, Tournament
from events.tournaments.core.domain.tournament import team_numbers
from events.tournaments.core.selectors.rounds import board_numbers
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.teams.domain.event import TeamEvent, TeamMatch, numbered
from events.tournaments.teams.domain.from_games import team_event

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a round in the order of the hall, and the stored teams by their numbers."""

    event: TeamEvent
    matches: tuple[TeamMatch, ...]
    teams: dict[int, Team]

    @property
    def boards(self) -> int:
        return self.event.rules.boards

    def of(self, team_id: int) -> tuple[Team, Team] | None:
        """The white team and the other of a team's match."""
        for match in self.matches:
            both = self.teams[match.white], self.teams[match.black]
            if team_id in (both[0].pk, both[1].pk):
                return both
        return None


def matches_in(tournament: Tournament, number: int) -> Matches | None:
    """The matches of a round, published or not; ``None`` where teams do not meet."""
    # As the arbiter sees it: the boards of the round are still hidden.
    whole = copy(tournament)
    whole.shows_hidden_rounds = True
    value = tournament_value(whole)
    event = team_event(value)
    if event is None:
        return None
    stored = Team.objects.filter(tournament=tournament).order_by("pk")
    teams = dict(zip(team_numbers(value.teams), stored, strict=True))
    here = (
        match
        for match, _place in numbered(event, board_numbers(tournament.pk))
        if match.round == number
    )
    return Matches(event, tuple(here), teams)


def who_may_sit(team_id: int, number: int) -> list[Entry]:
    """The members of a team who attend a round, in the order of the team."""
    members = Entry.objects.filter(team=team_id, number__isnull=False).select_related("player")
    return [entry for entry in members.order_by("team_place") if entry.attends(number)]


def line_up_values(found: Asker) -> Values | None:
    """What a captain sets now; ``None`` while no line-ups are taken, and for a team without a
    match."""
    number, team = found.settings.line_ups, found.device.team
    if number is None or team is None or found.device.kind != KIND.TEAM:
        return None
    matches = matches_in(found.tournament, number)
    both = matches.of(team.pk) if matches else None
    if matches is None or both is None:
        return None
    closes = found.settings.line_ups_close
    sent = LineUp.objects.filter(team=team, round=number).first()
    return {
        "round": number,
        "opponent": next(each.name for each in both if each.pk != team.pk),
        "boards": matches.boards,
        "closes": closes.isoformat() if closes else None,
        "players": [
            {"entry": entry.pk, "number": entry.number, "name": entry.public_name}
            for entry in who_may_sit(team.pk, number)
        ],
        "sent": sent.players if sent else None,
    }
