"""What the rules give for a match that was wrongly played, as links for the page that awards it."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.translation import gettext as _

from events.models import MatchPlay
from events.sessions.domain.teams.wrong_matches import TOTAL, Remedy, Wrong, remedies
from events.sessions.services.match_scoring import ScoredMatch
from events.sessions.views.matches.match_rows import MatchRow, points_text


@dataclass(frozen=True, slots=True)
class RemedyRow:
    """A rule in words, and the points it gives; ``home`` and ``away`` as a field takes them."""

    wrong: str
    text: str
    points: str
    home: str
    away: str


def remedy_rows(play: MatchPlay, scored: ScoredMatch, row: MatchRow) -> list[RemedyRow]:
    """The rules for this match; none where its scale is not of 20 VPs."""
    if play.scored_by != MatchPlay.ScoredBy.VP or play.total != TOTAL or scored.match.away is None:
        return []
    return list(_rows(play, scored, row))


def _rows(play: MatchPlay, scored: ScoredMatch, row: MatchRow) -> Iterator[RemedyRow]:
    played = None if scored.result.is_awarded else scored.result.points
    for remedy in remedies(played):
        home, away = remedy.points
        yield RemedyRow(
            remedy.wrong,
            _text(remedy, row),
            f"{points_text(play, home)} – {points_text(play, away)}",
            _typed(home),
            _typed(away),
        )


def _typed(points: Fraction) -> str:
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))


def _text(remedy: Remedy, row: MatchRow) -> str:
    stronger = _("%(side)s met too strong an opponent and is not at fault: 5 and ¾ of its VPs")
    weaker = _("%(side)s met too weak an opponent and is at fault: less ¼ of what exceeds 5 VPs")
    return {
        Wrong.SEATED: _("wrongly seated for the whole match: 40 % for both"),
        Wrong.SEATED_BY_DIRECTOR: _("the same by the director’s fault: 60 % for both"),
        Wrong.HOME_MET_STRONGER: stronger % {"side": row.home},
        Wrong.HOME_MET_WEAKER: weaker % {"side": row.home},
        Wrong.AWAY_MET_STRONGER: stronger % {"side": row.away},
        Wrong.AWAY_MET_WEAKER: weaker % {"side": row.away},
    }[remedy.wrong]
