"""What the players bring to a round, beside its pairings: points, colours, floats, opponents."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import pgettext

from clubscore.text.sentences import decimals, translate
from events.models import Tournament
from events.tournaments.core.domain.results import Code, describe_bye, write_points
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.pairing.domain.proposal import History, before_round, histories


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
    return [
        _row(history) for history in histories(before_round(tournament_value(tournament), number))
    ]


def player_facts(histories: Iterable[HistoryRow]) -> dict[str, str]:
    """What stands below a field of the pairings, by what was typed there: of a player's number
    points and colours so far, of a bye's letter its kind."""
    byes = {code.value.lower(): translate(describe_bye(code)) for code in Code if code.is_bye}
    return byes | {
        str(row.number): " · ".join(filter(None, (row.points, row.colours))) for row in histories
    }


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
