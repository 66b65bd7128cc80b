from collections import Counter
from itertools import combinations, product

import pytest

from clubscore.text.problems import Refused
from movements.domain import individual as whist
from movements.domain.check import check
from movements.domain.individual import rainbow
from movements.domain.movement import Movement
from tests.movements.domain import building
from tests.movements.domain.building import sharing

SIZES = [*range(8, 45, 4)]


def partners(movement: Movement) -> Counter[frozenset[int]]:
    return Counter(frozenset(side) for *_, cell in movement.cells() for side in (cell.ns, cell.ew))


def opponents(movement: Movement) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(two) for *_, cell in movement.cells() for two in product(cell.ns, cell.ew)
    )


def test_every_size_to_forty_four_is_there():
    assert set(SIZES) <= set(whist.SIZES)


@pytest.mark.parametrize("players", whist.SIZES)
def test_everybody_partners_everybody_once_and_opposes_everybody_twice(players):
    movement = whist.whist(players)
    everybody = {frozenset(two) for two in combinations(range(1, players + 1), 2)}
    assert len(movement.rounds) == players - 1
    assert partners(movement) == dict.fromkeys(everybody, 1)
    assert opponents(movement) == dict.fromkeys(everybody, 2)


@pytest.mark.parametrize("players", whist.SIZES)
def test_everybody_plays_every_board_group_once(players):
    movement = whist.whist(players)
    played = Counter(
        (contestant, cell.group) for *_, cell in movement.cells() for contestant in cell.contestants
    )
    places = product(range(1, players + 1), range(1, players))
    assert played == dict.fromkeys(places, 1)
    shared = {8: {(1, 2)}, 12: {(1, 2, 3)}, 16: {(1, 2)}, 20: {(1, 2)}}
    assert sharing(movement) == shared.get(players, set())
    assert whist.sharing(players) == max(map(len, shared.get(players, {(1,)})))


@pytest.mark.parametrize(
    ("players", "meetings"), [(12, {0, 1, 2, 3, 4}), (16, {1, 2, 3}), (20, {1, 2, 3})]
)
def test_apart_everybody_partners_everybody_once_and_no_boards_are_shared(players, meetings):
    movement = whist.whist(players, apart=True)
    everybody = {frozenset(two) for two in combinations(range(1, players + 1), 2)}
    assert partners(movement) == dict.fromkeys(everybody, 1)
    met = opponents(movement)
    assert {met[two] for two in everybody} == meetings
    played = Counter(
        (contestant, cell.group) for *_, cell in movement.cells() for contestant in cell.contestants
    )
    assert played == dict.fromkeys(product(range(1, players + 1), range(1, players)), 1)
    assert sharing(movement) == set()


@pytest.mark.parametrize("players", SIZES)
def test_the_checker_finds_nothing_to_warn_of(players):
    expected = {"never-moves", "winners"} | ({"group-shared"} if players <= 20 else set())
    assert {finding.code for finding in check(whist.whist(players))} == expected


@pytest.mark.parametrize(("players", "rounds"), [(12, 6), (16, 8), (24, 12), (28, 3)])
def test_fewer_rounds_are_the_beginning_with_the_groups_that_they_use(players, rounds):
    movement, whole = whist.whist(players, rounds), whist.whist(players)
    seats = [[(cell.ns, cell.ew) for cell in row] for row in movement.rounds]
    assert seats == [[(cell.ns, cell.ew) for cell in row] for row in whole.rounds[:rounds]]
    assert set(partners(movement).values()) == {1}
    used = {cell.group for *_, cell in movement.cells()}
    assert used == set(range(1, movement.groups + 1))
    assert whist.groups(players, rounds) == movement.groups


@pytest.mark.parametrize("players", [4, 7, 10, 14, 164])
def test_no_size_is_refused_with_those_that_there_are(players):
    with pytest.raises(Refused, match=f"for {players} players; there are those for 8, 12, 16"):
        whist.whist(players)


@pytest.mark.parametrize("rounds", [2, 12])
def test_too_few_or_too_many_rounds_are_refused(rounds):
    with pytest.raises(Refused, match=f"from 3 to 11 rounds, not {rounds}"):
        whist.whist(12, rounds)


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
    assert [n for n in range(5, 41) if whist.is_prime(n)] == PRIMES
