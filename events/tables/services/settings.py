"""Switching results from the tables on and off, their settings, and the codes of the tables.

The three presets of what players may see, and their switches.
"""

import secrets
from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Exists, OuterRef
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import keep, lock_session
from events.devices.domain.codes import draw_code
from events.devices.services import apply_preset, change_settings, log_change
from events.models import (
    Session,
    Submission,
    TableCode,
    TableDevice,
    TableEntrySettings,
    TravellerLine,
)
from events.tables.services.marks import raise_revision


@in_transaction
def switch_on(*, session_id: int, preset: str, by: Actor) -> TableEntrySettings:
    """Let the tables of a session enter results: its settings by a preset, and a code for each
    table that has none.

    A session that is on already gets the preset and the codes that are missing, so that a section
    that was added has its own. Raises :class:`Refused` for a finished session.
    """
    session = lock_session(session_id)
    if session.is_finished:
        raise Refused.because("The session is finished. Reopen it first.")
    # Locked: a phone that sends something now raises their revision.
    stored = TableEntrySettings.objects.select_for_update(of=("self",), no_key=True)
    settings, _made = stored.get_or_create(session=session)
    before = {"tables": settings.is_on, "preset": settings.preset}
    apply_preset(settings, preset, PRESETS[preset])
    if not settings.evening_word:
        settings.evening_word = f"{secrets.randbelow(10_000):04}"
    settings.save()
    make_codes(session_id=session_id)
    after = {"tables": True, "preset": preset}
    log_change(before, after, by=by, session_id=session_id)
    return settings


@in_transaction
def open_display(*, session_id: int) -> TableEntrySettings:
    """Give a session the round clock and the display in the hall, also without results from the
    tables."""
    settings, _made = TableEntrySettings.objects.get_or_create(session=lock_session(session_id))
    settings.display_code = settings.display_code or draw_code()
    settings.save(update_fields=["display_code"])
    raise_revision(session_id)
    return settings


@in_transaction
def switch_off(*, session_id: int, by: Actor) -> None:
    """Take nothing more from the tables: codes, devices and the display end, and what was sent is
    forgotten.

    Results and their marks stay. Nothing happens to a session that is off.
    """
    # Alone: no phone sends anything that would be forgotten before it is answered.
    lock_session(session_id, alone=True)
    settings = TableEntrySettings.objects.filter(session=session_id).first()
    if settings is None or not (settings.is_on or settings.display_code):
        return
    was_on, settings.is_on, settings.display_code = settings.is_on, False, ""
    settings.save(update_fields=["is_on", "display_code"])
    if not was_on:
        raise_revision(session_id)
        return
    now = timezone.now()
    TableCode.objects.filter(session=session_id, revoked_at=None).update(revoked_at=now)
    TableDevice.objects.filter(session=session_id, revoked_at=None).update(revoked_at=now)
    Submission.objects.filter(device__session=session_id).delete()
    raise_revision(session_id)
    log_change({"tables": True}, {"tables": False}, by=by, session_id=session_id)


@in_transaction
def change_table_settings(*, session_id: int, values: Mapping[str, Any], by: Actor) -> None:
    """Change some of the switches. Raises :class:`Refused` where tables were never switched on."""
    lock_session(session_id)
    settings = TableEntrySettings.objects.select_for_update(no_key=True).filter(session=session_id)
    stored = settings.first()
    if stored is None:
        raise Refused.because("Results from the tables are switched off.")
    change_settings(stored, values, by=by, session_id=session_id)


@in_transaction
def follow_movement(*, session_id: int) -> None:
    """After another movement: a code for each table that is new, none for one that is gone.

    Nothing happens to a session of which the tables enter no results.
    """
    keep(Session, session_id)
    if not TableEntrySettings.objects.filter(session=session_id, is_on=True).exists():
        return
    lines = TravellerLine.objects.filter(section=OuterRef("section"), table=OuterRef("table"))
    codes = TableCode.objects.filter(~Exists(lines), session=session_id, revoked_at=None)
    codes.update(revoked_at=timezone.now())
    make_codes(session_id=session_id)


def make_codes(*, session_id: int) -> None:
    """A code for each table that plays and has none; in the caller's transaction."""
    there = set(
        TableCode.objects.filter(session=session_id, revoked_at=None).values_list(
            "section", "table"
        )
    )
    places = TravellerLine.objects.filter(section__session=session_id, table__isnull=False)
    wanted = set(places.order_by().values_list("section", "table").distinct()) - there
    TableCode.objects.bulk_create(
        TableCode(session_id=session_id, section_id=section, table=table, code=draw_code())
        for section, table in sorted((s, t or 0) for s, t in wanted)
    )
    raise_revision(session_id)


@in_transaction
def new_code(*, session_id: int, section_id: int, table: int, by: Actor) -> TableCode:
    """Another code for a table: the old one leads nowhere, devices that are bound go on."""
    lock_session(session_id)
    old = TableCode.objects.filter(
        session=session_id, section=section_id, table=table, revoked_at=None
    )
    old.update(revoked_at=timezone.now())
    made = TableCode.objects.create(
        session_id=session_id, section_id=section_id, table=table, code=draw_code()
    )
    raise_revision(session_id)
    return made


_CLUB: Final[Mapping[str, Any]] = {
    "phones": True,
    "approve": "late",
    "confirm": True,
    "same_device": True,
    "traveller": False,
    "percent": False,
    "standings": False,
    "others": True,
    "second_look": True,
}

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "tournament": {**_CLUB, "phones": False, "approve": "always",
                   "others": False, "second_look": False},
    "club": _CLUB,
    "social": {**_CLUB, "traveller": True, "percent": True, "standings": True},
}  # fmt: skip
"""The switches of :class:`events.models.TableEntrySettings` by preset: *tournament* is for a club's
own tablets, which a director approves."""
