import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from events.models import ImportedFile, LogEntry, Session
from players.models import Player
from tests.events.exchange.files import data_of

pytestmark = pytest.mark.django_db


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
    (contradiction,) = [each for each in notices if "gives 550" in each]
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
