"""The papers of a round that is paired: the wall sheet by name, and the slips for the results."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.permissions import director_required, is_director
from clubscore.sentences import NothingHereError, translate
from clubscore.visitor_pages import for_visitors
from events.models import Entry, Tournament
from events.tournaments.domain.outcome_text import describe_bye
from events.tournaments.permissions import tournament_for_reader
from events.tournaments.selectors.entries import shown_entries
from events.tournaments.selectors.rounds import (
    RoundLines,
    RoundProgress,
    round_lines,
    visible_progress,
)
from events.tournaments.views.round_rows import komi_text, terms_text
from events.tournaments.views.rounds import round_here
from events.tournaments.views.team_papers import team_paper


@for_visitors
@require_GET
def by_name(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Everybody's board by name, for the wall; where teams meet, ``?by=team`` has every team and
    ``?by=match`` the matches with their boards."""
    tournament = tournament_for_reader(request, slug)
    here = _paired(tournament, number)
    colours = tournament.discipline != Tournament.Discipline.OTHER
    public = not is_director(request)
    lines = round_lines(here.pk)
    paper = team_paper(tournament, number, lines, shown_entries(tournament, public=public))
    asked = request.GET.get("by")
    teams = paper.names if paper else {}
    rows = sorted(
        _rows(lines, colours=colours, public=public, teams=teams), key=lambda row: row["key"]
    )
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "here": here,
        "paper": paper,
        "by": asked if paper and asked in ("team", "match") else "name",
        "rows": rows,
        "colours": colours,
        "grades": tournament.has_grades,
        "terms": any(row["terms"] for row in rows),
    }
    return render(request, "events/tournaments/sheet.html", context)


@require_GET
@director_required
def slips(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A slip for every board, on which the players write and sign the result; where teams meet, one
    for every match."""
    tournament = get_object_or_404(Tournament, slug=slug)
    here = _paired(tournament, number)
    lines = round_lines(here.pk)
    paper = team_paper(tournament, number, lines, shown_entries(tournament, public=False))
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "here": here,
        "games": [(each, komi_text(tournament, each.handicap, each.komi)) for each in lines.games],
        "paper": paper,
        "colours": tournament.discipline != Tournament.Discipline.OTHER,
    }
    return render(request, "events/tournaments/slips.html", context)


def _paired(tournament: Tournament, number: int) -> RoundProgress:
    here = round_here(visible_progress(tournament), number)
    if not here.is_paired:
        raise NothingHereError(_("This round is not paired yet."))
    return here


def _rows(
    lines: RoundLines, *, colours: bool, public: bool, teams: Mapping[int, str]
) -> list[dict[str, str]]:
    def name(entry: Entry) -> str:
        return entry.public_name if public else entry.name

    white, black = (_("White"), _("Black")) if colours else ("", "")
    rows = []
    for line in lines.games:
        sides = ((line.first, line.second, white), (line.second, line.first, black))
        for own, other, colour in sides:
            rows.append(_row(name(own), str(line.board_number), colour, name(other)))
            rows[-1]["team"] = teams.get(own.number or 0, "")
            rows[-1] |= {"grade": own.grade, "other_grade": other.grade, "terms": terms_text(line)}
    for bye in lines.byes:
        rows.append(_row(name(bye.entry), "", "", translate(describe_bye(bye.code))))
        rows[-1]["team"] = teams.get(bye.entry.number or 0, "")
        rows[-1]["grade"] = bye.entry.grade
    return rows


def _row(name: str, board: str, colour: str, opponent: str) -> dict[str, str]:
    return {
        "key": name.casefold(),
        "name": name,
        "board": board,
        "colour": colour,
        "opponent": opponent,
        "grade": "",
        "other_grade": "",
        "terms": "",
    }
