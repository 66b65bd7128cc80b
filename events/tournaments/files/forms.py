"""Importing a tournament file: chosen or pasted, previewed, perhaps read again, stored."""

from hashlib import sha256
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from clubscore.files.uploads import EncodingField, ReadingForm, SourceFileField, SourceTextField
from clubscore.web.caching import kept
from events.common.forms import DATE_PICKER
from events.tournaments.core.forms import KindField
from events.tournaments.core.selectors.tournaments import MAX_NAME
from events.tournaments.files.domain import Profile, Reading
from events.tournaments.files.figures import judged, read_file, with_defaults, with_judgement

MAX_SIZE = 2 * 2**20
"""The largest file that is read in the browser; it travels through the preview and back."""

_NUMBERS = frozenset(map(str, range(1, 10_000)))

PROFILES = [
    (Profile.LENIENT.value, _("Read what can be read, and report corrections")),
    (Profile.STRICT.value, _("As strictly as the 2006 format")),
]


UPDATE, COPY = "update", "copy"
"""What to do with a file of a tournament that is stored already."""


class FileForm(ReadingForm[Reading]):
    """A file, its text, or the same bytes again, and how to read them."""

    text_field, carried_field, name_field = "pasted", "raw", "file_name"
    limit = MAX_SIZE
    unreadable = _("This tournament cannot be read.")

    file = SourceFileField(label=_("Tournament file"))
    pasted = SourceTextField(label=_("Or its text"), required=False)
    profile = forms.ChoiceField(label=_("How strictly"), choices=PROFILES)
    encoding = EncodingField(label=_("Character set"), found=_("Detect automatically"))
    raw = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    file_name = forms.CharField(required=False, widget=forms.HiddenInput)

    def read_text(self, text: str) -> Reading:
        profile = Profile(self.cleaned_data.get("profile", Profile.LENIENT))
        reading = read_file(text, profile=profile, file_name=self.came.name if self.came else "")
        # The preview, and the form that stores what was previewed, read the same text again.
        differences = kept(
            ("judged file", sha256(text.encode()).hexdigest()),
            state=lambda: "",
            make=lambda: judged(reading.tournament),
        )
        return with_judgement(with_defaults(reading, text), differences)

    @property
    def again(self) -> dict[str, str]:
        """What the next form needs to read the same again; empty without any bytes."""
        if self.came is None:
            return {}
        return self.carried(self.came) | {"profile": self.cleaned_data.get("profile", "")}


class NumbersField(forms.TypedMultipleChoiceField):
    """Some of the numbers from 1 to 9999, without listing each as a choice."""

    def valid_value(self, value: str) -> bool:
        return value in _NUMBERS


class KeepForm(FileForm):
    """A file that was previewed, with what the director adds to it."""

    name = forms.CharField(label=_("Name"), max_length=MAX_NAME)
    start = forms.DateField(label=_("Start"), widget=DATE_PICKER, required=False)
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
    twin = forms.SlugField(required=False, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    way = forms.ChoiceField(required=False, choices=[(COPY, ""), (UPDATE, "")])
    is_of_go = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in ("file", "pasted"):
            del self.fields[field]

    def ask_for(self, reading: Reading) -> None:
        """Ask only for what this file leaves open."""
        self.fields["kind"].offer(reading.tournament.kind)  # type: ignore[attr-defined]
        self.is_of_go = reading.tournament.go is not None
        if reading.tournament.start:
            del self.fields["start"]
        else:
            self.fields["start"].help_text = (
                _("Empty: no date yet.") if self.is_of_go else _("A new tournament needs one.")
            )
        # A start that is missing is agreed to by entering it; files of go have no correction of it.
        asks_for_start = reading.tournament.start is None and not self.is_of_go
        if len(reading.adjustments) <= asks_for_start:
            del self.fields["accept"]

    def clean(self) -> dict[str, Any]:
        """A new tournament of chess must have a start; one that is stored keeps what it has."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        is_needed = not self.is_of_go and cleaned.get("way") != UPDATE
        if is_needed and "start" in cleaned and not cleaned["start"]:
            self.add_error("start", gettext("The start date is missing; enter it."))
        return cleaned

    def full_clean(self) -> None:
        """Validate, after removing the fields that this file does not need."""
        # Which fields there are depends on the file, so that it is read first.
        if self.is_bound:
            file = FileForm(self.data)
            if file.is_valid() and file.reading:
                self.ask_for(file.reading)
        super().full_clean()
