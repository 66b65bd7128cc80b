from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given

from movements.domain import balance as domain_balance
from movements.domain.balance import balance_finding, combined, comparisons, measure, quality
from movements.domain.movement import Cell, Movement
from movements.domain.winners import winners
from movements.formats.asc import read
from tests.movements.domain.building import mitchell, rainbow
from tests.movements.strategies import movements

PERFECT = "4 2 3 3 0\n1-2 A 3-4 A\n1-3 B 4-2 B\n1-4 C 2-3 C\n"


def test_four_pairs_are_compared_equally():
    found = comparisons(read(PERFECT).movement)
    assert found.pairs == (1, 2, 3, 4)
    assert found.rows == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    assert found.couples == [(1, 1, 2), (1, 1, 3), (1, 2, 3), (1, 1, 4), (1, 2, 4), (1, 3, 4)]


@pytest.mark.parametrize("switched", [0, 1, 2])
@pytest.mark.parametrize("tables", [3, 7])
def test_matrix_gives_the_balance(tables, switched):
    movement = mitchell(tables, tables, switched)
    couples = [c for c, _one, _other in comparisons(movement).couples]
    mean = Fraction(sum(couples), len(couples))
    variance = Fraction(sum(c * c for c in couples), len(couples)) - mean**2
    assert variance == measure(movement).variance


def test_pair_that_never_plays_is_left_out():
    assert comparisons(read("4 1 1 1 0\n1-4 A\n").movement).pairs == (1, 4)


@pytest.mark.parametrize("movement", [rainbow(5), read("2 1 1 1 0\n1-0 A\n").movement])
def test_nothing_to_compare(movement):
    assert comparisons(movement) is None


def test_contestants_and_tables_are_numbered_on():
    both = combined([mitchell(3, 3), mitchell(4, 2)])
    assert (both.contestants, both.tables, both.groups, len(both.rounds)) == (14, 7, 4, 3)
    assert both.rounds[0][2:4] == (Cell((3,), (6,), 3), Cell((7,), (11,), 1))
    assert both.rounds[2][3:] == (Cell(),) * 4


def test_one_section_is_itself():
    assert combined([mitchell(5, 5, 1)]) == mitchell(5, 5, 1)


def test_directions_are_one_field_across_sections():
    assert winners(combined([mitchell(5, 5), mitchell(5, 5)])) == 2
    assert winners(combined([mitchell(5, 5, 1), mitchell(5, 5, 1)])) == 1


def test_more_sections_compare_more_pairs():
    assert measure(combined([mitchell(5, 5, 1)] * 2)).qf < measure(mitchell(5, 5, 1)).qf


def test_players_stay_players():
    assert combined([rainbow(5), rainbow(5)]).individual


EXAMPLE = Path(__file__).parents[2] / "data" / "asc" / "canonical-14-pairs.asc"


def plain_qf(movement: Movement, missing: int = 0) -> Fraction | None:
    """Qf by the definition, couple by couple, without a missing pair."""
    plays = [
        (cell.group, table_and_round, direction, pair)
        for *table_and_round, cell in movement.cells()
        if cell.is_played and missing not in cell.contestants
        for direction, (pair,) in (("NS", cell.ns), ("EW", cell.ew))
    ]
    tables = Counter(group for group, *_ in plays)
    pairs = {pair for *_, pair in plays}
    c = dict.fromkeys(combinations(sorted(pairs), 2), 0)
    for one, other in combinations(plays, 2):
        if one[0] != other[0] or one[3] == other[3]:
            continue
        couple = tuple(sorted((one[3], other[3])))
        if one[1] == other[1]:
            c[couple] += tables[one[0]] // 2 - 1
        else:
            c[couple] += 1 if one[2] == other[2] else -1
    squares = sum(value**2 for value in c.values())
    if squares == 0:
        return None
    q, k = divmod(sum(c.values()), len(c))
    return Fraction(100 * (len(c) * q * q + (2 * q + 1) * k), squares)


def test_measure_example_has_the_known_values():
    found = measure(read(EXAMPLE.read_text()).movement)
    assert found is not None
    assert (round(found.qf, 3), round(found.qc, 3)) == (Fraction("70.414"), Fraction("68.821"))
    assert f"{found.sd:.4f}" == "1.8639"
    assert found.vacate == 14


@pytest.mark.parametrize("tables", [4, 7])
def test_measure_vacate_is_the_best_by_definition(tables):
    movement = mitchell(tables, tables - 1, 1)
    found = measure(movement)
    assert found is not None
    best = {pair: plain_qf(movement, pair) or 0 for pair in range(1, movement.contestants + 1)}
    assert found.vacate == max(best, key=lambda pair: (best[pair], pair))


@given(movements())
def test_measure_any_pairs_movement_agrees_with_the_definition(movement):
    movement = replace(movement, rounds=movement.rounds[:1])
    found = measure(movement)
    if movement.individual:
        assert found is None
    else:
        assert (found.qf if found else None) == plain_qf(movement)


@given(movements())
def test_measure_vacate_of_any_pairs_movement_agrees_with_the_definition(movement):
    movement = replace(movement, rounds=movement.rounds[:3])
    found = measure(movement)
    if found is not None:
        playing = {
            pair for *_, cell in movement.cells() if cell.is_played for pair in cell.contestants
        }
        assert found.vacate == max(playing, key=lambda pair: (plain_qf(movement, pair) or 0, pair))


@given(movements())
def test_quality_is_that_of_measure(movement):
    found = measure(movement)
    assert quality(movement) == (found.qf if found else None)


def test_measure_nothing_compared_is_none():
    assert measure(Movement(2, 1, False, ((Cell((1,), (2,), 1),),))) is None


def test_measure_individual_is_none():
    assert measure(rainbow(5)) is None


def test_measure_of_more_than_is_ever_played_is_none(monkeypatch):
    monkeypatch.setattr(domain_balance, "MAX_COMPARISONS", 7 * 14**2 - 1)
    measure.cache_clear()
    assert measure(mitchell(7, 7)) is None
    measure.cache_clear()


def test_balance_finding_names_the_measure_and_the_vacant_number():
    (finding,) = balance_finding(read(EXAMPLE.read_text()).movement)
    assert (finding.level.value, finding.code, str(finding.message)) == (
        "information",
        "balance",
        "Balance: Qf 70.4 of 100, how evenly the pairs are compared with each other; when a pair "
        "is missing, leave number 14 vacant.",
    )


def test_balance_finding_of_two_rankings_says_that_it_means_little():
    (finding,) = balance_finding(mitchell(7, 7))
    assert "compares everybody with everybody and means little with 2 rankings" in str(
        finding.message
    )
    (finding,) = balance_finding(mitchell(7, 7, 1))
    assert "means little" not in str(finding.message)
