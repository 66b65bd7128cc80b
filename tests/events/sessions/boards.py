"""A board as it is scored while it is typed."""

from fractions import Fraction

from events.models import Session
from events.sessions.matches.figures.boards import score_one_board


def board_points(session: Session, **options: object) -> list[tuple[Fraction, Fraction] | None]:
    """The points of the lines of board 1, by table."""
    scored = score_one_board(session, 1, **options)
    found = [scored.points.get(line.pk) for line in scored.lines]
    return [each and (each.ns_points, each.ew_points) for each in found]
