"""Switching a tournament's phones on and off, their settings by preset, and the codes.

The revision of a tournament's settings: whatever phones show and the log does not have raises it,
or phones would be answered "nothing new".
"""

import secrets
from collections.abc import Mapping
from typing import Any, Final

from django.db.models import F
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import keep, lock_tournament
from events.devices.domain.codes import draw_code
from events.devices.services import apply_preset, change_settings, log_change
from events.models import HallCode, HallDevice, HallSettings, Tournament

KIND: Final = HallCode.Kind

PRESETS: Final[Mapping[str, Mapping[str, bool]]] = {
    "rated": {"reports": False, "calls": False, "tablets": True, "same_device": False},
    "club": {"reports": True, "calls": True, "tablets": True, "same_device": True},
    "info": {"reports": False, "calls": True, "tablets": False, "same_device": False},
}
"""The switches of :class:`events.models.HallSettings` by preset: *rated* is for games that count
for ratings, where no player has a phone in the playing area (Laws of Chess 11.3.2)."""


def raise_revision(tournament_id: int) -> None:
    """Let every phone of the tournament look again; inside the transaction of the change."""
    HallSettings.objects.filter(tournament=tournament_id).update(revision=F("revision") + 1)


@in_transaction
def switch_on(*, tournament: Tournament, preset: str, by: Actor) -> HallSettings:
    """Let phones take part: the settings by a preset, and a code for everything that has none.

    A tournament that is on already gets the preset and the codes that are missing. Raises
    :class:`Refused` for a finished tournament.
    """
    stored = lock_tournament(tournament.pk)
    if stored.is_finished:
        raise Refused.because("The tournament is finished: reopen it first.")
    # Locked: a phone that sends something now raises their revision.
    locked = HallSettings.objects.select_for_update(of=("self",), no_key=True)
    hall, _made = locked.get_or_create(tournament=stored)
    before = {"phones": hall.is_on, "preset": hall.preset}
    apply_preset(hall, preset, PRESETS[preset])
    hall.word = hall.word or f"{secrets.randbelow(10_000):04}"
    hall.save()
    make_codes(tournament=stored)
    after = {"phones": True, "preset": preset}
    log_change(before, after, by=by, tournament_id=stored.pk)
    return hall


@in_transaction
def switch_off(*, tournament: Tournament, by: Actor) -> None:
    """Take nothing more from phones: every code leads nowhere, and phones that are bound are told
    so. Results stay. Nothing happens to a tournament that is off."""
    lock_tournament(tournament.pk)
    hall = HallSettings.objects.filter(tournament=tournament, is_on=True).first()
    if hall is None:
        return
    hall.is_on = False
    hall.save(update_fields=["is_on"])
    raise_revision(tournament.pk)
    log_change({"phones": True}, {"phones": False}, by=by, tournament_id=tournament.pk)


@in_transaction
def change_hall_settings(*, tournament: Tournament, values: Mapping[str, Any], by: Actor) -> None:
    """Change some of the switches. Raises :class:`Refused` where phones were never switched on."""
    lock_tournament(tournament.pk)
    locked = HallSettings.objects.select_for_update(no_key=True).filter(tournament=tournament)
    stored = locked.first()
    if stored is None:
        raise Refused.because("Players’ phones are switched off.")
    change_settings(stored, values, by=by, tournament_id=tournament.pk)


@in_transaction
def complete_codes(*, tournament: Tournament) -> None:
    """A code for whoever and whatever came since; nothing where phones are off."""
    keep(Tournament, tournament.pk)
    # One at a time: of two pages that are opened at once each would make them.
    if HallSettings.objects.select_for_update(no_key=True).filter(
        tournament=tournament, is_on=True
    ):
        make_codes(tournament=tournament)


def make_codes(*, tournament: Tournament) -> None:
    """A code for each entry, team and board, the door and the tablet that has none; in the caller's
    transaction, which has locked the settings or the tournament."""
    there = HallCode.objects.filter(tournament=tournament, revoked_at=None)
    known = set(there.values_list("kind", "entry", "team", "board"))
    entries = list(tournament.entries.order_by("pk").values_list("pk", flat=True))
    teams = tournament.teams.order_by("pk").values_list("pk", flat=True)
    boards = range(1, (len(entries) + 1) // 2 + 1)
    wanted = [
        (KIND.DOOR, None, None, None),
        (KIND.TABLET, None, None, None),
        *((KIND.PLAYER, pk, None, None) for pk in entries),
        *((KIND.TEAM, None, pk, None) for pk in teams),
        *((KIND.BOARD, None, None, board) for board in boards),
    ]
    HallCode.objects.bulk_create(
        HallCode(
            tournament=tournament,
            kind=kind,
            entry_id=entry,
            team_id=team,
            board=board,
            code=draw_code(),
        )
        for kind, entry, team, board in wanted
        if (kind.value, entry, team, board) not in known
    )


@in_transaction
def new_code(*, tournament: Tournament, kind: str, thing: int, by: Actor) -> HallCode:
    """Another code for a player, a team, a board, the door or the tablet: the old one leads
    nowhere, and whoever was bound by a card is bound no more. Raises :class:`Refused`."""
    lock_tournament(tournament.pk)
    column = {KIND.PLAYER: "entry_id", KIND.TEAM: "team_id", KIND.BOARD: "board"}.get(KIND(kind))
    which = {column: thing} if column else {}
    old = HallCode.objects.filter(tournament=tournament, kind=kind, revoked_at=None, **which)
    if not old.update(revoked_at=timezone.now()):
        raise Refused.because("There is no such code.")
    if kind in (KIND.PLAYER, KIND.TEAM):
        # Of the others a new sheet at the door sends nobody away.
        devices = HallDevice.objects.filter(tournament=tournament, revoked_at=None, **which)
        devices.filter(proof=HallDevice.Proof.CARD).update(revoked_at=timezone.now())
    made = HallCode.objects.create(tournament=tournament, kind=kind, code=draw_code(), **which)
    raise_revision(tournament.pk)
    return made
