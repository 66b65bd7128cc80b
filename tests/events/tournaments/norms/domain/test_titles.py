import pytest

from events.tournaments.core.domain.tournament import Entrant
from events.tournaments.norms.domain.titles import TITLES, least_score, titles_above


@pytest.mark.parametrize(
    ("title", "sex", "above"),
    [
        ("", "m", ["GM", "IM"]),
        ("", "w", ["GM", "IM", "WGM", "WIM"]),
        ("FM", "w", ["GM", "IM", "WGM"]),
        ("WIM", "w", ["GM", "IM", "WGM"]),
        ("WGM", "", ["GM", "IM"]),
        ("IM", "w", ["GM"]),
        ("GM", "m", []),
        ("CM", "m", ["GM", "IM"]),
    ],
)
def test_titles_above_ones_own(title, sex, above):
    assert [each.code for each in titles_above(Entrant(1, "P", title=title, sex=sex))] == above


def test_the_least_score_that_makes_the_performance():
    assert least_score(2404, 9, TITLES[0]) == 7
    assert least_score(1000, 9, TITLES[0]) is None
