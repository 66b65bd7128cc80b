from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubscore.intake.uploads import TEXT_LIMIT, read_pasted, read_path, read_upload
from clubscore.problems import Refused


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
