from django.apps import AppConfig


class ClubscoreConfig(AppConfig):
    name = "clubscore"
    default_auto_field = "django.db.models.BigAutoField"
