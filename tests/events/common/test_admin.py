"""The admin offers no way to change the log, not even to a superuser, and refuses every try."""

import re

import pytest
from django.contrib import admin
from django.test import Client, RequestFactory

from events.models import LogEntry
from tests.events import factories

LOG = "/admin/events/logentry/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> LogEntry:
    factories.enter(factories.session(), 1, "420", "")
    return LogEntry.objects.first()


@pytest.fixture
def kept(entry: LogEntry) -> list[dict[str, object]]:
    return list(LogEntry.objects.values())


def test_nobody_has_a_permission_but_to_look(entry: LogEntry) -> None:
    request = RequestFactory().get(LOG)
    request.user = factories.DirectorFactory()
    model_admin = admin.site.get_model_admin(LogEntry)
    assert model_admin.get_model_perms(request) == {
        "add": False,
        "change": False,
        "delete": False,
        "view": True,
    }
    for asked in (
        model_admin.has_change_permission(request, entry),
        model_admin.has_delete_permission(request, entry),
    ):
        assert asked is False


def test_there_is_no_action_and_no_button(admin_client: Client, entry: LogEntry) -> None:
    page = admin_client.get(LOG)
    assert (page.context["cl"].model_admin.get_actions(page.wsgi_request), page.status_code) == (
        {},
        200,
    )
    text = page.content.decode()
    for tag in ('name="action"', 'name="_selected_action"', f"{LOG}add/", 'name="_save"'):
        assert (tag, text.count(tag)) == (tag, 0)
    shown = admin_client.get(f"{LOG}{entry.pk}/change/").content.decode()
    for tag in ('name="_save"', "deletelink", 'name="reason"', 'name="after"'):
        assert (tag, shown.count(tag)) == (tag, 0)


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("add/", {"action": "entered", "reason": "x"}),
        ("{pk}/change/", {"reason": "x", "_save": "Save"}),
        ("{pk}/delete/", {"post": "yes"}),
    ],
)
def test_every_change_is_refused(
    admin_client: Client,
    entry: LogEntry,
    kept: list[dict[str, object]],
    path: str,
    data: dict[str, str],
) -> None:
    assert admin_client.post(LOG + path.format(pk=entry.pk), data).status_code == 403
    assert list(LogEntry.objects.values()) == kept


def test_deleting_or_editing_many_does_nothing(
    admin_client: Client, entry: LogEntry, kept: list[dict[str, object]]
) -> None:
    chosen = {"action": "delete_selected", "_selected_action": [entry.pk], "post": "yes"}
    edited = {
        "form-TOTAL_FORMS": "1",
        "form-INITIAL_FORMS": "1",
        "form-0-id": str(entry.pk),
        "form-0-reason": "x",
        "_save": "Save",
    }
    for data in (chosen, edited):
        admin_client.post(LOG, data)
        assert list(LogEntry.objects.values()) == kept


def test_an_entry_shows_what_changed_in_words(admin_client: Client, entry: LogEntry) -> None:
    shown = admin_client.get(f"{LOG}{entry.pk}/change/").text

    assert "<dt>score to NS</dt><dd>420</dd>" in shown
    assert "score_ns" not in shown
    assert "field-tournament" not in shown


def test_each_cell_of_a_list_says_its_column_and_whether_it_is_empty(
    admin_client: Client, entry: LogEntry
) -> None:
    text = admin_client.get(LOG).text

    assert 'data-label="Action" class="field-action">result entered</td>' in text
    assert re.search(r'<td data-label="Reason" data-empty class="field-reason">', text)
