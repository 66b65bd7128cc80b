import pytest

from clubscore.text.problems import Refused
from events.tournaments.standings.domain.catalogue import (
    ALL,
    CATALOGUE,
    chosen,
    find,
    suggested_tie_breaks,
)


def test_codes_and_names_are_unique() -> None:
    assert len({tie_break.code for tie_break in CATALOGUE}) == len(CATALOGUE)
    assert len({str(tie_break.name) for tie_break in CATALOGUE}) == len(CATALOGUE)
    assert len({str(tie_break.meaning) for tie_break in CATALOGUE}) == len(CATALOGUE)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("BH/C1", "BH/C1"),
        (" bh-c1 ", "BH/C1"),
        ("BH#C1", "BH/C1"),
        ("GE", "REP"),
        ("rtg", "RTNG"),
        ("SNO", "TPN"),
        ("PTS", "PTS"),
        ("ARO/U1500", "ARO/U1500"),
        ("aro/u1500/c1", "ARO/C1/U1500"),
        ("rtg#u900", "RTNG/U900"),
    ],
)
def test_codes_are_found(text: str, code: str) -> None:
    assert find(text).code == code


@pytest.mark.parametrize("text", ["", "EDE", "EDE/C1", "Buchholz"])
def test_unknown_codes_are_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        find(text)
    known = ", ".join(tie_break.code for tie_break in CATALOGUE)
    assert str(refused.value) == f"“{text}” is not a known tie-break. Known are {known}."


@pytest.mark.parametrize(
    ("text", "known", "modifier"),
    [("BH/C3", "BH", "C3"), ("BH/C1/P", "BH/C1", "P"), ("sb-p-v", "SB", "P/V")],
)
def test_an_unknown_modifier_is_named(text: str, known: str, modifier: str) -> None:
    with pytest.raises(Refused) as refused:
        find(text)
    said = f"“{text}” is not a known tie-break: {known} is, but not with “/{modifier}”."
    assert str(refused.value) == said


def test_points_are_no_choice() -> None:
    assert [each.code for each in chosen(["PTS", "SB", "DE", "DE"])] == ["SB", "DE", "DE"]


def test_which_suit_what() -> None:
    assert [tie_break.code for tie_break in CATALOGUE if tie_break.rated] == [
        *("ARO", "ARO/C1", "ARO/C2", "ARO/M1", "ARO/M2"),
        *("TPR", "PTP", "APRO", "APPO", "RTNG", "RTNG/R"),
    ]
    assert [tie_break.code for tie_break in CATALOGUE if tie_break.ascending] == [
        *("DE", "DE/P", "RTNG/R", "TPN")
    ]
    assert [tie_break.code for tie_break in CATALOGUE if tie_break.swiss_only] == [
        "BH",
        "BH/C1",
        "BH/C2",
        "BH/M1",
        "BH/M2",
        *("FB", "FB/C1", "FB/C2", "FB/M1", "FB/M2", "AOB"),
    ]


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
    assert not any(
        each.swiss_only for each in chosen(suggested_tie_breaks("Round robin", go=False))
    )


def test_every_suggestion_is_known() -> None:
    assert [len(chosen(each)) for each in ALL] == [len(each) for each in ALL]
