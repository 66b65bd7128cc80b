import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import LogEntry, TravellerLine
from events.sessions.domain.adjustments import read_adjustment
from events.sessions.services import lines, rulings
from tests.events import factories

pytestmark = pytest.mark.django_db


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
