from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from clubscore.files.decoding import ENCODINGS, decode
from clubscore.text.problems import Refused
from players.domain.register_rows import Faulty, RegisterRow, Unit, placed, refusal_sentence
from players.domain.registration import Registration
from players.domain.strict import StrictName
from players.formats import register
from players.formats.register import TOURNAMENT_COLUMNS, player_data
from tests.players.register_files import CASES, GOOD, HEADER, Case, register_rows as some_rows

CLOSED = Registration(rounds=5, closed=True, next_round=3)
KEYWORDS = (
    "NAME, NAME-GF, NAME-FG, FAMILY, GIVEN, GRADE, CLUB, COUNTRY, ID, REG, NOTE, GROUP, ROUNDS"
)
WAYS = "NAME, NAME-GF, NAME-FG, FAMILY (+ GIVEN)"
GRADES = "Grades are 99k–1k, 1d–7d, 1p–9p."
NAMES = "is not a letter. Names have letters only, with single hyphens or apostrophes between them."
CLUBS = "is not a letter. Clubs have letters only, with single hyphens or spaces between them."
ROUNDS = (
    "Write the numbers of the rounds with spaces or _ between them, such as 1 3 5, or _ for none."
)


def text_of(*lines: str, header: str = HEADER) -> str:
    return "\n".join([header, *lines]) + "\n"


def refusal(text: str, **options: object) -> Faulty:
    with pytest.raises(Faulty) as caught:
        register.read(text, **options)
    return caught.value


def told(text: str, **options: object) -> str:
    """What a director reads of the first mistake."""
    return str(refusal_sentence(refusal(text, **options)))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_worked_case(case: Case) -> None:
    text = decode(case.content.encode()).text
    try:
        reading = register.read(text, registration=case.registration, taken=lambda _: case.known)
    except Faulty as faulty:
        assert (faulty.problem.line, faulty.unit) == (case.line, Unit.LINE)
    else:
        assert [player_data(row) for row in reading.rows] == case.players
        assert reading.notices == ()


def test_a_player_keeps_line_and_identity() -> None:
    text = (
        "\n\nNOTE\tID\tNAME\tGRADE\tCLUB\tCOUNTRY\n\n late\t 17 \tImke van der Brink\t3D\tA b\t\n"
    )
    assert register.read(text).rows == (
        RegisterRow(
            line=5,
            name=StrictName("Imke", "Van der", "Brink"),
            grade="3d",
            club="A b",
            country="UK",
            rounds=(1, 2, 3, 4, 5),
            note="late",
            identity="17",
        ),
    )


def test_a_header_alone_is_a_file_without_players() -> None:
    reading = register.read(" name \tGrade\tclub")
    assert (reading.rows, reading.keywords) == ((), ("NAME", "GRADE", "CLUB"))


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("", "Line 1: There is no header: the file has only empty lines."),
        ("\n\n\n", "Line 1: There is no header: the file has only empty lines."),
        (
            " \t ",
            "Line 1: The row looks blank but contains spaces or TABs. Delete it, or leave it "
            "completely empty.",
        ),
        ("\n\nNAME\tGRADE", "Line 3, CLUB: The header has no column CLUB; it is always needed."),
        ("CLUB\tNAME", "Line 1, GRADE: The header has no column GRADE; it is always needed."),
        (
            "GRADE\tCLUB",
            f"Line 1, NAME: The header has no column for the name: one of {WAYS} is needed.",
        ),
        ("GIVEN\tGRADE\tCLUB", "Line 1, FAMILY: GIVEN needs the column FAMILY beside it."),
        (
            "NAME\tNAME-FG\tGRADE\tCLUB",
            "Line 1, NAME-FG: The header has NAME, NAME-FG: a name is written in one way, as one of"
            f" {WAYS}.",
        ),
        (
            "GIVEN\tNAME\tGRADE\tCLUB",
            "Line 1, NAME: The header has GIVEN, NAME: a name is written in one way, as one of"
            f" {WAYS}.",
        ),
        (
            "FAMILY\tGIVEN\tNAME-GF\tGRADE\tCLUB",
            "Line 1, NAME-GF: The header has FAMILY, GIVEN, NAME-GF: a name is written in one way,"
            f" as one of {WAYS}.",
        ),
        ("NAME\tGRADE\tCLUB\tname", "Line 1, NAME: NAME is in the header twice."),
        (
            "NAME\tGRADE\tRating\tCLUB",
            'Line 1, RATING: "Rating" is not a keyword: delete this column. The keywords are'
            f" {KEYWORDS}.",
        ),
        (
            "NAME\tGRADE\tCLUB\t\u0131d",
            'Line 1, \u0131d: "\u0131d" is not a keyword: delete this column. The keywords are'
            f" {KEYWORDS}.",
        ),
        (
            "NAME\tGRADE\t \tCLUB",
            "Line 1: Column 3 has no keyword. Delete the column, with its TAB, in every line.",
        ),
        (
            "NAME;GRADE;CLUB",
            "Line 1: Fields are separated by TABs, and this line has none. Save the list as"
            " tab-delimited text, or give a file with commas or semicolons the ending .csv.",
        ),
        (
            '"NAME"\t"GRADE"\t"CLUB"',
            "Line 1: Keywords and fields must not have quotation marks. Save the list as "
            "tab-delimited text without them.",
        ),
        (
            "Clara Finch\t3d\tHollybrook",
            "Line 1: This is not a header: there is no keyword in it. The first line names the"
            f" columns, such as NAME, GRADE, CLUB; all keywords are {KEYWORDS}.",
        ),
    ],
)
def test_a_wrong_header_is_reported(header: str, message: str) -> None:
    assert told(f"{header}\nClara Finch\t3d\tHollybrook\n" if header.strip("\n") else header) == (
        f"{message} No players were imported."
    )


@pytest.mark.parametrize(
    ("header", "row", "message"),
    [
        (
            HEADER,
            " ",
            "Line 2: The row looks blank but contains spaces or TABs. Delete it, or leave it "
            "completely empty.",
        ),
        (
            HEADER,
            "\t \t",
            "Line 2: The row looks blank but contains spaces or TABs. Delete it, or leave it "
            "completely empty.",
        ),
        (
            HEADER,
            "Clara Finch\t3d",
            "Line 2: The row has 2 of the 3 fields of the header. An empty field at the end needs"
            " its"
            " TAB, too.",
        ),
        (
            HEADER,
            "Clara Finch\t3d\tHollybrook\t\t ",
            "Line 2: The row has 5 fields, and the header 3: there are too many TABs at its end.",
        ),
        (
            HEADER,
            "Clara Finch\t3d\tHollybrook\t\t2300 ",
            'Line 2: The row has 5 fields, and the header 3: for "2300" there is no column.',
        ),
        (
            HEADER,
            "\t3d\tHollybrook",
            "Line 2, NAME: The name is missing; the family name at least is needed.",
        ),
        (
            HEADER,
            "F1nch\t3d\tHollybrook",
            f'Line 2, NAME: "F1nch" cannot be part of a name: "1" {NAMES}',
        ),
        (
            HEADER,
            '"Clara Finch"\t3d\tHollybrook',
            f'Line 2, NAME: ""Clara" cannot be part of a name: U+0022 QUOTATION MARK {NAMES}',
        ),
        (
            HEADER,
            "Clara\u0085Finch\t3d\tHollybrook",
            f'Line 2, NAME: "Clara[U+0085]Finch" cannot be part of a name: U+0085 {NAMES}',
        ),
        (
            HEADER,
            "Clara\u2029Finch\t3d\tHollybrook",
            'Line 2, NAME: "Clara[U+2029]Finch" cannot be part of a name: U+2029 PARAGRAPH'
            " SEPARATOR"
            f" {NAMES}",
        ),
        (
            HEADER,
            "_ Finch\t3d\tHollybrook",
            'Line 2, NAME: "_" does not stand for a missing name: leave it out. One word alone is'
            " the"
            " family name, which every player has.",
        ),
        (
            "NAME-FG\tGRADE\tCLUB",
            "Finch, Clara\t3d\tHollybrook",
            'Line 2, NAME-FG: "Finch," has a comma: leave it out. Where family names stand first,'
            " the"
            " column is NAME-FG.",
        ),
        (
            "NAME-FG\tGRADE\tCLUB",
            " \t3d\tHollybrook",
            "Line 2, NAME-FG: The name is missing; the family name at least is needed.",
        ),
        (
            "GIVEN\tFAMILY\tGRADE\tCLUB",
            "Clara\t\t3d\tHollybrook",
            "Line 2, FAMILY: The family name is missing.",
        ),
        (
            "GIVEN\tFAMILY\tGRADE\tCLUB",
            "_\tFinch\t3d\tHollybrook",
            'Line 2, GIVEN: "_" does not stand for a missing name: leave it out. One word alone is'
            " the family name, which every player has.",
        ),
        (
            "GIVEN\tFAMILY\tGRADE\tCLUB",
            "Imke\tvan der Brink\t3d\tHollybrook",
            'Line 2, FAMILY: "van der Brink" is more than one word, and a family name is one: join'
            " the"
            " words with hyphens, or put all but the last into the middle name.",
        ),
        (HEADER, "Finch\t8d\tHollybrook", f'Line 2, GRADE: "8d" is not a grade. {GRADES}'),
        (HEADER, "Finch\t9D\tHollybrook", f'Line 2, GRADE: "9D" is not a grade. {GRADES}'),
        (
            HEADER,
            "Finch\t\tHollybrook",
            "Line 2, GRADE: The grade is missing. Grades are 99k–1k, 1d–7d, 1p–9p, and 0k while it"
            " is"
            " not known.",
        ),
        (HEADER, "Finch\t3d\t", "Line 2, CLUB: The club is missing; every player needs one."),
        (
            HEADER,
            "Finch\t3d\tHolly 2",
            f'Line 2, CLUB: "Holly 2" is not a club: "2" {CLUBS} Leave a number out, or write it'
            " as a"
            " word.",
        ),
        (
            HEADER,
            "Finch\t3d\tQueen's Holly",
            f"""Line 2, CLUB: "Queen's Holly" is not a club: "'" {CLUBS} Write "Queens Holly".""",
        ),
        (
            f"{HEADER}\tCOUNTRY",
            "Finch\t3d\tHolly\tU.K.",
            'Line 2, COUNTRY: "U.K." is not a country: "." is not a letter. Countries have letters'
            ' only, with single hyphens or spaces between them. Write "UK".',
        ),
        (
            f"{HEADER}\tREG",
            "Finch\t3d\tHolly\tyes",
            'Line 2, REG: "yes" does not say whether the player is registered: write r for yes,'
            " nothing for no.",
        ),
        (
            f"{HEADER}\tROUNDS",
            "Finch\t3d\tHolly\t1,3",
            f'Line 2, ROUNDS: "1,3" is not a list of rounds: there is "," in it. {ROUNDS}',
        ),
        (
            f"{HEADER}\tROUNDS",
            "Finch\t3d\tHolly\t0",
            "Line 2, ROUNDS: There is no round 0: the tournament has the rounds 1 to 5.",
        ),
        (
            f"{HEADER}\tROUNDS",
            "Finch\t3d\tHolly\t6",
            "Line 2, ROUNDS: There is no round 6: the tournament has the rounds 1 to 5.",
        ),
        (
            f"{HEADER}\tGROUP",
            "Finch\t3d\tHolly\tA",
            'Line 2, GROUP: "A" is not a group. A group is 1: to 9:, or 0:, or a letter A–Z and'
            " one of"
            " * ~ + -, without a space.",
        ),
    ],
)
def test_a_wrong_row_is_reported(header: str, row: str, message: str) -> None:
    assert told(text_of(row, header=header)) == f"{message} No players were imported."


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            "Finch\t0k\tHolly\t\t",
            'Line 2, GRADE: "0k" is for a grade that is not known, and the registration is closed.'
            f" {GRADES}",
        ),
        (
            "Finch\t3d\tHolly\ty\tx",
            f'Line 2, ROUNDS: "x" is not a list of rounds: there is "x" in it. {ROUNDS}',
        ),
    ],
)
def test_a_wrong_row_after_the_registration_is_reported(row: str, message: str) -> None:
    text = text_of(row, header=f"{HEADER}\tREG\tROUNDS")
    assert told(text, registration=CLOSED) == f"{message} No players were imported."


@pytest.mark.parametrize("fields", ["\t", "y\t1 2", "r\t_", "\t99"])
def test_after_the_registration_everybody_plays_the_remaining_rounds(fields: str) -> None:
    text = text_of(f"Finch\t3d\tHolly\t{fields}", header=f"{HEADER}\tREG\tROUNDS")
    [row] = register.read(text, registration=CLOSED).rows
    assert (row.registered, row.rounds) == (True, (3, 4, 5))


def test_the_same_player_again_is_reported_at_the_later_line() -> None:
    text = text_of("Clara Ann Finch\t3d\tHolly", "", "CLARA  ann FINCH\t1k\tMillford")
    assert told(text) == (
        'Line 4, NAME: "CLARA Ann FINCH" is already in line 2. No players were imported.'
    )


def test_a_player_of_the_register_is_reported_at_the_line() -> None:
    text = text_of("Ann Lee\t3d\tHolly", "Clara Finch\t3d\tHolly", "Bo Lee\t8d\tHolly")
    assert told(text, taken=lambda _: {"clara finch": 17}) == (
        'Line 3, NAME: "Clara Finch" is already in the register, with the number 17. No players'
        " were"
        " imported."
    )


def test_a_mistake_before_a_player_of_the_register_is_reported_first() -> None:
    text = text_of("Ann Lee\t8d\tHolly", "Clara Finch\t3d\tHolly")
    assert refusal(text, taken=lambda _: {"clara finch": 17}).problem.line == 2


def test_a_file_that_was_imported_before_says_so() -> None:
    known = {"clara finch": 17, "hugo tarrant": 18}
    assert told(GOOD, taken=lambda _: known) == (
        'Line 2, NAME: "Clara Finch" is already in the register, with the number 17; so is'
        " everybody"
        " else in the file. No players were imported."
    )


def test_the_register_is_asked_once_for_everybody_before_the_first_mistake() -> None:
    asked: list[Sequence[str]] = []

    def taken(keys: Sequence[str]) -> dict[str, int]:
        asked.append(keys)
        return {}

    refusal(text_of("Ann Lee\t3d\tHolly", "Bo Lee\t8d\tHolly", "Cy Lee\t1d\tHolly"), taken=taken)
    assert asked == [["ann lee"]]


def test_a_mistake_names_its_field_and_shows_its_line() -> None:
    faulty = refusal(text_of("Clara Finch\t8d\tHolly"))
    assert (faulty.keywords, faulty.fields, faulty.place) == (
        ("NAME", "GRADE", "CLUB"),
        ("Clara Finch", "8d", "Holly"),
        1,
    )
    assert (faulty.problem.column, faulty.problem.value) == ("GRADE", "8d")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("NAME\tGRADE\tRATING\tCLUB\n", 2),
        ("NAME\tCLUB\tNAME\tGRADE\n", 2),
        ("NAME\tCLUB\n", None),
        (text_of("Finch\t3d"), 2),
        (text_of("Finch\t3d\tHolly\tx"), 3),
    ],
)
def test_a_mistake_knows_its_place(text: str, place: int | None) -> None:
    assert refusal(text).place == place


def test_an_apostrophe_of_a_typographer_is_noticed() -> None:
    text = text_of("Zelda O\u2019Hare\t3d\tHolly\tit\u2019s", header=f"{HEADER}\tNOTE")
    reading = register.read(text)
    assert (str(reading.rows[0].name), reading.rows[0].note) == ("Zelda O'Hare", "it\u2019s")
    assert [str(placed(notice, reading.unit)) for notice in reading.notices] == [
        'Line 2, NAME: The \u2019 of "Zelda O\u2019Hare" became a plain apostrophe.'
    ]


@pytest.mark.parametrize("character", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_only_line_ends_end_a_line(character: str) -> None:
    text = decode(f"NAME\tGRADE\tCLUB\tNOTE\nFinch\t3d\tHolly\ta{character}b\n".encode()).text
    assert [row.note for row in register.read(text).rows] == [f"a{character}b"]
    assert refusal(f"{text}Lee\t8d\tHolly\t\n").problem.line == 3


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_lines_are_physical_whatever_ends_them(end: str) -> None:
    data = end.join(["", HEADER, "", "", "Finch\t3d\tHolly", "", "Lee\t8d\tHolly"]).encode()
    assert refusal(decode(data).text).problem.line == 7


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_reads_the_same_in_every_encoding(encoding: str) -> None:
    data = text_of("Élodie Ångström\t3d\tMünchen").encode(encoding)
    [row] = register.read(decode(data).text).rows
    assert (str(row.name), row.club) == ("Élodie Ångström", "München")


def test_more_players_than_are_read_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(register, "MAX_ROWS", 2)
    assert len(register.read(GOOD).rows) == 2
    assert told(GOOD + "Bo Lee\t1d\tHolly\n") == (
        "Line 4: There are more than 2 players, the most that are read at once. No players were"
        " imported."
    )


def test_write_of_the_register() -> None:
    reading = register.read(
        "NAME\tGRADE\tCLUB\tNOTE\tID\nImke van der Brink\t3D\tHolly\tlate\t7\nLee\t1k\tA-b\t\t\n"
    )
    assert register.write(reading.rows) == (
        "ID\tFAMILY\tGIVEN\tGRADE\tCLUB\tCOUNTRY\tNOTE\r\n"
        "7\tBrink\tImke Van der\t3d\tHolly\tUK\tlate\r\n"
        "\tLee\t\t1k\tA-b\tUK\t\r\n"
    )


def test_write_takes_what_would_end_a_field_out_of_a_note() -> None:
    row = RegisterRow(
        line=2, name=StrictName("", "", "Lee"), grade="1k", club="Holly", note="a\tb\r\nc"
    )
    assert register.write([row], columns=["FAMILY", "NOTE"]) == "FAMILY\tNOTE\r\nLee\ta b c\r\n"


@given(some_rows(), st.sampled_from(["NAME", "NAME-GF", "NAME-FG", "FAMILY"]))
def test_what_is_written_reads_the_same_and_is_written_the_same(
    rows: list[RegisterRow], way: str
) -> None:
    names = ("FAMILY", "GIVEN") if way == "FAMILY" else (way,)
    rest = (column for column in TOURNAMENT_COLUMNS if column not in ("FAMILY", "GIVEN"))
    columns = (*names, *rest)
    data = register.write(rows, columns=columns).encode()
    read = register.read(decode(data).text).rows
    assert read == tuple(rows)
    assert register.write(read, columns=columns).encode() == data


@given(st.binary(), st.sampled_from(["", *ENCODINGS]))
def test_any_bytes_are_a_reading_or_a_refusal(data: bytes, encoding: str) -> None:
    try:
        reading = register.read(decode(data, encoding=encoding).text)
    except Refused as refused:
        assert all(str(problem) for problem in refused.problems)
    else:
        assert reading.keywords


@given(st.lists(st.text(st.sampled_from("aZ1 '-_,.~*:rR\"\t\u2019\u00e9\u0301"), max_size=14)))
def test_any_lines_below_a_header_are_players_or_a_refusal_in_one_of_them(lines: list[str]) -> None:
    header = "NAME\tGRADE\tCLUB\tCOUNTRY\tNOTE\tREG\tGROUP\tROUNDS"
    text = text_of(*lines, header=header)
    try:
        reading = register.read(text)
    except Faulty as faulty:
        line = faulty.problem.line
        assert line is not None
        assert 2 <= line <= len(lines) + 1
        assert lines[line - 2]
    else:
        assert len(reading.rows) == sum(1 for line in lines if line)
