from django.apps import AppConfig
from django.db.backends.signals import connection_created

from clubscore.files.private import restrict_new_database


class ClubscoreConfig(AppConfig):
    name = "clubscore"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Registers its checks.
        from clubscore.keeping.doctor import serving  # noqa: F401

        connection_created.connect(restrict_new_database, dispatch_uid="private database")
