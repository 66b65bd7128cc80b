"""Importing a BridgeScore file: uploaded or typed, corrected line by line, saved."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.files.uploads import ReadingForm, SourceFileField, SourceTextField
from events.common.forms import DATE_PICKER
from events.sessions.bridgescore.domain import Reading
from events.sessions.bridgescore.figures import read_bridgescore

_LINE_FIELD = re.compile(r"line-(\d{1,6})", re.ASCII)


class BridgeScoreForm(ReadingForm[Reading]):
    """A file, or its text with single lines corrected (``line-7``; an emptied line is dropped)."""

    unreadable = _("This file cannot be scored yet.")

    file = SourceFileField(label=_("BridgeScore file"))
    text = SourceTextField(label=_("Or its text"), required=False, css="font-monospace small")
    any_score = forms.BooleanField(label=_("Accept impossible scores"), required=False)
    neuberg = forms.BooleanField(
        label=_("Neuberg’s formula for boards with fewer results"), required=False
    )

    corrected = ""

    @property
    def source(self) -> str:
        """The text with its corrected lines."""
        return self.corrected

    def read_text(self, text: str) -> Reading:
        self.corrected = self._corrected(text)
        return read_bridgescore(self.corrected, any_score=self.cleaned_data["any_score"])

    def _corrected(self, text: str) -> str:
        lines = text.split("\n")
        for key, value in self.data.items():
            match = _LINE_FIELD.fullmatch(key)
            # Fields of any number can be sent; only lines of this text are replaced.
            if match and 1 <= int(match[1]) <= len(lines):
                lines[int(match[1]) - 1] = str(value)
        return "\n".join(lines)


class SaveForm(BridgeScoreForm):
    """The same text again, with the title and date of the session, which a file does not have."""

    title = forms.CharField(label=_("Title"), max_length=120)
    date = forms.DateField(label=_("Date"), widget=DATE_PICKER)
