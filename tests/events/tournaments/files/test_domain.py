from dataclasses import replace
from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.files.domain import Known, differences, matches, merged

WON = Result(2, Colour.WHITE, Code.WIN)
LOST = Result(1, Colour.BLACK, Code.LOSS)


def two(first: Result | None = WON, second: Result | None = LOST) -> Tournament:
    """A tournament of two players and a round."""
    entrants = (
        Entrant(1, "Lamb", "Edith", rating=1800, identity="1001", results=(first,)),
        Entrant(2, "Moss", "Quentin", results=(second,)),
    )
    return Tournament("Cup", city="Bath", rounds=1, entrants=entrants)


def known(tournament: Tournament) -> list[Known]:
    return [
        Known(100 + entrant.number, entrant.number, entrant.family, entrant.given, entrant.identity)
        for entrant in tournament.entrants
    ]


def same_numbers(tournament: Tournament) -> dict[int, int | None]:
    return {entrant.number: entrant.number for entrant in tournament.entrants}


@pytest.mark.parametrize(
    ("entrant", "key"),
    [
        (Entrant(9, "Sheep", "Edith", identity="1001"), 101),
        (Entrant(2, "MOSS", "Quentin"), 102),
        (Entrant(7, "Moß", "Quentin"), 102),
        (Entrant(2, "Moss", "Quincy"), None),
        (Entrant(2, "Lamb", "Edith"), 101),
    ],
)
def test_who_is_who(entrant: Entrant, key: int | None) -> None:
    assert matches(known(two()), [entrant]).get(entrant.number) == key


def test_two_of_one_name_are_told_apart_by_their_numbers_or_not_at_all() -> None:
    stored = [Known(1, 1, "Lamb", "Edith"), Known(2, 2, "Lamb", "Edith")]

    assert matches(stored, [Entrant(2, "Lamb", "Edith")]) == {2: 2}
    assert matches(stored, [Entrant(3, "Lamb", "Edith")]) == {}
    assert matches(stored[:1], [Entrant(3, "Lamb", "Edith"), Entrant(4, "Lamb", "Edith")]) == {}


def test_somebody_without_a_starting_number_is_found_by_name() -> None:
    assert matches([Known(5, None, "Moss", "Quentin")], two().entrants) == {2: 5}


def test_the_same_file_changes_nothing() -> None:
    assert not differences(two(), two(), same_numbers(two())).any


def test_a_result_that_was_not_there_yet_is_new() -> None:
    pending = Result(2, Colour.WHITE, Code.PENDING)
    for before in (two(None, None), two(pending, Result(1, Colour.BLACK, Code.PENDING))):
        found = differences(before, two(), same_numbers(two()))
        assert (found.new, found.changed) == (2, ())


def test_a_result_that_differs_is_named() -> None:
    drawn = two(Result(2, Colour.WHITE, Code.DRAW), Result(1, Colour.BLACK, Code.DRAW))
    found = differences(drawn, two(), same_numbers(two()))

    assert [(each.entrant.number, each.round) for each in found.changed] == [(1, 1), (2, 1)]
    assert [each.before for each in found.changed] == [
        entrant.results[0] for entrant in drawn.entrants
    ]
    assert [each.after for each in found.changed] == [WON, LOST]


def test_a_result_that_the_file_has_no_more_is_a_difference() -> None:
    found = differences(two(), replace(two(None, None), rounds=0), same_numbers(two()))

    assert [each.after for each in found.changed] == [None, None]
    assert "rounds" in found.facts


def test_numbers_that_were_exchanged_are_no_new_results() -> None:
    edith, quentin = two().entrants
    file = replace(
        two(),
        entrants=(
            replace(quentin, number=1, results=(Result(2, Colour.BLACK, Code.LOSS),)),
            replace(edith, number=2, results=(Result(1, Colour.WHITE, Code.WIN),)),
        ),
    )
    found = differences(two(), file, {1: 2, 2: 1})

    assert (found.renumbered, found.new, found.changed, found.removed) == (2, 0, (), ())


def test_players_who_come_and_go() -> None:
    edith, quentin = two().entrants
    dale = Entrant(3, "Dale", "Kirsten")
    found = differences(two(), replace(two(), entrants=(edith, dale)), {1: 1})

    assert (found.added, found.removed) == ((dale,), (quentin,))


def test_what_a_file_leaves_out_stays() -> None:
    scored = replace(two(), system=PointSystem(win=Fraction(3)), tie_breaks=("BH",))
    file = replace(two(), city="", name="Cup of Bath")
    now = merged(scored, file)

    assert (now.name, now.city, now.tie_breaks, now.system.win) == (
        "Cup of Bath",
        "Bath",
        ("BH",),
        3,
    )
    edith, quentin = file.entrants
    silent = replace(file, entrants=(replace(edith, rating=None), quentin))
    assert differences(scored, silent, same_numbers(file)).corrected == ()
    rated = replace(file, entrants=(replace(edith, rating=1850), quentin))
    assert differences(scored, rated, same_numbers(file)).corrected == rated.entrants[:1]
    assert differences(scored, file, same_numbers(file)).facts == ("name",)
