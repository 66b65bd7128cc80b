from datetime import date

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Problem, Refused, Sentence
from players.domain.members.columns import Fact
from players.domain.members.matching import Action, Match
from players.domain.members.member import Known, Member
from players.domain.names import Name, read_name
from players.domain.register_rows import Unit
from players.domain.registration import Registration
from players.formats.members.reading import Members, match_data, name_of, problem_data, read_members
from players.formats.members.tables import BadCell, NumberCell, Row, Table, read_text


@pytest.mark.parametrize(
    ("cells", "name"),
    [
        ({Fact.NAME: "Ann Smith"}, Name("Ann Smith", "Ann", "", "Smith")),
        ({Fact.NAME: "Smith, Ann"}, Name("Ann Smith", "Ann", "", "Smith")),
        ({Fact.NAME: "j. SMITH"}, Name("j. SMITH", "j.", "", "SMITH")),
        (
            {Fact.FAMILY_FIRST: "Berg Jan van der"},
            Name("Jan van der Berg", "Jan", "van der", "Berg"),
        ),
        ({Fact.FAMILY_FIRST: "Smith Ann"}, Name("Ann Smith", "Ann", "", "Smith")),
        ({Fact.FAMILY_FIRST: "Smith, Ann"}, Name("Ann Smith", "Ann", "", "Smith")),
        ({Fact.FAMILY_FIRST: "Cher"}, Name("Cher", "", "", "Cher")),
        (
            {Fact.GIVEN: "Jan", Fact.PARTICLE: "van der", Fact.FAMILY: "Berg"},
            Name("Jan van der Berg", "Jan", "van der", "Berg"),
        ),
        (
            {Fact.GIVEN: "Jan", Fact.FAMILY: "van der Berg"},
            Name("Jan van der Berg", "Jan", "van der", "Berg"),
        ),
        (
            {Fact.GIVEN: "Jan", Fact.FAMILY: "Berg, van der"},
            Name("Jan van der Berg", "Jan", "van der", "Berg"),
        ),
        (
            {Fact.GIVEN: "María José", Fact.FAMILY: "Garcia Lopez"},
            Name("María José Garcia Lopez", "María José", "", "Garcia Lopez"),
        ),
        (
            {Fact.GIVEN: "", Fact.INITIALS: "J.P.", Fact.FAMILY: "Smith"},
            Name("J.P. Smith", "J.P.", "", "Smith"),
        ),
        (
            {Fact.GIVEN: "Jo", Fact.INITIALS: "J.P.", Fact.FAMILY: "Smith"},
            Name("Jo Smith", "Jo", "", "Smith"),
        ),
        ({Fact.FAMILY: "Smith"}, Name("Smith", "", "", "Smith")),
        (
            {Fact.GIVEN: "J.", Fact.PARTICLE: "P.", Fact.FAMILY: "Smith"},
            Name("J. P. Smith", "J. P.", "", "Smith"),
        ),
        (
            {Fact.GIVEN: "Jan", Fact.PARTICLE: "vdr", Fact.FAMILY: "Berg"},
            Name("Jan vdr Berg", "Jan", "vdr", "Berg"),
        ),
        (
            {Fact.GIVEN: "Jan", Fact.PARTICLE: "Van der", Fact.FAMILY: "Berg"},
            Name("Jan Van der Berg", "Jan", "Van der", "Berg"),
        ),
        ({Fact.GIVEN: "Cher"}, Name("Cher", "Cher", "", "")),
    ],
)
def test_name(cells: dict[Fact, str], name: Name):
    assert name_of(cells) == name


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({}, "The name is missing. Write it, or delete the line."),
        ({Fact.GIVEN: " ", Fact.FAMILY: ""}, "The name is missing. Write it, or delete the line."),
        ({Fact.NAME: "x" * 81}, "A name has at most 80 characters, not 81."),
        ({Fact.NAME: "-"}, "“-” is not a name: it has no letter and no digit."),
    ],
)
def test_what_is_no_name_is_refused(cells: dict[Fact, str], message: str):
    with pytest.raises(Refused) as refused:
        name_of(cells)
    assert str(refused.value) == message


def test_parts_beside_the_whole_name_are_its_parts() -> None:
    cells = {Fact.NAME: "Li Wei", Fact.GIVEN: "Wei", Fact.FAMILY: "Li"}
    assert name_of(cells) == Name("Li Wei", "Wei", "", "Li")
    cells = {Fact.NAME: "Ann Smith", Fact.GIVEN: "Bo", Fact.FAMILY: "Lee"}
    assert name_of(cells) == Name("Bo Lee", "Bo", "", "Lee")


JAN = Member(2, read_name("Jan van der Berg"), {"grade": "3d", "born": "1958"}, True, (1, 3), "A*")


def test_new_player():
    assert match_data(Match(JAN, Action.NEW, name=JAN.name)) == {
        "given": "Jan",
        "middle": "van der",
        "family": "Berg",
        "grade": "3d",
        "club": "",
        "country": "",
        "reg": True,
        "rounds": [1, 3],
        "group": "A*",
        "note": "",
        "born": "1958",
        "action": "new",
        "changes": {},
    }


def test_known_player():
    known = Known(7, JAN.name, {"grade": "4d"})
    twin = Known(9, read_name("J. van der Berg"))
    data = match_data(
        Match(JAN, Action.ASK, known, {"grade": ("4d", "3d")}, read_name("Jan (2)"), twins=(twin,))
    )
    assert {key: data[key] for key in ("action", "changes", "name", "merge")} == {
        "action": "ask",
        "changes": {"grade": ["4d", "3d"]},
        "name": "Jan (2)",
        "merge": [7, 9],
    }


def test_problem():
    problem = Problem(Sentence("Oh."), 3, "born", "x")
    assert problem_data(problem, "O.") == {
        "line": 3,
        "field": "born",
        "value": "x",
        "message": "O.",
    }
    assert problem_data(Problem(Sentence("Oh.")), "O.") == {
        "line": 1,
        "field": "",
        "value": "",
        "message": "O.",
    }


TODAY = date(2026, 11, 22)

OPEN = Registration(rounds=3)

CLOSED = Registration(rounds=3, closed=True, next_round=2)


def read(text: str, registration: Registration = OPEN, **chosen: Fact) -> Members:
    places = {int(key[1:]): fact for key, fact in chosen.items()}
    table = read_text(text)
    return read_members(table, today=TODAY, registration=registration, chosen=places)


def problems(members: Members) -> list[tuple[int | None, object, str | None, str]]:
    return [
        (problem.line, problem.column, problem.value, str(problem)) for problem in members.problems
    ]


def test_members_have_names_and_facts():
    members = read(
        "Lidnr;Roepnaam;Tussenv.;Achternaam;Geb.datum;E-mail;Club;Sinds\n"
        "7;Jan;van der;Berg;21-3-1958;jan@example.org;B.C. '75;2001\n"
        ";Ann;;Lee;-;?;;\n"
    )
    assert [(member.line, member.name.text, member.facts) for member in members.members] == [
        (
            2,
            "Jan van der Berg",
            {
                "club_number": "7",
                "born": "1958-03-21",
                "email": "jan@example.org",
                "club": "B.C. '75",
            },
        ),
        (3, "Ann Lee", {}),
    ]
    assert problems(members) == []
    assert (members.count, members.unit) == (2, Unit.LINE)
    assert [column.title for column in members.columns if column.fact is None] == ["Sinds"]


def test_all_problems_of_a_list_are_reported_at_once():
    members = read(
        "Name;Born;E-mail;Grade\n"
        "Ann Lee;31-2-1958;ann;8d\n"
        ";1958;;\n"
        "Bo Finch;1961;bo@example.org;1k\n"
        "Cy Finch;;;;more\n"
        '"Di Finch;;;\n'
    )
    assert [member.name.text for member in members.members] == ["Bo Finch"]
    assert problems(members) == [
        (2, "grade", "8d", '"8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.'),
        (2, "born", "31-2-1958", "Ann Lee: There is no such date as “31-2-1958”."),
        (2, "email", "ann", '"ann" is not an e-mail address, such as ann@example.org.'),
        (3, "name", "", "The name is missing. Write it, or delete the line."),
        (5, "", "more", 'There is no column for "more".'),
        (
            6,
            "",
            None,
            "This line cannot be read: a quotation mark must be at both ends of a cell, and is"
            " doubled within it.",
        ),
    ]
    assert members.count == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n \n", "There is nobody in the file: it has only empty lines."),
        (
            "Club;Town\nMill;Ede 2\n",
            "No column holds names. Call one of them Name, or two of them Given name and Family"
            " name, or choose it among the columns.",
        ),
    ],
)
def test_list_without_names_has_nobody(text: str, message: str):
    members = read(text)
    assert [str(problem) for problem in members.problems] == [message]
    assert (members.members, members.count) == ((), 0)


def test_names_may_be_chosen():
    [member] = read("Club;Town 1\nMill;Ann 2\n", c1=Fact.NAME).members
    assert member.name.text == "Ann 2"


def test_facts_for_tournaments():
    text = "Name;Reg;Rounds;Group\nAnn;yes;1,3;a*\nBo;;;\nCy;R;_;\nDi;nee;2;\n"
    assert [(member.registered, member.rounds, member.group) for member in read(text).members] == [
        (True, (1, 3), "A*"),
        (False, (1, 2, 3), ""),
        (True, (), ""),
        (False, (2,), ""),
    ]
    closed = read(text, CLOSED)
    assert [(member.registered, member.rounds, member.group) for member in closed.members] == [
        (True, (2, 3), "A*"),
        (True, (2, 3), ""),
        (True, (2, 3), ""),
        (True, (2, 3), ""),
    ]


def test_problems_of_facts_for_tournaments():
    members = read("Name;Reg;Rounds;Group\nAnn;perhaps;4;#\n")
    assert [(line, field, value) for line, field, value, _ in problems(members)] == [
        (2, "registered", "perhaps"),
        (2, "rounds", "4"),
        (2, "group", "#"),
    ]


def table(*rows: tuple[str, ...]) -> Table:
    return Table(tuple(Row(line, cells) for line, cells in enumerate(rows, start=1)), Unit.ROW)


def test_telephone_that_a_spreadsheet_made_a_number_is_noticed():
    members = read_members(
        table(("Name", "Phone"), ("Ann", NumberCell("612345678")), ("Bo", "0612345678")),
        today=TODAY,
        registration=OPEN,
    )
    assert [member.facts for member in members.members] == [
        {"telephone": "612345678"},
        {"telephone": "0612345678"},
    ]
    assert [(notice.line, str(notice)) for notice in members.notices] == [
        (2, "The spreadsheet holds 612345678 as a number: a 0 or + in front of it is lost.")
    ]


def test_cell_that_cannot_be_read_is_a_problem_where_it_matters():
    bad = BadCell("#N/A", read("Name\n-\n").problems[0].message)
    rows = (("Name", "Club", "Town"), ("Ann", bad, bad))
    members = read_members(table(*rows), today=TODAY, registration=OPEN)
    assert [(line, field, value) for line, field, value, _ in problems(members)] == [
        (2, "club", "#N/A")
    ]


def test_member_is_a_value():
    [one], [other] = read("Name\nAnn\n").members, read("Name\nAnn\n").members
    assert one == other
    assert isinstance(one, Member)


LINES = st.lists(
    st.lists(
        st.sampled_from(
            ["Name", "Ann Lee", "Lee, Ann", "", "1958", "x@y.org", "31-2-1990", '"', "Phone", "9"]
        ),
        max_size=4,
    ),
    max_size=6,
)


@given(LINES, st.sampled_from("\t;,"))
def test_every_line_is_a_member_or_has_a_problem(lines: list[list[str]], separator: str):
    members = read("\n".join(separator.join(line) for line in lines))
    faulty = {problem.line for problem in members.problems}
    good = {member.line for member in members.members}
    assert not faulty & good
    if members.count:
        assert members.count <= len(faulty | good)
