"""What somebody who registers for a tournament needs to know of it."""

from django.db.models import Max, Q

from events.models import RoundResult, Tournament
from events.tournaments.domain.results import Code
from players.domain.registration import Registration


def registration_of(tournament: Tournament) -> Registration:
    """Its rounds, whether the registration is closed, and the first round without a pairing."""
    # Byes that were asked for are stored before their round is paired.
    paired = RoundResult.objects.filter(
        Q(game__isnull=False) | Q(bye=Code.PAIRING_BYE.value), round__tournament=tournament
    )
    last = paired.aggregate(last=Max("round__number"))["last"] or 0
    return Registration(
        rounds=tournament.rounds_planned,
        closed=tournament.registration_is_closed,
        next_round=last + 1,
    )
