"""A column of exact points: a ``Fraction`` in Python, hundredths of a point in the database."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from events.tournaments.core.domain.results import read_points, write_points

if TYPE_CHECKING:
    _IntegerField = models.SmallIntegerField[Fraction | str, Fraction]
else:
    _IntegerField = models.SmallIntegerField

HUNDREDTHS = 100


class PointsFormField(forms.CharField):
    """Points as they are typed: ``1``, ``½``, ``0.5``, ``0,5``, ``1/2``."""

    def prepare_value(self, value: Any) -> Any:
        return write_points(value) if isinstance(value, Fraction) else value

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return _read(text) if text else None

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(initial != self.to_python(data))
        except ValidationError:
            # What cannot be read was changed; validation reports it.
            return True


class PointsField(_IntegerField):
    """Points in exact hundredths; a default is given as text, for migrations know no fractions."""

    def get_default(self) -> Any:
        return self.to_python(super().get_default())

    def from_db_value(self, value: int | None, expression: Any, connection: Any) -> Any:
        return None if value is None else Fraction(value, HUNDREDTHS)

    def to_python(self, value: Any) -> Any:
        if value is None or isinstance(value, Fraction):
            return value
        return _read(str(value))

    def get_prep_value(self, value: Any) -> Any:
        if value is None:
            return None
        hundredths = self.to_python(value) * HUNDREDTHS
        if hundredths.denominator != 1:
            raise ValueError(f"{value} points are no whole hundredths")
        return super().get_prep_value(int(hundredths))

    def formfield(self, **kwargs: Any) -> Any:
        # An integer field's own form field would ask for a whole number.
        return models.Field.formfield(self, **({"form_class": PointsFormField} | kwargs))

    def value_to_string(self, obj: models.Model) -> str:
        return write_points(self.value_from_object(obj))


def _read(text: str) -> Fraction:
    points = read_points(text)
    if points is None or abs(points) > HUNDREDTHS or (points * HUNDREDTHS).denominator != 1:
        raise ValidationError(
            _("“%(text)s” is not a number of points, such as 1, ½ or 0.5."), params={"text": text}
        )
    return points
