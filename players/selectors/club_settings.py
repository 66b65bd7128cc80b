"""Reading the settings of the club."""

from players.models import ClubSettings
from players.models.club_settings import current_settings


def club_settings() -> ClubSettings:
    """The settings of the club; one query a request, whoever asks."""
    return current_settings()
