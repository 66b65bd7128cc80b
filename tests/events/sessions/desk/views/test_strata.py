import csv
import io

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.exchange.figures.exporting import SessionFormat, export_session, losses
from events.exchange.figures.opening import open_results
from events.exchange.figures.planning import compared, plan_of
from events.exchange.services.importing import import_session
from events.models import Contestant, LogEntry, Session
from events.sessions.setup.services.sessions import enter_names
from players.models import Player
from tests.events.sessions import match_evenings
from tests.events.sessions.evenings import evening, name

pytestmark = pytest.mark.django_db

LIMITS = {"strata_by": "rating", "strata_b": "1500", "strata_c": "500"}


def stored(session: Session) -> str:
    own = Contestant.objects.filter(section__session=session).order_by("number")
    return "".join(contestant.stratum or "-" for contestant in own)


@pytest.fixture
def session(director_client: Client) -> Session:
    """Pairs 1 and 3 North–South of A and B, 5 of C; 6, 4 and 2 East–West of A, C and B."""
    session = evening("AB", "CD", "EF", "GH", "IJ", "KL", winners=1)
    strata = {f"A{number}": letter for number, letter in enumerate("ABBCCA", start=1)}
    director_client.post(f"/sessions/{session.pk}/strata/", strata | {"strata_by": ""})
    return session


def test_strata_by_hand_are_columns_of_the_ranking(
    director_client: Client, session: Session
) -> None:
    assert stored(session) == "ABBCCA"
    page = director_client.get(f"/sessions/{session.pk}/ranking/").content.decode()
    assert 'title="Place in stratum B">Str. B</abbr>' in page
    answer = director_client.get(f"/sessions/{session.pk}/ranking.csv")
    rows = list(csv.reader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))
    assert rows[0][-3:] == ["Stratum", "Place in B", "Place in C"]
    found = {row[4]: (row[3], *row[-3:]) for row in rows[1:]}
    assert found == {
        "1": ("1", "A", "", ""),
        "6": ("1", "A", "", ""),
        "3": ("3", "B", "1", ""),
        "4": ("3", "C", "1", "1"),
        "5": ("5", "C", "3", "2"),
        "2": ("5", "B", "3", ""),
    }
    assert "is also ranked in those above it" in page


def test_limits_fill_in_strata_and_only_saving_stores_them(
    director_client: Client, session: Session
) -> None:
    for letters, rating in (("ABCD", 1499), ("EFGH", 300), ("IJ", 2000)):
        Player.objects.filter(name__in=[str(name(each)) for each in letters]).update(rating=rating)
    address = f"/sessions/{session.pk}/strata/"
    page = director_client.post(address, LIMITS | {"fill": "1", "A1": "C"})
    filled = "".join(page.context["form"][f"A{number}"].value() for number in range(1, 7))
    assert (filled, stored(session)) == ("BBCCAA", "ABBCCA")
    sent = {f"A{number}": letter for number, letter in enumerate(filled, start=1)}
    assert director_client.post(address, LIMITS | sent).status_code == 302
    assert stored(session) == filled
    page = director_client.get(f"/sessions/{session.pk}/ranking/").content.decode()
    assert "by the rating of the stronger player, below these limits: B 1500, C 500." in page
    [entry] = LogEntry.objects.filter(action="strata").order_by("-pk")[:1]
    assert entry.after["strata_b"] == "1500"
    answer = director_client.post(address, {"strata_by": "rating", "strata_b": ""})
    assert (answer.status_code, stored(session)) == (422, filled)
    assert "A limit of stratum B is needed" in answer.content.decode()


def test_two_who_move_to_another_number_take_their_stratum_along(session: Session) -> None:
    names = {"A1": [name("E"), name("F")], "A3": [name("A"), name("B")]}
    enter_names(session=session, names=names, by=Actor())
    assert stored(session) == "BBACCA"
    enter_names(session=session, names={"A1": [name("E"), name("Z")]}, by=Actor())
    assert stored(session) == "BBACCA"


def test_the_api_has_the_places(client: Client, session: Session) -> None:
    Session.objects.filter(pk=session.pk).update(published_at="2026-01-01T00:00Z")
    answer = client.get(f"/api/v1/sessions/{session.pk}/ranking").json()
    [own] = [each for each in answer["lists"][0]["standings"] if each["number"] == 4]
    assert own["stratum"] == "C"
    assert own["places_in_strata"] == [
        {"stratum": "B", "place": "1=", "place_number": 1},
        {"stratum": "C", "place": "1", "place_number": 1},
    ]


def test_usebio_carries_strata_there_and_back(session: Session) -> None:
    session.refresh_from_db()
    data = export_session(session, SessionFormat.USEBIO)
    assert b'Version="1.3"' in data
    assert [str(each) for each in losses(session, SessionFormat.PBN)] == [
        "The strata and the places in them are not written."
    ]
    plan = plan_of(open_results(data).reading)
    assert [each.stratum for each in plan.contestants] == list("ABBCCA")
    strange = open_results(data.replace(b"</PLACE><STRAT_NUMBER>3", b"</PLACE><STRAT_NUMBER>9"))
    assert {str(each.message) for each in strange.losses} == {
        "“9” is not one of three strata; it is left out."
    }
    again = import_session(plan=plan, comparison=compared(plan), by=Actor())
    assert stored(again) == "ABBCCA"


def test_places_in_strata_that_are_not_ours_are_told(session: Session) -> None:
    data = export_session(Session.objects.get(pk=session.pk), SessionFormat.USEBIO)
    comparison = compared(plan_of(open_results(data).reading))
    assert (comparison.strata, comparison.places) == ({"A": 2, "B": 2, "C": 2}, 6)
    assert comparison.notices == ()
    other = data.replace(b"<STRAT_PLACE>3=<", b"<STRAT_PLACE>2=<")
    comparison = compared(plan_of(open_results(other).reading))
    assert [str(each) for each in comparison.notices] == [
        "A2: place 2= of stratum B in the file, 3= by our scoring."
    ]


def test_a_team_has_one_stratum_and_a_place_in_it(director_client: Client) -> None:
    session = match_evenings.made("swiss-teams", 4, rounds=2)
    address = f"/sessions/{session.pk}/strata/"
    rows = director_client.get(address).context["form"].strata
    assert [len(row.contestants) for row in rows] == [2] * 4
    sent = dict(zip((row.code for row in rows), "ABBC", strict=True))
    director_client.post(address, sent | {"strata_by": ""})
    page = director_client.get(f"/sessions/{session.pk}/ranking/").content.decode()
    assert page.count('title="Place in stratum B">Str. B</abbr>') >= 1
    assert sorted(stored(session)) == sorted("AABBBBCC")
