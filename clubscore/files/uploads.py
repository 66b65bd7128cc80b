"""Files and pasted texts as bytes: how much of them is read.

The bytes of a file between its preview and storing: the page carries them.

So a preview stores nothing.

The form of every importer: a file, its text, or the bytes that were previewed before.

An importer reads what was sent and shows it, or what is wrong with it; nothing is stored by that.
What is stored afterwards is sent in the same form, and is read again.
"""

import base64
import binascii
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubscore.files.decoding import ENCODINGS, Text, decode
from clubscore.text.problems import Problem, Refused, Sentence, sentence

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
        raise Refused.because(
            "The file cannot be read: %(reason)s.", reason=error.strerror or error
        ) from error
    _check_size(data, limit)
    return data


def _check_size(data: bytes, limit: int) -> None:
    if len(data) > limit:
        raise Refused(_too_large(None, limit))
    if not data:
        raise Refused.because("The file is empty.")


def _too_large(size: int | None, limit: int) -> Sentence:
    mebibytes = f"{limit / 2**20:.3g}"
    if size is None:
        return sentence("The file is larger than the limit of %(limit)s MiB.", limit=mebibytes)
    return sentence(
        "The file has %(size)s MiB; the limit is %(limit)s MiB.",
        size=f"{size / 2**20:.1f}",
        limit=mebibytes,
    )


@dataclass(frozen=True, slots=True)
class Received:
    """What was sent: the bytes, the name of the file, and the encoding that a director chose.

    The last two are empty where there is none.
    """

    data: bytes
    name: str = ""
    encoding: str = ""


def packed(data: bytes) -> str:
    """The bytes as a page carries them."""
    return base64.b64encode(zlib.compress(data, level=1)).decode()


def unpacked(text: str, *, limit: int) -> bytes:
    """The bytes that were :func:`packed`, ``limit`` of them at most.

    Raises :class:`Refused` for anything else that comes from a page.
    """
    try:
        packer = zlib.decompressobj()
        data = packer.decompress(base64.b64decode(text, validate=True), limit)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise _not_whole() from error
    # There is more than the limit, or the end is missing.
    if not packer.eof:
        raise _not_whole()
    return data


def _not_whole() -> Refused:
    return Refused.because("The file did not come back unchanged. Choose it again.")


R = TypeVar("R")


class SourceFileField(forms.FileField):
    """A file to be read; an empty one is reported by its reader."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, allow_empty_file=True, **options)


class SourceTextField(forms.CharField):
    """The text of a file, with all its spaces."""

    def __init__(self, *, rows: int = 12, css: str = "font-monospace", **options: Any) -> None:
        shape = {"rows": rows, "wrap": "off", "spellcheck": "false", "class": css}
        super().__init__(strip=False, widget=forms.Textarea(attrs=shape), **options)


class EncodingField(forms.ChoiceField):
    """How bytes are decoded; empty to detect it."""

    def __init__(self, *, found: Promise, **options: Any) -> None:
        named = [(code, _(label)) for code, label in ENCODINGS.items()]
        super().__init__(required=False, choices=[("", found), *named], **options)


class IntakeForm(forms.Form):
    """A form with a ``file`` and its text, and perhaps the bytes and the name that are carried.

    A subclass declares the fields, and gives the names of those that it calls otherwise.
    """

    text_field: ClassVar[str] = "text"
    carried_field: ClassVar[str] = ""
    name_field: ClassVar[str] = ""
    limit: ClassVar[int] = TEXT_LIMIT
    """The largest file that is read, in bytes."""
    encoding_of_pasted: ClassVar[str] = ""
    nothing_came = _("Choose a file or paste its text.")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        fields = (self.text_field, self.carried_field)
        came = cleaned.get("file") or any(cleaned.get(field, "").strip() for field in fields)
        # A file that was refused has an error of its own.
        if not came and not self.errors:
            raise forms.ValidationError(self.nothing_came, code="nothing")
        return cleaned

    def received(self) -> Received:
        """What was sent: the file, else the text, else the carried bytes.

        Raises :class:`Refused` for what is too large, empty or damaged on its way, and
        ``ValidationError`` when nothing was sent.
        """
        cleaned = self.cleaned_data
        file, text = cleaned.get("file"), cleaned.get(self.text_field, "")
        name, encoding = cleaned.get(self.name_field, ""), cleaned.get("encoding", "")
        # A file or text that is given now replaces the one that is carried along.
        if file:
            return Received(read_upload(file, limit=self.limit), str(file.name), encoding)
        if text.strip():
            data = read_pasted(text, limit=self.limit)
            return Received(data, name, self.encoding_of_pasted)
        if cleaned.get(self.carried_field):
            data = unpacked(cleaned[self.carried_field], limit=self.limit)
            return Received(data, name, encoding)
        raise forms.ValidationError(self.nothing_came, code="nothing")

    def carried(self, came: Received) -> dict[str, str]:
        """The initial values of a form that carries what was sent."""
        return {
            self.carried_field: packed(came.data),
            self.name_field: came.name,
            "encoding": came.encoding,
        }


class ReadingForm(IntakeForm, Generic[R]):
    """An intake form that reads what was sent, by :meth:`read_text`.

    Afterwards ``came`` has the bytes, ``decoded`` the text, ``reading`` what was read from it, and
    ``problems`` why it was refused.
    """

    unreadable: ClassVar[Promise]

    came: Received | None = None
    decoded: Text | None = None
    reading: R | None = None
    problems: tuple[Problem, ...] = ()

    def read_text(self, text: str) -> R:
        """The value of a text. Raises :class:`Refused`."""
        raise NotImplementedError

    @property
    def source(self) -> str:
        """The text as it was decoded, empty when it was not."""
        return self.decoded.text if self.decoded else ""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        try:
            self.came = self.received()
            self.decoded = decode(self.came.data, encoding=self.came.encoding)
            self.reading = self.read_text(self.decoded.text)
        except Refused as refusal:
            self.problems = refusal.problems
            raise forms.ValidationError(str(self.unreadable), code="refused") from refusal
        return cleaned
