import datetime

import pytest

from events.models import Series, Session
from events.sessions.scoring.figures.series import (
    carry_forward_problem,
    session_label,
    unfit_sessions,
)

AVERAGE, MATCHPOINTS, TOTAL = Series.Adding


def session(number: int, **values: object) -> Session:
    return Session(pk=number, title=f"S{number}", date=datetime.date(2026, 3, number), **values)


def described(series: Series, *sessions: Session, **options: object) -> dict[int, str]:
    sentences = unfit_sessions(series, sessions, options.pop("individuals", ()), **options)
    return {number: str(reason) for number, reason in sentences.items()}


def test_a_session_is_called_by_its_title_and_date() -> None:
    assert session_label(session(5)) == "“S5” (5 March 2026)"


@pytest.mark.parametrize("adding", [AVERAGE, MATCHPOINTS])
def test_sessions_by_matchpoints_go_together(adding: str) -> None:
    assert described(Series(adding=adding), session(1), session(2)) == {}


@pytest.mark.parametrize("method", ["butler", "cross-imps", "total"])
def test_sessions_of_one_other_method_add_up(method: str) -> None:
    assert (
        described(Series(adding=TOTAL), session(1, method=method), session(2, method=method)) == {}
    )


@pytest.mark.parametrize("adding", [AVERAGE, MATCHPOINTS])
def test_imps_have_no_percentages(adding: str) -> None:
    assert described(Series(adding=adding), session(1), session(2, method="butler")) == {
        2: "“S2” (2 March 2026) is scored by IMPs against a datum (Butler) and has no percentages:"
        " choose the sum of the IMPs or points, or leave it out."
    }


def test_matchpoints_are_no_total() -> None:
    assert described(Series(adding=TOTAL), session(1, method="total"), session(2)) == {
        2: "“S2” (2 March 2026) is scored by matchpoints: choose the average of the percentages or"
        " matchpoints over tops, or leave it out."
    }


def test_imps_of_different_methods_do_not_add_up() -> None:
    sessions = session(1, method="butler"), session(2, method="cross-imps")
    assert described(Series(adding=TOTAL), *sessions) == {
        2: "“S2” (2 March 2026) is scored by cross-IMPs, “S1” (1 March 2026) by IMPs against a"
        " datum (Butler): they do not add up. Leave one out."
    }


def test_the_mean_and_the_sum_of_cross_imps_do_not_add_up() -> None:
    sessions = (
        session(1, method="cross-imps"),
        session(2, method="cross-imps", cross_imps_mean=False),
    )
    assert described(Series(adding=TOTAL), *sessions) == {
        2: "Of “S2” (2 March 2026) and “S1” (1 March 2026), one has the mean of the cross-IMPs and"
        " one their sum: they do not add up. Leave one out."
    }


def test_other_methods_do_not_ask_for_the_mean() -> None:
    sessions = session(1, method="butler"), session(2, method="butler", cross_imps_mean=False)
    assert described(Series(adding=TOTAL), *sessions) == {}


def test_matchpoints_of_two_scales_go_together_only_as_percentages() -> None:
    sessions = session(1), session(2, scale=1)
    assert described(Series(adding=AVERAGE), *sessions) == {}
    assert described(Series(adding=MATCHPOINTS), *sessions) == {
        2: "“S2” (2 March 2026) and “S1” (1 March 2026) give different matchpoints for a win:"
        " choose the average of the percentages, or leave one out."
    }


def test_an_individual_has_no_pairs() -> None:
    sessions = session(1), session(2)
    assert described(Series(unit="player"), *sessions, individuals={2}) == {}
    assert described(Series(unit="pair"), *sessions, individuals={2}) == {
        2: "“S2” (2 March 2026) is an individual and has no pairs to rank. Rank players, or leave "
        "it out."
    }


def test_the_first_that_fits_is_the_measure() -> None:
    sessions = session(1), session(2, method="total"), session(3, method="butler")
    assert list(described(Series(adding=TOTAL), *sessions)) == [1, 3]
    assert list(
        described(Series(adding=TOTAL), *sessions, measure=session(9, method="butler"))
    ) == [1, 2]


def test_pairs_do_not_become_players() -> None:
    earlier, later = Series(name="Heat", unit="pair"), Series(name="Final", unit="player")
    assert str(carry_forward_problem(earlier, later)) == (
        "“Heat” ranks pairs and “Final” players: nothing can be carried forward."
    )


def test_percentages_do_not_become_totals() -> None:
    earlier, later = Series(name="Heat"), Series(name="Final", adding=TOTAL)
    assert str(carry_forward_problem(earlier, later)) == (
        "“Heat” has the average of the percentages and “Final” the sum of the IMPs or points:"
        " nothing can be carried forward."
    )


def test_like_carries_into_like() -> None:
    assert (
        carry_forward_problem(Series(name="Heat", best=3), Series(name="Final", handicap=True))
        is None
    )
