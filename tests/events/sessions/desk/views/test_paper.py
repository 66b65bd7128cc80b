import pytest
from django.test import Client

from events.models import Session
from events.sessions.desk.views.paper import ALL_TITLES, TableKind
from players.domain.names import read_name
from tests.events import factories
from tests.events.sessions import match_evenings

pytestmark = pytest.mark.django_db


def path(session: Session, kind: str) -> str:
    return f"/sessions/{session.pk}/paper/{kind}/"


def test_slips_have_names_and_the_boards_of_the_session(director_client: Client) -> None:
    names = {"A2": [read_name("Clara Finch"), read_name("Hugo Tarrant")]}
    session = factories.session(boards_per_round=2, first_board=5, names=names)
    slips = director_client.get(path(session, "slips")).context["papers"]
    assert [slip.name for slip in slips] == ["", "Clara Finch – Hugo Tarrant", "", ""]
    first = slips[0].rows[0]
    assert (first.opponents, first.stop.boards) == ("Clara Finch – Hugo Tarrant", "5–6")


def test_travellers_say_who_deals(director_client: Client) -> None:
    session = factories.session()
    cards = director_client.get(path(session, "travellers")).context["papers"]
    assert [(card.board, card.deal) for card in cards] == [
        ("Board 1", "dealer North, vulnerable: none"),
        ("Board 2", "dealer East, vulnerable: NS"),
        ("Board 3", "dealer South, vulnerable: EW"),
    ]


@pytest.mark.parametrize("text", [factories.HOWELL_4, factories.INDIVIDUAL_4])
def test_guide_cards_are_shown(director_client: Client, text: str) -> None:
    page = director_client.get(path(factories.session(text), "guide-cards"))
    assert page.content.count(b'<section class="paper card">') == len(page.context["papers"])


def test_session_of_a_file_has_no_paper(director_client: Client) -> None:
    session = factories.session()
    session.sections.update(movement=None)
    assert director_client.get(path(session, "slips")).status_code == 404


@pytest.mark.parametrize("kind", TableKind)
@pytest.mark.parametrize("text", [factories.HOWELL_4, factories.INDIVIDUAL_4])
def test_paper_of_tables_is_shown(director_client: Client, kind: TableKind, text: str) -> None:
    answer = director_client.get(path(factories.session(text), kind))
    cards = answer.content.count(b'<section class="paper card')
    assert (answer.status_code, cards) == (200, len(answer.context["papers"]))


def test_every_paper_leads_to_the_others(director_client: Client) -> None:
    session = factories.session()
    page = director_client.get(path(session, "seating")).content.decode()
    assert [kind for kind in ALL_TITLES if f'href="{path(session, kind)}"' not in page] == []


def test_guide_cards_and_travellers_of_teams_say_which(director_client: Client) -> None:
    session = match_evenings.made("teams", 2)
    session.teams.filter(number=2).update(name="Jackdaws")
    for kind in ("guide-cards", "travellers"):
        first = director_client.get(path(session, kind)).context["papers"][0].rows[0]
        assert (first.ns, first.ns_team, first.ew, first.ew_team) == (
            "1",
            "Team 1",
            "4",
            "Jackdaws",
        )
