"""What the texts of both logs have in common."""

from events.models import LogEntry


def done_by(entry: LogEntry) -> str:
    """The name of the user who made a change; empty for a device, or somebody who is gone."""
    return entry.user.get_username() if entry.user else ""


def changed(was: str, now: str) -> str:
    """``was → now``, or only what it is now where there was nothing."""
    return f"{was} → {now}" if was else now
