import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

POLICY = {
    "default-src 'self'",
    "img-src 'self' data:",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
}


@pytest.mark.parametrize("path", ["/", "/login/", "/healthz", "/nothing-here/"])
def test_every_answer_is_guarded(client: Client, path: str):
    response = client.get(path, headers={"host": "localhost"})

    assert set(response["Content-Security-Policy"].split("; ")) == POLICY
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"


def test_unknown_host_is_refused(client: Client):
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400


def test_form_from_elsewhere_is_refused():
    strict = Client(enforce_csrf_checks=True)

    response = strict.post("/login/", {"username": "director", "password": "x"})

    assert response.status_code == 403
