"""What the club's site says of its events: where each is read, and the calendar of all."""

import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from events.models import Session, Tournament
from events.website.formats import calendar
from events.website.selectors import Appointment, Event, appointments, site_settings
from players.our_club import OurClub


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
    club, uuid = OurClub(), site_settings().uuid
    days = [_day(each, club.own_name, base, uuid) for each in appointments(today=today)]
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
