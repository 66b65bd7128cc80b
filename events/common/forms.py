"""Fields and helpers that several forms share.

The problems of a service, shown in the form whose input it was.

What is typed for a player of the register: a number or a full name.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from clubscore.text.numbers import whole_number
from events.common.selectors import players_in_register
from players.domain.names import Name
from players.models import Player

DATE_PICKER = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class DecimalField(forms.DecimalField):
    """A number in a field for text; a comma is as good as a point."""

    widget = forms.TextInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off"}

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str):
            value = value.replace(",", ".").replace("−", "-")
        return super().to_python(value)


def focus(form: forms.BaseForm) -> None:
    """Focus the first field with an error, or else the first field."""
    wrong = (name for name in form.fields if name in form.errors)
    shown = (name for name, field in form.fields.items() if not field.widget.is_hidden)
    name = next(wrong, next(shown, None))
    if name is not None:
        form.fields[name].widget.attrs["autofocus"] = True


class ShowsRefusals(forms.BaseForm):
    """A form whose fields have the names of the columns of the service's problems."""


GUEST_MARK, NEW_MARK = "*", "+"
"""Behind a name: that of somebody who is in no register, or comes into it."""


def without_mark(text: str) -> str:
    """A typed name without the mark behind it."""
    return text.strip().removesuffix(GUEST_MARK).removesuffix(NEW_MARK).strip()


def players_by_number(texts: Iterable[str]) -> dict[str, Player]:
    """The players whose numbers are among the texts, by the text."""
    numbers = {text.strip(): whole_number(text) for text in texts}
    players = players_in_register(number for number in numbers.values() if number is not None)
    return {
        text: players[number]
        for text, number in numbers.items()
        if number is not None and number in players
    }


def unknown_name(name: Name, near: Sequence[str]) -> str:
    """The message for a name that is not in the register, with the similar names."""
    if not near:
        return _(
            "“%(name)s” is not in the register. Tick the box to add this player, or enter a guest."
        ) % {"name": name}
    return _(
        "“%(name)s” is not in the register. Is it %(near)s? If not, tick the box to add this"
        " player, or enter a guest."
    ) % {"name": name, "near": _(" or ").join(near)}
