"""A BridgeScore file on its way in: uploaded or typed, mended line by line, kept."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.problems import Problem, Refused
from clubscore.uploads import decode, read_pasted, read_upload
from events.common.forms.fields import DATE_PICKER
from events.sessions.formats import bridgescore

_MEND = re.compile(r"line-(\d{1,6})", re.ASCII)


class BridgeScoreForm(forms.Form):
    """A file, or its text with single lines mended (``line-7``; an emptied line goes).

    Afterwards ``source`` is the text, ``reading`` what it says, and ``problems`` what is wrong.
    """

    file = forms.FileField(label=_("BridgeScore file"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 12,
                "spellcheck": "false",
                "wrap": "off",
                "class": "font-monospace small",
            }
        ),
    )
    any_score = forms.BooleanField(label=_("Accept impossible scores"), required=False)
    neuberg = forms.BooleanField(
        label=_("Neuberg’s formula for boards with fewer results"), required=False
    )

    reading: bridgescore.Reading | None = None
    problems: tuple[Problem, ...] = ()
    source = ""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        file = cleaned.get("file")
        text = cleaned.get("text", "")
        if not file and not text.strip():
            raise forms.ValidationError(_("Choose a file or paste its text."), code="nothing")
        try:
            data = read_upload(file) if file else read_pasted(text)
            self.source = self._mended(decode(data).text)
            self.reading = bridgescore.read(self.source, any_score=cleaned["any_score"])
        except Refused as refusal:
            self.problems = refusal.problems
            raise forms.ValidationError(
                _("This file cannot be scored yet."), code="refused"
            ) from refusal
        return cleaned

    def _mended(self, text: str) -> str:
        lines = text.split("\n")
        for key, value in self.data.items():
            found = _MEND.fullmatch(key)
            if found and 1 <= int(found[1]) <= len(lines):
                lines[int(found[1]) - 1] = str(value)
        return "\n".join(lines)


class KeepForm(BridgeScoreForm):
    """The same text again, with what it does not say of its session."""

    title = forms.CharField(label=_("Title"), max_length=120)
    date = forms.DateField(label=_("Date"), widget=DATE_PICKER)
