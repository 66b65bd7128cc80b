"""A file of players on its way in: uploaded or pasted, looked at, imported.

Between looking and importing the file goes along in the page, so that nothing is stored by
looking at it.
"""

import base64
import binascii
import zlib
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.uploads import ENCODINGS, read_pasted, read_upload
from players.services.register_files import MAX_FILE_SIZE, Source


class SourceForm(forms.Form):
    """A file, or its text, or what was looked at before."""

    file = forms.FileField(
        label=_("File of players"),
        required=False,
        allow_empty_file=True,
        max_length=255,
        help_text=_("Tab-delimited text, CSV, or a spreadsheet (.xlsx)."),
    )
    text = forms.CharField(
        label=_("Or its lines"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 10,
                "spellcheck": "false",
                "wrap": "off",
                "class": "font-monospace small",
            }
        ),
        help_text=_("Lines copied from a spreadsheet can be pasted here, with their header."),
    )
    kept = forms.CharField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(required=False, max_length=255, widget=forms.HiddenInput)
    encoding = forms.ChoiceField(
        label=_("Read it as"),
        required=False,
        choices=[("", _("detected automatically")), *ENCODINGS.items()],
    )

    source: Source | None = None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        came = cleaned.get("file") or cleaned.get("text", "").strip() or cleaned.get("kept")
        if not came and not self.errors:
            raise forms.ValidationError(_("Choose a file or paste its lines."), code="nothing")
        return cleaned

    def received(self) -> Source:
        """What came with a valid form, also as ``source`` from then on. Raises :class:`Refused`
        for what is too large, or empty, or did not come back whole."""
        file, text = self.cleaned_data["file"], self.cleaned_data["text"]
        name, encoding = self.cleaned_data["name"], self.cleaned_data["encoding"]
        if file:
            self.source = Source(read_upload(file, limit=MAX_FILE_SIZE), file.name, encoding)
        elif text.strip():
            self.source = Source(read_pasted(text, limit=MAX_FILE_SIZE), name, "utf-8")
        else:
            self.source = Source(_unpacked(self.cleaned_data["kept"]), name, encoding)
        return self.source


def packed(data: bytes) -> str:
    """The bytes as they go along in a page."""
    return base64.b64encode(zlib.compress(data, level=1)).decode()


def _unpacked(text: str) -> bytes:
    try:
        packer = zlib.decompressobj()
        data = packer.decompress(base64.b64decode(text, validate=True), MAX_FILE_SIZE)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise _not_whole() from error
    if not packer.eof:
        raise _not_whole()
    return data


def _not_whole() -> Refused:
    changed = gettext_noop("The file did not come back unchanged. Choose it again.")
    return Refused(sentence(changed))
