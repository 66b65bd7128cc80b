"""Importing a file of players: uploaded or pasted, previewed, imported."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.intake.forms import EncodingField, IntakeForm, SourceFileField, SourceTextField
from players.services.register_files import MAX_FILE_SIZE, Source

LENIENT, STRICT = "lenient", "strict"


class SourceForm(IntakeForm):
    """A file, or its text, or what was previewed before."""

    carried_field, name_field = "kept", "name"
    limit = MAX_FILE_SIZE
    encoding_of_pasted = "utf-8"
    nothing_came = _("Choose a file or paste its lines.")

    file = SourceFileField(
        label=_("File of players"),
        max_length=255,
        help_text=_("Tab-delimited text, CSV, or a spreadsheet (.xlsx)."),
    )
    text = SourceTextField(
        label=_("Or its lines"),
        required=False,
        rows=10,
        css="font-monospace small",
        help_text=_("Lines copied from a spreadsheet can be pasted here."),
    )
    profile = forms.ChoiceField(
        label=_("How the file is read"),
        required=False,
        choices=[
            (LENIENT, _("as any list of members")),
            (STRICT, _("exactly as GoDraw, a register file to the letter")),
        ],
        initial=LENIENT,
        widget=forms.RadioSelect,
    )
    kept = forms.CharField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(required=False, max_length=255, widget=forms.HiddenInput)
    encoding = EncodingField(label=_("Read it as"), found=_("detected automatically"))

    source: Source | None = None

    def received(self) -> Source:
        """What was sent, also as ``source`` from then on."""
        came = super().received()
        self.source = Source(came.data, came.name, came.encoding)
        return self.source
