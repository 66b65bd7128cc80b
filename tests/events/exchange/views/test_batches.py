import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from clubscore.actor import Actor
from events.exchange.services.batches import Outcome, import_batch, outcome_of, settle_file
from events.exchange.views import batches
from events.models import BatchFile, FileBatch, Session
from tests.events.exchange.files import data_of
from tests.events.exchange.formats.test_zip_files import zipped

pytestmark = pytest.mark.django_db

FILES = (
    ("first.xml", data_of("sections.xml")),
    ("again.xml", data_of("sections.xml")),
    ("second.pbn", data_of("score_table.pbn")),
    ("hands.dup", data_of("hands.dup")),
    ("damaged.xml", b"<USEBIO><EVENT>"),
)


@pytest.fixture
def started(monkeypatch) -> list[int]:
    """The batches that were started; here their files are imported at once."""
    made: list[int] = []

    def start(batch_id: int, language: str) -> None:
        made.append(batch_id)
        call_command("import_batch", str(batch_id), language=language)

    monkeypatch.setattr(batches, "start", start)
    return made


def sent(client: Client, *files: tuple[str, bytes]):
    return client.post("/open/", {"file": [SimpleUploadedFile(name, data) for name, data in files]})


def outcomes() -> dict[str, str]:
    return dict(BatchFile.objects.values_list("name", "state"))


@pytest.mark.parametrize("as_zip", [False, True])
def test_every_file_has_its_own_outcome(
    director_client, started, django_capture_on_commit_callbacks, as_zip
):
    answer = sent(director_client, *([("all.zip", zipped(*FILES))] if as_zip else FILES))
    batch = FileBatch.objects.get()
    page = f"/open/many/{batch.pk}/"
    assert answer["Location"] == page
    assert "Import 5 files" in director_client.get(page).text
    assert not Session.objects.exists()

    with django_capture_on_commit_callbacks(execute=True):
        assert director_client.post(page)["Location"] == page
    assert started == [batch.pk]
    assert outcomes() == {
        "first.xml": "imported",
        "again.xml": "before",
        "second.pbn": "imported",
        "hands.dup": "refused",
        "damaged.xml": "refused",
    }
    assert Session.objects.count() == 2
    shown = director_client.get(page).text
    assert "There are no results in this file." in shown
    assert "Import 5 files" not in shown
    assert "<td>4 of 4</td>" in shown
    assert not any(bytes(each.data) for each in BatchFile.objects.all())


def test_a_button_pressed_twice_starts_once(
    director_client, monkeypatch, django_capture_on_commit_callbacks
):
    started: list[int] = []
    monkeypatch.setattr(batches, "start", lambda batch_id, language: started.append(batch_id))
    page = sent(director_client, *FILES)["Location"]
    with django_capture_on_commit_callbacks(execute=True):
        director_client.post(page)
        director_client.post(page)
    assert len(started) == 1
    assert "0 of 5 files are done." in director_client.get(page).text


def test_an_import_that_was_stopped_goes_on(director_client):
    page = sent(director_client, *FILES)["Location"]
    batch = FileBatch.objects.get()
    first = batch.files.first()
    outcome = outcome_of(first)
    settle_file(file=first, outcome=outcome, by=Actor())
    assert "1 of 5 files are done." in director_client.get(page).text
    FileBatch.objects.update(active_at=timezone.now() - 2 * batches.SILENCE)
    assert "The import was interrupted." in director_client.get(page).text
    import_batch(batch=batch, by=Actor())
    assert set(outcomes().values()) == {"imported", "before", "refused"}
    # Two processes that settle the same file store it once.
    settle_file(file=first, outcome=outcome, by=Actor())
    assert outcomes()["first.xml"] == "imported"
    assert Session.objects.count() == 2


def test_a_file_that_is_too_large_is_refused(director_client, monkeypatch):
    monkeypatch.setattr("events.exchange.services.batches.MAX_FILE_SIZE", 2**20)
    sent(director_client, ("large.xml", b"0" * (2**20 + 1)), ("small.xml", b"0"))
    assert outcome_of(BatchFile.objects.get(name="large.xml")).message == (
        "The file is larger than the limit of 1 MiB."
    )


def test_a_damaged_zip_is_refused(director_client):
    answer = sent(director_client, ("all.zip", zipped(*FILES)[:900]))
    assert answer.status_code == 422
    assert "The zip archive is damaged" in answer.text
    assert not FileBatch.objects.exists()


def test_an_evening_that_was_written_again_is_not_imported_twice(director_client):
    """Other bytes, the same day and the same results."""
    again = data_of("sections.xml").replace(b"<USEBIO", b"<!-- written again -->\n<USEBIO", 1)
    sent(director_client, ("first.xml", data_of("sections.xml")), ("again.xml", again))
    import_batch(batch=FileBatch.objects.get(), by=Actor())
    assert outcomes() == {"first.xml": "imported", "again.xml": "before"}
    first, second = BatchFile.objects.order_by("pk")
    assert second.session == first.session


def test_a_file_that_ends_the_process_is_given_up_and_the_others_are_imported(
    director_client, monkeypatch
):
    sent(
        director_client,
        ("first.xml", data_of("sections.xml")),
        ("second.pbn", data_of("score_table.pbn")),
    )
    batch = FileBatch.objects.get()

    def crash(file: BatchFile) -> Outcome:
        if file.name == "first.xml":
            raise KeyboardInterrupt
        return outcome_of(file)

    monkeypatch.setattr("events.exchange.services.batches.outcome_of", crash)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            import_batch(batch=batch, by=Actor())
    import_batch(batch=batch, by=Actor())
    first, second = BatchFile.objects.order_by("pk")
    assert (first.state, first.message) == (
        "refused",
        "The import was interrupted twice while this file was read. Send it again by itself.",
    )
    assert second.state != "waiting"
