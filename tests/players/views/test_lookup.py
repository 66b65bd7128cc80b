import json
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from players.forms import importing as form
from players.models import LookupList
from tests.players.formats.lookup.lists import EGD, FIDE

STEPS = {"Accept": "application/x-ndjson"}
BROKEN = b"club,city\nHollybrook,Mill\n"


def send(client: Client, content: str | bytes = FIDE, headers=None, **values: str):
    file = SimpleUploadedFile(
        "list.txt", content if isinstance(content, bytes) else content.encode()
    )
    sent = {"name": "FIDE", "file": file} | values
    return client.post("/players/lookup/", sent, headers=headers or {})


def test_a_list_is_loaded_and_shown(director_client: Client):
    answer = send(director_client)
    assert (answer.status_code, answer["Location"]) == (302, "/players/lookup/")

    page = director_client.get("/players/lookup/").text
    assert "“FIDE” is loaded: 4 players." in page
    assert "FIDE number" in page


def test_lines_left_out_are_reported(director_client: Client):
    send(director_client, "number,name\n1,Ann\n,Nobody\n2,Bo\n")

    page = director_client.get("/players/lookup/").text
    assert "1 line without a number or a name was left out." in page


def test_a_script_is_told_how_far_it_is(director_client: Client):
    answer = send(director_client, headers=STEPS)
    lines = [json.loads(line) for line in answer.getvalue().decode().splitlines()]

    size = len(FIDE.encode())
    afterwards = f"/players/lookup/?loaded={LookupList.objects.get().pk}"
    assert lines == [
        {"done": size, "total": size, "count": 4},
        {"said": "“FIDE” is loaded: 4 players.", "afterwards": afterwards},
    ]
    assert "“FIDE” is loaded: 4 players." in director_client.get(afterwards).text


def test_a_script_is_told_why_a_file_is_refused(director_client: Client):
    answer = send(director_client, BROKEN, STEPS)
    [line] = [json.loads(line) for line in answer.getvalue().decode().splitlines()]

    assert line["refused"].startswith("The first line has to name the columns")
    assert LookupList.objects.count() == 0


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"content": BROKEN}, "The first line has to name the columns"),
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


def test_a_file_over_the_limit_is_for_the_server(director_client: Client):
    with patch.object(form, "MAX_FILE", 100):
        answer = send(director_client)

    assert (answer.status_code, "manage.py load_lookup" in answer.text) == (422, True)


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
        "list": "FIDE",
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
