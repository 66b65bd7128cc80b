"""The lot that gives number 1 a colour in round 1: drawn once, and stored as record 152."""

import secrets

from clubscore.actor import Actor
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_tournament
from events.common.services.log import record
from events.models import LogEntry, Tournament
from events.tournaments.domain.pairing.boards import initial_colour
from events.tournaments.domain.results import Colour
from events.tournaments.domain.teams.task import initial_colour_of_teams
from events.tournaments.domain.tournament import Tournament as TournamentValue
from events.tournaments.formats.krause.pairing_records import initial_colour_of
from events.tournaments.formats.krause.preserved import END
from events.tournaments.formats.krause.team_events import team_event
from events.tournaments.selectors.tournaments import tournament_value

_LETTERS = {Colour.WHITE: "W", Colour.BLACK: "B"}


def known_lot(value: TournamentValue) -> Colour | None:
    """The colour of number 1 in round 1, as drawn before, else as round 1 was played; that of team
    1 where teams meet."""
    drawn = initial_colour_of(value.preserved)
    if drawn:
        return drawn
    event = team_event(value)
    # Games without a match, from before teams met, show it as well.
    return (event and initial_colour_of_teams(event)) or initial_colour(value)


@in_transaction
def draw_lot(*, tournament: Tournament, by: Actor) -> Colour:
    """The colour of number 1 in round 1: as drawn before, else as round 1 was played, else drawn
    now and stored."""
    stored = lock_tournament(tournament.pk, alone=True)
    known = known_lot(tournament_value(stored))
    if known:
        return known
    colour = secrets.choice(list(Colour))
    stored.kept_records = [*stored.kept_records, {"text": f"152 {_LETTERS[colour]}", "after": END}]
    stored.save(update_fields=["kept_records"])
    record(
        tournament_id=stored.pk,
        action=LogEntry.Action.CHANGED,
        by=by,
        after={"lot": colour.value},
    )
    return colour
