"""``manage.py doctor``: what is wrong with this installation, and what to do."""

import sys
from typing import Any

from django.conf import settings
from django.core import checks
from django.utils.translation import gettext as _, pgettext

from clubscore.keeping.doctor.data import check_data
from clubscore.keeping.doctor.database import check_database
from clubscore.keeping.doctor.serving import check_serving, check_settings
from clubscore.management.commands_base import TranslatedCommand
from clubscore.server.environment import as_typed


class Command(TranslatedCommand):
    help = (
        "Check this installation and report in sentences what is wrong and what to do. "
        "Ends with 1 if something has to be fixed, else with 0. Changes nothing."
    )
    requires_migrations_checks = False
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        marks = {
            checks.INFO: (pgettext("doctor", "ok"), self.style.SUCCESS),
            checks.WARNING: (pgettext("doctor", "note"), self.style.WARNING),
            checks.ERROR: (pgettext("doctor", "WRONG"), self.style.ERROR),
        }
        counts = dict.fromkeys(marks, 0)
        for check in (check_serving, check_data, check_database, self._of_django):
            for message in check():
                level = min(max(message.level, checks.INFO), checks.ERROR)
                counts[level] += 1
                mark, style = marks[level]
                self.stdout.write(f"{style(mark.center(6))} {as_typed(message.msg)}")
                if message.hint:
                    self.stdout.write(f"       → {as_typed(message.hint)}")
        self.stdout.write("")
        if counts[checks.ERROR]:
            self.stdout.write(_("Problems to fix: %(count)s.") % {"count": counts[checks.ERROR]})
            sys.exit(1)
        self.stdout.write(_("All is well.") + self._to_think_about(counts[checks.WARNING]))

    def _of_django(self) -> list[checks.CheckMessage]:
        """Django's own checks, on a server those of a server, too."""
        ours = check_settings()
        found = checks.run_checks(include_deployment_checks=settings.TLS)
        return [message for message in found if message not in ours]

    def _to_think_about(self, count: int) -> str:
        return " " + _("Recommendations: %(count)s.") % {"count": count} if count else ""
