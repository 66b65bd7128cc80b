"""The single switches of results from the tables, beyond the presets."""

from dataclasses import dataclass
from typing import Final

from django import forms
from django.core.validators import MaxValueValidator, RegexValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubscore.web.editing import EditForm
from events.models import TableEntrySettings

GROUPS: Final = (
    (_("Devices"), ("phones", "approve", "names")),
    (
        _("Entering and confirming"),
        ("lead", "confirm", "same_device", "re_entry", "second_look", "np_by_director"),
    ),
    (
        _("What players see"),
        (
            "traveller",
            "percent",
            "standings",
            "hide_last",
            "standings_at_end",
            "others",
            "show_reason",
        ),
    ),
    (_("Word and corrections"), ("evening_word", "correction_minutes")),
)
"""The fields under their headings, in order."""

A_WEEK: Final = 7 * 24 * 60
"""A week in minutes."""

MOST: Final = {"hide_last": 20, "correction_minutes": A_WEEK}

_DIGITS: Final = RegexValidator(r"\A[0-9]{4}\Z", _("The word of the evening is four digits."))


@dataclass(frozen=True, slots=True)
class Group:
    """Fields under a heading."""

    heading: str | Promise
    fields: list[forms.BoundField]


class SwitchesForm(EditForm, forms.ModelForm):
    """Each switch by itself; a preset sets most of them."""

    class Meta:
        model = TableEntrySettings
        fields = tuple(name for _heading, names in GROUPS for name in names)
        help_texts = {  # noqa: RUF012 - as Django has it
            "phones": _("Otherwise only devices that stay at a table, as the club’s tablets."),
            "approve": _("Until a phone at the table, or you, let them in."),
            "names": _(
                "In rounds 1 and 2, where the list has none, players write their names; the"
                " opponents agree. They find members by three letters or the number of the club."
            ),
            "second_look": _(
                "The opponents’ phone asks to check declarer and tricks once more; why, only you"
                " see. It tells players that others differ."
            ),
            "correction_minutes": _(
                "After publication, on the phone. A day has 1440, a week 10080."
            ),
            "evening_word": _("For laminated cards; empty: they lead nowhere."),
        }

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for name, most in MOST.items():
            self.fields[name].validators.append(MaxValueValidator(most))
            self.fields[name].widget.attrs["max"] = most
        self.fields["evening_word"].validators.append(_DIGITS)

    @property
    def groups(self) -> list[Group]:
        """The fields under their headings."""
        return [Group(heading, [self[name] for name in names]) for heading, names in GROUPS]
