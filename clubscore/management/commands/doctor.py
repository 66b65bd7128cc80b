"""``manage.py doctor``: what is wrong with this installation, and what to do."""

import sys
from typing import Any

from django.utils.translation import gettext as _, pgettext

from clubscore.keeping.doctor.data import State, check_data
from clubscore.keeping.doctor.database import check_database
from clubscore.keeping.doctor.serving import check_serving
from clubscore.management.commands_base import TranslatedCommand


class Command(TranslatedCommand):
    help = (
        "Check this installation and report in sentences what is wrong and what to do. "
        "Ends with 1 if something has to be fixed, else with 0. Changes nothing."
    )
    requires_migrations_checks = False
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        marks = {
            State.GOOD: pgettext("doctor", "ok"),
            State.NOTE: pgettext("doctor", "note"),
            State.WRONG: pgettext("doctor", "WRONG"),
        }
        styles = {
            State.GOOD: self.style.SUCCESS,
            State.NOTE: self.style.WARNING,
            State.WRONG: self.style.ERROR,
        }
        counts = dict.fromkeys(State, 0)
        for check in (check_serving, check_data, check_database):
            for finding in check():
                counts[finding.state] += 1
                mark = styles[finding.state](marks[finding.state].center(6))
                self.stdout.write(f"{mark} {finding.text}")
                if finding.advice:
                    self.stdout.write(f"       → {finding.advice}")
        self.stdout.write("")
        if counts[State.WRONG]:
            self.stdout.write(_("Problems to fix: %(count)s.") % {"count": counts[State.WRONG]})
            sys.exit(1)
        self.stdout.write(_("All is well.") + self._to_think_about(counts[State.NOTE]))

    def _to_think_about(self, count: int) -> str:
        return " " + _("Recommendations: %(count)s.") % {"count": count} if count else ""
