import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import LogEntry, Session, TravellerLine
from events.sessions.services import fouled_boards
from tests.events import factories

pytestmark = pytest.mark.django_db

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"


def lines_of(session: Session) -> list[TravellerLine]:
    return list(TravellerLine.objects.filter(section__session=session, board=1).order_by("table"))


def tell(session: Session, marked: dict[int, str], **options: object) -> bool:
    """Mark tables of board 1 with deals."""
    ids = {line.table: line.pk for line in lines_of(session)}
    chosen = {ids[table]: deal for table, deal in marked.items()}
    if "seen" in options:
        options["seen"] = {ids[table]: deal for table, deal in options["seen"].items()}
    return fouled_boards.mark_deals(
        session_id=session.pk, board=1, deals=chosen, by=Actor(), **options
    )


def stored(session: Session) -> list[tuple[str, int]]:
    return [(line.deal, line.version) for line in lines_of(session)]


def test_lines_are_marked_and_logged() -> None:
    session = factories.session(THREE_TABLES)
    assert tell(session, {2: "B", 3: "C"}, reason="Hands exchanged.") is True
    assert stored(session) == [("", 0), ("B", 1), ("C", 1)]
    second, third = lines_of(session)[1:]
    entry = LogEntry.objects.first()
    assert (entry.action, entry.line, entry.reason) == ("fouled", None, "Hands exchanged.")
    assert (entry.before, entry.after) == (
        {"board": 1, "deals": {str(second.pk): "", str(third.pk): ""}},
        {"board": 1, "deals": {str(second.pk): "B", str(third.pk): "C"}},
    )


def test_lines_that_are_not_named_played_the_original() -> None:
    session = factories.session(THREE_TABLES)
    tell(session, {2: "B", 3: "B"})
    tell(session, {3: "B"})
    assert stored(session) == [("", 0), ("", 2), ("B", 1)]


def test_the_same_once_more_changes_nothing() -> None:
    session = factories.session(THREE_TABLES)
    tell(session, {2: "B"})
    assert tell(session, {2: "B", 1: ""}) is False
    assert (stored(session)[1], LogEntry.objects.filter(action="fouled").count()) == (("B", 1), 1)


def test_all_lines_on_a_changed_deal_are_refused() -> None:
    session = factories.session(THREE_TABLES)
    with pytest.raises(Refused, match="nobody would have played the original deal"):
        tell(session, {1: "B", 2: "B", 3: "C"})
    assert stored(session) == [("", 0)] * 3


def test_a_line_of_another_board_is_refused() -> None:
    session = factories.session()
    other = factories.line(session, board=2)
    with pytest.raises(Refused, match="The lines of this board have changed"):
        fouled_boards.mark_deals(session_id=session.pk, board=1, deals={other.pk: "B"}, by=Actor())


def test_marks_that_somebody_else_made_meanwhile_are_not_overwritten_unseen() -> None:
    session = factories.session(THREE_TABLES)
    tell(session, {2: "B"})
    with pytest.raises(Refused, match="Somebody else has marked lines"):
        tell(session, {3: "B"}, seen={})
    assert tell(session, {3: "B"}, seen={2: "B"}) is True
