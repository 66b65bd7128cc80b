import pytest

from clubscore.database.models import AppendOnlyError
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import LogEntry, TravellerLine
from events.sessions.lines.services import saving as lines
from tests.events import factories

pytestmark = pytest.mark.django_db


def enter(line: TravellerLine, text: str, **options: object) -> lines.Entered:
    return lines.enter_result(
        session_id=line.section.session_id, line_id=line.pk, text=text, by=Actor(), **options
    )


def test_a_result_is_saved_with_its_contract() -> None:
    line = factories.line(factories.session(), board=1)
    assert enter(line, "4sn=").changed is True
    line.refresh_from_db()
    assert (line.contract, line.declarer, line.tricks, line.score_ns, line.version) == (
        "4S",
        "N",
        10,
        420,
        1,
    )


def test_a_change_and_a_clearing_are_logged_with_before_and_after() -> None:
    line = factories.line(factories.session(), board=1)
    director = factories.DirectorFactory()
    for text in ("420", "a6040", "", ""):
        lines.enter_result(
            session_id=line.section.session_id,
            line_id=line.pk,
            text=text,
            by=Actor(user=director, device="phone"),
        )
    log = LogEntry.objects.filter(line=line).order_by("pk")
    assert [(entry.action, entry.before, entry.after) for entry in log] == [
        ("entered", {}, {"score_ns": 420}),
        ("entered", {"score_ns": 420}, {"score_ns": 420, "adjustment": "A6040"}),
        ("unruled", {"score_ns": 420, "adjustment": "A6040"}, {"score_ns": 420}),
        ("cleared", {"score_ns": 420}, {}),
    ]
    assert {(entry.user, entry.device) for entry in log} == {(director, "phone")}
    line.refresh_from_db()
    assert (line.is_empty, line.version) == (True, 4)


def test_an_adjusted_score_where_nothing_was_played_is_cleared() -> None:
    line = factories.line(factories.session(), board=1)
    enter(line, "np")
    assert enter(line, "").line.is_empty
    assert LogEntry.objects.filter(line=line).first().action == "cleared"


def test_a_score_typed_over_a_ruling_ends_it_with_its_law() -> None:
    line = factories.line(factories.session(), board=1)
    enter(line, "420")
    ruled = {"adjustment": "A6040", "law": "12C2", "reason": "No play."}
    TravellerLine.objects.filter(pk=line.pk).update(**ruled)
    assert enter(line, "a5050").line.state == {
        "score_ns": 420,
        "contract": "",
        "declarer": "",
        "tricks": None,
        "adjustment": "A5050",
        "lead": "",
        "law": "12C2",
        "reason": "No play.",
        "deal": "",
    }
    line = enter(line, "450").line
    assert (line.score_ns, line.adjustment, line.law, line.reason) == (450, "", "", "")


def test_the_same_result_twice_changes_nothing() -> None:
    line = factories.line(factories.session(), board=1)
    enter(line, "420")
    assert enter(line, "42+", version=0).changed is False
    line.refresh_from_db()
    assert (line.version, LogEntry.objects.filter(line=line).count()) == (1, 1)


def test_an_old_version_is_a_conflict_that_shows_what_is_stored() -> None:
    line = factories.line(factories.session(), board=1)
    enter(line, "420", version=0)
    with pytest.raises(lines.Conflict) as conflict:
        enter(line, "450", version=0)
    assert (conflict.value.line.score_ns, conflict.value.line.version) == (420, 1)
    assert enter(line, "450", version=1).line.score_ns == 450


def test_an_impossible_score_is_refused_and_nothing_changes() -> None:
    line = factories.line(factories.session(), board=1)
    with pytest.raises(Refused):
        enter(line, "412")
    line.refresh_from_db()
    assert (line.is_empty, LogEntry.objects.filter(line=line).count()) == (True, 0)


def test_a_dot_is_the_commonest_result_of_the_board() -> None:
    session = factories.session(" 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n")
    factories.enter(session, 1, "4sn=", "4sn=", "")
    assert enter(factories.line(session, 1, table=3), ".").line.contract == "4S"


def test_a_dot_on_an_empty_board_is_refused() -> None:
    with pytest.raises(Refused):
        enter(factories.line(factories.session(), board=1), ".")


def test_a_line_of_another_session_is_not_found() -> None:
    line = factories.line(factories.session(), board=1)
    with pytest.raises(TravellerLine.DoesNotExist):
        lines.enter_result(
            session_id=line.section.session_id + 1, line_id=line.pk, text="420", by=Actor()
        )


def test_the_log_is_never_changed() -> None:
    line = factories.line(factories.session(), board=1)
    enter(line, "420")
    entry = LogEntry.objects.filter(line=line).get()
    entry.reason = "another"
    for change in (
        entry.save,
        entry.delete,
        LogEntry.objects.all().delete,
        lambda: LogEntry.objects.update(reason="another"),
    ):
        with pytest.raises(AppendOnlyError):
            change()
