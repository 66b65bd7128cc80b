import pytest
from django.test import Client

from events.models import Series, Session
from tests.events.sessions.evenings import evening, series

pytestmark = pytest.mark.django_db


def sent(client: Client, address: str, name: str):
    plan = client.get(address).context["plan"]
    return client.post(address, {"name": name, "seen": plan.seen}, follow=True)


def test_a_session_with_results_is_deleted_by_typing_its_title(
    director_client: Client, deletion_backups: list[str]
) -> None:
    session = evening()
    answer = sent(director_client, f"/sessions/{session.pk}/delete/", "Evening 1")
    assert [str(message) for message in answer.context["messages"]] == ["“Evening 1” is deleted."]
    assert (Session.objects.count(), answer.redirect_chain) == (0, [("/", 302)])
    assert deletion_backups == ["deletion"]


def test_a_series_is_deleted_by_typing_its_name(
    director_client: Client, deletion_backups: list[str]
) -> None:
    made = series(evening(), name="By mistake")
    answer = sent(director_client, f"/series/{made.pk}/delete/", "By mistake")
    assert [str(message) for message in answer.context["messages"]] == ["“By mistake” is deleted."]
    assert (Series.objects.count(), answer.redirect_chain) == (0, [("/series/", 302)])
    assert (Session.objects.count(), deletion_backups) == (1, ["deletion"])
