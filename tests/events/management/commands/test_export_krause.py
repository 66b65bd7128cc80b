import io
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

DATA = Path("tests/data/krause")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("club.tab", []),
        ("trf26.tab", ["--format", "trf26"]),
        ("krause2006.tab", ["--format", "krause"]),
    ],
)
def test_a_stored_file_is_printed_as_it_was(name: str, arguments: list[str]) -> None:
    call_command("import_krause", str(DATA / name), stdout=io.StringIO())
    out, err = io.StringIO(newline=""), io.StringIO()

    call_command("export_krause", "mill-lane-club-championship", *arguments, stdout=out, stderr=err)
    assert out.getvalue().encode() == (DATA / name).read_bytes()
    assert err.getvalue() == ""


@pytest.mark.django_db
def test_what_the_format_cannot_express_is_reported() -> None:
    call_command("import_krause", str(DATA / "trf26.tab"), stdout=io.StringIO())
    err = io.StringIO()

    call_command("export_krause", "mill-lane-club-championship", stdout=io.StringIO(), stderr=err)
    assert err.getvalue().splitlines() == [
        "This format has no record 192 (the pairing system); it is left out.",
        "This format has no record 222 (the time control in seconds); it is left out.",
        "This format has no tie-breaks.",
    ]


@pytest.mark.django_db
def test_a_tournament_that_is_not_there() -> None:
    with pytest.raises(CommandError) as error:
        call_command("export_krause", "nothing")
    assert (str(error.value), error.value.returncode) == ("There is no tournament nothing.", 1)


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["a", "--format", "pgn"]])
def test_a_wrong_call_has_status_2(arguments: list[str], tmp_path: Path) -> None:
    call = [sys.executable, "manage.py", "export_krause", *arguments]
    environment = {"CLUBSCORE_DATA": str(tmp_path), "PATH": ""}

    done = subprocess.run(call, capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
