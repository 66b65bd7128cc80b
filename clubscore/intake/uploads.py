"""Files and pasted texts as bytes: how much of them is read."""

from pathlib import Path
from typing import Protocol

from clubscore.problems import Refused, Sentence, gettext_noop, sentence

TEXT_LIMIT = 2**20
"""The largest text that is read, in bytes."""


class Readable(Protocol):
    """An uploaded file, as far as it matters here."""

    @property
    def size(self) -> int | None: ...

    def read(self, num_bytes: int = ..., /) -> bytes: ...

    def seek(self, offset: int, /) -> object: ...


def read_upload(file: Readable, *, limit: int = TEXT_LIMIT) -> bytes:
    """The bytes of an uploaded file; refused when there are more than ``limit`` or none."""
    if file.size is not None and file.size > limit:
        raise Refused(_too_large(file.size, limit))
    # After a deadlock the page runs again, and the file was read before.
    file.seek(0)
    data = file.read(limit + 1)
    _check_size(data, limit)
    return data


def read_pasted(text: str, *, limit: int = TEXT_LIMIT) -> bytes:
    """The bytes of a text that was pasted into a form, under the same limit.

    A form ends every line in CRLF. Each counts as one byte, so that a file which was read can be
    fixed in the form.
    """
    data = text.replace("\r\n", "\n").encode(errors="replace")
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


def _check_size(data: bytes, limit: int) -> None:
    if len(data) > limit:
        raise Refused(_too_large(None, limit))
    if not data:
        raise Refused(sentence(gettext_noop("The file is empty.")))


def _too_large(size: int | None, limit: int) -> Sentence:
    mebibytes = f"{limit / 2**20:.3g}"
    if size is None:
        return sentence(
            gettext_noop("The file is larger than the limit of %(limit)s MiB."),
            limit=mebibytes,
        )
    return sentence(
        gettext_noop("The file has %(size)s MiB; the limit is %(limit)s MiB."),
        size=f"{size / 2**20:.1f}",
        limit=mebibytes,
    )
