import pytest
from django.test import Client
from django.utils import timezone

from events.models import Session
from tests.events import factories

pytestmark = pytest.mark.django_db


def test_the_page_says_what_becomes_of_it_and_the_button_does_it(
    director_client: Client, deletion_backups: list[str]
) -> None:
    session = factories.session(title="By mistake")
    address = f"/sessions/{session.pk}/delete/"
    page = director_client.get(address)
    assert "It lies in the bin for 60 days." in page.text
    assert Session.objects.count() == 1
    answer = director_client.post(address, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "“By mistake” is in the bin. There it can be brought back for 60 days. "
        '<a href="/deleted/?next=%2F">Open the bin</a>'
    ]
    assert '<a href="/">← Back</a>' in director_client.get("/deleted/?next=%2F").text
    assert "← Back" not in director_client.get("/deleted/?next=//elsewhere.example").text
    assert (Session.objects.count(), answer.redirect_chain) == (0, [("/", 302)])
    assert deletion_backups == []


def test_what_somebody_else_deleted_is_refused(
    director_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = factories.session(title="By mistake")
    Session.objects.update(deleted_at=timezone.now())
    monkeypatch.setattr(
        "events.sessions.desk.views.setup.get_object_or_404", lambda *_args, **_values: session
    )
    answer = director_client.post(f"/sessions/{session.pk}/delete/")
    assert answer.status_code == 422
    assert "This session was deleted in the meantime." in answer.text
