"""The forms of a session's hands: a file of them, and why they are opened or removed."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.intake.forms import IntakeForm, SourceFileField
from events.exchange.services.opening import MAX_FILE_SIZE
from events.models.imported_file import MAX_FILE_NAME


class HandsFileForm(IntakeForm):
    """A file of hands: chosen here, or carried along by the page *Open a file*."""

    carried_field, name_field = "raw", "file_name"
    limit = MAX_FILE_SIZE
    nothing_came = _("Choose a file.")

    file = SourceFileField(label=_("File: PBN, DUP, DLM, LIN, USEBIO or BWS"))
    raw = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    file_name = forms.CharField(required=False, max_length=MAX_FILE_NAME, widget=forms.HiddenInput)


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
