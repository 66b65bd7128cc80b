import pytest

from clubscore.problems import Refused
from movements.domain import individual
from movements.domain.check import check
from movements.domain.individual import rainbow
from tests.movements.domain import building

PRIMES = [5, 7, 11, 13, 17, 19, 23, 29, 31, 37]


@pytest.mark.parametrize("tables", PRIMES)
def test_rainbow_any_prime_passes_the_checker(tables):
    movement = rainbow(tables)
    assert movement == building.rainbow(tables)
    codes = {finding.code for finding in check(movement)}
    assert codes == {"one-seat", "never-moves", "winners"}


def test_rainbow_of_fewer_rounds_is_its_beginning():
    assert rainbow(7, 5).rounds == rainbow(7).rounds[:5]


@pytest.mark.parametrize(
    ("tables", "nearest"), [(3, 5), (4, 5), (6, 5), (8, 7), (9, 7), (10, 11), (-2, 5)]
)
def test_rainbow_for_no_prime_is_refused_with_the_nearest(tables, nearest):
    with pytest.raises(Refused, match=rf"one for {nearest} tables, {4 * nearest} players\.$"):
        rainbow(tables)


def test_rainbow_of_too_many_rounds_is_refused():
    with pytest.raises(Refused, match="from 1 to 5 rounds, not 6"):
        rainbow(5, 6)


def test_primes_to_forty_are_these():
    assert [n for n in range(5, 41) if individual.is_prime(n)] == PRIMES
