"""What is written for OpenGotha is read as the same tournament."""

import re
from dataclasses import replace
from datetime import date

import pytest

from events.tournaments.core.domain.go_settings import GoSettings
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.files.formats.opengotha import read_opengotha
from events.tournaments.files.formats.opengotha_writer import write_opengotha
from events.tournaments.go.domain.event import go_event, tournament_of
from tests.events.tournaments.go_events import event


def written(tournament):
    return read_opengotha(write_opengotha(tournament).decode())


def with_results(tournament):
    """Two rounds: a handicap game and a bye, then a game by default."""
    first = [entrant.number for entrant in tournament.entrants]
    one, two, three = first[:3]
    results = {
        one: (
            Result(two, Colour.WHITE, Code.WIN, 3),
            Result(three, Colour.BLACK, Code.FORFEIT_LOSS),
        ),
        two: (Result(one, Colour.BLACK, Code.LOSS, 3), None),
        three: (Result(None, None, Code.PAIRING_BYE), Result(one, Colour.WHITE, Code.FORFEIT_WIN)),
    }
    return replace(
        tournament,
        name="Lakeside & friends",
        start=date(2026, 3, 6),
        city="Weir",
        entrants=tuple(
            replace(entrant, results=results.get(entrant.number, ()))
            for entrant in tournament.entrants
        ),
    )


@pytest.mark.parametrize("by_mms", [True, False])
def test_what_is_written_is_read_as_the_same(by_mms):
    settings = GoSettings(rounds=3, bar=3, floor=-20, handicap_by_mms=by_mms, komi=13)
    tournament = with_results(tournament_of(replace(event(2, 0, -5, -9), settings=settings)))
    reading = written(tournament)
    ours, theirs = go_event(tournament, 2), reading.event

    assert [str(notice.message) for notice in reading.notices] == []
    assert theirs.settings == ours.settings
    assert theirs.weights == ours.weights
    assert (theirs.name, theirs.facts.start, theirs.facts.city) == (
        "Lakeside & friends", date(2026, 3, 6), "Weir",
    )  # fmt: skip
    assert [replace(game, table=0) for game in theirs.games] == list(ours.games)
    assert theirs.byes == ours.byes
    assert [(each.name, each.first_name, each.rank, each.club) for each in theirs.players] == [
        (each.name, each.first_name, each.rank, each.club) for each in ours.players
    ]


def test_only_who_asked_to_or_left_misses_a_round_that_is_not_paired_yet():
    """After round 1 of five, in which the fourth was absent; a bye of round 3 is asked for."""
    tournament = with_results(tournament_of(event(2, 0, -5, -9)))
    pending = (*[None] * 4,)
    changes = (
        {},
        {"absent": (2, 4)},
        {"left_after": 1},
        {"results": (None, None, Result(None, None, Code.HALF_BYE), None, None)},
    )
    entrants = tuple(
        replace(each, **{"results": (*each.results[:1], *pending)} | change)
        for each, change in zip(tournament.entrants, changes, strict=True)
    )
    written = write_opengotha(replace(tournament, rounds=5, entrants=entrants)).decode()

    assert re.findall('participating="(.{5})', written) == ["11111", "10101", "10000", "01011"]


def test_namesakes_are_told_apart():
    tournament = with_results(tournament_of(event(2, 0, -5, -9)))
    same = tuple(replace(each, family="Lamb", given="Edith") for each in tournament.entrants)
    reading = written(replace(tournament, entrants=same))

    assert len(reading.event.games) == 2
    assert not reading.notices
