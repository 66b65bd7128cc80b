"""Reading how far the boards of a session are: lines entered and lines expected."""

from dataclasses import dataclass

from django.db.models import Count

from events.models import Section, TravellerLine
from events.sessions.selectors.lines import EMPTY


@dataclass(frozen=True, slots=True)
class BoardProgress:
    """How many lines of a board have been entered, how many are expected, and, if asked for, how
    many doubts they raise.
    """

    board: int
    entered: int
    expected: int
    doubts: int = 0

    @property
    def state(self) -> str:
        """``empty``, ``part`` or ``complete``."""
        if self.entered == 0:
            return "empty"
        return "complete" if self.entered == self.expected else "part"


def progress(session_id: int, *, section: str = "") -> list[BoardProgress]:
    """Every board of a session, or of one section of it, in order, with its lines entered and
    expected.
    """
    lines = TravellerLine.objects.filter(section__session=session_id)
    if section:
        lines = lines.filter(section__letter=section)
    rows = (
        lines.values("board")
        .annotate(
            entered=Count("pk", filter=~EMPTY),
            expected=Count("pk"),
        )
        .order_by("board")
    )
    return [BoardProgress(**row) for row in rows]


def section_of_line(session_id: int, *, board: int, line_id: int) -> str:
    """The letter of the section in which a line of a board is; empty where there is none."""
    sections = Section.objects.filter(
        session=session_id, lines__board=board, lines__pk=line_id
    ).values_list("letter", flat=True)
    return next(iter(sections), "")


def section_progress(session_id: int, *, board: int) -> dict[str, BoardProgress]:
    """How far a board is in each section that plays it, by letter."""
    rows = (
        TravellerLine.objects.filter(section__session=session_id, board=board)
        .values_list("section__letter")
        .annotate(entered=Count("pk", filter=~EMPTY), expected=Count("pk"))
        .order_by("section__letter")
    )
    return {letter: BoardProgress(board, entered, expected) for letter, entered, expected in rows}
