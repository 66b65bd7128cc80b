"""Fields and helpers that several forms share."""

from typing import Any

from django import forms

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
