"""The single switches of the tables, on the director's page."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.models import Session, TableEntrySettings
from events.tables.services.settings import switch_off
from tests.events.tables.phones import BY, Phone, evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("director", is_staff=True))
    return client


def save(director: Client, session: Session, **changed: str) -> int:
    """Send the form as the browser would, with some fields changed."""
    page = director.get(f"/sessions/{session.pk}/tables/settings/")
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields} | changed
    sent = {name: value for name, value in values.items() if value not in (False, None)}
    return director.post(f"/sessions/{session.pk}/tables/settings/", sent).status_code


def test_each_switch_is_changed_by_itself_and_phones_follow(director):
    session = evening()
    phone = Phone(session, 1, "NS")
    assert save(director, session, lead="must", np_by_director="on") == 302
    assert (phone.now["switches"]["lead"], phone.now["switches"]["np_by_director"]) == (
        "must",
        True,
    )
    stored = TableEntrySettings.objects.get(session=session)
    assert (stored.preset, stored.confirm, stored.hide_last) == ("club", True, 2)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("evening_word", "12a4"),
        ("evening_word", "123"),
        ("correction_minutes", "10081"),
        ("hide_last", "21"),
        ("lead", "perhaps"),
    ],
)
def test_what_is_no_value_is_refused_and_stays_on_the_page(director, name: str, text: str):
    session = evening()
    word = TableEntrySettings.objects.get(session=session).evening_word
    assert save(director, session, **{name: text}) == 422
    stored = TableEntrySettings.objects.get(session=session)
    assert (stored.evening_word, stored.correction_minutes, stored.hide_last) == (word, 30, 2)


def test_a_session_without_tables_has_no_switches(director):
    session = evening()
    switch_off(session_id=session.pk, by=BY)
    assert director.get(f"/sessions/{session.pk}/tables/settings/").status_code == 404
