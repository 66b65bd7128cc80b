"""Every door for files, with every file that should not come in: a sentence, and nothing stored."""

import html
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from tests.events.factories import DirectorFactory
from tests.events.tournaments import cups
from tests.files import SPREADSHEETS, TEXTS, spreadsheet
from tests.queries import row_counts

pytestmark = pytest.mark.django_db

DATA = Path(settings.BASE_DIR) / "tests" / "data"
SPREADSHEET = spreadsheet(("GIVEN", "FAMILY"), ("Ada", "Lark"))


@dataclass(frozen=True, slots=True)
class Door:
    """Where a file is sent: the address, the name it has, and the most bytes in MiB."""

    address: str
    name: str
    most: int = 1
    field: str = "file"
    profile: str = "lenient"
    """How tournaments and lists of players are read; the others have no such field."""


DOORS = {
    "movement": Door("/movements/new/", "evening.asc"),
    "bridgescore": Door("/bridgescore/", "evening.txt"),
    "tournament": Door("/tournaments/import/", "cup.trf", most=2),
    "players": Door("/players/import/", "club.txt", most=2),
    "players as CSV": Door("/players/import/", "club.csv", most=2),
    "players, strictly": Door("/players/import/", "club.txt", most=2, profile="strict"),
    "entries": Door("/tournaments/spring-cup/registration/import/", "club.txt", most=2),
    "entries, strictly": Door(
        "/tournaments/spring-cup/registration/import/", "club.txt", most=2, profile="strict"
    ),
}
PASTED = {
    "movement": Door("/movements/new/", "", field="text"),
    "bridgescore": Door("/bridgescore/", "", field="text"),
    "tournament": Door("/tournaments/import/", "", most=2, field="pasted"),
    "players": Door("/players/import/", "", most=2, field="text"),
}
REAL = {
    "movement": DATA / "asc" / "canonical-14-pairs.asc",
    "tournament": DATA / "krause" / "trf26.tab",
    "bridgescore": DATA / "scoring" / "README.md",
    "players": DATA / "register" / "cases.tsv",
}


@pytest.fixture
def browser() -> Client:
    """A director's browser, and a tournament that takes entries."""
    cups.tournament()
    client = Client()
    client.force_login(DirectorFactory())
    return client


def send(browser: Client, door: Door, content: bytes | str) -> str:
    """What the page says of a file or a text; nothing is stored."""
    before = row_counts()
    value = SimpleUploadedFile(door.name, content) if isinstance(content, bytes) else content
    response = browser.post(door.address, {"profile": door.profile, door.field: value})
    assert response.status_code in {200, 422}
    assert row_counts() == before
    return html.unescape(response.content.decode())


@pytest.mark.parametrize(
    ("door", "kind"),
    [
        # Each with a third of the others; all of them are large.
        pytest.param(door, kind, marks=[pytest.mark.large] if (turn + place) % 3 else [])
        for turn, door in enumerate(DOORS)
        for place, kind in enumerate(TEXTS)
    ],
)
def test_what_is_no_text_is_refused_with_a_sentence(browser: Client, door: str, kind: str):
    content, sentence = TEXTS[kind]

    assert sentence in send(browser, DOORS[door], content)


LISTS = {"players", "players as CSV", "entries"}
"""Lists of members are read whatever they are called."""


@pytest.mark.parametrize("name", sorted(DOORS.keys() - LISTS))
def test_a_spreadsheet_that_is_named_a_text_is_refused(browser: Client, name: str):
    assert "it looks like a spreadsheet" in send(browser, DOORS[name], SPREADSHEET)


@pytest.mark.parametrize("name", sorted(LISTS))
def test_a_spreadsheet_is_a_list_of_members_whatever_its_name(browser: Client, name: str):
    assert "Ada · – · Lark" in send(browser, DOORS[name], SPREADSHEET)


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_a_file_over_the_limit_is_refused(browser: Client, door: Door):
    said = send(browser, door, b"1\n" * (door.most * 2**19 + 1))

    assert f"the limit is {door.most} MiB." in said


@pytest.mark.parametrize("door", PASTED.values(), ids=PASTED)
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x" * 20_001, "Line 1 has 20,001 characters; the most that are read are 20,000."),
        ("1\n" * 60_001, "The file has 60,001 lines; the limit is 60,000."),
    ],
    ids=["one line", "lines"],
)
def test_what_is_pasted_is_under_the_same_limits(
    browser: Client, door: Door, text: str, sentence: str
):
    assert sentence in send(browser, door, text)


@pytest.mark.parametrize("door", PASTED.values(), ids=PASTED)
def test_a_pasted_nul_is_refused(browser: Client, door: Door):
    assert "Null characters are not allowed." in send(browser, door, "a\0b")


@pytest.mark.parametrize("address", [DOORS["players"].address, DOORS["entries"].address])
@pytest.mark.parametrize("kind", SPREADSHEETS)
def test_a_spreadsheet_that_is_a_bomb_is_refused(browser: Client, address: str, kind: str):
    make, sentence = SPREADSHEETS[kind]
    content = make()

    assert sentence in send(browser, Door(address, "club.xlsx"), content)


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_every_truncation_of_a_real_file_is_answered(browser: Client, door: Door):
    before = row_counts()
    for real in REAL.values():
        whole = real.read_bytes()[:6000]
        for end in range(1, len(whole), len(whole) // 2):
            file = SimpleUploadedFile(door.name, whole[:end])
            response = browser.post(door.address, {"profile": door.profile, "file": file})
            assert response.status_code in {200, 422}
    assert row_counts() == before


@pytest.mark.parametrize("kept", ["", "%", "QUJD", "eJwDAAAAAAE=", "A" * 100])
def test_what_comes_back_from_a_page_is_not_believed(browser: Client, kept: str):
    for address in (DOORS["players"].address, DOORS["entries"].address):
        for profile in ("lenient", "strict"):
            sent = {"kept": kept, "profile": profile}
            assert browser.post(address, sent).status_code == 422
    for address in (DOORS["tournament"].address, "/tournaments/import/keep/"):
        assert browser.post(address, {"profile": "lenient", "raw": kept}).status_code in {302, 422}


COMMANDS: dict[str, Callable[[Path], object]] = {
    "score": lambda path: call_command("score", str(path)),
    "import_movement": lambda path: call_command("import_movement", str(path)),
    "import_krause": lambda path: call_command("import_krause", str(path)),
    "import_register": lambda path: call_command("import_register", str(path)),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", ["nothing", "nul", "picture", "cut off", "one line"])
def test_a_command_refuses_the_same(
    command: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    content, sentence = TEXTS[kind]
    path = tmp_path / "file.txt"
    path.write_bytes(content)
    before = row_counts()

    with pytest.raises(CommandError) as caught:
        COMMANDS[command](path)

    said = capsys.readouterr()
    assert sentence in f"{said.out}{said.err}{caught.value}"
    assert row_counts() == before


@pytest.mark.parametrize(
    "kind",
    [
        each
        for each in SPREADSHEETS
        if each not in {"no archive", "rows", "cells", "filled cells", "entities"}
    ],
)
def test_the_score_command_refuses_spreadsheets_too(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "lines.xlsx"
    path.write_bytes(SPREADSHEETS[kind][0]())

    with pytest.raises(CommandError, match="refused, nothing was scored"):
        call_command("score", str(path))

    assert SPREADSHEETS[kind][1] in capsys.readouterr().err
