"""``manage.py demo``: rebuilds the demo club."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from events.club.demo import build_demo


class Command(BaseCommand):
    help = "Build the demo club anew: its own sessions are removed first, nothing else is."

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        for session in build_demo(today=timezone.localdate()):
            if verbosity:
                self.stdout.write(f"{session.date}  {session.title}")
