"""The standings that players may read: of completed rounds, or of the published session."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from clubscore.recent import Recent
from events.common.selectors.stamp import log_stamps
from events.common.views import figures
from events.sessions.domain.line_result import EMPTY, LineResult
from events.sessions.domain.scoring.ranking import Standing
from events.sessions.services.match_scoring import ScoredMatches, score_matches
from events.sessions.services.scoring import score_session
from events.sessions.views.matches.match_rows import points_text, team_names
from events.tables.selectors import readable
from events.tables.selectors.snapshot import Snapshot

_RANKED: Final[Recent[Sequence[Standing]]] = Recent(4)
_MATCHES: Final[Recent[ScoredMatches | None]] = Recent(4)


def standing_rows(state: Snapshot) -> list[dict[str, Any]]:
    """The standings as plain values, the first first."""
    if state.session.matches:
        return _of_matches(state)
    return [
        {
            "place": each.place,
            "direction": str(each.direction or ""),
            "pair": state.contestants[each.contestant].label,  # type: ignore[index]
            "names": state.contestants[each.contestant].short_players,  # type: ignore[index]
            "percent": figures.percentage(each.percentage),
            "points": figures.points(each.points),
            "contestants": [each.contestant],
        }
        for each in _standings(state)
        if each.contestant in state.contestants
    ]


def _of_matches(state: Snapshot) -> list[dict[str, Any]]:
    """The standings of teams, or of Swiss pairs, by the matches that are over."""
    found = _MATCHES.get(
        (state.session.pk, readable.rounds_with_standings(state)),
        stamp=log_stamps([state.session.pk])[state.session.pk],
        make=lambda: _matches(state),
    )
    if found is None:
        return []
    names = team_names(found.matches, state.contestants)
    return [
        {
            "place": row.place,
            "direction": "",
            "pair": str(row.side),
            "names": names[row.side],
            "percent": "",
            "points": points_text(found.matches.play, row.points),
            "contestants": list(found.matches.teams[row.side].contestants),
        }
        for row in found.standings
    ]


def _matches(state: Snapshot) -> ScoredMatches | None:
    return score_matches(state.session, score_session(state.session, supposing=_later(state)))


def _later(state: Snapshot) -> Mapping[int, LineResult]:
    """The lines of the rounds that are not counted yet, as if they were empty."""
    rounds = readable.rounds_with_standings(state)
    return {each.line.pk: EMPTY for each in state.lines.values() if each.round > rounds}


def _standings(state: Snapshot) -> Sequence[Standing]:
    """The standings of the rounds that are complete; once for each state, for all phones."""
    rounds, session = readable.rounds_with_standings(state), state.session
    return _RANKED.get(
        (session.pk, rounds),
        stamp=log_stamps([session.pk])[session.pk],
        make=lambda: score_session(session, supposing=_later(state)).field.standings,
    )
