"""What a director fills in about movements."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from clubscore.files.decoding import decode
from clubscore.files.uploads import ReadingForm, SourceFileField, SourceTextField, read_pasted
from clubscore.text.problems import Problem, Refused
from clubscore.text.sentences import translate
from clubscore.web.editing import EditForm
from movements.domain.choose import USUAL_BOARDS, Wish
from movements.domain.movement import Reading
from movements.domain.plans import Plan, dropped, half_table, whole
from movements.figures import read_movement
from movements.models import Movement
from movements.selectors import is_used, movements_to_choose


class MovementForm(ReadingForm[Reading]):
    """A movement as a text, in any format that is read."""

    unreadable = _("This movement cannot be read.")

    def read_text(self, text: str) -> Reading:
        return read_movement(text)


class UploadForm(MovementForm):
    """A movement file, or its text."""

    file = SourceFileField(label=_("Movement file"))
    text = SourceTextField(label=_("Or its text"), required=False)


class NameForm(forms.ModelForm):
    """A movement's name."""

    class Meta:
        model = Movement
        fields = ("name",)


class RenameForm(EditForm, NameForm):
    """Another name for a movement."""


class KeepForm(MovementForm, NameForm):
    """A movement that was previewed: its name, and its text again."""

    text = forms.CharField(strip=False, widget=forms.HiddenInput)


class BoardsForm(forms.Form):
    """How many boards a group has and where they begin, to see their numbers."""

    boards = forms.IntegerField(
        label=_("Boards per group"), min_value=1, max_value=32, required=False
    )
    first = forms.IntegerField(label=_("First board"), min_value=1, max_value=999, required=False)

    @property
    def number(self) -> int | None:
        """The number of boards asked for; ``None`` for groups, and for what cannot be."""
        return self.cleaned_data["boards"] if self.is_valid() else None

    @property
    def first_board(self) -> int:
        """The number of the first board, 1 unless another is asked for."""
        return (self.cleaned_data["first"] or 1) if self.is_valid() else 1

    @property
    def query(self) -> str:
        """These numbers for a link to another page: ``?boards=3&first=1``, or nothing."""
        return f"?boards={self.number}&first={self.first_board}" if self.number else ""


class WishForm(forms.Form):
    """What a director asks of a movement; ``wish`` is its value."""

    contestants = forms.IntegerField(
        label=_("How many play"),
        min_value=1,
        max_value=999,
        help_text=_("Pairs, or players where everybody plays alone."),
    )
    individual = forms.ChoiceField(
        label=_("They play as"),
        choices=[("", _("pairs")), ("players", _("single players"))],
        required=False,
    )
    boards = forms.IntegerField(
        label=_("Boards for each, about"),
        min_value=1,
        max_value=200,
        required=False,
        initial=USUAL_BOARDS,
        help_text=_("What each should play; a few more or fewer are offered too."),
    )
    winners = forms.TypedChoiceField(
        label=_("Rankings"),
        choices=[("", _("one or two")), ("1", _("one")), ("2", _("two"))],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Two: one for North–South and one for East–West."),
    )
    max_rounds = forms.IntegerField(
        label=_("Most rounds"),
        min_value=1,
        max_value=200,
        required=False,
        help_text=_("Nothing with more rounds is offered; empty for any number."),
    )
    minutes = forms.IntegerField(
        label=_("Most minutes"),
        min_value=1,
        max_value=2000,
        required=False,
        help_text=_("How long the play may last; empty when time does not matter."),
    )
    minutes_a_board = forms.DecimalField(
        label=_("Minutes per board"),
        min_value=1,
        max_value=60,
        decimal_places=2,
        required=False,
        initial=Decimal("7.5"),
        help_text=_("What a board takes with the move to the next table: 7 to 8 are usual."),
    )
    staying = forms.IntegerField(
        label=_("Must stay put"),
        min_value=0,
        max_value=999,
        required=False,
        help_text=_("How many must keep one table all evening because they cannot walk."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            self.fields["contestants"].widget.attrs["autofocus"] = True

    @property
    def more(self) -> list[forms.BoundField]:
        """What few wish for."""
        return [field for field in self if field.name not in ("contestants", "boards")]

    @property
    def has_more(self) -> bool:
        """Whether something was wished, or is wrong, in the fields that are folded away."""
        return self.is_bound and any(
            field.errors or field.name in self.changed_data for field in self.more
        )

    @property
    def wish(self) -> Wish:
        """The wish of a valid form; what was left empty does not matter."""
        asked = {name: value for name, value in self.cleaned_data.items() if value is not None}
        asked["individual"] = bool(asked["individual"])
        if "minutes_a_board" in asked:
            asked["minutes_a_board"] = Fraction(asked["minutes_a_board"])
        return Wish(**asked)


class MissingForm(forms.Form):
    """Which pair of a half table is missing: a number in the movement for one pair more."""

    missing = forms.ChoiceField(label=_("The missing pair"), required=False)

    def __init__(self, *args: Any, plan: Plan, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stays = _("%(number)s: half table %(table)s in all rounds")
        begins = _(
            "%(number)s: from table %(table)s %(direction)s on, the half table moves with it"
        )
        best = _("as clubscore proposes: %(number)s")
        self.fields["missing"].choices = [  # type: ignore[attr-defined]
            ("", best % {"number": dropped(replace(plan, missing=0))}),
            *(
                (
                    number,
                    (stays if half_table(plan, number) else begins)
                    % {
                        "number": number,
                        "table": places[0].table,
                        "direction": gettext(places[0].direction.value),
                    },
                )
                for number, schedule in whole(plan).schedules.items()
                if (places := [place for place in schedule if place])
            ),
        ]


def _section_field(label: Any, *, required: bool = True) -> forms.ModelChoiceField:
    empty = _("Choose a movement") if required else _("none")
    return forms.ModelChoiceField(
        label=label, queryset=movements_to_choose(), required=required, empty_label=empty
    )


class TogetherForm(forms.Form):
    """Two to four movements whose sections are scored as one field; one may be there twice."""

    first = _section_field(_("Section A"))
    second = _section_field(_("Section B"))
    third = _section_field(_("Section C"), required=False)
    fourth = _section_field(_("Section D"), required=False)

    @property
    def sections(self) -> list[Movement]:
        """The movements chosen."""
        chosen = (self.cleaned_data[name] for name in self.fields)
        return [movement for movement in chosen if movement]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if len({movement.individual for movement in cleaned.values() if movement}) > 1:
            raise forms.ValidationError(_("Pairs and individuals cannot be one field."))
        return cleaned


class MovementAdminForm(forms.ModelForm):
    """Name and text of a movement that no session uses."""

    text = SourceTextField(label=_("Text of the movement file"))

    class Meta:
        model = Movement
        fields = ("name",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].initial = self.instance.source

    def clean_text(self) -> str:
        try:
            text = decode(read_pasted(self.cleaned_data["text"])).text
            read_movement(text)
        except Refused as refusal:
            raise forms.ValidationError(
                [_with_place(problem) for problem in refusal.problems]
            ) from refusal
        return text

    def clean(self) -> dict[str, Any]:
        # A session may have taken the movement since the page was opened.
        if self.instance.pk and is_used(self.instance):
            raise forms.ValidationError(_("A session uses this movement, so it cannot be changed."))
        return super().clean() or {}


def _with_place(problem: Problem) -> str:
    if problem.place is None:
        return translate(problem)
    if problem.column is None:
        return _("Line %(line)s: %(message)s") % {
            "line": problem.line,
            "message": translate(problem),
        }
    return _("Line %(line)s, column %(column)s: %(message)s") % {
        "line": problem.line,
        "column": problem.column,
        "message": translate(problem),
    }
