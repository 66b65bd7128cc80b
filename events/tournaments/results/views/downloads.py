"""The standings and the pairings of a tournament for download: a spreadsheet with both, or one of
them as CSV. Public once published; numbers and names are those that the pages show."""

import io
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.http import require_safe

from clubscore.files.spreadsheets.writing import XLSX, Cell, Row, Table, csv_lines, write_workbook
from clubscore.text.sentences import NothingHereError
from clubscore.web.permissions import is_director
from events.common.domain import two_decimals
from events.models import Tournament
from events.tournaments.core.domain.results import Code, show_outcome
from events.tournaments.core.permissions import tournament_for_reader
from events.tournaments.core.selectors.entries import shown_entries
from events.tournaments.core.selectors.rounds import round_lines, visible_progress
from events.tournaments.standings.views import (
    Entries,
    read_standings,
    read_value,
    strength_heading,
    teams_and_boards,
    tie_break_columns,
)
from events.tournaments.teams.domain.from_games import team_event
from events.tournaments.teams.domain.standings import USUAL, team_lines
from events.tournaments.teams.views import places_in_matches


@require_safe
def workbook(request: HttpRequest, slug: str) -> HttpResponse:
    """All tables as a spreadsheet."""
    tournament, entries = _read(request, slug)
    file = io.BytesIO()
    tables = [make(tournament, entries) for make in TABLES.values()]
    write_workbook([table for table in tables if table], file)
    return HttpResponse(file.getvalue(), content_type=XLSX, headers=_as_file(slug, ".xlsx"))


@require_safe
def csv(request: HttpRequest, slug: str, name: str) -> StreamingHttpResponse:
    """One table as CSV."""
    tournament, entries = _read(request, slug)
    table = TABLES[name](tournament, entries) if name in TABLES else None
    if table is None:
        raise NothingHereError(_("There is no such table of this tournament."))
    return StreamingHttpResponse(
        csv_lines([table.headings, *table.rows]),
        content_type="text/csv; charset=utf-8",
        headers=_as_file(slug, f"-{name}.csv"),
    )


def _read(request: HttpRequest, slug: str) -> tuple[Tournament, Entries]:
    tournament = tournament_for_reader(request, slug)
    return tournament, shown_entries(tournament, public=not is_director(request))


def _as_file(slug: str, ending: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{slug}{ending}"'}


def _standings(tournament: Tournament, entries: Entries) -> Table:
    """Everybody, best first, with the score that comes before the points and the tie-breaks."""
    scored = read_standings(tournament)
    columns = tie_break_columns(tournament, scored.value.tie_breaks)
    teams = teams_and_boards(scored.value)
    headings = (
        _("Place"),
        _("No."),
        _("Title"),
        _("Name"),
        strength_heading(tournament),
        _("Federation"),
        _("Club"),
        _("Team"),
        _("Points"),
        *(column.code for column in columns),
    )
    rows: list[Row] = []
    for line in scored.lines:
        entry = entries[line.number]
        rows.append(
            (
                str(line.place),
                line.number,
                entry.title,
                entry.name,
                entry.strength,
                entry.federation,
                entry.club,
                teams.get(line.number, ""),
                _number(line.points),
                *(_number(value) for value in line.values),
            )
        )
    return Table(_("Standings"), headings, rows)


def _pairings(tournament: Tournament, entries: Entries) -> Table:
    """The games and byes of all rounds, in go with the stones of the handicaps."""
    has_colours = tournament.discipline != Tournament.Discipline.OTHER
    sides = (_("White"), _("Black")) if has_colours else (_("First"), _("Second"))
    headings = (
        _("Round"),
        pgettext("rounds", "Board"),
        _("No."),
        sides[0],
        pgettext("rounds", "Result"),
        _("No."),
        sides[1],
        *((_("Handicap"),) if tournament.has_grades else ()),
    )
    return Table(_("Pairings"), headings, list(_rows(tournament, entries)))


def _rows(tournament: Tournament, entries: Entries) -> Iterator[Row]:
    places = places_in_matches(tournament)
    for here in visible_progress(tournament):
        lines = round_lines(here.pk)
        for game in lines.games:
            first, second = game.first.number or 0, game.second.number or 0
            board = places.get((here.number, game.board_number), game.board_number)
            yield (
                here.number, board, first, entries[first].name,
                show_outcome(game.outcome), second, entries[second].name,
                *((game.handicap,) if tournament.has_grades else ()),
            )  # fmt: skip
        for bye in lines.byes:
            number = bye.entry.number or 0
            if number in entries:
                letter = Code(bye.code).value.lower()
                stones = ("",) if tournament.has_grades else ()
                yield here.number, "", number, entries[number].name, letter, "", "", *stones


def _teams(tournament: Tournament, _entries: Entries) -> Table | None:
    """The standings of teams that meet each other; ``None`` where they do not."""
    event = team_event(read_value(tournament))
    if event is None:
        return None
    codes = event.tie_breaks or USUAL
    names = {team.number: team.name for team in event.teams}
    rows: list[Row] = [
        (
            str(line.place), line.number, names[line.number], _number(line.match_points),
            _number(line.game_points), *(_number(value) for value in line.values),
        )
        for line in team_lines(event, codes)
    ]  # fmt: skip
    headings = (_("Place"), _("No."), _("Team"), _("Match points"), _("Game points"), *codes)
    return Table(_("Teams"), headings, rows)


def _number(value: Fraction | None) -> Cell:
    return "" if value is None else Decimal(two_decimals(value))


TABLES: Final[Mapping[str, Callable[[Tournament, Entries], Table | None]]] = {
    "teams": _teams,
    "standings": _standings,
    "pairings": _pairings,
}
