import pytest

from clubscore.text.problems import Refused
from events.exchange.domain.results_file import FileContestant, FileLine
from events.exchange.figures import plan_builder
from events.exchange.figures.plan_builder import PlanBuilder, finished_plan
from events.sessions.scoring.domain.settings import Method


def builder(*pairs: tuple[str, str], listed: tuple[str, ...] = (), winners: int = 1) -> PlanBuilder:
    made = PlanBuilder(winners)
    made.add_contestants("A", [FileContestant(number) for number in listed])
    for board, (ns, ew) in enumerate(pairs, start=1):
        made.add_line("A", board, FileLine(ns=ns, ew=ew, score_ns=50))
    return made


def test_contestant_without_a_number_gets_the_next_one():
    planned = builder(("Ann / Bo", "7"), ("Cy / Di", "7a"), listed=("3", "12")).planned()
    assert [(each.key[2], each.number) for each in planned] == [
        ("3", 3), ("12", 12), ("Ann / Bo", 13), ("7", 7), ("Cy / Di", 14), ("7a", 15),
    ]  # fmt: skip


def test_number_twice_in_a_list_of_two_winners_is_told_apart():
    made = PlanBuilder(2)
    made.add_contestants(
        "A", [FileContestant("1", "NS"), FileContestant("1", "EW"), FileContestant("2", "EW")]
    )
    assert list(made.contestants) == [("A", "NS", "1"), ("A", "EW", "1"), ("A", "", "2")]


def test_more_results_than_a_session_has_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(plan_builder, "MAX_RESULTS", 2)
    two = builder(("1", "2"), ("3", "4"))
    assert len(finished_plan(two, "", "2026-01-19", Method.MATCHPOINTS).lines) == 2
    with pytest.raises(Refused, match="The file has 3 results; a session that is imported has 2"):
        finished_plan(
            builder(("1", "2"), ("3", "4"), ("5", "6")), "", "2026-01-19", Method.MATCHPOINTS
        )


def test_results_that_do_not_say_who_played_are_refused():
    made = PlanBuilder(1)
    made.add_line("A", 3, FileLine(score_ns=420, line=17))
    with pytest.raises(Refused, match="Board 3: the result does not say who played it"):
        finished_plan(made, "", "2026-01-19", Method.MATCHPOINTS)
