"""What holds for every tournament."""

from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from hypothesis import given, strategies as st

from events.tournaments.core.domain.results import Result
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.standings.domain.catalogue import CATALOGUE
from events.tournaments.standings.domain.standings import Standing, standings
from tests.events.tournaments.standings.domain.strategies import (
    BEFORE,
    SINCE,
    round_robins,
    tournaments,
)
from tests.events.tournaments.standings.domain.tables import values

CODES = [tie_break.code for tie_break in CATALOGUE]
LISTS = st.lists(st.sampled_from(CODES), max_size=4)


@given(st.data(), LISTS)
def test_other_starting_numbers_give_the_same_values(data: st.DataObject, codes: list[str]) -> None:
    tournament = data.draw(tournaments() | round_robins())
    numbers = [entrant.number for entrant in tournament.entrants]
    other = dict(zip(numbers, data.draw(st.permutations(numbers)), strict=True))
    codes = [code for code in codes if not code.startswith("TPN")]
    before = standings(tournament, tie_breaks=codes)
    after = {
        line.number: line for line in standings(_renumbered(tournament, other), tie_breaks=codes)
    }
    for line in before:
        assert after[other[line.number]] == replace(line, number=other[line.number])


@given(tournaments(unplayed=False, decisions=False) | round_robins(), st.sampled_from(CODES))
def test_both_editions_agree_without_unplayed_rounds(tournament: Tournament, code: str) -> None:
    even = len(tournament.entrants) % 2 == 0
    if even or tournament.kind != "Swiss":
        since, before = (replace(tournament, start=start) for start in (SINCE, BEFORE))
        assert values(since, code) == values(before, code)


@given(tournaments() | round_robins(), st.sampled_from(["BH", "SB", "FB", "PS"]))
def test_a_cut_never_adds(tournament: Tournament, code: str) -> None:
    whole = values(tournament, code)
    for cut in (each for each in CODES if each.startswith(f"{code}/")):
        for one, other in zip(values(tournament, cut), whole, strict=True):
            assert one is not None
            assert other is not None
            assert 0 <= one <= other


@given(tournaments())
def test_the_dummy_since_2026_never_has_more(tournament: Tournament) -> None:
    since, before = (replace(tournament, start=start) for start in (SINCE, BEFORE))
    for one, other in zip(values(since, "BH"), values(before, "BH"), strict=True):
        assert one is not None
        assert other is not None
        assert one <= other


@given(tournaments(unplayed=False, decisions=False))
def test_sums_over_everybody(tournament: Tournament) -> None:
    """Everyone’s points are in the Buchholz of each opponent, and times what the opponent took in
    the opponent’s Sonneborn-Berger."""
    if len(tournament.entrants) % 2:
        return
    lines = {line.number: line.points for line in standings(tournament, tie_breaks=[])}
    rounds = max(len(entrant.results) for entrant in tournament.entrants)
    assert _sum(values(tournament, "BH")) == rounds * sum(lines.values())
    system = tournament.system
    products = [
        lines[result.opponent or 0] * (system.points(result.code) or 0)
        for entrant in tournament.entrants
        for result in entrant.results
        if result
    ]
    assert _sum(values(tournament, "SB")) == sum(products)


@given(tournaments() | round_robins(), LISTS)
def test_places_follow_points_and_values(tournament: Tournament, codes: list[str]) -> None:
    lines = standings(tournament, tie_breaks=codes)
    assert sorted(line.number for line in lines) == [
        entrant.number for entrant in tournament.entrants
    ]
    expected = 1
    for _, group in groupby(lines, key=_measure):
        equal = list(group)
        mark = "=" if len(equal) > 1 else ""
        assert {str(line.place) for line in equal} == {f"{expected}{mark}"}
        assert [line.number for line in equal] == sorted(line.number for line in equal)
        expected += len(equal)
    measures = [_keys(line, codes) for line in lines]
    assert measures == sorted(measures)


def _measure(line: Standing) -> tuple[object, ...]:
    return line.points, line.values


def _keys(line: Standing, codes: list[str]) -> tuple[object, ...]:
    """What the lines are sorted by: none last, and the lowest first where that comes first."""
    signs = {tie_break.code: 1 if tie_break.ascending else -1 for tie_break in CATALOGUE}
    keys: list[object] = [-line.points]
    for code, value in zip(codes, line.values, strict=True):
        keys += [value is None, signs[code] * (value or 0)]
    return tuple(keys)


def _renumbered(tournament: Tournament, other: dict[int, int]) -> Tournament:
    return replace(
        tournament,
        entrants=tuple(
            replace(
                entrant,
                number=other[entrant.number],
                results=tuple(_turned(result, other) for result in entrant.results),
            )
            for entrant in tournament.entrants
        ),
    )


def _turned(result: Result | None, other: dict[int, int]) -> Result | None:
    if result is None or result.opponent is None:
        return result
    return replace(result, opponent=other[result.opponent])


def _sum(found: list[Fraction | None]) -> Fraction:
    return sum((value or Fraction(0) for value in found), Fraction(0))
