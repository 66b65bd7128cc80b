"""Imported rounds are compared with the rules: in the preview, on the command line, or by a job."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.desk.services import erase_tournaments
from events.tournaments.files.domain import Format
from events.tournaments.files.figures import file_value, krause_file, read_krause_file
from events.tournaments.files.services.importing import import_tournament
from events.tournaments.pairing.domain.proposal import System
from events.tournaments.pairing.services import ask_for_proposal
from events.tournaments.rounds.services.pairings import set_pairings
from tests.events.tournaments import cups
from tests.events.tournaments.fide.test_mode import lines
from tests.jobs import work_off

pytestmark = pytest.mark.django_db

LINE = "### Import @ Round 1: 1-4 3-6 5-2 => 1-2 3-4 5-6"

LOOK = {"profile": "lenient", "encoding": ""}


@pytest.fixture
def text() -> str:
    """A file of which round 1 is wrong."""
    made = cups.tournament(6, lot="w", rounds=3, kind="Swiss")
    here = made.rounds.get(number=1)
    set_pairings(round=here, pairings=Pairings(((1, 2), (3, 4), (5, 6))), by=Actor())
    found = krause_file(file_value(made), Format.TRF26).text
    erase_tournaments(tournaments=[made])
    return found


def test_the_preview_asks_and_the_line_is_stored(director_client: Client, text: str) -> None:
    page = director_client.post("/tournaments/import/", {"pasted": text, **LOOK})
    assert LINE in page.text.replace("&gt;", ">")
    sent = {
        field.html_name: field.value() or "" for field in page.context["form"]
        if field.html_name not in ("add_new", "accept", "stranger")
    }  # fmt: skip
    assert director_client.post("/tournaments/import/keep/", sent).status_code == 422
    assert (
        director_client.post("/tournaments/import/keep/", sent | {"accept": "on"}).status_code
        == 302
    )
    made = Tournament.objects.get()
    assert (made.fide_mode, lines(made)) == (True, [LINE])
    ask_for_proposal(
        round=made.rounds.get(number=2), system=System.DUTCH, is_accelerated=False, by=Actor()
    )


def test_what_is_not_judged_is_asked_about_before_the_next_round(
    director_client: Client, text: str
) -> None:
    made = import_tournament(value=read_krause_file(text).tournament, by=Actor())
    second = made.rounds.get(number=2)
    with pytest.raises(Refused, match="still being compared"):
        ask_for_proposal(round=second, system=System.DUTCH, is_accelerated=False, by=Actor())
    work_off()
    with pytest.raises(Refused, match="otherwise: answer on the page FIDE"):
        set_pairings(round=second, pairings=Pairings(((1, 3),)), by=Actor())
    page = director_client.get(f"{made.get_absolute_url()}fide/")
    assert LINE in page.text.replace("&gt;", ">")
    assert (
        "pair 1 round of the imported file otherwise"
        in director_client.get(made.get_absolute_url()).text
    )
    assert lines(made) == []
    director_client.post(f"{made.get_absolute_url()}fide/accept/")
    assert lines(made) == [LINE]
    set_pairings(round=second, pairings=Pairings(((1, 3),)), by=Actor())


def test_what_the_file_tells_is_not_asked_again(text: str) -> None:
    value = read_krause_file(text.replace("001    1", f"{LINE}\r\n001    1", 1)).tournament
    made = import_tournament(value=value, by=Actor())
    work_off()
    ask_for_proposal(
        round=made.rounds.get(number=2), system=System.DUTCH, is_accelerated=False, by=Actor()
    )
    assert lines(made) == [LINE]


def test_the_command_compares_first(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.trf"
    path.write_text(text)
    differs = [[1, 2], [1, 4], [3, 4], [3, 6], [5, 2], [5, 6]]
    assert run(path, "--check")[1] == 1
    answer, status = run(path, "--check", "--accept-adjustments")
    assert (status, answer["breaches"]) == (0, [{"round": 1, "differs": differs}])
    assert lines(Tournament.objects.get()) == [LINE]
    answer, status = run(path)
    assert (status, answer["breaches"]) == (0, None)


def run(*arguments: Any) -> tuple[dict[str, Any], int]:
    out = io.StringIO()
    try:
        call_command("import_krause", *map(str, arguments), "--json", stdout=out)
    except CommandError as error:
        return json.loads(out.getvalue()), error.returncode
    return json.loads(out.getvalue()), 0


def test_what_an_older_file_leaves_open_is_told(text: str, director_client: Client) -> None:
    page = director_client.post("/tournaments/import/", {"pasted": text, **LOOK})
    told = page.text.count("there is no record")
    older = "\r\n".join(
        line for line in text.splitlines()
        if line[:3] not in ("142", "152", "162", "172", "182", "192", "202", "222")
    )  # fmt: skip
    page = director_client.post("/tournaments/import/", {"pasted": older, **LOOK})
    for number in ("142", "152", "162", "172", "192", "202", "222"):
        assert f"there is no record {number}" in page.text
    assert page.text.count("there is no record") == 7 > told
    # Without games no colour was played.
    without = "\r\n".join(line[:89] if line[:3] == "001" else line for line in older.splitlines())
    page = director_client.post("/tournaments/import/", {"pasted": without, **LOOK})
    assert "there is no record 162" in page.text
    assert "there is no record 152" not in page.text
