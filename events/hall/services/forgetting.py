"""Phones are forgotten once their tournament is over, with all that they sent."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from events.common.services import lock_tournament
from events.models import GameReport, HallCall, HallDevice, LogEntry, Tournament

KEPT: Final = timedelta(days=8)
"""Corrections are taken up to a week after the end."""


def ended(*, before: datetime) -> list[Tournament]:
    """The tournaments that have devices and ended before a moment, also in the bin: those that are
    finished, or whose last day is over, of which nothing was changed since."""
    devices = HallDevice.objects.filter(tournament=OuterRef("pk"))
    changed = LogEntry.objects.filter(tournament=OuterRef("pk"), at__gt=before)
    is_over = Q(state=Tournament.State.FINISHED) | Q(finish__lt=timezone.localdate(before))
    found = Tournament.everything.filter(is_over, Exists(devices), ~Exists(changed))
    return list(found.order_by("pk"))


@in_transaction
def forget_phones(*, tournament: Tournament) -> None:
    """Remove the devices of a tournament with their answers, what they reported and called.
    Results, presences and requests stay."""
    lock_tournament(tournament.pk, alone=True, with_bin=True)
    GameReport.objects.filter(game__round__tournament=tournament).delete()
    HallCall.objects.filter(tournament=tournament).delete()
    HallDevice.objects.filter(tournament=tournament).delete()
