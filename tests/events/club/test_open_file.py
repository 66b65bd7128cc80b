import io

import openpyxl
import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubscore.text.problems import Refused
from events.exchange.figures.opening import open_results
from events.exchange.figures.planning import plan_of
from events.models import Session
from tests.events.exchange.files import FOLDER, data_of
from tests.events.sessions.bridgescore.test_views import EXAMPLE
from tests.movements.factories import FOUR_PAIRS

pytestmark = pytest.mark.django_db

KRAUSE = (FOLDER.parent / "krause" / "trf26.tab").read_bytes()


def sent(client: Client, data: bytes, name: str = "evening.txt"):
    file = SimpleUploadedFile(name, data)
    return client.post("/open/", {"file": file, "profile": "lenient"})


def sheet(*rows: tuple[object, ...]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "page", "what"),
    [
        (FOUR_PAIRS.encode(), "/movements/new/", "a movement"),
        (EXAMPLE.encode(), "/bridgescore/", "a BridgeScore file"),
        (KRAUSE, "/tournaments/import/", "a tournament (Krause or TRF)"),
        (b"GIVEN\tFAMILY\tGRADE\tCLUB\n", "/players/import/", "a file of the register"),
        (b"Name;Club\nAnn Otter;Ours\n", "/players/import/", "a list of members"),
        (sheet(("Name", "Club"), ("Ann Otter", "Ours")), "/players/import/", "a list of members"),
    ],
)
def test_a_file_is_sent_on_to_the_page_of_its_format(director_client, data, page, what):
    answer = sent(director_client, data)
    assert (answer.status_code, answer["Location"]) == (307, page)
    (said,) = get_messages(answer.wsgi_request)
    assert str(said) == f"“evening.txt” is {what}."


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (data_of("sections.xml"), "a session in USEBIO"),
        (data_of("score_table.pbn"), "a session in PBN"),
        (data_of("evening.bws.xz"), "the database of Bridgemates (BWS)"),
        (data_of("world/vugraph.lin"), "a session in LIN"),
        (b"board,ns,ew,score\n1,1,2,420\n", "traveller lines (CSV)"),
        (sheet(("board", "ns", "ew", "score"), (1, 1, 2, 420)), "traveller lines (a spreadsheet)"),
    ],
)
def test_results_are_previewed_whatever_the_name_of_the_file(director_client, data, kind):
    answer = sent(director_client, data, "anything.asc")
    assert answer.status_code == 200
    assert f"“anything.asc” is {kind}." in answer.text
    assert not Session.objects.exists()


@pytest.mark.parametrize("name", ["hands.pbn", "hands.dup", "hands.dlm", "hands.lin"])
def test_hands_alone_are_no_session(director_client, name):
    answer = sent(director_client, data_of(name))
    assert answer.status_code == 200
    assert "and no results." in answer.text


def test_results_of_nobody_are_called_so(director_client):
    name = "world/nobody.pbn"
    answer = sent(director_client, data_of(name))
    assert "hands, and one result" in answer.text
    assert "and no results." not in answer.text
    with pytest.raises(Refused, match="does not say who played it"):
        plan_of(open_results(data_of(name)).reading)


def test_a_file_of_matches_is_shown_as_one(director_client):
    answer = sent(director_client, data_of("matches.xml"))
    assert answer.status_code == 200
    assert "<dt>Teams or pairs</dt>" in answer.text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"hello world\n", "USEBIO, PBN, BWS, LIN, DUP, DLM, movements (ASC, EBUScore)"),
        (b"%PDF-1.4", "USEBIO, PBN, BWS, LIN, DUP, DLM, movements (ASC, EBUScore)"),
        (b"", "The file is empty."),
        (b"PK\x03\x04 damaged", "damaged"),
        (
            b"PK\3\4" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK",
            "save it as .xlsx",
        ),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "save it as .xlsx"),
        (b"x" * 20_001, "<li>Line 1 has 20,001 characters"),
        (b"<USEBIO><EVENT>", "The XML is damaged at line 1,"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(director_client, data, reason):
    answer = sent(director_client, data)
    assert answer.status_code == 422
    assert reason in answer.text
    assert "Nothing has been stored." in answer.text


def test_without_a_file(director_client):
    assert director_client.get("/open/").status_code == 200
    answer = director_client.post("/open/", {"profile": "lenient"})
    assert (answer.status_code, "Choose a file." in answer.text) == (422, True)


def test_directors_drop_files_on_the_home_page_and_visitors_do_not(director_client, client):
    assert 'data-drop-address="/open/"' in director_client.get("/").text
    assert "data-drop-address" not in client.get("/").text
