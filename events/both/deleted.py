"""What was deleted: events and the demo from their own log, players from that of the register."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from django.contrib.auth.models import User
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from events.models import Deletion
from players.models import RegisterEntry


@dataclass(frozen=True, slots=True)
class DeletedRow:
    """One thing that was deleted: when and by whom, what, how many results or events it had, and
    the backup made before."""

    at: datetime
    user: str
    kind: str
    title: str
    results: int
    backup: str


def deletions() -> list[DeletedRow]:
    """Everything deleted, the latest first."""
    return sorted((*_events(), *_players()), key=attrgetter("at"), reverse=True)


def _events() -> Iterator[DeletedRow]:
    for entry in Deletion.objects.select_related("user"):
        date = f", {date_format(entry.date, 'SHORT_DATE_FORMAT')}" if entry.date else ""
        yield DeletedRow(
            entry.at,
            _user_name(entry.user),
            entry.get_kind_display(),
            f"{entry.title}{date}",
            entry.results,
            entry.backup,
        )


def _players() -> Iterator[DeletedRow]:
    """Players deleted by typing their names; those without results are deleted in the list."""
    action = RegisterEntry.Action.DELETED
    for entry in RegisterEntry.objects.filter(action=action).select_related("user"):
        if "events" in entry.after:
            yield DeletedRow(
                entry.at,
                _user_name(entry.user),
                _("player"),
                _("number %(number)s") % {"number": entry.number},
                entry.after["events"],
                entry.after.get("backup", ""),
            )


def _user_name(user: User | None) -> str:
    return user.get_username() if user else ""
