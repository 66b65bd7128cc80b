"""What of a tournament's phones needs the arbiter's hand, and what waits."""

from collections import defaultdict
from typing import Any

from django.db.models import Q

from clubscore.web.visitors import show_device
from events.hall.domain.reports import State
from events.hall.selectors.games import SIDES, Played, played_games
from events.hall.selectors.phones import last_published
from events.hall.selectors.rights import KIND, PROOF, is_proven, proof_now, waits
from events.hall.selectors.state import is_expected, komi_of, request_values
from events.models import (
    Entry,
    GameReport,
    HallCall,
    HallDevice,
    HallRequest,
    HallSettings,
    Presence,
    Tournament,
)
from events.tournaments.core.domain.results import OPEN, Outcome, write_outcome
from events.tournaments.core.selectors.entries import by_name
from events.tournaments.core.selectors.rounds import progress

Values = dict[str, Any]


def missing_entries(tournament_id: int, number: int) -> list[Entry]:
    """Who is in the list of the check-in of a round, and not here."""
    entries = (
        Entry.objects.filter(tournament=tournament_id)
        .exclude(presences__round=number)
        .exclude(results__round__number=number)
    )
    return [entry for entry in entries.select_related("player") if is_expected(entry, number)]


def desk_state(tournament: Tournament, hall: HallSettings) -> Values:
    """All of the arbiter's page, what needs a hand first."""
    rounds = progress(tournament.pk)
    current = last_published(rounds)
    number = current.number if current else 0
    last = max((each.number for each in rounds if each.is_paired), default=0)
    # Of earlier rounds what somebody has said something about, or that is open.
    games = played_games(tournament.pk, last, Q(round__number=number) | Q(game__outcome__in=OPEN))
    devices = list(
        HallDevice.objects.filter(tournament=tournament, revoked_at=None).select_related(
            "entry__player", "team"
        )
    )
    calls = list(
        HallCall.objects.filter(tournament=tournament, withdrawn_at=None, answered_at=None)
    )
    named = {device.pk: device for device in devices}
    proven = {device.entry_id for device in devices if is_proven(device, number)}
    said = GameReport.objects.filter(game__round__tournament=tournament)
    said_at = {pk: at.isoformat() for pk, at in said.values_list("pk", "at")}
    by_state: defaultdict[State, list[Values]] = defaultdict(list)
    for game in sorted(games, key=_since):
        by_state[game.reported.state].append(_game(game, tournament, said_at))
    return {
        "disputed": by_state[State.DISPUTED],
        "reported": by_state[State.REPORTED],
        "calls": [_call(each, named) for each in calls if each.kind == HallCall.Kind.CALL],
        "requests": _requests(tournament, number),
        "prove": [
            {
                "device": each.pk,
                "name": name_of(each),
                "board": each.board,
                "show": each.show,
                # Perhaps somebody has found another one's name at the door.
                "has_other": each.entry_id is not None and each.entry_id in proven,
            }
            for each in devices
            if waits(each, hall, number)
        ],
        "check_in": _check_in(tournament, hall, number),
        "late": [_late(each, named) for each in calls if each.kind != HallCall.Kind.CALL],
        "devices": [_device(each, number) for each in devices],
        "open": [
            each.game.board_number
            for each in games
            if each.number == number and not each.reported.has_result
        ],
    }


def _since(game: Played) -> int:
    """Whose report came first."""
    return min((report.pk for report in game.reported.reports), default=0)


def _game(each: Played, tournament: Tournament, said_at: dict[int, str]) -> Values:
    game = each.game
    return {
        "game": game.pk,
        "round": each.number,
        "board": game.board_number,
        **{
            name: {
                "entry": each.sides[side].pk,
                "number": each.sides[side].number,
                "name": each.sides[side].shown_name,
                "strength": each.sides[side].strength_in(tournament),
            }
            for side, name in SIDES.items()
        },
        "handicap": game.handicap,
        "komi": komi_of(game, tournament),
        "version": game.version,
        "state": str(each.reported.state),
        "result": write_outcome(Outcome(game.outcome)) or None,
        "reports": [
            {
                "report": report.pk,
                "by": SIDES[report.side],
                "result": report.result,
                "at": said_at[report.pk],
            }
            for report in each.reported.shown
        ],
    }


def name_of(device: HallDevice | None) -> str:
    """Whose a device is."""
    if device is None:
        return ""
    if device.entry is not None:
        return device.entry.shown_name
    if device.team is not None:
        return device.team.name
    return str(device.get_kind_display())


def _call(call: HallCall, devices: dict[int, HallDevice]) -> Values:
    return {
        "call": call.pk,
        "device": call.device_id,
        "name": name_of(devices.get(call.device_id or 0)),
        "board": call.board,
        "at": call.at.isoformat(),
    }


def _late(call: HallCall, devices: dict[int, HallDevice]) -> Values:
    is_check_in = call.kind == HallCall.Kind.CHECK_IN
    return {
        "call": call.pk,
        "device": call.device_id,
        "name": name_of(devices.get(call.device_id or 0)),
        "what": str(call.round) if is_check_in else call.note,
        "admit": is_check_in,
        "at": call.at.isoformat(),
    }


def _requests(tournament: Tournament, number: int) -> list[Values]:
    waiting = HallRequest.objects.filter(
        entry__tournament=tournament, state=HallRequest.State.OPEN
    ).select_related("entry__player", "device")
    return [
        request_values(each)
        | {
            "entry": each.entry_id,
            "number": each.entry.number,
            "name": each.entry.shown_name,
            "note": each.note,
            "at": each.at.isoformat(),
            "proven": each.device is None or is_proven(each.device, number),
        }
        for each in waiting
    ]


def _check_in(tournament: Tournament, hall: HallSettings, number: int) -> Values | None:
    if hall.check_in is None:
        return None
    present = Presence.objects.filter(
        entry__tournament=tournament, round=hall.check_in
    ).select_related("entry__player", "device")
    key = by_name()
    here = [
        _person(each.entry) | {"proven": each.device is None or is_proven(each.device, number)}
        for each in sorted(present, key=lambda each: key(each.entry))
    ]
    closes = hall.check_in_closes
    missing = sorted(missing_entries(tournament.pk, hall.check_in), key=key)
    return {
        "round": hall.check_in,
        "closes": closes.isoformat() if closes else None,
        "here": here,
        "missing": list(map(_person, missing)),
    }


def _person(entry: Entry) -> Values:
    return {"entry": entry.pk, "number": entry.number, "name": entry.shown_name}


def _device(device: HallDevice, number: int) -> Values:
    is_tablet = device.kind in (KIND.BOARD, KIND.TABLET)
    proof = PROOF.ARBITER if is_tablet and device.approved_at else proof_now(device, number)
    return {
        "device": device.pk,
        "kind": device.kind,
        "name": name_of(device),
        "board": device.board,
        "number": device.number,
        "proof": str(proof),
        "show": device.show,
        "browser": show_device(device.name),
        "seen": device.seen_at.isoformat(timespec="minutes"),
    }
