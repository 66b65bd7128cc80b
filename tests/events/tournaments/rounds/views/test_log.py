import datetime

import pytest

from clubscore.web.visitors import Actor
from events.common.services import record
from events.models import LogEntry
from events.tournaments.rounds.views.log import log_rows
from tests.events.tournaments import cups


def row(field: str, was: str, now: str) -> str:
    at = datetime.datetime(2026, 3, 5, tzinfo=datetime.UTC)
    values = {"before": {field: was}, "after": {field: now}}
    [found] = log_rows([LogEntry(at=at, action=LogEntry.Action.CHANGED, **values)], {})
    return found.what


def test_results_do_not_break() -> None:
    expected = 'score: <span class="text-nowrap">½–½ → 1–0</span>'
    assert row("score", "½–½", "1–0") == expected


def test_other_changes_may_break_and_are_escaped() -> None:
    assert row("city", "<b>", "1–00") == "city: &lt;b&gt; → 1–00"


@pytest.mark.django_db
def test_everything_that_was_accepted_is_shown_and_a_longer_reason_says_that_it_is_cut() -> None:
    accepted = [f"Board {number}: the two have met before." for number in range(1, 21)]
    made = cups.tournament()
    values = {"tournament_id": made.pk, "action": LogEntry.Action.PAIRED, "by": Actor()}
    entry = record(
        **values,
        after={"round": 1, "games": [], "byes": {}, "accepted": accepted},
        reason=" ".join(accepted),
    )

    assert (len(entry.reason), entry.reason[-1]) == (200, "…")
    assert log_rows([entry], {})[0].reason == " ".join(accepted)
    assert record(**values, reason="x" * 200).reason == "x" * 200


def test_pairings_have_their_stones_and_komi() -> None:
    games = {"round": 5, "games": [[2, 10], [6, 4], [1, 3]], "byes": {"7": "U"}}
    terms = {"handicaps": [3, 0, 2], "komi": ["", "11/2", "-10"]}

    def what(after):
        entry = LogEntry(action=LogEntry.Action.PAIRED, before={}, after=after)
        return log_rows([entry], {})[0].what

    assert what(games) == "Round 5: 2–10, 6–4, 1–3, 7 U"
    assert what(games | terms) == "Round 5: 2–10 h3, 6–4 k5.5, 1–3 h2 k-10, 7 U"
