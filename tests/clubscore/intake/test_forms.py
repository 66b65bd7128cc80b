import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile

from clubscore.intake.carrying import Received, packed
from clubscore.intake.forms import (
    EncodingField,
    IntakeForm,
    ReadingForm,
    SourceFileField,
    SourceTextField,
)
from clubscore.problems import Problem, Refused

LARGE = "The file has 0.3 MiB; the limit is 0.25 MiB."
LARGE_TEXT = "The file is larger than the limit of 0.25 MiB."
NOT_WHOLE = "The file did not come back unchanged. Choose it again."
FILE = "\u00e9n\n".encode("cp1252")


class Numbers(ReadingForm[int]):
    """Counts lines of a text; knows all that an intake form can have."""

    text_field, carried_field, name_field = "pasted", "again", "called"
    limit = 2**18
    unreadable = "This cannot be counted."  # type: ignore[assignment]

    file = SourceFileField()
    pasted = SourceTextField(required=False)
    again = forms.CharField(required=False)
    called = forms.CharField(required=False)
    encoding = EncodingField(found="found")  # type: ignore[arg-type]

    def read_text(self, text: str) -> int:
        if "x" in text:
            raise Refused(Problem("no x", 1))
        return text.count("\n")


class Plain(IntakeForm):
    """The least that an intake form has."""

    file = SourceFileField()
    text = SourceTextField(required=False)


def uploaded(data: bytes = FILE) -> dict[str, SimpleUploadedFile]:
    return {"file": SimpleUploadedFile("lines.txt", data)}


def test_a_file_is_read():
    form = Numbers({"encoding": "cp1252"}, uploaded())
    assert form.is_valid()
    assert form.came == Received(FILE, "lines.txt", "cp1252")
    assert (form.source, form.reading, form.problems) == ("\u00e9n\n", 1, ())


def test_a_pasted_text_has_no_encoding_and_is_taken_before_what_is_carried():
    form = Numbers({"pasted": "a\r\n", "again": packed(FILE), "encoding": "cp1250"}, {})
    assert form.is_valid()
    assert form.came == Received(b"a\n")


def test_a_file_is_taken_before_a_pasted_text():
    form = Numbers({"pasted": "a"}, uploaded())
    assert form.is_valid()
    assert form.came == Received(FILE, "lines.txt")


def test_what_is_carried_is_the_same_as_what_came():
    came = Received(FILE, "lines.txt", "cp1252")
    form = Numbers(Numbers().carried(came), {})
    assert form.is_valid()
    assert form.came == came


@pytest.mark.parametrize(
    "form", [Numbers({}), Numbers({"pasted": " \n"}), Plain({}), Plain({"text": ""})]
)
def test_nothing_at_all_is_no_file(form: IntakeForm):
    assert form.errors.get_json_data() == {
        "__all__": [{"message": "Choose a file or paste its text.", "code": "nothing"}]
    }


@pytest.mark.parametrize(
    ("data", "files", "problem", "source"),
    [
        ({}, uploaded(b""), "The file is empty.", ""),
        ({}, uploaded(b"a" * (2**18 + 1)), LARGE, ""),
        ({"pasted": "a" * (2**18 + 1)}, {}, LARGE_TEXT, ""),
        ({"again": "!"}, {}, NOT_WHOLE, ""),
        ({}, uploaded(b"%PDF"), "This is not a text file: it looks like a PDF document.", ""),
        ({"pasted": "x"}, {}, "no x", "x"),
    ],
    ids=["empty", "large", "large text", "damaged", "no text", "wrong"],
)
def test_what_cannot_be_read_is_refused(data, files, problem, source):
    form = Numbers(data, files)
    assert form.errors.get_json_data() == {
        "__all__": [{"message": "This cannot be counted.", "code": "refused"}]
    }
    assert [str(each) for each in form.problems] == [problem]
    assert (form.reading, form.source) == (None, source)


def test_an_encoding_that_there_is_not_is_an_error_of_its_field():
    form = Numbers({"encoding": "klingon"}, uploaded())
    assert list(form.errors) == ["encoding"]
