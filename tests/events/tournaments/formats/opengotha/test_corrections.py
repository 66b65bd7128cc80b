import pytest

from events.tournaments.domain.go.rules import GoSettings
from events.tournaments.formats.opengotha.corrections import corrections


def found(reduction: int, ceiling: int = 9) -> list[str]:
    settings = GoSettings(handicap_correction=reduction, handicap_ceiling=ceiling)
    return [str(each) for each in corrections(settings)]


@pytest.mark.parametrize("reduction", [0, 1, 9])
def test_a_reduction_up_to_nine_is_stored_as_it_is(reduction: int) -> None:
    assert found(reduction) == []


def test_a_negative_reduction_is_named() -> None:
    assert found(-2) == [
        "handicaps are larger than the difference of the scores (hdCorrection -2), which is not"
        " supported; the whole difference is used"
    ]


def test_a_reduction_above_nine_is_named() -> None:
    assert found(10) == [
        "handicaps are reduced by 10 stones (hdCorrection), more than the nine that are possible;"
        " games have no handicap"
    ]


def test_without_handicaps_nothing_is_reduced() -> None:
    assert found(40, ceiling=0) == []
