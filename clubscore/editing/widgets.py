"""What a browser sends for a form that nobody touched, as pairs of a name and a text."""

from collections.abc import Iterator
from typing import Any

from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.forms import CheckboxInput, Field, MultiWidget, Widget
from django.forms.widgets import ChoiceWidget

Pair = tuple[str, str]


def sent_pairs(field: Field, name: str, value: Any) -> list[Pair]:
    """The pairs that a browser sends for a field which shows a value."""
    return list(_pairs(field.widget, name, field.prepare_value(value)))


def name_ends(widget: Widget) -> list[str]:
    """What follows the name of the field in the names of what its widget sends."""
    return list(getattr(widget, "widgets_names", [""]))


def _pairs(widget: Widget, name: str, value: Any) -> Iterator[Pair]:
    if isinstance(widget, RelatedFieldWidgetWrapper):
        widget = widget.widget
    if isinstance(widget, MultiWidget):
        parts = value if isinstance(value, list) else widget.decompress(value) or []
        for end, inner, part in zip(name_ends(widget), widget.widgets, parts, strict=True):
            yield from _pairs(inner, name + end, part)
    elif isinstance(widget, CheckboxInput):
        if widget.check_test(value):
            yield name, "on"
    elif isinstance(widget, ChoiceWidget):
        for text in widget.format_value(value):
            yield name, str(text)
    else:
        text = widget.format_value(value)
        yield name, "" if text is None else str(text)
