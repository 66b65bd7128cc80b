import pytest

from events.tournaments.domain.tiebreaks.catalogue import chosen
from events.tournaments.domain.tiebreaks.suggestions import ALL, suggested_tie_breaks


@pytest.mark.parametrize(
    ("kind", "go", "codes"),
    [
        ("Swiss", False, ("BH/C1", "BH", "SB")),
        ("", False, ("BH/C1", "BH", "SB")),
        ("Swiss-System (Dutch)", False, ("BH/C1", "BH", "SB")),
        ("Swiss", True, ("BH", "SB")),
        ("Round robin", False, ("DE", "WIN", "SB", "KS")),
        ("Double Round-Robin", True, ("DE", "WIN", "SB", "KS")),
        ("Individual: all-play-all", False, ("DE", "WIN", "SB", "KS")),
        ("Knockout", False, ()),
    ],
)
def test_a_new_tournament_begins_with_what_fits(kind: str, go: bool, codes: tuple[str]) -> None:
    assert suggested_tie_breaks(kind, go=go) == codes


def test_no_round_robin_begins_with_what_only_a_swiss_may_use() -> None:
    assert not any(each.swiss for each in chosen(suggested_tie_breaks("Round robin", go=False)))


def test_every_suggestion_is_known() -> None:
    assert [len(chosen(each)) for each in ALL] == [len(each) for each in ALL]
