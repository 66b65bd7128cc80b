"""What is held of a player, as ready strings: the fields, and the entries of the log."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from players.models import Player, RegisterEntry
from players.selectors.club_settings import facts_in_use, label_of
from players.services.log import FIELDS, LOGGED, values_of


@dataclass(frozen=True, slots=True)
class Fact:
    """A field with its value; ``is_private`` where only directors may see it."""

    field: str
    label: str
    text: str
    is_private: bool


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry of the log: when, who, what was done, and the values before and after."""

    at: str
    user: str
    number: int
    action: str
    other: int | None
    changes: list[tuple[str, str, str]]


def facts_of(player: Player, *, everything: bool = False) -> list[Fact]:
    """The facts in use that are not empty, those for everybody first; or ``everything`` that is
    held, the parts of the name and what the club does not use as well."""
    fields = FIELDS if everything else (*facts_in_use(), "initials_only")
    values = values_of(player)
    return [
        Fact(field, label_of(field), text_of(values[field]), field in Player.PRIVATE)
        for field in sorted(fields, key=Player.PRIVATE.__contains__)
        if text_of(values[field])
    ]


def text_of(value: Any) -> str:
    """A value of a field as a text; empty where there is none, and a word where it was erased."""
    if value is None:
        return _("(erased)")
    if isinstance(value, bool):
        return _("yes") if value else ""
    return str(value)


def log_rows(entries: Iterable[RegisterEntry]) -> list[LogRow]:
    """Entries of the log for a table."""
    return [
        LogRow(
            at=date_format(timezone.localtime(entry.at), "SHORT_DATETIME_FORMAT"),
            user=entry.user.get_username() if entry.user else "",
            number=entry.number,
            action=entry.get_action_display(),
            other=entry.other,
            changes=_changes(entry.before, entry.after),
        )
        for entry in entries
    ]


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    return [
        (label_of(field), text_of(before.get(field, "")), text_of(after.get(field, "")))
        for field in LOGGED
        # A name is logged with all its parts, of which most stay as they were.
        if before.get(field, "") != after.get(field, "")
    ]
