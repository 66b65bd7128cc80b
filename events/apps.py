from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EventsConfig(AppConfig):
    name = "events"
    verbose_name = _("Events")

    def ready(self) -> None:
        from clubscore.jobs.worker import regularly
        from clubscore.server.starting import server_starts
        from events.club.history import Sessions, Tournaments
        from players import history

        history.register(Sessions())
        history.register(Tournaments())
        server_starts.connect(solve_what_waits)
        regularly.connect(send_site_when_changed)
        regularly.connect(solve_what_changed)


def solve_what_waits(**_: Any) -> None:
    """Go on with the hands whose analysis waited when the server was stopped, or restored."""
    from clubscore.web.visitors import Actor
    from events.exchange.services.analysis import ask_for_analysis

    ask_for_analysis(by=Actor())


def solve_what_changed(**_: Any) -> None:
    """Work out the leads of sessions that were finished, and what belongs to corrected results."""
    from events.exchange.services.analysis import ask_when_changed

    ask_when_changed()


def send_site_when_changed(**_: Any) -> None:
    """Ask for an upload of the club's site, where it is to follow by itself and is behind."""
    from events.website.services.sending import upload_when_changed

    upload_when_changed()
