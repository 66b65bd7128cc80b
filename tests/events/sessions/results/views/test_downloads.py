import csv
import io
from decimal import Decimal

import openpyxl
import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from clubscore.web.visitors import Actor
from events.models import Contestant, LogEntry, Session
from events.sessions.results.views.download_tables import PAGES
from events.sessions.rulings import services as penalties
from events.sessions.setup.services import sessions
from players.models import Player
from tests.events import factories
from tests.queries import queries

TITLES = ["Ranking", "Travellers", "Frequencies", "Personal cards", "Grid"]

pytestmark = pytest.mark.django_db


def published(*typed: str) -> Session:
    session = factories.session(factories.MITCHELL_3, winners=2)
    if typed:
        factories.enter(session, 1, *typed)
    sessions.publish(session=session, by=Actor())
    return session


def table(client: Client, session: Session, name: str) -> list[list[str]]:
    """The rows of a CSV, its headings first."""
    answer = client.get(f"/sessions/{session.pk}/{name}.csv")
    assert answer.status_code == 200
    text = b"".join(answer.streaming_content).decode().removeprefix("\ufeff")
    return list(csv.reader(io.StringIO(text, newline="")))


def columns(rows: list[list[str]], *names: str) -> list[list[str]]:
    """Some columns of the rows below the headings."""
    places = [rows[0].index(name) for name in names]
    return [[row[place] for place in places] for row in rows[1:]]


def book(client: Client, session: Session) -> openpyxl.Workbook:
    answer = client.get(f"/sessions/{session.pk}/results.xlsx")
    assert answer.status_code == 200
    return openpyxl.load_workbook(io.BytesIO(answer.content))


def test_the_ranking_has_every_list(client: Client) -> None:
    rows = table(client, published("4sn=", "-50", "p"), "ranking")
    assert columns(rows, "Direction", "List", "Place", "No.", "Boards", "Points", "Of", "%") == [
        ["NS", "Scratch", "1", "1", "1", "4.00", "4.00", "100.00"],
        ["NS", "Scratch", "2", "3", "1", "2.00", "4.00", "50.00"],
        ["NS", "Scratch", "3", "2", "1", "0.00", "4.00", "0.00"],
        ["EW", "Scratch", "1", "6", "1", "4.00", "4.00", "100.00"],
        ["EW", "Scratch", "2", "5", "1", "2.00", "4.00", "50.00"],
        ["EW", "Scratch", "3", "4", "1", "0.00", "4.00", "0.00"],
    ]


def test_a_line_stands_with_what_counts(client: Client) -> None:
    rows = table(client, published("4sn= h10", "a6040", "p"), "travellers")
    wanted = ["Board", "Dealer", "NS", "EW", "Contract", "By", "Lead"]
    wanted += ["Tricks", "Score NS", "Ruling"]
    assert columns(rows, *wanted) == [
        ["1", "North", "1", "4", "4♠", "N", "♥10", "10", "420", ""],
        ["1", "North", "3", "5", "Pass", "", "", "", "0", ""],
        ["1", "North", "2", "6", "", "", "", "", "", "A60/40"],
    ]


def test_frequencies_count_equal_scores_and_put_rulings_last(client: Client) -> None:
    rows = table(client, published("a6040", "p", "p"), "frequencies")
    assert columns(rows, "Score NS", "Times", "NS points", "EW points") == [
        ["0", "2", "2.00", "2.00"],
        ["A60/40", "1", "2.40", "1.60"],
    ]


def test_a_card_has_the_score_of_its_own_side(client: Client) -> None:
    rows = table(client, published("-50", "50", "p"), "cards")
    assert columns(rows, "No.", "Sat", "Opponents", "Score", "Points", "%") == [
        ["1", "NS", "4", "-50", "0.00", "0.00"],
        ["2", "NS", "6", "50", "4.00", "100.00"],
        ["3", "NS", "5", "0", "2.00", "50.00"],
        ["4", "EW", "1", "50", "4.00", "100.00"],
        ["5", "EW", "3", "0", "2.00", "50.00"],
        ["6", "EW", "2", "-50", "0.00", "0.00"],
    ]


def test_the_grid_is_in_the_order_of_the_ranking(client: Client) -> None:
    rows = table(client, published("-50", "50", "p"), "grid")
    assert columns(rows, "No.", "1", "2", "3", "%")[:3] == [
        ["2", "100.00", "", "", "100.00"],
        ["3", "50.00", "", "", "50.00"],
        ["1", "0.00", "", "", "0.00"],
    ]


def test_a_penalty_is_named_and_taken_off(client: Client) -> None:
    session = published("-50", "50", "p")
    who = Contestant.objects.get(section__session=session, number=2)
    penalties.give_penalty(
        session_id=session.pk,
        contestant_id=who.pk,
        kind="percent",
        amount=Decimal(10),
        reason="Late",
        by=Actor(),
    )
    rows = table(client, session, "ranking")
    assert columns(rows, "No.", "%", "Penalties")[0] == ["2", "90.00", "PP −10 %"]


def test_a_result_changed_after_the_publication_is_shown(client: Client) -> None:
    session = published("4sn=", "-50", "p")
    factories.enter(session, 1, "4sn=", "50", "p")
    at = date_format(timezone.localtime(LogEntry.objects.first().at), "j F Y, H:i")
    described = f"corrected on {at}, was −50 to North–South"
    rows = table(client, session, "travellers")
    assert columns(rows, "NS", "Corrected") == [["1", ""], ["3", ""], ["2", described]]
    cards = table(client, session, "cards")
    marked = [[number, note] for number, note in columns(cards, "No.", "Corrected") if note]
    assert marked == [["2", described], ["6", described]]
    sheet = book(client, session)["Travellers"]
    assert [cell.value for cell in list(sheet.columns)[-1]] == ["Corrected", None, None, described]


def test_the_spreadsheet_has_a_sheet_for_each_page(client: Client) -> None:
    sheets = book(client, published("420", "-50", "p"))
    assert sheets.sheetnames == TITLES
    row = [(cell.value, cell.data_type) for cell in sheets["Ranking"][2]]
    assert row[3] == (1, "n")
    assert row[9] == (100, "n")
    assert sheets["Ranking"]["J2"].number_format == "0.00"
    assert sheets["Ranking"].freeze_panes == "A2"


def test_no_text_of_a_spreadsheet_is_a_formula(client: Client) -> None:
    session = published("420", "a=", "p")
    cells = [
        cell for sheet in book(client, session) for row in sheet.iter_rows() for cell in row
    ]  # fmt: skip
    assert {cell.data_type for cell in cells} == {"n", "s"}
    assert "A=" in {cell.value for cell in cells}


@pytest.mark.parametrize("name", PAGES)
def test_without_results_only_the_headings_stand(client: Client, name: str) -> None:
    assert len(table(client, published(), name)) == 1


@pytest.mark.parametrize("path", ["results.xlsx", *(f"{name}.csv" for name in PAGES)])
def test_visitors_take_away_only_what_is_published(
    client: Client, director_client: Client, path: str
) -> None:
    session = factories.session()
    assert client.get(f"/sessions/{session.pk}/{path}").status_code == 404
    assert director_client.get(f"/sessions/{session.pk}/{path}").status_code == 200


def test_another_table_is_not_found(client: Client) -> None:
    answer = client.get(f"/sessions/{published().pk}/other.csv")
    assert answer.status_code == 404
    assert "There is no such table of results." in answer.content.decode()


@pytest.mark.parametrize("name", ["ranking", "travellers", "cards", "grid"])
def test_visitors_see_initials_where_asked(
    client: Client, director_client: Client, name: str
) -> None:
    session = factories.played(factories.MITCHELL_3)
    sessions.publish(session=session, by=Actor())
    Player.objects.update(initials_only=True)
    public = [cell for row in table(client, session, name) for cell in row]
    assert [cell for cell in public if "Player" in cell or "Ada" in cell] == []
    named = [cell for row in table(director_client, session, name) for cell in row]
    assert [cell for cell in named if "Ada Player-A" in cell] != []


@pytest.mark.parametrize("path", ["results.xlsx", "cards.csv"])
def test_queries_do_not_grow_with_the_lines(client: Client, path: str) -> None:
    def taken(session: Session) -> int:
        return queries(lambda: client.get(f"/sessions/{session.pk}/{path}"))

    one, three = published("420", "", ""), published("420", "-50", "p")
    assert taken(one) == taken(three)
    factories.enter(three, 1, "430", "-50", "p")
    corrected = taken(three)
    factories.enter(three, 1, "430", "-100", "50")
    assert taken(three) == corrected


def test_the_pages_lead_to_their_files(client: Client) -> None:
    session = published("420", "-50", "p")
    for name in PAGES:
        page = client.get(f"/sessions/{session.pk}/{name}/").content.decode()
        assert f'href="/sessions/{session.pk}/{name}.csv"' in page
        assert f'href="/sessions/{session.pk}/results.xlsx"' in page
