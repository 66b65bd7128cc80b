"""Every tie-break against gacrux, by the author of FIDE's tie-break server, under both editions.

Where the two differ on purpose, the comparison is narrowed, and the test says why.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, strategies as st

from events.tournaments.core.domain.tournament import Tournament, is_round_robin
from events.tournaments.standings.domain.catalogue import CATALOGUE
from events.tournaments.standings.domain.standings import standings
from tests.events.tournaments.standings.domain import gacrux_oracle
from tests.events.tournaments.standings.domain.strategies import round_robins, tournaments

CODES = [tie_break.code for tie_break in CATALOGUE]
# Its direct encounter says 0 where nothing is decided, where here there is no value; its average
# is rounded; its standard points are measured with a draw, not with what the opponent has.
ALIKE = [
    *(code for code in CODES if code not in ("DE", "DE/P", "AOB", "STD", "EXT")),
    "KS/L+1", "KS/L-1", "KS/L+3",
]  # fmt: skip


@given(tournaments(), st.data())
def test_values_of_swiss_tournaments(tournament: Tournament, data: st.DataObject) -> None:
    through = data.draw(st.integers(1, _rounds(tournament)))
    for code in ALIKE:
        expected = gacrux_oracle.values(tournament, code, through)
        assert _values(tournament, code, through) == expected, code


@given(round_robins())
def test_values_of_round_robins(tournament: Tournament) -> None:
    # It takes two players who meet twice for three with a free round.
    assume(len(tournament.entrants) > 2)
    for code in ALIKE:
        expected = gacrux_oracle.values(tournament, code, _rounds(tournament))
        assert _values(tournament, code) == expected, code


@given(tournaments() | round_robins())
def test_direct_encounter(tournament: Tournament) -> None:
    # In a round robin that is not over it ranks by whatever games there are; Article 6 does not.
    through = _rounds(tournament)
    expected = gacrux_oracle.values(tournament, "DE", through)
    ours = _values(tournament, "DE", through)
    assert {number: value or Fraction(0) for number, value in ours.items()} == expected


@given(tournaments())
def test_direct_encounter_with_forfeits(tournament: Tournament) -> None:
    through = _rounds(tournament)
    expected = gacrux_oracle.values(tournament, "DE/P", through)
    ours = _values(tournament, "DE/P", through)
    assert {number: value or Fraction(0) for number, value in ours.items()} == expected


@given(tournaments())
def test_average_of_buchholz(tournament: Tournament) -> None:
    through = _rounds(tournament)
    expected = gacrux_oracle.values(tournament, "AOB", through)
    for number, value in _values(tournament, "AOB", through).items():
        theirs = expected[number]
        assert (value is None) is (theirs is None)
        if value is not None and theirs is not None:
            assert abs(value - theirs) <= Fraction(1, 200)


@given(tournaments(decisions=False) | round_robins(decisions=False))
def test_standard_points(tournament: Tournament) -> None:
    # ½ or 0 for both, by an arbiter or by two forfeits, is where the measure matters.
    through = _rounds(tournament)
    assert _values(tournament, "STD", through) == gacrux_oracle.values(tournament, "STD", through)


@given(
    tournaments() | round_robins(),
    # Fore Buchholz changes what it computes after it.
    st.lists(st.sampled_from([code for code in ALIKE if not code.startswith("FB")]), max_size=3),
    st.booleans(),
)
def test_places(tournament: Tournament, codes: list[str], encounter: bool) -> None:
    if is_round_robin(tournament):
        assume(len(tournament.entrants) > 2)
    codes = [*codes[:1], "DE", *codes[1:]] if encounter else codes
    found = standings(tournament, tie_breaks=codes, through=_rounds(tournament))
    places = {line.number: line.place.number for line in found}
    assert places == gacrux_oracle.places(tournament, codes, _rounds(tournament))


RATED = [tie_break.code for tie_break in CATALOGUE if tie_break.rated]


@given(tournaments(), st.data())
def test_ratings_of_the_unrated(tournament: Tournament, data: st.DataObject) -> None:
    through = data.draw(st.integers(1, _rounds(tournament)))
    without = data.draw(st.sets(st.integers(1, len(tournament.entrants))))
    entrants = (
        replace(entrant, rating=None if entrant.number in without else entrant.rating)
        for entrant in tournament.entrants
    )
    tournament = replace(tournament, entrants=tuple(entrants))
    for code in RATED:
        expected = gacrux_oracle.values(tournament, f"{code}/U1500", through)
        assert _values(tournament, f"{code}/U1500", through) == expected, code


def test_every_tie_break_is_compared() -> None:
    more = ["AOB", "DE", "DE/P", "EXT", "STD"]
    assert sorted([*ALIKE, *more]) == sorted([*CODES, "KS/L+1", "KS/L-1", "KS/L+3"])


@pytest.mark.parametrize("code", [code for code in CODES if code != "EXT"])
def test_the_oracle_knows_the_code(code: str) -> None:
    assert gacrux_oracle.knows(code)


def _rounds(tournament: Tournament) -> int:
    return max(len(entrant.results) for entrant in tournament.entrants)


def _values(
    tournament: Tournament, code: str, through: int | None = None
) -> dict[int, Fraction | None]:
    found = standings(tournament, tie_breaks=[code], through=through or _rounds(tournament))
    return {line.number: line.values[0] for line in found}
