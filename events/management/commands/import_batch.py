"""``manage.py import_batch ID``: import the files of a batch that wait; started by its page."""

import gc
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import override

from clubscore.web.visitors import Actor
from events.exchange.engines import double_dummy
from events.exchange.services.batches import import_batch
from events.exchange.services.hands import solve_waiting
from events.models import FileBatch


class Command(BaseCommand):
    help = "Import the files that wait in a batch; the page of the batch starts this."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("batch", type=int, metavar="ID")
        parser.add_argument("--language", default="en", help="of the reasons for refusals")

    def handle(self, *args: Any, **options: Any) -> None:
        batch = FileBatch.objects.select_related("created_by").filter(pk=options["batch"]).first()
        if batch is None:
            raise CommandError(f"There is no batch {options['batch']}.")
        # What is loaded by now stays; else it is searched for garbage with every file.
        gc.freeze()
        with override(options["language"]):
            import_batch(batch=batch, by=Actor(user=batch.created_by))
        if double_dummy.is_available():
            solve_waiting()
