"""Sessions that are played in matches, with results that are easy to tell.

Usually every board is +140 to North–South in the room where the team with the lower number sits
there, and passed out in the other room: 4 IMPs for that team.
"""

import datetime
from collections.abc import Mapping
from typing import Any

from clubscore.web.visitors import Actor
from events.models import LineContestant, Session, TravellerLine
from events.sessions.core.selectors import read_matches
from events.sessions.lines.services.saving import enter_result
from events.sessions.matches.figures.draw import draw_basis, proposal
from events.sessions.matches.figures.matches import ScoredMatches, score_matches
from events.sessions.matches.services.rounds import publish_draw
from events.sessions.matches.services.teams import MatchWish, create_match_session
from events.sessions.scoring.figures.scoring import score_session

DATE = datetime.date(2026, 3, 5)
BETTER, WORSE = "+140", "p"


def made(kind: str, contestants: int, **values: Any) -> Session:
    """A session without results; matches of two boards, two rounds of a Swiss event, whose first
    round goes by the numbers."""
    values = {"title": "Teams", "date": DATE, "boards": 2, "by_lot": False} | values
    if kind != Session.Matches.TEAMS:
        values.setdefault("rounds", 2)
    wish = MatchWish(kind=kind, contestants=contestants, **values)
    return create_match_session(wish=wish, by=Actor())


def play(session: Session, *, only: Mapping[str, int] | None = None) -> None:
    """Enter the usual results of all lines that are empty, or ``only`` those of a round or a
    table."""
    matches = read_matches(session.pk)
    assert matches
    lines = TravellerLine.objects.filter(
        section__session=session, score_ns=None, adjustment="", **(only or {})
    )
    for line in lines:
        north_south, east_west = (
            matches.team_of[LineContestant.objects.get(line=line, direction=side).contestant_id]
            for side in ("NS", "EW")
        )
        enter(line, BETTER if north_south < east_west else WORSE)


def enter(line: TravellerLine, text: str) -> None:
    """Type a result."""
    line.refresh_from_db()
    session_id = line.section.session_id
    enter_result(
        session_id=session_id, line_id=line.pk, text=text, by=Actor(), version=line.version
    )


def scored(session: Session) -> ScoredMatches:
    """The matches as they stand."""
    scored_matches = score_matches(session, score_session(session))
    assert scored_matches
    return scored_matches


def draw(session: Session) -> None:
    """Draw the next round by the rule."""
    now = scored(session)
    number = now.matches.drawn + 1
    found = proposal(draw_basis(now, number), now.matches.play)
    publish_draw(session_id=session.pk, number=number, draw=found, by=Actor())


def line(session: Session, board: int, table: int) -> TravellerLine:
    """The line of a board at a table."""
    return TravellerLine.objects.get(section__session=session, board=board, table=table)
