"""Teams of a tournament: whoever joins one comes last in it; an empty team is deleted."""

from django.db.models import Max

from clubscore.actor import Actor
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_tournament
from events.common.services.log import record
from events.common.services.validation import check
from events.models import Entry, LogEntry, Team, Tournament
from events.models.entry import team_key


@in_transaction
def join_team(*, entry: Entry, name: str, by: Actor) -> None:
    """Put an entry into the team of this name, made when there is none; an empty name takes it
    out of its team. Raises :class:`Refused` for a name that is too long."""
    # Two entries joining at once would else both make the team, or take the same place in it.
    lock_tournament(entry.tournament_id)
    before = Team.objects.filter(members=entry).first()
    if team_key(name) == (before.name_key if before else ""):
        return
    team = _team(entry.tournament, name) if team_key(name) else None
    entry.team = team
    entry.team_place = _next_place(team) if team else None
    entry.save(update_fields=["team", "team_place"])
    Team.objects.filter(tournament=entry.tournament_id, members=None).delete()
    record(
        tournament_id=entry.tournament_id,
        action=LogEntry.Action.ENTRIES,
        by=by,
        before={"entry": str(entry), "team": before.name if before else ""},
        after={"entry": str(entry), "team": team.name if team else ""},
    )


def _team(tournament: Tournament, name: str) -> Team:
    found = Team.objects.filter(tournament=tournament, name_key=team_key(name)).first()
    if found is None:
        found = Team(tournament=tournament, name=" ".join(name.split()))
        check(found)
        found.save(force_insert=True)
    return found


def _next_place(team: Team) -> int:
    return (team.members.aggregate(last=Max("team_place"))["last"] or 0) + 1
