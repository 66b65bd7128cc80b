import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from clubscore.intake.carrying import packed
from events.models import Entry, Tournament
from players.models import Player
from players.views.importing import STEPS
from tests.events.tournaments.cups import tournament
from tests.players.register_files import HEADER

pytestmark = pytest.mark.django_db

IMPORT = "/tournaments/spring-cup/registration/import/"
TEXT = (
    f"{HEADER}\tREG\tGROUP\tROUNDS\n"
    "Ann Lee\t1k\tMill\tr\ta~\t1 3\nBo Lee\t0k\tMill\t\t\t_\nCy Lee\t2d\tMill\tR\t\t\n"
)


def uploaded(text: str) -> dict[str, Any]:
    return {"file": SimpleUploadedFile("players.txt", text.encode()), "profile": "strict"}


def kept(text: str) -> dict[str, str]:
    return {
        "kept": packed(text.encode()),
        "name": "players.txt",
        "encoding": "",
        "seen": "",
        "profile": "strict",
        "import": "yes",
    }


def test_the_preview_shows_registration_rounds_and_groups(director_client: Client) -> None:
    tournament()
    answer = director_client.post(IMPORT, uploaded(TEXT))
    assert [
        (row.given, row.registered, row.rounds, row.group) for row in answer.context["preview"].rows
    ] == [("Ann", "yes", "1 3", "A~"), ("Bo", "no", "none", ""), ("Cy", "yes", "all", "")]
    page = answer.content.decode()
    assert "Import these players into “Spring cup”?" in page
    assert (Player.objects.count(), Entry.objects.count()) == (0, 0)


def test_the_players_are_entered(director_client: Client) -> None:
    cup = tournament()
    answer = director_client.post(IMPORT, kept(TEXT), follow=True)
    assert answer.redirect_chain == [("/tournaments/spring-cup/registration/", 302)]
    assert [str(message) for message in answer.context["messages"]] == [
        "3 players are new in the register and entered in “Spring cup”."
    ]
    assert [
        (each.given, each.registered, each.group, each.absent_rounds)
        for each in Entry.objects.filter(tournament=cup).order_by("pk")
    ] == [("Ann", True, "A~", [2]), ("Bo", False, "", [1, 2, 3]), ("Cy", True, "", [])]


def test_the_script_gets_the_progress(director_client: Client) -> None:
    tournament()
    answer = director_client.post(IMPORT, kept(TEXT), headers={"accept": STEPS})
    assert [json.loads(line) for line in answer.getvalue().decode().splitlines()] == [
        {"done": 3, "total": 3},
        {
            "said": "3 players are new in the register and entered in “Spring cup”.",
            "afterwards": "/tournaments/spring-cup/registration/",
        },
    ]
    assert Entry.objects.count() == 3


def test_a_round_that_there_is_not_is_reported(director_client: Client) -> None:
    tournament()
    text = TEXT.replace("1 3", "1 4")
    answer = director_client.post(IMPORT, uploaded(text))
    assert (answer.status_code, answer.context["mistake"].message) == (
        422,
        "Line 2, ROUNDS: There is no round 4: the tournament has the rounds 1 to 3. No players were"
        " imported.",
    )


def test_a_registration_closed_since_the_preview_is_reported(director_client: Client) -> None:
    tournament()
    assert director_client.post(IMPORT, uploaded(TEXT)).status_code == 200
    Tournament.objects.update(registration_closed_at=timezone.now())
    answer = director_client.post(IMPORT, kept(TEXT))
    assert (answer.status_code, answer.context["mistake"].message) == (
        422,
        'Line 3, GRADE: "0k" is for a grade that is not known, and the registration is closed.'
        " Grades are 99k–1k, 1d–7d, 1p–9p. No players were imported.",
    )
    assert Player.objects.count() == 0


def test_the_desk_leads_here(director_client: Client) -> None:
    tournament()
    page = director_client.get("/tournaments/spring-cup/registration/").content.decode()
    assert f'href="{IMPORT}"' in page


def test_an_unknown_tournament_is_not_found(director_client: Client) -> None:
    assert director_client.get(IMPORT).status_code == 404


def test_visitors_are_sent_to_the_login(client: Client) -> None:
    tournament()
    assert client.post(IMPORT, kept(TEXT)).headers["Location"] == f"/login/?next={IMPORT}"
    assert Player.objects.count() == 0
