"""A player as a director writes one down: the fields of the register, each checked by its one
rule; and a club.
"""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from players.domain.places import LONGEST_CLUB, read_club
from players.models import Club, Player
from players.models.player import validate_club
from players.selectors.clubs import clubs
from players.services.players import state_of


class PlayerForm(forms.ModelForm):
    """A new player, or one to be changed. ``club_name`` may be a club that is not there yet;
    ``seen`` tells a save whether somebody else was faster."""

    club_name = forms.CharField(
        label=_("Club"),
        required=False,
        max_length=LONGEST_CLUB,
        widget=forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"}),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Player
        fields = (
            "given",
            "middle",
            "family",
            "grade",
            "country",
            "born",
            "email",
            "telephone",
            "fide_number",
            "initials_only",
            "note",
        )
        widgets: ClassVar = {
            "note": forms.TextInput(),
            "telephone": forms.TextInput(attrs={"type": "tel"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            # The browser must not fill in the director's own.
            field.widget.attrs["autocomplete"] = "off"
        if self.instance.pk:
            self.fields["club_name"].initial = str(self.instance.club or "")
            self.fields["seen"].initial = state_of(self.instance)

    @property
    def clubs(self) -> list[str]:
        """The names that the field of the club offers."""
        return [club.name for club in clubs()]

    def clean_club_name(self) -> str:
        name: str = self.cleaned_data["club_name"]
        # A club of old may have a name that no new one may have.
        if name and "club_name" in self.changed_data:
            validate_club(name)
            return read_club(name)
        return name

    def look_again(self) -> None:
        """Let the next save go over what somebody else has stored meanwhile."""
        stored = Player.objects.filter(pk=self.instance.pk).first()
        self.data = {**self.data.dict(), "seen": state_of(stored) if stored else ""}  # type: ignore[attr-defined]


class ClubForm(forms.ModelForm):
    """A club's name. That it is taken is no mistake here: two spellings may be one club."""

    class Meta:
        model = Club
        fields = ("name",)

    def validate_unique(self) -> None:
        pass
