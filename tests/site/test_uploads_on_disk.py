"""No upload is written to the disk, where a process that is killed would leave it."""

import pytest
from django.core.files import uploadhandler
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubscore.web.limits import MAX_BODY
from tests.events.factories import DirectorFactory

pytestmark = pytest.mark.django_db


def test_the_largest_upload_stays_in_memory(monkeypatch: pytest.MonkeyPatch):
    def refuse(*values: object) -> None:
        raise AssertionError("An upload is written to the disk.")

    monkeypatch.setattr(uploadhandler, "TemporaryUploadedFile", refuse)
    client = Client()
    client.force_login(DirectorFactory())
    # Beside it there is the frame of the form.
    file = SimpleUploadedFile("club.txt", b"x" * (MAX_BODY - 1000))
    answer = client.post("/players/import/", {"file": file})

    assert (answer.status_code, "the limit is 2 MiB." in answer.text) == (422, True)
