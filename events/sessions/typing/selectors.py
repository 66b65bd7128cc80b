"""Reading the lines that are typed: one with its session, and those of a round slip."""

from clubscore.database.prepared import Prepared
from events.models import TravellerLine

_WITH_SESSION = Prepared(
    lambda line_id, session_id: TravellerLine.objects.select_related("section__session").filter(
        pk=line_id, section__session__pk=session_id, section__session__deleted_at=None
    )
)


def line_with_session(*, session_id: int, line_id: int) -> TravellerLine | None:
    """A line of a session, with its section and its session."""
    return _WITH_SESSION.first(line_id, session_id)


def boards_of_slip(
    session_id: int, letter: str, round_number: int, table: int
) -> list[tuple[int, int]]:
    """The lines that a table of a section plays in a round, by board: the id and the board."""
    lines = TravellerLine.objects.filter(
        section__session=session_id, section__letter=letter, round=round_number, table=table
    )
    return list(lines.order_by("board").values_list("pk", "board"))
