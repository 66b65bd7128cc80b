"""What phones read besides the state of their table: travellers, their card, standings; each by the
one rule of :mod:`events.tables.selectors.whereabouts`."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.text.numbers import whole_number
from events.common.views import figures
from events.sessions.pages.views.results import read_scored
from events.sessions.scoring.figures.scoring import ScoredSession
from events.tables.selectors import readable
from events.tables.selectors.lines import TableLine
from events.tables.selectors.play_state import line_values, result_values
from events.tables.selectors.polls import Polled
from events.tables.selectors.whereabouts import whereabouts
from events.tables.views.device import Asker, for_device, read
from events.tables.views.display import standing_rows


@require_GET
@for_device
def board(request: HttpRequest, found: Polled, board: int) -> HttpResponse:
    """The traveller of a board where it may be read, else 403; with ``?where`` only at which table
    the board is in this round, and never a result."""
    asker = read(found)
    if asker is None:
        return _refused(_("Scan the code on your table."), status=401)
    if "where" in request.GET:
        return JsonResponse({"board": board, "tables": _tables_with(asker, board)})
    here = whereabouts(asker.state, asker.device)
    if not readable.may_read_traveller(asker.state, asker.device, here, board):
        return _refused(_("The results of this board are not shown now."))
    lines = [
        table_line for table_line in asker.state.lines.values() if table_line.line.board == board
    ]
    rows = [
        _row(asker, table_line, here.pair) for table_line in lines if not table_line.line.is_empty
    ]
    rows.sort(key=lambda row: -(row["score_ns"] if row["score_ns"] is not None else -99999))
    return JsonResponse({"board": board, "rows": rows})


def _tables_with(asker: Asker, board: int) -> list[int]:
    """Where a board is played in the round of the device: the schedule, which is no secret."""
    here = whereabouts(asker.state, asker.device)
    return sorted(
        table_line.line.table
        for table_line in asker.state.lines.values()
        if table_line.line.board == board
        and table_line.round == here.round
        and table_line.line.section_id == here.place[0]
        and table_line.line.table
    )


def _row(asker: Asker, table_line: TableLine, pair: int | None) -> dict[str, Any]:
    labels = asker.state.contestants
    return {
        "ns": " + ".join(labels[pk].label for pk in table_line.line.ns),
        "ew": " + ".join(labels[pk].label for pk in table_line.line.ew),
        "result": result_values(table_line.line.result),
        "score_ns": table_line.line.result.counting.score_ns,
        "own": pair in table_line.contestants,
    }


@require_GET
@for_device
def card(request: HttpRequest, found: Polled) -> HttpResponse:
    """The pair's own boards that are in; another pair's only when published (``?pair=``)."""
    asker = read(found)
    if asker is None or not asker.device.contestant_id or not asker.device.is_bound:
        return _refused(_("Only the phone of a pair has a card."))
    pair = asker.device.contestant_id
    wanted = whole_number(request.GET.get("pair", ""))
    contestant = pair if wanted is None else _numbered(asker, wanted)
    if contestant != pair and not asker.state.is_public:
        return _refused(_("Other pairs’ cards are shown after the results are published."))
    if contestant is None:
        return _refused(_("There is no such pair."), status=404)
    here = whereabouts(asker.state, asker.device)
    lines = asker.state.index.of_contestant.get(contestant, ())
    played = [table_line for table_line in lines if not table_line.line.is_empty]
    points = _percentages(asker, contestant, played)
    rows = [
        (
            line_values(asker.state, asker.device, here, table_line)
            | {"side": table_line.side_of(contestant), "percent": points.get(table_line.line.pk)}
        )
        for table_line in sorted(played, key=lambda table_line: table_line.line.board)
    ]
    values: dict[str, Any] = {"pair": asker.state.contestants[contestant].label, "rows": rows}
    if asker.state.is_public:
        values["page"] = f"/sessions/{asker.state.session.pk}/cards/{contestant}/"
    return JsonResponse(values)


def _numbered(asker: Asker, number: int) -> int | None:
    record = asker.state.contestants[asker.device.contestant_id or 0]
    same = [e for e in asker.state.contestants.values() if e.section_id == record.section_id]
    return next((contestant.pk for contestant in same if contestant.number == number), None)


def _percentages(asker: Asker, contestant: int, played: list[TableLine]) -> dict[int, str]:
    """The pair's own percentage on each board, by line, where it may read it."""
    if not readable.may_read_percent(asker.state, asker.device):
        return {}
    scored: ScoredSession = read_scored(asker.state.session)
    percentages = {}
    for table_line in played:
        points = scored.points.get(table_line.line.pk)
        is_ns = table_line.side_of(contestant) == "NS"
        part = (points.ns_points if is_ns else points.ew_points) if points else None
        if points and part is not None and points.top:
            percentages[table_line.line.pk] = figures.share(part, points.top)
    return percentages


@require_GET
@for_device
def standings(request: HttpRequest, found: Polled) -> HttpResponse:
    """The standings by the switch: of completed rounds, or of the published session."""
    asker = read(found)
    if asker is None or not readable.may_read_standings(asker.state):
        return _refused(_("Standings are not shown now."))
    pair = asker.device.contestant_id
    rounds = readable.rounds_with_standings(asker.state)
    rows = [row | {"own": pair in row.pop("contestants")} for row in standing_rows(asker.state)]
    return JsonResponse({"rounds": rounds, "rows": rows})


def _refused(message: str, *, status: int = 403) -> JsonResponse:
    return JsonResponse({"message": message}, status=status)
