"""Binding browsers: joining by a code, letting in, leaving, forgetting.

None of it is in the log: whether a phone is there changes no page of the tournament. Nobody takes a
sleeping phone's place: a locked phone is the normal state.
"""

import secrets
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, sentence
from events.common.services import keep, lock_tournament
from events.devices.domain.outcomes import DeviceRefused, Why
from events.hall.selectors.games import Asker, asker, played_games
from events.hall.selectors.phones import hash_of
from events.hall.selectors.rights import KIND, PROOF, is_proven
from events.hall.selectors.state import own_games
from events.hall.services.settings import raise_revision
from events.models import Entry, HallCode, HallDevice, Tournament

MAX_DEVICES: Final = 3
"""Of an entry, a board, a team: the player's, a parent's, another one."""

MAX_LOOKING: Final = 1000

NOT_IN: Final = sentence("You cannot let this phone in. Ask the arbiter.")


@dataclass(frozen=True, slots=True)
class Joined:
    """A bound device, and the token for its cookie."""

    device: HallDevice
    token: str


@in_transaction
def join(*, code: HallCode, entry_id: int | None = None, name: str = "", token: str = "") -> Joined:
    """Bind a browser by a code. The door's binds it to the entry that was tapped, not proven, or
    without one to look. With the ``token`` of a device of the same thing it stays that one; what it
    was before ends.

    Raises :class:`Refused` for a fourth device, and for an entry of another tournament.
    """
    # One at a time: of two that join at once, the second is the second device.
    lock_tournament(code.tournament_id)
    if not HallCode.objects.filter(pk=code.pk, revoked_at=None).exists():
        raise Refused.because("This code is not valid any more. Ask the arbiter.")
    thing = _thing(code, entry_id)
    now = timezone.now()
    device = _own(code, thing, token)
    if device is None:
        device = _new(code, thing)
    by_card = code.kind in (KIND.PLAYER, KIND.TEAM)
    if by_card:
        # A card is the better proof, also of a phone that was let in.
        device.proof, device.proof_round = PROOF.CARD, None
    if by_card or device.kind == KIND.LOOK:
        device.approved_at = device.approved_at or now
    fresh = secrets.token_urlsafe(32)
    device.name, device.token_hash, device.seen_at = name[:80], hash_of(fresh), now
    device.save()
    raise_revision(code.tournament_id)
    return Joined(device, fresh)


def _thing(code: HallCode, entry_id: int | None) -> dict[str, Any]:
    """What the device is to be: its kind, and whose."""
    if code.kind != HallCode.Kind.DOOR:
        return {
            "kind": code.kind,
            "entry_id": code.entry_id,
            "team_id": code.team_id,
            "board": code.board,
        }
    if entry_id is None:
        return {"kind": KIND.LOOK, "entry_id": None, "team_id": None, "board": None}
    if not Entry.objects.filter(pk=entry_id, tournament=code.tournament_id).exists():
        raise Refused.because("There is no such player here. Look for the name again.")
    return {"kind": KIND.PLAYER, "entry_id": entry_id, "team_id": None, "board": None}


def _own(code: HallCode, thing: dict[str, Any], token: str) -> HallDevice | None:
    """The browser's own device of the same thing; whatever else it was in the tournament ends."""
    if not token:
        return None
    rows = HallDevice.objects.filter(
        token_hash=hash_of(token), tournament=code.tournament_id, revoked_at=None
    )
    device = rows.filter(**thing).first()
    if device is None:
        rows.update(revoked_at=timezone.now())
    return device


def _new(code: HallCode, thing: dict[str, Any]) -> HallDevice:
    there = HallDevice.objects.filter(tournament=code.tournament_id, revoked_at=None, **thing)
    if thing["kind"] == KIND.LOOK:
        # Whoever looked longest ago gives way: nothing depends on it.
        old = there.order_by("-seen_at", "-pk").values_list("pk", flat=True)[MAX_LOOKING - 1 :]
        HallDevice.objects.filter(pk__in=list(old)).update(revoked_at=timezone.now())
    elif thing["kind"] != KIND.TABLET and there.count() >= MAX_DEVICES:
        raise Refused.because(
            "%(count)s phones are bound here already. Ask the arbiter to forget one of them.",
            count=MAX_DEVICES,
        )
    taken = set(there.values_list("number", flat=True))
    number = next(number for number in count(1) if number not in taken)
    show = f"{secrets.randbelow(1000):03}"
    return HallDevice(tournament_id=code.tournament_id, number=number, show=show, **thing)


@in_transaction
def let_in_by_device(*, device_id: int, other_id: int) -> None:
    """A proven phone lets in another one of its entry, which gets the same proof, or the opponent's
    while their published game is open, which counts for that round. Raises
    :class:`DeviceRefused`."""
    found = asker(device_id)
    if found is None:
        raise DeviceRefused(Why.FORGOTTEN, sentence("This phone is not bound any more."))
    keep(Tournament, found.tournament.pk)
    if not found.may_report:
        raise DeviceRefused(Why.NOT_ALLOWED, NOT_IN)
    others = HallDevice.objects.select_for_update(of=("self",), no_key=True).filter(
        pk=other_id, tournament=found.tournament, revoked_at=None, kind=KIND.PLAYER
    )
    other = others.first()
    if other is None:
        raise DeviceRefused(Why.GONE, sentence("This phone is gone."))
    proof, number = _word_of(found, other)
    if not is_proven(other, found.number):
        other.proof, other.proof_round, other.approved_at = proof, number, timezone.now()
        other.save(update_fields=["proof", "proof_round", "approved_at"])
        raise_revision(found.tournament.pk)


def _word_of(found: Asker, other: HallDevice) -> tuple[str, int | None]:
    device = found.device
    if device.kind == KIND.PLAYER and other.entry_id == device.entry_id:
        return device.proof, device.proof_round
    if device.kind == KIND.PLAYER and found.number:
        games = played_games(found.tournament.pk, found.last_paired, own_games(device))
        for game in games:
            sides = {entry.pk for entry in game.sides.values()}
            if other.entry_id in sides and not game.reported.has_result:
                return PROOF.OPPONENT, found.number
    raise DeviceRefused(Why.NOT_ALLOWED, NOT_IN)


@in_transaction
def let_in(*, tournament_id: int, device_id: int | None = None) -> None:
    """The arbiter lets a phone in, or all that wait. Raises :class:`Refused` for one that is
    gone."""
    keep(Tournament, tournament_id)
    there = HallDevice.objects.filter(tournament=tournament_id, revoked_at=None)
    waiting = there.exclude(kind=KIND.LOOK)
    if device_id is not None:
        waiting = waiting.filter(pk=device_id)
        if not waiting.exists():
            raise Refused.because("This phone is gone.")
    waiting = waiting.filter(proof__in=(PROOF.NONE, PROOF.OPPONENT))
    waiting.update(proof=PROOF.ARBITER, proof_round=None, approved_at=timezone.now())
    raise_revision(tournament_id)


@in_transaction
def leave(*, device_id: int) -> None:
    """A browser does not belong to anybody any more."""
    for device in HallDevice.objects.filter(pk=device_id, revoked_at=None):
        forget(tournament_id=device.tournament_id, device_id=device_id)


@in_transaction
def forget(*, tournament_id: int, device_id: int) -> None:
    """Unbind a device. Raises :class:`Refused` for one that is gone."""
    keep(Tournament, tournament_id)
    there = HallDevice.objects.filter(pk=device_id, tournament=tournament_id, revoked_at=None)
    if not there.update(revoked_at=timezone.now()):
        raise Refused.because("This phone is gone.")
    raise_revision(tournament_id)
