import io
import json
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.management import CommandError, ManagementUtility, call_command
from django.utils import timezone

from events.management.commands import import_register
from events.models import Entry, Tournament
from players.models import Player
from players.services import importing
from tests.events.tournaments.cups import tournament
from tests.players.register_files import DOOR_CASES, GOOD, HEADER, Case

Run = Callable[..., tuple[int, str, str]]

pytestmark = pytest.mark.django_db


@pytest.fixture(name="run")
def _run(tmp_path: Path) -> Run:
    """Run the command on files of these contents; gives the status and both outputs."""

    def run(*arguments: str, **contents: bytes | str) -> tuple[int, str, str]:
        for name, content in contents.items():
            data = content if isinstance(content, bytes) else content.encode()
            (tmp_path / name.replace("_", ".")).write_bytes(data)
        files = [str(tmp_path / name.replace("_", ".")) for name in contents]
        out, err = io.StringIO(), io.StringIO()
        try:
            call_command("import_register", "--strict", *files, *arguments, stdout=out, stderr=err)
        except CommandError as error:
            return error.returncode, *(_plain(text, tmp_path) for text in (out, err))
        return 0, *(_plain(text, tmp_path) for text in (out, err))

    return run


def _plain(text: io.StringIO, folder: Path) -> str:
    return text.getvalue().replace(f"{folder}/", "")


def answers(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def names() -> list[str]:
    return [str(player) for player in Player.objects.order_by("number")]


@pytest.mark.parametrize("case", DOOR_CASES, ids=str)
def test_worked_case(run: Run, case: Case) -> None:
    for key in case.known:
        given, family = key.split()
        Player.objects.create(given=given, family=family)
    status, output, _ = run("--dry-run", "--json", *case.options, case_txt=case.content)
    [answer] = answers(output)
    if case.players is None:
        assert (status, answer["ok"], answer["line"]) == (1, False, case.line)
    else:
        good = {"file": "case.txt", "ok": True, "players": case.players, "notices": []}
        assert (status, answer) == (0, good)
    assert Player.objects.count() == len(case.known)


def test_json_of_a_good_file(run: Run) -> None:
    assert run("--json", a_txt=f"{HEADER}\nJohn Smith\t3d\tOxford\n") == (
        0,
        '{"file": "a.txt", "ok": true, "players": [{"given": "John", "middle": "", "family":'
        ' "Smith", "grade": "3d", "club": "Oxford", "country": "UK", "reg": false, "rounds": [1, 2,'
        ' 3, 4, 5], "group": "", "note": ""}], "notices": []}\n',
        "",
    )
    assert names() == ["John Smith"]


def test_json_of_a_refused_file(run: Run) -> None:
    status, output, _ = run("--json", b_txt=f"{HEADER}\n\n\nJohn Smith\t8d\tOxford\n")
    assert (status, answers(output)) == (
        1,
        [
            {
                "file": "b.txt",
                "ok": False,
                "line": 4,
                "field": "GRADE",
                "message": 'Line 4, GRADE: "8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p. No'
                " players were imported.",
            }
        ],
    )
    assert names() == []


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"", 1, "The file is empty."),
        (b"\n\n", 1, "Line 1: There is no header: the file has only empty lines."),
        (b"%PDF-", 1, "This is not a text file: it looks like a PDF document."),
        (
            b"PK\x03\x04",
            1,
            "This is no text: it looks like a spreadsheet. Give it its ending .xlsx back, or save"
            " it"
            " as tab-delimited text.",
        ),
        (
            b"NAME\tGRADE\tCLUB\nA\0",
            2,
            "This is not a text file: it has NUL bytes, the first in line 2.",
        ),
        (b"NAME\tGRADE", 1, "Line 1, CLUB: The header has no column CLUB; it is always needed."),
    ],
)
def test_json_of_what_is_no_register_file(
    run: Run, content: bytes, line: int, message: str
) -> None:
    status, output, _ = run("--json", a_txt=content)
    [answer] = answers(output)
    assert (status, answer["line"], answer["message"]) == (
        1,
        line,
        f"{message} No players were imported.",
    )
    assert answer["field"] in ("", "CLUB")


def test_json_notices(run: Run) -> None:
    content = f"{HEADER}\nZelda O\u2019Hare\t1k\tM\u00fchle\n".encode("cp1252")
    [answer] = answers(run("--json", a_txt=content)[1])
    assert answer["notices"] == [
        "The file is not UTF-8; it was read as Windows-1252.",
        'Line 2, NAME: The \u2019 of "Zelda O\u2019Hare" became a plain apostrophe.',
    ]


def test_texts_of_good_and_refused_files(run: Run) -> None:
    status, out, err = run(
        a_txt=GOOD, b_txt="NAME\n", c_txt=f"{HEADER}\nZelda O\u2019Hare\t1k\tMill\n"
    )
    assert status == 1
    assert out == (
        "a.txt: 2 players, UTF-8, imported.\n"
        "c.txt: 1 player, UTF-8, imported.\n"
        'c.txt: Line 2, NAME: The \u2019 of "Zelda O\u2019Hare" became a plain apostrophe.\n'
    )
    assert err == (
        "b.txt: Line 1, GRADE: The header has no column GRADE; it is always needed. No players were"
        " imported.\n"
    )
    assert names() == ["Clara Finch", "Hugo Tarrant", "Zelda O'Hare"]


def test_a_dry_run_stores_nothing_and_checks_each_file_on_its_own(run: Run) -> None:
    assert run("--dry-run", a_txt=GOOD, b_txt=GOOD) == (
        0,
        "a.txt: 2 players, UTF-8, can be imported.\nb.txt: 2 players, UTF-8, can be imported.\n",
        "",
    )
    assert names() == []


def test_the_same_file_twice_is_imported_once(run: Run) -> None:
    status, output, _ = run("--json", a_txt=GOOD, b_txt=GOOD)
    assert status == 1
    assert [answer["ok"] for answer in answers(output)] == [True, False]
    assert answers(output)[1]["message"].endswith(
        "so is everybody else in the file. No players were imported."
    )
    assert names() == ["Clara Finch", "Hugo Tarrant"]


def test_csv_and_spreadsheet_are_known_by_their_endings(run: Run) -> None:
    book = openpyxl.Workbook()
    book.active.append(["NAME", "GRADE", "CLUB"])
    book.active.append(["Bo Lee", "1k", "Mill"])
    data = io.BytesIO()
    book.save(data)
    csv = 'NAME;GRADE;CLUB\n"Ann Lee";1k;Mill\n;;\n'
    status, out, err = run(a_csv=csv, b_xlsx=data.getvalue())
    assert (status, out) == (1, "b.xlsx: 1 player, imported.\n")
    assert err == (
        "a.csv: Row 3: The row looks blank but contains spaces or TABs. Delete it, or leave it "
        "completely empty. No players were imported.\n"
    )


def test_an_encoding_is_chosen(run: Run) -> None:
    content = f"{HEADER}\nŁucja\t1k\tŁódź\n".encode("cp1250")
    assert run("--encoding", "cp1250", a_txt=content)[1] == (
        "a.txt: 1 player, Windows-1250 (Central Europe), imported.\n"
    )
    assert names() == ["Łucja"]


def test_a_missing_file_is_refused(run: Run, tmp_path: Path) -> None:
    status, _, err = run(str(tmp_path / "none.txt"))
    assert (status, err) == (
        1,
        "none.txt: The file cannot be read: No such file or directory. No players were imported.\n",
    )


def test_rounds_and_registration_without_a_tournament(run: Run) -> None:
    content = f"{HEADER}\tREG\tROUNDS\nAnn Lee\t1k\tMill\t\t7\n"
    [open_answer] = answers(run("--dry-run", "--json", "--rounds", "7", a_txt=content)[1])
    assert [open_answer["players"][0][key] for key in ("reg", "rounds")] == [False, [7]]
    closed = ["--rounds", "7", "--registration-closed", "--next-round", "6"]
    [closed_answer] = answers(run("--dry-run", "--json", *closed, a_txt=content)[1])
    assert [closed_answer["players"][0][key] for key in ("reg", "rounds")] == [True, [6, 7]]


def test_players_are_entered_in_a_tournament(run: Run) -> None:
    cup = tournament(rounds=3)
    content = (
        f"{HEADER}\tREG\tGROUP\tROUNDS\nAnn Lee\t1k\tMill\tr\ta~\t1 3\nBo Lee\t0k\tMill\t\t\t\n"
    )
    assert run("--tournament", cup.slug, a_txt=content)[0] == 0
    entries = Entry.objects.filter(tournament=cup).order_by("pk")
    assert [
        (
            entry.family,
            entry.given,
            entry.registered,
            entry.group,
            entry.absent_rounds,
            entry.number,
        )
        for entry in entries
    ] == [("Lee", "Ann", True, "A~", [2], 1), ("Lee", "Bo", False, "", [], None)]
    assert [entry.player for entry in entries] == list(Player.objects.order_by("number"))


def test_a_dry_run_for_a_tournament_takes_its_rounds(run: Run) -> None:
    cup = tournament(rounds=3)
    content = f"{HEADER}\tROUNDS\nAnn Lee\t1k\tMill\t4\n"
    status, _, err = run("--dry-run", "--tournament", cup.slug, a_txt=content)
    assert (status, err) == (
        1,
        "a.txt: Line 2, ROUNDS: There is no round 4: the tournament has the rounds 1 to 3. No"
        " players were imported.\n",
    )


def test_the_registration_of_a_tournament_counts(run: Run) -> None:
    cup = tournament(rounds=3)
    Tournament.objects.update(registration_closed_at=timezone.now())
    options = ["--dry-run", "--json", "--tournament", cup.slug]
    [answer] = answers(run(*options, a_txt=f"{HEADER}\nAnn Lee\t1k\tMill\n")[1])
    assert [answer["players"][0][key] for key in ("reg", "rounds")] == [True, [1, 2, 3]]
    [answer] = answers(run(*options, a_txt=f"{HEADER}\nAnn Lee\t0k\tMill\n")[1])
    assert answer["field"] == "GRADE"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--tournament", "nowhere"],
        ["--rounds", "0"],
        ["--rounds", "1000"],
        ["--next-round", "0"],
        ["--next-round", "6"],
        ["--tournament", "spring-cup", "--rounds", "3"],
        ["--tournament", "spring-cup", "--registration-closed"],
        ["--tournament", "spring-cup", "--next-round", "1"],
    ],
    ids=" ".join,
)
def test_a_wrong_call_ends_with_2_and_stores_nothing(run: Run, arguments: list[str]) -> None:
    tournament()
    assert run(*arguments, a_txt=GOOD)[0] == 2
    assert names() == []


@pytest.mark.parametrize(
    "arguments",
    [[], ["a.txt", "--rounds", "x"], ["a.txt", "--encoding", "x"], ["a.txt", "--what"]],
    ids=" ".join,
)
def test_a_call_that_cannot_be_understood_ends_with_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        ManagementUtility(["manage.py", "import_register", *arguments]).execute()
    assert ended.value.code == 2
    assert "usage: manage.py import_register" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def show_progress(run: Run, monkeypatch: pytest.MonkeyPatch, screen: io.StringIO, second: float):
    """Import two players, one by one, while the clock goes on by so much from look to look."""
    monkeypatch.setattr(importing, "BATCH_SIZE", 1)
    monkeypatch.setattr(import_register.time, "monotonic", count(step=second).__next__)
    monkeypatch.setattr(import_register.sys, "stderr", screen)
    assert run(players_txt=GOOD)[0] == 0


def test_slow_file_has_a_bar_that_is_wiped_out_at_the_end(
    run: Run, monkeypatch: pytest.MonkeyPatch
):
    screen = Terminal()
    show_progress(run, monkeypatch, screen, 1.1)

    shown = [re.sub(r"\S*/", "", each) for each in screen.getvalue().split("\r")]
    assert shown == [
        "players.txt, read: 2",
        shown[1],
        f"players.txt, stored: [{'#' * 15}{'.' * 15}] 50 %",
        f"players.txt, stored: [{'#' * 30}] 100 %",
        shown[4],
        "",
    ]
    assert (shown[1] + shown[4]).strip() == ""
    assert len(shown[4]) >= len(shown[3])


def test_nothing_is_drawn_in_the_first_second(run: Run, monkeypatch: pytest.MonkeyPatch):
    screen = Terminal()
    show_progress(run, monkeypatch, screen, 0.1)
    assert screen.getvalue() == ""


def test_nothing_is_drawn_where_nobody_looks(run: Run, monkeypatch: pytest.MonkeyPatch):
    screen = io.StringIO()
    show_progress(run, monkeypatch, screen, 1.1)
    assert screen.getvalue() == ""
