"""A player as a director enters one: the fields of the register, each checked by its rule, and a
club.

A grade of go, as people write it.

Which players the list shows.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from clubscore.text.sentences import translate
from clubscore.web.editing import EditForm
from clubscore.web.refusals import refusals_invalid
from players.domain.grades import read_event_grade, read_typed_grade
from players.domain.names import (
    MAX_CLUB_LENGTH,
    TWO_PEOPLE,
    Name,
    contracted,
    given_first,
    has_words,
    read_club,
    without_mark,
)
from players.domain.personal import FACTS, RATINGS
from players.models import Club, Player
from players.models.validators import validate_club
from players.selectors.clubs import clubs, facts_in_use, label_of, short_facts
from players.selectors.register import NONE, Wanted, grades_in_use, namesake_of

PARTS = ("given", "particle", "family")

MAX_LENGTH = 12
"""Longer than any grade: what a field cuts off nobody sees."""


class GradeField(forms.CharField):
    """``3 dan`` is 3d; empty where there is none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=_("Grade"), required=False, max_length=MAX_LENGTH, **kwargs)

    def read(self, text: str) -> str:
        """The grade that a text means."""
        return read_typed_grade(text)

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        with refusals_invalid():
            return self.read(text) if text else ""


STRENGTHS = (*RATINGS, "grade", "handicap")

OF_FEDERATIONS = ("fide_number", "egd_pin", "title", "federation", "country")

RARE = ("born", "gender", "note")
"""What is seldom stored of a player, and for directors only."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Fields that are folded away while they are empty; ``is_open``: one has a value, or is
    wrong."""

    title: str | Promise
    fields: tuple[forms.BoundField, ...]

    @property
    def is_open(self) -> bool:
        return any(field.value() or field.errors for field in self.fields)


class PlayerForm(EditForm, forms.ModelForm):
    """A new player, or one to be changed. ``club_name`` may be a club that is not there yet."""

    club_name = forms.CharField(
        label=_("Club"),
        required=False,
        max_length=MAX_CLUB_LENGTH,
        widget=forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"}),
    )

    grade = GradeField()

    changed_about = _(
        "The data of this player has been erased meanwhile. Save again to store yours."
    )

    class Meta:
        model = Player
        fields = (
            "name",
            "given",
            "particle",
            "family",
            *(fact for fact in FACTS if fact != "club"),
            "initials_only",
        )
        widgets: ClassVar = {
            "note": forms.TextInput(),
            "telephone": forms.TextInput(attrs={"type": "tel"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        gender = [("", _("not said")), *Player.Gender.choices]
        self.fields["gender"].choices = gender  # type: ignore[attr-defined]
        used = facts_in_use()
        for fact in FACTS:
            name = "club_name" if fact == "club" else fact
            if fact not in used:
                del self.fields[name]
            elif fact == "national_number":
                self.fields[name].label = label_of(fact)
        for field in self.fields.values():
            # The browser must not fill in the director's own data.
            field.widget.attrs["autocomplete"] = "off"
        if self.instance.pk and "club_name" in self.fields:
            self.fields["club_name"].initial = str(self.instance.club or "")

    def set_focus(self) -> None:
        """Where typing begins: at the first field that is wrong, if any is."""
        wrong = (name for name in self.fields if name in self.errors)
        self.fields[next(wrong, "name")].widget.attrs["autofocus"] = True

    def about(self, name: str) -> str:
        # Who opened the form before the player was erased knows nothing of that.
        return str(self.instance.erased_at or "")

    @property
    def guess(self) -> Name | None:
        """The name whose parts nobody has seen, where they are a guess worth a question."""
        name = self.instance.whole_name
        unseen = "name" in self.changed_data and not any(self.data.get(part) for part in PARTS)
        return name if unseen and name.is_doubtful else None

    @property
    def club_of_member(self) -> str:
        """The name of the club, also where it is not shown."""
        if "club_name" in self.fields:
            return str(self.cleaned_data["club_name"])
        return str(self.instance.club or "")

    @property
    def public_folds(self) -> list[Fold]:
        """The facts that everybody may read, but for the club."""
        return self._folds(
            (_("Federations, title and country"), OF_FEDERATIONS),
            (_("Playing strength"), STRENGTHS),
        )

    @property
    def private_facts(self) -> tuple[forms.BoundField, ...]:
        """The fields of facts for directors only that are often wanted."""
        return self._facts(*(fact for fact in Player.PRIVATE if fact not in RARE))

    @property
    def private_folds(self) -> list[Fold]:
        """The other facts for directors only."""
        return self._folds((_("Born, gender and note"), RARE))

    def _facts(self, *facts: str) -> tuple[forms.BoundField, ...]:
        return tuple(self[fact] for fact in FACTS if fact in self.fields and fact in facts)

    def _folds(self, *titled: tuple[Promise, Collection[str]]) -> list[Fold]:
        folds = [Fold(title, self._facts(*facts)) for title, facts in titled]
        return [fold for fold in folds if fold.fields]

    @property
    def changed_columns(self) -> list[str]:
        """The columns of the player that were changed."""
        return ["club" if name == "club_name" else name for name in self.changed_data]

    @property
    def clubs(self) -> list[str]:
        """The names that the field of the club offers."""
        return [club.name for club in clubs()]

    def clean(self) -> dict[str, Any]:
        """Whoever changes the name or its parts has changed both: those of another name are
        recognised again, and the name of other parts is theirs. Where both were typed, they have
        the same words."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        changed = set(self.changed_data)
        parts = contracted(" ".join(cleaned.get(part, "") for part in PARTS))
        name = given_first(contracted(cleaned.get("name", "")))
        plain = name if has_words(parts, name) else without_mark(name)
        if not has_words(parts, plain):
            if "name" in changed and not changed & set(PARTS):
                cleaned |= dict.fromkeys(PARTS, "")
                parts = ""
            elif "name" not in changed and changed & set(PARTS) and parts:
                cleaned["name"] = name = f"{parts}{name.removeprefix(plain)}"
                plain = parts
        if parts and name and not has_words(parts, plain):
            self.add_error(
                "family", _("Together the three parts must have exactly the words of the name.")
            )
        return cleaned

    def clean_club_name(self) -> str:
        name: str = self.cleaned_data["club_name"]
        # An old club may have a name that a new one may not have.
        if name and "club_name" in self.changed_data:
            validate_club(name)
            return read_club(name)
        return name

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        if "name" in self.errors:
            # What the field refused the player lacks: that is no second mistake.
            del self.errors["name"].data[1:]
        if self.has_error(NON_FIELD_ERRORS):
            self._name_the_other()

    def _name_the_other(self) -> None:
        """Add who has this name: perhaps the same person, to be found by the number."""
        other = namesake_of(self.instance)
        if other:
            values = {"name": other, "facts": short_facts(other)}
            who = _("It is %(name)s, number %(facts)s.") % values
            self.add_error(None, f"{who} {translate(TWO_PEOPLE)}")


class ClubForm(EditForm, forms.ModelForm):
    """A club's name. One that is taken is no mistake here: two spellings may be one club."""

    class Meta:
        model = Club
        fields = ("name",)

    def validate_unique(self) -> None:
        pass


class EventGradeField(GradeField):
    """A grade in a tournament of go, which may be 8d or 9d."""

    def read(self, text: str) -> str:
        return read_event_grade(text)


class WantedForm(forms.Form):
    """The search and the filters by facts in use; ``wanted`` is their value, ``None`` when they are
    not valid."""

    q = forms.CharField(
        label=_("Name or number"),
        required=False,
        max_length=100,
        widget=forms.TextInput(
            attrs={"type": "search", "autocomplete": "off", "placeholder": _("Name or number")}
        ),
    )
    club = forms.ChoiceField(label=_("Club"), required=False)
    grade = forms.ChoiceField(label=_("Grade"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        used = facts_in_use()
        values = {
            "club": [(str(club.pk), club.name) for club in clubs()] if "club" in used else [],
            "grade": [(grade, grade) for grade in grades_in_use()] if "grade" in used else [],
        }
        every = {
            "club": [("", _("every club")), (NONE, _("no club"))],
            "grade": [("", pgettext_lazy("filter", "every grade")), (NONE, _("no grade"))],
        }
        for name, known in values.items():
            # Nothing to choose from: no field, unless the address asks by it.
            if not known and not (name in used and self.data.get(name)):
                del self.fields[name]
            else:
                self.fields[name].choices = [*every[name], *known]  # type: ignore[attr-defined]

    @property
    def wanted(self) -> Wanted | None:
        if not self.is_valid():
            return None
        return Wanted(
            text=self.cleaned_data["q"],
            club=self.cleaned_data.get("club", ""),
            grade=self.cleaned_data.get("grade", ""),
        )
