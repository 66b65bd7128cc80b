"""A tournament file on its way in: chosen or pasted, looked at, perhaps read again, stored."""

import binascii
from base64 import b64decode, b64encode
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.problems import Problem, Refused
from clubscore.uploads import ENCODINGS, Text, decode, read_pasted, read_upload
from events.common.forms.fields import DATE_PICKER
from events.tournaments.formats.krause.header import MAX_TEXT_LENGTH
from events.tournaments.formats.krause.reader import Profile, Reading, read
from events.tournaments.forms.kind import KindField

MAX_SIZE = 2 * 2**20
"""The largest file that is read in the browser; it travels through the preview and back."""

_NUMBERS = frozenset(map(str, range(1, 10_000)))

PROFILES = [
    (Profile.LENIENT.value, _("Read what can be read, and report corrections")),
    (Profile.STRICT.value, _("As strictly as the 2006 format")),
]


class FileForm(forms.Form):
    """A file, its text, or the same bytes once more, and how to read them.

    Afterwards ``text`` is what was decoded, ``reading`` what it says, ``problems`` why it was
    refused, and ``bytes_`` what was read.
    """

    file = forms.FileField(label=_("Tournament file"), required=False, allow_empty_file=True)
    pasted = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 12, "wrap": "off", "spellcheck": "false", "class": "font-monospace"}
        ),
    )
    profile = forms.ChoiceField(label=_("How strictly"), choices=PROFILES)
    encoding = forms.ChoiceField(
        label=_("Character set"),
        required=False,
        choices=[
            ("", _("Detect automatically")),
            *((code, _(label)) for code, label in ENCODINGS.items()),
        ],
    )
    raw = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    file_name = forms.CharField(required=False, widget=forms.HiddenInput)

    text: Text | None = None
    reading: Reading | None = None
    problems: tuple[Problem, ...] = ()
    bytes_: bytes = b""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        try:
            self.bytes_ = self._bytes(cleaned)
            self.text = decode(self.bytes_, encoding=self._encoding())
            self.reading = read(
                self.text.text,
                profile=Profile(cleaned.get("profile", Profile.LENIENT)),
                file_name=cleaned.get("file_name", ""),
            )
        except Refused as refusal:
            self.problems = refusal.problems
            raise forms.ValidationError(
                _("This tournament cannot be read."), code="refused"
            ) from refusal
        return cleaned

    def _bytes(self, cleaned: dict[str, Any]) -> bytes:
        file = cleaned.get("file")
        if file:
            cleaned["file_name"] = str(file.name)
            return read_upload(file, limit=MAX_SIZE)
        if cleaned.get("pasted", "").strip():
            return read_pasted(cleaned["pasted"], limit=MAX_SIZE)
        try:
            data = b64decode(cleaned.get("raw", ""), validate=True)
        except binascii.Error:
            data = b""
        if not data:
            raise forms.ValidationError(_("Choose a file or paste its text."), code="nothing")
        return data

    def _encoding(self) -> str:
        """What was chosen, for bytes; a text that was pasted has none."""
        pasted = self.cleaned_data.get("pasted") and not self.cleaned_data.get("file")
        encoding: str = "" if pasted else self.cleaned_data.get("encoding", "")
        return encoding

    @property
    def source(self) -> str:
        """The text as it was decoded, with line feeds."""
        return self.text.text if self.text else ""

    @property
    def carried(self) -> dict[str, str]:
        """What the next form needs to read the same again."""
        return {
            "raw": b64encode(self.bytes_).decode(),
            "file_name": self.cleaned_data.get("file_name", ""),
            "profile": self.cleaned_data.get("profile", ""),
            "encoding": self._encoding(),
        }


class NumbersField(forms.TypedMultipleChoiceField):
    """Some of the numbers from 1 to 9999, which are not written out as so many choices."""

    def valid_value(self, value: str) -> bool:
        return value in _NUMBERS


class KeepForm(FileForm):
    """A file that was looked at, with what the director adds to it."""

    name = forms.CharField(label=_("Name"), max_length=MAX_TEXT_LENGTH)
    start = forms.DateField(label=_("Start"), widget=DATE_PICKER)
    kind = KindField(
        label=_("Kind of tournament"),
        required=False,
        help_text=_("An unfinished round robin looks like a Swiss; say which it is."),
    )
    accept = forms.BooleanField(label=_("Store it with these corrections"))
    add_new = forms.BooleanField(
        label=_("Add new players to the register"), required=False, initial=True
    )
    stranger = NumbersField(required=False, coerce=int)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in ("file", "pasted"):
            del self.fields[field]

    def ask_for(self, reading: Reading) -> None:
        """Ask only for what this file leaves open."""
        self.fields["kind"].keep(reading.tournament.kind)  # type: ignore[attr-defined]
        if reading.tournament.start:
            del self.fields["start"]
        if not reading.adjustments:
            del self.fields["accept"]

    def full_clean(self) -> None:
        """What is asked for depends on the file, which is read first."""
        if self.is_bound:
            file = FileForm(self.data)
            if file.is_valid() and file.reading:
                self.ask_for(file.reading)
        super().full_clean()
