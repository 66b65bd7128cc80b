"""The papers of a round that is paired: the wall sheet by name, and the slips for the results."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.text.sentences import NothingHereError, translate
from clubscore.web.caching import for_visitors
from clubscore.web.permissions import director_required, is_director
from events.models import Entry, Tournament
from events.tournaments.core.domain.results import describe_bye
from events.tournaments.core.permissions import tournament_for_reader
from events.tournaments.core.selectors.entries import by_name as as_register, shown_entries
from events.tournaments.core.selectors.rounds import (
    RoundLines,
    RoundProgress,
    round_lines,
    tournament_round,
    visible_progress,
)
from events.tournaments.rounds.views.boards import komi_text, terms_text
from events.tournaments.rounds.views.rounds import round_here
from events.tournaments.teams.views import place_of, places_in_matches, team_paper


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
    paper = team_paper(tournament, number, shown_entries(tournament, public=public))
    places = places_in_matches(tournament)
    asked = request.GET.get("by")
    teams = paper.names if paper else {}
    shown = [place_of(places, number, line.board_number) for line in lines.games]
    rows = _sheet_rows(lines, shown, colours=colours, public=public, teams=teams)
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
    return render(request, "events/tournaments/rounds/sheet.html", context)


@require_GET
@director_required
def slips(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A slip for every board, on which the players write and sign the result; where teams meet, one
    for every match."""
    tournament = get_object_or_404(Tournament, slug=slug)
    here = _paired(tournament, number)
    lines = round_lines(here.pk)
    paper = team_paper(tournament, number, shown_entries(tournament, public=False))
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "here": here,
        "games": [(game, komi_text(tournament, game.handicap, game.komi)) for game in lines.games],
        "paper": paper,
        "pieces": tournament_round(tournament.pk, number).pieces,
        "colours": tournament.discipline != Tournament.Discipline.OTHER,
    }
    return render(request, "events/tournaments/rounds/slips.html", context)


def _paired(tournament: Tournament, number: int) -> RoundProgress:
    here = round_here(visible_progress(tournament), number)
    if not here.is_paired:
        raise NothingHereError(_("This round is not paired yet."))
    return here


def _sheet_rows(
    lines: RoundLines,
    places: Sequence[str],
    *,
    colours: bool,
    public: bool,
    teams: Mapping[int, str],
) -> list[dict[str, str]]:
    def name(entry: Entry) -> str:
        return entry.public_name if public else entry.shown_name

    white, black = (_("White"), _("Black")) if colours else ("", "")
    rows: list[tuple[Entry, dict[str, str]]] = []
    for line, place in zip(lines.games, places, strict=True):
        sides = ((line.first, line.second, white), (line.second, line.first, black))
        for own, other, colour in sides:
            row = _row(name(own), place, colour, name(other))
            row |= {"grade": own.grade, "other_grade": other.grade, "terms": terms_text(line)}
            rows.append((own, row))
    for bye in lines.byes:
        row = _row(name(bye.entry), "", "", translate(describe_bye(bye.code)))
        rows.append((bye.entry, row | {"grade": bye.entry.grade}))
    key = as_register()
    rows.sort(key=lambda each: key(each[0]))
    return [row | {"team": teams.get(entry.number or 0, "")} for entry, row in rows]


def _row(name: str, board: str, colour: str, opponent: str) -> dict[str, str]:
    return {
        "name": name,
        "board": board,
        "colour": colour,
        "opponent": opponent,
        "grade": "",
        "other_grade": "",
        "terms": "",
    }
