"""What the players bring to a round, beside its pairings: points, colours, floats, opponents."""

from dataclasses import dataclass

from django.utils.translation import pgettext

from clubscore.sentences import decimals
from events.models import Tournament
from events.tournaments.domain.pairing.history import History, histories
from events.tournaments.domain.pairing.proposal import before_round
from events.tournaments.domain.points import write_points
from events.tournaments.selectors.tournaments import tournament_value


@dataclass(frozen=True, slots=True)
class HistoryRow:
    number: int
    name: str
    strength: str
    points: str
    colours: str
    floats: str
    opponents: str


def history_rows(tournament: Tournament, number: int) -> list[HistoryRow]:
    """Everybody before a round, best first; before the first only where grades make groups."""
    if number == 1 and not goes_by_mms(tournament):
        return []
    return [_row(each) for each in histories(before_round(tournament_value(tournament), number))]


def goes_by_mms(tournament: Tournament) -> bool:
    """Whether the points of these rows are McMahon scores."""
    if not tournament.has_grades:
        return False
    rules = tournament.go_rules(kind=tournament.kind, tie_breaks=tournament.tie_breaks)
    return not rules.settings.swiss


def _row(each: History) -> HistoryRow:
    return HistoryRow(
        number=each.number,
        name=each.name,
        strength=each.strength,
        points=decimals(write_points(each.points)),
        colours="".join(_letter(colour) for colour in each.colours),
        floats=each.floats,
        opponents=", ".join(map(str, each.opponents)),
    )


def _letter(colour: str) -> str:
    letters = {"W": pgettext("colour", "W"), "B": pgettext("colour", "B")}
    return letters.get(colour, colour)
