import pytest
from django.test import Client

from tests.events.factories import DirectorFactory


@pytest.fixture
def director_client(db: None) -> Client:
    """A browser in which a director is logged in."""
    client = Client()
    client.force_login(DirectorFactory())
    return client
