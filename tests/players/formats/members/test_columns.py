import pytest

from players.domain.members.columns import Fact, Found
from players.formats.members.columns import (
    Layout,
    fact_of,
    is_counter,
    is_of_codes,
    is_of_letters,
    is_of_whole_names,
    is_of_words,
    layout_of,
)
from players.formats.members.tables import read_text


@pytest.mark.parametrize(
    ("cells", "fact"),
    [
        (["ann@example.org", "bo@example.org"], Fact.EMAIL),
        (["21-3-1958", "1961-01-02", "3/4/1970", "1.2.1980", "4 mei 1990"], Fact.BORN),
        (["1958", "1999"], Fact.BORN),
        (["1958"], None),
        (["3d", "12k", "1 dan", "9 kyu"], Fact.GRADE),
        (["GM", "wim", "FM"], Fact.TITLE),
        (["m", "v", "m"], Fact.GENDER),
        (["Male", "Female"], Fact.GENDER),
        (["m", "m"], None),
        (["06-12345678", "+44 20 1234567", "(030) 1"], None),
        (["06-12345678", "+44 20 1234567", "0301234567"], Fact.TELEPHONE),
        (["1834", "2210.0", "1500"], Fact.RATING),
        (["1000123", "24012345"], Fact.FIDE_NUMBER),
        (["NED", "ENG"], Fact.FEDERATION),
        (["Smith, Ann", "Berg, Jan van der"], Fact.NAME),
        (["Ann Smith", "Jan Jansen"], None),
        (["Utrecht", "Zeist"], None),
        ([], None),
        (["x@y.org"] * 9 + ["?"], Fact.EMAIL),
        (["x@y.org"] * 8 + ["?"] * 2, None),
    ],
)
def test_fact_is_known_by_the_cells(cells: list[str], fact: Fact | None):
    assert fact_of(cells) is fact


def test_counter_begins_with_1():
    assert is_counter(["1", "2", "3"])
    assert not is_counter(["1", "3"])
    assert not is_counter(["2", "3"])
    assert not is_counter(["1"])


def test_codes_words_and_whole_names():
    assert is_of_codes(["NED", "ned"])
    assert not is_of_codes(["Netherlands"])
    assert is_of_words(["Ann", "O'Brien", "J. P."])
    assert not is_of_words(["Ann", "Street 3"])
    assert is_of_letters(["Ann", "Guest 2", "12"])
    assert not is_of_letters(["Ann", "12"])
    assert is_of_whole_names(["Ann Lee", "Bo Finch", "Cher"])
    assert not is_of_whole_names(["Ann", "Bo", "Mary Jane"])


def layout(text: str, **chosen: Fact) -> Layout:
    return layout_of(read_text(text), {int(key[1:]): fact for key, fact in chosen.items()})


def facts(text: str, **chosen: Fact) -> list[str | None]:
    return [column.fact and column.fact.value for column in layout(text, **chosen).columns]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Name;Club\nAnn Lee;Mill\n", ["name", "club"]),
        ("Voornaam;Achternaam;Plaats\nAnn;Lee;Ede\n", ["given", "family", None]),
        ("Naam,Voornaam\nLee,Ann\n", ["family", "given"]),
        ("Naam;Tussenvoegsel\nBerg;van den\n", ["family", "particle"]),
        ("Name\nAnn Lee\n", ["name"]),
        ("Ann Lee\t3d\tann@example.org\n", ["name", "grade", "email"]),
        ("Ann\tLee\t1958-03-21\nBo\tFinch\t1961-1-2\n", ["given", "family", "born"]),
        ("1\tAnn Lee\n2\tBo Finch\n", [None, "name"]),
        ("Lee, Ann\nFinch, Bo\n", ["name"]),
        ("Nr;Name\n1;Ann\n2;Bo\n", ["nothing", "name"]),
        ("Nr;Name\n17;Ann\n12;Bo\n", ["club_number", "name"]),
        ("Rank;Name\n1;Ann\n2;Bo\n", ["nothing", "name"]),
        ("Federation;Name\nNetherlands;Ann\n", ["country", "name"]),
        ("Federation;Name\nNED;Ann\n", ["federation", "name"]),
        ("Spieler;Ort\nAnn Lee;Ede\nBo Finch;Ede\n", ["name", None]),
        ("Name;Contact;Joined\nAnn;a@b.org;2012-1-1\n", ["name", "email", None]),
        ("Dan;Smith\nReg;Finch\n", ["given", "family"]),
        ("Ann Lee;member\nBo Finch;member\n", ["name", None]),
        ("Name;;Club\nAnn;;Mill\n", ["name", "nothing", "club"]),
        ("", []),
        ("Name\nAnn\tx\nBo\nCy\n", ["name"]),
        ("Name\nAnn\tx\nBo\ty\nCy\n", ["name", None]),
        ("12;13\n", [None, None]),
        ("12\n13\n", [None]),
        ("Guest 2\nCher\nGuest 1\n", ["name"]),
    ],
)
def test_columns_are_found(text: str, found: list[str | None]):
    assert facts(text) == found


def test_lines_above_the_names_of_the_columns_are_left_out_and_said():
    found = layout("Members of the Mill\nspring\n\nName;Club\nAnn;Mill\n")
    assert [row.line for row in found.rows] == [5]
    assert [(notice.line, str(notice)) for notice in found.notices] == [
        (1, "Left out, because it stands above the names of the columns: Members of the Mill"),
        (2, "Left out, because it stands above the names of the columns: spring"),
    ]


def test_of_two_columns_of_one_fact_the_first_is_read():
    found = layout("Name;Phone;Mobile\nAnn;0301234567;0612345678\n")
    assert [column.fact for column in found.columns] == [Fact.NAME, Fact.TELEPHONE, Fact.NOTHING]
    assert [str(notice) for notice in found.notices] == [
        "Column 3 (Mobile) is left out, because column 2 (Phone) holds the same. Choose below which"
        " of them is read."
    ]


def test_of_two_columns_of_one_fact_an_empty_one_is_left_out_silently():
    found = layout("Name;Phone;Mobile\nAnn;;0612345678\n")
    assert [column.fact for column in found.columns] == [Fact.NAME, Fact.NOTHING, Fact.TELEPHONE]
    assert found.notices == ()


def test_a_whole_name_beside_its_parts_stays():
    text = "Name;First name;Last name\nAnn Lee;Ann;Lee\n"
    assert facts(text) == ["name", "given", "family"]


def test_a_family_name_comes_before_the_whole():
    assert facts("Name;Last name\nAnn Lee;Lee\n") == ["nothing", "family"]


def test_a_number_of_the_club_comes_before_any_number():
    text = "Number;Name;Member no\n5;Ann Lee;17\n"
    assert facts(text) == ["nothing", "name", "club_number"]


def test_what_the_director_chooses_comes_first():
    text = "Name;Phone;Mobile;Town\nAnn;0301234567;0612345678;Ede\n"
    found = layout(text, c2=Fact.TELEPHONE, c3=Fact.NOTE)
    assert [column.fact for column in found.columns] == [
        Fact.NAME,
        Fact.NOTHING,
        Fact.TELEPHONE,
        Fact.NOTE,
    ]
    assert [column.found for column in found.columns][2:] == [Found.CHOSEN, Found.CHOSEN]


def test_column_that_is_not_read_has_a_name_and_an_example():
    [_, town] = layout("Name;Town\nAnn;\nBo;Ede\n").columns
    assert (town.place, town.title, town.fact, town.found, town.example) == (
        1,
        "Town",
        None,
        Found.NOT,
        "Ede",
    )


def test_there_may_be_no_names():
    assert not layout("Club;Town\nMill;Ede 2\n").has_names
    assert layout("Name\nAnn\n").has_names


def test_facts_of_a_list():
    found = layout("Club;Name\nMill;Ann\n")
    assert found.facts == {Fact.NAME, Fact.CLUB}
