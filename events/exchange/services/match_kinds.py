"""What USEBIO calls sessions of matches, in our words."""

from typing import Final

from clubscore.problems import Refused, gettext_noop, sentence
from events.exchange.domain.results_file import FileEvent
from events.models import MatchPlay, Session
from events.sessions.domain.scoring.settings import Method

_SCORED_BY: Final = {
    "VPS": MatchPlay.ScoredBy.VP,
    "VP": MatchPlay.ScoredBy.VP,
    "IMPS": MatchPlay.ScoredBy.IMPS,
    "PAB": MatchPlay.ScoredBy.POINT_A_BOARD,
    "WIN_LOSS": MatchPlay.ScoredBy.WON_LOST,
}
_TEAM_SCORINGS: Final = ("IMPS", "CROSS_IMPS", "PAB", "BAM")
_PAIR_SCORINGS: Final = {
    "MATCH_POINTS": Method.MATCHPOINTS,
    "CROSS_IMPS": Method.CROSS_IMPS,
    "IMPS": Method.CROSS_IMPS,
}
_SCORING = gettext_noop("Matches scored by %(scoring)s cannot be imported.")


def kind_of(event: FileEvent) -> str:
    """What plays the matches of an event."""
    if "TEAM" not in event.type:
        return str(Session.Matches.SWISS_PAIRS.value)
    is_swiss = "SWISS" in event.type
    return str((Session.Matches.SWISS_TEAMS if is_swiss else Session.Matches.TEAMS).value)


def scoring_of(event: FileEvent, kind: str) -> tuple[Method, MatchPlay.ScoredBy]:
    """How its results are compared, and what a match counts. Raises :class:`Refused` where that
    is not done here."""
    is_pairs = kind == Session.Matches.SWISS_PAIRS
    scoring = event.scoring or ("MATCH_POINTS" if is_pairs else "IMPS")
    method = _PAIR_SCORINGS.get(scoring) if is_pairs else Method.CROSS_IMPS
    if method is None or not (is_pairs or scoring in _TEAM_SCORINGS):
        raise Refused(sentence(_SCORING, scoring=scoring))
    usual = "PAB" if scoring in ("PAB", "BAM") else "VPS"
    told = event.match_scoring or usual
    scored_by = _SCORED_BY.get(told)
    if scored_by is None or (is_pairs and scored_by != MatchPlay.ScoredBy.VP):
        raise Refused(sentence(_SCORING, scoring=told))
    return method, scored_by
