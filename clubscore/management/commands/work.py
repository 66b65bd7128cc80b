"""``manage.py work``: do what waits beside requests, and end."""

from argparse import SUPPRESS
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.jobs.worker import supervise, work


class Command(BaseCommand):
    help = (
        "Do the jobs that wait: proposals, files to import, double dummy, backups. Every web "
        "server does so by itself; this is for what one has left behind."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        # Of the process that a web server starts.
        parser.add_argument("--worker", help=SUPPRESS)
        parser.add_argument("--linger", type=float, default=0, help=SUPPRESS)

    def handle(self, *args: Any, worker: str | None, linger: float, **options: Any) -> None:
        if worker:
            work(worker, linger)
        else:
            supervise(stays=False)
