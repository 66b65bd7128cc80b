import io
import json
import random
from typing import Any
from unittest.mock import patch

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubscore.files.uploads import packed
from players.figures import MAX_FILE_SIZE, check_register_file
from players.models import Player, RegisterEntry
from players.services import importing
from players.views import import_rows
from players.views.importing import STEPS
from tests.events.factories import DirectorFactory
from tests.markup import squeezed
from tests.players.register_files import DOOR_CASES, GOOD, HEADER, Case

pytestmark = pytest.mark.django_db

IMPORT = "/players/import/"
NOBODY = " No players were imported."


@pytest.fixture(name="director")
def _director() -> Client:
    client = Client()
    client.force_login(DirectorFactory())
    return client


def uploaded(content: str | bytes, name: str = "players.txt") -> dict[str, Any]:
    data = content if isinstance(content, bytes) else content.encode()
    return {"file": SimpleUploadedFile(name, data), "profile": "strict"}


def kept(content: str | bytes, name: str = "players.txt", **more: str) -> dict[str, str]:
    """What the preview posts: the file that was looked at, and more."""
    data = content if isinstance(content, bytes) else content.encode()
    sent = {"kept": packed(data), "name": name, "encoding": "", "seen": "", "profile": "strict"}
    return sent | more


def names() -> list[str]:
    return [str(player) for player in Player.objects.order_by("number")]


def shown(answer: Any) -> list[tuple[str, ...]]:
    rows = answer.context["preview"].rows
    return [(row.given, row.middle, row.family, row.grade, row.club, row.country) for row in rows]


def mistake(answer: Any) -> str:
    """The sentence of a refusal, after a look at what every refusal has."""
    assert (answer.status_code, names()) == (422, [])
    message: str = answer.context["mistake"].message
    assert message.endswith(NOBODY)
    return message.removesuffix(NOBODY)


def test_the_page_asks_for_a_file(director: Client) -> None:
    answer = director.get(IMPORT)
    assert answer.status_code == 200
    assert "mistake" not in answer.context


OPEN_CASES = [case for case in DOOR_CASES if not case.registration.closed]


@pytest.mark.parametrize("case", OPEN_CASES, ids=str)
def test_worked_case_of_an_open_registration(director: Client, case: Case) -> None:
    for key in case.known:
        given, family = key.split()
        Player.objects.create(given=given, family=family)
    answer = director.post(IMPORT, uploaded(case.content))
    if case.players is None:
        assert (answer.status_code, answer.context["mistake"].line) == (422, case.line)
    else:
        assert answer.status_code == 200
        expected = case.players or []
        assert [row[:3] for row in shown(answer)][: len(expected)] == [
            (player["given"], player["middle"], player["family"]) for player in expected
        ]
    assert Player.objects.count() == len(case.known)


def test_the_preview_shows_what_would_be_stored_and_stores_nothing(director: Client) -> None:
    Player.objects.create(family="Pym")
    text = f"{HEADER}\tCOUNTRY\tNOTE\nimke van der brink\t3D\tHolly\t\tlate\n"
    answer = director.post(IMPORT, uploaded(text))
    assert (answer.status_code, shown(answer)) == (
        200,
        [("Imke", "Van der", "Brink", "3d", "Holly", "UK")],
    )
    preview = answer.context["preview"]
    assert (preview.count, preview.hidden, preview.new_clubs) == (1, 0, ["Holly"])
    assert (preview.has_notes, preview.counts_lines, preview.notices) == (True, True, [])
    assert answer.context["read_as"] == "UTF-8"
    assert "Import 1 player" in answer.content.decode()
    assert names() == ["Pym"]


def test_pasted_lines_are_shown_and_imported(director: Client) -> None:
    answer = director.post(IMPORT, {"text": GOOD.replace("\n", "\r\n"), "profile": "strict"})
    again = answer.context["again"].initial
    assert (len(shown(answer)), again["encoding"], answer.context["read_as"]) == (2, "utf-8", "")
    director.post(IMPORT, again | {"seen": again["encoding"], "import": "yes"})
    assert names() == ["Clara Finch", "Hugo Tarrant"]


def test_what_the_preview_keeps_is_imported(director: Client) -> None:
    again = director.post(IMPORT, uploaded(GOOD)).context["again"].initial
    answer = director.post(IMPORT, {**again, "seen": again["encoding"], "import": "yes"})
    assert (answer.status_code, answer.url) == (302, reverse("players:list"))
    assert names() == ["Clara Finch", "Hugo Tarrant"]
    director_id = int(director.session["_auth_user_id"])
    assert {entry.user_id for entry in RegisterEntry.objects.all()} == {director_id}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (GOOD, "2 players are new in the register."),
        (f"{HEADER}\nBo Lee\t1k\tHolly\n", "1 player is new in the register."),
    ],
)
def test_the_import_says_how_many_are_new(director: Client, content: str, message: str) -> None:
    answer = director.post(IMPORT, kept(content, **{"import": "yes"}), follow=True)
    assert [str(each) for each in answer.context["messages"]] == [message]


def test_importing_twice_adds_nobody_and_says_so(director: Client) -> None:
    director.post(IMPORT, kept(GOOD, **{"import": "yes"}))
    answer = director.post(IMPORT, kept(GOOD, **{"import": "yes"}))
    number = Player.objects.order_by("number")[0].number
    assert (answer.status_code, answer.context["mistake"].message) == (
        422,
        f'Line 2, NAME: "Clara Finch" is already in the register, with the number {number}; so is'
        " everybody else in the file. No players were imported.",
    )
    assert len(names()) == 2


def test_an_encoding_chosen_after_looking_is_looked_at_first(director: Client) -> None:
    content = f"{HEADER}\nŁucja\t1k\tŁódź\n".encode("cp1250")
    answer = director.post(IMPORT, kept(content, encoding="cp1250", **{"import": "yes"}))
    assert (answer.status_code, names()) == (200, [])
    assert [row.family for row in answer.context["preview"].rows] == ["Łucja"]
    assert answer.context["read_as"] == "Windows-1250 (Central Europe)"
    chosen = kept(content, encoding="cp1250") | {"seen": "cp1250", "import": "yes"}
    director.post(IMPORT, chosen)
    assert names() == ["Łucja"]


def test_a_guessed_encoding_is_reported(director: Client) -> None:
    answer = director.post(IMPORT, uploaded(f"{HEADER}\nÉlodie\t1k\tHolly\n".encode("cp1252")))
    assert answer.context["read_as"] == "Windows-1252"
    assert answer.context["preview"].notices == [
        "The file is not UTF-8; it was read as Windows-1252."
    ]


def test_a_refusal_lets_another_encoding_be_chosen(director: Client) -> None:
    answer = director.post(IMPORT, uploaded(f"{HEADER}\nŁucja\t1k\tŁódź\n".encode("cp1250")))
    assert mistake(answer).startswith('Line 2, NAME: "£ucja" cannot be part of a name')
    assert answer.context["read_as"] == "Windows-1252"
    again = answer.context["again"].initial | {"encoding": "cp1250"}
    assert [row.family for row in director.post(IMPORT, again).context["preview"].rows] == ["Łucja"]


def test_utf_16_without_a_mark_can_be_chosen(director: Client) -> None:
    answer = director.post(IMPORT, uploaded(GOOD.encode("utf-16-le")))
    assert mistake(answer).startswith("This may be UTF-16 text without a byte order mark")
    again = answer.context["again"].initial | {"encoding": "utf-16-le"}
    assert len(shown(director.post(IMPORT, again))) == 2


def test_an_encoding_that_does_not_fit_is_reported(director: Client) -> None:
    answer = director.post(IMPORT, kept(b"NAME\n\xe9\n", encoding="utf-8"))
    assert mistake(answer) == "Line 2 cannot be read as UTF-8. Choose another encoding."


def test_a_refusal_shows_the_line_and_marks_the_place(director: Client) -> None:
    answer = director.post(IMPORT, uploaded(f"{HEADER}\n\n\nClara Finch\t8d\tHolly\n"))
    assert mistake(answer) == (
        'Line 4, GRADE: "8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.'
    )
    found = answer.context["mistake"]
    assert [(field.keyword, field.text, field.is_wrong) for field in found.fields] == [
        ("NAME", "Clara Finch", False),
        ("GRADE", "8d", True),
        ("CLUB", "Holly", False),
    ]
    assert (found.line, found.place) == (4, 1)
    assert "<mark>8d</mark>" in answer.content.decode()


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (
            f"{HEADER}\nFinch\t3d\n",
            [("NAME", "Finch", False), ("GRADE", "3d", False), ("CLUB", "", True)],
        ),
        (
            f"{HEADER}\nFinch\t3d\tHolly\t2300\n",
            [
                ("NAME", "Finch", False),
                ("GRADE", "3d", False),
                ("CLUB", "Holly", False),
                ("", "2300", True),
            ],
        ),
        (
            "NAME\tGRADE\tRATING\n",
            [("", "NAME", False), ("", "GRADE", False), ("", "RATING", True)],
        ),
        (f"{HEADER}\n \n", []),
        ("", []),
    ],
)
def test_a_refusal_shows_what_there_is_of_a_line(
    director: Client, text: str, fields: list[tuple[str, str, bool]]
) -> None:
    answer = director.post(IMPORT, uploaded(text))
    mistake(answer)
    found = answer.context["mistake"].fields
    assert [(field.keyword, field.text, field.is_wrong) for field in found] == fields


def test_a_refusal_shows_a_player_of_the_register(director: Client) -> None:
    Player.objects.create(given="Clara", family="Finch")
    answer = director.post(IMPORT, uploaded(GOOD))
    found = answer.context["mistake"].fields
    assert [(field.keyword, field.text, field.is_wrong) for field in found] == [
        ("NAME", "Clara Finch", True),
        ("GRADE", "3d", False),
        ("CLUB", "Hollybrook", False),
    ]


def test_a_long_line_is_shown_shortened(director: Client) -> None:
    answer = director.post(IMPORT, uploaded(f"{HEADER}\n{'x' * 500}" + "\t" * 300))
    fields = answer.context["mistake"].fields
    assert (len(fields), fields[0].text) == (40, "x" * 120 + "…")


def test_the_text_of_a_refused_file_can_be_corrected_in_the_page(director: Client) -> None:
    text = f"{HEADER}\nÉlodie Finch\t8d\tHolly\n"
    answer = director.post(IMPORT, uploaded(text.encode("cp1252")))
    initial = answer.context["form"].initial
    assert (initial["text"], initial["name"]) == (text, "players.txt")
    corrected = initial | {"text": text.replace("8d", "7d")}
    assert shown(director.post(IMPORT, corrected)) == [("Élodie", "", "Finch", "7d", "Holly", "UK")]


def test_a_csv_stays_one_when_it_is_corrected_in_the_page(director: Client) -> None:
    answer = director.post(IMPORT, uploaded('NAME,GRADE,CLUB\n"Bo Lee",8d,Holly\n', "a.csv"))
    assert mistake(answer) == 'Row 2, GRADE: "8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.'
    initial = answer.context["form"].initial
    corrected = initial | {"text": initial["text"].replace("8d", "7d")}
    answer = director.post(IMPORT, corrected)
    assert shown(answer) == [("Bo", "", "Lee", "7d", "Holly", "UK")]
    again = answer.context["again"].initial
    director.post(IMPORT, again | {"seen": again["encoding"], "import": "yes"})
    assert names() == ["Bo Lee"]


def test_a_spreadsheet_is_shown_with_its_rows_and_imported(director: Client) -> None:
    book = openpyxl.Workbook()
    for line in ("", *GOOD.splitlines()):
        book.active.append(line.split("\t") if line else [])
    data = io.BytesIO()
    book.save(data)
    answer = director.post(IMPORT, uploaded(data.getvalue(), "players.xlsx"))
    preview = answer.context["preview"]
    assert (preview.counts_lines, [row.line for row in preview.rows]) == (False, [3, 4])
    assert answer.context["read_as"] == ""
    again = answer.context["again"].initial
    director.post(IMPORT, again | {"seen": again["encoding"], "import": "yes"})
    assert names() == ["Clara Finch", "Hugo Tarrant"]


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"", "a.txt", "The file is empty."),
        (b"\n\n", "a.txt", "Line 1: There is no header: the file has only empty lines."),
        (
            b"PK\x03\x04xxxx",
            "a.txt",
            "This is no text: it looks like a spreadsheet. Give it its ending .xlsx back, or save"
            " it"
            " as tab-delimited text.",
        ),
        (
            b"PK\x03\x04xxxx",
            "a.xlsx",
            "The spreadsheet cannot be read: it is damaged or not an .xlsx file.",
        ),
        (b"\x89PNG", "a.txt", "This is not a text file: it looks like a picture (PNG)."),
        (b"x" * (2 * 2**20 + 1), "a.txt", "The file has 2.0 MiB; the limit is 2 MiB."),
        (
            b"Clara Finch\t3d\tHolly\n",
            "a.txt",
            "Line 1: This is not a header: there is no keyword in it. The first line names the"
            " columns, such as NAME, GRADE, CLUB; all keywords are NAME, NAME-GF, NAME-FG, FAMILY,"
            " GIVEN, GRADE, CLUB, COUNTRY, ID, REG, NOTE, GROUP, ROUNDS.",
        ),
    ],
    ids=["empty", "empty lines", "renamed", "damaged", "picture", "large", "no header"],
)
def test_what_cannot_be_read_is_reported(
    director: Client, data: bytes, name: str, message: str
) -> None:
    assert mistake(director.post(IMPORT, uploaded(data, name))) == message


@pytest.mark.parametrize("text", ["!", "AAAA", packed(b"x")[:-8], "é"])
def test_a_file_that_comes_back_changed_is_reported(director: Client, text: str) -> None:
    answer = director.post(IMPORT, {"kept": text, "import": "yes"})
    assert mistake(answer) == "The file did not come back unchanged. Choose it again."


def test_a_file_that_swells_on_its_way_back_is_reported(director: Client) -> None:
    answer = director.post(IMPORT, {"kept": packed(b" " * (8 * 2**20)), "import": "yes"})
    assert mistake(answer) == "The file did not come back unchanged. Choose it again."


def test_the_largest_file_comes_back_in_the_page(director: Client) -> None:
    data = random.Random(7).randbytes(MAX_FILE_SIZE)
    answer = director.post(IMPORT, kept(data, "players.xlsx", **{"import": "yes"}))
    assert mistake(answer) == "The spreadsheet cannot be read: it is damaged or not an .xlsx file."


@pytest.mark.parametrize("data", [{}, {"text": "  \n"}, {"kept": ""}], ids=str)
def test_nothing_at_all_is_reported(director: Client, data: dict[str, str]) -> None:
    answer = director.post(IMPORT, data)
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors() == ["Choose a file or paste its lines."]


def test_an_unknown_encoding_is_reported(director: Client) -> None:
    answer = director.post(IMPORT, kept(GOOD, encoding="klingon"))
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["encoding"])


def test_a_header_alone_cannot_be_imported(director: Client) -> None:
    answer = director.post(IMPORT, uploaded(HEADER))
    assert answer.status_code == 200
    assert 'name="import"' not in answer.content.decode()


def test_many_players_are_shown_on_demand(
    director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_rows, "SHOWN", 1)
    answer = director.post(IMPORT, uploaded(GOOD))
    assert (len(shown(answer)), answer.context["preview"].hidden) == (1, 1)
    answer = director.post(IMPORT, kept(GOOD, all="yes"))
    assert (len(shown(answer)), answer.context["preview"].hidden) == (2, 0)


def test_many_notices_are_counted(director: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_rows, "SHOWN_NOTICES", 1)
    lines = "".join(f"O\u2019{family}\t1k\tHolly\n" for family in ("Dea", "Hare", "Neil"))
    preview = director.post(IMPORT, uploaded(f"{HEADER}\n{lines}")).context["preview"]
    assert (len(preview.notices), preview.more_notices) == (1, 2)


def test_rounds_are_only_looked_at_without_a_tournament(director: Client) -> None:
    text = f"{HEADER}\tROUNDS\nBo Lee\t1k\tHolly\t9\n"
    assert director.post(IMPORT, uploaded(text)).status_code == 200
    assert mistake(director.post(IMPORT, uploaded(text.replace("\t9", "\tx")))).startswith(
        'Line 2, ROUNDS: "x" is not a list of rounds'
    )


def steps(answer: Any) -> list[dict[str, Any]]:
    assert answer.headers["Content-Type"] == STEPS
    return [json.loads(line) for line in answer.getvalue().decode().splitlines()]


def test_the_script_gets_the_progress(director: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "BATCH_SIZE", 1)
    answer = director.post(
        IMPORT, kept(GOOD, **{"import": "yes"}), headers={"accept": f"{STEPS}, application/json"}
    )
    assert steps(answer) == [
        {"done": 1, "total": 2},
        {"done": 2, "total": 2},
        {"said": "2 players are new in the register.", "afterwards": reverse("players:list")},
    ]
    assert names() == ["Clara Finch", "Hugo Tarrant"]


@pytest.mark.django_db(transaction=True)
def test_who_leaves_the_page_before_the_end_adds_nobody(
    director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "BATCH_SIZE", 1)
    answer = director.post(IMPORT, kept(GOOD, **{"import": "yes"}), headers={"accept": STEPS})
    lines = iter(answer)
    assert json.loads(next(lines)) == {"done": 1, "total": 2}
    answer.close()
    assert names() == []


def test_the_script_gets_a_refusal_for_somebody_added_meanwhile(director: Client) -> None:
    def check_and_add(**options: Any) -> Any:
        checked = check_register_file(**options)
        Player.objects.create(given="Hugo", family="Tarrant")
        return checked

    with patch("players.views.importing.check_register_file", check_and_add):
        answer = director.post(IMPORT, kept(GOOD, **{"import": "yes"}), headers={"accept": STEPS})
        assert steps(answer) == [{"refused": True}]
    assert names() == ["Hugo Tarrant"]


def test_the_script_gets_the_page_of_a_refusal(director: Client) -> None:
    Player.objects.create(given="Hugo", family="Tarrant")
    answer = director.post(IMPORT, kept(GOOD, **{"import": "yes"}), headers={"accept": STEPS})
    assert (answer.status_code, answer.headers["Content-Type"]) == (422, "text/html; charset=utf-8")


@pytest.mark.parametrize("count", [1, 3])
def test_the_preview_takes_constant_queries(
    director: Client, count: int, django_assert_num_queries: Any
) -> None:
    lines = "".join(f"{given} Lee\t1k\tHolly {given}\n" for given in ("Ann", "Bo", "Cy")[:count])
    # The first request of a process asks for more.
    director.get(IMPORT)
    with django_assert_num_queries(6):
        director.post(IMPORT, uploaded(f"{HEADER}\n{lines}"))


def test_a_header_that_is_missing_marks_no_field(director_client: Client) -> None:
    answer = director_client.post(IMPORT, uploaded("Ann Lee\t3d\tHolly\t\tlate\n"))
    found = answer.context["mistake"]
    assert (found.has_keywords, [field.is_wrong for field in found.fields]) == (False, [False] * 5)


def test_an_encoding_is_not_asked_for_where_none_would_help(director_client: Client) -> None:
    answer = director_client.post(IMPORT, uploaded(b"PK\x03\x04", "players.txt"))
    assert (answer.status_code, answer.context["again"]) == (422, None)


def test_columns_for_a_tournament_are_reported(director_client: Client) -> None:
    text = "NAME\tGROUP\tGRADE\tCLUB\tREG\nAnn Lee\tA*\t3d\tHolly\tr\n"
    answer = director_client.post(IMPORT, uploaded(text))
    assert answer.context["preview"].for_tournament == ["GROUP", "REG"]
    assert "GROUP, REG: only used by a tournament." in answer.content.decode()


def test_clubs_that_differ_in_capitals_alone_are_reported(director_client: Client) -> None:
    text = "NAME\tGRADE\tCLUB\nAnn Lee\t3d\tHolly\nBo Lee\t3d\tHOLLY\n"
    answer = director_client.post(IMPORT, uploaded(text))
    assert answer.context["preview"].clubs_differing_in_case == [("HOLLY", "Holly")]
    assert "“HOLLY”, “Holly”." in squeezed(answer.text)
