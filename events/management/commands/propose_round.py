"""``manage.py propose_round ID``: pair the round of a job that waits; started by its page."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.web.visitors import Actor
from events.models import PairingJob
from events.tournaments.pairing.services import work


class Command(BaseCommand):
    help = "Pair a round that a director asked a proposal of; the page of the proposal starts this."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("job", type=int, metavar="ID")

    def handle(self, *args: Any, **options: Any) -> None:
        jobs = PairingJob.objects.select_related("round__tournament", "created_by")
        job = jobs.filter(pk=options["job"]).first()
        if job is None:
            raise CommandError(f"There is no proposal {options['job']}.")
        work(job=job, by=Actor(user=job.created_by))
