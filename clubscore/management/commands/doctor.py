"""``manage.py doctor``: what is wrong with this installation, and what to do."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from clubscore.doctor.data import check_data
from clubscore.doctor.database import check_database
from clubscore.doctor.finding import State
from clubscore.doctor.serving import check_serving


class Command(BaseCommand):
    help = (
        "Look this installation over and say in sentences what is wrong and what to do. "
        "Ends with 1 if something has to be mended, else with 0. Changes nothing."
    )
    requires_migrations_checks = False
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        marks = {State.GOOD: "  ok  ", State.NOTE: " note ", State.WRONG: "WRONG "}
        styles = {
            State.GOOD: self.style.SUCCESS,
            State.NOTE: self.style.WARNING,
            State.WRONG: self.style.ERROR,
        }
        counts = dict.fromkeys(State, 0)
        for check in (check_serving, check_data, check_database):
            for finding in check():
                counts[finding.state] += 1
                mark = styles[finding.state](marks[finding.state])
                self.stdout.write(f"{mark} {finding.text}")
                if finding.advice:
                    self.stdout.write(f"       → {finding.advice}")
        self.stdout.write("")
        if counts[State.WRONG]:
            self.stdout.write(f"To be mended: {counts[State.WRONG]}.")
            sys.exit(1)
        notes = f" {counts[State.NOTE]} to think about." if counts[State.NOTE] else ""
        self.stdout.write(f"All is well.{notes}")
