import json
import re
from functools import partial
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from clubscore.files.uploads import packed
from clubscore.web.editing import SHOWN
from clubscore.web.visitors import Actor
from events.models import Entry, Team, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.rounds.services.pairings import set_pairings
from players.models import Player
from players.views.importing import STEPS
from tests.events.tournaments import cups
from tests.events.tournaments.cups import tournament
from tests.players.register_files import HEADER
from tests.queries import queries


def address(tournament: Tournament, *parts: object) -> str:
    return "/".join(["/tournaments", tournament.slug, "registration", *map(str, parts), ""])


def waiting(tournament: Tournament, family: str, **values: object) -> Entry:
    return Entry.objects.create(tournament=tournament, family=family, **values)


def test_everybody_is_registered_with_one_button(director_client: Client) -> None:
    made = cups.tournament()
    for family in ("Moss", "Lamb"):
        waiting(made, family, absent_rounds=[2], group="A+")
    waiting(made, "Reed", registered=True)
    waiting(made, "Gone", withdrawn_after=0)
    desk = address(made)

    assert "Register everybody" in director_client.get(desk).text
    closing = director_client.get(address(made, "close")).text
    assert "2 players are not registered, and get no number: Lamb; Moss" in " ".join(
        closing.split()
    )
    answer = director_client.post(address(made, "all"), follow=True)
    assert "2 players were registered." in answer.text
    stored = made.entries.filter(family__in=["Moss", "Lamb"])
    assert [(entry.registered, entry.absent_rounds, entry.group) for entry in stored] == [
        (True, [2], "A+"), (True, [2], "A+"),
    ]  # fmt: skip
    assert made.entries.get(family="Gone").registered is False
    made.entries.filter(family="Gone").delete()
    assert "Register everybody" not in director_client.get(desk).text


def test_desk_lists_everybody_by_name_and_counts_who_is_registered(director_client: Client) -> None:
    made = cups.tournament()
    for family, registered in (("Moss", True), ("Ångström", False), ("Lamb", False)):
        waiting(made, family, registered=registered)

    answer = director_client.get(address(made))

    assert [row.name.partition(",")[0] for row in answer.context["rows"]] == [
        "Ångström",
        "Lamb",
        "Moss",
    ]
    assert next(row.search_text.strip() for row in answer.context["rows"]) == "angstrom"
    assert answer.context["summary"] == "1 of 3 players are registered."


def test_desk_names_the_team_and_its_board(director_client: Client) -> None:
    cup = tournament()
    team = Team.objects.create(tournament=cup, name="Rooks", number=1)
    waiting(cup, "Holm", club="Hollybrook", team=team, team_place=2)

    page = director_client.get(address(cup)).text

    assert "<td>Rooks (2)</td>" in page
    assert '<th scope="col">Team</th>' in page


def test_desk_row_is_kept_and_given_back(director_client: Client) -> None:
    made = cups.tournament()
    entry = waiting(made, "Lamb")

    answer = director_client.post(
        address(made, entry.pk),
        {"registered": "on", "rounds": ["1", "3"], "half": ["3"], "group": "b*"},
        headers={"accept": "application/json"},
    )

    entry.refresh_from_db()
    assert answer.status_code == 200
    assert (entry.registered, entry.absent_rounds, entry.group) == (True, [2, 3], "B*")
    assert entry.asked_byes == {"3": "H"}
    assert answer.json()["summary"] == "1 of 1 player is registered."
    assert answer.json()["error"] == ""
    assert answer.json()["typed"] == {
        "registered": "on", "rounds": ["1"], "half": ["3"], "group": "B*"
    }  # fmt: skip
    assert re.findall("<td>(.*)</td>", answer.json()["row"])[2:] == ["✓", "1 – ½", "B*"]


def test_desk_row_shows_a_bye_that_the_pairings_gave(director_client: Client) -> None:
    """In round 1 one that was asked for at the desk, in round 2 one that was not."""
    made = cups.tournament(entries=3)
    Entry.objects.filter(number=3).update(absent_rounds=[1], asked_byes={"1": "H"})
    for number in (1, 2):
        pairings = Pairings(((1, 2),), ((3, Code.HALF_BYE),))
        set_pairings(round=made.rounds.get(number=number), pairings=pairings, by=Actor())
    rows = director_client.get(address(made)).context["rows"]

    assert [(row.rounds, row.byes) for row in rows if row.byes] == [
        ("½ 2 3", ["round 2: half-point bye"])
    ]


def test_desk_row_that_is_refused_keeps_what_was_typed(director_client: Client) -> None:
    made = cups.tournament()
    entry = waiting(made, "Lamb")

    answer = director_client.post(
        address(made, entry.pk),
        {"registered": "on", "rounds": ["1", "2", "3"], "group": "12"},
        headers={"accept": "application/json"},
    )

    assert answer.status_code == 422
    assert answer.json()["error"].startswith('"12" is not a group.')
    assert answer.json()["typed"] == {
        "registered": "", "rounds": ["1", "2", "3"], "half": [], "group": "12"
    }  # fmt: skip
    assert re.findall("<td>(.*)</td>", answer.json()["row"])[2:] == ["", "1 2 3", ""]
    entry.refresh_from_db()
    assert entry.registered is False


def test_desk_row_of_a_round_that_there_is_not(director_client: Client) -> None:
    made = cups.tournament()

    answer = director_client.post(
        address(made, waiting(made, "Lamb").pk),
        {"rounds": ["9"]},
        headers={"accept": "application/json"},
    )

    assert (answer.status_code, answer.json()["error"]) == (422, "There is no round 9.")


def test_without_a_script_a_player_has_a_page(director_client: Client) -> None:
    made = cups.tournament()
    entry = waiting(made, "Lamb", absent_rounds=[2])
    page = address(made, entry.pk)
    assert f'<a href="{page}">Lamb</a>' in director_client.get(address(made)).text
    shown = director_client.get(page).context
    assert (shown["registered"], shown["rounds"]) == (
        None, [(1, True, False), (2, False, False), (3, True, False)]
    )  # fmt: skip

    refused = director_client.post(page, {"registered": "on", "rounds": ["1"], "group": "x"})

    assert refused.status_code == 422
    assert refused.context["error"].startswith('"x" is not a group.')
    assert refused.context["rounds"] == [(1, True, False), (2, False, False), (3, False, False)]
    assert 'value="x"' in refused.text
    entry.refresh_from_db()
    assert (entry.registered, entry.absent_rounds) == (False, [2])
    answer = director_client.post(page, {"registered": "on", "rounds": ["1"], "group": "a*"})
    assert answer.headers["Location"] == address(made)
    entry.refresh_from_db()
    assert (entry.registered, entry.absent_rounds, entry.group) == (True, [2, 3], "A*")


def test_desk_row_of_another_tournament_is_not_found(director_client: Client) -> None:
    made, other = cups.tournament(), cups.tournament(name="Autumn cup")

    assert director_client.post(address(made, waiting(other, "Lamb").pk)).status_code == 404


def test_a_newcomer_is_registered(director_client: Client) -> None:
    made = cups.tournament()

    answer = director_client.post(
        address(made, "add"), {"name": "Anna Virtanen", "new": "on"}, follow=True
    )

    assert [str(message) for message in answer.context["messages"]] == [
        "Anna Virtanen is registered."
    ]
    assert made.entries.get().registered is True


def test_a_newcomer_without_a_name_is_asked_for_one(director_client: Client) -> None:
    answer = director_client.post(address(cups.tournament(), "add"), {"name": ""})

    assert answer.status_code == 422
    assert "Type a name, part of a name, or a number." in answer.content.decode()


def test_closing_names_the_grades_that_are_not_known(director_client: Client) -> None:
    made = cups.tournament(discipline="go")
    waiting(made, "Lamb", grade="0k", registered=True)
    waiting(made, "Moss", grade="0d", registered=False)
    waiting(made, "Dale", grade="3d", registered=True)

    answer = director_client.get(address(made, "close"))

    assert [entry.family for entry in answer.context["unknown"]] == ["Lamb"]
    page = answer.content.decode()
    assert "Close it anyway" in page
    assert "Lamb, 0k" in page


@pytest.mark.parametrize(("game", "named"), [("go", ["Lamb"]), ("chess", [])])
def test_closing_names_who_has_no_grade_at_go(
    director_client: Client, game: str, named: list[str]
) -> None:
    made = cups.tournament(discipline=game)
    waiting(made, "Lamb", registered=True)
    waiting(made, "Dale", grade="3d", registered=True)

    answer = director_client.get(address(made, "close"))

    assert [entry.family for entry in answer.context["unknown"]] == named
    assert ("Lamb, no grade" in answer.content.decode()) == bool(named)


def test_closing_and_opening_again(director_client: Client) -> None:
    made = cups.tournament(entries=2)

    said = []
    for step in ("close", "close", "reopen", "reopen"):
        answer = director_client.post(address(made, step), follow=True)
        said += [str(message) for message in answer.context["messages"]]

    assert said == [
        "The registration is closed.",
        "The registration is already closed.",
        "The registration is reopened.",
        "The registration is open.",
    ]


def test_desk_needs_as_many_queries_for_three_players_as_for_one(director_client: Client) -> None:
    one = cups.tournament(entries=1)
    three = cups.tournament(entries=3, name="Autumn cup")

    assert queries(partial(director_client.get, address(one))) == queries(
        partial(director_client.get, address(three))
    )


def test_who_has_withdrawn_is_not_checked_and_keeps_what_is_stored(director_client: Client) -> None:
    made = cups.tournament(entries=2)
    made.entries.filter(number=1).update(withdrawn_after=1, registered=True)
    [row, other] = director_client.get(address(made)).context["rows"]
    assert (row.is_registered, row.rounds) == (False, "1 – –")
    assert (other.is_registered, other.rounds) == (True, "1 2 3")
    page = director_client.get(address(made, row.pk)).context
    assert (page["registered"], page["rounds"][2]) == ("", (3, False, False))
    [shown] = re.findall(r'value="([^"]*)"', str(page["shown"]))
    sent = {SHOWN: unescape(shown), "rounds": ["1"]}
    director_client.post(address(made, row.pk), sent | {"group": "a*"})
    kept = made.entries.get(number=1)
    assert (kept.registered, kept.absent_rounds, kept.group) == (True, [], "A*")


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


def test_a_pasted_list_shows_the_teams_that_it_makes(director_client: Client) -> None:
    tournament()
    text = "Name;Rating;Team;Board\nAnn Lee;1800;The Rooks;2\nBo Finch;1700;Knights;\n"
    page = director_client.post(IMPORT, {"text": text, "profile": "lenient"})
    assert page.context["preview"].unknown == []
    rows = page.context["preview"].lines.rows
    assert [row.team for row in rows] == ["The Rooks, board 2", "Knights"]
    assert "The Rooks, board 2" in page.text
    register = director_client.post("/players/import/", {"text": text, "profile": "lenient"})
    assert [row.team for row in register.context["preview"].lines.rows] == ["", ""]


def test_the_players_are_entered(director_client: Client) -> None:
    cup = tournament()
    answer = director_client.post(IMPORT, kept(TEXT), follow=True)
    assert answer.redirect_chain == [("/tournaments/spring-cup/registration/", 302)]
    assert [str(message) for message in answer.context["messages"]] == [
        "3 players are new in the register and entered in “Spring cup”."
    ]
    assert [
        (entry.given, entry.registered, entry.group, entry.absent_rounds)
        for entry in Entry.objects.filter(tournament=cup).order_by("pk")
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
