"""``test_doors.py`` sees the headers of every address."""

import pytest
from django.test import Client

from tests.site.received import GUARDS, guards

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("path", "status"), [("/healthz", 200), ("/nothing-here/", 404)])
def test_health_and_what_is_not_there_are_guarded(client: Client, path: str, status: int):
    response = client.get(path, headers={"host": "localhost"})

    assert (response.status_code, guards(response)) == (status, GUARDS)


def test_unknown_host_is_refused(client: Client):
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400
