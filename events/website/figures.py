"""What the club's site says of its events: where each is read, and the calendar of all; and what
another making of it would change, event by event."""

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, ngettext

from events.models import Session, Tournament
from events.website.domain import CLUB, Manifest, Stored, Target, TargetKind
from events.website.formats import calendar
from events.website.selectors import (
    Appointment,
    Event,
    Place,
    appointments,
    events_of,
    places,
    site_settings,
)
from players.models.club import current_settings


def page_of(event: Event) -> str:
    """The address of an event's results."""
    if isinstance(event, Session):
        return reverse("events:ranking", args=[event.pk])
    if isinstance(event, Tournament):
        return reverse("events:tournament-standings", args=[event.slug])
    return event.get_absolute_url()


def calendar_file(*, today: datetime.date, base: str) -> bytes:
    """The days of this season on which the club plays; with links where ``base``, the address of
    the site, is known."""
    club, uuid = current_settings(), site_settings().uuid
    days = [_day(each, club.name, base, uuid) for each in appointments(today=today)]
    return calendar.write(days, name=club.title)


def _day(each: Appointment, club: str, base: str, uuid: UUID) -> calendar.Day:
    summary = each.title
    if each.round is not None:
        summary = _("%(name)s, round %(number)s") % {"name": each.title, "number": each.round}
    return calendar.Day(
        uid=f"{each.key}@{uuid}",
        changed_at=each.changed_at,
        first=each.first,
        last=each.last,
        summary=summary,
        location=each.place or club,
        url=f"{base}{page_of(each.event).removeprefix('/')}" if base else "",
    )


def shown_target(target: str) -> str:
    """Where the site goes as people read it: a folder is no address."""
    if not target:
        return ""
    found = Target.read(target)
    return found.folder if found.kind == TargetKind.FOLDER else str(found)


def breaking_at_slashes(text: str) -> SafeString:
    """An address for a narrow cell: a line of it ends with a part of the path."""
    parts = re.split(r"(?<=[/\\])", text)
    return format_html_join(mark_safe("<wbr>"), "{}", ((part,) for part in parts))


def shown_places(*, but_up_to_date: bool = False) -> list[tuple[str, str, bool]]:
    """Every place with something of the site, ``but_up_to_date`` without those that lack nothing:
    as people read it, what is there in words, and whether it is where the site goes now."""
    return [
        (shown_target(each.target), _state_of(each), each.is_chosen)
        for each in places()
        if not but_up_to_date or each.changes != 0
    ]


def _state_of(place: Place) -> str:
    if not place.is_whole:
        return _("a part of the site, for the last upload did not come to its end")
    if place.changes is None:
        return _("the whole site")
    if not place.changes:
        return _("the whole site, up to date")
    return ngettext(
        "the whole site, %(count)s change behind",
        "the whole site, %(count)s changes behind",
        place.changes,
    ) % {"count": place.changes}


@dataclass(frozen=True, slots=True)
class Change:
    """What would become of the files of one event, or of all pages that belong to none."""

    title: str
    new: int
    changed: int
    removed: int


def changes(before: Manifest | None, after: Mapping[str, Stored]) -> list[Change]:
    """What would change in a site with ``before``, event by event, the largest change first."""
    there = before.files if before else {}
    new = Counter(each.unit for name, each in after.items() if name not in there)
    changed = Counter(
        each.unit
        for name, each in after.items()
        if name in there and there[name].sha256 != each.sha256
    )
    removed = Counter(each.unit for name, each in there.items() if name not in after)
    units = new.keys() | changed.keys() | removed.keys()
    titles = titles_of(units)
    found = [Change(titles[unit], new[unit], changed[unit], removed[unit]) for unit in units]
    return sorted(found, key=lambda each: (-each.new - each.changed - each.removed, each.title))


def titles_of(units: Iterable[str]) -> dict[str, str]:
    """What people call the units of a site."""
    events = events_of(units)
    return {unit: _title_of(unit, events.get(unit)) for unit in units}


def _title_of(unit: str, event: Event | None) -> str:
    if unit == CLUB:
        return _("Lists, search and other pages")
    if event is None:
        return _("an event that is no longer here")
    if isinstance(event, Session):
        return f"{event.title}, {date_format(event.date, 'j F Y')}"
    return event.name
