"""A tournament's phones in one value, with every code: for the command and for cards."""

from collections import defaultdict
from typing import Any

from django.db.models import Q

from events.hall.domain.reports import State
from events.hall.selectors.games import played_games
from events.models import HallCall, HallCode, HallDevice, HallSettings, Tournament
from events.tournaments.core.domain.results import OPEN

Values = dict[str, Any]


def summary(tournament: Tournament, hall: HallSettings | None) -> Values:
    """What phones of a tournament may do, the codes, and how much waits."""
    codes: defaultdict[str, list[HallCode]] = defaultdict(list)
    found = HallCode.objects.filter(tournament=tournament, revoked_at=None)
    if hall is not None and hall.is_on:
        for code in found.select_related("entry", "team").order_by("entry__number", "board", "pk"):
            codes[code.kind].append(code)
    calls = HallCall.objects.filter(
        tournament=tournament, kind=HallCall.Kind.CALL, withdrawn_at=None, answered_at=None
    )
    games = played_games(tournament.pk, 0, Q(game__outcome__in=OPEN))
    return {
        "tournament": tournament.slug,
        "on": hall is not None and hall.is_on,
        "preset": hall.preset if hall else None,
        "door": _one(codes["door"]),
        "tablet": _one(codes["tablet"]),
        "display": hall.display_code if hall and hall.is_on else None,
        "players": [
            {
                "entry": code.entry.pk,
                "number": code.entry.number,
                "name": code.entry.shown_name,
                "code": code.code,
            }
            for code in _numbered(codes["player"])
            if code.entry
        ],
        "boards": [{"board": code.board, "code": code.code} for code in codes["board"]],
        "teams": [
            {"team": code.team.pk, "name": code.team.name, "code": code.code}
            for code in codes["team"]
            if code.team
        ],
        "devices": HallDevice.objects.filter(tournament=tournament, revoked_at=None).count(),
        "reports": sum(len(game.reported.reports) for game in games),
        "disputed": sum(game.reported.state is State.DISPUTED for game in games),
        "calls": calls.count(),
        "problems": [],
    }


def _one(codes: list[HallCode]) -> str | None:
    return codes[0].code if codes else None


def _numbered(codes: list[HallCode]) -> list[HallCode]:
    """By starting number, who has none last: databases sort those each in its way."""

    def key(code: HallCode) -> tuple[bool, int, int]:
        number = code.entry.number if code.entry else None
        return number is None, number or 0, code.entry_id or 0

    return sorted(codes, key=key)
