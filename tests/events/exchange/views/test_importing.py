import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.translation import override

from clubscore.jobs.queue import release, take
from clubscore.models import Job
from clubscore.text.sentences import translate
from clubscore.web.visitors import Actor
from events.exchange.figures.remarks import remarks_text
from events.exchange.services.batches import begin_batch, outcome_of, settle_file
from events.models import BatchFile, FileBatch, ImportedFile, LogEntry, Session
from players.models import Player
from tests.events.exchange.files import data_of
from tests.events.exchange.formats.test_zip_files import zipped
from tests.jobs import work_off
from tests.markup import squeezed

pytestmark = pytest.mark.django_db

FILES = (
    ("first.xml", data_of("sections.xml")),
    ("again.xml", data_of("sections.xml")),
    ("second.pbn", data_of("score_table.pbn")),
    ("hands.dup", data_of("hands.dup")),
    ("damaged.xml", b"<USEBIO><EVENT>"),
)


def sent(client: Client, *files: tuple[str, bytes]):
    return client.post("/open/", {"file": [SimpleUploadedFile(name, data) for name, data in files]})


def test_the_day_in_a_name_and_what_is_lost_or_odd(director_client):
    lines = b"board,ns,ew,score\n1,1,2,420\n1,3,4,42x\n"
    nobody = data_of("world/nobody.pbn")
    iso = data_of("world/iso-day.pbn")
    names = ("club 2026-02-05.csv", "20260206.csv", "no day.csv")
    sent(
        director_client,
        *((name, lines + b"\n" * place) for place, name in enumerate(names)),
        ("nobody.pbn", nobody),
        ("iso.pbn", iso),
        ("odd.pbn", data_of("games.pbn").replace(b"NS 790", b"NS 690")),
    )
    begin_batch(batch=FileBatch.objects.get(), by=Actor())
    work_off()
    assert outcomes() == {
        "club 2026-02-05.csv": "imported",
        "20260206.csv": "imported",
        "no day.csv": "refused",
        "nobody.pbn": "refused",
        "iso.pbn": "imported",
        "odd.pbn": "imported",
    }
    assert sorted(str(day) for day in Session.objects.values_list("date", flat=True)) == [
        "2026-02-03", "2026-02-05", "2026-02-05", "2026-02-06",
    ]  # fmt: skip
    file = BatchFile.objects.get(name="20260206.csv")
    assert said(file).startswith("Line 3: “42x” is not a score")
    odd = BatchFile.objects.get(name="odd.pbn")
    assert said(odd).startswith("Line 12: Board 7: 4HX by S with 10 tricks gives 790, but")
    assert said(odd) in squeezed(director_client.get(f"/open/many/{odd.batch_id}/").text)


def said(file: BatchFile) -> str:
    """What is said of a file, in the language that is active."""
    return remarks_text(file.remarks)


def outcomes() -> dict[str, str]:
    return dict(BatchFile.objects.values_list("name", "state"))


@pytest.mark.parametrize("as_zip", [False, True])
def test_every_file_has_its_own_outcome(director_client, as_zip):
    answer = sent(director_client, *([("all.zip", zipped(*FILES))] if as_zip else FILES))
    batch = FileBatch.objects.get()
    page = f"/open/many/{batch.pk}/"
    assert answer["Location"] == page
    assert "Import 5 files" in director_client.get(page).text
    assert not Session.objects.exists()

    assert director_client.post(page)["Location"] == page
    work_off()
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
    assert "<td>4 of 4</td>" in squeezed(shown)
    assert not any(bytes(batch_file.data) for batch_file in BatchFile.objects.all())


def test_a_button_pressed_twice_starts_once(director_client):
    page = sent(director_client, *FILES)["Location"]
    director_client.post(page)
    director_client.post(page)
    assert Job.objects.count() == 5
    assert "0 of 5 files are done." in director_client.get(page).text


def test_an_import_that_was_stopped_goes_on(director_client):
    page = sent(director_client, *FILES)["Location"]
    first = BatchFile.objects.first()
    outcome = outcome_of(first)
    settle_file(file=first, outcome=outcome, by=Actor())
    shown = director_client.get(page).text
    assert "The import was interrupted." in shown
    assert "Import 4 files" in shown
    director_client.post(page)
    assert "1 of 5 files are done." in director_client.get(page).text
    work_off()
    assert set(outcomes().values()) == {"imported", "before", "refused"}
    # Two processes that settle the same file store it once.
    settle_file(file=first, outcome=outcome, by=Actor())
    assert outcomes()["first.xml"] == "imported"
    assert Session.objects.count() == 2


def test_a_file_that_is_too_large_is_refused(director_client, monkeypatch):
    monkeypatch.setattr("events.exchange.services.batches.MAX_FILE_SIZE", 2**20)
    sent(director_client, ("large.xml", b"0" * (2**20 + 1)), ("small.xml", b"0"))
    outcome = outcome_of(BatchFile.objects.get(name="large.xml"))
    assert list(map(translate, outcome.remarks)) == ["The file is larger than the limit of 1 MiB."]


def test_a_damaged_zip_is_refused(director_client):
    answer = sent(director_client, ("all.zip", zipped(*FILES)[:900]))
    assert answer.status_code == 422
    assert "The zip archive is damaged" in answer.text
    assert not FileBatch.objects.exists()


def test_an_evening_that_was_written_again_is_not_imported_twice(director_client):
    """Other bytes, the same day and the same results."""
    again = data_of("sections.xml").replace(b"<USEBIO", b"<!-- written again -->\n<USEBIO", 1)
    sent(director_client, ("first.xml", data_of("sections.xml")), ("again.xml", again))
    begin_batch(batch=FileBatch.objects.get(), by=Actor())
    work_off()
    assert outcomes() == {"first.xml": "imported", "again.xml": "before"}
    first, second = BatchFile.objects.order_by("pk")
    assert second.session == first.session


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "The import did not get to the end of this file. Send it again"),
        ("nl", "Het importeren is niet tot het einde van dit bestand gekomen."),
    ],
)
def test_a_file_that_ends_the_process_is_given_up_and_the_others_are_imported(
    director_client, language, message
):
    sent(
        director_client,
        ("first.xml", data_of("sections.xml")),
        ("second.pbn", data_of("score_table.pbn")),
    )
    begin_batch(batch=FileBatch.objects.get(), by=Actor())
    for _ in range(2):
        take(worker="test")
        release(worker="test")
    work_off()
    first, second = BatchFile.objects.order_by("pk")
    assert first.state == "refused"
    with override(language):
        assert said(first).startswith(message)
    assert second.state == "imported"
    assert not Job.objects.exists()


def test_reasons_are_in_the_language_of_whoever_reads_them(director_client):
    multiplicity = data_of("world/multiplicity.pbn")
    sent(director_client, ("empty.txt", b"nothing"), ("many.pbn", multiplicity))
    with override("nl"):
        begin_batch(batch=FileBatch.objects.get(), by=Actor())
    work_off()
    empty, many = BatchFile.objects.order_by("pk")
    assert said(empty).startswith("This is no file of results")
    with override("nl"):
        assert said(empty).startswith("Dit is geen bestand met uitslagen")
    # One sentence for all results that nobody is named for.
    assert said(many) == (
        "Line 8: 3 results, of the boards 1, do not say who played them; they are left out."
    )


def previewed(client: Client, data: bytes):
    return client.post("/open/", {"file": SimpleUploadedFile("evening.xml", data)})


def carried(answer, **changes: str) -> dict[str, str]:
    """What the page's form sends."""
    form = answer.context["form"]
    return {name: str(form[name].value() or "") for name in form.fields} | changes


def rows(answer) -> list[tuple[str, str, str, bool | None]]:
    return [
        (row.label, row.published, row.computed, row.agrees)
        for _heading, listed in answer.context["standings"]
        for row in listed
    ]


def names(answer) -> dict[str, str]:
    listed = [row for _heading, rows in answer.context["standings"] for row in rows]
    return {name.text: name.note for row in listed for name in row.names}


def text_of(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


def test_the_preview_has_the_published_standings_beside_ours(director_client):
    answer = previewed(director_client, data_of("sections.xml").replace(b">75.00<", b">76.5<", 1))
    assert rows(answer) == [
        ("1", "76.5", "75.0", False),
        ("2", "25.00", "25.00", True),
        ("12", "75.00", "75.00", True),
        ("11", "25.00", "25.00", True),
    ]
    assert "3 of 4 published scores agree with ours." in text_of(answer)
    assert "No setting explains the other differences" in text_of(answer)


def test_names_as_the_register_will_take_them(director_client):
    Player.objects.create(given="Ann", family="Otter")
    data = data_of("sections.xml")
    third = b"<PLAYER><PLAYER_NAME>Una Third</PLAYER_NAME></PLAYER></PAIR>"
    data = data.replace(b"</PAIR>", third, 1).replace(b"Hal Toad", b"Gus Newt")
    data = data.replace(b"Fay Stoat", b"F" * 90)
    answer = previewed(director_client, data)
    found = names(answer)
    assert (found["Ann Otter"], found["Bo Badger"]) == ("", "new")
    assert found["Una Third"] == "a third name: left out"
    assert found["Gus Newt"] == "is in the session already: left out"
    assert found["F" * 90] == "not a name: left out"
    assert "One name is in the register. 5 names are new" in text_of(answer)


def test_what_is_odd_is_listed_and_not_dropped(director_client):
    data = data_of("sections.xml")
    # A pair that is not in the list, and a score that the contract does not give.
    data = data.replace(b"<NS_PAIR_NUMBER>2<", b"<NS_PAIR_NUMBER>7<")
    data = data.replace(b"<SCORE>550<", b"<SCORE>560<")
    answer = previewed(director_client, data)
    notices = answer.context["notices"]
    assert "A7 has results, but is not in the file’s list of contestants." in notices
    assert "A2 is in the list of contestants, but has no results." in notices
    (contradiction,) = [notice for notice in notices if "gives 550" in notice]
    assert contradiction.startswith("Line ")
    assert "the file says 560. The score is kept." in contradiction
    assert len(answer.context["lines"]) == 4


def test_a_previewed_file_is_stored_once(director_client):
    answer = previewed(director_client, data_of("sections.xml"))
    stored = director_client.post("/open/import/", carried(answer, title="Café", date="2026-01-20"))
    session = Session.objects.get()
    assert stored["Location"] == session.get_absolute_url()
    assert (session.title, str(session.date)) == ("Café", "2026-01-20")
    assert list(LogEntry.objects.values_list("action", flat=True)) == ["created"]
    file = ImportedFile.objects.get()
    assert (file.session, file.name, file.published, file.agreeing, file.differing) == (
        session, "evening.xml", 4, 4, [],
    )  # fmt: skip

    again = director_client.post("/open/import/", carried(answer))
    assert again["Location"] == session.get_absolute_url()
    assert "This file was imported before" in text_of(
        previewed(director_client, data_of("sections.xml"))
    )
    assert Session.objects.count() == 1


def test_a_deleted_session_can_be_imported_again(director_client):
    answer = previewed(director_client, data_of("sections.xml"))
    director_client.post("/open/import/", carried(answer))
    LogEntry.objects.all()._raw_delete("default")
    Session.objects.get().delete()
    director_client.post("/open/import/", carried(answer))
    assert Session.objects.count() == 1


def test_another_file_of_the_same_evening_is_noticed(director_client):
    answer = previewed(director_client, data_of("sections.xml"))
    director_client.post("/open/import/", carried(answer))
    data = data_of("sections.xml")
    other = previewed(director_client, data.replace(b"<SCORE>550<", b"<SCORE>560<"))
    assert "A session of this title and day is stored already" in text_of(other)


def test_the_same_results_under_another_title_are_noticed(director_client):
    answer = previewed(director_client, data_of("sections.xml"))
    director_client.post("/open/import/", carried(answer, title="Another evening"))
    other = previewed(director_client, data_of("sections.xml") + b"\n")
    assert "These results are stored already" in text_of(other)
    assert "Another evening" in text_of(other)


def test_files_without_a_day_or_results_are_not_the_same(director_client):
    data = data_of("sections.xml").replace(b"19/01/2026", b"31/02/2026")
    answer = previewed(director_client, data)
    director_client.post("/open/import/", carried(answer, date="2026-01-19"))
    ImportedFile.objects.update(content="")
    other = previewed(director_client, data + b"\n")
    assert other.context["same"] is None


def test_a_file_without_a_day_asks_for_it(director_client):
    data = data_of("sections.xml").replace(b"19/01/2026", b"31/02/2026")
    answer = previewed(director_client, data)
    assert answer.context["form"].initial["date"] is None
    refused = director_client.post("/open/import/", carried(answer))
    assert refused.status_code == 422
    assert not Session.objects.exists()
    stored = director_client.post("/open/import/", carried(refused, date="2026-01-19"))
    assert stored.status_code == 302
    assert str(Session.objects.get().date) == "2026-01-19"


def test_lines_of_a_sheet_become_a_session_with_their_contracts(director_client):
    text = "board,ns,ew,contract,by,tricks,adjustment\n1,1,2,3NT,N,9,\n1,3,4,,,,A60/40\n"
    answer = previewed(director_client, text.encode())
    director_client.post("/open/import/", carried(answer, date="2026-01-19"))
    section = Session.objects.get().sections.get()
    assert sorted(section.lines.values_list("contract", "score_ns", "adjustment")) == [
        ("", None, "A6040"), ("3NT", 400, ""),
    ]  # fmt: skip
    assert "nothing to compare" in text_of(answer)


def test_what_does_not_come_from_the_preview_is_refused(director_client):
    for values in ({}, {"raw": "nonsense", "title": "T", "date": "2026-01-19"}):
        answer = director_client.post("/open/import/", values)
        assert answer["Location"] == "/open/"
    assert not Session.objects.exists()
