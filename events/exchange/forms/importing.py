"""Importing the session of a file: the file as the page carries it, its title and its day."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.intake.forms import IntakeForm
from events.common.forms.fields import DATE_PICKER
from events.exchange.services.opening import MAX_FILE_SIZE
from events.models.imported_file import MAX_FILE_NAME


class ImportForm(IntakeForm):
    """A file that was previewed, with what the director says of its session."""

    carried_field, name_field = "raw", "file_name"
    limit = MAX_FILE_SIZE
    nothing_came = _("Choose a file.")

    raw = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    file_name = forms.CharField(required=False, max_length=MAX_FILE_NAME, widget=forms.HiddenInput)
    title = forms.CharField(label=_("Title"), max_length=120)
    date = forms.DateField(label=_("Date"), widget=DATE_PICKER)
