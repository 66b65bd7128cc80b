"""The club's account with BridgeWebs.

The forms of a session's hands: a file of them, and why they are opened or removed.

Importing the session of a file: the file as the page carries it, its title and its day.
"""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.files.uploads import IntakeForm, SourceFileField
from events.common.forms import DATE_PICKER
from events.exchange.figures.opening import MAX_FILE_SIZE
from events.models.imported_file import MAX_FILE_NAME


class AccountForm(forms.Form):
    """The code of an account and its password, which is never shown again."""

    code = forms.CharField(label=_("Code of the club"), max_length=40)
    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_("Stored encrypted, and never shown. Empty: the stored password stays."),
    )


class BridgemateForm(forms.Form):
    """The club's account with the maker of Bridgemates, and where the connector answers."""

    club = forms.CharField(label=_("Number of the club at the maker"), max_length=40)
    address = forms.CharField(
        label=_("Address of the connector"),
        max_length=200,
        help_text=_("Of the Windows computer with the maker’s program: http://192.168.1.50:5079"),
    )
    key = forms.CharField(
        label=_("Licence key"),
        max_length=200,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_("Stored encrypted, and never shown. Empty: the stored key stays."),
    )


class HandsFileForm(IntakeForm):
    """A file of hands: chosen here, or carried along by the page *Open a file*."""

    carried_field, name_field = "raw", "file_name"
    limit = MAX_FILE_SIZE
    nothing_came = _("Choose a file.")

    file = SourceFileField(label=_("File: PBN, DUP, DLM, LIN, USEBIO or BWS"))
    raw = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    file_name = forms.CharField(required=False, max_length=MAX_FILE_NAME, widget=forms.HiddenInput)


class PlaysFileForm(IntakeForm):
    """A file of a session's auctions and card play."""

    limit = MAX_FILE_SIZE
    nothing_came = _("Choose a file.")

    file = SourceFileField(label=_("File: LIN, PBN or USEBIO"))


class ReasonForm(forms.Form):
    """The reason of a change."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ImportForm(IntakeForm):
    """A file that was previewed, with what the director says of its session."""

    carried_field, name_field = "raw", "file_name"
    limit = MAX_FILE_SIZE
    nothing_came = _("Choose a file.")

    raw = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    file_name = forms.CharField(required=False, max_length=MAX_FILE_NAME, widget=forms.HiddenInput)
    title = forms.CharField(label=_("Title"), max_length=120)
    date = forms.DateField(label=_("Date"), widget=DATE_PICKER)
