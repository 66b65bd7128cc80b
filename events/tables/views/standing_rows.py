"""The standings that players may read: of completed rounds, or of the published session."""

from collections.abc import Sequence
from typing import Any, Final

from clubscore.recent import Recent
from events.common.selectors.stamp import log_stamps
from events.common.views import figures
from events.sessions.domain.line_result import EMPTY
from events.sessions.domain.scoring.ranking import Standing
from events.sessions.services.scoring import score_session
from events.tables.selectors import readable
from events.tables.selectors.snapshot import Snapshot

_RANKED: Final[Recent[Sequence[Standing]]] = Recent(4)


def standing_rows(state: Snapshot) -> list[dict[str, Any]]:
    """The standings as plain values, the first first."""
    return [
        {
            "place": each.place,
            "direction": str(each.direction or ""),
            "pair": state.contestants[each.contestant].label,  # type: ignore[index]
            "names": state.contestants[each.contestant].short_players,  # type: ignore[index]
            "percent": figures.percentage(each.percentage),
            "points": figures.points(each.points),
            "contestant": each.contestant,
        }
        for each in _standings(state)
        if each.contestant in state.contestants
    ]


def _standings(state: Snapshot) -> Sequence[Standing]:
    """The standings of the rounds that are complete; once for each state, for all phones."""
    rounds, session = readable.rounds_with_standings(state), state.session
    later = {e.line.pk: EMPTY for e in state.lines.values() if e.round > rounds}
    return _RANKED.get(
        (session.pk, rounds),
        stamp=log_stamps([session.pk])[session.pk],
        make=lambda: score_session(session, supposing=later).field.standings,
    )
