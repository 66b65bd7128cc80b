import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubscore.jobs import queue as jobs
from clubscore.jobs.queue import carry_out, take
from clubscore.web.visitors import Actor
from players.models import LookupList, LookupPart, LookupUpload
from tests.jobs import work_off
from tests.players.formats.lookup.lists import EGD, FIDE

BROKEN = b"club,city\nHollybrook,Mill\n"
LISTS = "/players/lookup/"


def send(client: Client, content: str | bytes = FIDE, **values: str):
    """Send a list whole, as a form without a script does, and load it."""
    file = SimpleUploadedFile(
        "list.txt", content if isinstance(content, bytes) else content.encode()
    )
    answer = client.post(LISTS, {"name": "FIDE", "file": file} | values)
    work_off()
    return answer


def send_in_pieces(client: Client, content: bytes, *, size: int | None = None) -> str:
    """The address of a file that has come in pieces of 100 bytes."""
    values = {"name": "FIDE", "size": len(content) if size is None else size}
    begun = client.post(f"{LISTS}begin/", values).json()
    address = f"{LISTS}files/{begun['upload']}/"
    for number, at in enumerate(range(0, len(content), 100)):
        part = SimpleUploadedFile("part", content[at : at + 100])
        assert client.post(address, {"number": number, "part": part}).json() == {}
    return address


def test_a_list_is_loaded_and_shown(director_client: Client):
    answer = send(director_client)
    assert answer.status_code == 302

    page = director_client.get(answer["Location"]).text
    assert "“FIDE” is loaded: 4 players." in page
    assert "FIDE number" in page


def test_the_month_of_the_files_name_is_added(director_client: Client):
    file = SimpleUploadedFile("standard_rating_list dec26.txt", FIDE.encode())
    director_client.post(LISTS, {"name": "FIDE", "file": file})
    values = {"name": "FIDE", "size": 9, "file_name": "FIDE 2026-11.txt"}
    director_client.post(f"{LISTS}begin/", values)
    names = LookupUpload.objects.order_by("pk").values_list("name", flat=True)
    assert list(names) == ["FIDE 2026-12", "FIDE 2026-11"]


def test_lines_left_out_are_reported(director_client: Client):
    answer = send(director_client, "number,name\n1,Ann\n,Nobody\n2,Bo\n")

    page = director_client.get(answer["Location"]).text
    assert "1 line without a number or a name was left out." in page


def test_a_file_of_any_size_comes_in_pieces_and_is_loaded_in_the_background(director_client):
    content = FIDE.encode()
    address = send_in_pieces(director_client, content)
    assert director_client.post(address, {"last": "1"}).json() == {}
    waiting = {"done": 0, "total": len(content), "count": 0}
    assert director_client.get(f"{address}now/").json() == waiting
    assert "“FIDE” is being loaded: 0 players so far." in director_client.get(LISTS).text
    assert work_off() == 1
    afterwards = f"/players/lookup/?loaded={LookupList.objects.get().pk}"
    said = {"said": "“FIDE” is loaded: 4 players.", "afterwards": afterwards}
    assert director_client.get(f"{address}now/").json() == said
    assert "“FIDE” is loaded: 4 players." in director_client.get(afterwards).text
    assert "is being loaded" not in director_client.get(LISTS).text
    assert (LookupUpload.objects.count(), LookupPart.objects.count()) == (0, 0)


def test_why_a_file_in_pieces_is_refused_is_said(director_client):
    address = send_in_pieces(director_client, BROKEN)
    director_client.post(address, {"last": "1"})
    work_off()
    refused = director_client.get(f"{address}now/").json()["refused"]
    assert refused.startswith("The first line has to name the columns")
    assert LookupList.objects.count() == 0

    short = send_in_pieces(director_client, BROKEN, size=1000)
    answer = director_client.post(short, {"last": "1"})
    assert (answer.status_code, "Not all of the file has come" in answer.text) == (422, True)
    long = SimpleUploadedFile("part", b"a" * 1000)
    answer = director_client.post(short, {"number": 1, "part": long})
    assert (answer.status_code, "More came of this file" in answer.text) == (422, True)
    gone = director_client.post(f"{LISTS}files/99999/", {"last": "1"})
    assert (gone.status_code, "This file is gone" in gone.text) == (404, True)
    huge = director_client.post(f"{LISTS}begin/", {"name": "FIDE", "size": 2**31})
    assert (huge.status_code, "at most 640 MB" in huge.text) == (422, True)


def test_what_is_more_urgent_is_done_in_the_middle_of_a_list(director_client, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(
        "events.tournaments.pairing.services.propose", lambda job: asked.append(job.subject) or {}
    )
    monkeypatch.setattr("players.services.lookup.BATCH_SIZE", 1)
    address = send_in_pieces(director_client, FIDE.encode())
    director_client.post(address, {"last": "1"})
    loading = take(worker="test")
    jobs.ask(kind="proposal", subject="5", by=Actor())
    carry_out(loading)
    assert asked == ["5"]
    assert LookupList.objects.get().count == 4


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"content": b""}, "The file is empty."),
        ({"file": ""}, "Choose the file of the list."),
        ({"name": ""}, "This field is required."),
        ({"federations": "Netherlands"}, "“Netherlands” is not the code of a federation"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(director_client: Client, values, message: str):
    answer = send(director_client, **values)

    assert (answer.status_code, message in answer.text) == (422, True)
    assert LookupList.objects.count() == 0


def test_only_the_federations_wanted_are_loaded(director_client: Client):
    send(director_client, federations="nor, ENG")

    assert LookupList.objects.get().count == 2


def test_a_list_is_removed(director_client: Client):
    send(director_client)
    address = f"/players/lookup/{LookupList.objects.get().pk}/remove/"

    assert "is removed" in director_client.post(address, follow=True).text
    assert "has been removed in the meantime" in director_client.post(address, follow=True).text
    assert LookupList.objects.count() == 0


def test_search_gives_what_a_form_is_filled_in_with(director_client: Client):
    send(director_client)
    [found] = director_client.get("/players/lookup/search/?q=fin").json()["players"]
    del found["id"]

    assert found == {
        "name": "Clara Finch",
        "fide_number": "1000012",
        "number": "1000012",
        "list": LookupList.objects.get().source,
        "title": "WFM",
        "rating": 2101,
        "rapid": 1999,
        "blitz": 1888,
        "federation": "NED",
        "born": "1990",
        "grade": "",
        "gender": "w",
        "facts": "WFM 2101/1999/1888 NED 1990",
    }


def test_the_number_has_the_name_of_its_field(director_client: Client):
    send(director_client, EGD, name="EGD")
    [found] = director_client.get("/players/lookup/search/?q=fin").json()["players"]

    assert (found["egd_pin"], found["facts"]) == ("10000012", "2301 3d NL")


@pytest.mark.parametrize("typed", ["", "f", "\0", "€" * 500])
def test_nothing_is_found_of_too_little(director_client: Client, typed: str):
    send(director_client)

    assert director_client.get("/players/lookup/search/", {"q": typed}).json() == {"players": []}
