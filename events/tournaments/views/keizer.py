"""The standings of a Keizer: rank, value, what every round earned."""

from dataclasses import dataclass
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubscore.permissions import is_director
from clubscore.sentences import decimals
from clubscore.visitor_pages import for_visitors
from events.common.domain.rounding import round_quotient
from events.tournaments.domain import keizer as rules
from events.tournaments.permissions import tournament_for_reader
from events.tournaments.selectors.entries import shown_entries
from events.tournaments.views.ranked import read_value


@dataclass(frozen=True, slots=True)
class KeizerRow:
    """A player's line, written out."""

    rank: int
    number: int
    name: str
    value: int
    earned: tuple[str, ...]
    total: str


@for_visitors
@require_GET
def keizer(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody by rank, with the values that the games are worth now; of any kind of tournament,
    though only a Keizer leads here."""
    tournament = tournament_for_reader(request, slug)
    entries = shown_entries(tournament, public=not is_director(request))
    lines = rules.keizer(read_value(tournament))
    rows = [
        KeizerRow(
            rank=line.rank,
            number=line.number,
            name=entries[line.number].name,
            value=line.value,
            earned=tuple(_written(each) for each in line.earned),
            total=_written(line.total),
        )
        for line in lines
    ]
    context = {
        "tournament": tournament,
        "tab": "keizer",
        "rows": rows,
        "rounds": range(1, len(lines[0].earned) + 1) if lines else range(0),
    }
    return render(request, "events/tournaments/keizer.html", context)


def _written(amount: Fraction) -> str:
    """With as many decimals as it has, two at most, halves up."""
    cents = round_quotient(100 * amount.numerator, amount.denominator)
    text = f"{cents // 100}.{cents % 100:02}".rstrip("0").rstrip(".")
    return decimals(text)
