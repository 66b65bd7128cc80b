"""What is stored of events in the admin: the same forms, readings and services as the pages."""

from events.admin import log, sessions, tournaments

__all__ = ["log", "sessions", "tournaments"]
