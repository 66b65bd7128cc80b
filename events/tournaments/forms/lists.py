"""Form fields of columns that hold a list."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.tournaments.domain.missed_rounds import read_missed_rounds, write_missed_rounds
from events.tournaments.domain.pairing.typed_wishes import as_text, read_forbidden, read_wishes


class OfList(forms.Field):
    """For the form field of a JSON column that is typed as something else than JSON."""

    def __init__(self, *, encoder: Any = None, decoder: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # With a callable default Django would add a hidden field with the initial value.
        self.show_hidden_initial = False


class LinesField(OfList, forms.CharField):
    """A list of texts, one a line."""

    widget = forms.Textarea(attrs={"rows": 2})

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [line.strip() for line in (value or "").splitlines() if line.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool((initial or []) != self.to_python(data))


class MissedRoundsField(OfList, forms.CharField):
    """Rounds not attended, and byes asked for in them: ``2 5h``."""

    def prepare_value(self, value: Any) -> Any:
        return write_missed_rounds(value) if isinstance(value, dict) else value

    def to_python(self, value: Any) -> Any:
        try:
            return read_missed_rounds(value or "")
        except Refused as refusal:
            raise ValidationError(translate_refusal(refusal)) from refusal

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool((initial or {}) != self.to_python(data))
        # Changed, if only to something wrong: validation reports it.
        except ValidationError:
            return True


class PairsField(OfList, forms.CharField):
    """Pairs of starting numbers, one a line."""

    widget = forms.Textarea(attrs={"rows": 3})
    read: Callable[[str], list[dict[str, Any]]]

    def prepare_value(self, value: Any) -> Any:
        return as_text(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        try:
            return type(self).read(value or "")
        except Refused as refusal:
            raise ValidationError(translate_refusal(refusal)) from refusal

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool((initial or []) != self.to_python(data))
        # Changed, if only to something wrong: validation reports it.
        except ValidationError:
            return True


class ForbiddenField(PairsField):
    """Who is not to meet."""

    read = staticmethod(read_forbidden)


class WishesField(PairsField):
    """Who is to meet if possible, or rather not."""

    read = staticmethod(read_wishes)
