"""What is stored of events in the admin, where Django looks for it: each wing registers its own."""

from events.common import admin as log
from events.sessions import admin as sessions
from events.tournaments import admin as teams, admin as tournaments

__all__ = ["log", "sessions", "teams", "tournaments"]
