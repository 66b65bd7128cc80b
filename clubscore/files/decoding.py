"""Decoding bytes to text, and refusing what is no text.

Knows no file format: a reader gets a ``str`` whose lines end in LF. The *encoding* of a text is
found from its bytes, or chosen by the director from :data:`ENCODINGS`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence

MAX_LINES = 60_000
"""The lines of a text, the empty ones among them."""

MAX_LINE_LENGTH = 20_000
"""The longest line of a text, in characters."""

ENCODINGS: dict[str, str] = {
    "utf-8": "UTF-8",
    "utf-16-le": gettext_noop("UTF-16, little-endian"),
    "utf-16-be": gettext_noop("UTF-16, big-endian"),
    "cp1252": gettext_noop("Windows-1252 (Western Europe)"),
    "cp1250": gettext_noop("Windows-1250 (Central Europe)"),
    "cp1251": gettext_noop("Windows-1251 (Cyrillic)"),
    "cp1253": gettext_noop("Windows-1253 (Greek)"),
    "cp1254": gettext_noop("Windows-1254 (Turkish)"),
    "cp1257": gettext_noop("Windows-1257 (Baltic)"),
    "iso8859-2": gettext_noop("ISO 8859-2 (Central Europe)"),
    "iso8859-15": gettext_noop("ISO 8859-15 (Western Europe)"),
    "mac-roman": gettext_noop("Mac Roman (Western Europe)"),
    "cp850": gettext_noop("DOS 850 (Western Europe)"),
    "gb18030": gettext_noop("GB 18030 (Chinese)"),
    "big5": gettext_noop("Big5 (Chinese)"),
    "cp932": gettext_noop("Shift JIS (Japanese)"),
    "cp949": gettext_noop("EUC-KR (Korean)"),
}
"""The encodings that may be chosen, by Python's name, with what a director reads."""

_FOUND = {"utf-16": "UTF-16", "cp1252": "Windows-1252"}
_MARKS = {"utf-8": b"\xef\xbb\xbf", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
_LINE_END = re.compile(r"\r\n|\r|\n")

_LOOKS_LIKE: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", gettext_noop("a spreadsheet (.xlsx), a document or a zip archive")),
    (b"PK\x05\x06", gettext_noop("an empty zip archive")),
    (b"%PDF", gettext_noop("a PDF document")),
    (b"\x89PNG", gettext_noop("a picture (PNG)")),
    (b"\xff\xd8\xff", gettext_noop("a picture (JPEG)")),
    (b"GIF8", gettext_noop("a picture (GIF)")),
    (b"\x1f\x8b", gettext_noop("a compressed file (gzip)")),
    (b"7z\xbc\xaf", gettext_noop("a compressed file (7z)")),
    (b"Rar!", gettext_noop("a compressed file (rar)")),
    (b"SQLite format 3", gettext_noop("a database")),
    (b"\x7fELF", gettext_noop("a program")),
    (b"{\\rtf", gettext_noop("a word processor’s document (RTF)")),
)


@dataclass(frozen=True, slots=True)
class Text:
    """A decoded text: its lines end in LF; ``encoding`` as named by Python."""

    text: str
    encoding: str
    notices: tuple[Problem, ...] = ()


def decode(data: bytes, *, encoding: str = "", max_lines: int = MAX_LINES) -> Text:
    """Text from bytes: by byte order mark, else UTF-8, else Windows-1252; or in ``encoding``, one
    of :data:`ENCODINGS`.

    Line ends become LF, and a trailing Ctrl-Z is removed. Raises :class:`Refused` for what is no
    text: an office document, a picture, an archive, or anything with NUL bytes; for bytes that
    have no meaning in the encoding that was chosen or marked; and for more than ``max_lines``,
    or a line longer than :data:`MAX_LINE_LENGTH`.
    """
    _refuse_binary(data)
    text, found = (_decode_as(data, encoding), encoding) if encoding else _decode(data)
    text = _LINE_END.sub("\n", text)
    _refuse_nul(text, data)
    _refuse_shape(text, max_lines)
    # Programs of DOS ended their files with Ctrl-Z.
    body = text.rstrip("\n")
    if body.endswith("\x1a"):
        text = body.rstrip("\x1a")
    # U+FFFD is a byte without meaning where it cannot have been in the file itself.
    guessed = found == "cp1252" and not encoding
    return Text(text, found, tuple(_notices_of_guess(text)) if guessed else ())


def encoding_label(encoding: str) -> Sentence:
    """What a director reads for an encoding of :class:`Text`."""
    return Sentence(_FOUND.get(encoding) or ENCODINGS.get(encoding, encoding))


_OFFICE: tuple[tuple[re.Pattern[bytes], str], ...] = (
    (
        re.compile(rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis\.opendocument", re.DOTALL),
        gettext_noop(
            "This is a spreadsheet or document of LibreOffice or OpenOffice (.ods, .odt). Open it"
            " there, save it as .xlsx, and choose that file."
        ),
    ),
    (
        re.compile(rb"\xd0\xcf\x11\xe0"),
        gettext_noop(
            "This is an old spreadsheet or document (.xls, .doc). Open it in the program that made"
            " it, save it as .xlsx, and choose that file."
        ),
    ),
)


def refuse_old_office(data: bytes) -> None:
    """Raise :class:`Refused` for the spreadsheets and documents of office programs that are not
    read, with what to do."""
    for magic, wrong in _OFFICE:
        if magic.match(data):
            raise Refused(sentence(wrong))


def _refuse_binary(data: bytes) -> None:
    refuse_old_office(data)
    for magic, description in _LOOKS_LIKE:
        if data.startswith(magic):
            raise Refused.because(
                "This is not a text file: it looks like %(what)s.", what=Sentence(description)
            )


def _decode(data: bytes) -> tuple[str, str]:
    if data.startswith((_MARKS["utf-16-le"], _MARKS["utf-16-be"])):
        try:
            return data.decode("utf-16"), "utf-16"
        except UnicodeDecodeError as error:
            raise Refused(
                Problem(
                    sentence("The file begins as UTF-16 text, but is damaged."),
                    line=_line_of(error, "utf-16"),
                )
            ) from error
    try:
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError as error:
        if data.startswith(_MARKS["utf-8"]):
            line = _line_of(error, "utf-8")
            raise Refused(
                Problem(
                    sentence(
                        "The file begins as UTF-8 text, but line %(line)s is damaged.", line=line
                    ),
                    line=line,
                )
            ) from error
    # Five bytes have no meaning in Windows-1252; they become U+FFFD, the notices report them, and
    # the format's reader refuses them where they are not allowed.
    return data.decode("cp1252", errors="replace"), "cp1252"


def _decode_as(data: bytes, encoding: str) -> str:
    """The text in an encoding that was chosen."""
    # Strictly: whoever chooses an encoding wants to know whether it fits.
    try:
        return data.removeprefix(_MARKS.get(encoding, b"")).decode(encoding)
    except UnicodeDecodeError as error:
        line = _line_of(error, encoding)
        message = sentence(
            "Line %(line)s cannot be read as %(encoding)s. Choose another encoding.",
            line=line,
            encoding=encoding_label(encoding),
        )
        raise Refused(Problem(message, line=line)) from error


def _line_of(error: UnicodeDecodeError, encoding: str) -> int:
    before = error.object[: error.start].decode(encoding, errors="ignore")
    return len(_LINE_END.findall(before)) + 1


def _notices_of_guess(text: str) -> Iterator[Problem]:
    yield Problem(sentence("The file is not UTF-8; it was read as Windows-1252."), line=1)
    before, meaningless, _ = text.partition("\ufffd")
    if meaningless:
        line = before.count("\n") + 1
        yield Problem(
            sentence(
                "Line %(line)s has a byte without a meaning in Windows-1252, shown as \ufffd: the "
                "file"
                " may have another encoding.",
                line=line,
            ),
            line=line,
        )


def _refuse_shape(text: str, max_lines: int) -> None:
    count = text.count("\n")
    if count > max_lines:
        raise Refused.because(
            "The file has %(count)s lines; the limit is %(most)s.",
            count=f"{count:,}",
            most=f"{max_lines:,}",
        )
    for line, each in enumerate(text.split("\n"), start=1):
        if len(each) > MAX_LINE_LENGTH:
            values = {"count": f"{len(each):,}", "most": f"{MAX_LINE_LENGTH:,}"}
            raise Refused(
                Problem(
                    sentence(
                        "Line %(line)s has %(count)s characters; the most that are read are "
                        "%(most)s. Is it"
                        " a text of lines at all?",
                        line=line,
                        **values,
                    ),
                    line=line,
                )
            )


def _refuse_nul(text: str, data: bytes) -> None:
    before, nul, _ = text.partition("\0")
    if not nul:
        return
    line = before.count("\n") + 1
    # Of Latin letters, every second byte of UTF-16 is NUL.
    start = data[:200]
    if any(2 * start[first::2].count(0) > len(start[first::2]) for first in (0, 1)):
        raise Refused(
            Problem(
                sentence(
                    "This may be UTF-16 text without a byte order mark: save it as UTF-8, or "
                    "choose its"
                    " encoding where that can be done."
                ),
                line=line,
            )
        )
    raise Refused(
        Problem(
            sentence(
                "This is not a text file: it has NUL bytes, the first in line %(line)s.", line=line
            ),
            line=line,
        )
    )
