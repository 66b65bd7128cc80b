"""A row of the registration desk, as it is sent."""

from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy


class RegistrationForm(forms.Form):
    """Whether somebody is registered, the rounds attended (ticked boxes), and the group as
    typed; the service checks the group."""

    registered = forms.BooleanField(required=False)
    rounds = forms.TypedMultipleChoiceField(
        required=False,
        coerce=int,
        error_messages={"invalid_choice": gettext_lazy("There is no round %(value)s.")},
    )
    group = forms.CharField(required=False, max_length=20)

    def __init__(self, *args: Any, rounds: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = range(1, rounds + 1)
        self.fields["rounds"].choices = [(number, number) for number in self.numbers]  # type: ignore[attr-defined]

    @property
    def values(self) -> dict[str, Any]:
        """What the service takes."""
        attended = set(self.cleaned_data["rounds"])
        return {
            "registered": self.cleaned_data["registered"],
            "absent_rounds": [number for number in self.numbers if number not in attended],
            "group": self.cleaned_data["group"],
        }


def desk_texts(*, registered: bool, rounds: Collection[object], group: str) -> dict[str, str]:
    """A row as texts that are compared one by one: also every round attended is one."""
    boxes = {"registered": "on"} if registered else {}
    return boxes | {f"round-{number}": str(number) for number in rounds} | {"group": group}


def sent_texts(sent: QueryDict) -> dict[str, str]:
    """A row as it was sent, as :func:`desk_texts`."""
    return desk_texts(
        registered="registered" in sent,
        rounds=sent.getlist("rounds"),
        group=sent.get("group", ""),
    )


def data_of(texts: Mapping[str, str]) -> dict[str, Any]:
    """The texts of a row as the form takes them."""
    rounds = [text for name, text in texts.items() if name.startswith("round-") and text]
    registered = texts.get("registered", "")
    return {"registered": registered, "rounds": rounds, "group": texts.get("group", "")}
