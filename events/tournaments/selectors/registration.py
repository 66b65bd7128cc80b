"""What somebody who registers for a tournament needs to know of it."""

from django.db.models import Max

from events.models import RoundResult, Tournament
from players.domain.registration import Registration


def registration_of(tournament: Tournament) -> Registration:
    """Its rounds, whether the registration is closed, and the first round without a pairing."""
    paired = RoundResult.objects.filter(round__tournament=tournament)
    last = paired.aggregate(last=Max("round__number"))["last"] or 0
    return Registration(
        rounds=tournament.rounds_planned,
        closed=tournament.registration_is_closed,
        next_round=last + 1,
    )
