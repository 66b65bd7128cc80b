"""Claims on the director's page: case 45 of the acceptance."""

import pytest
from django.test import Client

from events.models import LineClaim, TravellerLine
from events.sessions.services.sessions import finish, publish
from tests.events.tables.phones import BY, MADE, Phone, evening
from tests.site.visits import Role, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Client:
    return browser(Role.DIRECTOR)


@pytest.fixture
def phones() -> tuple[Phone, Phone, TravellerLine]:
    """Two phones of a published session with a result of eleven tricks."""
    session = evening()
    one, other = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    board = one.now["boards"][0]
    one.enter(board["board"])
    finish(session=session, by=BY)
    publish(session=session, by=BY)
    return one, other, TravellerLine.objects.get(pk=board["line"])


def decide(director: Client, line: TravellerLine, do: str, **values: object) -> str:
    claim = LineClaim.objects.get()
    path = f"/sessions/{line.section.session_id}/claims/"
    return director.post(path, {"do": do, "claim": claim.pk, **values}, follow=True).text


def claim(phone: Phone, line: TravellerLine) -> None:
    path = f"/play/lines/{line.pk}/claim/"
    assert phone.post(path, version=line.version, **MADE).status_code == 200


def test_case_45_a_claim_with_consent_is_accepted_and_marked_as_corrected(director, phones):
    one, other, line = phones
    claim(one, line)
    other.post(f"/play/claims/{LineClaim.objects.get().pk}/", agree=True)
    page = director.get(f"/sessions/{line.section.session_id}/claims/").text
    assert "They say: 4♠ by North, 10 tricks, +420" in page
    assert "The opponents agree." in page

    text = decide(director, line, "accept")

    assert "The result is corrected." in text
    line.refresh_from_db()
    assert line.score_ns == 420
    public = Client().get(f"/sessions/{line.section.session_id}/travellers/{line.board}/").text
    assert "corrected" in public


def test_the_director_records_consent_and_refuses_with_a_reason(director, phones):
    one, _other, line = phones
    claim(one, line)

    assert "The consent of the opponents is recorded." in decide(director, line, "consent")
    text = decide(director, line, "refuse", reason="The score sheet says eleven.")

    assert "Refused: The score sheet says eleven." in text
    line.refresh_from_db()
    assert line.score_ns == 450


def test_a_claim_that_is_decided_is_not_decided_again(director, phones):
    one, _other, line = phones
    claim(one, line)
    decide(director, line, "refuse")

    assert "This claim is decided." in decide(director, line, "accept")


def test_a_session_without_claims_says_so(director):
    session = evening()

    assert "There are no claims." in director.get(f"/sessions/{session.pk}/claims/").text
