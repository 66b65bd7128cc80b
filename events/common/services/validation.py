"""The validation errors of a model as a refusal, in one form for pages, commands and files."""

from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Model

from clubscore.problems import Problem, Refused, gettext_noop, sentence


def check(instance: Model, **options: Any) -> None:
    """Run the model's own validation. Raises :class:`Refused`, each problem with its field as
    the column and its message as the model words it; ``options`` are those of ``full_clean``."""
    try:
        instance.full_clean(**options)
    except ValidationError as error:
        raise Refused(*_problems(instance, error)) from error


def _problems(instance: Model, error: ValidationError) -> list[Problem]:
    found = []
    for name, messages in error.message_dict.items():
        for message in messages:
            if name == NON_FIELD_ERRORS:
                found.append(Problem(sentence("%(message)s", message=message)))
                continue
            field: Any = instance._meta.get_field(name)
            at_field = gettext_noop("%(field)s: %(message)s")
            text = sentence(at_field, field=field.verbose_name, message=message)
            found.append(Problem(text, column=name))
    return found
