import pytest

from clubscore.text.problems import Refused
from players.domain.lookup import Listed, NumberKind
from players.formats.lookup.table import Table, listed
from tests.players.formats.lookup.lists import PARTS, TABLE


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" Finch ,  Clara ", "Finch, Clara"),
        ("Finch,", "Finch"),
        (", Clara", "Clara"),
        ("Clara\tFinch\x00", "Clara Finch"),
    ],
)
def test_blanks_of_a_name_are_contracted(typed: str, name: str):
    assert listed(number="1", name=typed) == Listed("1", name)


@pytest.mark.parametrize(
    ("number", "name"),
    [("", "Ann"), ("1", ""), ("1", "--"), ("1", "x" * 81), ("1" * 21, "Ann"), ("a b", "Ann")],
)
def test_without_a_number_and_a_name_there_is_no_player(number: str, name: str):
    assert listed(number=number, name=name) is None


@pytest.mark.parametrize(
    ("field", "typed", "value"),
    [
        ("rating", "0", None),
        ("rating", "-845", None),
        ("rating", "4001", None),
        ("rating", "²", None),
        ("rating", " 2101 ", 2101),
        ("born", "0000", ""),
        ("born", "1990", "1990"),
        ("born", "1990-03-21", "1990-03-21"),
        ("born", "90", ""),
        ("grade", "3D", "3d"),
        ("grade", "strong", ""),
        ("gender", "Woman", "w"),
        ("gender", "vrouw", "w"),
        ("gender", "x", ""),
        ("title", "Grandmaster of chess", "Grandmaste"),
    ],
)
def test_what_is_no_value_of_a_field_is_left_empty(field: str, typed: str, value: object):
    found = listed(number="1", name="Ann", **{field: typed})

    assert found is not None
    assert getattr(found, field) == value


def read(text: str) -> list[Listed | None]:
    return [player for _, player in Table(iter(text.removeprefix("\ufeff").splitlines())).read()]


def test_columns_have_dutch_names_too():
    assert read(TABLE) == [
        Listed("1234567", "Finch, Clara", "FM", 2101, "NED", "1990-03-21", "3d"),
        Listed("1234568", "Berg, Jan van der", "", None, "NED", "1958"),
    ]


def test_a_name_may_come_in_parts():
    assert read(PARTS) == [Listed("1000020", "Berg, Jan van der"), Listed("1000012", "Finch")]


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        ("FIDE ID", NumberKind.FIDE),
        ("EGD pin", NumberKind.EGD),
        ("EBU no.", NumberKind.NATIONAL),
        ("Number", NumberKind.NATIONAL),
    ],
)
def test_the_column_says_what_the_numbers_are(column: str, kind: NumberKind):
    assert Table(iter([f"Name,{column}"])).kind is kind


def test_short_lines_lack_their_last_fields():
    assert read("number\tname\ttitle\trating\n5\tAnn Finch") == [Listed("5", "Ann Finch")]


def test_lines_are_counted_in_the_file():
    table = Table(iter(['number,name,"rating"', "", '5,"Ann', 'Finch",100', "6,Bo Pym,200"]))

    assert [line for line, _ in table.read()] == [4, 5]


def test_quotes_count_round_a_whole_field_where_tabs_separate():
    text = 'number\tname\n5\t"Ann Finch"\n6\t"Kid" Pym\n7\tBo "Wren'

    assert [player.name for player in read(text)] == ["Ann Finch", '"Kid" Pym', 'Bo "Wren']


def test_a_quote_that_is_not_closed_hides_no_players():
    with pytest.raises(Refused, match=r"Line 3 cannot be read: its quotes do not match\."):
        read('number,name\n5,Ann\n6,"Bo\n7,Cy\n')
