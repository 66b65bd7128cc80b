from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Contestant, LogEntry, Penalty, Session, TravellerLine
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.lines.services import saving as lines
from events.sessions.rulings import services as rulings
from tests.events import factories


@pytest.fixture
def line() -> TravellerLine:
    """A line on which the table made 4♠."""
    session = factories.session()
    factories.enter(session, 1, "4sn=", "50")
    return factories.line(session, board=1)


def rule(line: TravellerLine, text: str, **options: object) -> lines.Entered:
    return rulings.make_ruling(
        session_id=line.section.session_id,
        line_id=line.pk,
        adjustment=read_adjustment(text),
        by=Actor(),
        **options,
    )


def take_back(line: TravellerLine, **options: object) -> lines.Entered:
    return rulings.take_back_ruling(
        session_id=line.section.session_id, line_id=line.pk, by=Actor(), **options
    )


def test_what_the_table_got_stays_under_a_ruling_and_comes_back(line: TravellerLine) -> None:
    before = line.result
    ruled = rule(line, "60:420(4SN=)/40:-50(4SN-1)", law="64", reason="Revoke.").line
    assert (ruled.result.at_the_table, ruled.adjustment, ruled.law, ruled.reason) == (
        before,
        "60:420(4SN=)/40:-50(4SN-1)",
        "64",
        "Revoke.",
    )
    assert take_back(line).line.result == before
    line.refresh_from_db()
    assert (line.result, line.law, line.reason, line.version) == (before, "", "", 3)


@pytest.mark.parametrize(
    "text",
    ["A6040", "A+-", "A62.5/37.5", "100:450(4SN+1)", "50:420/50:-50", "100:420|100:-50", "NP"],
)
def test_every_kind_is_saved_and_logged_with_law_and_reason(line: TravellerLine, text: str) -> None:
    director = factories.DirectorFactory()
    rulings.make_ruling(
        session_id=line.section.session_id,
        line_id=line.pk,
        adjustment=read_adjustment(text),
        law="12C1",
        reason="Misinformation.",
        by=Actor(user=director, device="phone"),
    )
    entry = LogEntry.objects.filter(line=line).first()
    table = {"score_ns": 420, "contract": "4S", "declarer": "N", "tricks": 10}
    ruled = {"adjustment": text, "law": "12C1", "reason": "Misinformation."}
    assert (entry.action, entry.before, entry.after) == ("ruled", table, table | ruled)
    assert (entry.reason, entry.user, entry.device) == ("Misinformation.", director, "phone")


def test_another_reason_alone_is_a_change(line: TravellerLine) -> None:
    assert rule(line, "A6040", reason="Noise.").changed is True
    assert rule(line, "A6040", reason="Noise.").changed is False
    assert rule(line, "A6040", reason="Fire.").changed is True
    line.refresh_from_db()
    assert (line.version, line.reason) == (3, "Fire.")


def test_an_impossible_score_is_refused_and_nothing_changes(line: TravellerLine) -> None:
    with pytest.raises(Refused, match=r"\+412 is not a score"):
        rule(line, "60:420/40:412")
    line.refresh_from_db()
    assert (line.adjustment, line.version) == ("", 1)


def test_an_old_version_is_a_conflict(line: TravellerLine) -> None:
    rule(line, "A6040", version=1)
    with pytest.raises(lines.Conflict) as conflict:
        rule(line, "A5050", version=1)
    assert conflict.value.line.adjustment == "A6040"
    with pytest.raises(lines.Conflict):
        take_back(line, version=1)
    assert take_back(line, version=2).changed is True


def test_a_ruling_that_is_not_there_cannot_be_taken_back(line: TravellerLine) -> None:
    with pytest.raises(Refused, match="There is no ruling on this line"):
        take_back(line)


@pytest.mark.parametrize("number", [0, 2**62])
def test_a_line_that_is_not_there(line: TravellerLine, number: int) -> None:
    with pytest.raises(TravellerLine.DoesNotExist):
        rulings.make_ruling(
            session_id=line.section.session_id,
            line_id=number,
            adjustment=read_adjustment("A="),
            by=Actor(),
        )


def give(session: Session, number: int, **options: object) -> Penalty:
    defaults = {"kind": "percent", "amount": Decimal(10), "reason": "Slow play."}
    return rulings.give_penalty(
        session_id=session.pk,
        contestant_id=factories.contestant(session, number).pk,
        by=Actor(),
        **(defaults | options),
    )


def test_a_penalty_is_given_logged_and_taken_back() -> None:
    session = factories.session()
    penalty = give(session, 2, law="90")
    values = {
        "penalty": penalty.pk,
        "contestant": penalty.contestant_id,
        "name": "2",
        "kind": "percent",
        "amount": "10",
        "law": "90",
        "reason": "Slow play.",
    }
    rulings.take_back_penalty(session_id=session.pk, penalty_id=penalty.pk, by=Actor())
    assert Penalty.objects.count() == 0
    log = LogEntry.objects.filter(session=session).order_by("pk")[1:]
    assert [(entry.action, entry.before, entry.after, entry.reason) for entry in log] == [
        ("penalised", {}, values, "Slow play."),
        ("pardoned", values | {"amount": "10.00"}, {}, "Slow play."),
    ]


def test_a_warning_takes_nothing_off() -> None:
    penalty = give(factories.session(), 1, kind="warning", amount=Decimal(0))
    assert (penalty.kind, penalty.amount) == ("warning", 0)


@pytest.mark.parametrize(
    "change",
    [{"amount": Decimal(0)}, {"amount": Decimal("100.01")}, {"kind": "warning"}, {"reason": ""}],
)
def test_a_penalty_that_is_none_is_our_mistake(change: dict) -> None:
    with pytest.raises(ValidationError):
        give(factories.session(), 1, **change)
    assert Penalty.objects.count() == 0


def test_a_contestant_of_another_session_is_not_found() -> None:
    session, other = factories.session(), factories.session()
    with pytest.raises(Contestant.DoesNotExist):
        rulings.give_penalty(
            session_id=other.pk,
            contestant_id=factories.contestant(session, 1).pk,
            kind="warning",
            reason="Late.",
            by=Actor(),
        )


def test_a_penalty_is_taken_back_once_and_in_its_session() -> None:
    session = factories.session()
    penalty = give(session, 1)
    with pytest.raises(Refused, match="There is no such penalty"):
        rulings.take_back_penalty(
            session_id=factories.session().pk, penalty_id=penalty.pk, by=Actor()
        )
    rulings.take_back_penalty(session_id=session.pk, penalty_id=penalty.pk, by=Actor())
    with pytest.raises(Refused, match="There is no such penalty"):
        rulings.take_back_penalty(session_id=session.pk, penalty_id=penalty.pk or 1, by=Actor())


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
    return rulings.mark_deals(session_id=session.pk, board=1, deals=chosen, by=Actor(), **options)


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
        rulings.mark_deals(session_id=session.pk, board=1, deals={other.pk: "B"}, by=Actor())


def test_marks_that_somebody_else_made_meanwhile_are_not_overwritten_unseen() -> None:
    session = factories.session(THREE_TABLES)
    tell(session, {2: "B"})
    with pytest.raises(Refused, match="Somebody else has marked lines"):
        tell(session, {3: "B"}, seen={})
    assert tell(session, {3: "B"}, seen={2: "B"}) is True
