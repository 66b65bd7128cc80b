from datetime import date
from pathlib import Path

import pytest

from clubscore.text.problems import Refused
from events.tournaments.core.domain.tournament import PreservedLine
from events.tournaments.files.domain import FileProblem, Profile
from events.tournaments.files.formats.krause.lines import MAX_LINES
from events.tournaments.files.formats.krause.reader import Cut, cut_off, read
from tests.events.tournaments.files.formats.krause.files import (
    HEADER,
    PAIR,
    both,
    file,
    player,
    told,
)

DATA = Path("tests/data/krause")


def test_the_example_of_the_documentation() -> None:
    text = (DATA / "fantasy.tab").read_text()

    for profile in Profile:
        reading = read(text, profile=profile)
        value = reading.tournament
        assert (value.name, value.federation) == ("Fantasy Tournament", "IRL")
        assert (value.start, value.finish) == (date(2009, 9, 9), date(2009, 9, 11))
        assert value.round_dates == (date(2009, 9, 9), date(2009, 9, 10), date(2009, 9, 11))
        assert value.rounds == 3
        one, two, three = value.entrants
        assert (one.family, one.given, one.sex) == ("Mouse", "Minerva", "w")
        assert [value.points_of(entrant) for entrant in value.entrants] == [1, 2, 0]
        assert [sum(map(bool, entrant.results)) for entrant in value.entrants] == [2, 2, 2]
        assert (two.title, two.rating, two.federation) == ("IM", 2200, "IRL")
        assert (two.identity, two.born) == ("7654321", "1937-04-17")
        assert [each.rank for each in (one, two, three)] == [2, 1, 3]
        assert reading.comments == "0123456789" * 12 + "0"
        assert (reading.adjustments, reading.notices) == ((), ())


def test_errors_are_all_told_in_the_order_of_the_lines() -> None:
    text = file(
        player(1, "33 b 1", name="", points="1.0"),
        player(0),
        "042 2026/03/09",
        "052 2026/03/08",
        header=HEADER[:1],
    )

    with pytest.raises(Refused) as refused:
        read(text)
    assert [str(problem) for problem in refused.value.problems] == [
        "line 2, player 1: the name is missing",
        'line 2, player 1, round 1: "33 b 1" — there is no player 33',
        'line 3: "0" is not a starting number from 1 to 9999',
        "line 4: the start 2026-03-09 is after the end 2026-03-08",
        "a tournament has at least two players; this file has 1",
    ]


def test_a_problem_has_line_player_column_and_value() -> None:
    with pytest.raises(Refused) as refused:
        read(file(player(1, "", "33 b 1"), player(2)))

    problem = refused.value.problems[0]
    assert isinstance(problem, FileProblem)
    assert (problem.line, problem.player) == (3, 1)
    assert (problem.column, problem.value) == (104, "33 b 1")


def test_an_adjustment_says_what_is_stored() -> None:
    reading = read(file(player(1, "2 w 1", points="2.0"), PAIR[1]))

    (adjustment,) = reading.adjustments
    assert (adjustment.line, adjustment.player, adjustment.value) == (3, 1, "2.0")
    assert adjustment.column == 82
    assert str(adjustment.stored) == "the results count"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end(end: str) -> None:
    text = file(*PAIR, more=("a comment",))

    for found, same in zip(both(text.replace("\n", end)), both(text), strict=True):
        assert found == same


def test_the_order_of_records_is_free() -> None:
    lines = file(*PAIR, header=(*HEADER, "022 Westerby")).splitlines()

    for found in both("\n".join(reversed(lines))):
        assert (found.value.name, found.value.city) == ("Lakeside Open", "Westerby")
        assert [entrant.number for entrant in found.value.entrants] == [1, 2]


def test_blank_lines_are_nothing() -> None:
    for found in both("\n\n" + file(*PAIR, more=("", "   ", "\t"))):
        assert (found.value.preserved, found.notices) == ((), [])


def test_lines_without_a_record_number_are_comments() -> None:
    text = file(*PAIR, header=("free text ", *HEADER, "0123456789", "12 no", "### note"))

    for profile in Profile:
        reading = read(text, profile=profile)
        assert reading.comments == "free text \n0123456789\n12 no\n### note"
        assert reading.tournament.preserved == (
            PreservedLine("free text ", ""),
            PreservedLine("0123456789", "042"),
            PreservedLine("12 no", "042"),
            PreservedLine("### note", "042"),
        )


@pytest.mark.parametrize(
    "tag",
    ["152", "172", "182", "192", "222", "300", "320", "330", "352", "362", "801",
     "802"],
)  # fmt: skip
def test_known_records_of_trf26_are_kept(tag: str) -> None:
    lenient, strict = both(file(*PAIR, header=(*HEADER, f"{tag} something")))

    assert lenient.value.preserved == (PreservedLine(f"{tag} something", "end"),)
    assert lenient.notices == []
    assert strict.errors == [f"line 3: invalid record {tag}"]


@pytest.mark.parametrize("tag", ["000", "002", "011", "133", "999"])
def test_other_records_are_kept_with_a_notice(tag: str) -> None:
    lenient, strict = both(file(*PAIR, header=(*HEADER, f"{tag} something")))

    assert lenient.value.preserved == (PreservedLine(f"{tag} something", "end"),)
    assert lenient.notices == [f"line 3: record {tag} is unknown; it is kept as it is"]
    assert strict.errors == [f"line 3: invalid record {tag}"]


@pytest.mark.parametrize("line", ["XXC white1", "XXA 1 1.0", "AUT    1 m", "DAT 1 EMAIL"])
def test_national_and_other_lines_are_kept(line: str) -> None:
    for found in both(file(*PAIR, more=(line,))):
        assert (found.value.preserved, found.notices) == ((PreservedLine(line, "001 2"),), [])


@pytest.mark.parametrize(
    "text", ["", "\n", "Dear director,\nhere is the file.\n", "052 2026/01/01"]
)
def test_a_text_without_a_name_and_players_is_no_tournament(text: str) -> None:
    for found in both(text):
        assert found.errors == ["This is not a tournament file: it has neither a name nor players."]


def test_more_lines_than_any_tournament_has_are_refused() -> None:
    for found in both("\n" * 1_000_000):
        assert found.errors == [
            f"The file has 1000001 lines; at most {MAX_LINES} are read. It is not a tournament "
            "file."
        ]


def test_a_text_with_nul_characters_is_refused() -> None:
    for found in both(file(*PAIR, more=("a\0b",))):
        assert found.errors == ["This is not a text file: line 5 has a NUL character."]


def test_nine_hundred_players_and_thirty_rounds() -> None:
    numbers = range(1, 1000, 2)
    players = [
        line
        for number in numbers
        for line in (
            player(number, *[f"{number + 1} w ="] * 30, points="15.0"),
            player(number + 1, *[f"{number} b ="] * 30, points="15.0"),
        )
    ]

    found = told(file(*players))
    assert (len(found.value.entrants), found.value.rounds) == (1000, 30)
    assert found.adjustments == []


def test_a_file_that_was_cut_gives_errors_not_nonsense() -> None:
    text = (DATA / "club.tab").read_text()
    whole = read(text).tournament

    for length in range(text.index("001    1") + 200, len(text) - 90):
        found = told(text[:length])
        if found.tournament:
            assert found.tournament.rounds == whole.rounds
        else:
            assert found.errors != []


CLUB = Path("tests/data/krause/club.tab").read_text()


def test_a_file_without_its_last_players_is_cut_off() -> None:
    whole, fewer = CLUB, CLUB[: CLUB.rindex("001 ")]
    assert [cut_off(text) for text in (whole, fewer)] == [None, Cut(9, 8)]


@pytest.mark.parametrize("text", ["", "062 9\n", "001    1      Lamb,Ada\n", "062 x\n001    1\n"])
def test_what_says_nothing_of_players_or_holds_none_is_not_taken_for_cut(text: str) -> None:
    assert cut_off(text) is None
