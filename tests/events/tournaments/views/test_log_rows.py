import datetime

from events.models import LogEntry
from events.tournaments.views.log_rows import log_rows


def row(field: str, was: str, now: str) -> str:
    at = datetime.datetime(2026, 3, 5, tzinfo=datetime.UTC)
    values = {"before": {field: was}, "after": {field: now}}
    [found] = log_rows([LogEntry(at=at, action=LogEntry.Action.CHANGED, **values)])
    return found.what


def test_results_do_not_break() -> None:
    expected = 'score: <span class="text-nowrap">½–½ → 1–0</span>'
    assert row("score", "½–½", "1–0") == expected


def test_other_changes_may_break_and_are_escaped() -> None:
    assert row("city", "<b>", "1–00") == "city: &lt;b&gt; → 1–00"
