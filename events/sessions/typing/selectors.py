"""Reading the lines that are typed: one with its session, and those of a round slip."""

from django.db.models import QuerySet

from events.models import TravellerLine


def lines_with_sessions() -> QuerySet[TravellerLine]:
    """The lines of all sessions, each with its section and its session."""
    return TravellerLine.objects.select_related("section__session")


def boards_of_slip(
    session_id: int, letter: str, round_number: int, table: int
) -> list[tuple[int, int]]:
    """The lines that a table of a section plays in a round, by board: the id and the board."""
    lines = TravellerLine.objects.filter(
        section__session=session_id, section__letter=letter, round=round_number, table=table
    )
    return list(lines.order_by("board").values_list("pk", "board"))
