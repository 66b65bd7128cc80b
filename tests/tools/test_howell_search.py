import random
from fractions import Fraction

from movements.domain.balance import quality
from movements.domain.movement import Cell, Movement
from tools import howell_search
from tools.howell_search import Found, any_structure, fixed_directions, search


def built(found: Found, rounds: int) -> Movement:
    """The movement of what was found, by the rule that everybody becomes the next number."""
    rows = []
    for r in range(rounds):
        cells = []
        for (ns, ew, group), switched in zip(found.tables, found.switched, strict=True):
            pairs = [pair if pair >= rounds else (pair + r) % rounds for pair in (ns, ew)]
            ns, ew = reversed(pairs) if r in switched else pairs
            cells.append(Cell((ns + 1,), (ew + 1,), (group + r) % rounds + 1))
        rows.append(tuple(cells))
    return Movement(2 * len(found.tables), rounds, False, tuple(rows))


def test_fixed_directions_of_eight_pairs_are_perfect():
    found = fixed_directions(8, 7, random.Random(3))
    assert found.qf == 100
    assert quality(built(found, 7)) == 100


def test_search_finds_better_directions_where_pairs_stay(monkeypatch):
    monkeypatch.setattr(howell_search, "STEPS", 3000)
    monkeypatch.setattr(howell_search, "STRUCTURES", 1)
    found = search(12, 9, random.Random(3))
    assert found.qf > Fraction("84.5")
    assert quality(built(found, 9)) == found.qf


def test_any_structure_gives_every_mover_every_group():
    tables = any_structure(12, 9, random.Random(3))
    movers = [(pair, group) for *pairs, group in tables for pair in pairs if pair < 9]
    assert sorted(pair for pair, _group in movers) == list(range(9))
    assert sorted((pair - group) % 9 for pair, group in movers) == list(range(9))
    assert len({group for *_, group in tables}) == 6
