import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from movements.models import Movement
from tests.movements.factories import FOUR_PAIRS, MovementFactory, use

UPLOAD, KEEP = "/movements/new/", "/movements/new/keep/"
BROKEN = FOUR_PAIRS.replace("1- 3", "1/ 3").replace(" 2- 3 C", " 2- 9 C")


def file(content: str | bytes, name: str = "howell.asc") -> SimpleUploadedFile:
    data = content.encode() if isinstance(content, str) else content
    return SimpleUploadedFile(name, data)


def test_upload_asks_for_file_or_text(director):
    assert director.get(UPLOAD).status_code == 200


def test_upload_of_nothing_says_so(director):
    page = director.post(UPLOAD, {"text": " \n"})
    assert page.context["form"].non_field_errors() == ["Choose a file or paste its text."]


@pytest.mark.parametrize(
    "data",
    [
        {"file": file(FOUR_PAIRS)},
        {"text": FOUR_PAIRS},
        {"text": FOUR_PAIRS.replace("\n", "\r\n")},
        {"file": file(FOUR_PAIRS), "text": "something else"},
    ],
    ids=["file", "text", "CRLF", "both"],
)
def test_upload_shows_movement_and_stores_nothing(director, data):
    page = director.post(UPLOAD, data)
    assert page.templates[0].name == "movements/preview.html"
    assert page.context["value"].contestants == 4
    assert page.context["form"]["text"].value() == FOUR_PAIRS
    assert page.context["form"]["name"].value() == ("howell" if "file" in data else "")
    assert Movement.objects.count() == 0


def test_upload_shows_notices_with_lines(director):
    page = director.post(UPLOAD, {"text": "# first\n" + FOUR_PAIRS.replace("B", "b")})
    assert [notice.line for notice in page.context["notices"]] == [1, 4]
    assert "Board groups in small letters were read as capitals." in page.content.decode()


def test_upload_shows_that_it_cannot_be_played(director):
    replayed = FOUR_PAIRS.replace("B", "A").replace("C", "B").replace("3  3 0", "3  2 0")
    page = director.post(UPLOAD, {"text": replayed})
    assert page.templates[0].name == "movements/preview.html"
    assert "Cannot be played" in page.content.decode()


def test_upload_shows_every_problem_beside_its_line(director):
    page = director.post(UPLOAD, {"file": file(BROKEN)})
    assert page.templates[0].name == "movements/upload.html"
    complaints = page.context["complaints"]
    assert [(c.line, c.column, c.before, c.mark, c.after) for c in complaints] == [
        (3, 3, " 1", "/", " 3 B  2- 4 B"),
        (4, 13, " 1- 4 C  2- ", "9", " C"),
    ]
    assert page.context["form"]["text"].value() == BROKEN
    assert Movement.objects.count() == 0


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04 rest", "it looks like a spreadsheet"),
        (b"4 2\0", "NUL bytes"),
        (b"", "empty"),
        (b" " * (2**20 + 1), "the limit is"),
    ],
    ids=["spreadsheet", "NUL", "empty", "large"],
)
def test_upload_of_no_text_says_what_it_is(director, data, words):
    page = director.post(UPLOAD, {"file": file(data)})
    assert words in page.content.decode()
    assert page.templates[0].name == "movements/upload.html"


def test_upload_of_text_has_the_limit_of_a_file(director):
    page = director.post(UPLOAD, {"text": FOUR_PAIRS + "#" * 2**20})
    assert "larger than the limit of 1 MiB" in page.content.decode()


def test_upload_escapes_what_it_quotes(director):
    page = director.post(UPLOAD, {"text": FOUR_PAIRS.replace("1- 3", "<b> 3")})
    assert "&lt;" in page.content.decode()
    assert "<b> 3" not in page.content.decode()


def test_keep_stores_and_shows_the_movement(director):
    answer = director.post(KEEP, {"name": "Howell", "text": FOUR_PAIRS.replace("\n", "\r\n")})
    movement = Movement.objects.get()
    assert (answer.status_code, answer.url) == (302, movement.get_absolute_url())
    assert (movement.name, movement.source) == ("Howell", FOUR_PAIRS)


def test_keep_under_taken_name_asks_again(director):
    MovementFactory(name="Howell")
    page = director.post(KEEP, {"name": "Howell", "text": FOUR_PAIRS})
    assert page.templates[0].name == "movements/preview.html"
    assert page.context["form"].errors == {"name": ["There is already a movement of this name."]}
    assert page.context["form"]["text"].value() == FOUR_PAIRS


def test_keep_without_name_asks_again(director):
    page = director.post(KEEP, {"name": " ", "text": FOUR_PAIRS})
    assert page.context["form"].errors == {"name": ["This field is required."]}
    assert Movement.objects.count() == 0


@pytest.mark.parametrize("text", ["", BROKEN])
def test_keep_of_unreadable_text_begins_again(director, text):
    answer = director.post(KEEP, {"name": "Howell", "text": text})
    assert (answer.status_code, answer.url) == (302, UPLOAD)
    assert Movement.objects.count() == 0


def test_rename_gives_another_name(director):
    movement = MovementFactory(name="Old")
    address = reverse("movements:rename", args=[movement.pk])
    assert director.get(address).context["form"]["name"].value() == "Old"
    assert director.post(address, {"name": "New"}).url == movement.get_absolute_url()
    assert Movement.objects.get().name == "New"


def test_rename_to_taken_name_asks_again(director):
    MovementFactory(name="Taken")
    movement = MovementFactory(name="Old")
    page = director.post(reverse("movements:rename", args=[movement.pk]), {"name": "Taken"})
    assert page.context["form"].errors == {"name": ["There is already a movement of this name."]}
    assert page.context["name"] == "Old"


def test_delete_asks_first(director):
    movement = MovementFactory()
    assert director.get(reverse("movements:delete", args=[movement.pk])).status_code == 200
    assert Movement.objects.count() == 1


def test_delete_deletes(director):
    movement = MovementFactory()
    answer = director.post(reverse("movements:delete", args=[movement.pk]))
    assert answer.url == reverse("movements:list")
    assert Movement.objects.count() == 0


def test_delete_in_use_says_why_not(director):
    movement = MovementFactory(name="Mine")
    use(movement)
    page = director.post(reverse("movements:delete", args=[movement.pk]), follow=True)
    assert "“Mine” is used by a session" in page.content.decode()
    assert Movement.objects.count() == 1


def test_upload_of_ebuscore_is_previewed_and_kept_under_its_title(director):
    text = "Howell, 4 pairs\n0,2,6,2,3,0\n1,2,1,1,3,2,1,4,3\n3,4,1,2,4,2,2,3,3\n"
    page = director.post(UPLOAD, {"file": file(text, "m.txt")})
    assert page.context["form"]["name"].value() == "Howell, 4 pairs"
    assert page.context["value"].contestants == 4
    director.post(KEEP, {"name": "Howell", "text": text})
    stored = Movement.objects.get()
    assert (stored.source, stored.cells.count()) == (text, 6)
    exported = director.get(reverse("movements:download", args=[stored.pk])).content.decode()
    assert exported == FOUR_PAIRS.replace(" 0\n", " 0\n# Howell, 4 pairs\n", 1)


def test_upload_of_broken_ebuscore_shows_the_place(director):
    page = director.post(UPLOAD, {"text": "Howell\n0,2,6,2,1,0\n1,2,1\n3,x,1\n"})
    assert [(c.line, c.column, c.mark) for c in page.context["complaints"]] == [(4, 3, "x")]
