"""The crosstable of the matches of a session, as ready strings."""

from dataclasses import dataclass
from fractions import Fraction

from django.urls import reverse

from events.models import Session
from events.sessions.domain.teams.standings import TeamStanding
from events.sessions.services.match_scoring import ScoredMatch, ScoredMatches
from events.sessions.views.matches.match_rows import Contestants, points_text, team_names


@dataclass(frozen=True, slots=True)
class CrossCell:
    """What a team has of its matches against another, ready to print, with the address of the
    last of them."""

    text: str
    address: str
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of the crosstable, in the order of the standings; ``other`` is what it has beside the
    matches: of byes and missed rounds, and what was added or taken away."""

    place: str
    number: int
    name: str
    cells: tuple[CrossCell, ...]
    other: str
    points: str


def cross_rows(session: Session, scored: ScoredMatches, contestants: Contestants) -> list[CrossRow]:
    """Teams against teams, in the order of the standings."""
    matches = scored.matches
    names = team_names(matches, contestants)
    order = [row.side for row in scored.standings]
    met: dict[tuple[int, int], list[tuple[ScoredMatch, Fraction]]] = {}
    for each in scored.scored:
        if each.match.away is None or each.result.points is None:
            continue
        for own, other in (
            (each.match.home, each.match.away),
            (each.match.away, each.match.home),
        ):
            met.setdefault((own, other), []).append((each, each.result.points_of(own)))

    def cell(own: int, other: int) -> CrossCell:
        if own == other:
            return CrossCell("", "", is_own=True)
        found = met.get((own, other), [])
        text = " + ".join(points_text(matches.play, points) for _match, points in found)
        last = found[-1][0].match.pk if found else 0
        return CrossCell(text, reverse("events:match", args=[session.pk, last]) if last else "")

    def beside(row: TeamStanding) -> str:
        of_matches = sum(
            (
                points
                for (own, _other), found in met.items()
                if own == row.side
                for _, points in found
            ),
            Fraction(0),
        )
        return points_text(matches.play, row.points - of_matches or None)

    return [
        CrossRow(
            row.place,
            row.side,
            names[row.side],
            tuple(cell(row.side, other) for other in order),
            beside(row),
            points_text(matches.play, row.points),
        )
        for row in scored.standings
    ]
