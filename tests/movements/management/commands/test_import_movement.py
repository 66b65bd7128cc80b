import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from movements.models import Movement
from tests.movements.factories import EIGHT_PLAYERS, FOUR_PAIRS, THREE_PAIRS

DATA = Path(__file__).parents[3] / "data" / "asc"
EXAMPLE = DATA / "canonical-14-pairs.asc"

pytestmark = pytest.mark.django_db


def run(*arguments: Any) -> tuple[list[dict[str, Any]], int]:
    """The lines of JSON, and the exit status."""
    out = io.StringIO()
    status = 0
    try:
        call_command("import_movement", *map(str, arguments), "--json", stdout=out)
    except CommandError as error:
        status = error.returncode
    return [json.loads(line) for line in out.getvalue().splitlines()], status


@pytest.fixture(name="write")
def _write(tmp_path):
    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def test_import_prints_everything_of_a_movement(write):
    path = write("m.asc", "# mine \n" + FOUR_PAIRS.replace("B", "b"))
    (line,), status = run(path)
    assert status == 0
    assert list(line) == [
        "file",
        "ok",
        "contestants",
        "tables",
        "rounds",
        "groups",
        "individual",
        "cells",
        "comments",
        "notices",
        "findings",
        "winners",
        "qf",
        "qc",
        "sd",
        "vacate",
        "text",
    ]
    assert line["file"] == str(path)
    assert line["ok"] is True
    assert [line[key] for key in ("contestants", "tables", "rounds", "groups")] == [4, 2, 3, 3]
    assert line["individual"] is False
    assert line["cells"] == [[[1, 2, 1], [3, 4, 1]], [[1, 3, 2], [2, 4, 2]], [[1, 4, 3], [2, 3, 3]]]
    assert line["comments"] == ["mine"]
    assert [list(notice) for notice in line["notices"]] == [["line", "message"]] * 2
    assert [notice["line"] for notice in line["notices"]] == [1, 4]
    header, rest = FOUR_PAIRS.split("\n", 1)
    assert line["text"] == f"{header}\n# mine\n{rest}"


def test_import_stores_under_the_name_of_the_file(write):
    run(write("Howell for four.asc", FOUR_PAIRS))
    assert [movement.name for movement in Movement.objects.all()] == ["Howell for four"]


def test_import_stores_under_the_name_given(write):
    run(write("m.asc", FOUR_PAIRS), "--name", "Tuesday")
    assert [movement.name for movement in Movement.objects.all()] == ["Tuesday"]


def test_import_of_other_content_under_the_same_file_name_is_numbered(write):
    for text in (FOUR_PAIRS, THREE_PAIRS, FOUR_PAIRS):
        assert run(write("m.asc", text))[1] == 0
    assert [movement.name for movement in Movement.objects.all()] == ["m", "m (2)"]


def test_import_under_taken_name_is_refused(write):
    run(write("m.asc", FOUR_PAIRS), "--name", "Tuesday")
    (line,), status = run(write("n.asc", THREE_PAIRS), "--name", "Tuesday")
    assert status == 1
    assert line["errors"] == [
        {"line": None, "column": None, "message": "There is already a movement called “Tuesday”."}
    ]


def test_import_dry_run_stores_nothing(write, django_assert_num_queries):
    with django_assert_num_queries(0):
        (line,), status = run(write("m.asc", FOUR_PAIRS), "--dry-run")
    assert (line["ok"], status, Movement.objects.count()) == (True, 0, 0)


def test_import_of_several_files_takes_each_on_its_own(write):
    paths = [
        write("a.asc", FOUR_PAIRS),
        write("b.asc", FOUR_PAIRS.replace("1- 3", "1/ 3").replace("2- 3 C", "2- 9 C")),
        write("c.asc", EIGHT_PLAYERS),
    ]
    lines, status = run(*paths)
    assert status == 1
    assert [line["ok"] for line in lines] == [True, False, True]
    assert list(lines[1]) == ["file", "ok", "errors"]
    assert [(error["line"], error["column"]) for error in lines[1]["errors"]] == [(3, 3), (4, 13)]
    assert [list(error) for error in lines[1]["errors"]] == [["line", "column", "message"]] * 2
    assert [movement.name for movement in Movement.objects.all()] == ["a", "c"]


def test_import_of_half_and_empty_tables_gives_zeros(write):
    (line,), _ = run(write("m.asc", THREE_PAIRS))
    assert line["cells"] == [[[1, 2, 1], [3, 0, 2]], [[3, 1, 2], [0, 0, 0]], [[2, 3, 3], [1, 0, 1]]]


def test_import_of_individual_gives_four_players(write):
    (line,), _ = run(write("m.asc", EIGHT_PLAYERS))
    assert line["individual"] is True
    assert line["cells"][0] == [[1, 2, 3, 4, 1], [5, 6, 7, 8, 2]]
    assert [line[key] for key in ("qf", "qc", "sd", "vacate")] == [None] * 4


def test_import_of_example_gives_its_text():
    (line,), status = run(EXAMPLE)
    assert (line["text"], status) == (EXAMPLE.read_text(), 0)


def test_import_of_example_gives_its_measures():
    (line,), _ = run(EXAMPLE, "--dry-run")
    measures = {key: line[key] for key in ("winners", "qf", "qc", "sd", "vacate")}
    assert measures == {"winners": 1, "qf": 70.414, "qc": 68.821, "sd": 1.8639, "vacate": 14}
    assert line["findings"][0] == {
        "level": "warning",
        "code": "group-shared",
        "message": "Tables 1, 7 have the same boards and share them or need copies: in round 1, "
        "board group A.",
    }


def test_import_of_missing_file_is_refused(tmp_path):
    (line,), status = run(tmp_path / "none.asc")
    assert (line["ok"], status) == (False, 1)


def test_import_of_spreadsheet_says_so(tmp_path):
    path = tmp_path / "m.asc"
    path.write_bytes(b"PK\x03\x04")
    (line,), status = run(path)
    assert "spreadsheet" in line["errors"][0]["message"]
    assert status == 1


def test_import_of_unusable_movement_is_ok(write):
    text = FOUR_PAIRS.replace("B", "A").replace("C", "B").replace("3  3 0", "3  2 0")
    (line,), status = run(write("m.asc", text))
    assert (line["ok"], status) == (True, 0)
    assert line["findings"][0] == {
        "level": "error",
        "code": "group-replayed",
        "message": "Pair 1 plays board group A more than once: in rounds 1, 2, at tables 1, 1.",
    }


@pytest.mark.parametrize(
    "arguments", [[], ["a.asc", "b.asc", "--name", "x"], ["a.asc", "--nonsense"]]
)
def test_import_called_wrongly_is_status_2(arguments, capsys):
    from django.core.management import ManagementUtility

    with pytest.raises(SystemExit) as exit_:
        ManagementUtility(["manage.py", "import_movement", *arguments]).execute()
    assert exit_.value.code == 2


def test_import_without_json_says_line_and_column(write):
    path = write("m.asc", FOUR_PAIRS.replace("1- 3", "1/ 3"))
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(CommandError) as error:
        call_command("import_movement", path, stdout=out, stderr=err)
    assert (str(error.value), error.value.returncode) == ("1 of 1 refused.", 1)
    assert err.getvalue().startswith(f"{path}:3:3: The character “/” cannot be read.")


def test_import_without_json_sums_up(write):
    path = write("m.asc", EIGHT_PLAYERS)
    out = io.StringIO()
    call_command("import_movement", path, stdout=out)
    assert out.getvalue().splitlines()[0] == (
        f"{path}: 8 players, 2 tables, 2 rounds, 2 board groups"
    )
