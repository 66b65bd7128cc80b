from events.tournaments.domain.pairing.strength import has_late_entries, in_order_of_strength
from events.tournaments.domain.results import Code, Result
from events.tournaments.domain.tournament import Entrant, Tournament

PLAYED = (Result(None, None, Code.PAIRING_BYE),)


def order(*entrants):
    return [
        each.number for each in in_order_of_strength(Tournament("T", entrants=entrants)).entrants
    ]


def test_a_late_entry_stands_where_the_rating_says():
    early = [Entrant(1, "A", rating=2000, results=PLAYED), Entrant(2, "B", results=PLAYED)]

    assert order(*early, Entrant(3, "C", rating=1900, results=(None,))) == [1, 3, 2]


def test_numbers_that_were_given_otherwise_stay():
    early = [
        Entrant(1, "A", rating=1500, results=PLAYED),
        Entrant(2, "B", rating=2000, results=PLAYED),
    ]

    assert order(*early, Entrant(3, "C", rating=1900)) == [1, 2, 3]


def test_equal_ratings_keep_their_numbers():
    assert order(*(Entrant(number, "A", rating=1500) for number in (1, 2, 3))) == [1, 2, 3]


def test_late_entries_are_there_when_their_numbers_are_not_the_strength_s():
    early = (Entrant(1, "A", rating=2000, results=PLAYED), Entrant(2, "B", results=PLAYED))
    late = Entrant(3, "C", rating=1900, results=(None,))

    assert has_late_entries(Tournament("T", entrants=(*early, late)))
    assert not has_late_entries(Tournament("T", entrants=early))
    # Before round 1 nobody is late.
    waiting = tuple(Entrant(number, "A", rating=1500 + number) for number in (1, 2))
    assert not has_late_entries(Tournament("T", entrants=waiting))
