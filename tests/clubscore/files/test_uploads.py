from io import BytesIO
from pathlib import Path

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given, strategies as st

from clubscore.files.uploads import (
    TEXT_LIMIT,
    EncodingField,
    IntakeForm,
    ReadingForm,
    Received,
    SourceFileField,
    SourceTextField,
    packed,
    read_pasted,
    read_path,
    read_upload,
    unpacked,
)
from clubscore.text.problems import Problem, Refused


class Stream(BytesIO):
    """An upload of unknown size, such as one that is still arriving."""

    size = None


def test_read_upload_returns_the_bytes():
    assert read_upload(SimpleUploadedFile("a.txt", b"1 2 3\n")) == b"1 2 3\n"


def test_read_upload_gives_the_same_when_a_page_runs_again():
    file = SimpleUploadedFile("evening.txt", b"some bytes")
    assert [read_upload(file), read_upload(file)] == [b"some bytes"] * 2


def test_read_upload_at_the_limit_is_read_whole():
    data = b"x" * TEXT_LIMIT

    assert read_upload(SimpleUploadedFile("a.txt", data)) == data


def test_read_upload_over_the_limit_names_both_sizes():
    with pytest.raises(Refused) as caught:
        read_upload(SimpleUploadedFile("a.txt", b"x" * (2 * TEXT_LIMIT)))

    assert str(caught.value) == "The file has 2.0 MiB; the limit is 1 MiB."


def test_read_upload_of_unknown_size_is_refused_over_the_limit():
    with pytest.raises(Refused) as caught:
        read_upload(Stream(b"x" * (2**19 + 1)), limit=2**19)

    assert str(caught.value) == "The file is larger than the limit of 0.5 MiB."


def test_read_upload_without_a_byte_is_refused():
    with pytest.raises(Refused, match=r"^The file is empty\.$"):
        read_upload(SimpleUploadedFile("a.txt", b""))


def test_read_pasted_is_under_the_same_limit():
    assert read_pasted("é" * 4, limit=8) == "é".encode() * 4
    with pytest.raises(Refused):
        read_pasted("é" * 5, limit=8)


def test_read_path_returns_the_bytes(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes(b"1\n")

    assert read_path(tmp_path / "a.txt") == b"1\n"


def test_read_path_of_a_missing_file_says_why(tmp_path: Path):
    with pytest.raises(Refused) as caught:
        read_path(tmp_path / "none.txt")

    assert str(caught.value) == "The file cannot be read: No such file or directory."


def test_read_path_over_the_limit_is_refused(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes(b"x" * (TEXT_LIMIT + 1))

    with pytest.raises(Refused) as caught:
        read_path(tmp_path / "a.txt")

    assert str(caught.value) == "The file is larger than the limit of 1 MiB."


def test_read_pasted_counts_the_end_of_a_line_once():
    assert read_pasted("a\r\nb\r\n", limit=4) == b"a\nb\n"


NOT_WHOLE = r"^The file did not come back unchanged\. Choose it again\.$"


@given(st.binary(max_size=1000))
def test_what_was_packed_comes_back(data: bytes):
    assert unpacked(packed(data), limit=1000) == data


@pytest.mark.parametrize("text", ["", "!", "é", "AAAA", packed(b"x")[:-8]])
def test_anything_else_is_refused(text: str):
    with pytest.raises(Refused, match=NOT_WHOLE):
        unpacked(text, limit=1000)


def test_no_more_is_unpacked_than_the_limit():
    assert unpacked(packed(bytes(2**20)), limit=2**20) == bytes(2**20)
    with pytest.raises(Refused, match=NOT_WHOLE):
        unpacked(packed(bytes(2**20 + 1)), limit=2**20)


LARGE = "The file has 0.3 MiB; the limit is 0.25 MiB."

LARGE_TEXT = "The file is larger than the limit of 0.25 MiB."

FORMS_NOT_WHOLE = "The file did not come back unchanged. Choose it again."

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
        ({"again": "!"}, {}, FORMS_NOT_WHOLE, ""),
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
