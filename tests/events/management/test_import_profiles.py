import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from events.models import Entry
from players.domain.names import read_name
from players.models import Player
from tests.events.tournaments.cups import tournament

pytestmark = pytest.mark.django_db

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(name="run")
def _run(tmp_path: Path) -> Run:
    """Run the command on a file of this content; gives the status and both outputs."""

    def run(content: str, *arguments: str) -> tuple[int, str, str]:
        (tmp_path / "a.txt").write_text(content, encoding="utf-8")
        out, err = io.StringIO(), io.StringIO()
        status = 0
        try:
            file = str(tmp_path / "a.txt")
            call_command("import_register", file, *arguments, stdout=out, stderr=err)
        except CommandError as error:
            status = error.returncode
        return status, *(each.getvalue().replace(f"{tmp_path}/", "") for each in (out, err))

    return run


def player(name: str, **facts: Any) -> Player:
    one = Player(**facts)
    one.set_name(read_name(name))
    one.save()
    return one


def names() -> list[str]:
    return [str(player) for player in Player.objects.order_by("number")]


def answer(run: Run, content: str, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(content, "--json", *arguments)[1])
    return found


LIST = "Naam;Geboren;Graad\nSmith, Ann;1961;3 dan\nJan van der Berg;;\n"


def test_json_of_a_new_list(run: Run) -> None:
    found = answer(run, LIST)
    plain = {
        "club": "",
        "country": "",
        "reg": False,
        "rounds": [1, 2, 3, 4, 5],
        "group": "",
        "note": "",
        "action": "new",
        "changes": {},
    }
    ann = {"given": "Ann", "middle": "", "family": "Smith", "grade": "3d", "born": "1961"}
    jan = {"given": "Jan", "middle": "van der", "family": "Berg", "grade": ""}
    assert found == {
        "file": "a.txt",
        "ok": True,
        "players": [plain | ann, plain | jan],
        "problems": [],
        "notices": [],
    }
    assert names() == ["Ann Smith", "Jan van der Berg"]


def test_json_of_a_list_of_known_players(run: Run) -> None:
    player("Ann Smith", born="1961", grade="4d")
    player("Jan van der Berg", grade="1k")
    player("Bo Lee")
    found = answer(run, f"{LIST}B. Lee;;2k\nBo Lee;;\n")
    assert [(each["action"], each["changes"]) for each in found["players"]] == [
        ("update", {"grade": ["4d", "3d"]}),
        ("same", {}),
        ("ask", {"grade": ["", "2k"]}),
        ("same", {}),
    ]
    assert Player.objects.get(name="Ann Smith").grade == "3d"
    assert len(names()) == 3


def test_json_of_a_list_with_problems(run: Run) -> None:
    status, output, _ = run(f"{LIST}Bo;31-2-1961;8d\n", "--json")
    found = json.loads(output)
    assert (status, found["ok"], found["line"], found["field"]) == (1, False, 4, "grade")
    assert found["message"] == (
        'Line 4, grade: "8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.'
    )
    assert found["problems"] == [
        {
            "line": 4,
            "field": "grade",
            "value": "8d",
            "message": '"8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.',
        },
        {
            "line": 4,
            "field": "born",
            "value": "31-2-1961",
            "message": "Bo: There is no such date as “31-2-1961”.",
        },
    ]
    assert [each["family"] for each in found["players"]] == ["Smith", "Berg"]
    assert names() == []


def test_lines_with_problems_are_left_out(run: Run) -> None:
    status, output, _ = run(f"{LIST}Bo;31-2-1961;\n", "--leave-out")
    assert (status, names()) == (0, ["Ann Smith", "Jan van der Berg"])
    assert output == (
        "a.txt: 2 new, 0 updated, 0 the same, 0 to be asked, UTF-8, imported.\n"
        "a.txt: Line 4, born: Bo: There is no such date as “31-2-1961”. Left out.\n"
    )


def test_texts_of_problems(run: Run) -> None:
    assert run("Name;Born\nBo;31-2-1961\n;1961\n") == (
        1,
        "",
        "a.txt: Line 2, born: Bo: There is no such date as “31-2-1961”.\n"
        "a.txt: Line 3, name: The name is missing. Write it, or delete the line.\n"
        "a.txt: 2 problems. No players were imported.\n",
    )


@pytest.mark.parametrize(
    ("arguments", "end", "grade", "count"),
    [
        ([], "Skipped; --questions says otherwise.", "", 1),
        (["--questions", "skip"], "Skipped; --questions says otherwise.", "", 1),
        (["--questions", "update"], "Taken as the same, and updated.", "3d", 1),
        (["--questions", "keep"], "Taken as the same.", "3d", 1),
        (["--questions", "add"], "Added as somebody else.", "", 2),
    ],
)
def test_questions(run: Run, arguments: list[str], end: str, grade: str, count: int) -> None:
    ann = player("Ann Lee")
    status, output, _ = run("Name\tGrade\tTown\nAnn Lee\t3d\tEde\n", *arguments)
    ann.refresh_from_db()
    assert (status, ann.grade, Player.objects.count()) == (0, grade, count)
    assert output.splitlines() == [
        "a.txt: 0 new, 0 updated, 0 the same, 1 to be asked, UTF-8, imported.",
        'a.txt: Column 3, "Town", is not known and was left out.',
        f'a.txt: Line 2: Is this "Ann Lee" ({ann.number}) of the register? {end}',
    ]


def test_a_dry_run_stores_nothing(run: Run) -> None:
    status, output, _ = run(LIST, "--dry-run")
    assert (status, names()) == (0, [])
    assert output.endswith("UTF-8, can be imported.\n")


def test_what_is_no_list_is_refused(run: Run) -> None:
    status, _, err = run("%PDF-")
    assert (status, err) == (
        1,
        "a.txt: This is not a text file: it looks like a PDF document. No players were imported.\n",
    )


def test_a_strict_file_is_a_list_too(run: Run) -> None:
    content = "NAME\tGRADE\tCLUB\tREG\tROUNDS\nJan van der Berg\t3D\tHolly\tr\t1 3\n"
    [found] = answer(run, content)["players"]
    assert {key: found[key] for key in ("grade", "club", "reg", "rounds")} == {
        "grade": "3d",
        "club": "Holly",
        "reg": True,
        "rounds": [1, 3],
    }
    assert answer(run, content, "--strict", "--dry-run")["ok"] is False


def test_members_are_entered_in_a_tournament_once(run: Run) -> None:
    cup = tournament(rounds=3)
    ann = player("Ann Lee")
    content = "Name;Reg;Rounds;Group\nAnn Lee;r;1 3;a*\nBo Finch;;;\n"
    assert run(content, "--tournament", cup.slug)[0] == 0
    entries = Entry.objects.filter(tournament=cup).order_by("pk")
    assert [
        (entry.name, entry.registered, entry.absent_rounds, entry.group, entry.number)
        for entry in entries
    ] == [("Lee, Ann", True, [2], "A*", 1), ("Finch, Bo", False, [], "", None)]
    assert entries[0].player == ann
    assert run(content, "--tournament", cup.slug)[0] == 0
    assert Entry.objects.count() == 2


def test_rounds_of_a_tournament_count(run: Run) -> None:
    cup = tournament(rounds=3)
    status, _, err = run("Name;Rounds\nAnn;4\n", "--tournament", cup.slug)
    assert (status, err.splitlines()[0]) == (
        1,
        "a.txt: Line 2, rounds: There is no round 4: the tournament has the rounds 1 to 3.",
    )


@pytest.mark.parametrize("arguments", [["--questions", "add"], ["--leave-out"]], ids=" ".join)
def test_answers_are_for_lenient_lists(run: Run, arguments: list[str]) -> None:
    assert run(LIST, "--strict", *arguments)[0] == 2
    assert names() == []
