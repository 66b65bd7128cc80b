"""Whatever an admin page does not show it does not change: opened and saved, it changes nothing."""

from collections.abc import Callable, Iterator

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session as BrowserSession
from django.core.management import call_command
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from accounts.models import OneTimeKey
from movements.services import store_movement
from tests.movements.factories import FOUR_PAIRS
from tests.site.doors import Role
from tests.site.pageforms import forms_of
from tests.site.visits import browser

pytestmark = [pytest.mark.django_db, pytest.mark.large, pytest.mark.usefixtures("demo")]

OF_THE_BROWSER = {LogEntry, BrowserSession, OneTimeKey}
NOT_SAVED = {
    "auth.Group", "events.LineUpSeat", "events.LogEntry", "events.Team", "events.TeamBye",
    "events.TeamForfeit", "events.TeamsApart", "players.RegisterEntry",
}  # fmt: skip
"""Nothing of them in the demo, or they can be read only."""
MAX_ROWS = 12
"""Of one model: from the first to the last, at equal distances."""

Rows = dict[str, list[dict[str, object]]]


@pytest.fixture(scope="module")
def demo(store_once: Callable[[Callable[[], None]], None]) -> None:
    store_once(_make_demo)


def _make_demo() -> None:
    call_command("demo", verbosity=0)
    # Those of the demo are in use, and can only be read.
    store_movement(name="Free", text=FOUR_PAIRS)


def stored() -> Rows:
    """Every row of every table but the browser's own."""
    models = [model for model in apps.get_models() if model not in OF_THE_BROWSER]
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values()) for model in models
    }


def pages(model: type[Model]) -> Iterator[str]:
    """The addresses of the change pages of some rows of a model."""
    keys = list(model._base_manager.order_by("pk").values_list("pk", flat=True))
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_change"
    for key in keys[:: max(len(keys) // MAX_ROWS, 1)]:
        yield reverse(name, args=[key])


def saved_unchanged(client: Client, path: str) -> bool:
    """Open a page and save it as it is; whether there is anything to save."""
    page = client.get(path)
    if 'name="_save"' not in page.text:
        return False
    form = next(page_form for page_form in forms_of(page, path) if page_form.action == path)
    answer = client.post(path, form.values | {"_save": ["Save"]})
    assert answer.status_code == 302, (path, answer.context["errors"])
    return True


@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label)
def test_saving_an_admin_page_unchanged_changes_no_row(model: type[Model]) -> None:
    client = browser(Role.ADMINISTRATOR)
    before = stored()
    saved = [path for path in pages(model) if saved_unchanged(client, path)]
    assert stored() == before
    assert bool(saved) is (model._meta.label not in NOT_SAVED)
