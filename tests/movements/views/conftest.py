import pytest
from django.contrib.auth.models import User
from django.test import Client


@pytest.fixture(name="director")
def _director(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("director", is_staff=True))
    return client
