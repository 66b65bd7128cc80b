"""The settings of the club, as a director chooses them."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from clubscore.web.editing import EditForm
from players.domain.personal import FACTS, in_order
from players.models import ClubSettings
from players.selectors.clubs import label_of

SUGGESTED_LABELS = ("NBB", "EBU", "ACBL", "BBO", "DBV", "FFB", "KBBF", "SBU", "WBU", "KNSB", "FRBE")
"""National federations of bridge and chess, by which clubs call their members’ numbers."""


class ClubSettingsForm(EditForm, forms.ModelForm):
    """The settings; facts that nobody has chosen yet follow from what is played."""

    facts = forms.MultipleChoiceField(
        label=gettext_lazy("Facts in use"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "Pages, forms and files show these and no others. One that is no longer ticked leaves"
            " the pages, the forms and the files; what is stored of it stays, and is there again"
            " when it is ticked."
        ),
    )

    class Meta:
        model = ClubSettings
        fields = (
            "name",
            "plays_bridge",
            "plays_chess",
            "plays_go",
            "national_number_label",
            "union_number",
            "charge_code",
            "claim_minutes",
            "facts",
            "sorts_by_particle",
        )
        widgets: ClassVar = {
            "national_number_label": forms.TextInput(
                attrs={"list": "federations", "autocomplete": "off"}
            )
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stored = self.instance.facts
        self._shown = list(self.instance.facts_in_use)
        self.initial["facts"] = self._shown
        self.fields["claim_minutes"].required = False
        self.fields["facts"].choices = [  # type: ignore[attr-defined]
            (fact, label_of(fact)) for fact in FACTS
        ]

    @property
    def suggested_labels(self) -> tuple[str, ...]:
        """What the field of the number’s name offers."""
        return SUGGESTED_LABELS

    @property
    def games(self) -> list[forms.BoundField]:
        """The fields of what the club plays."""
        return [self["plays_bridge"], self["plays_chess"], self["plays_go"]]

    @property
    def effects(self) -> list[str]:
        """What the saved settings change on the pages, in sentences."""
        used = self.instance.facts_in_use
        hidden = [label_of(fact) for fact in self._shown if fact not in used]
        shown = [label_of(fact) for fact in used if fact not in self._shown]
        found = []
        if hidden:
            found.append(_("No longer shown, though kept: %(facts)s."))
            found[-1] %= {"facts": ", ".join(hidden)}
        if shown:
            found.append(_("Shown from now on: %(facts)s.") % {"facts": ", ".join(shown)})
        return [*found, *self._effects_of_games()]

    def _effects_of_games(self) -> Iterator[str]:
        stopped = {name for name in self.changed_data if not self.cleaned_data[name]}
        if "plays_bridge" in stopped:
            yield _(
                "Without bridge the menus have no sessions, series and movements. What is stored"
                " stays."
            )
        if stopped & {"plays_chess", "plays_go"} and not (
            self.instance.plays_chess or self.instance.plays_go
        ):
            yield _(
                "Without chess and go the menus have tournaments only while there are any. What is"
                " stored stays."
            )

    def clean_facts(self) -> list[str] | None:
        """The facts chosen; ``None`` while they follow from what is played."""
        chosen = list(in_order(self.cleaned_data["facts"]))
        return None if self._stored is None and chosen == self._shown else chosen

    def clean_claim_minutes(self) -> int:
        """An empty field is none."""
        return self.cleaned_data["claim_minutes"] or 0

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not any(cleaned.get(f"plays_{game}") for game in ("bridge", "chess", "go")):
            self.add_error("plays_bridge", _("Choose at least one game."))
        return cleaned
