from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubscore import body_limit
from clubscore.body_limit import MAX_BODY

pytestmark = pytest.mark.django_db


def test_a_body_over_the_limit_is_refused_unread(client: Client):
    response = client.post(
        "/login/", b"", content_type="multipart/form-data", headers={"content-length": "0"}
    )
    assert response.status_code == 200

    large = client.generic("POST", "/login/", b"", CONTENT_LENGTH=str(MAX_BODY + 1))

    assert large.status_code == 413
    assert "That is too large to be read" in large.content.decode()
    assert "At most 8 MiB can be sent at once" in large.content.decode()
    assert large["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in large["Content-Security-Policy"]


def test_too_many_files_at_once_are_told_of_the_archive(admin_client: Client):
    files = [SimpleUploadedFile(f"{number}.csv", b"x") for number in range(101)]
    answer = admin_client.post("/open/", {"file": files})

    assert answer.status_code == 413
    assert "At most 100 files can be sent at once" in answer.text
    assert "zip archive" in answer.text


def test_a_body_at_the_limit_is_read(client: Client):
    with patch.object(body_limit, "MAX_BODY", 2000):
        asked = client.post("/login/", {"file": SimpleUploadedFile("a.txt", b"x" * 1500)})
        refused = client.post("/login/", {"file": SimpleUploadedFile("a.txt", b"x" * 2001)})

    assert asked.status_code == 200
    assert refused.status_code == 413


def test_fields_over_djangos_limit_have_the_same_page(client: Client):
    response = client.post("/login/", {"username": "x" * (5 * 2**20)})

    assert response.status_code == 413
    assert "That is too large to be read" in response.content.decode()


def test_too_many_fields_are_not_understood(client: Client):
    response = client.post("/login/", {str(n): "" for n in range(5001)})

    assert response.status_code == 400
    assert "far too many fields" in response.content.decode()
