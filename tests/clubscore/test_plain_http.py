"""The opener policy is sent only where browsers heed it."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("host", "secure", "has_policy"),
    [
        ("192.168.1.50:8000", False, False),
        ("192.168.1.50", False, False),
        ("192.168.1.50:8000", True, True),
        ("localhost:8000", False, True),
        ("127.0.0.1", False, True),
    ],
)
def test_the_policy_is_sent_where_it_counts(settings, host: str, secure: bool, has_policy: bool):
    settings.ALLOWED_HOSTS = ["*"]
    response = Client().get("/login/", secure=secure, headers={"host": host})
    assert ("Cross-Origin-Opener-Policy" in response.headers) is has_policy
