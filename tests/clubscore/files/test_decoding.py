import pytest
from hypothesis import given, strategies as st

from clubscore.files.decoding import (
    ENCODINGS,
    MAX_LINE_LENGTH,
    MAX_LINES,
    Text,
    decode,
    encoding_label,
)
from clubscore.text.problems import Problem, Refused


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"caf\xc3\xa9\n", "utf-8"),
        (b"\xef\xbb\xbfcaf\xc3\xa9\n", "utf-8"),
        ("café\n".encode("utf-16"), "utf-16"),
        (b"\xfe\xff" + "café\n".encode("utf-16-be"), "utf-16"),
    ],
)
def test_decode_knows_unicode_with_and_without_a_mark(data: bytes, encoding: str):
    assert decode(data) == Text("café\n", encoding)


def test_decode_falls_back_to_windows_1252_and_says_so():
    text = decode(b"caf\xe9 \x9610\n")

    assert (text.text, text.encoding) == ("café –10\n", "cp1252")
    assert [str(notice) for notice in text.notices] == [
        "The file is not UTF-8; it was read as Windows-1252."
    ]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_decode_makes_one_kind_of_line_end(end: bytes):
    assert decode(b"1" + end + b"2" + end).text == "1\n2\n"


@pytest.mark.parametrize("data", [b"1\n\x1a", b"1\n\x1a\r\n", b"1\n\x1a\x1a"])
def test_decode_drops_the_end_mark_of_dos(data: bytes):
    assert decode(data).text == "1\n"


@pytest.mark.parametrize(
    ("data", "description"),
    [
        (b"PK\x03\x04rest", "a spreadsheet (.xlsx), a document or a zip archive"),
        (b"%PDF-1.7", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
        (b"\xff\xd8\xff\xe0", "a picture (JPEG)"),
        (b"GIF89a", "a picture (GIF)"),
    ],
)
def test_decode_says_what_a_file_looks_like(data: bytes, description: str):
    with pytest.raises(Refused) as caught:
        decode(data)

    assert str(caught.value) == f"This is not a text file: it looks like {description}."


def test_decode_refuses_nul_bytes_and_names_the_line():
    with pytest.raises(Refused) as caught:
        decode(b"1 2\n3\x004\n")

    (problem,) = caught.value.problems
    assert problem.line == 2
    assert str(problem) == "This is not a text file: it has NUL bytes, the first in line 2."


def test_decode_refuses_nul_characters_in_utf_16():
    with pytest.raises(Refused) as caught:
        decode("1 2\n\n3\0".encode("utf-16"))

    (problem,) = caught.value.problems
    assert problem.line == 3


def test_decode_refuses_damaged_utf_16():
    with pytest.raises(
        Refused, match=r"^The file begins as UTF-16 text, but is damaged\.$"
    ) as caught:
        decode(b"\xff\xfea")

    assert [problem.line for problem in caught.value.problems] == [1]


def test_decode_refuses_damaged_utf_8_with_its_line():
    with pytest.raises(Refused) as caught:
        decode(b"\xef\xbb\xbfa\r\nb\rc\nd\xe9\n")

    (problem,) = caught.value.problems
    assert problem.line == 4
    assert str(problem) == "The file begins as UTF-8 text, but line 4 is damaged."


def test_decode_reports_a_byte_without_meaning():
    text = decode(b"caf\xe9\n\x8d\n")

    assert text.text == "café\n\ufffd\n"
    assert [(notice.line, str(notice)) for notice in text.notices] == [
        (1, "The file is not UTF-8; it was read as Windows-1252."),
        (
            2,
            "Line 2 has a byte without a meaning in Windows-1252, shown as \ufffd: the file may"
            " have another encoding.",
        ),
    ]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_decode_says_what_utf_16_without_a_mark_may_be(encoding: str):
    with pytest.raises(Refused) as caught:
        decode("NAME\tCLUB\n".encode(encoding))

    (problem,) = caught.value.problems
    assert str(problem) == (
        "This may be UTF-16 text without a byte order mark: save it as UTF-8, or choose its"
        " encoding where that can be done."
    )


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_decode_by_a_chosen_encoding(encoding: str):
    assert decode("a\r\nb".encode(encoding), encoding=encoding) == Text("a\nb", encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_decode_by_a_chosen_encoding_leaves_the_mark_out(encoding: str):
    assert decode("\ufeffé".encode(encoding), encoding=encoding).text == "é"


def test_decode_by_a_chosen_encoding_gives_other_letters():
    assert decode(b"\xb3\xf3d\x9f", encoding="cp1250").text == "łódź"


def test_decode_refuses_a_chosen_encoding_that_does_not_fit():
    with pytest.raises(Refused) as caught:
        decode(b"a\nb\nd\xe9 \n", encoding="utf-8")

    (problem,) = caught.value.problems
    assert problem.line == 3
    assert str(problem) == "Line 3 cannot be read as UTF-8. Choose another encoding."


@pytest.mark.parametrize(
    ("encoding", "label"),
    [
        ("utf-8", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("cp1252", "Windows-1252"),
        ("cp1251", "Windows-1251 (Cyrillic)"),
    ],
)
def test_encoding_label(encoding: str, label: str):
    assert str(encoding_label(encoding)) == label


@given(st.text(alphabet=st.characters(exclude_characters="\0\r\x1a\ufeff", codec="utf-8")))
def test_decode_returns_every_utf_8_text(text: str):
    try:
        found = decode(text.encode())
    except Refused as refusal:
        assert "looks like" in str(refusal)
    else:
        assert found == Text(text, "utf-8")


@given(st.binary(), st.sampled_from(["", *ENCODINGS]))
def test_decode_never_fails_otherwise(data: bytes, encoding: str):
    try:
        text = decode(data, encoding=encoding)
    except Refused as refusal:
        assert all(isinstance(problem, Problem) for problem in refusal.problems)
    else:
        assert "\r" not in text.text
        assert "\0" not in text.text


def test_decode_at_the_limits_of_lines_reads_all():
    text = "x" * MAX_LINE_LENGTH + "\n" * MAX_LINES

    assert decode(text.encode()).text == text


def test_decode_over_the_limit_of_lines_is_refused():
    with pytest.raises(Refused) as caught:
        decode(b"\r\n" * (MAX_LINES + 1))

    assert str(caught.value) == "The file has 60,001 lines; the limit is 60,000."
    assert decode(b"\n" * (MAX_LINES + 1), max_lines=MAX_LINES + 1).encoding == "utf-8"


def test_decode_refuses_a_line_that_is_too_long_and_names_it():
    with pytest.raises(Refused) as caught:
        decode(b"a\n" + b"x" * (MAX_LINE_LENGTH + 1) + b"\n")

    (problem,) = caught.value.problems
    assert problem.line == 2
    assert str(problem) == (
        "Line 2 has 20,001 characters; the most that are read are 20,000. Is it a text of lines at"
        " all?"
    )
