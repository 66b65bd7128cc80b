"""Norms on the director's pages: who has made one or still can, every condition of a player, and
the papers that go with an application: the title result (IT1) and the tournament's report (IT3).

They hold dates of birth and FIDE numbers, and are for directors alone.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, decimals, refusal_text, translate
from clubscore.web.permissions import director_required
from events.common.domain import round_quotient
from events.models import Tournament
from events.tournaments.core.domain.results import Colour, write_points
from events.tournaments.core.domain.tournament import SWISS, Entrant, kind_of
from events.tournaments.core.forms import kind_name
from events.tournaments.norms.domain.by_hand import by_hand, is_to_tick
from events.tournaments.norms.domain.chances import Chance, chances_of
from events.tournaments.norms.domain.norms import USUAL_GAMES, Judge, Norm, Rules, entrant_of
from events.tournaments.norms.domain.titles import HOLDERS, TITLES, floor_of
from events.tournaments.standings.views import read_value

EXEMPT = ("a", "b", "c")
LEAST_GAMES = (9, 8, 7)
BEST_OPPONENTS = 9
"""Whose average is the highest that opponents can have."""


@dataclass(frozen=True, slots=True)
class NormRow:
    """A player and a title: a norm that is made, or what is still needed."""

    number: int
    name: str
    title: str
    is_made: bool
    text: str


@dataclass(frozen=True, slots=True)
class NormCard:
    """A title on a player's page."""

    norm: Norm
    score: str
    conditions: tuple[tuple[str, bool | None, str, str, str], ...]
    left_out: tuple[str, ...]
    chance: str
    needs: tuple[tuple[int, str], ...]
    lacks: tuple[str, ...]


@require_GET
@director_required
def norms(request: HttpRequest, slug: str) -> HttpResponse:
    """A line for everybody who has made a norm, or still can."""
    tournament = get_object_or_404(Tournament, slug=slug)
    context = _context(request, tournament)
    if judge := context["judge"]:
        context["rows"] = tuple(_rows(judge))
        context["by_hand"] = _by_hand(judge)
    return render(request, "events/tournaments/norms/norms.html", context)


@require_GET
@director_required
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Every condition of every title above a player's own."""
    tournament = get_object_or_404(Tournament, slug=slug)
    return _player_page(request, _context(request, tournament), number)


def _player_page(request: HttpRequest, context: dict[str, Any], number: int) -> HttpResponse:
    if judge := context["judge"]:
        entrant = _entrant(judge, number)
        chances = {chance.title: chance for chance in chances_of(judge, entrant)}
        context |= {
            "entrant": entrant,
            "name": _name(entrant),
            "cards": [_card(norm, chances.get(norm.title)) for norm in judge.norms_of(entrant)],
        }
    return render(request, "events/tournaments/norms/player.html", context)


@require_GET
@director_required
def certificate(request: HttpRequest, slug: str, number: int, title: str) -> HttpResponse:
    """The title result of a player, IT1, on A4; why there is none where the norm is not made."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if title not in {each.code for each in TITLES}:
        raise NothingHereError(_("There is no such title."))
    context = _context(request, tournament)
    judge: Judge | None = context["judge"]
    if judge is None:
        return _player_page(request, context, number)
    entrant = _entrant(judge, number)
    norm = next((each for each in judge.norms_of(entrant) if each.title == title), None)
    if norm is None or not norm.met:
        return _player_page(request, context, number)
    context |= {
        "entrant": entrant,
        "name": _name(entrant),
        "norm": norm,
        "score": write_points(norm.score),
        "games": (games := list(_games(judge, entrant, norm))),
        "is_any_raised": any("(" in game.rating for game in games),
        "conditions": _conditions(norm),
    }
    return render(request, "events/tournaments/norms/certificate.html", context)


@require_GET
@director_required
def tournament_report(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament's report, IT3, on A4."""
    tournament = get_object_or_404(Tournament, slug=slug)
    context = _context(request, tournament)
    if judge := context["judge"]:
        entrants = judge.tournament.entrants
        titles = Counter(entrant.title for entrant in entrants if entrant.title in HOLDERS)
        federations = Counter(entrant.federation for entrant in entrants if entrant.federation)
        ratings = [entrant.rating for entrant in entrants if entrant.rating]
        context |= {
            "kind": _system(judge.tournament.kind),
            "players": len(entrants),
            "rated": len(ratings),
            "mean": round_quotient(sum(ratings), len(ratings)) if ratings else "",
            "titles": sorted(titles.items()),
            "federations": sorted(federations.items()),
            "made": [row for row in _rows(judge) if row.is_made],
            "by_hand": _by_hand(judge),
            "days": judge.tournament.round_dates,
        }
    return render(request, "events/tournaments/norms/report.html", context)


def _system(kind: str) -> str:
    """What pages call the system that the words of a file mean; others stay."""
    known = kind_of(kind)
    is_named = known != SWISS or not kind or "swiss" in kind.casefold()
    name = kind_name(kind)
    return kind_name(known) if is_named and name in ("", kind) else name


def _by_hand(judge: Judge) -> list[tuple[bool, str]]:
    """What the arbiter has to look at, each with whether it is for him to tick."""
    return [(is_to_tick(each), translate(each)) for each in by_hand(judge)]


def _context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The tournament with its judge; without one and with the reason where norms are not judged."""
    exempt = request.GET.get("exempt", "")
    games = request.GET.get("games", "")
    least = int(games) if games in {str(each) for each in LEAST_GAMES} else USUAL_GAMES
    exempt = exempt if exempt in EXEMPT else ""
    judge, problem = None, ""
    if tournament.discipline != Tournament.Discipline.CHESS:
        raise NothingHereError(_("Only chess has norms."))
    try:
        judge = Judge(read_value(tournament), Rules(exempt=exempt, least_games=least))
    except Refused as refusal:
        problem = refusal_text(refusal)
    return {
        "tournament": tournament,
        "tab": "norms",
        "judge": judge,
        "problem": problem,
        "exempt": exempt,
        "exempts": EXEMPT,
        "least": least,
        "leasts": LEAST_GAMES,
        "query": request.GET.urlencode(),
    }


def _entrant(judge: Judge, number: int) -> Entrant:
    try:
        return entrant_of(judge.tournament, number)
    except Refused as refusal:
        raise NothingHereError(refusal_text(refusal)) from refusal


def _name(entrant: Entrant) -> str:
    return f"{entrant.family}, {entrant.given}" if entrant.given else entrant.family


def _rows(judge: Judge) -> Iterator[NormRow]:
    for entrant in judge.tournament.entrants:
        chances = {chance.title: chance for chance in chances_of(judge, entrant)}
        for norm in judge.norms_of(entrant):
            chance = chances.get(norm.title)
            if norm.met:
                text = _("%(score)s of %(games)s · average %(average)s · performance %(is)s") % {
                    "score": write_points(norm.score),
                    "games": norm.games,
                    "average": norm.average,
                    "is": norm.performance,
                }
                yield NormRow(entrant.number, _name(entrant), norm.title, True, text)
            elif chance and _is_likely(judge, entrant, chance):
                text = " ".join((translate(chance.why), *_needed(judge, entrant, chance)))
                yield NormRow(entrant.number, _name(entrant), norm.title, False, text)


def _strongest(judge: Judge, entrant: Entrant) -> int:
    """The average of the best others: more the opponents cannot have."""
    ratings = sorted(
        (each.rating or 0 for each in judge.tournament.entrants if each is not entrant),
        reverse=True,
    )[:BEST_OPPONENTS]
    return sum(ratings) // len(ratings) if ratings else 0


def _is_likely(judge: Judge, entrant: Entrant, chance: Chance) -> bool:
    """Whether the norm can be made against opponents that there are."""
    if chance.least is not None:
        return True
    strongest = _strongest(judge, entrant)
    return chance.is_possible and any(need.average <= strongest for need in chance.needs)


def _needed(judge: Judge, entrant: Entrant, chance: Chance) -> Iterator[str]:
    strongest = _strongest(judge, entrant)
    possible = [need for need in chance.needs if need.average <= strongest]
    if possible:
        need = possible[-1]
        points = need.points or Fraction(0)
        text = _("Against opponents with an average of %(average)s in the rest: %(points)s points.")
        if 0 < points <= 1:
            text = _(
                "Against opponents with an average of %(average)s in the rest: %(points)s point."
            )
        yield text % {"average": need.average, "points": write_points(points)}
    yield from (translate(each) for each in chance.lacks)


def _card(norm: Norm, chance: Chance | None) -> NormCard:
    return NormCard(
        norm,
        write_points(norm.score),
        _conditions(norm),
        tuple(translate(each.why) for each in norm.left_out),
        translate(chance.why) if chance else "",
        tuple(
            (need.average, write_points(need.points))
            for need in (chance.needs if chance else ())
            if need.points is not None
        ),
        tuple(translate(each) for each in (chance.lacks if chance else ())),
    )


def _conditions(norm: Norm) -> tuple[tuple[str, bool | None, str, str, str], ...]:
    return tuple(
        (each.article, each.met, decimals(each.need), decimals(each.has), translate(each.why))
        for each in norm.conditions
    )


@dataclass(frozen=True, slots=True)
class GameLine:
    """A round of the title result."""

    round: int
    opponent: Entrant
    name: str
    rating: str
    colour: str
    points: str
    is_left_out: bool


def _games(judge: Judge, entrant: Entrant, norm: Norm) -> Iterator[GameLine]:
    left_out = {each.round for each in norm.left_out}
    games = judge.games_of(entrant).games
    floors = floor_of([game for game in games if game.round not in left_out], norm.title)
    colours = {Colour.WHITE: _("White"), Colour.BLACK: _("Black")}
    for game in games:
        opponent = judge.by_number[game.opponent]
        result = entrant.results[game.round - 1]
        yield GameLine(
            game.round,
            opponent,
            _name(opponent),
            _rating(opponent.rating, floors.get(game.round, game.rating)),
            colours.get(result.colour, "") if result and result.colour else "",
            write_points(game.points),
            game.round in left_out,
        )


def _rating(rating: int | None, counted: int) -> str:
    """An opponent's rating; in brackets as which it counts, where that is another."""
    return str(rating) if rating == counted else f"{rating or '–'} ({counted})"
