import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from events.models import Tournament
from players.models import Player

DATA = Path("tests/data/krause")
FANTASY = DATA / "fantasy.tab"

pytestmark = pytest.mark.django_db


def run(*arguments: Any) -> tuple[list[dict[str, Any]], int]:
    """The lines of JSON, and the exit status."""
    out = io.StringIO()
    status = 0
    try:
        call_command("import_krause", *map(str, arguments), "--json", stdout=out)
    except CommandError as error:
        status = error.returncode
    return [json.loads(line) for line in out.getvalue().splitlines()], status


def text_of(*arguments: Any) -> tuple[str, str]:
    """What is printed for people, and what is complained of."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("import_krause", *map(str, arguments), stdout=out, stderr=err)
    except CommandError as error:
        err.write(f"{error}\n")
    return out.getvalue(), err.getvalue()


@pytest.fixture(name="changed")
def _changed(tmp_path: Path) -> Any:
    def changed(old: str, new: str, name: str = "t.tab") -> Path:
        text = FANTASY.read_text()
        assert old in text
        path = tmp_path / name
        path.write_text(text.replace(old, new))
        return path

    return changed


def test_the_example_of_the_documentation() -> None:
    (answer,), status = run(FANTASY)

    players = answer.pop("players")
    assert status == 0
    assert answer == {
        "file": str(FANTASY),
        "ok": True,
        "slug": "fantasy-tournament",
        "name": "Fantasy Tournament",
        "start": "2009-09-09",
        "finish": "2009-09-11",
        "federation": "IRL",
        "rounds": 3,
        "teams": [],
        "adjustments": [],
        "notices": [],
        "breaches": None,
        "comments": "0123456789" * 12 + "0",
    }
    assert players[0] == {
        "number": 1,
        "family": "Mouse",
        "given": "Minerva",
        "sex": "w",
        "title": "",
        "rating": 1900,
        "federation": "USA",
        "id": "1234567",
        "born": "1928-05-15",
        "points": 1.0,
        "rank": 2,
        "results": [
            {
                "round": 1,
                "opponent": 2,
                "colour": "b",
                "code": "0",
                "points": 0.0,
                "rated": True,
                "played": True,
            },
            {
                "round": 2,
                "opponent": 3,
                "colour": "w",
                "code": "1",
                "points": 1.0,
                "rated": True,
                "played": True,
            },
        ],
    }
    assert [(player["title"], player["rank"], player["points"]) for player in players] == [
        ("", 2, 1.0),
        ("IM", 1, 2.0),
        ("GM", 3, 0.0),
    ]
    assert Tournament.objects.get().slug == "fantasy-tournament"


def test_a_dry_run_stores_nothing() -> None:
    (answer,), status = run(FANTASY, "--dry-run")

    assert (status, "slug" in answer) == (0, False)
    assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)


def test_teams_byes_and_pending_games(tmp_path: Path) -> None:
    (answer,), _status = run(DATA / "teams26.tab", "--dry-run")
    assert answer["teams"] == [
        {"name": "Mill Lane", "members": [1, 2, 3]},
        {"name": "Old Town", "members": [4, 5, 6]},
        {"name": "Westerby Juniors", "members": [7, 8, 9]},
    ]

    path = tmp_path / "p.tab"
    path.write_text(FANTASY.read_text().replace("3 w 1", "3 w *").replace("1 b 0", "1 b ?"))
    (answer,), status = run(path, "--dry-run")
    assert status == 0
    assert answer["players"][0]["results"][1] == {
        "round": 2,
        "opponent": 3,
        "colour": "w",
        "code": "*",
        "points": None,
        "rated": False,
        "played": False,
        "adjourned": True,
    }
    (answer,), _status = run(DATA / "club.tab", "--dry-run")
    assert answer["players"][8]["results"][0] == {
        "round": 1,
        "opponent": None,
        "colour": None,
        "code": "U",
        "points": 1.0,
        "rated": False,
        "played": False,
    }


def test_points_are_those_of_the_tournament_s_system() -> None:
    (answer,), _status = run(DATA / "trf26.tab", "--dry-run")

    assert answer["players"][3]["points"] == 11.0
    assert answer["players"][3]["results"][0]["points"] == 3.0


def test_errors_say_line_player_and_value(changed: Any) -> None:
    (answer,), status = run(changed("3 w 1", "9 w 1"))

    assert (answer["ok"], status) == (False, 1)
    assert answer["errors"][0] == {
        "line": 6,
        "player": 1,
        "message": 'line 6, player 1, round 2: "9 w 1" — there is no player 9',
    }
    assert Tournament.objects.count() == 0


def test_an_error_of_the_whole_file_has_no_line(tmp_path: Path) -> None:
    path = tmp_path / "t.tab"
    path.write_text("Dear director\n")

    (answer,), status = run(path)
    assert (answer["errors"], status) == (
        [
            {
                "line": None,
                "player": None,
                "message": "This is not a tournament file: it has neither a name nor players.",
            }
        ],
        1,
    )


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (Path("tests/data/opengotha/cup.xml").read_text(), "This is a tournament of OpenGotha: "),
        ("; EV[Cup]\n1 Otter Ann 3k NL Utr 1 2+\n", "This is a result file of the EGF: "),
    ],
)
def test_a_tournament_that_pages_open_is_named(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "cup"
    path.write_text(text)
    (answer,), status = run(path)
    (error,) = answer["errors"]
    assert error["message"].startswith(f"{what}open it on the page “Open a file”")
    assert status == 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    (answer,), status = run(tmp_path / "none.tab")

    assert (answer["ok"], answer["errors"][0]["line"], status) == (False, None, 1)


def test_adjustments_wait_for_consent(changed: Any) -> None:
    path = changed("  1.0    2", "  1.5    2")
    message = (
        "line 6, player 1: the points are given as 1.5, but the results add up to 1.0; "
        "the results count"
    )

    (answer,), status = run(path)
    assert (answer["ok"], status, Tournament.objects.count()) == (False, 1, 0)
    assert answer["errors"] == [
        {"line": 6, "player": 1, "message": message},
        {
            "line": None,
            "player": None,
            "message": "1 adjustments need your consent: check them, then add "
            "--accept-adjustments.",
        },
    ]
    (answer,), status = run(path, "--dry-run")
    assert (answer["ok"], status) == (True, 0)
    assert answer["adjustments"] == [{"line": 6, "player": 1, "message": message}]
    (answer,), status = run(path, "--accept-adjustments")
    assert (answer["slug"], status) == ("fantasy-tournament", 0)


def test_a_start_that_nobody_gives(changed: Any, tmp_path: Path) -> None:
    path = changed("042 2009.09.09\n", "")
    path.write_text(path.read_text().replace("132 ", "133 "))

    (answer,), status = run(path, "--dry-run")
    assert (answer["start"], status) == (None, 0)
    (answer,), status = run(path, "--accept-adjustments")
    assert status == 1
    assert [error["message"] for error in answer["errors"]] == [
        "The start date is missing; enter it."
    ]


def test_a_name_is_taken_from_the_file(changed: Any) -> None:
    path = changed("012 Fantasy Tournament\n", "", name="spring-open.tab")

    (answer,), _status = run(path, "--accept-adjustments")
    assert (answer["name"], answer["slug"]) == ("spring-open", "spring-open")


def test_the_strict_profile(changed: Any) -> None:
    path = changed("Duck,Daffy", "Duck Daffy")

    (answer,), status = run(path, "--dry-run")
    assert (answer["ok"], status) == (True, 0)
    (answer,), status = run(path, "--dry-run", "--profile", "strict")
    assert (answer["ok"], status) == (False, 1)


def test_several_files_each_on_its_own(changed: Any) -> None:
    answers, status = run(FANTASY, changed("2 b 0", "2 w 0"), FANTASY)

    assert ([answer["ok"] for answer in answers], status) == ([True, False, True], 1)
    assert [tournament.slug for tournament in Tournament.objects.order_by("pk")] == [
        "fantasy-tournament",
        "fantasy-tournament-2",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_character_set_and_line_end(encoding: str, end: str, tmp_path: Path) -> None:
    path = tmp_path / "t.tab"
    text = FANTASY.read_text().replace("Duck,Daffy ", "Dück,Daffé ").replace("\n", end)
    path.write_bytes(text.encode(encoding))

    (answer,), status = run(path, "--dry-run")
    assert (answer["players"][1]["family"], status) == ("Dück", 0)
    assert [notice["message"] for notice in answer["notices"]] == (
        ["The file is not UTF-8; it was read as Windows-1252."] if encoding == "cp1252" else []
    )


@pytest.mark.parametrize("arguments", [[], [FANTASY, "--profile", "loose"], [FANTASY, "--unknown"]])
def test_a_wrong_call(arguments: list[Any]) -> None:
    with pytest.raises(CommandError):
        call_command("import_krause", *map(str, arguments))


def test_what_people_read(changed: Any) -> None:
    path = changed("  1.0    2", "  1.5     ")

    out, err = text_of(FANTASY)
    assert (out, err) == (
        f"{FANTASY}: Fantasy Tournament, 3 players, 3 rounds; stored as fantasy-tournament\n", "",
    )  # fmt: skip
    out, err = text_of(path, "--dry-run")
    assert out == (
        f"{path}: Fantasy Tournament, 3 players, 3 rounds; not stored\n"
        f"{path}: repaired: line 6, player 1: the points are given as 1.5, but the results add up "
        "to 1.0; the"
        " results count\n"
        f"{path}: player 1 has no rank; all ranks are recalculated\n"
    )
    out, err = text_of(path)
    assert out == ""
    assert err == (
        f"{path}: line 6, player 1: the points are given as 1.5, but the results add up to 1.0; "
        "the results"
        " count\n"
        f"{path}: 1 adjustments need your consent: check them, then add --accept-adjustments.\n"
        "1 of 1 refused.\n"
    )


def test_a_tournament_that_is_stored_is_updated_where_that_is_asked_for() -> None:
    file = FANTASY.parent / "club.tab"
    slugs = [run(*arguments)[0][0]["slug"] for arguments in ((file,), (file,), ("--update", file))]

    assert slugs[0] != slugs[1]
    assert slugs[2] in slugs[:2]
    assert Tournament.objects.count() == 2


@pytest.fixture(autouse=True)
def _what_an_older_file_leaves_open_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """See ``fide/test_imports.py``."""
    monkeypatch.setattr(
        "events.management.commands.import_krause.with_defaults", lambda reading, _text: reading
    )
