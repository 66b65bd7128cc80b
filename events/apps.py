from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EventsConfig(AppConfig):
    name = "events"
    verbose_name = _("events")

    def ready(self) -> None:
        from events.club.history import Sessions, Tournaments
        from players import history

        history.register(Sessions())
        history.register(Tournaments())
