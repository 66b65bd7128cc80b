"""The display in the hall: for a projector, at an address that needs no login.

The standings that players may read: of completed rounds, or of the published session.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_GET

from clubscore.text.sentences import NothingHereError
from clubscore.web.caching import kept
from clubscore.web.permissions import director_required, is_director
from clubscore.web.qr import phone_base, phone_qr
from events.common.selectors import log_stamps
from events.common.views import figures
from events.devices.domain.clock import MINUTE
from events.models import Session, TableEntrySettings
from events.sessions.core.domain.line_result import EMPTY, LineResult
from events.sessions.matches.figures.matches import ScoredMatches, score_matches
from events.sessions.matches.views.rows import points_text, team_names
from events.sessions.scoring.domain.ranking import Standing
from events.sessions.scoring.figures.scoring import score_session
from events.tables.selectors import readable
from events.tables.selectors.hall import (
    hall_state,
    is_over_by_itself,
    session_of_display,
    timetable,
)
from events.tables.selectors.snapshot import Snapshot, current_snapshot
from events.tables.services.directing import press_by_itself


@require_GET
@director_required
def display(request: HttpRequest, session_id: int) -> HttpResponse:
    """The display with the keys of the clock."""
    session = get_object_or_404(Session, pk=session_id)
    return _page(request, session, now_url=reverse("events:display-now", args=[session.pk]))


@require_GET
def public_display(request: HttpRequest, code: str) -> HttpResponse:
    """The display for whoever has its code."""
    return _page(request, _of_code(code), now_url=reverse("events:public-display-now", args=[code]))


@require_GET
@director_required
def display_now(request: HttpRequest, session_id: int) -> JsonResponse:
    """What the display shows now."""
    return _now(get_object_or_404(Session, pk=session_id))


@require_GET
def public_display_now(request: HttpRequest, code: str) -> JsonResponse:
    """What the display shows now, for whoever has its code."""
    return _now(_of_code(code))


def _of_code(code: str) -> Session:
    session = session_of_display(code)
    if session is None:
        raise NothingHereError(_("There is no display with this address now."))
    return session


def _snapshot(session: Session) -> Snapshot:
    state = current_snapshot(session.pk)
    if state is None or not state.settings.display_code:
        raise NothingHereError(_("This session has no display yet: the page “Tables” opens it."))
    return state


def _now(session: Session) -> JsonResponse:
    return JsonResponse(_state(_snapshot(session)))


def _state(state: Snapshot) -> dict[str, Any]:
    """What the display shows, with the standings where players may read them."""
    now = timezone.now()
    if is_over_by_itself(state, now) and not settings.READ_ONLY:
        press_by_itself(session_id=state.session.pk)
        state = _snapshot(state.session)
    shown = readable.may_read_standings(state)
    rounds, rows = readable.rounds_with_standings(state), standing_rows(state) if shown else []
    return hall_state(state, now) | {"standings": {"rounds": rounds, "rows": rows}}


def _page(request: HttpRequest, session: Session, *, now_url: str) -> HttpResponse:
    state = _snapshot(session)
    stored = state.settings
    public = reverse("events:public-display", args=[stored.display_code])
    follow = f"{phone_base(request)}{session.get_absolute_url()}"
    context: dict[str, Any] = {
        "session": session,
        "now_url": now_url,
        "clock_url": reverse("events:clock", args=[session.pk]) if is_director(request) else "",
        "back_url": reverse("events:tables", args=[session.pk]),
        "settings": stored,
        "minutes": _minutes(stored),
        "programme": _programme(state),
        "first": _state(state),
        "qr": phone_qr(follow, label=_("QR code of the results")),
        "follow": follow,
        "public": f"{phone_base(request)}{public}",
    }
    return render(request, "events/tables/display.html", context)


def _programme(state: Snapshot) -> str:
    """What is played: ``13 tables · 12 rounds of 2 boards · 15 minutes each``."""
    table = timetable(state.session.pk, state.settings)
    tables = len({place for place, _round in state.index.at_table if place[1]})
    boards = ngettext("%(count)s board", "%(count)s boards", table.boards)
    rounds = ngettext(
        "%(count)s round of %(boards)s", "%(count)s rounds of %(boards)s", table.rounds
    )
    first, minutes = (round(table.play(number) / MINUTE) for number in (1, table.rounds))
    each = ngettext("%(count)s minute each", "%(count)s minutes each", minutes)
    if first != minutes:
        each = _("%(each)s, the first %(first)s") % {"each": each, "first": first}
    return " · ".join(
        (
            ngettext("%(count)s table", "%(count)s tables", tables) % {"count": tables},
            rounds % {"count": table.rounds, "boards": boards % {"count": table.boards}},
            each % {"count": minutes},
        )
    )


def _minutes(stored: TableEntrySettings) -> dict[str, str]:
    """Seconds as minutes with at most two decimals: ``7.5``."""
    return {
        "board": f"{stored.seconds_a_board / 60:.4g}",
        "move": f"{stored.move_seconds / 60:.4g}",
        "extra": f"{stored.extra_seconds / 60:.4g}",
    }


def standing_rows(state: Snapshot) -> list[dict[str, Any]]:
    """The standings as plain values, the first first."""
    if state.session.matches:
        return _of_matches(state)
    return [
        {
            "place": str(standing.place),
            "direction": str(standing.direction or ""),
            "pair": state.contestants[standing.contestant].label,  # type: ignore[index]
            "names": state.contestants[standing.contestant].short_players,  # type: ignore[index]
            "percent": figures.percentage(standing.percentage),
            "points": figures.points(standing.points),
            "contestants": [standing.contestant],
        }
        for standing in _standings(state)
        if standing.contestant in state.contestants
    ]


def _of_matches(state: Snapshot) -> list[dict[str, Any]]:
    """The standings of teams, or of Swiss pairs, by the matches that are over."""
    found = kept(
        ("matches of rounds", state.session.pk, readable.rounds_with_standings(state)),
        state=lambda: log_stamps([state.session.pk])[state.session.pk],
        make=lambda: _matches(state),
    )
    if found is None:
        return []
    names = team_names(found.matches, state.contestants)
    return [
        {
            "place": str(row.place),
            "direction": "",
            "pair": str(row.side),
            "names": names[row.side],
            "percent": "",
            "points": points_text(found.matches.play, row.points),
            "contestants": list(found.matches.teams[row.side].contestants),
        }
        for row in found.standings
    ]


def _matches(state: Snapshot) -> ScoredMatches | None:
    return score_matches(state.session, score_session(state.session, supposing=_later(state)))


def _later(state: Snapshot) -> Mapping[int, LineResult]:
    """The lines of the rounds that are not counted yet, as if they were empty."""
    rounds = readable.rounds_with_standings(state)
    return {
        table_line.line.pk: EMPTY
        for table_line in state.lines.values()
        if table_line.round > rounds
    }


def _standings(state: Snapshot) -> Sequence[Standing]:
    """The standings of the rounds that are complete; once for each state, for all phones."""
    rounds, session = readable.rounds_with_standings(state), state.session
    return kept(
        ("standings of rounds", session.pk, rounds),
        state=lambda: log_stamps([session.pk])[session.pk],
        make=lambda: score_session(session, supposing=_later(state)).field.standings,
    )
