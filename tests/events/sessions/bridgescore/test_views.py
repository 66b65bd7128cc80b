from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from events.models import LineContestant, Session, TravellerLine
from tests.events import factories

EXAMPLE = "2\n2\n3\n1 1 2 -50\n1 2 1 0\n2 1 3 300\n2 2 1 100\nend\n"
FAULTY = "2\n2\n3\n1 1 2 -50\n1 2 1 412\n2 1 9 300\n2 2 1 100\nend\n"


def test_a_good_file_gives_the_report_and_stores_nothing(director_client: Client) -> None:
    file = SimpleUploadedFile("evening.txt", EXAMPLE.encode())
    answer = director_client.post("/bridgescore/", {"file": file})
    assert answer.status_code == 200
    assert answer.context["form"].initial["text"] == EXAMPLE
    assert "100.00" in answer.context["report"]
    assert Session.objects.count() == 0


def test_every_mistake_stands_beside_its_line(director_client: Client) -> None:
    answer = director_client.post("/bridgescore/", {"text": FAULTY})
    assert answer.status_code == 422
    assert [(fault.number, fault.text) for fault in answer.context["faults"]] == [
        (5, "1 2 1 412"),
        (6, "2 1 9 300"),
    ]
    assert all(fault.messages for fault in answer.context["faults"])


def test_lines_are_fixed_in_place(director_client: Client) -> None:
    answer = director_client.post(
        "/bridgescore/", {"text": FAULTY, "line-5": "1 2 1 420", "line-6": "2 1 3 300"}
    )
    assert answer.status_code == 200
    assert answer.context["form"].initial["text"] == FAULTY.replace("412", "420").replace(
        "2 1 9", "2 1 3"
    )


def test_a_file_is_stored_as_a_session_scored_the_same(director_client: Client) -> None:
    answer = director_client.post(
        "/bridgescore/keep/", {"text": EXAMPLE, "title": "Old evening", "date": "1996-11-05"}
    )
    session = Session.objects.get()
    assert answer.headers["Location"] == f"/sessions/{session.pk}/"
    assert (session.title, session.winners, session.neuberg, session.is_finished) == (
        "Old evening",
        2,
        False,
        True,
    )
    assert TravellerLine.objects.count() == 4
    assert LineContestant.objects.count() == 8
    ranking = director_client.get(f"/sessions/{session.pk}/ranking/")
    assert [
        [(row.place, row.number, row.result) for row in each.rows]
        for each in ranking.context["lists"]
    ] == [
        [("1=", "NS 1", "50.00"), ("1=", "NS 2", "50.00")],
        [("1", "EW 2", "100.00"), ("2", "EW 1", "50.00"), ("3", "EW 3", "0.00")],
    ]


def test_nothing_is_saved_without_a_title(director_client: Client) -> None:
    answer = director_client.post(
        "/bridgescore/keep/", {"text": EXAMPLE, "title": "", "date": "1996-11-05"}
    )
    assert answer.status_code == 422
    assert Session.objects.count() == 0


def test_a_kept_file_comes_out_as_it_went_in(director_client: Client) -> None:
    director_client.post(
        "/bridgescore/keep/", {"text": EXAMPLE, "title": "Old evening", "date": "1996-11-05"}
    )
    session = Session.objects.get()
    answer = director_client.get(f"/sessions/{session.pk}/bridgescore.txt")
    assert answer.content.decode() == EXAMPLE
    assert answer.headers["Content-Disposition"] == 'attachment; filename="old-evening.txt"'


def test_one_list_of_winners_has_no_bridgescore_file(director_client: Client) -> None:
    session = factories.session(factories.HOWELL_4)
    answer = director_client.get(f"/sessions/{session.pk}/bridgescore.txt", follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "A BridgeScore file needs pairs and two lists of winners."
    ]


def test_unreadable_uploads_are_refused_in_a_sentence(director_client: Client) -> None:
    for content, sentence in (
        (b"", "The file is empty."),
        (b"PK\x03\x04xxxx", "This is not a text file: it looks like a spreadsheet"),
        (b"1\n" * 600_000, "the limit is 1 MiB"),
        (b"2\n\x002\n", "NUL bytes"),
    ):
        answer = director_client.post(
            "/bridgescore/", {"file": SimpleUploadedFile("evening.txt", content)}
        )
        assert answer.status_code == 422
        [fault] = answer.context["faults"]
        assert sentence in " ".join(fault.messages)
