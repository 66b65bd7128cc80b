"""A federation's list to be loaded."""

import re
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.body_limit import MAX_BODY
from players.models.lookup import MAX_LIST_NAME

MAX_FILE: Final = MAX_BODY - 2**16
"""Bytes; the rest of what a page may send is for the form around the file."""
_CODE: Final = re.compile(r"[A-Za-z]{2,3}")


class LookupForm(forms.Form):
    """The file, the name of the list, and the federations whose players are wanted."""

    file = forms.FileField(
        label=gettext_lazy("File of the list"),
        max_length=255,
        help_text=gettext_lazy("A text, XML or CSV file, or a zip archive of one; 8 MiB at most."),
        error_messages={
            "required": gettext_lazy("Choose the file of the list."),
            "empty": gettext_lazy("The file is empty."),
        },
    )
    name = forms.CharField(
        label=gettext_lazy("Name of the list"),
        max_length=MAX_LIST_NAME,
        help_text=gettext_lazy("A list of this name is replaced once the new one is complete."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "list-names"}),
    )
    federations = forms.CharField(
        label=gettext_lazy("Only these federations"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Such as NED BEL; empty for all."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MAX_FILE:
            raise ValidationError(
                _(
                    "The file is larger than a page can send. Pack it as a zip archive, or load it "
                    "on the server: manage.py load_lookup."
                )
            )
        return file

    def clean_federations(self) -> tuple[str, ...]:
        codes = tuple(re.split(r"[\s,;]+", self.cleaned_data["federations"].strip()))
        for code in filter(None, codes):
            if not _CODE.fullmatch(code):
                wrong = _("“%(code)s” is not the code of a federation: two or three letters.")
                raise ValidationError(wrong % {"code": code})
        return tuple(filter(None, codes))
