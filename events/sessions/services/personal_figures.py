"""What a session gave each of its contestants: place, result, and the contracts of both roles.

A player's page adds up many sessions, and only one that changed is scored again: those of earlier
days are stored (:mod:`.kept_figures`), today's are in the cache of the process.
"""

import contextlib
from collections.abc import Collection, Iterator, Mapping
from typing import cast

from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError
from django.utils import timezone

from clubscore import __version__
from events.common.selectors.stamp import log_stamps
from events.models import Session
from events.sessions.domain.contract import Side
from events.sessions.domain.scoring.board_score import LineScore
from events.sessions.selectors.lines import LineRecord
from events.sessions.services.kept_figures import (
    Figures,
    PersonalFigures,
    keep_figures,
    kept_figures,
)
from events.sessions.services.scoring import ScoredSession, score_sessions
from players.domain.record import NO_BOARDS, Tally

AT_ONCE = 20
"""How many sessions are read and scored together; their lines are in memory meanwhile."""


def figures_of_sessions(session_ids: Collection[int]) -> dict[int, Figures]:
    """The figures of each session by its id; one that has been deleted meanwhile has none."""
    # Read before the lines: a change in between is kept under an old state, which no later reader
    # looks for.
    states = {pk: f"{__version__}:{stamp}" for pk, stamp in log_stamps(session_ids).items()}
    found = kept_figures(states)
    keys = {pk: f"figures:{pk}:{state}" for pk, state in states.items() if pk not in found}
    cached = cache.get_many(keys.values())
    found |= {pk: cached[key] for pk, key in keys.items() if key in cached}
    missing = sorted(keys.keys() - found.keys())
    for start in range(0, len(missing), AT_ONCE):
        some = missing[start : start + AT_ONCE]
        sessions = list(Session.objects.filter(pk__in=some))
        fresh = {pk: _figures(session) for pk, session in score_sessions(sessions).items()}
        _keep(sessions, fresh, states)
        cache.set_many({keys[pk]: figures for pk, figures in fresh.items()}, None)
        found |= fresh
    return {pk: found.get(pk, {}) for pk in session_ids}


def _keep(
    sessions: Collection[Session], fresh: Mapping[int, Figures], states: Mapping[int, str]
) -> None:
    # A session of today changes with every line, and is scored in no time.
    today = timezone.localdate()
    past = {each.pk: fresh[each.pk] for each in sessions if each.date < today}
    if not past or settings.READ_ONLY:
        return
    # A page does not fail because what it computed cannot be stored.
    with contextlib.suppress(OperationalError):
        keep_figures(figures=past, states=states)


def _figures(scored: ScoredSession) -> dict[int, PersonalFigures]:
    declaring: dict[int, Tally] = {}
    defending: dict[int, Tally] = {}
    for line in scored.lines:
        if line.result.declared is None or line.result.adjustment is not None:
            continue
        for contestant, declared, tally in _tallies(line, scored.points[line.pk]):
            own = declaring if declared else defending
            own[contestant] = own.get(contestant, NO_BOARDS) + tally
    return {
        cast(int, each.contestant): PersonalFigures(
            each.place,
            each.points,
            each.percentage,
            declaring.get(cast(int, each.contestant), NO_BOARDS),
            defending.get(cast(int, each.contestant), NO_BOARDS),
        )
        # A contestant ranked in two lists is shown with its place in the first.
        for each in reversed(scored.field.standings)
    }


def _tallies(line: LineRecord, score: LineScore) -> Iterator[tuple[int, bool, Tally]]:
    """Each contestant at the table, whether its side declared, and the board as a tally."""
    played = line.result.declared
    if played is None:
        return
    is_made = played.tricks >= played.contract.tricks_needed
    for side, contestants, points in (
        (Side.NS, line.ns, score.ns_points),
        (Side.EW, line.ew, score.ew_points),
    ):
        percentage = None if points is None or not score.top else 100 * points / score.top
        tally = Tally.of_board(percentage, is_made=is_made)
        for contestant in contestants:
            yield contestant, played.declarer.side is side, tally
