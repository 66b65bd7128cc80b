"""Uploaded texts: how much is read, what is refused unread, and how bytes become text.

Used by every importer, on the page and on the command line, so that all say the same. Knows no
file format: a reader gets a ``str`` whose lines end in LF.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from clubscore.problems import Problem, Refused, Sentence, gettext_noop, sentence

TEXT_LIMIT = 2**20
"""The largest text that is read, in bytes."""

_LOOKS_LIKE: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", gettext_noop("a spreadsheet (.xlsx), a document or a zip archive")),
    (b"PK\x05\x06", gettext_noop("an empty zip archive")),
    (b"\xd0\xcf\x11\xe0", gettext_noop("an old spreadsheet or document (.xls, .doc)")),
    (b"%PDF", gettext_noop("a PDF document")),
    (b"\x89PNG", gettext_noop("a picture (PNG)")),
    (b"\xff\xd8\xff", gettext_noop("a picture (JPEG)")),
    (b"GIF8", gettext_noop("a picture (GIF)")),
    (b"\x1f\x8b", gettext_noop("a compressed file (gzip)")),
    (b"7z\xbc\xaf", gettext_noop("a compressed file (7z)")),
    (b"Rar!", gettext_noop("a compressed file (rar)")),
    (b"SQLite format 3", gettext_noop("a database")),
    (b"\x7fELF", gettext_noop("a program")),
    (b"{\\rtf", gettext_noop("a word processor's document (RTF)")),
)


class Readable(Protocol):
    """An uploaded file, as far as it matters here."""

    @property
    def size(self) -> int | None: ...

    def read(self, num_bytes: int = ..., /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Text:
    """A decoded text: its lines end in LF; ``encoding`` as named by Python."""

    text: str
    encoding: str
    notices: tuple[Problem, ...] = ()


def read_upload(file: Readable, *, limit: int = TEXT_LIMIT) -> bytes:
    """The bytes of an uploaded file; refused when there are more than ``limit`` or none."""
    if file.size is not None and file.size > limit:
        raise Refused(_too_large(file.size, limit))
    data = file.read(limit + 1)
    _check_size(data, limit)
    return data


def read_pasted(text: str, *, limit: int = TEXT_LIMIT) -> bytes:
    """The bytes of a text that was pasted into a form, under the same limit."""
    data = text.encode(errors="replace")
    _check_size(data, limit)
    return data


def read_path(path: Path, *, limit: int = TEXT_LIMIT) -> bytes:
    """The bytes of a file named on the command line, under the same limit.

    Raises :class:`Refused` also when the file cannot be opened.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        unreadable = gettext_noop("The file cannot be read: %(reason)s.")
        raise Refused(sentence(unreadable, reason=error.strerror or error)) from error
    _check_size(data, limit)
    return data


def decode(data: bytes) -> Text:
    """Text from bytes: by byte order mark, else UTF-8, else Windows-1252.

    Line ends become LF, and a trailing Ctrl-Z goes. Raises :class:`Refused` for what is no
    text: an office document, a picture, an archive, or anything with NUL bytes.
    """
    _refuse_binary(data)
    text, encoding = _decode(data)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    _refuse_nul(text)
    body = text.rstrip("\n")
    if body.endswith("\x1a"):
        text = body.rstrip("\x1a")
    notices: tuple[Problem, ...] = ()
    if encoding == "cp1252":
        read_as = gettext_noop("The file is not UTF-8; it was read as Windows-1252.")
        notices = (Problem(sentence(read_as), line=1),)
    return Text(text, encoding, notices)


def _check_size(data: bytes, limit: int) -> None:
    if len(data) > limit:
        raise Refused(_too_large(None, limit))
    if not data:
        raise Refused(sentence(gettext_noop("The file is empty.")))


def _too_large(size: int | None, limit: int) -> Sentence:
    mebibytes = f"{limit / 2**20:.3g}"
    if size is None:
        return sentence(
            gettext_noop("The file is larger than %(limit)s MiB, the most that is read."),
            limit=mebibytes,
        )
    return sentence(
        gettext_noop("The file has %(size)s MiB; the most that is read is %(limit)s MiB."),
        size=f"{size / 2**20:.1f}",
        limit=mebibytes,
    )


def _refuse_binary(data: bytes) -> None:
    for magic, description in _LOOKS_LIKE:
        if data.startswith(magic):
            looks = gettext_noop("This is no text file: it looks like %(what)s.")
            raise Refused(sentence(looks, what=Sentence(description)))


def _decode(data: bytes) -> tuple[str, str]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            text, encoding = data.decode("utf-16"), "utf-16"
        except UnicodeDecodeError as error:
            broken = gettext_noop("The file begins as UTF-16 text, but is damaged.")
            raise Refused(sentence(broken)) from error
    else:
        try:
            text, encoding = data.decode("utf-8-sig"), "utf-8"
        except UnicodeDecodeError:
            # Five bytes have no meaning in Windows-1252; they become U+FFFD and the format's
            # reader complains of them at their place.
            text, encoding = data.decode("cp1252", errors="replace"), "cp1252"
    return text, encoding


def _refuse_nul(text: str) -> None:
    before, nul, _ = text.partition("\0")
    if nul:
        line = before.count("\n") + 1
        message = gettext_noop(
            "This is no text file: it has NUL bytes, the first in line %(line)s."
        )
        raise Refused(Problem(sentence(message, line=line), line=line))
