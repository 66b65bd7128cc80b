from statistics import median_low

import pytest
from hypothesis import given, strategies as st

from events.sessions.doubts.domain.values import DealResults
from events.sessions.scoring.domain.imps import imps
from tests.events.sessions.doubts.domain.lines import a_board

SCORES = st.sampled_from([-500, -100, -50, 0, 50, 110, 140, 420, 450, 980])


@given(st.lists(SCORES, min_size=2, max_size=12), SCORES)
def test_misfit_is_the_median_distance_from_the_others(scores: list[int], score: int) -> None:
    deal = DealResults.of(a_board(*map(str, scores)))

    assert deal.distance(score, without=scores[0]) == median_low(
        abs(imps(score - other)) for other in scores[1:]
    )


def test_misfit_without_any_other_result_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="no other result"):
        DealResults.of(a_board("50")).distance(50, without=50)
