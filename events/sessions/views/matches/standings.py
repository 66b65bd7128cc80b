"""The standings of a session of matches, as they stand above the ranking of its pairs."""

from collections.abc import Mapping
from dataclasses import dataclass

from events.models import Session
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.services.match_scoring import score_matches
from events.sessions.services.scoring import ScoredSession
from events.sessions.views.matches import match_rows
from events.sessions.views.matches.match_rows import StandingRow


@dataclass(frozen=True, slots=True)
class MatchStandings:
    """Standings with their headings, and how the matches count, in words."""

    rows: list[StandingRow]
    is_pairs: bool
    is_provisional: bool
    points_heading: str
    margin_heading: str
    has_margin: bool
    rules: str


def match_standings(
    session: Session, scored: ScoredSession, contestants: Mapping[int, ContestantRecord]
) -> MatchStandings | None:
    """The standings; ``None`` for a session without matches."""
    matches = score_matches(session, scored)
    if matches is None:
        return None
    play = matches.matches.play
    return MatchStandings(
        match_rows.standing_rows(matches, contestants),
        play.is_pairs,
        matches.is_provisional,
        match_rows.points_heading(play),
        match_rows.margin_heading(session, play),
        match_rows.has_margin(play),
        match_rows.match_rules(session, play),
    )
