import pytest
from django.test import Client

from events.models import Session
from tests.events import factories
from tests.markup import squeezed

pytestmark = pytest.mark.django_db


def travellers(client: Client, session: Session) -> str:
    return client.get(f"/sessions/{session.pk}/travellers/").content.decode()


def test_travellers_of_butler_show_imps_and_the_datum(director_client: Client) -> None:
    session = factories.session(method=Session.Method.BUTLER)
    factories.enter(session, 1, "420", "90")
    page = travellers(director_client, session)
    # The mean of 420 and 90 is 255, to the nearest 10 away from zero.
    assert "vulnerable: none, datum +260" in squeezed(page)
    assert ("NS IMPs" in page, "NS pts" in page) == (True, False)


def test_the_datum_of_each_section_that_is_scored_by_itself(director_client: Client) -> None:
    session = factories.session(method=Session.Method.BUTLER)
    Session.objects.filter(pk=session.pk).update(one_field=False)
    factories.enter(session, 1, "420", "90")
    assert "datum A +260" in travellers(director_client, session)


def test_travellers_of_matchpoints_show_points_and_no_datum(director_client: Client) -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "90")
    page = travellers(director_client, session)
    assert ("datum" in page, "NS pts" in page) == (False, True)
